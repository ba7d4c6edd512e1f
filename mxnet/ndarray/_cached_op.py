"""CachedOp: a symbol as a function on arrays, in the order of its variables."""

from __future__ import annotations

from typing import Any

from .._graph.plan import CompiledGraph
from .._runtime.error import MXNetError
from ._array import NDArray


class CachedOp:
    """Runs a symbol compiled; flags are accepted for old code.

    Parameters
    ----------
    sym : Symbol
    flags : sequence of pairs
    """

    def __init__(self, sym: Any, flags: Any = ()) -> None:
        self._names = sym.list_inputs()
        self._graph = CompiledGraph(sym._outputs, self._names, lambda _: {})

    def __call__(self, *args: NDArray, **kwargs: Any) -> Any:
        out = kwargs.pop("out", None)
        kwargs.pop("default_ctx", None)
        if kwargs:
            raise TypeError(f"CachedOp.__call__ got unexpected keyword argument(s): {', '.join(kwargs)}")
        if len(args) != len(self._names):
            raise MXNetError(f"CachedOp needs {len(self._names)} arrays for {self._names}, received {len(args)}")
        results = self._graph(args)
        if out is not None:
            for result, target in zip(results, out if isinstance(out, (list, tuple)) else [out], strict=True):
                result.copyto(target)
            return out
        return results[0] if len(results) == 1 else results
