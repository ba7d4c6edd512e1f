"""HybridBlock: blocks that are traced into a graph and run compiled."""

from __future__ import annotations

import operator
import threading
import warnings
from _thread import _count as _count_other_threads
from collections.abc import Callable
from typing import Any, overload

from .. import ndarray as nd
from .. import symbol
from .._graph import inductor
from .._graph.infer import Inference
from .._graph.trace import INPUT, Traced, trace
from .._runtime import dtype as dtypes
from .._runtime import storage
from .._runtime.autograd.tape import state as _tape
from .._runtime.device import Context, current_context
from .._runtime.numpy_mode import state as _mode
from .._runtime.overrides import is_own
from .._runtime.storage.sparse import NotDense, SparseMark
from .._runtime.structure import flatten, leaves
from .._runtime.tracebacks import concise_module, user_level
from ..base import MXNetError
from ..ndarray.ndarray import NDArray
from ..numpy.multiarray import ndarray
from ..symbol.symbol import Symbol
from . import _device_group, _inputs
from ._block_errors import as_value_error, locate
from ._block_program import BlockProgram, OpHook, has_own_data
from .block import ArrayT, Block
from .parameter import DeferredInitializationError, Parameter, ParameterDict

_devices = _device_group.settings
# Locks tracing and shape inference, because several threads may make the first call at the same time.
_preparing = threading.RLock()


def _in_numpy_form(args: tuple[Any, ...]) -> bool:
    """Whether to trace a block with NumPy symbols, which depends on the class of its input arrays."""
    return any(True for _ in leaves(args, ndarray))


class HybridBlock(Block):
    """A block that runs on arrays and on symbols, and can be compiled with `hybridize`.

    Subclasses define ``hybrid_forward(self, F, x, ..., parameter=...)``, where `F` is ``mx.nd`` or
    ``mx.sym`` and parameters arrive as keyword arguments.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : ParameterDict or None, default None
        Parameters to share with another block.

    Examples
    --------
    >>> class Double(mx.gluon.HybridBlock):
    ...     def hybrid_forward(self, F, x):
    ...         return F.concat(x, x, dim=0)
    >>> net = Double()
    >>> net.hybridize()
    >>> net(mx.nd.array([1, 2])).asnumpy()
    array([1., 2., 1., 2.], dtype=float32)
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        self._active = False
        self._flags: dict[str, Any] = {}
        self._traced: Traced | None = None
        self._formats: tuple[Any, Any] = None, None
        self._program: BlockProgram | None = None
        # Whether a call with one array may go directly to the program.
        self._is_direct = False
        self._readers: dict[Context, storage.Readers] = {}
        self._hook: OpHook | None = None
        self._backend: str | None = None
        self._backend_options: dict[str, Any] = {}
        super().__init__(prefix=prefix, params=params)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, (HybridBlock, Parameter)):
            self._clear_cached_op()

    def register_child(self, block: Block, name: str | None = None) -> None:
        if not isinstance(block, HybridBlock):
            raise ValueError(f"the children of {type(self).__name__} must be HybridBlocks as well, received {block} of "
                             f"{type(block)}; use HybridSequential instead of Sequential")
        super().register_child(block, name)
        self._clear_cached_op()

    def hybridize(self, active: bool = True, backend: str | None = None, clear: bool = True,
                  static_alloc: bool = False, static_shape: bool = False, inline_limit: int = 2,
                  forward_bulk_size: int | None = None, backward_bulk_size: int | None = None, **kwargs: Any) -> None:
        """Compile this block. The first call traces it, and later calls run generated code.

        Parameters
        ----------
        active : bool
            Whether to compile the block. False returns to eager execution.
        backend : str, optional
            'inductor' compiles the block with ``torch.compile``, which needs a C++ compiler
            (``docs/en/guides/inductor.md``). See `Symbol.optimize_for` for others.
        clear : bool
            Trace again, even if the block has already been traced.
        **kwargs
            Options of the backend.
        static_alloc, static_shape, forward_bulk_size, backward_bulk_size
            Accepted for compatibility. Generated code reuses memory and adapts to shapes without them.
        inline_limit : int
            `autograd.get_symbol` shows the operators of a recorded call if there are at most this many and
            `static_alloc` is not set. Otherwise it shows one node.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2)
        >>> net.initialize()
        >>> net.hybridize()
        >>> net(mx.nd.ones((4, 3))).shape
        (4, 2)
        """
        if active and backend == inductor.NAME:
            inductor.check_compiler()
        self._active, self._backend = active, backend
        if kwargs:
            self._backend_options = kwargs
        self._flags = {"static_alloc": static_alloc, "static_shape": static_shape, "inline_limit": inline_limit}
        if clear:
            self._clear_cached_op()
        self._update_directness()
        if self._forward_hooks or self._forward_pre_hooks:
            warnings.warn(f'hooks of "{self.name}" are not called while it runs as part of a hybridized parent',
                          stacklevel=user_level())
        super().hybridize(active, **self._flags, forward_bulk_size=forward_bulk_size,
                          backward_bulk_size=backward_bulk_size)

    def register_op_hook(self, callback: Callable[[str, str, NDArray], Any], monitor_all: bool = False) -> None:
        self._hook = callback, monitor_all
        super().register_op_hook(callback, monitor_all)

    def optimize_for(self, x: Any, *args: Any, backend: str | None = None, clear: bool = False,
                     static_alloc: bool = False, static_shape: bool = False, inline_limit: int = 2,
                     forward_bulk_size: int | None = None, backward_bulk_size: int | None = None,
                     **kwargs: Any) -> None:
        """Hybridize for a backend and trace with the given inputs, without running the block.

        The block can be exported afterwards.

        Parameters
        ----------
        x, *args : NDArray
            Inputs.
        backend : str
            See `Symbol.optimize_for`.
        clear, static_alloc, static_shape, inline_limit, forward_bulk_size, backward_bulk_size, **kwargs
            See `hybridize`.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, prefix='head_')
        >>> net.initialize()
        >>> net.optimize_for(mx.nd.ones((4, 3)), backend='MKLDNN')
        >>> net.export('head')
        ('head-symbol.json', 'head-0000.params')
        """
        if not backend:
            raise ValueError(f"optimize_for needs the name of a backend, received backend={backend!r}")
        self.hybridize(True, backend, clear, static_alloc, static_shape, inline_limit, forward_bulk_size,
                       backward_bulk_size, **kwargs)
        _inputs.context_of((x, *args), self._active)
        parameters = self._compile((x, *args)).block_parameters
        if any(p._deferred_init for p in parameters.values()):
            self._finish_deferred((x, *args), parameters)

    def cast(self, dtype: Any) -> None:
        self._clear_cached_op()
        super().cast(dtype)

    def _clear_cached_op(self) -> None:
        self._traced = self._program = None
        self._is_direct = False

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for copies without compiled programs, which belong to the original's arrays."""
        return {**self.__dict__, "_program": None, "_is_direct": False, "_readers": {}}

    @property
    def _cached_graph(self) -> tuple[list[Symbol], Symbol] | None:
        """Variables and result of the graph, under MXNet's attribute name."""
        return None if self._traced is None else (self._traced.inputs, self._traced.result)

    # The nesting of arrays in arguments and results, under MXNet's attribute names. GluonTS saves both together
    # with an exported network and sets them on the imported SymbolBlock.

    @property
    def _in_format(self) -> Any:
        return self._formats[0]

    @_in_format.setter
    def _in_format(self, form: Any) -> None:
        self._set_formats(form, self._out_format)

    @property
    def _out_format(self) -> Any:
        return self._formats[1]

    @_out_format.setter
    def _out_format(self, form: Any) -> None:
        self._set_formats(self._in_format, form)

    def _set_formats(self, in_format: Any, out_format: Any) -> None:
        """Change the nesting of arguments and results. The next trace overwrites both."""
        self._formats = in_format, out_format
        if self._traced is not None:
            self._traced = self._traced._replace(in_format=in_format, out_format=out_format)
        if self._program is not None:
            self._program.traced = self._program.traced._replace(in_format=in_format, out_format=out_format)
            self._update_directness()

    # Tracing

    def _set_graph(self, traced: Traced) -> None:
        self._traced, self._formats = traced, (traced.in_format, traced.out_format)

    def _trace(self, args: tuple[Any, ...]) -> Traced:
        """Trace this block, or return the cached graph."""
        with _preparing:
            if self._traced is None:
                parameters = {key: value.var() for key, value in self._reg_params.items()}
                with self.name_scope():
                    self._set_graph(trace(lambda *inputs: self.hybrid_forward(symbol, *inputs, **parameters), args,
                                           NDArray, symbol, _in_numpy_form(args)))
            assert self._traced is not None
            return self._traced

    def _parameters_by_use(self, traced: Traced) -> dict[str, Parameter]:
        """Return the parameters of this block and its descendants in the order of the graph.

        This order decides which random values each parameter draws after a seed.
        """
        parameters = dict(self.collect_params().items())
        return {name: parameters[name] for name in (*traced.result.list_inputs(), *parameters) if name in parameters}

    def _compile(self, args: tuple[Any, ...]) -> BlockProgram:
        traced = self._trace(args)
        if self._backend is not None:
            traced = traced._replace(result=traced.result.optimize_for(self._backend, **self._backend_options))
            self._traced = traced
        parameters = self._parameters_by_use(traced)
        if any(map(has_own_data, parameters.values())):
            self._read_own_data(parameters, args)
        program = BlockProgram(traced, parameters, self._flags.get("static_alloc", False),
                               self._flags.get("inline_limit", 2), self._backend == inductor.NAME)
        self._program = program  # last, because other threads call it immediately
        self._update_directness()
        return program

    def _update_directness(self) -> None:
        program = self._program
        self._is_direct = (self._active and program is not None and program.is_direct
                           and is_own(type(self), ("forward",)))

    def _read_own_data(self, parameters: dict[str, Parameter], args: tuple[Any, ...]) -> None:
        """Read parameters with an overridden `data` when the graph is created, as MXNet does."""
        with _inputs.context_of(args, self._active) or current_context():
            try:
                for parameter in filter(has_own_data, parameters.values()):
                    parameter.data()
            except DeferredInitializationError:
                self._finish_deferred(args, parameters)

    def _infer(self, args: tuple[Any, ...]) -> Inference:
        traced = self._trace(args)
        flat = [a for a in flatten(args, (NDArray, Symbol), INPUT, True)[0] if a is not None]
        shapes = {name: a.shape for name, a in zip(traced.input_names, flat, strict=True)}
        types = {name: dtypes.to_torch(a.dtype) for name, a in zip(traced.input_names, flat, strict=True)}
        if self._program is not None:
            return self._program.infer(shapes, types)
        return Inference(traced.result._graph(), shapes, types).run()

    def infer_shape(self, *args: Any) -> None:
        """Complete the shapes of all parameters from the shapes of the inputs.

        Parameters
        ----------
        *args : NDArray
            Inputs of the block.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2)
        >>> net.infer_shape(mx.nd.ones((4, 3)))
        >>> net.weight.shape
        (2, 3)
        """
        inference = self._infer(args)
        parameters = self.collect_params()
        for node in inference.graph.variables():
            shape = inference.shapes.get((node, 0))
            if shape is not None and node.name in parameters:
                parameters[node.name].shape = shape

    def infer_type(self, *args: Any) -> None:
        """Set the dtypes of all parameters from the dtypes of the inputs.

        Parameters
        ----------
        *args : NDArray
            Inputs of the block.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, dtype=None)
        >>> net.infer_type(mx.nd.ones((4, 3), dtype='float16'))
        >>> net.weight.dtype.__name__
        'float16'
        """
        inference = self._infer(args)
        parameters = self.collect_params()
        for node in inference.graph.variables():
            dtype = inference.types.get((node, 0))
            if dtype is not None and node.name in parameters:
                parameters[node.name].dtype = dtypes.NUMPY_OF_TORCH[dtype]

    def _finish_deferred(self, args: tuple[Any, ...], parameters: ParameterDict | dict[str, Parameter]) -> None:
        """Initialize `parameters` with shapes inferred from the inputs."""
        with _preparing:
            try:
                self.infer_shape(*args)
            except MXNetError as error:
                introduction = "the shapes of some parameters cannot be inferred from the input"
                raise as_value_error(error, introduction) from error
            for parameter in parameters.values():
                parameter._finish_deferred_init()

    # Calls go through `__call__`, `forward`, `BlockProgram` and its generated function.

    @overload
    def __call__(self, x: ArrayT, /) -> ArrayT: ...

    @overload
    def __call__(self, *args: Any) -> Any: ...

    def __call__(self, *args: Any) -> Any:
        """Run the block on arrays, or build its graph from symbols.

        Parameters
        ----------
        *args : NDArray or Symbol, or nested lists of them
            Inputs of the block.

        Returns
        -------
        NDArray or Symbol, or nested lists of them
            Outputs of the block.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3, prefix='fc_')
        >>> net.initialize(mx.init.One())
        >>> net.hybridize()
        >>> net(mx.nd.array([[1, 2, 3]])).asnumpy()
        array([[6., 6.]], dtype=float32)
        >>> net(mx.sym.var('x')).list_arguments()
        ['x', 'fc_weight', 'fc_bias']
        """
        try:
            if (self._is_direct and len(args) == 1 and type(args[0]) is (ndarray if _mode.array else NDArray)
                    and not self._forward_hooks and not self._forward_pre_hooks and self._hook is None
                    and not _devices.enabled):
                try:
                    return self._program.apply(args)[0]  # type: ignore[union-attr]
                except (DeferredInitializationError, NotDense):
                    pass  # another thread is making the first call, or a parameter is sparse
            return super().__call__(*args)
        except Exception as error:
            locate(error, self)
            raise

    def forward(self, x: Any, *args: Any) -> Any:
        """Run `hybrid_forward` on arrays or symbols. Users call the block itself.

        Parameters
        ----------
        x, *args : NDArray or Symbol
            Inputs of the block.

        Returns
        -------
        NDArray or Symbol, or nested lists of them
            Outputs of the block.

        Examples
        --------
        >>> net = mx.gluon.nn.Flatten()
        >>> net(mx.nd.ones((2, 3, 4))).shape
        (2, 12)
        >>> net(mx.sym.var('x')).list_arguments()
        ['x']
        """
        ctx = x._ctx if isinstance(x, NDArray) and not args else _inputs.context_of((x, *args), self._active)
        if ctx is None:
            variables = {attribute: parameter.var() for attribute, parameter in self._reg_params.items()}
            with self.name_scope():
                return self.hybrid_forward(symbol, x, *args, **variables)
        if self._active:
            return self._call_compiled((x, *args))
        return self._call_operators((x, *args), ctx)

    def _call_compiled(self, args: tuple[Any, ...]) -> Any:
        program = self._program
        if program is None:
            with _preparing:
                program = self._program or self._compile(args)
        try:
            try:
                return program.call(args, self._hook)
            except DeferredInitializationError:
                self._finish_deferred(args, program.block_parameters)
                return program.call(args, self._hook)
        except NotDense:  # programs only support dense arrays
            return self._call_operators(args, args[0]._ctx)

    def _call_operators(self, args: tuple[Any, ...], ctx: Context) -> Any:
        """Run this block eagerly, but not its children."""
        try:
            parameters = self._values(ctx)
        except DeferredInitializationError:
            self._finish_deferred(args, self.params)
            parameters = self._values(ctx)
        if not parameters or not _count_other_threads() or _tape.recording or _tape.training:
            return self.hybrid_forward(nd, *args, **parameters)
        readers = self._enter_readers(ctx, parameters)
        try:
            return self.hybrid_forward(nd, *args, **parameters)
        finally:
            readers.leave()

    def _values(self, ctx: Context) -> dict[str, NDArray]:
        """Return the parameters of this block."""
        return {key: parameter.data(ctx) for key, parameter in self._reg_params.items()}

    def _enter_readers(self, ctx: Context, parameters: dict[str, NDArray]) -> storage.Readers:
        """Make other threads wait with writes to the parameters until this prediction has finished."""
        arrays = {name: array for name, array in parameters.items() if not isinstance(array, SparseMark)}
        readers = self._readers.get(ctx)
        same = readers is not None and all(map(operator.is_, readers.arrays.values(), arrays.values()))
        while readers is None or not same or not readers.enter():
            readers, same = storage.Readers(arrays), True
        self._readers[ctx] = readers
        return readers

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs of the block from arrays or symbols. Subclasses override it.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x, *args : NDArray or Symbol
            Inputs of the block.
        **kwargs : NDArray or Symbol
            Parameters of the block, by attribute name.

        Returns
        -------
        NDArray or Symbol, or nested lists of them
            Outputs of the block.

        Examples
        --------
        >>> class Scale(mx.gluon.HybridBlock):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.factor = self.params.get('factor', shape=(1,), init=mx.init.Constant(3))
        ...     def hybrid_forward(self, F, x, factor):
        ...         return F.broadcast_mul(x, factor)
        >>> net = Scale()
        >>> net.initialize()
        >>> net(mx.nd.array([1, 2])).asnumpy()
        array([3., 6.], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    @property
    def generated_source(self) -> str:
        """Source code that `hybridize` has generated.

        Examples
        --------
        >>> net = mx.gluon.nn.Activation('relu')
        >>> net.hybridize()
        >>> output = net(mx.nd.ones(3))
        >>> 'def ' in net.generated_source
        True
        """
        return "" if self._program is None else self._program.source

    def export(self, path: str, epoch: int = 0, remove_amp_cast: bool = True) -> tuple[str, str]:
        """Write graph and parameters to files for `SymbolBlock.imports` and for MXNet.

        Call `hybridize` and run the block once before.

        Parameters
        ----------
        path : str
            Prefix of the file names.
        epoch : int
            Number in the name of the parameter file.
        remove_amp_cast : bool
            Whether to leave out casts of mixed precision.

        Returns
        -------
        tuple of str
            Paths of the two files.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2)
        >>> net.initialize()
        >>> net.hybridize()
        >>> output = net(mx.nd.ones((4, 3)))
        >>> net.export('dense', epoch=5)
        ('dense-symbol.json', 'dense-0005.params')
        """
        if self._traced is None:
            raise RuntimeError(f"export: {self.name} has no graph yet; call hybridize() and run it once before "
                               "exporting")
        graph = self._traced.result
        symbol_file, params_file = f"{path}-symbol.json", f"{path}-{epoch:04d}.params"
        graph.save(symbol_file, remove_amp_cast)
        arguments, states = set(graph.list_arguments()), set(graph.list_auxiliary_states())
        arrays = {}
        parameters = self._parameters_by_use(self._traced) if self._program is None else self._program.block_parameters
        for name, parameter in parameters.items():
            if name in arguments:
                arrays[f"arg:{name}"] = parameter._reduce()
            elif name in states:
                arrays[f"aux:{name}"] = parameter._reduce()
        nd.save(params_file, arrays)
        return symbol_file, params_file


HybridBlock.__module__ = "mxnet.gluon.block"
concise_module(__name__)
