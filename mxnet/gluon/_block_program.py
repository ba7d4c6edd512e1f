"""The program of a hybridized block: its graph together with the arrays of its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import autograd
from .._graph.parameters import ParameterSet
from .._graph.program import Program
from .._graph.trace import Traced
from .._ops.custom import KeptOperators, keeper_for
from .._runtime.device import Context
from .._runtime.overrides import is_own
from ..ndarray.ndarray import NDArray
from ..numpy._mode import to_nd
from ._op_hook import ObservedProgram
from .parameter import Parameter

OpHook = tuple[Callable[[str, str, NDArray], Any], bool]


def has_own_data(parameter: Parameter) -> bool:
    """Whether a user's class says what the values of a parameter are; it is asked at each call then."""
    return not is_own(type(parameter), ("data",))


class BlockProgram(Program):
    """Runs the graph of a block.

    Parameters
    ----------
    traced
        The graph.
    block_parameters
        Of the block and all below it.
    static_alloc, inline_limit
        As for `hybridize`.
    """

    def __init__(self, traced: Traced, block_parameters: dict[str, Parameter], static_alloc: bool,
                 inline_limit: int) -> None:
        self.traced, self.block_parameters = traced, block_parameters
        self.asked = [p for p in block_parameters.values() if has_own_data(p)]
        super().__init__(traced.result._outputs, [*traced.input_names, *(p.name for p in self.asked)],
                         self._collect, -1 if static_alloc else inline_limit)
        # With memory of its own, the original keeps custom operators too, for training and for prediction apart.
        kept = keeper_for(self.graph.operations()) if static_alloc else None
        self._operators = [] if kept is None else [kept, KeptOperators()]
        self._observed: ObservedProgram | None = None
        self._is_plain = not self.asked and not self._operators and not traced.ends_in_nd

    @property
    def is_direct(self) -> bool:
        """Whether `apply` gives the result of a call with one array."""
        return self._is_plain and self.traced.in_format == [0] and self.traced.out_format == 0

    def _collect(self, ctx: Context) -> ParameterSet:
        """Return the arrays of all parameters on `ctx`. The set becomes stale when one of them is replaced."""
        parameters = {name: p for name, p in self.block_parameters.items() if not has_own_data(p)}
        while True:
            arrays = {name: p._kept(ctx) for name, p in parameters.items()}
            result = ParameterSet({name: array for name, array in arrays.items() if name in self._variables})
            for name in result.arrays:
                held = parameters[name]._data
                if held is not None:
                    held.add_user(result)
            # Another thread may have replaced an array in the meantime.
            if all(parameters[name]._kept(ctx) is array for name, array in result.arrays.items()):
                return result

    def call(self, args: tuple[Any, ...], hook: OpHook | None = None) -> Any:
        """The results for the arguments of a call; `hook` is told what every operator computes."""
        arrays = self.traced.flat(args, NDArray)
        results = self.apply(arrays) if self._is_plain and hook is None else self._call_with_extras(arrays, hook)
        return self.traced.nested(results)

    def _call_with_extras(self, arrays: Any, hook: OpHook | None) -> list[NDArray]:
        if self.asked:
            with arrays[0]._ctx:
                arrays = [*arrays, *(parameter.data() for parameter in self.asked)]
        if self._operators:
            with self._operators[autograd.is_training()]:
                results = self._call_and_tell(arrays, hook)
        else:
            results = self._call_and_tell(arrays, hook)
        # A block may leave the arrays it was given for the others: what its graph ends in says which it returns.
        if self.traced.ends_in_nd and type(arrays[0]) is not NDArray:
            results = to_nd(results)
        return results

    def _call_and_tell(self, arrays: Any, hook: OpHook | None) -> list[NDArray]:
        if hook is None:
            return self.apply(arrays)
        if self._observed is None:
            self._observed = ObservedProgram(self.traced.result, self.inputs, self._collect)
        return self._observed.observe(arrays, *hook)
