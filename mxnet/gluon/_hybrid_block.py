"""HybridBlock: blocks that are traced into a graph and run compiled."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from typing import Any

from .. import autograd, symbol
from .. import ndarray as nd
from .._graph.compiled import CompiledGraph
from .._graph.infer import Inference
from .._ops.custom import KeptOperators, keeper_for
from .._runtime import dtype as dtypes
from .._runtime.device import Context, current_context
from .._runtime.overrides import is_own
from .._runtime.sparse_storage import NotDense
from .._runtime.structure import flatten, regroup
from ..base import MXNetError
from ..ndarray.ndarray import NDArray
from ..numpy import _mode as _numpy_mode
from ..symbol._control_flow import separate
from ..symbol.symbol import Symbol
from . import _inputs
from ._op_hook import HookedGraph
from .block import Block
from .parameter import DeferredInitializationError, Parameter, ParameterDict, arrays_epoch

# Held while a block is traced or its parameters get their shapes: threads may make the first call at the same time.
_preparing = threading.RLock()
_INPUT, _OUTPUT = (f"When hybridized, the {what} of HybridBlock" for what in ("input", "output"))


class HybridBlock(Block):
    """A block that runs on arrays as well as on symbols, and can be compiled with `hybridize`.

    Subclasses define ``hybrid_forward(self, F, x, ..., parameter=...)``, where `F` is ``mx.nd`` or
    ``mx.sym`` and parameters arrive as keyword arguments.
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        self._active = False
        self._flags: dict[str, Any] = {}
        self._cached_graph: tuple[list[Symbol], Symbol] | None = None
        self._in_format: Any = None
        self._out_format: Any = None
        self._compiled: CompiledGraph | None = None
        self._hooked: HookedGraph | None = None
        self._hook: tuple[Callable[[str, str, NDArray], Any], bool] | None = None
        self._backend: str | None = None
        self._backend_options: dict[str, Any] = {}
        self._arrays: dict[Context, tuple[int, dict[str, NDArray]]] = {}
        self._graph_parameters: Any = None
        self._asked_parameters: list[Parameter] = []
        self._predicts_directly = False
        self._operators: list[KeptOperators] = []
        super().__init__(prefix=prefix, params=params)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, (HybridBlock, Parameter)):
            self._clear_cached_op()

    def register_child(self, block: Block, name: str | None = None) -> None:
        if not isinstance(block, HybridBlock):
            raise ValueError(f"the children of {type(self).__name__} must be HybridBlocks as well, received {block} of "
                             f"{type(block)}; HybridSequential takes the place of Sequential")
        super().register_child(block, name)
        self._clear_cached_op()

    def hybridize(self, active: bool = True, backend: str | None = None, clear: bool = True,
                  static_alloc: bool = False, static_shape: bool = False, inline_limit: int = 2,
                  forward_bulk_size: int | None = None, backward_bulk_size: int | None = None, **kwargs: Any) -> None:
        """Compile this block: it is traced once and then runs as generated code.

        Parameters
        ----------
        active : bool
            Compile, or go back to running operator by operator.
        backend : str, optional
            As for `Symbol.optimize_for`.
        clear : bool
            Trace again, even if the block has been traced already.
        **kwargs
            Options of the backend.
        static_alloc, static_shape, forward_bulk_size, backward_bulk_size
            Accepted for old code: generated code reuses memory and adapts to shapes by itself.
        inline_limit : int
            `autograd.get_symbol` shows the operators of a recorded call if there are no more than this and
            `static_alloc` is not set, else one node.
        """
        self._active, self._backend = active, backend
        if kwargs:
            self._backend_options = kwargs
        self._flags = {"static_alloc": static_alloc, "static_shape": static_shape, "inline_limit": inline_limit}
        if clear:
            self._clear_cached_op()
        if self._forward_hooks or self._forward_pre_hooks:
            warnings.warn(f'hooks of "{self.name}" are not called while it runs as part of a hybridized parent',
                          stacklevel=2)
        super().hybridize(active, **self._flags, forward_bulk_size=forward_bulk_size,
                          backward_bulk_size=backward_bulk_size)

    def register_op_hook(self, callback: Callable[[str, str, NDArray], Any], monitor_all: bool = False) -> None:
        self._hook = callback, monitor_all
        super().register_op_hook(callback, monitor_all)

    def optimize_for(self, x: Any, *args: Any, backend: str | None = None, clear: bool = False,
                     static_alloc: bool = False, static_shape: bool = False, inline_limit: int = 2,
                     forward_bulk_size: int | None = None, backward_bulk_size: int | None = None,
                     **kwargs: Any) -> None:
        """Hybridize for a backend and trace with inputs like the given ones, without running; then `export` works.

        Parameters
        ----------
        x, *args : NDArray
            Inputs.
        backend : str
            As for `Symbol.optimize_for`.
        """
        if not backend:
            raise ValueError(f"optimize_for needs the name of a backend, received backend={backend!r}")
        self.hybridize(True, backend, clear, static_alloc, static_shape, inline_limit, forward_bulk_size,
                       backward_bulk_size, **kwargs)
        _inputs.context_of((x, *args), self._active)
        self._compile((x, *args))
        if any(p._deferred_init for p in self.collect_params().values()):
            self._finish_deferred((x, *args))

    def cast(self, dtype: Any) -> None:
        self._clear_cached_op()
        super().cast(dtype)

    def _clear_cached_op(self) -> None:
        self._cached_graph = self._compiled = self._hooked = self._graph_parameters = None
        self._arrays = {}

    # Tracing

    def _get_graph(self, *args: Any) -> tuple[list[Symbol], Symbol]:
        """Input symbols and result of this block, traced once."""
        with _preparing:
            return self._trace(args) if self._cached_graph is None else self._cached_graph

    def _trace(self, args: tuple[Any, ...]) -> tuple[list[Symbol], Symbol]:
        flat, self._in_format = flatten(args, (NDArray, Symbol), _INPUT, True)
        count = sum(f is not None for f in flat)
        if count == 0:
            raise ValueError(f"at least one input must not be None, received {args}")
        inputs = [symbol.var("data" if count == 1 else f"data{i}") for i in range(count)]
        fill = iter(inputs)
        grouped = regroup([None if f is None else next(fill) for f in flat], self._in_format)
        parameters = {key: value.var() for key, value in self._reg_params.items()}
        with self.name_scope():
            result = self.hybrid_forward(symbol, *grouped, **parameters)
        outputs, self._out_format = flatten(separate(result), Symbol, _OUTPUT, True)
        self._cached_graph = inputs, symbol.Group([o for o in outputs if o is not None])
        return self._cached_graph

    def _infer(self, args: tuple[Any, ...]) -> Inference:
        inputs, result = self._get_graph(*args)
        flat = [a for a in flatten(args, (NDArray, Symbol), _INPUT, True)[0] if a is not None]
        shapes = {i.name: a.shape for i, a in zip(inputs, flat, strict=True)}
        types = {i.name: dtypes.to_torch(a.dtype) for i, a in zip(inputs, flat, strict=True)}
        if self._compiled is not None:
            return self._compiled.infer(shapes, types)  # type: ignore[arg-type]
        return Inference(result._graph(), shapes, types).run()  # type: ignore[arg-type]

    def infer_shape(self, *args: Any) -> None:
        """Complete the shapes of all parameters from those of the inputs."""
        found = self._infer(args)
        parameters = self.collect_params()
        for node in found.graph.variables():
            shape = found.shapes.get((node, 0))
            if shape is not None and node.name in parameters:
                parameters[node.name].shape = shape

    def infer_type(self, *args: Any) -> None:
        """Complete the types of all parameters from those of the inputs."""
        found = self._infer(args)
        parameters = self.collect_params()
        for node in found.graph.variables():
            kind = found.types.get((node, 0))
            if kind is not None and node.name in parameters:
                parameters[node.name].dtype = dtypes.NUMPY_OF_TORCH[kind]

    def _finish_deferred(self, args: tuple[Any, ...]) -> None:
        with _preparing:
            try:
                self.infer_shape(*args)
            except MXNetError as error:
                raise ValueError(f"the shapes of some parameters do not follow from the input: {error}") from error
            for parameter in (self.params if self._graph_parameters is None else self._graph_parameters).values():
                parameter._finish_deferred_init()

    # Running

    def _parameter_arrays(self, ctx: Context) -> dict[str, NDArray]:
        """The arrays of all parameters on `ctx`, remembered until any parameter changes its arrays."""
        known = self._arrays.get(ctx)
        epoch = arrays_epoch()
        if known is not None and known[0] == epoch:
            return known[1]
        arrays = {name: parameter.data(ctx) for name, parameter in self._graph_parameters.items()
                  if not _has_own_data(parameter)}
        if known is not None and self._compiled is not None:
            self._compiled.forget_parameters()
        self._arrays[ctx] = epoch, arrays
        return arrays

    def __call__(self, *args: Any) -> Any:
        if (self._active and self._out_format == 0 and len(args) == 1 and type(args[0]) is NDArray
                and not autograd.is_recording() and self._compiled is not None and self._predicts_directly
                and not self._forward_hooks and not self._forward_pre_hooks and self._hook is None):
            try:
                return self._compiled.predict(args[0])
            except DeferredInitializationError:
                pass  # another thread makes the first call
        return super().__call__(*args)

    def _call_compiled(self, args: tuple[Any, ...]) -> Any:
        if len(args) == 1 and isinstance(args[0], NDArray) and self._in_format in ([0], None):
            flat: list[Any] = [args[0]]
        else:
            flat, form = flatten(args, NDArray, _INPUT, True)
            if self._cached_graph is not None:
                _inputs.check_format(form, self._in_format)
            flat = [a for a in flat if a is not None]
        if self._compiled is None:
            with _preparing:
                if self._compiled is None:
                    self._compile(args)
        try:
            try:
                results = self._run_compiled(flat)
            except DeferredInitializationError:
                self._finish_deferred(args)
                results = self._run_compiled(flat)
        except NotDense:
            return self._call_on_sparse(args)
        if self._out_format == 0:
            return results[0]
        return regroup(results, self._out_format, absent=True)

    def _run_compiled(self, flat: list[NDArray]) -> list[NDArray]:
        assert self._compiled is not None
        if self._asked_parameters:
            with flat[0]._ctx:
                flat = [*flat, *(parameter.data() for parameter in self._asked_parameters)]
        if self._operators:
            with self._operators[autograd.is_training()]:
                return self._compiled(flat) if self._hook is None else self._call_hooked(flat)
        return self._compiled(flat) if self._hook is None else self._call_hooked(flat)

    def _call_on_sparse(self, args: tuple[Any, ...]) -> Any:
        """Run this block, but not its children, operator by operator: compiled graphs have dense arrays only."""
        ctx = args[0]._ctx
        try:
            parameters = {key: value.data(ctx) for key, value in self._reg_params.items()}
        except DeferredInitializationError:
            self._finish_deferred(args)
            parameters = {key: value.data(ctx) for key, value in self._reg_params.items()}
        return self.hybrid_forward(nd, *args, **parameters)

    def _call_hooked(self, flat: list[NDArray]) -> list[NDArray]:
        assert self._cached_graph is not None and self._hook is not None
        if self._hooked is None:
            self._hooked = HookedGraph(self._cached_graph[1], self._input_names(), self._parameter_arrays, arrays_epoch)
        return self._hooked(flat, *self._hook)

    def _compile(self, args: tuple[Any, ...]) -> None:
        inputs, result = self._get_graph(*args)
        if self._backend is not None:
            result = result.optimize_for(self._backend, **self._backend_options)
            self._cached_graph = inputs, result
        inline_limit = -1 if self._flags.get("static_alloc") else self._flags.get("inline_limit", 2)
        self._graph_parameters = self.collect_params()
        self._asked_parameters = [p for p in self._graph_parameters.values() if _has_own_data(p)]
        if self._asked_parameters:
            self._ask_parameters(args)
        compiled = CompiledGraph(result._outputs, self._input_names(), self._parameter_arrays, arrays_epoch,
                                 inline_limit)
        # With memory of its own, the original keeps custom operators too, for training and for prediction apart.
        kept = keeper_for(compiled.graph.nodes) if self._flags.get("static_alloc") else None
        self._operators = [] if kept is None else [kept, KeptOperators()]
        self._predicts_directly = (not self._asked_parameters and not self._operators
                                   and is_own(type(self), ("forward",)))
        self._compiled = compiled  # last: other threads call it as soon as it is there

    def _ask_parameters(self, args: tuple[Any, ...]) -> None:
        """Read the parameters whose `data` is a user's when the graph is made, as the original does."""
        with _inputs.context_of(args, self._active) or current_context():
            try:
                for parameter in self._asked_parameters:
                    parameter.data()
            except DeferredInitializationError:
                self._finish_deferred(args)

    def _input_names(self) -> list[str]:
        """Names of what every run of the graph is given: data, and parameters whose `data` is a user's method."""
        assert self._cached_graph is not None
        return [*(str(i.name) for i in self._cached_graph[0]), *(p.name for p in self._asked_parameters)]

    @property
    def generated_source(self) -> str:
        """The source that `hybridize` has generated so far."""
        return "" if self._compiled is None else self._compiled.source

    def forward(self, x: Any, *args: Any) -> Any:
        """Run `hybrid_forward` on arrays or symbols."""
        ctx = x._ctx if isinstance(x, NDArray) and not args else _inputs.context_of((x, *args), self._active)
        if ctx is None:
            variables = {attribute: parameter.var() for attribute, parameter in self._reg_params.items()}
            with self.name_scope():
                return self.hybrid_forward(symbol, x, *args, **variables)
        # Graphs know no functions of mx.np: in NumPy mode, blocks that may use them run operator by operator.
        if self._active and not _numpy_mode.is_active():
            return self._call_compiled((x, *args))
        try:
            parameters = {key: value.data(ctx) for key, value in self._reg_params.items()}
        except DeferredInitializationError:
            self._finish_deferred((x, *args))
            parameters = {key: value.data(ctx) for key, value in self._reg_params.items()}
        return self.hybrid_forward(nd, x, *args, **parameters)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """What the block computes, written for arrays and symbols alike; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    def export(self, path: str, epoch: int = 0, remove_amp_cast: bool = True) -> tuple[str, str]:
        """Write ``path-symbol.json`` and ``path-0000.params``, which `SymbolBlock.imports` and other MXNets read."""
        if self._cached_graph is None:
            raise RuntimeError(f"export: {self.name} has no graph yet; hybridize it and call it once with data")
        graph = self._cached_graph[1]
        symbol_file, params_file = f"{path}-symbol.json", f"{path}-{epoch:04d}.params"
        graph.save(symbol_file, remove_amp_cast)
        arguments, states = set(graph.list_arguments()), set(graph.list_auxiliary_states())
        arrays = {}
        parameters = self.collect_params() if self._graph_parameters is None else self._graph_parameters
        for name, parameter in parameters.items():
            if name in arguments:
                arrays[f"arg:{name}"] = parameter._reduce()
            elif name in states:
                arrays[f"aux:{name}"] = parameter._reduce()
        nd.save(params_file, arrays)
        return symbol_file, params_file


def _has_own_data(parameter: Parameter) -> bool:
    """Whether a user's class says what the values of a parameter are; it is asked at each call then."""
    return not is_own(type(parameter), ("data",))


HybridBlock.__module__ = "mxnet.gluon.block"
