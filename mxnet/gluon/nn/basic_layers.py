"""Containers and basic layers."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ... import ndarray as nd
from ... import symbol
from ..._runtime import dtype as dtypes
from ..._runtime.tracebacks import concise_module, user_level
from ..block import Block, BlockOptions, HybridBlock
from .activations import Activation

if TYPE_CHECKING:
    from typing_extensions import Unpack


def _listing(container: Any) -> str:
    rows = "\n".join(f"  ({key}): {repr(block).replace(chr(10), chr(10) + '  ')}"
                     for key, block in container._children.items())
    return f"{type(container).__name__}(\n{rows}\n)"


def _get(container: Any, key: Any) -> Any:
    layers = list(container._children.values())[key]
    if not isinstance(layers, list):
        return layers
    part = type(container)(prefix=container._prefix)
    with part.name_scope():
        part.add(*layers)
    return part


def _run_in_order(blocks: Iterable[Block], value: Any) -> Any:
    """Run each block on the result of the previous block. A list of results is one input."""
    return functools.reduce(lambda result, block: block(result), blocks, value)


class Sequential(Block):
    """A container that runs its blocks in order.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : default None
        Parameters to share with another block.

    Examples
    --------
    >>> net = mx.gluon.nn.Sequential()
    >>> net.add(mx.gluon.nn.Dense(8, activation='relu'), mx.gluon.nn.Dense(2))
    >>> net.initialize()
    >>> net(mx.nd.ones((4, 3))).shape
    (4, 2)
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def add(self, *blocks: Block) -> None:
        """Append blocks.

        Parameters
        ----------
        *blocks : Block
            Blocks to run after the existing ones.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Sequential()
        >>> net.add(mx.gluon.nn.Dense(8), mx.gluon.nn.Dense(2))
        >>> len(net)
        2
        """
        for block in blocks:
            self.register_child(block)

    def forward(self, x: Any) -> Any:
        return _run_in_order(self._children.values(), x)

    def __repr__(self) -> str:
        return _listing(self)

    def __getitem__(self, key: Any) -> Any:
        return _get(self, key)

    def __len__(self) -> int:
        return len(self._children)

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Compile the children separately. A `HybridSequential` is compiled as one graph.

        Parameters
        ----------
        active : bool
            Whether to compile the children. False returns to eager execution.
        **kwargs
            Further arguments of `HybridBlock.hybridize`.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.Sequential()
        >>> net.add(mx.gluon.nn.Dense(8), mx.gluon.nn.Lambda(lambda x: x.sum(axis=1)))
        >>> net.initialize()
        >>> net.hybridize()
        >>> net(mx.nd.ones((4, 3))).shape
        (4,)
        """
        kinds = {isinstance(child, HybridBlock) for child in self._children.values()}
        if kinds == {True}:
            warnings.warn(f"all children of the Sequential '{self.prefix}' are HybridBlocks; a HybridSequential "
                          "compiles to one graph and runs faster", stacklevel=user_level())
        super().hybridize(active, **kwargs)


class HybridSequential(HybridBlock):
    """A container that runs hybrid blocks in order.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : default None
        Parameters to share with another block.

    Examples
    --------
    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(8, activation='relu'), mx.gluon.nn.Dense(2))
    >>> net.initialize()
    >>> net.hybridize()
    >>> net(mx.nd.ones((4, 3))).shape
    (4, 2)
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def add(self, *blocks: HybridBlock) -> None:
        """Append hybrid blocks.

        Parameters
        ----------
        *blocks : HybridBlock
            Blocks to run after the existing ones.

        Returns
        -------
        None

        Examples
        --------
        >>> net = mx.gluon.nn.HybridSequential()
        >>> net.add(mx.gluon.nn.Dense(8), mx.gluon.nn.Dense(2))
        >>> len(net)
        2
        """
        for block in blocks:
            self.register_child(block)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return _run_in_order(self._children.values(), x)

    def __repr__(self) -> str:
        return _listing(self)

    def __getitem__(self, key: Any) -> Any:
        return _get(self, key)

    def __len__(self) -> int:
        return len(self._children)


class Dense(HybridBlock):
    """``activation(data @ weight.T + bias)``.

    Parameters
    ----------
    units : int
        Size of the output.
    activation : str, optional
        Name of the activation function. None applies none.
    use_bias : bool
        Add a bias.
    flatten : bool
        Merge all axes except the first. Otherwise only the last axis is transformed.
    dtype : str
        Dtype of weight and bias.
    weight_initializer : str or Initializer, optional
        Initializer of the weight. None uses the initializer of the network.
    bias_initializer : str or Initializer
        Initializer of the bias.
    in_units : int
        Size of the input. With 0, it is inferred from the first batch.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Dense(2, activation='relu')
    >>> layer.initialize(mx.init.One())
    >>> layer(mx.nd.array([[1, 2, 3]])).asnumpy()
    array([[6., 6.]], dtype=float32)
    """

    def __init__(self, units: int, activation: str | None = None, use_bias: bool = True, flatten: bool = True,
                 dtype: Any = "float32", weight_initializer: Any = None, bias_initializer: Any = "zeros",
                 in_units: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._flatten = flatten
        with self.name_scope():
            self._units, self._in_units = units, in_units
            self.weight = self.params.get("weight", shape=(units, in_units), init=weight_initializer, dtype=dtype,
                                          allow_deferred_init=True)
            self.bias = self.params.get("bias", shape=(units,), init=bias_initializer, dtype=dtype,
                                        allow_deferred_init=True) if use_bias else None
            self.act = Activation(activation, prefix=activation + "_") if activation is not None else None

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        result = F.FullyConnected(x, weight, bias, no_bias=bias is None, num_hidden=self._units,
                                  flatten=self._flatten, name="fwd")
        return result if self.act is None else self.act(result)

    def __repr__(self) -> str:
        shape = self.weight.shape or ()
        return f"{type(self).__name__}({shape[1] or None} -> {shape[0]}, {self.act if self.act else 'linear'})"


class Dropout(HybridBlock):
    """Sets elements to zero with probability `rate` in training. Elements along `axes` are dropped together.

    Parameters
    ----------
    rate : float
        Probability of a zero.
    axes : tuple[int, ...], default ()
        Axes along which all elements share one decision.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Dropout(0.5)
    >>> layer(mx.nd.array([1, 2])).asnumpy()
    array([1., 2.], dtype=float32)
    """

    def __init__(self, rate: float, axes: tuple[int, ...] = (), **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._rate, self._axes = rate, axes

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        if self._rate > 0:
            return F.Dropout(x, p=self._rate, axes=self._axes, name="fwd", cudnn_off=False)
        return F.identity(x)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p = {self._rate}, axes={self._axes})"


def _content(kwargs: dict[str, Any]) -> str:
    return ", ".join(f"{k}={v!r}" for k, v in kwargs.items())


class _BatchNorm(HybridBlock):
    """Normalizes each channel over the batch. Subclasses can add relu."""

    def __init__(self, axis: int = 1, momentum: float = 0.9, epsilon: float = 1e-5, center: bool = True,
                 scale: bool = True, use_global_stats: bool = False, fuse_relu: bool = False,
                 beta_initializer: Any = "zeros", gamma_initializer: Any = "ones",
                 running_mean_initializer: Any = "zeros", running_variance_initializer: Any = "ones",
                 in_channels: int = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"axis": axis, "eps": epsilon, "momentum": momentum, "fix_gamma": not scale,
                        "use_global_stats": use_global_stats}
        self._axis, self.fuse_relu = axis, fuse_relu
        self.in_channels = in_channels
        shape = (in_channels,)
        self.gamma = self.params.get("gamma", grad_req="write" if scale else "null", shape=shape,
                                     init=gamma_initializer, allow_deferred_init=True, differentiable=scale)
        self.beta = self.params.get("beta", grad_req="write" if center else "null", shape=shape, init=beta_initializer,
                                    allow_deferred_init=True, differentiable=center)
        self.running_mean = self.params.get("running_mean", grad_req="null", shape=shape,
                                            init=running_mean_initializer, allow_deferred_init=True,
                                            differentiable=False)
        self.running_var = self.params.get("running_var", grad_req="null", shape=shape,
                                           init=running_variance_initializer, allow_deferred_init=True,
                                           differentiable=False)

    def cast(self, dtype: Any) -> None:
        """Cast the layer. For half precision, the statistics remain in single precision.

        Parameters
        ----------
        dtype : str or numpy.dtype
            New dtype. ``'float16'`` and ``'bfloat16'`` keep all parameters of the layer in float32.
        """
        super().cast("float32" if dtypes.name_of(dtype) in ("float16", "bfloat16") else dtype)

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        op = F.contrib.BatchNormWithReLU if self.fuse_relu else F.BatchNorm
        return op(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_content(self._kwargs)}, in_channels={(self.gamma.shape or (0,))[0] or None})"


class BatchNorm(_BatchNorm):
    """Normalizes each channel to mean 0 and variance 1 over the batch, then scales and shifts it.

    Parameters
    ----------
    axis : int, default 1
        Channel axis.
    momentum : float, default 0.9
        Share of the old moving statistics that each update keeps.
    epsilon : float, default 1e-05
        Number added to the variance.
    center : bool, default True
        Add the learned offset `beta`.
    scale : bool, default True
        Multiply by the learned scale `gamma`.
    use_global_stats : bool, default False
        Normalize by the moving statistics in training too, and do not update them.
    beta_initializer : default 'zeros'
        Initializer of the offset.
    gamma_initializer : default 'ones'
        Initializer of the scale.
    running_mean_initializer : default 'zeros'
        Initializer of the moving mean.
    running_variance_initializer : default 'ones'
        Initializer of the moving variance.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.BatchNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 4, 4)
    """

    def __init__(self, axis: int = 1, momentum: float = 0.9, epsilon: float = 1e-5, center: bool = True,
                 scale: bool = True, use_global_stats: bool = False, beta_initializer: Any = "zeros",
                 gamma_initializer: Any = "ones", running_mean_initializer: Any = "zeros",
                 running_variance_initializer: Any = "ones", in_channels: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(axis, momentum, epsilon, center, scale, use_global_stats, False, beta_initializer,
                         gamma_initializer, running_mean_initializer, running_variance_initializer, in_channels,
                         **kwargs)


class BatchNormReLU(_BatchNorm):
    """`BatchNorm` followed by relu.

    Parameters
    ----------
    axis : int, default 1
        Channel axis.
    momentum : float, default 0.9
        Share of the old moving statistics that each update keeps.
    epsilon : float, default 1e-05
        Number added to the variance.
    center : bool, default True
        Add the learned offset `beta`.
    scale : bool, default True
        Multiply by the learned scale `gamma`.
    use_global_stats : bool, default False
        Normalize by the moving statistics in training too, and do not update them.
    beta_initializer : default 'zeros'
        Initializer of the offset.
    gamma_initializer : default 'ones'
        Initializer of the scale.
    running_mean_initializer : default 'zeros'
        Initializer of the moving mean.
    running_variance_initializer : default 'ones'
        Initializer of the moving variance.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.BatchNormReLU()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 4, 4)
    """

    def __init__(self, axis: int = 1, momentum: float = 0.9, epsilon: float = 1e-5, center: bool = True,
                 scale: bool = True, use_global_stats: bool = False, beta_initializer: Any = "zeros",
                 gamma_initializer: Any = "ones", running_mean_initializer: Any = "zeros",
                 running_variance_initializer: Any = "ones", in_channels: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(axis, momentum, epsilon, center, scale, use_global_stats, True, beta_initializer,
                         gamma_initializer, running_mean_initializer, running_variance_initializer, in_channels,
                         **kwargs)


class Embedding(HybridBlock):
    """Selects rows of a weight matrix by integer indices.

    Parameters
    ----------
    input_dim : int
        Number of rows of the weight.
    output_dim : int
        Size of each vector.
    dtype : default 'float32'
        Dtype of the weight.
    weight_initializer : default None
        Initializer of the weight.
    sparse_grad : bool, default False
        Compute a row-sparse gradient.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Embedding(10, 4)
    >>> layer.initialize()
    >>> layer(mx.nd.array([1, 5])).shape
    (2, 4)
    """

    def __init__(self, input_dim: int, output_dim: int, dtype: Any = "float32", weight_initializer: Any = None,
                 sparse_grad: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype, "sparse_grad": sparse_grad}
        self.weight = self.params.get("weight", shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype,
                                      allow_deferred_init=True,
                                      grad_stype="row_sparse" if sparse_grad else "default")

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        return F.Embedding(x, weight, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return "{}({input_dim} -> {output_dim}, {dtype})".format(type(self).__name__, **self._kwargs)


class Flatten(HybridBlock):
    """Merges all axes except the first.

    Parameters
    ----------
    prefix : str or None, default None
        Prefix of the parameter names.
    params : ParameterDict or None, default None
        Parameters to share with another block.

    Examples
    --------
    >>> mx.gluon.nn.Flatten()(mx.nd.ones((2, 3, 4))).shape
    (2, 12)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.flatten(x)

    def __repr__(self) -> str:
        return type(self).__name__


class _AffineNorm(HybridBlock):
    """Base class of layers that normalize, scale by gamma and shift by beta."""

    def __init__(self, shape: tuple[int, ...], center: bool, scale: bool, beta_initializer: Any,
                 gamma_initializer: Any, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self.gamma = self.params.get("gamma", grad_req="write" if scale else "null", shape=shape,
                                     init=gamma_initializer, allow_deferred_init=True)
        self.beta = self.params.get("beta", grad_req="write" if center else "null", shape=shape, init=beta_initializer,
                                    allow_deferred_init=True)
        self._kwargs: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_content(self._kwargs)}, in_channels={(self.gamma.shape or (0,))[0]})"


class InstanceNorm(_AffineNorm):
    """Normalizes each channel of each sample.

    Parameters
    ----------
    axis : int, default 1
        Channel axis.
    epsilon : float, default 1e-05
        Number added to the variance.
    center : bool, default True
        Add the learned offset `beta`.
    scale : bool, default False
        Multiply by the learned scale `gamma`.
    beta_initializer : default 'zeros'
        Initializer of the offset.
    gamma_initializer : default 'ones'
        Initializer of the scale.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.InstanceNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    def __init__(self, axis: int = 1, epsilon: float = 1e-5, center: bool = True, scale: bool = False,
                 beta_initializer: Any = "zeros", gamma_initializer: Any = "ones", in_channels: int = 0,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__((in_channels,), center, scale, beta_initializer, gamma_initializer, **kwargs)
        self._kwargs = {"eps": epsilon, "axis": axis, "center": center, "scale": scale}
        self._axis, self._epsilon = axis, epsilon

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any) -> Any:
        def to_channels_first(array: Any) -> Any:
            return array if self._axis == 1 else array.swapaxes(1, self._axis)

        result = F.InstanceNorm(to_channels_first(x), gamma, beta, name="fwd", eps=self._epsilon)
        return to_channels_first(result)


class LayerNorm(_AffineNorm):
    """Normalizes one axis of each sample.

    Parameters
    ----------
    axis : int, default -1
        Axis to normalize.
    epsilon : float, default 1e-05
        Number added to the variance.
    center : bool, default True
        Add the learned offset `beta`.
    scale : bool, default True
        Multiply by the learned scale `gamma`.
    beta_initializer : default 'zeros'
        Initializer of the offset.
    gamma_initializer : default 'ones'
        Initializer of the scale.
    in_channels : int, default 0
        Size of the axis; 0 infers it at the first call.
    prefix : str or None, default None
        Prefix of the parameter names.
    params : default None
        Parameters to share with another block.

    Examples
    --------
    >>> layer = mx.gluon.nn.LayerNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.array([[1, 3]])).asnumpy().round(4)
    array([[-1.,  1.]], dtype=float32)
    """

    def __init__(self, axis: int = -1, epsilon: float = 1e-5, center: bool = True, scale: bool = True,
                 beta_initializer: Any = "zeros", gamma_initializer: Any = "ones", in_channels: int = 0,
                 prefix: str | None = None, params: Any = None) -> None:
        super().__init__((in_channels,), center, scale, beta_initializer, gamma_initializer, prefix=prefix,
                         params=params)
        self._kwargs = {"eps": epsilon, "axis": axis, "center": center, "scale": scale}
        self._axis, self._epsilon = axis, epsilon

    def hybrid_forward(self, F: Any, data: Any, gamma: Any, beta: Any) -> Any:
        return F.LayerNorm(data, gamma=gamma, beta=beta, axis=self._axis, eps=self._epsilon)


class GroupNorm(_AffineNorm):
    """Normalizes groups of channels of each sample.

    Parameters
    ----------
    num_groups : int, default 1
        Number of channel groups, a divisor of the number of channels.
    epsilon : float, default 1e-05
        Number added to the variance.
    center : bool, default True
        Add the learned offset `beta`.
    scale : bool, default True
        Multiply by the learned scale `gamma`.
    beta_initializer : default 'zeros'
        Initializer of the offset.
    gamma_initializer : default 'ones'
        Initializer of the scale.
    prefix : str or None, default None
        Prefix of the parameter names.
    params : default None
        Parameters to share with another block.

    Examples
    --------
    >>> layer = mx.gluon.nn.GroupNorm(num_groups=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    def __init__(self, num_groups: int = 1, epsilon: float = 1e-5, center: bool = True, scale: bool = True,
                 beta_initializer: Any = "zeros", gamma_initializer: Any = "ones", prefix: str | None = None,
                 params: Any = None) -> None:
        super().__init__((num_groups,), center, scale, beta_initializer, gamma_initializer, prefix=prefix,
                         params=params)
        self._kwargs = {"eps": epsilon, "num_groups": num_groups, "center": center, "scale": scale}
        self._num_groups, self._epsilon = num_groups, epsilon

    def hybrid_forward(self, F: Any, data: Any, gamma: Any, beta: Any) -> Any:
        return F.GroupNorm(data, gamma, beta, num_groups=self._num_groups, eps=self._epsilon)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_content(self._kwargs)})"


def _operator_or_callable(function: Any, layer: str) -> tuple[Any, str]:
    """Return the function that a Lambda layer calls, and its name."""
    if isinstance(function, str):
        if not hasattr(nd, function) or (layer == "HybridLambda" and not hasattr(symbol, function)):
            raise AssertionError(f"{layer}: there is no operator {function} in ndarray" +
                                 (" and symbol" if layer == "HybridLambda" else ""))
        return function, function
    if callable(function):
        return function, getattr(function, "__name__", type(function).__name__)
    raise ValueError(f"{layer} needs a function or the name of an operator, received {function!r}")


class Lambda(Block):
    """A block that calls a function, or an operator of ``mx.nd`` by name.

    Parameters
    ----------
    function
        Function of arrays, or name of an operator of ``nd``.
    prefix : str or None, default None
        Prefix of the parameter names.

    Examples
    --------
    >>> layer = mx.gluon.nn.Lambda('relu')
    >>> layer(mx.nd.array([-1, 2])).asnumpy()
    array([0., 2.], dtype=float32)
    """

    def __init__(self, function: Any, prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        chosen, self._func_name = _operator_or_callable(function, "Lambda")
        self._func_impl = getattr(nd, chosen) if isinstance(chosen, str) else chosen

    def forward(self, *args: Any) -> Any:
        return self._func_impl(*args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_name})"


class HybridLambda(HybridBlock):
    """A hybrid block that calls a function ``f(F, x, ...)``, or an operator by name.

    Parameters
    ----------
    function
        Function of ``F`` and arrays, or name of an operator.
    prefix : str or None, default None
        Prefix of the parameter names.

    Examples
    --------
    >>> layer = mx.gluon.nn.HybridLambda(lambda F, x: F.relu(x))
    >>> layer(mx.nd.array([-1, 2])).asnumpy()
    array([0., 2.], dtype=float32)
    """

    def __init__(self, function: Any, prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        chosen, self._func_name = _operator_or_callable(function, "HybridLambda")
        self._func = (lambda F, *args: getattr(F, chosen)(*args)) if isinstance(chosen, str) else chosen

    def hybrid_forward(self, F: Any, x: Any, *args: Any) -> Any:
        return self._func(F, x, *args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_name})"


concise_module(__name__)
