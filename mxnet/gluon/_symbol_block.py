"""A block around a symbol."""

from __future__ import annotations

from typing import Any

from .. import symbol
from .._graph import interpret
from .._graph.ir import Variable
from .._graph.trace import INPUT, OUTPUT, Traced, flatten_symbols
from .._runtime import dtype as dtypes
from .._runtime.device import Context
from .._runtime.error import MXNetError
from .._runtime.structure import StructureError, flatten
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from ..symbol.symbol import Symbol
from ._device_group import synchronize_over
from ._hybrid_block import HybridBlock
from .parameter import DeferredInitializationError, ParameterDict, ParameterError


def _common_prefix(names: list[str]) -> str:
    """Return the common prefix of all names."""
    first, last = min(names, default=""), max(names, default="")
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]


class SymbolBlock(HybridBlock):
    """A block that runs a symbol.

    Parameters
    ----------
    outputs, inputs : Symbol or list of Symbol
        The inputs are the data variables. All other variables become parameters.
    params : ParameterDict, optional
        Parameters to share, by name.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> net = mx.gluon.SymbolBlock(outputs=x * 2, inputs=x)
    >>> net(mx.nd.array([1, 2])).asnumpy()
    array([2., 4.], dtype=float32)
    """

    def __init__(self, outputs: Any, inputs: Any, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=None, params=None)
        self._prefix, self._params = "", ParameterDict("", params)
        self._empty_prefix = True
        flat_inputs, in_format = flatten([inputs] if isinstance(inputs, Symbol) else inputs, Symbol, INPUT, True)
        alone = isinstance(outputs, (list, tuple)) and len(outputs) == 1
        flat_outputs, out_format = flatten_symbols(outputs[0] if alone else outputs, Symbol, OUTPUT)
        result = symbol.Group(flat_outputs)
        names = {i.name for i in flat_inputs}
        for entry in flat_inputs:
            if len(entry) != 1 or not isinstance(entry._outputs[0][0], Variable):
                what = "the output of an operator" if len(entry) == 1 else f"a group of {len(entry)}"
                raise ParameterError(f"inputs of a SymbolBlock must be variables, but {entry.name} is {what}")
        attributes = result.attr_dict()
        for name in result.list_arguments():
            if name not in names:
                self._add_parameter(name, attributes.get(name, {}))
        for name in result.list_auxiliary_states():
            if name not in names:
                self._add_parameter(name, attributes.get(name, {}), grad_req="null")
        synchronize_over(self, max((node.params.get("ndev", 1) for node in result._graph().nodes), default=1))
        self._own = Traced(flat_inputs, result, in_format, out_format)
        self._set_graph(self._own)
        # Files store parameters without the common prefix, which differs from one instance to the next.
        common = len(_common_prefix(list(self.params.keys())))
        self._reg_params = {name[common:]: parameter for name, parameter in self.params.items()}

    def _add_parameter(self, name: str, attributes: dict[str, str], **kwargs: str) -> None:
        if attributes.get("__storage_type__", "0") != "0":
            raise AssertionError(f"SymbolBlock only supports dense parameters, but '{name}' is sparse; use a Block for "
                                 "sparse parameters")
        torch_dtype = dtypes.of_attribute(name, attributes.get("__dtype__"))
        dtype = "float32" if torch_dtype is None else dtypes.NUMPY_OF_TORCH[torch_dtype]
        self.params.get(name, allow_deferred_init=True, dtype=dtype, **kwargs)

    def reset_ctx(self, ctx: Any) -> None:
        """Move all parameters to other devices.

        Parameters
        ----------
        ctx : Context or list of Context
            New devices.

        Returns
        -------
        None

        Examples
        --------
        >>> x = mx.sym.var('x')
        >>> net = mx.gluon.SymbolBlock(mx.sym.FullyConnected(x, num_hidden=2, name='head'), x)
        >>> net.initialize()
        >>> net.reset_ctx(mx.cpu(1))
        >>> net(mx.nd.ones((4, 3), ctx=mx.cpu(1))).context
        cpu(1)
        """
        self.collect_params().reset_ctx(ctx)

    def _call_operators(self, args: tuple[Any, ...], ctx: Context) -> Any:
        """Run the symbol eagerly."""
        program = self._program
        assert program is not None
        try:
            parameters = program.parameters(ctx)
        except DeferredInitializationError:
            self._finish_deferred(args, program.block_parameters)
            parameters = program.parameters(ctx)
        values = {**parameters.arrays, **dict(zip(program.inputs, args, strict=True))}
        return self._own.nested(interpret.run(program.graph, values.__getitem__, NDArray))

    def _set_formats(self, in_format: Any, out_format: Any) -> None:
        self._own = self._own._replace(in_format=in_format, out_format=out_format)
        super()._set_formats(in_format, out_format)

    def _clear_cached_op(self) -> None:
        super()._clear_cached_op()
        self._traced = getattr(self, "_own", None)

    @staticmethod
    def imports(symbol_file: str, input_names: Any, param_file: str | None = None, ctx: Any = None,
                allow_missing: bool = False, ignore_extra: bool = False) -> SymbolBlock:
        """Load a network from files written by `export` or ``Module.save_checkpoint``.

        Parameters
        ----------
        symbol_file : str
            Path of the graph, which ends in ``-symbol.json``.
        input_names : str or list of str
            Names of the inputs.
        param_file : str, optional
            Path of the parameters. Without it, the block must be initialized.
        ctx : Context or list of Context, optional
            Devices of the parameters in `param_file`. The default is the current context.
        allow_missing : bool
            Whether the file may lack parameters.
        ignore_extra : bool
            Whether to ignore arrays of the file without a parameter. Otherwise they raise an error.

        Returns
        -------
        SymbolBlock

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2)
        >>> net.initialize()
        >>> net.hybridize()
        >>> output = net(mx.nd.ones((4, 3)))
        >>> symbol_file, param_file = net.export('dense')
        >>> loaded = mx.gluon.SymbolBlock.imports(symbol_file, 'data', param_file)
        >>> bool((loaded(mx.nd.ones((4, 3))) == output).asnumpy().all())
        True
        """
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
        outputs = " -> ".join(self._own.result.list_outputs())
        return f"SymbolBlock(\n  {outputs} : {len(self.params)} parameters\n)"

    def forward(self, x: Any, *args: Any) -> Any:
        if isinstance(x, NDArray):
            return self._call_compiled((x, *args))
        if not isinstance(x, Symbol):
            raise MXNetError(f"SymbolBlock.forward takes NDArrays or Symbols, received {type(x)}")
        flat, form = flatten((x, *args), Symbol, INPUT, True)
        if form != self._own.in_format:
            raise StructureError(f"inputs are nested as {form}, but the SymbolBlock expects {self._own.in_format}")
        composed = self._own.result(**dict(zip(self._own.input_names, flat, strict=True)))
        return composed if self._own.out_format == 0 else self._own.nested(list(composed))

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("SymbolBlock does not define hybrid_forward; it runs its symbol")


SymbolBlock.__module__ = "mxnet.gluon.block"
concise_module(__name__)
