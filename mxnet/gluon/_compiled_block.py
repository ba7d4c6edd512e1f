"""The compiled form of a hybridized block: its graph together with the arrays of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import autograd
from .._graph.compiled import CompiledGraph
from .._graph.trace import Traced
from .._ops.custom import KeptOperators, keeper_for
from .._runtime.device import Context
from .._runtime.overrides import is_own
from ..ndarray.ndarray import NDArray
from ..numpy._mode import inward
from ._op_hook import HookedGraph
from ._parameter_arrays import arrays_epoch
from .parameter import Parameter

OpHook = tuple[Callable[[str, str, NDArray], Any], bool]


def has_own_data(parameter: Parameter) -> bool:
    """Whether a user's class says what the values of a parameter are; it is asked at each call then."""
    return not is_own(type(parameter), ("data",))


class CompiledBlock:
    """Runs the graph of a block.

    Parameters
    ----------
    traced
        The graph.
    parameters
        Of the block and all below it.
    static_alloc, inline_limit
        As for `hybridize`.
    """

    def __init__(self, traced: Traced, parameters: dict[str, Parameter], static_alloc: bool, inline_limit: int) -> None:
        self.traced, self.parameters = traced, parameters
        self.asked = [p for p in parameters.values() if has_own_data(p)]
        self._inputs = [*traced.input_names, *(p.name for p in self.asked)]
        self._arrays: dict[Context, tuple[int, dict[str, NDArray]]] = {}
        self.graph = CompiledGraph(traced.result._outputs, self._inputs, self.arrays, arrays_epoch,
                                   -1 if static_alloc else inline_limit)
        # With memory of its own, the original keeps custom operators too, for training and for prediction apart.
        kept = keeper_for(self.graph.graph.nodes) if static_alloc else None
        self._operators = [] if kept is None else [kept, KeptOperators()]
        self._hooked: HookedGraph | None = None
        self._ends_in_nd = traced.ends_in_nd

    @property
    def predicts_directly(self) -> bool:
        """Whether prediction from one array needs nothing but the graph."""
        return self.traced.out_format == 0 and not self.asked and not self._operators and not self._ends_in_nd

    def arrays(self, ctx: Context) -> dict[str, NDArray]:
        """The arrays of all parameters on `ctx`, remembered until any parameter changes its arrays."""
        known, epoch = self._arrays.get(ctx), arrays_epoch()
        if known is not None and known[0] == epoch:
            return known[1]
        arrays = {name: p._kept(ctx) for name, p in self.parameters.items() if not has_own_data(p)}
        if known is not None:
            self.graph.forget_parameters()
        self._arrays[ctx] = epoch, arrays
        return arrays

    def __call__(self, flat: list[NDArray], hook: OpHook | None) -> Any:
        """The results for the arrays of a call; `hook` is told what every operator computes."""
        if self.asked:
            with flat[0]._ctx:
                flat = [*flat, *(parameter.data() for parameter in self.asked)]
        if self._operators:
            with self._operators[autograd.is_training()]:
                results = self._run(flat, hook)
        else:
            results = self._run(flat, hook)
        # A block may leave the arrays it was given for the others: what its graph ends in says which it returns.
        if self._ends_in_nd and type(flat[0]) is not NDArray:
            results = inward(results)
        return self.traced.nested(results)

    def _run(self, flat: list[NDArray], hook: OpHook | None) -> list[NDArray]:
        if hook is None:
            return self.graph(flat)
        if self._hooked is None:
            self._hooked = HookedGraph(self.traced.result, self._inputs, self.arrays, arrays_epoch)
        return self._hooked(flat, *hook)
