"""A block around a symbol."""

from __future__ import annotations

from typing import Any

from .. import symbol
from .._graph import interpret
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from .._runtime.structure import flatten, regroup
from ..ndarray.ndarray import NDArray
from ..symbol._control_flow import separate
from ..symbol.symbol import Symbol
from ._device_group import synchronize_over
from ._hybrid_block import _INPUT, _OUTPUT, HybridBlock
from .parameter import DeferredInitializationError, ParameterDict, ParameterError


def _common_prefix(names: list[str]) -> str:
    """What all names begin with."""
    first, last = min(names, default=""), max(names, default="")
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]


class SymbolBlock(HybridBlock):
    """A block around a symbol.

    Parameters
    ----------
    outputs, inputs : Symbol or list of Symbol
        Of the inputs: the variables that are data; all others become parameters.
    params : ParameterDict, optional
    """

    def __init__(self, outputs: Any, inputs: Any, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=None, params=None)
        self._prefix, self._params = "", ParameterDict("", params)
        self._empty_prefix = True
        flat_inputs, self._in_format = flatten([inputs] if isinstance(inputs, Symbol) else inputs, Symbol, _INPUT, True)
        flat_outputs, self._out_format = flatten(separate(outputs), Symbol, _OUTPUT, True)
        result = symbol.Group(flat_outputs)
        names = {i.name for i in flat_inputs}
        for entry in flat_inputs:
            if entry._outputs[0][0].op is not None:
                raise ParameterError(f"inputs of a SymbolBlock must be variables, but {entry.name} is the output of "
                                     "an operator")
        attributes = result.attr_dict()
        for name in result.list_arguments():
            if name not in names:
                self._add_parameter(name, attributes.get(name, {}))
        for name in result.list_auxiliary_states():
            if name not in names:
                self._add_parameter(name, attributes.get(name, {}), grad_req="null")
        synchronize_over(self, max((node.params.get("ndev", 1) for node in result._graph().nodes
                                    if node.op is not None), default=1))
        self._graph_parts = flat_inputs, result
        self._cached_graph = self._graph_parts
        # Files name parameters without what all names begin with, which differs from one instance to the next.
        common = len(_common_prefix(list(self.params.keys())))
        self._reg_params = {name[common:]: parameter for name, parameter in self.params.items()}

    def _add_parameter(self, name: str, attributes: dict[str, str], **kwargs: str) -> None:
        if attributes.get("__storage_type__", "0") != "0":
            raise AssertionError(f"SymbolBlock takes dense parameters only, but '{name}' is sparse; such parameters "
                                 "need a Block")
        known = dtypes.of_attribute(name, attributes.get("__dtype__"))
        kind = "float32" if known is None else dtypes.NUMPY_OF_TORCH[known]
        self.params.get(name, allow_deferred_init=True, dtype=kind, **kwargs)

    def reset_ctx(self, ctx: Any) -> None:
        """Move all parameters to other contexts."""
        self.collect_params().reset_ctx(ctx)

    def _call_on_sparse(self, args: tuple[Any, ...]) -> Any:
        """Run the symbol operator by operator."""
        compiled = self._compiled
        assert compiled is not None
        try:
            parameters = self._parameter_arrays(args[0]._ctx)
        except DeferredInitializationError:
            self._finish_deferred(args)
            parameters = self._parameter_arrays(args[0]._ctx)
        values = {**parameters, **dict(zip(compiled.inputs, args, strict=True))}
        results = interpret.run(compiled.graph, values.__getitem__, NDArray)
        return results[0] if self._out_format == 0 else regroup(results, self._out_format)

    def _clear_cached_op(self) -> None:
        super()._clear_cached_op()
        self._cached_graph = getattr(self, "_graph_parts", None)

    @staticmethod
    def imports(symbol_file: str, input_names: Any, param_file: str | None = None, ctx: Any = None,
                allow_missing: bool = False, ignore_extra: bool = False) -> SymbolBlock:
        """The network in files written by `export` or ``Module.save_checkpoint``."""
        graph = symbol.load(symbol_file)
        names = [input_names] if isinstance(input_names, str) else list(input_names)
        block = SymbolBlock(graph, [symbol.var(n) for n in names])
        if param_file is not None:
            block.collect_params().load(param_file, ctx, allow_missing, ignore_extra, cast_dtype=True,
                                        dtype_source="saved")
        elif ctx is not None:
            block.collect_params().reset_ctx(ctx)
        return block

    def __repr__(self) -> str:
        graph = self._graph_parts[1]
        outputs = " -> ".join(graph.list_outputs())
        return f"SymbolBlock(\n  {outputs} : {len(self.params)} parameters\n)"

    def forward(self, x: Any, *args: Any) -> Any:
        if isinstance(x, NDArray):
            return self._call_compiled((x, *args))
        if not isinstance(x, Symbol):
            raise MXNetError(f"SymbolBlock.forward takes NDArrays or Symbols, received {type(x)}")
        inputs, result = self._graph_parts
        flat, _ = flatten((x, *args), Symbol, _INPUT, True)
        composed = result(**{i.name: f for i, f in zip(inputs, flat, strict=True)})
        return regroup(list(composed), self._out_format) if self._out_format != 0 else composed

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("SymbolBlock runs its symbol")


SymbolBlock.__module__ = "mxnet.gluon.block"
