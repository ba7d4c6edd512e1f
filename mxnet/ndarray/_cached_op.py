"""CachedOp: a symbol as a function of arrays in the order of its variables."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from .._graph import json as graph_json
from .._graph import nested
from .._graph.copies import with_own_names
from .._graph.ir import Entry, Graph
from .._graph.program import Program
from .._runtime.error import MXNetError
from ._array import NDArray


class CachedOp:
    """Runs a symbol as a compiled program.

    Parameters
    ----------
    sym : Symbol
    flags : sequence of pairs
        ``static_alloc`` and ``inline_limit`` control whether `autograd.get_symbol` shows its operators. Other flags
        are accepted for compatibility.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> op = mx.nd.CachedOp(x * 2)
    >>> op(mx.nd.array([1, 2])).asnumpy()
    array([2., 4.], dtype=float32)
    """

    def __init__(self, sym: Any, flags: Any = ()) -> None:
        self._prepare(sym._outputs, dict(flags))

    def _prepare(self, outputs: Sequence[Entry], flags: dict[str, Any]) -> None:
        # Arrays are matched to variables by position, so two variables may have the same name.
        outputs = with_own_names(outputs)
        names = [node.name for node in Graph(outputs).variables()]
        static = str(flags.get("static_alloc", False)).lower() in ("true", "1")
        self._names = names
        self._program = Program(outputs, names, inline_limit=-1 if static else int(flags.get("inline_limit", 2)))

    def __call__(self, *args: NDArray, **kwargs: Any) -> Any:
        """Run the symbol.

        Parameters
        ----------
        *args : NDArray
            One array per variable, in the order of the symbol's ``list_inputs()``.
        **kwargs
            ``out``: an array, or a list of arrays, to write the results to. ``default_ctx`` is ignored.

        Returns
        -------
        NDArray or list of NDArray
            `out`, or the results. A single result is not in a list.
        """
        out = kwargs.pop("out", None)
        kwargs.pop("default_ctx", None)
        if kwargs:
            raise TypeError(f"CachedOp.__call__ got unexpected keyword argument(s): {', '.join(kwargs)}")
        if len(args) != len(self._names):
            raise MXNetError(f"CachedOp needs {len(self._names)} arrays for {self._names}, received {len(args)}")
        results = self._program.apply(args)
        if out is not None:
            for result, target in zip(results, out if isinstance(out, (list, tuple)) else [out], strict=True):
                result.copyto(target)
            return out
        return results[0] if len(results) == 1 else results


@functools.lru_cache(maxsize=64)
def _from_json(text: str, flags: tuple[tuple[str, Any], ...]) -> CachedOp:
    nested.check_settings(dict(flags))
    graph = graph_json.loads(text)
    op = CachedOp.__new__(CachedOp)
    op._prepare(graph.outputs, dict(flags))
    return op


def cached_op(*data: NDArray, subgraph: str = "", out: Any = None, name: str | None = None, **kwargs: Any) -> Any:
    """Run the graph in a JSON string on arrays in the order of its variables."""
    nested.check_given(subgraph)
    arrays = [*data, *(v for v in kwargs.values() if isinstance(v, NDArray))]
    flags = tuple((k, v) for k, v in kwargs.items() if not isinstance(v, NDArray))
    return _from_json(subgraph, flags)(*arrays, out=out)
