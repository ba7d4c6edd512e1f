"""Program of a hybridized block: its graph and the arrays of its parameters."""

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
    """Whether a user's class overrides `data`. Its `data` is then called in every forward pass."""
    return not is_own(type(parameter), ("data",))


class BlockProgram(Program):
    """Runs the graph of a block.

    Parameters
    ----------
    traced
        The graph.
    block_parameters
        Parameters of the block and all its descendants.
    static_alloc, inline_limit
        See `hybridize`.
    inductor
        Whether torch's compiler compiles the graph.
    """

    def __init__(self, traced: Traced, block_parameters: dict[str, Parameter], static_alloc: bool,
                 inline_limit: int, inductor: bool = False) -> None:
        self.traced, self.block_parameters = traced, block_parameters
        self.overridden = [p for p in block_parameters.values() if has_own_data(p)]
        super().__init__(traced.result._outputs, [*traced.input_names, *(p.name for p in self.overridden)],
                         self._collect, -1 if static_alloc else inline_limit, inductor)
        # With static_alloc, MXNet also caches custom operators, separately for training and for prediction.
        cached = keeper_for(self.graph.operations()) if static_alloc else None
        self._operators = [] if cached is None else [cached, KeptOperators()]
        self._observed: ObservedProgram | None = None
        self._is_plain = not self.overridden and not self._operators and not traced.ends_in_nd

    @property
    def is_direct(self) -> bool:
        """Whether `apply` returns the result of a call with one array."""
        return self._is_plain and self.traced.in_format == [0] and self.traced.out_format == 0

    def _collect(self, ctx: Context) -> ParameterSet:
        """Return the arrays of all parameters on `ctx`. The set becomes stale when one of them is replaced."""
        parameters = {name: p for name, p in self.block_parameters.items() if not has_own_data(p)}
        while True:
            arrays = {name: p._array_on(ctx) for name, p in parameters.items()}
            result = ParameterSet({name: array for name, array in arrays.items() if name in self._variables})
            for name in result.arrays:
                parameter_arrays = parameters[name]._data
                if parameter_arrays is not None:
                    parameter_arrays.add_user(result)
            # Another thread may have replaced an array in the meantime.
            if all(parameters[name]._array_on(ctx) is array for name, array in result.arrays.items()):
                return result

    def call(self, args: tuple[Any, ...], hook: OpHook | None = None) -> Any:
        """Return the results for the arguments of a call. `hook` receives the results of all operators."""
        arrays = self.traced.flat(args, NDArray)
        results = self.apply(arrays) if self._is_plain and hook is None else self._call_with_extras(arrays, hook)
        return self.traced.nested(results)

    def _call_with_extras(self, arrays: Any, hook: OpHook | None) -> list[NDArray]:
        if self.overridden:
            with arrays[0]._ctx:
                arrays = [*arrays, *(parameter.data() for parameter in self.overridden)]
        if self._operators:
            with self._operators[autograd.is_training()]:
                results = self._call_observed(arrays, hook)
        else:
            results = self._call_observed(arrays, hook)
        # A block may convert its NumPy arrays to legacy arrays. The end of its graph decides which class it returns.
        if self.traced.ends_in_nd and type(arrays[0]) is not NDArray:
            results = to_nd(results)
        return results

    def _call_observed(self, arrays: Any, hook: OpHook | None) -> list[NDArray]:
        if hook is None:
            return self.apply(arrays)
        if self._observed is None:
            self._observed = ObservedProgram(self.traced.result, self.inputs, self._collect)
        return self._observed.observe(arrays, *hook)
