"""Block and HybridBlock, the building pieces of networks."""

from __future__ import annotations

import re
import threading
import warnings
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from .. import _numpy_mode, autograd, initializer, symbol
from .. import ndarray as nd
from .._graph.infer import Inference
from .._graph.plan import CompiledGraph
from .._runtime import dtype as dtypes
from .._runtime.device import Context
from .._runtime.sparse_storage import NotDense
from .._runtime.structure import flatten, regroup
from ..base import MXNetError
from ..ndarray.ndarray import NDArray
from ..symbol._control_flow import separate
from ..symbol.symbol import Symbol
from . import _inputs, _model_file, _together
from ._naming import BlockScope
from ._op_hook import HookedGraph
from ._summary import print_summary
from .parameter import DeferredInitializationError, Parameter, ParameterDict, ParameterError, arrays_epoch, brief_names
from .utils import HookHandle

# Held while a block is traced or its parameters get their shapes: threads may make the first call at the same time.
_preparing = threading.RLock()
_INPUT, _OUTPUT = (f"When hybridized, the {what} of HybridBlock" for what in ("input", "output"))
_synchronized = _together.expected
_BlockScope = BlockScope  # the name under which other code imports it


def _flatten(args: Any, inout_str: str) -> tuple[list[Any], Any]:
    """The leaves of nested lists of arrays and symbols, and their format, for packages that import it."""
    return flatten(args, (NDArray, Symbol), f"When hybridized, the {inout_str} of HybridBlock", True)


def _regroup(args: list[Any], fmt: Any) -> Any:
    """Nested lists of a format that `_flatten` gave; leaves may be left over."""
    return regroup(args, fmt)


def _attached(hooks: Any, hook: Callable[..., Any]) -> HookHandle:
    handle = HookHandle()
    handle.attach(hooks, hook)
    return handle


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


class Block:
    """A piece of a network: it holds parameters and other blocks, and `forward` says what it computes.

    Parameters
    ----------
    prefix : str, optional
        Put before the names of parameters and children; made from the class name by default.
    params : ParameterDict, optional
        Parameters to share with another block.
    """

    # Whether a block of this package calls functions that users gave it.
    _calls_users_code = False
    # Over how many devices a layer normalizes.
    synchronized_devices = 1

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        self._empty_prefix = prefix == ""
        self._prefix, self._params = BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix.removesuffix("_")
        self._scope = BlockScope(self)
        self._children: OrderedDict[str, Block] = OrderedDict()
        self._reg_params: dict[str, Parameter] = {}
        self._forward_hooks: OrderedDict[int, Callable[..., Any]] = OrderedDict()
        self._forward_pre_hooks: OrderedDict[int, Callable[..., Any]] = OrderedDict()

    def __repr__(self) -> str:
        content = "\n".join(f"  ({key}): {_indented(repr(value))}" for key, value in self.__dict__.items()
                            if isinstance(value, Block))
        return f"{type(self).__name__}(\n{content}\n)"

    def __setattr__(self, name: str, value: Any) -> None:
        existing = self.__dict__.get(name)
        kind = type(existing)
        if issubclass(kind, (Parameter, Block)) and not isinstance(value, kind):
            raise TypeError(f"{self.__dict__.get('_name')}.{name} is a {kind.__name__} and cannot become a "
                            f"{type(value).__name__}")
        if isinstance(value, Block):
            self.register_child(value, name)
        if isinstance(value, Parameter):
            registered = self._reg_params.get(name)
            if registered is not None and registered is not value:
                raise ParameterError(f"attribute {name} holds {registered.name} and cannot become {value.name}; to "
                                     "share parameters, pass params= when the block is made")
            self._reg_params[name] = value
        super().__setattr__(name, value)

    def _alias(self) -> str:
        return type(self).__name__.lower()

    @property
    def prefix(self) -> str:
        """What the names of parameters begin with."""
        return self._prefix

    @property
    def name(self) -> str:
        """The prefix without its last underscore."""
        return self._name

    def name_scope(self) -> BlockScope:
        """A ``with`` block in which children get names under this block's."""
        return self._scope

    @property
    def params(self) -> ParameterDict:
        """Parameters of this block itself, children not included."""
        return self._params

    def _warn_of_hidden_blocks(self) -> None:
        """Blocks in lists and dictionaries are no children, so their parameters would be forgotten."""
        children = set(self._children.values())

        def hides(value: Any) -> bool:
            if isinstance(value, Block):
                return value not in children
            if isinstance(value, dict):
                return any(map(hides, value.values()))
            return isinstance(value, (list, tuple)) and any(map(hides, value))

        for name, value in self.__dict__.items():
            if isinstance(value, (list, tuple, dict)) and not name.startswith("_") and hides(value):
                warnings.warn(f'"{name}" is a {type(value).__name__} with Blocks, where nobody finds their parameters. '
                              "Put them in a nn.Sequential, or call register_child for each.", stacklevel=3)

    def collect_params(self, select: str | None = None) -> ParameterDict:
        """Parameters of this block and all below, those whose name matches the regular expression `select`."""
        self._warn_of_hidden_blocks()
        found = ParameterDict(self._params.prefix)
        if select is None:
            found.update(self.params)
        else:
            pattern = re.compile(select)
            found._params.update({k: v for k, v in self.params.items() if pattern.match(k)})
        for child in self._children.values():
            found.update(child.collect_params(select))
        return found

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Parameter]:
        """Parameters by their path of attribute names ('body.0.weight')."""
        if prefix:
            prefix += "."
        found = {prefix + key: value for key, value in self._reg_params.items()}
        for name, child in self._children.items():
            found.update(child._collect_params_with_prefix(prefix + name))
        return found

    # Files

    def save_parameters(self, filename: str, deduplicate: bool = False) -> None:
        """Write parameters under their attribute paths; shared ones once with `deduplicate`."""
        parameters = self._collect_params_with_prefix()
        if deduplicate:
            unique: dict[int, str] = {}
            for key, value in parameters.items():
                unique.setdefault(id(value), key)
            parameters = {key: parameters[key] for key in unique.values()}
        nd.save(filename, {key: value._reduce() for key, value in parameters.items()})

    def save_params(self, filename: str) -> None:
        """Deprecated form of `save_parameters` that uses full parameter names."""
        warnings.warn("save_params is deprecated: call save_parameters, or export for files that SymbolBlock reads",
                      stacklevel=2)
        try:
            self.collect_params().save(filename, strip_prefix=self.prefix)
        except ValueError as error:
            raise ValueError(f"save_params failed, save_parameters need not: {error}") from error

    def load_parameters(self, filename: str, ctx: Any = None, allow_missing: bool = False, ignore_extra: bool = False,
                        cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Read parameters from a file written by `save_parameters`, `save_params` or `export`."""
        loaded = nd.load(filename)
        parameters = self._collect_params_with_prefix()
        if not loaded and not parameters:
            return
        if not isinstance(loaded, dict):
            raise ParameterError(f"file '{filename}' holds {len(loaded)} arrays without names, not parameters")
        if not any("." in name for name in loaded):
            self.collect_params().load_dict(loaded, ctx, allow_missing, ignore_extra, self.prefix, filename,
                                            cast_dtype, dtype_source)
            return
        if not allow_missing:
            self._check_all_present(parameters, loaded, filename)
        for name, array in loaded.items():
            if name in parameters:
                parameters[name]._load_init(array, ctx, cast_dtype=cast_dtype, dtype_source=dtype_source)
            elif not ignore_extra:
                raise ParameterError(f"Parameter '{name}' loaded from file '{filename}' does not exist here; the block "
                                     f"has {brief_names(parameters)}. Pass ignore_extra=True to leave it out.")

    @staticmethod
    def _check_all_present(parameters: dict[str, Parameter], loaded: dict[str, NDArray], filename: str) -> None:
        names: dict[int, set[str]] = {}
        for name, parameter in parameters.items():
            names.setdefault(id(parameter), set()).add(name)
        for name, parameter in parameters.items():
            if not names[id(parameter)] & loaded.keys():
                raise ParameterError(f"Parameter '{name}' is missing in file '{filename}', which has "
                                     f"{brief_names(loaded)}; pass allow_missing=True if it may keep its value")

    def load_params(self, filename: str, ctx: Any = None, allow_missing: bool = False,
                    ignore_extra: bool = False) -> None:
        """Deprecated name of `load_parameters`."""
        warnings.warn("load_params is deprecated: call load_parameters", stacklevel=2)
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def save(self, prefix: str) -> None:
        """Write parameters and the graphs of hybridized blocks to ``<prefix>-model.params`` and ``-model.json``."""
        _model_file.save(self, prefix)

    def load(self, prefix: str) -> None:
        """Read what `save` wrote; this block must have been made in the same way as the saved one."""
        _model_file.load(self, prefix)

    # Structure

    def register_child(self, block: Block, name: str | None = None) -> None:
        """Make `block` a child; attributes that are blocks are registered by themselves."""
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call ``hook(block, inputs)`` before each forward."""
        return _attached(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call ``hook(block, inputs, outputs)`` after each forward."""
        return _attached(self._forward_hooks, hook)

    def register_op_hook(self, callback: Callable[[str, str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call ``callback(name, operator, array)`` for each result, and input, of operators in hybridized blocks."""
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    def apply(self, fn: Callable[[Block], Any]) -> Block:
        """Call `fn` on all children, deepest first, and on this block."""
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def initialize(self, init: Any = None, ctx: Any = None, verbose: bool = False, force_reinit: bool = False) -> None:
        """Initialize all parameters."""
        self.collect_params().initialize(initializer.Uniform() if init is None else init, ctx, verbose, force_reinit)

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Compile the hybrid blocks below this one."""
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def cast(self, dtype: Any) -> None:
        """Change the type of all parameters."""
        for child in self._children.values():
            child.cast(dtype)
        for parameter in self.params.values():
            parameter.cast(dtype)

    def zero_grad(self) -> None:
        """Set all gradients to zero."""
        self.collect_params().zero_grad()

    # Computation

    def __call__(self, *args: Any) -> Any:
        if _synchronized[0]:
            devices = _together.waits(self, args)
            if devices:
                return _together.call(self, args, devices)
        return self._call_now(*args)

    def _call_now(self, *args: Any) -> Any:
        if _numpy_mode.is_active() and not _numpy_mode.wants_numpy(self):
            return _numpy_mode.with_legacy_arrays(self)(*args)
        for hook in self._forward_pre_hooks.values():
            hook(self, args)
        result = self.forward(*args)
        for hook in self._forward_hooks.values():
            hook(self, args, result)
        return result

    def forward(self, *args: Any) -> Any:
        """What the block computes; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def summary(self, *inputs: Any) -> None:
        """Run the block once and print a table of its layers."""
        print_summary(self, inputs)


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
        super().hybridize(active, clear=clear, **self._flags, forward_bulk_size=forward_bulk_size,
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
        self._cached_graph = self._compiled = self._hooked = None
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
            for parameter in self.collect_params().values():
                parameter._finish_deferred_init()

    # Running

    def _parameter_arrays(self, ctx: Context) -> dict[str, NDArray]:
        """The arrays of all parameters on `ctx`, remembered until any parameter changes its arrays."""
        known = self._arrays.get(ctx)
        epoch = arrays_epoch()
        if known is not None and known[0] == epoch:
            return known[1]
        arrays = {name: parameter.data(ctx) for name, parameter in self.collect_params().items()}
        if known is not None and self._compiled is not None:
            self._compiled.forget_parameters()
        self._arrays[ctx] = epoch, arrays
        return arrays

    def __call__(self, *args: Any) -> Any:
        if (self._active and self._out_format == 0 and len(args) == 1 and type(args[0]) is NDArray
                and not autograd.is_recording() and self._compiled is not None
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
        compiled = self._compiled
        assert compiled is not None
        try:
            try:
                results = compiled(flat) if self._hook is None else self._call_hooked(flat)
            except DeferredInitializationError:
                self._finish_deferred(args)
                results = compiled(flat) if self._hook is None else self._call_hooked(flat)
        except NotDense:
            return self._call_on_sparse(args)
        if self._out_format == 0:
            return results[0]
        return regroup(results, self._out_format, absent=True)

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
            inputs, result = self._cached_graph
            self._hooked = HookedGraph(result, [str(i.name) for i in inputs], self._parameter_arrays, arrays_epoch)
        return self._hooked(flat, *self._hook)

    def _compile(self, args: tuple[Any, ...]) -> None:
        inputs, result = self._get_graph(*args)
        if self._backend is not None:
            result = result.optimize_for(self._backend, **self._backend_options)
            self._cached_graph = inputs, result
        inline_limit = -1 if self._flags.get("static_alloc") else self._flags.get("inline_limit", 2)
        self._compiled = CompiledGraph(result._outputs, [str(i.name) for i in inputs], self._parameter_arrays,
                                       arrays_epoch, inline_limit)

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
        for name, parameter in self.collect_params().items():
            if name in arguments:
                arrays[f"arg:{name}"] = parameter._reduce()
            elif name in states:
                arrays[f"aux:{name}"] = parameter._reduce()
        nd.save(params_file, arrays)
        return symbol_file, params_file


from ._symbol_block import SymbolBlock as SymbolBlock  # noqa: E402  # it derives from HybridBlock
