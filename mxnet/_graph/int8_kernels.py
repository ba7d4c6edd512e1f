"""Internal operators of the pass `int8_layers`: layers of 8-bit integers on oneDNN's kernels.

The kernels take unsigned data. Signed data is stored with an offset of 128, its zero point.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .._ops.facts import VIEW, Effects
from .._ops.fused_layers import norm_slope
from .._ops.opdef import OpDef, read_signature
from .._ops.params import Bool, Float, Floats, Int, Shape, Str
from .._ops.pooling import pooling
from .._ops.quantize import LIMITS, largest, over, rounded
from .._runtime import torch_private
from .._runtime.torch_private import int8

OFFSET = 128
AVAILABLE = torch.backends.mkldnn.is_available() and None not in vars(int8).values()
# Processors without VNNI add pairs of products in 16 bits. Seven bits for the weights avoid an overflow.
TOP = 127.5 if torch_private.has_vnni() else 63.5
_TYPES = {"int8": torch.int8, "uint8": torch.uint8, "float32": torch.float32}


def int8_quantize(data: Tensor, *, scale: Float, signed: Bool, zero: Int = 0) -> Tensor:
    """Quantize float32 data. Signed results with a zero point are stored as unsigned integers."""
    values = torch.mul(data, scale)
    dtype = torch.int8 if signed and not zero else torch.uint8
    low, high = LIMITS[dtype]
    values = (values.add_(zero) if zero else values).round_().clamp_(low, high)
    if data.ndim == 4:
        return values.to(dtype, memory_format=torch.channels_last)
    return values.to(dtype)


def int8_offset(data: Tensor) -> Tensor:
    """Store signed integers as unsigned integers with an offset."""
    return torch.bitwise_xor(data.view(torch.uint8), OFFSET)


def int8_dequantize(data: Tensor, *, step: Float) -> Tensor:
    """Convert 8-bit integers to their float32 values."""
    return torch.mul(data, step)


def int8_slope(gamma: Tensor, variance: Tensor, *, eps: Float, fix_gamma: Bool) -> Tensor:
    """Return the factor of each channel in a normalization by moving statistics."""
    return norm_slope(gamma, variance, eps, fix_gamma)


def int8_scales(weight: Tensor, bias: Tensor | None = None, *, data_scale: Float, top: Float) -> Tensor:
    """Return the steps per unit of each filter, such that the bias fits into int32."""
    most = weight.flatten(1).abs().amax(1)
    scales = torch.where(most == 0, torch.full_like(most, 2.0 ** 31 - 1), over(top, most))
    if bias is not None:
        limits = (2.0 ** 31 - 1) / 2 / bias.abs() / data_scale
        scales = torch.where(bias != 0, torch.minimum(scales, limits), scales)
    return scales


def int8_bias(bias: Tensor, steps: Tensor, *, x_scale: Float) -> Tensor:
    """Round the bias to the steps of the products, as MXNet does."""
    units = steps.double() * x_scale
    return torch.clamp(torch.round(bias / units), -(2.0 ** 31), 2.0 ** 31 - 1).mul(units).float()


def int8_small_bias(bias: Tensor, low: Tensor, high: Tensor, steps: Tensor, *, x_scale: Float, ratio: Float) -> Tensor:
    """Convert an 8-bit bias to the steps of the products, as layers without fused requantization do."""
    units = steps * x_scale
    return torch.trunc(bias.to(torch.float32) * (largest(low, high) / 127 * ratio / units)) * units


def int8_filters(weight: Tensor, scales: Tensor, *, num_group: Int) -> Tensor:
    """Quantize the filters. MXNet scales all filters of a group alike, but undoes the scales per filter."""
    if num_group > 1:
        scales = scales[:num_group].repeat_interleave(scales.numel() // num_group)
    return rounded(weight * scales.reshape(-1, *(1,) * (weight.ndim - 1)), torch.int8)


def int8_packed_filters(filters: Tensor, scales: Tensor, *, x_scale: Float, x_zero: Int, stride: Shape, pad: Shape,
                        dilate: Shape, num_group: Int, size: Shape) -> Tensor:
    """Return filters in the memory order of oneDNN's kernels."""
    packed: Tensor = int8.pack_filters(filters, 1.0 / scales, x_scale, x_zero, stride, pad, dilate, num_group,
                                       list(size) or None)
    return packed


def int8_steps(scales: Tensor) -> Tensor:
    """Return the size of a step of each filter."""
    return 1.0 / scales


def int8_range_steps(low: Tensor, high: Tensor, weight: Tensor, *, top: Float) -> Tensor:
    """Return the size of a step of a weight with one range, for each of its rows."""
    return (largest(low, high).reshape(()) / top).expand(weight.shape[0]).contiguous()


def int8_from_range(data: Tensor, low: Tensor, high: Tensor, *, top: Float) -> Tensor:
    """Return the float32 values of 8-bit integers with a range."""
    return data.to(torch.float32) * (largest(low, high) / top)


def int8_fewer_bits(weight: Tensor) -> Tensor:
    """Return a weight in seven bits if the processor needs it. Its steps are then twice as large."""
    return weight if TOP > 64 else rounded(weight.to(torch.float32) / 2, torch.int8)


def int8_zeros(scales: Tensor) -> Tensor:
    """Return the zero points of the filters."""
    return torch.zeros(scales.numel(), dtype=torch.int32)


def int8_convolution(data: Tensor, filters: Tensor, steps: Tensor, zeros: Tensor, bias: Tensor | None = None, *,
                     x_scale: Float, x_zero: Int, stride: Shape, pad: Shape, dilate: Shape, num_group: Int,
                     y_scale: Float, out: Str, act: Str = "none", limits: Floats = ()) -> Tensor:
    """A convolution of 8-bit integers, then an activation."""
    result: Tensor = int8.convolve(data, x_scale, x_zero, filters, steps, zeros, bias, stride, pad, dilate, num_group,
                                   y_scale, 0, _TYPES[out], act, limits, None)
    return result


def int8_convolution_onto(other: Tensor, data: Tensor, filters: Tensor, steps: Tensor, zeros: Tensor,
                          bias: Tensor | None = None, *, x_scale: Float, x_zero: Int, stride: Shape, pad: Shape,
                          dilate: Shape, num_group: Int, y_scale: Float, other_scale: Float, out: Str,
                          act: Str = "none", copy: Bool = True) -> Tensor:
    """A convolution of 8-bit integers added to `other`, in its memory or that of a copy, then an activation."""
    other = other.clone() if copy else other
    result: Tensor = int8.convolve_onto(data, x_scale, x_zero, filters, steps, zeros, other, bias, stride, pad, dilate,
                                        num_group, y_scale, 0, other.dtype, other_scale, 0, "sum", 1.0, act, [], None)
    # MXNet computes in the dtype of the operand, and then takes the bits for those of the result.
    return result.view(_TYPES[out])


def int8_packed_dense(weight: Tensor, *, size: Shape) -> Tensor:
    """Return the weight of a dense layer in the memory order of oneDNN's kernels."""
    packed: Tensor = int8.pack_dense(weight, list(size) or None)
    return packed


def int8_dense(data: Tensor, weight: Tensor, steps: Tensor, zeros: Tensor, bias: Tensor | None = None, *,
               x_scale: Float, x_zero: Int, y_scale: Float, out: Str, act: Str, flatten: Bool) -> Tensor:
    """A dense layer of 8-bit integers, then an activation."""
    data = data.flatten(1) if flatten else data
    result: Tensor = int8.dense(data.contiguous(), x_scale, x_zero, weight, steps, zeros, bias, y_scale, 0, _TYPES[out],
                                act, [], "")
    return result


def int8_max_pool(data: Tensor, *, kernel: Shape, stride: Shape, pad: Shape, full: Bool = False) -> Tensor:
    """Maximum over windows of 8-bit integers. With `full`, windows may reach beyond the data."""
    if data.dtype is torch.int8:  # the kernel takes unsigned integers, which have the same order with the offset
        pooled = int8_max_pool(int8_offset(data), kernel=kernel, stride=stride, pad=pad, full=full)
        return torch.bitwise_xor(pooled, OFFSET).view(torch.int8)
    result: Tensor = int8.max_pool(data, kernel, stride, pad, (1, 1), full)
    return result


def int8_mean(data: Tensor, *, kernel: Shape) -> Tensor:
    """Mean of each channel, rounded to the dtype."""
    pooled = pooling(data.to(torch.float32), kernel=kernel, pool_type="avg", global_pool=True)
    low, high = LIMITS[data.dtype]
    return pooled.round_().clamp_(low, high).to(data.dtype)


def int8_concat(*data: Tensor, dim: Int, factors: Floats, signed: Bool) -> Tensor:
    """Join arrays of 8-bit integers, each multiplied by a factor that converts it to the common range."""
    dtype = torch.int8 if signed else torch.uint8
    low, high = LIMITS[dtype]
    return torch.cat([part if factor == 1 and part.dtype is dtype
                      else torch.mul(part, factor).round_().clamp_(low, high).to(dtype)
                      for part, factor in zip(data, factors, strict=True)], dim)


def int8_flatten(data: Tensor) -> Tensor:
    """Flatten all axes but the first."""
    return data.flatten(1)


def int8_relu(data: Tensor) -> Tensor:
    """Set negative integers to zero."""
    return torch.clamp(data, min=0)


def _internal(function: Any, optional: frozenset[str] = frozenset(), effects: Effects = Effects(fresh=True)) -> OpDef:
    inputs, params, defaults, _ = read_signature(function)
    return OpDef(f"_{function.__name__}", function, inputs, params, defaults, function.__doc__, optional=optional,
                 effects=effects)


_BIAS = frozenset({"bias"})
QUANTIZE, DEQUANTIZE = _internal(int8_quantize), _internal(int8_dequantize)
SIGNED_AS_UNSIGNED = _internal(int8_offset)
SCALES, STEPS, ZEROS = _internal(int8_scales, _BIAS), _internal(int8_steps), _internal(int8_zeros)
BIAS, SMALL_BIAS, SLOPE = _internal(int8_bias), _internal(int8_small_bias), _internal(int8_slope)
RANGE_STEPS, FROM_RANGE = _internal(int8_range_steps), _internal(int8_from_range)
FILTERS, PACKED_FILTERS = _internal(int8_filters), _internal(int8_packed_filters)
CONVOLUTION, CONVOLUTION_ONTO = _internal(int8_convolution, _BIAS), _internal(int8_convolution_onto, _BIAS)
FEWER_BITS = _internal(int8_fewer_bits, effects=VIEW)
PACKED_DENSE, DENSE = _internal(int8_packed_dense), _internal(int8_dense, _BIAS)
MAX_POOL, MEAN = _internal(int8_max_pool), _internal(int8_mean)
CONCAT = OpDef("_int8_concat", int8_concat, (), read_signature(int8_concat)[1], {}, int8_concat.__doc__ or "",
               variadic="num_args", effects=Effects(fresh=True))
FLATTEN, RELU = _internal(int8_flatten, effects=VIEW), _internal(int8_relu)
