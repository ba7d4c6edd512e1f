"""Layers with weights over 8-bit integers, with exact sums in int32."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .convolution import ConvLayout, CudnnTune, convolution
from .dense import fully_connected
from .facts import UNLISTED, Inference, Params, Quantized, TypeLike, Types
from .index import embedding
from .opdef import ShapeLike, register
from .params import Bool, DType, Float, Int, OptFloat, Shape
from .quantize import HALF_STEP, INT32_RANGE, RANGED, checked, constant, largest, over, result_with_range, rounded

_RANGES = ("min_data", "max_data", "min_weight", "max_weight")


def _present(params: dict[str, Any]) -> tuple[str, ...]:
    if params["no_bias"]:
        return ("data", "weight", *_RANGES)
    return ("data", "weight", "bias", *_RANGES, "min_bias", "max_bias")


def _float_ranges(params: Params, known: Types) -> list[TypeLike]:
    count = 2 if params["no_bias"] else 3
    return [*known[:count], *[torch.float32] * (len(known) - count)]


def exact_type(weight: Tensor) -> torch.dtype:
    """Return a floating point dtype in which sums of products of 8-bit integers with `weight` are exact."""
    if weight[0].numel() * 255 * 128 < 2 ** 24:
        return torch.float32
    if weight.is_meta:
        return torch.float64
    # Most weights are far below 128, and float64 takes twice as long.
    most = int(weight.to(torch.int32).abs().flatten(1).sum(1).max()) * 255
    return torch.float32 if most < 2 ** 24 - 255 else torch.float64  # an 8-bit bias is added


def product_range(data: Tensor, weight: Tensor, limits: int) -> tuple[Tensor, Tensor]:
    """Return the range of int32 sums from the magnitudes of data and weight; `limits` divides both."""
    top = (data / 127) * (weight / limits) * INT32_RANGE
    return -top, top


def _conv_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data = shapes[0]
    count = 2 if params["no_bias"] else 3
    known = [data, shapes[1], (params["num_filter"],)]
    if data is not None and data[1:2] != (0,):
        known[1] = (params["num_filter"], data[1] // params["num_group"], *params["kernel"])
    return [*known[:count], *[(1,)] * (len(shapes) - count)]


@register("_contrib_quantized_conv", outputs=3, present=_present,
          inference=Inference(fill=_conv_shapes, input_types=_float_ranges,
                              result_types=result_with_range(lambda params, known: torch.int32)),
          form=RANGED, quantized=Quantized(form_of="Convolution", has_weights=True, signed=True, ranges="requantized"))
def quantized_conv(data: Tensor, weight: Tensor, bias: Tensor | None = None, min_data: Tensor | None = None,
                   max_data: Tensor | None = None, min_weight: Tensor | None = None,
                   max_weight: Tensor | None = None, min_bias: Tensor | None = None, max_bias: Tensor | None = None,
                   *, kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = (), num_filter: Int,
                   num_group: Int = 1, workspace: Int = 1024, no_bias: Bool = False, cudnn_tune: CudnnTune = None,
                   cudnn_off: Bool = False, layout: ConvLayout = None) -> Any:
    """Convolve 8-bit integers; return int32 sums and their range.

    For signed data, the bias is converted to the scale of the sums. For unsigned data, MXNet's kernel adds it unchanged
    and returns the range of signed data, and so does this operator.
    """
    if no_bias:
        ranges, bias = (bias, min_data, max_data, min_weight), None
    else:
        ranges = (min_data, max_data, min_weight, max_weight)
    data = checked("data", data, torch.uint8, torch.int8)
    weight = checked("weight", weight, torch.int8)
    dtype = exact_type(weight)
    data_range, weight_range = largest(*ranges[:2]), largest(*ranges[2:])
    if bias is not None and data.dtype is torch.int8:
        step = largest(min_bias, max_bias) / 127 / (data_range / 127 * (weight_range / 127))
        bias, dtype = torch.trunc(bias.to(torch.float32) * step), torch.float64
    sums = convolution(data.to(dtype), weight.to(dtype), None if bias is None else bias.to(dtype), kernel=kernel,
                       stride=stride, dilate=dilate, pad=pad, num_filter=num_filter, num_group=num_group,
                       no_bias=no_bias, layout=layout)
    low, high = product_range(data_range, weight_range, 127)
    return sums.to(torch.int32), low, high


def _dense_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data, units = shapes[0], params["num_hidden"]
    count = 2 if params["no_bias"] else 3
    known = [data, shapes[1], (units,)]
    if data is not None and all(data[1:]):
        size = 1
        for d in data[1:] if params["flatten"] else data[-1:]:
            size *= d
        known[1] = (units, size)
    return [*known[:count], *[(1,)] * (len(shapes) - count)]


@register("_contrib_quantized_fully_connected", outputs=3, present=_present,
          inference=Inference(fill=_dense_shapes, input_types=_float_ranges,
                              result_types=result_with_range(lambda params, known: torch.int32)),
          form=RANGED, quantized=Quantized(form_of="FullyConnected", has_weights=True, ranges="requantized"))
def quantized_fully_connected(data: Tensor, weight: Tensor, bias: Tensor | None = None,
                              min_data: Tensor | None = None, max_data: Tensor | None = None,
                              min_weight: Tensor | None = None, max_weight: Tensor | None = None,
                              min_bias: Tensor | None = None, max_bias: Tensor | None = None, *, num_hidden: Int,
                              no_bias: Bool = False, flatten: Bool = True) -> Any:
    """Apply a dense layer to 8-bit integers; return int32 sums and their range.

    The bias has a separate range and is converted to the scale of the sums first.
    """
    if no_bias:
        ranges, bias = (bias, min_data, max_data, min_weight), None
    else:
        ranges = (min_data, max_data, min_weight, max_weight)
    data = checked("data", data, torch.uint8, torch.int8)
    weight = checked("weight", weight, torch.int8)
    data_range, weight_range = largest(*ranges[:2]), largest(*ranges[2:])
    dtype = exact_type(weight)
    sums = fully_connected(data.to(dtype), weight.to(dtype), num_hidden=num_hidden, no_bias=True,
                           flatten=flatten).to(torch.int32)
    if bias is not None:
        scale = over(HALF_STEP[data.dtype], data_range) * over(HALF_STEP[torch.int8], weight_range)
        step = scale * largest(min_bias, max_bias) / HALF_STEP[torch.int8]
        sums = sums + torch.trunc(bias.to(torch.float32) * step).to(torch.int32)
    low, high = product_range(data_range, weight_range, 127 if data.dtype is torch.int8 else 255)
    return sums, low, high


def _embedding_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return [shapes[0], (params["input_dim"], params["output_dim"]), (1,), (1,)]


def _embedding_types(params: Params, known: Types) -> list[TypeLike]:
    return [known[0], torch.int8, torch.float32, torch.float32]


@register("_contrib_quantized_embedding", outputs=3,
          inference=Inference(fill=_embedding_shapes, input_types=_embedding_types,
                              result_types=result_with_range(lambda params, known: torch.int8)),
          form=RANGED, precision=UNLISTED, quantized=Quantized(form_of="Embedding", float_inputs=(0,)))
def quantized_embedding(data: Tensor, weight: Tensor, min_weight: Tensor, max_weight: Tensor, *, input_dim: Int,
                        output_dim: Int, dtype: DType = torch.float32, sparse_grad: Bool = False) -> Any:
    """Select rows of an int8 `weight` by the numbers in `data`; return them and the range of the weight."""
    weight = checked("weight", weight, torch.int8)
    rows = embedding(data, weight, input_dim=input_dim, output_dim=output_dim)
    return rows, min_weight.clone(), max_weight.clone()


def _norm_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data = shapes[0]
    if data is None:
        return shapes
    channels = (data[params["axis"]],)
    return [data, channels, channels, channels, channels, (1,), (1,)]


_EPSILON = 0.0010000000474974513


@register("_contrib_quantized_batch_norm", outputs=3, aux=("moving_mean", "moving_var"),
          inference=Inference(fill=_norm_shapes, input_types=lambda params, known: [known[0], *[torch.float32] * 6],
                              result_types=result_with_range(lambda params, known: torch.int8)),
          form=RANGED, precision=UNLISTED,
          quantized=Quantized(form_of="BatchNorm", float_inputs=(1, 2, 3, 4), ranges="calibrated"))
def quantized_batch_norm(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor,
                         min_data: Tensor, max_data: Tensor, *, eps: Float = _EPSILON,
                         momentum: Float = 0.899999976, fix_gamma: Bool = True, use_global_stats: Bool = False,
                         output_mean_var: Bool = False, axis: Int = 1, cudnn_off: Bool = False,
                         min_calib_range: OptFloat = None, max_calib_range: OptFloat = None) -> Any:
    """Normalize 8-bit integers by the moving statistics; requires the calibrated range of the result."""
    data = checked("data", data, torch.uint8, torch.int8)
    if min_calib_range is None or max_calib_range is None:
        raise ValueError("min_calib_range or max_calib_range is not available. Quantized BN currently don't support "
                         "calib_mode=None")
    if data.dtype is torch.uint8:
        data = rounded(data.to(torch.float32) * (HALF_STEP[torch.int8] / HALF_STEP[torch.uint8]), torch.int8)
    top = max(abs(min_calib_range), abs(max_calib_range))
    inverse = (1.0 / torch.sqrt(moving_var.double() + eps)).to(torch.float32)
    weight = gamma * inverse * largest(min_data, max_data) / top
    # The kernel normalizes again with mean 0 and variance 1.
    weight = weight / (1.0 + eps) ** 0.5
    offset = (beta - moving_mean * gamma * inverse) * HALF_STEP[torch.int8] / top
    shape = [1] * data.ndim
    shape[axis] = -1
    values = rounded(data.to(torch.float32) * weight.reshape(shape) + offset.reshape(shape), torch.int8)
    return values, constant(data, min_calib_range), constant(data, max_calib_range)
