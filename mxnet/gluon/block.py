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
        """Prefix of the names of parameters and children.

        Examples
        --------
        >>> mx.gluon.nn.Dense(2, prefix='head_').prefix
        'head_'
        """
        return self._prefix

    @property
    def name(self) -> str:
        """Name of the block, which is the prefix without the trailing underscore.

        Examples
        --------
        >>> mx.gluon.nn.Dense(2, prefix='head_').name
        'head'
        """
        return self._name

    def name_scope(self) -> BlockScope:
        """Return a context manager in which the names of children start with the prefix of this block.

        Returns
        -------
        context manager

        Examples
        --------
        >>> net = mx.gluon.nn.Sequential(prefix='net_')
        >>> with net.name_scope():
        ...     net.add(mx.gluon.nn.Dense(2))
        >>> net[0].prefix
        'net_dense0_'
        """
        return self._scope

    @property
    def params(self) -> ParameterDict:
        """Parameters of this block without its children.

        Examples
        --------
        >>> list(mx.gluon.nn.Dense(2, prefix='head_').params)
        ['head_weight', 'head_bias']
        """
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
            Regular expression, which is matched at the start of names. Only parameters with matching names are
            returned.

        Returns
        -------
        ParameterDict

        Examples
        --------
        >>> net = mx.gluon.nn.Sequential()
        >>> net.add(mx.gluon.nn.Dense(4, prefix='body_'), mx.gluon.nn.Dense(2, prefix='head_'))
        >>> list(net.collect_params('.*weight'))
        ['body_weight', 'head_weight']
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
        """Write the parameters to a file.

        The names in the file are paths of attributes, such as ``0.weight``, so other blocks of the same structure can
        load it.

        Parameters
        ----------
        filename : str
            Path of the file.
        deduplicate : bool
            Whether to write shared parameters only once.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.save_parameters('dense.params')
        >>> sorted(mx.nd.load('dense.params'))
        ['bias', 'weight']
        """
        parameters = self._collect_params_with_prefix()
        if deduplicate:
            unique: dict[int, str] = {}
            for key, value in parameters.items():
                unique.setdefault(id(value), key)
            parameters = {key: parameters[key] for key in unique.values()}
        nd.save(filename, {key: value._reduce() for key, value in parameters.items()})

    def save_params(self, filename: str) -> None:
        """Write the parameters to a file under their full names. It is deprecated; call `save_parameters`.

        Parameters
        ----------
        filename : str
            Path of the file.

        Returns
        -------
        None

        Examples
        --------
        >>> import warnings
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter('ignore')
        ...     net.save_params('old.params')
        >>> sorted(mx.nd.load('old.params'))
        ['bias', 'weight']
        """
        warnings.warn("save_params is deprecated: call save_parameters, or export for files that SymbolBlock reads",
                      stacklevel=user_level())
        try:
            self.collect_params().save(filename, strip_prefix=self.prefix)
        except ValueError as error:
            raise ValueError(f"save_params failed; use save_parameters instead: {error}") from error

    def load_parameters(self, filename: str, ctx: Any = None, allow_missing: bool = False, ignore_extra: bool = False,
                        cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Read parameters from a file written by `save_parameters`, `save_params` or `export`.

        Parameters
        ----------
        filename : str
            Path of the file.
        ctx : Context or list of Context, optional
            Devices for parameters that are not initialized. The default is the current context.
        allow_missing : bool
            Whether parameters that the file lacks keep their values. Otherwise they raise an error.
        ignore_extra : bool
            Whether to ignore arrays of the file without a parameter. Otherwise they raise an error.
        cast_dtype : bool
            Whether to convert between the dtypes of the file and of the parameters. Otherwise different dtypes raise an
            error.
        dtype_source : {'current', 'saved'}
            Where the dtype after a conversion comes from: the parameter or the file.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.save_parameters('dense.params')
        >>> other = mx.gluon.nn.Dense(2)
        >>> other.load_parameters('dense.params')
        >>> bool((other.weight.data() == net.weight.data()).asnumpy().all())
        True
        """
        loaded = nd.load(filename)
        parameters = self._collect_params_with_prefix()
        if not loaded and not parameters:
            return
        if not isinstance(loaded, dict):
            raise ParameterError(f"file '{filename}' has {len(loaded)} arrays without names instead of parameters")
        if not any("." in name for name in loaded) and not loaded.keys() <= parameters.keys():
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
        """Read parameters from a file. It is deprecated; call `load_parameters`.

        Parameters
        ----------
        filename, ctx, allow_missing, ignore_extra
            See `load_parameters`.

        Returns
        -------
        None

        Examples
        --------
        >>> import warnings
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.save_parameters('dense.params')
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter('ignore')
        ...     net.load_params('dense.params')
        """
        warnings.warn("load_params is deprecated: call load_parameters", stacklevel=user_level())
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def save(self, prefix: str) -> None:
        """Write the structure, parameters and graphs of this block to files.

        The files are ``<prefix>-model.json`` and ``<prefix>-model.params``. Hybridized blocks have
        graphs after their first run.

        Parameters
        ----------
        prefix : str
            Prefix of the file names.

        Returns
        -------
        None

        Examples
        --------
        >>> import os
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.hybridize()
        >>> output = net(mx.nd.ones((1, 3)))
        >>> net.save('dense')
        >>> sorted(name for name in os.listdir() if name.startswith('dense-model'))
        ['dense-model.json', 'dense-model.params']
        """
        _model_file.save(self, prefix)

    def load(self, prefix: str) -> None:
        """Read the files of `save`. This block must have the same structure as the saved one.

        Parameters
        ----------
        prefix : str
            Prefix of the file names.

        Returns
        -------
        None

        Examples
        --------
        >>> def build():
        ...     net = mx.gluon.nn.Sequential()
        ...     net.add(mx.gluon.nn.Dense(2, in_units=3))
        ...     return net
        >>> net, other = build(), build()
        >>> net.initialize()
        >>> net.save('dense')
        >>> other.load('dense')
        >>> bool((other[0].weight.data() == net[0].weight.data()).asnumpy().all())
        True
        """
        _model_file.load(self, prefix)

    # Structure

    def register_child(self, block: Block, name: str | None = None) -> None:
        """Register a block as a child. Attributes that are blocks are registered automatically.

        Parameters
        ----------
        block : Block
            The child.
        name : str, optional
            Name of the child in files. The default is the number of children so far.

        Returns
        -------
        None

        Examples
        --------
        >>> class Parallel(mx.gluon.Block):
        ...     def __init__(self, *blocks):
        ...         super().__init__()
        ...         self.blocks = blocks
        ...         for block in blocks:
        ...             self.register_child(block)
        >>> net = Parallel(mx.gluon.nn.Dense(2, prefix='a_'), mx.gluon.nn.Dense(2, prefix='b_'))
        >>> list(net.collect_params())
        ['a_weight', 'a_bias', 'b_weight', 'b_bias']
        """
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call a function before each forward pass of this block.

        Parameters
        ----------
        hook : callable
            Function of the block and the tuple of its inputs. Its result is ignored.

        Returns
        -------
        HookHandle
            Handle, whose method ``detach`` removes the hook.

        Examples
        --------
        >>> net = mx.gluon.nn.Activation('relu')
        >>> handle = net.register_forward_pre_hook(lambda block, inputs: print(inputs[0].shape))
        >>> output = net(mx.nd.ones((2, 3)))
        (2, 3)
        >>> handle.detach()
        """
        return _attach(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call a function after each forward pass of this block.

        Parameters
        ----------
        hook : callable
            Function of the block, the tuple of its inputs and its outputs. Its result is ignored.

        Returns
        -------
        HookHandle
            Handle, whose method ``detach`` removes the hook.

        Examples
        --------
        >>> net = mx.gluon.nn.Flatten()
        >>> handle = net.register_forward_hook(lambda block, inputs, output: print(inputs[0].shape, output.shape))
        >>> output = net(mx.nd.ones((2, 3, 4)))
        (2, 3, 4) (2, 12)
        >>> handle.detach()
        """
        return _attach(self._forward_hooks, hook)

    def register_op_hook(self, callback: Callable[[str, str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call a function for each operator result in hybridized blocks.

        Parameters
        ----------
        callback : callable
            Function of the name of the array, the name of the operator, and the array.
        monitor_all : bool
            Also call it for the inputs of operators.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3, prefix='head_')
        >>> net.initialize()
        >>> net.hybridize()
        >>> net.register_op_hook(lambda name, operator, array: print(name, operator, array.shape))
        >>> output = net(mx.nd.ones((1, 3)))
        head_fwd_output FullyConnected (1, 2)
        """
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    def apply(self, fn: Callable[[Block], Any]) -> Block:
        """Call a function on all descendants and on this block. Children come before their parents.

        Parameters
        ----------
        fn : callable
            Function of a block.

        Returns
        -------
        Block
            This block.

        Examples
        --------
        >>> net = mx.gluon.nn.Sequential()
        >>> net.add(mx.gluon.nn.Dense(4), mx.gluon.nn.Flatten())
        >>> net = net.apply(lambda block: print(type(block).__name__))
        Dense
        Flatten
        Sequential
        """
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def initialize(self, init: Any = None, ctx: Any = None, verbose: bool = False, force_reinit: bool = False) -> None:
        """Initialize the parameters of this block and its descendants.

        Parameters with unknown shapes get their values in the first forward pass.

        Parameters
        ----------
        init : Initializer or str, optional
            Initializer of parameters without their own. The default is `mxnet.initializer.Uniform`.
        ctx : Context or list of Context, optional
            Devices of the parameters. The default is the current context.
        verbose : bool
            Whether to log how each parameter is initialized.
        force_reinit : bool
            Whether to initialize parameters again that have values.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize(mx.init.One())
        >>> net.weight.data().asnumpy()
        array([[1., 1., 1.],
               [1., 1., 1.]], dtype=float32)
        """
        self.collect_params().initialize(initializer.Uniform() if init is None else init, ctx, verbose, force_reinit)

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Compile the hybrid blocks among the descendants.

        Parameters
        ----------
        active : bool
            Whether to compile them. False returns to eager execution.
        **kwargs
            Further arguments of `HybridBlock.hybridize`.

        Returns
        -------
        None

        Examples
        --------
        >>> class Net(mx.gluon.Block):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.body = mx.gluon.nn.Dense(4)
        ...     def forward(self, x):
        ...         return self.body(x)
        >>> net = Net()
        >>> net.initialize()
        >>> net.hybridize()
        >>> net(mx.nd.ones((1, 3))).shape
        (1, 4)
        """
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def cast(self, dtype: Any) -> None:
        """Cast the parameters of this block and its descendants.

        Parameters
        ----------
        dtype : str or numpy.dtype
            New dtype.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.cast('float16')
        >>> net(mx.nd.ones((1, 3), dtype='float16')).dtype.__name__
        'float16'
        """
        for child in self._children.values():
            child.cast(dtype)
        for parameter in self.params.values():
            parameter.cast(dtype)

    def zero_grad(self) -> None:
        """Set the gradients of this block and its descendants to zero.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> with mx.autograd.record():
        ...     net(mx.nd.ones((1, 2))).backward()
        >>> net.zero_grad()
        >>> net.weight.grad().asnumpy()
        array([[0., 0.]], dtype=float32)
        """
        self.collect_params().zero_grad()

    def as_torch(self) -> Any:
        """Return a PyTorch module that shares the memory of the parameters.

        Returns
        -------
        GluonModule
            A ``torch.nn.Module`` that takes and returns tensors.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> module = net.as_torch()
        >>> [tuple(parameter.shape) for parameter in module.parameters()]
        [(2, 3), (2,)]
        """
        from ._torch import as_torch

        return as_torch(self)

    # Computation

    # A network with one input usually has one output, of the same class.
    @overload
    def __call__(self, x: ArrayT, /) -> ArrayT: ...

    @overload
    def __call__(self, *args: Any) -> Any: ...

    def __call__(self, *args: Any) -> Any:
        """Run the block: its pre-hooks, `forward` and its hooks.

        Parameters
        ----------
        *args : NDArray, or nested lists of NDArray
            Inputs of `forward`.

        Returns
        -------
        NDArray, or nested lists of NDArray
            Outputs of the block.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize(mx.init.One())
        >>> net(mx.nd.array([[1, 2, 3]])).asnumpy()
        array([[6., 6.]], dtype=float32)
        """
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
        """Compute the outputs of the block. Subclasses override it.

        Users call the block itself, which also runs hooks.

        Parameters
        ----------
        *args
            Inputs of the block.

        Returns
        -------
        NDArray, or nested lists of NDArray
            Outputs of the block.

        Examples
        --------
        >>> class Double(mx.gluon.Block):
        ...     def forward(self, x):
        ...         return x * 2
        >>> Double()(mx.nd.array([1, 2])).asnumpy()
        array([2., 4.], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def summary(self, *inputs: Any) -> None:
        """Run the block once and print a table of its layers, output shapes and numbers of parameters.

        Parameters
        ----------
        *inputs : NDArray
            Inputs of the block.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> net.summary(mx.nd.ones((1, 3)))
        --------------------------------------------------------------------------------
                Layer (type)                                Output Shape         Param #
        ================================================================================
                       Input                                      (1, 3)               0
                     Dense-1                                      (1, 2)               8
        ================================================================================
        Parameters in forward computation graph, duplicate included
           Total params: 8
           Trainable params: 8
           Non-trainable params: 0
        Shared params in forward computation graph: 0
        Unique parameters in model: 8
        --------------------------------------------------------------------------------
        """
        print_summary(self, inputs)


# These classes derive from Block, so they are imported after it.
from ._hybrid_block import HybridBlock as HybridBlock  # noqa: E402
from ._symbol_block import SymbolBlock as SymbolBlock  # noqa: E402

concise_module(__name__)
