"""Block, the base class of layers and networks."""

from __future__ import annotations

import re
import warnings
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar, overload

from .. import initializer
from .. import ndarray as nd
from .._runtime.numpy_mode import state as _mode
from .._runtime.structure import flatten, regroup
from .._runtime.tracebacks import concise_module, user_level
from ..ndarray.ndarray import NDArray
from ..numpy._mode import check_all_numpy
from ..symbol.symbol import Symbol
from . import _device_group, _model_file
from ._block_errors import locate
from ._naming import BlockScope
from ._summary import print_summary
from .parameter import Parameter, ParameterDict, ParameterError, brief_names
from .utils import HookHandle

ArrayT = TypeVar("ArrayT", bound=NDArray | Symbol)
_devices = _device_group.settings
_BlockScope = BlockScope  # imported by other packages under this name


def _flatten(args: Any, inout_str: str) -> tuple[list[Any], Any]:
    """Return the leaves of nested lists of arrays and symbols, and their format. Other packages import it."""
    return flatten(args, (NDArray, Symbol), f"When hybridized, the {inout_str} of HybridBlock", True)


def _regroup(args: list[Any], fmt: Any) -> Any:
    """Rebuild nested lists from a format of `_flatten`, and return unused leaves too."""
    return regroup(args, fmt)


def _attach(hooks: Any, hook: Callable[..., Any]) -> HookHandle:
    handle = HookHandle()
    handle.attach(hooks, hook)
    return handle


def _indent(text: str) -> str:
    return text.replace("\n", "\n  ")


class BlockOptions(TypedDict, total=False):
    """Keyword arguments that layers pass on to `Block`."""

    prefix: str | None
    params: ParameterDict | None


class Block:
    """Base class of layers and networks. It holds parameters and children, and `forward` computes the outputs.

    Parameters
    ----------
    prefix : str, optional
        Prefix of the names of parameters and children. The default is made from the class name.
    params : ParameterDict, optional
        Parameters to share with another block.

    Examples
    --------
    >>> class Double(mx.gluon.Block):
    ...     def forward(self, x):
    ...         return x * 2
    >>> Double()(mx.nd.array([1, 2])).asnumpy()
    array([2., 4.], dtype=float32)
    """

    # Number of devices over which a layer normalizes.
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
        content = "\n".join(f"  ({key}): {_indent(repr(value))}" for key, value in self.__dict__.items()
                            if isinstance(value, Block))
        return f"{type(self).__name__}(\n{content}\n)"

    def __setattr__(self, name: str, value: Any) -> None:
        existing = self.__dict__.get(name)
        cls = type(existing)
        if issubclass(cls, (Parameter, Block)) and not isinstance(value, cls):
            raise TypeError(f"{self.__dict__.get('_name')}.{name} is a {cls.__name__} and cannot become a "
                            f"{type(value).__name__}")
        if isinstance(value, Block):
            self.register_child(value, name)
        if isinstance(value, Parameter):
            registered = self._reg_params.get(name)
            if registered is not None and registered is not value:
                raise ParameterError(f"attribute {name} is already {registered.name} and cannot become {value.name}; "
                                     "to share parameters, pass params= when you create the block")
            self._reg_params[name] = value
        super().__setattr__(name, value)

    def _alias(self) -> str:
        return type(self).__name__.lower()

    @property
    def prefix(self) -> str:
        """Prefix of the parameter names."""
        return self._prefix

    @property
    def name(self) -> str:
        """The prefix without the trailing underscore."""
        return self._name

    def name_scope(self) -> BlockScope:
        """Return a context manager in which the names of children start with the prefix of this block."""
        return self._scope

    @property
    def params(self) -> ParameterDict:
        """Parameters of this block without its children."""
        return self._params

    def _warn_about_hidden_blocks(self) -> None:
        """Warn about blocks in lists and dictionaries. They are not children, so their parameters are missed."""
        children = set(self._children.values())

        def hides(value: Any) -> bool:
            if isinstance(value, Block):
                return value not in children
            if isinstance(value, dict):
                return any(map(hides, value.values()))
            return isinstance(value, (list, tuple)) and any(map(hides, value))

        for name, value in self.__dict__.items():
            if isinstance(value, (list, tuple, dict)) and not name.startswith("_") and hides(value):
                warnings.warn(f'"{name}" is a {type(value).__name__} with Blocks, whose parameters are not collected. '
                              "Put them in a nn.Sequential, or call register_child for each.", stacklevel=user_level())

    def collect_params(self, select: str | None = None) -> ParameterDict:
        """Return the parameters of this block and its descendants.

        Parameters
        ----------
        select : str, optional
            Regular expression. Only parameters with matching names are returned.
        """
        self._warn_about_hidden_blocks()
        parameters = ParameterDict(self._params.prefix)
        if select is None:
            parameters.update(self.params)
        else:
            pattern = re.compile(select)
            parameters._params.update({k: v for k, v in self.params.items() if pattern.match(k)})
        for child in self._children.values():
            parameters.update(child.collect_params(select=select))
        return parameters

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Parameter]:
        """Return the parameters by their path of attribute names, such as 'body.0.weight'."""
        if prefix:
            prefix += "."
        parameters = {prefix + key: value for key, value in self._reg_params.items()}
        for name, child in self._children.items():
            parameters.update(child._collect_params_with_prefix(prefix + name))
        return parameters

    # Files

    def save_parameters(self, filename: str, deduplicate: bool = False) -> None:
        """Write the parameters under their attribute paths. With `deduplicate`, write shared parameters once."""
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
                      stacklevel=user_level())
        try:
            self.collect_params().save(filename, strip_prefix=self.prefix)
        except ValueError as error:
            raise ValueError(f"save_params failed; use save_parameters instead: {error}") from error

    def load_parameters(self, filename: str, ctx: Any = None, allow_missing: bool = False, ignore_extra: bool = False,
                        cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Read parameters from a file written by `save_parameters`, `save_params` or `export`."""
        loaded = nd.load(filename)
        parameters = self._collect_params_with_prefix()
        if not loaded and not parameters:
            return
        if not isinstance(loaded, dict):
            raise ParameterError(f"file '{filename}' has {len(loaded)} arrays without names instead of parameters")
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
                                     f"has {brief_names(parameters)}. Pass ignore_extra=True to ignore it.")

    @staticmethod
    def _check_all_present(parameters: dict[str, Parameter], loaded: dict[str, NDArray], filename: str) -> None:
        names: dict[int, set[str]] = {}
        for name, parameter in parameters.items():
            names.setdefault(id(parameter), set()).add(name)
        for name, parameter in parameters.items():
            if not names[id(parameter)] & loaded.keys():
                raise ParameterError(f"Parameter '{name}' is missing in file '{filename}', which has "
                                     f"{brief_names(loaded)}; pass allow_missing=True to keep its current value")

    def load_params(self, filename: str, ctx: Any = None, allow_missing: bool = False,
                    ignore_extra: bool = False) -> None:
        """Deprecated name of `load_parameters`."""
        warnings.warn("load_params is deprecated: call load_parameters", stacklevel=user_level())
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def save(self, prefix: str) -> None:
        """Write parameters and the graphs of hybridized blocks to ``<prefix>-model.params`` and ``-model.json``."""
        _model_file.save(self, prefix)

    def load(self, prefix: str) -> None:
        """Read the files of `save`. This block must have the same structure as the saved one."""
        _model_file.load(self, prefix)

    # Structure

    def register_child(self, block: Block, name: str | None = None) -> None:
        """Register `block` as a child. Attributes that are blocks are registered automatically."""
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call ``hook(block, inputs)`` before each forward."""
        return _attach(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call ``hook(block, inputs, outputs)`` after each forward."""
        return _attach(self._forward_hooks, hook)

    def register_op_hook(self, callback: Callable[[str, str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call ``callback(name, operator, array)`` for each operator result in hybridized blocks.

        With `monitor_all`, also call it for the inputs of operators.
        """
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
        """Compile all hybrid blocks below this block."""
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def cast(self, dtype: Any) -> None:
        """Cast all parameters to `dtype`."""
        for child in self._children.values():
            child.cast(dtype)
        for parameter in self.params.values():
            parameter.cast(dtype)

    def zero_grad(self) -> None:
        """Set all gradients to zero."""
        self.collect_params().zero_grad()

    def as_torch(self) -> Any:
        """Return a ``torch.nn.Module`` that shares the parameters' memory, see `mxnet.gluon._torch.GluonModule`."""
        from ._torch import as_torch

        return as_torch(self)

    # Computation

    # A network with one input usually has one output, of the same class.
    @overload
    def __call__(self, x: ArrayT, /) -> ArrayT: ...

    @overload
    def __call__(self, *args: Any) -> Any: ...

    def __call__(self, *args: Any) -> Any:
        try:
            if _devices.enabled and (deferred := _device_group.deferred_call(self, args)) is not None:
                return deferred[0]
            for hook in self._forward_pre_hooks.values():
                hook(self, args)
            result = self.forward(*args)
            for hook in self._forward_hooks.values():
                hook(self, args, result)
            if _mode.array:
                check_all_numpy(self, result)
            return result
        except Exception as error:
            locate(error, self)
            raise

    def forward(self, *args: Any) -> Any:
        """Compute the outputs of the block. Subclasses override it."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def summary(self, *inputs: Any) -> None:
        """Run the block once and print a table of its layers."""
        print_summary(self, inputs)


# These classes derive from Block, so they are imported after it.
from ._hybrid_block import HybridBlock as HybridBlock  # noqa: E402
from ._symbol_block import SymbolBlock as SymbolBlock  # noqa: E402

concise_module(__name__)
