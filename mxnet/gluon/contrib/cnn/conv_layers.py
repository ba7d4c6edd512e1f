"""Deformable convolutions."""

from __future__ import annotations

from typing import Any

from ...block import HybridBlock
from ...nn import Activation
from ...nn.conv_layers import weight_shape

__all__ = ["DeformableConvolution", "ModulatedDeformableConvolution"]

Size = int | tuple[int, int]


def _pair(size: Any) -> tuple[int, int]:
    return (size, size) if isinstance(size, (int, float)) else tuple(size)


class _Deformable(HybridBlock):
    """Base class with a convolution for offsets and a deformable convolution of the same geometry.

    `values_per_point` is 2 for offsets, and 3 if each point also has a weight.
    """

    values_per_point = 2
    # MXNet 1.9.1 creates the parameters of its two classes in different orders, which is visible in files.
    _offset_first = True

    def __init__(self, channels: int, kernel_size: Size = (1, 1), strides: Size = (1, 1), padding: Size = (0, 0),
                 dilation: Size = (1, 1), groups: int = 1, num_deformable_group: int = 1, layout: str = "NCHW",
                 use_bias: bool = True, in_channels: int = 0, activation: str | None = None,
                 weight_initializer: Any = None, bias_initializer: Any = "zeros",
                 offset_weight_initializer: Any = "zeros", offset_bias_initializer: Any = "zeros",
                 offset_use_bias: bool = True, op_name: str | None = None, adj: Any = None, prefix: str | None = None,
                 params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        if layout not in ("NCHW", "NHWC"):
            raise AssertionError(f"layout must be 'NCHW' or 'NHWC', received {layout!r}")
        kernel = _pair(kernel_size)
        self._channels, self._in_channels = channels, in_channels
        self._op_name = op_name or type(self).__name__
        self.offset_split_index = num_deformable_group * 2 * kernel[0] * kernel[1]
        common = {"kernel": kernel, "stride": _pair(strides), "dilate": _pair(dilation), "pad": _pair(padding),
                  "num_group": groups, "layout": layout, **({"adj": adj} if adj else {})}
        offsets = num_deformable_group * self.values_per_point * kernel[0] * kernel[1]
        self._kwargs_offset = {**common, "num_filter": offsets, "no_bias": not offset_use_bias}
        self._kwargs_deformable_conv = {**common, "num_filter": channels, "no_bias": not use_bias,
                                        "num_deformable_group": num_deformable_group}
        with self.name_scope():
            makers = [lambda: self._create_offset_parameters(offset_weight_initializer, offset_bias_initializer),
                      lambda: self._create_convolution_parameters(weight_initializer, bias_initializer)]
            for make in makers if self._offset_first else reversed(makers):
                make()
            self.act = Activation(activation, prefix=f"{activation}_") if activation else None

    def _create_offset_parameters(self, weight_initializer: Any, bias_initializer: Any) -> None:
        shape = weight_shape("Convolution", self._kwargs_offset, self._in_channels)
        self.offset_weight = self._get("offset_weight", shape, weight_initializer)
        self.offset_bias = (None if self._kwargs_offset["no_bias"]
                            else self._get("offset_bias", shape[:1], bias_initializer))

    def _create_convolution_parameters(self, weight_initializer: Any, bias_initializer: Any) -> None:
        shape = (self._channels, 0, *self._kwargs_deformable_conv["kernel"])
        self.deformable_conv_weight = self._get("deformable_conv_weight", shape, weight_initializer)
        self.deformable_conv_bias = (None if self._kwargs_deformable_conv["no_bias"]
                                     else self._get("deformable_conv_bias", (self._channels,), bias_initializer))

    def _get(self, name: str, shape: Any, initializer: Any) -> Any:
        return self.params.get(name, shape=shape, init=initializer, allow_deferred_init=True)

    def _offset(self, F: Any, x: Any, weight: Any, bias: Any) -> Any:
        inputs = (x, weight) if bias is None else (x, weight, bias)
        return F.Convolution(*inputs, cudnn_off=True, **self._kwargs_offset)

    def _finish(self, operator: Any, bias: Any, **inputs: Any) -> Any:
        arguments = inputs if bias is None else {**inputs, "bias": bias}
        result = operator(**arguments, name="fwd", **self._kwargs_deformable_conv)
        return self.act(result) if self.act else result

    def __repr__(self) -> str:
        settings = self._kwargs_deformable_conv
        weight = self.deformable_conv_weight.shape
        text = (f"{type(self).__name__}({weight[1] or None} -> {weight[0]}, kernel_size={settings['kernel']}, "
                f"stride={settings['stride']}")
        text += f", padding={settings['pad']}" if settings["pad"] != (0, 0) else ""
        text += f", dilation={settings['dilate']}" if settings["dilate"] != (1, 1) else ""
        text += f", groups={settings['num_group']}" if settings["num_group"] != 1 else ""
        text += ", bias=False" if self.deformable_conv_bias is None else ""
        return text + (f", {self.act})" if self.act else ")")


class DeformableConvolution(_Deformable):
    """A convolution with learned offsets of its sampling points (Dai et al. 2017).

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size, strides, padding, dilation, groups, layout, use_bias, in_channels, activation
        See ``nn.Conv2D``.
    num_deformable_group : int
        Number of channel groups. All channels of a group share their offsets.
    weight_initializer, bias_initializer : Initializer
        Initializers of the convolution.
    offset_weight_initializer, offset_bias_initializer : Initializer
        Initializers of the offset convolution. By default all offsets are zero.
    offset_use_bias : bool
        Whether the offset convolution has a bias.

    Examples
    --------
    >>> net = mx.gluon.contrib.cnn.DeformableConvolution(4, kernel_size=(3, 3), padding=(1, 1))
    >>> net.initialize()
    >>> net(mx.nd.ones((1, 2, 8, 8))).shape
    (1, 4, 8, 8)
    """

    def hybrid_forward(self, F: Any, x: Any, offset_weight: Any, deformable_conv_weight: Any, offset_bias: Any = None,
                       deformable_conv_bias: Any = None) -> Any:
        """Return the convolution at the shifted points.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Batch of images.
        offset_weight, offset_bias : NDArray or Symbol
            Parameters of the convolution that computes the offsets. The bias is optional.
        deformable_conv_weight, deformable_conv_bias : NDArray or Symbol
            Parameters of the deformable convolution. The bias is optional.

        Returns
        -------
        NDArray or Symbol
            Result of the convolution and the activation.
        """
        return self._finish(F.contrib.DeformableConvolution, deformable_conv_bias, data=x,
                            offset=self._offset(F, x, offset_weight, offset_bias), weight=deformable_conv_weight)

    def _alias(self) -> str:
        return "deformable_conv"


class ModulatedDeformableConvolution(_Deformable):
    """A `DeformableConvolution` that also weights each point (Zhu et al. 2018).

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size, strides, padding, dilation, groups, layout, use_bias, in_channels, activation
        See ``nn.Conv2D``.
    num_deformable_group : int
        Number of channel groups. All channels of a group share their offsets.
    weight_initializer, bias_initializer : Initializer
        Initializers of the convolution.
    offset_weight_initializer, offset_bias_initializer : Initializer
        Initializers of the convolution for offsets and weights.
    offset_use_bias : bool
        Whether the offset convolution has a bias.

    Examples
    --------
    >>> net = mx.gluon.contrib.cnn.ModulatedDeformableConvolution(4, kernel_size=(3, 3), padding=(1, 1))
    >>> net.initialize()
    >>> net(mx.nd.ones((1, 2, 8, 8))).shape
    (1, 4, 8, 8)
    """

    values_per_point = 3
    _offset_first = False

    def hybrid_forward(self, F: Any, x: Any, offset_weight: Any, deformable_conv_weight: Any, offset_bias: Any = None,
                       deformable_conv_bias: Any = None) -> Any:
        """Return the weighted convolution at the shifted points.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Batch of images.
        offset_weight, offset_bias : NDArray or Symbol
            Parameters of the convolution that computes offsets and weights of points. The bias is optional.
        deformable_conv_weight, deformable_conv_bias : NDArray or Symbol
            Parameters of the deformable convolution. The bias is optional.

        Returns
        -------
        NDArray or Symbol
            Result of the convolution and the activation.
        """
        both = self._offset(F, x, offset_weight, offset_bias)
        offset = F.slice_axis(both, axis=1, begin=0, end=self.offset_split_index)
        mask = F.sigmoid(F.slice_axis(both, axis=1, begin=self.offset_split_index, end=None)) * 2
        return self._finish(F.contrib.ModulatedDeformableConvolution, deformable_conv_bias, data=x, offset=offset,
                            mask=mask, weight=deformable_conv_weight)

    def _alias(self) -> str:
        return "modulated_deformable_conv"
