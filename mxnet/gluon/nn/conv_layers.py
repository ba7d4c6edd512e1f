"""Convolution and pooling layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._ops.opdef import find
from ..._runtime.tracebacks import concise_module
from ...base import numeric_types
from ..block import BlockOptions, HybridBlock
from .activations import Activation

if TYPE_CHECKING:
    from typing_extensions import Unpack


def _tuple(value: Any, rank: int, name: str) -> tuple[int, ...]:
    values: tuple[Any, ...] = (value,) * rank if isinstance(value, numeric_types) else tuple(value)
    if len(values) != rank:
        raise AssertionError(f"{name} must be a number or a tuple of {rank} numbers, received {value!r}")
    return values


def _check_layout(layout: str, *allowed: str) -> None:
    if layout not in allowed:
        raise AssertionError(f"Only supports {' and '.join(map(repr, allowed))} layout for now, received {layout!r}")


def weight_shape(op_name: str, parameters: dict[str, Any], in_channels: int) -> tuple[int, ...]:
    """Return the weight shape inferred by the operator, with 0 for an unknown number of input channels."""
    layout, op = parameters["layout"], find(op_name)
    data = [0] * len(layout)
    data[layout.find("N")], data[layout.find("C")] = 1, in_channels
    assert op.inference.fill is not None
    return op.inference.fill(op.parse(parameters), [tuple(data), None])[1] or ()


class _ConvolutionOptions(BlockOptions, total=False):
    """Keyword arguments of convolutions. Subclasses can choose the operator."""

    op_name: str


class _Conv(HybridBlock):
    """Convolution or transposed convolution of any rank, with an optional activation."""

    def __init__(self, channels: int, kernel_size: Any, strides: Any, padding: Any, dilation: Any, groups: int,
                 layout: str, in_channels: int = 0, activation: str | None = None, use_bias: bool = True,
                 weight_initializer: Any = None, bias_initializer: Any = "zeros", op_name: str = "Convolution",
                 adj: Any = None, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        rank = len(kernel_size)
        with self.name_scope():
            self._channels, self._in_channels, self._op_name = channels, in_channels, op_name
            self._kwargs = {"kernel": kernel_size, "stride": _tuple(strides, rank, "strides"),
                            "dilate": _tuple(dilation, rank, "dilation"), "pad": _tuple(padding, rank, "padding"),
                            "num_filter": channels, "num_group": groups, "no_bias": not use_bias, "layout": layout}
            if adj is not None:
                self._kwargs["adj"] = adj
            self.weight = self.params.get("weight", shape=weight_shape(op_name, self._kwargs, in_channels),
                                          init=weight_initializer, allow_deferred_init=True)
            self.bias = self.params.get("bias", shape=(channels,), init=bias_initializer,
                                        allow_deferred_init=True) if use_bias else None
            self.act = Activation(activation, prefix=activation + "_") if activation is not None else None

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        inputs = (x, weight) if bias is None else (x, weight, bias)
        result = getattr(F, self._op_name)(*inputs, name="fwd", **self._kwargs)
        return result if self.act is None else self.act(result)

    def _alias(self) -> str:
        return "conv"

    def __repr__(self) -> str:
        options, rank = self._kwargs, len(self._kwargs["kernel"])
        shape = self.weight.shape or ()
        # Show the sizes in the order of the weight, which is reversed for transposed convolutions.
        parts = [f"{shape[1] or None} -> {shape[0]}", f"kernel_size={options['kernel']}", f"stride={options['stride']}"]
        if options["pad"] != (0,) * rank:
            parts.append(f"padding={options['pad']}")
        if options["dilate"] != (1,) * rank:
            parts.append(f"dilation={options['dilate']}")
        if hasattr(self, "out_pad") and self.out_pad != (0,) * rank:
            parts.append(f"output_padding={self.out_pad}")
        if options["num_group"] != 1:
            parts.append(f"groups={options['num_group']}")
        if self.bias is None:
            parts.append("bias=False")
        if self.act:
            parts.append(repr(self.act))
        return f"{type(self).__name__}({', '.join(parts)})"


class Conv1D(_Conv):
    """1D convolution.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size
        Size of the kernel, one number or one per spatial axis.
    strides : default 1
        Step of the window, one number or one per spatial axis.
    padding : default 0
        Padding on both sides, one number or one per spatial axis.
    dilation : default 1
        Distance of kernel elements, one number or one per spatial axis.
    groups : int, default 1
        Number of channel groups that are convolved separately.
    layout : str, default 'NCW'
        Order of the axes: only 'NCW'.
    activation : str or None, default None
        Name of the activation function, or None.
    use_bias : bool, default True
        Add a bias.
    weight_initializer : default None
        Initializer of the weight.
    bias_initializer : default 'zeros'
        Initializer of the bias.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Conv1D(8, kernel_size=3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 3, 10))).shape
    (1, 8, 8)
    """

    def __init__(self, channels: int, kernel_size: Any, strides: Any = 1, padding: Any = 0,
                 dilation: Any = 1, groups: int = 1, layout: str = "NCW", activation: str | None = None,
                 use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = "zeros",
                 in_channels: int = 0, **kwargs: Unpack[_ConvolutionOptions]) -> None:
        _check_layout(layout, "NCW")
        super().__init__(channels, _tuple(kernel_size, 1, "kernel_size"), strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class Conv2D(_Conv):
    """Convolution over height and width.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size
        Size of the kernel, one number or one per spatial axis.
    strides : default (1, 1)
        Step of the window, one number or one per spatial axis.
    padding : default (0, 0)
        Padding on both sides, one number or one per spatial axis.
    dilation : default (1, 1)
        Distance of kernel elements, one number or one per spatial axis.
    groups : int, default 1
        Number of channel groups that are convolved separately.
    layout : str, default 'NCHW'
        Order of the axes: 'NCHW' or 'NHWC'.
    activation : str or None, default None
        Name of the activation function, or None.
    use_bias : bool, default True
        Add a bias.
    weight_initializer : default None
        Initializer of the weight.
    bias_initializer : default 'zeros'
        Initializer of the bias.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Conv2D(8, kernel_size=3, strides=2, padding=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 3, 10, 10))).shape
    (1, 8, 5, 5)
    """

    def __init__(self, channels: int, kernel_size: Any, strides: Any = (1, 1), padding: Any = (0, 0),
                 dilation: Any = (1, 1), groups: int = 1, layout: str = "NCHW", activation: str | None = None,
                 use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = "zeros",
                 in_channels: int = 0, **kwargs: Unpack[_ConvolutionOptions]) -> None:
        _check_layout(layout, "NCHW", "NHWC")
        super().__init__(channels, _tuple(kernel_size, 2, "kernel_size"), strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class Conv3D(_Conv):
    """Convolution over depth, height and width.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size
        Size of the kernel, one number or one per spatial axis.
    strides : default (1, 1, 1)
        Step of the window, one number or one per spatial axis.
    padding : default (0, 0, 0)
        Padding on both sides, one number or one per spatial axis.
    dilation : default (1, 1, 1)
        Distance of kernel elements, one number or one per spatial axis.
    groups : int, default 1
        Number of channel groups that are convolved separately.
    layout : str, default 'NCDHW'
        Order of the axes: 'NCDHW' or 'NDHWC'.
    activation : str or None, default None
        Name of the activation function, or None.
    use_bias : bool, default True
        Add a bias.
    weight_initializer : default None
        Initializer of the weight.
    bias_initializer : default 'zeros'
        Initializer of the bias.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Conv3D(8, kernel_size=3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 3, 5, 5, 5))).shape
    (1, 8, 3, 3, 3)
    """

    def __init__(self, channels: int, kernel_size: Any, strides: Any = (1, 1, 1), padding: Any = (0, 0, 0),
                 dilation: Any = (1, 1, 1), groups: int = 1, layout: str = "NCDHW", activation: str | None = None,
                 use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = "zeros",
                 in_channels: int = 0, **kwargs: Unpack[_ConvolutionOptions]) -> None:
        _check_layout(layout, "NCDHW", "NDHWC")
        super().__init__(channels, _tuple(kernel_size, 3, "kernel_size"), strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer, **kwargs)


class Conv1DTranspose(_Conv):
    """1D transposed convolution.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size
        Size of the kernel, one number or one per spatial axis.
    strides : default 1
        Step of the windows in the result, one number or one per spatial axis.
    padding : default 0
        Number of elements to remove from both sides of the result, one number or one per spatial axis.
    output_padding : default 0
        Extra size at the end of each spatial axis of the result; smaller than `strides`.
    dilation : default 1
        Distance of kernel elements, one number or one per spatial axis.
    groups : int, default 1
        Number of channel groups that are convolved separately.
    layout : str, default 'NCW'
        Order of the axes: only 'NCW'.
    activation : str or None, default None
        Name of the activation function, or None.
    use_bias : bool, default True
        Add a bias.
    weight_initializer : default None
        Initializer of the weight.
    bias_initializer : default 'zeros'
        Initializer of the bias.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Conv1DTranspose(8, kernel_size=3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 3, 10))).shape
    (1, 8, 12)
    """

    def __init__(self, channels: int, kernel_size: Any, strides: Any = 1, padding: Any = 0,
                 output_padding: Any = 0, dilation: Any = 1, groups: int = 1, layout: str = "NCW",
                 activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None,
                 bias_initializer: Any = "zeros", in_channels: int = 0, **kwargs: Unpack[_ConvolutionOptions]) -> None:
        _check_layout(layout, "NCW")
        self.outpad = _tuple(output_padding, 1, "output_padding")
        kwargs.setdefault("op_name", "Deconvolution")
        super().__init__(channels, _tuple(kernel_size, 1, "kernel_size"), strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer, adj=self.outpad,
                         **kwargs)


class Conv2DTranspose(_Conv):
    """Transposed convolution over height and width.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size
        Size of the kernel, one number or one per spatial axis.
    strides : default (1, 1)
        Step of the windows in the result, one number or one per spatial axis.
    padding : default (0, 0)
        Number of elements to remove from both sides of the result, one number or one per spatial axis.
    output_padding : default (0, 0)
        Extra size at the end of each spatial axis of the result; smaller than `strides`.
    dilation : default (1, 1)
        Distance of kernel elements, one number or one per spatial axis.
    groups : int, default 1
        Number of channel groups that are convolved separately.
    layout : str, default 'NCHW'
        Order of the axes: 'NCHW' or 'NHWC'.
    activation : str or None, default None
        Name of the activation function, or None.
    use_bias : bool, default True
        Add a bias.
    weight_initializer : default None
        Initializer of the weight.
    bias_initializer : default 'zeros'
        Initializer of the bias.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Conv2DTranspose(8, kernel_size=4, strides=2, padding=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 3, 5, 5))).shape
    (1, 8, 10, 10)
    """

    def __init__(self, channels: int, kernel_size: Any, strides: Any = (1, 1), padding: Any = (0, 0),
                 output_padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, layout: str = "NCHW",
                 activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None,
                 bias_initializer: Any = "zeros", in_channels: int = 0, **kwargs: Unpack[_ConvolutionOptions]) -> None:
        _check_layout(layout, "NCHW", "NHWC")
        self.outpad = _tuple(output_padding, 2, "output_padding")
        kwargs.setdefault("op_name", "Deconvolution")
        super().__init__(channels, _tuple(kernel_size, 2, "kernel_size"), strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer, adj=self.outpad,
                         **kwargs)


class Conv3DTranspose(_Conv):
    """Transposed convolution over depth, height and width.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size
        Size of the kernel, one number or one per spatial axis.
    strides : default (1, 1, 1)
        Step of the windows in the result, one number or one per spatial axis.
    padding : default (0, 0, 0)
        Number of elements to remove from both sides of the result, one number or one per spatial axis.
    output_padding : default (0, 0, 0)
        Extra size at the end of each spatial axis of the result; smaller than `strides`.
    dilation : default (1, 1, 1)
        Distance of kernel elements, one number or one per spatial axis.
    groups : int, default 1
        Number of channel groups that are convolved separately.
    layout : str, default 'NCDHW'
        Order of the axes: 'NCDHW' or 'NDHWC'.
    activation : str or None, default None
        Name of the activation function, or None.
    use_bias : bool, default True
        Add a bias.
    weight_initializer : default None
        Initializer of the weight.
    bias_initializer : default 'zeros'
        Initializer of the bias.
    in_channels : int, default 0
        Number of input channels; 0 infers it at the first call.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> layer = mx.gluon.nn.Conv3DTranspose(8, kernel_size=3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 3, 5, 5, 5))).shape
    (1, 8, 7, 7, 7)
    """

    def __init__(self, channels: int, kernel_size: Any, strides: Any = (1, 1, 1), padding: Any = (0, 0, 0),
                 output_padding: Any = (0, 0, 0), dilation: Any = (1, 1, 1), groups: int = 1, layout: str = "NCDHW",
                 activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None,
                 bias_initializer: Any = "zeros", in_channels: int = 0, **kwargs: Unpack[_ConvolutionOptions]) -> None:
        _check_layout(layout, "NCDHW", "NDHWC")
        self.outpad = _tuple(output_padding, 3, "output_padding")
        kwargs.setdefault("op_name", "Deconvolution")
        super().__init__(channels, _tuple(kernel_size, 3, "kernel_size"), strides, padding, dilation, groups, layout,
                         in_channels, activation, use_bias, weight_initializer, bias_initializer, adj=self.outpad,
                         **kwargs)


class _Pooling(HybridBlock):
    """Base class of pooling layers of any rank."""

    def __init__(self, pool_size: Any, strides: Any, padding: Any, ceil_mode: bool, global_pool: bool, pool_type: str,
                 layout: str, count_include_pad: bool | None = None, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        rank = len(pool_size)
        self._kwargs = {"kernel": pool_size, "stride": _tuple(pool_size if strides is None else strides, rank,
                                                              "strides"),
                        "pad": _tuple(padding, rank, "padding"), "global_pool": global_pool, "pool_type": pool_type,
                        "layout": layout, "pooling_convention": "full" if ceil_mode else "valid"}
        if count_include_pad is not None:
            self._kwargs["count_include_pad"] = count_include_pad

    def _alias(self) -> str:
        return "pool"

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.Pooling(x, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        options = self._kwargs
        return (f"{type(self).__name__}(size={options['kernel']}, stride={options['stride']}, "
                f"padding={options['pad']}, ceil_mode={options['pooling_convention'] == 'full'}, "
                f"global_pool={options['global_pool']}, pool_type={options['pool_type']}, layout={options['layout']})")


class MaxPool1D(_Pooling):
    """1D max pooling.

    Parameters
    ----------
    pool_size : default 2
        Size of the window, one number or one per spatial axis.
    strides : default None
        Step of the window, one number or one per spatial axis; None uses `pool_size`.
    padding : default 0
        Padding on both sides, one number or one per spatial axis.
    layout : str, default 'NCW'
        Order of the axes: 'NCW' or 'NWC'.
    ceil_mode : bool, default False
        Round the size of the result up. False rounds it down.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.MaxPool1D()(mx.nd.array([[[1, 3, 5, 7]]])).asnumpy()
    array([[[3., 7.]]], dtype=float32)
    """

    def __init__(self, pool_size: Any = 2, strides: Any = None, padding: Any = 0, layout: str = "NCW",
                 ceil_mode: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCW", "NWC")
        super().__init__(_tuple(pool_size, 1, "pool_size"), strides, padding, ceil_mode, False, "max", layout,
                         **kwargs)


class MaxPool2D(_Pooling):
    """Maximum of windows over height and width.

    Parameters
    ----------
    pool_size : default (2, 2)
        Size of the window, one number or one per spatial axis.
    strides : default None
        Step of the window, one number or one per spatial axis; None uses `pool_size`.
    padding : default 0
        Padding on both sides, one number or one per spatial axis.
    layout : str, default 'NCHW'
        Order of the axes: 'NCHW' or 'NHWC'.
    ceil_mode : bool, default False
        Round the size of the result up. False rounds it down.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.MaxPool2D()(mx.nd.ones((1, 3, 4, 4))).shape
    (1, 3, 2, 2)
    """

    def __init__(self, pool_size: Any = (2, 2), strides: Any = None, padding: Any = 0, layout: str = "NCHW",
                 ceil_mode: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCHW", "NHWC")
        super().__init__(_tuple(pool_size, 2, "pool_size"), strides, padding, ceil_mode, False, "max", layout,
                         **kwargs)


class MaxPool3D(_Pooling):
    """Maximum of windows over depth, height and width.

    Parameters
    ----------
    pool_size : default (2, 2, 2)
        Size of the window, one number or one per spatial axis.
    strides : default None
        Step of the window, one number or one per spatial axis; None uses `pool_size`.
    padding : default 0
        Padding on both sides, one number or one per spatial axis.
    layout : str, default 'NCDHW'
        Order of the axes: 'NCDHW' or 'NDHWC'.
    ceil_mode : bool, default False
        Round the size of the result up. False rounds it down.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.MaxPool3D()(mx.nd.ones((1, 3, 4, 4, 4))).shape
    (1, 3, 2, 2, 2)
    """

    def __init__(self, pool_size: Any = (2, 2, 2), strides: Any = None, padding: Any = 0, layout: str = "NCDHW",
                 ceil_mode: bool = False, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCDHW", "NDHWC")
        super().__init__(_tuple(pool_size, 3, "pool_size"), strides, padding, ceil_mode, False, "max", layout,
                         **kwargs)


class AvgPool1D(_Pooling):
    """1D average pooling.

    Parameters
    ----------
    pool_size : default 2
        Size of the window, one number or one per spatial axis.
    strides : default None
        Step of the window, one number or one per spatial axis; None uses `pool_size`.
    padding : default 0
        Padding on both sides, one number or one per spatial axis.
    ceil_mode : bool, default False
        Round the size of the result up. False rounds it down.
    layout : str, default 'NCW'
        Order of the axes: 'NCW' or 'NWC'.
    count_include_pad : bool, default True
        Count the padding in means.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.AvgPool1D()(mx.nd.array([[[1, 3, 5, 7]]])).asnumpy()
    array([[[2., 6.]]], dtype=float32)
    """

    def __init__(self, pool_size: Any = 2, strides: Any = None, padding: Any = 0, ceil_mode: bool = False,
                 layout: str = "NCW", count_include_pad: bool = True, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCW", "NWC")
        super().__init__(_tuple(pool_size, 1, "pool_size"), strides, padding, ceil_mode, False, "avg", layout,
                         count_include_pad, **kwargs)


class AvgPool2D(_Pooling):
    """Mean of windows over height and width.

    Parameters
    ----------
    pool_size : default (2, 2)
        Size of the window, one number or one per spatial axis.
    strides : default None
        Step of the window, one number or one per spatial axis; None uses `pool_size`.
    padding : default 0
        Padding on both sides, one number or one per spatial axis.
    ceil_mode : bool, default False
        Round the size of the result up. False rounds it down.
    layout : str, default 'NCHW'
        Order of the axes: 'NCHW' or 'NHWC'.
    count_include_pad : bool, default True
        Count the padding in means.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.AvgPool2D()(mx.nd.ones((1, 3, 4, 4))).shape
    (1, 3, 2, 2)
    """

    def __init__(self, pool_size: Any = (2, 2), strides: Any = None, padding: Any = 0, ceil_mode: bool = False,
                 layout: str = "NCHW", count_include_pad: bool = True, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCHW", "NHWC")
        super().__init__(_tuple(pool_size, 2, "pool_size"), strides, padding, ceil_mode, False, "avg", layout,
                         count_include_pad, **kwargs)


class AvgPool3D(_Pooling):
    """Mean of windows over depth, height and width.

    Parameters
    ----------
    pool_size : default (2, 2, 2)
        Size of the window, one number or one per spatial axis.
    strides : default None
        Step of the window, one number or one per spatial axis; None uses `pool_size`.
    padding : default 0
        Padding on both sides, one number or one per spatial axis.
    ceil_mode : bool, default False
        Round the size of the result up. False rounds it down.
    layout : str, default 'NCDHW'
        Order of the axes: 'NCDHW' or 'NDHWC'.
    count_include_pad : bool, default True
        Count the padding in means.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.AvgPool3D()(mx.nd.ones((1, 3, 4, 4, 4))).shape
    (1, 3, 2, 2, 2)
    """

    def __init__(self, pool_size: Any = (2, 2, 2), strides: Any = None, padding: Any = 0, ceil_mode: bool = False,
                 layout: str = "NCDHW", count_include_pad: bool = True, **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCDHW", "NDHWC")
        super().__init__(_tuple(pool_size, 3, "pool_size"), strides, padding, ceil_mode, False, "avg", layout,
                         count_include_pad, **kwargs)


class GlobalMaxPool1D(_Pooling):
    """Maximum over the width.

    Parameters
    ----------
    layout : str, default 'NCW'
        Order of the axes: 'NCW' or 'NWC'.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.GlobalMaxPool1D()(mx.nd.array([[[1, 2, 3]]])).asnumpy()
    array([[[3.]]], dtype=float32)
    """

    def __init__(self, layout: str = "NCW", **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCW", "NWC")
        super().__init__((1,), None, 0, True, True, "max", layout, **kwargs)


class GlobalMaxPool2D(_Pooling):
    """Maximum over height and width.

    Parameters
    ----------
    layout : str, default 'NCHW'
        Order of the axes: 'NCHW' or 'NHWC'.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.GlobalMaxPool2D()(mx.nd.ones((1, 3, 4, 4))).shape
    (1, 3, 1, 1)
    """

    def __init__(self, layout: str = "NCHW", **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCHW", "NHWC")
        super().__init__((1, 1), None, 0, True, True, "max", layout, **kwargs)


class GlobalMaxPool3D(_Pooling):
    """Maximum over depth, height and width.

    Parameters
    ----------
    layout : str, default 'NCDHW'
        Order of the axes: 'NCDHW' or 'NDHWC'.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.GlobalMaxPool3D()(mx.nd.ones((1, 3, 4, 4, 4))).shape
    (1, 3, 1, 1, 1)
    """

    def __init__(self, layout: str = "NCDHW", **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCDHW", "NDHWC")
        super().__init__((1, 1, 1), None, 0, True, True, "max", layout, **kwargs)


class GlobalAvgPool1D(_Pooling):
    """Mean over the width.

    Parameters
    ----------
    layout : str, default 'NCW'
        Order of the axes: 'NCW' or 'NWC'.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.GlobalAvgPool1D()(mx.nd.array([[[1, 2, 3]]])).asnumpy()
    array([[[2.]]], dtype=float32)
    """

    def __init__(self, layout: str = "NCW", **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCW", "NWC")
        super().__init__((1,), None, 0, True, True, "avg", layout, **kwargs)


class GlobalAvgPool2D(_Pooling):
    """Mean over height and width.

    Parameters
    ----------
    layout : str, default 'NCHW'
        Order of the axes: 'NCHW' or 'NHWC'.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.GlobalAvgPool2D()(mx.nd.ones((1, 3, 4, 4))).shape
    (1, 3, 1, 1)
    """

    def __init__(self, layout: str = "NCHW", **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCHW", "NHWC")
        super().__init__((1, 1), None, 0, True, True, "avg", layout, **kwargs)


class GlobalAvgPool3D(_Pooling):
    """Mean over depth, height and width.

    Parameters
    ----------
    layout : str, default 'NCDHW'
        Order of the axes: 'NCDHW' or 'NDHWC'.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.GlobalAvgPool3D()(mx.nd.ones((1, 3, 4, 4, 4))).shape
    (1, 3, 1, 1, 1)
    """

    def __init__(self, layout: str = "NCDHW", **kwargs: Unpack[BlockOptions]) -> None:
        _check_layout(layout, "NCDHW", "NDHWC")
        super().__init__((1, 1, 1), None, 0, True, True, "avg", layout, **kwargs)


class ReflectionPad2D(HybridBlock):
    """Pads height and width by reflecting the border.

    Parameters
    ----------
    padding : default 0
        Padding of all sides of height and width, or the 8 numbers of ``pad_width`` of ``mx.nd.pad``.
    **kwargs
        `prefix` and `params` of the block.

    Examples
    --------
    >>> mx.gluon.nn.ReflectionPad2D(1)(mx.nd.ones((1, 1, 3, 3))).shape
    (1, 1, 5, 5)
    """

    def __init__(self, padding: Any = 0, **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        if isinstance(padding, numeric_types):
            padding = (0,) * 4 + (padding,) * 4
        if len(padding) != 8:
            raise AssertionError(f"padding must be a number or 8 ints, received {padding!r}")
        self._padding = padding

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.pad(x, mode="reflect", pad_width=self._padding)


concise_module(__name__)
