"""Fused 8-bit operators: a layer, the following operators and the requantization in one step.

Results match MXNet's CPU build: weights are quantized with half a step more than the dtype holds, sums are exact in
int32, and all later steps use float32 and round once. The node's subgraph (``_graph.fused``) determines the fused
layers, passed as `Curve` and layer parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from .._runtime.error import MXNetError
from .convolution import convolution
from .dense import fully_connected
from .quantize import HALF_STEP, INT32_RANGE, checked, constant, largest, over, rounded
from .quantized_layers import exact_type, product_range
from .relu import activated

_LARGEST_BIAS = 2 ** 31 // 2 - 1


@dataclass(frozen=True)
class Curve:
    """Activation function at the end of a fused operator; `limit` is a slope or an upper limit."""

    kind: str
    limit: float = 0.0

    def __call__(self, values: Tensor) -> Tensor:
        if self.kind == "bounded_relu":
            return values.clamp(0.0, self.limit)
        if self.kind == "relu" and self.limit:
            return torch.where(values > 0, values, values * self.limit)
        if self.kind == "elu":
            return torch.where(values > 0, values, torch.expm1(values) * self.limit)
        return _CURVES[self.kind](values)


_CURVES: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": activated, "logistic": torch.sigmoid, "tanh": torch.tanh, "soft_relu": functional.softplus,
    "gelu": functional.gelu, "square": torch.square, "sqrt": torch.sqrt, "exp": torch.exp, "abs": torch.abs,
}
_POSITIVE = ("logistic", "soft_relu", "bounded_relu")
_POSITIVE_AFTER_DENSE = (*_POSITIVE, "relu", "square", "sqrt", "exp", "abs")


@dataclass(frozen=True)
class ConvolutionLayers:
    """Layers of a fused convolution: parameters of the first two, activations before and after the sum."""

    convolution: Mapping[str, Any]
    norm: Mapping[str, Any] | None
    curve: Curve | None
    last_curve: Curve | None


@dataclass(frozen=True)
class DenseLayers:
    """Layers of a fused dense layer."""

    dense: Mapping[str, Any]
    curve: Curve | None


def scale_of(dtype: torch.dtype, low: Any, high: Any) -> Tensor:
    """Return the steps per unit of an 8-bit range with known limits. An empty range gets the largest scale."""
    real = largest(low, high)
    step = HALF_STEP.get(dtype, HALF_STEP[torch.uint8])
    return torch.where(real == 0, torch.full_like(real, INT32_RANGE), over(step, real))


def _channel_scales(weight: Tensor, bias: Tensor | None, data_scale: Tensor) -> Tensor:
    """Return the scale of each output channel's weights, small enough for the bias to fit into int32."""
    rows = weight.flatten(1)
    scales = scale_of(torch.int8, rows.amin(1), rows.amax(1))
    if bias is None:
        return scales
    limits = torch.where(bias > 0, INT32_RANGE, -INT32_RANGE) / 2 / bias / data_scale
    return torch.where(bias != 0, torch.minimum(scales, limits), scales)


def _along(values: Tensor, like: Tensor) -> Tensor:
    """Reshape one value per channel, or one for all, to broadcast over axis 1."""
    return values.reshape(-1, *[1] * (like.ndim - 2))


def norm_slope(gamma: Tensor, var: Tensor, eps: float, fix_gamma: bool) -> Tensor:
    """Return the factor of each channel in a normalization. MXNet adds epsilon in double precision."""
    return ((torch.ones_like(var) if fix_gamma else gamma) / torch.sqrt(var.double() + eps)).float()


def _fold_norm(weight: Tensor, bias: Tensor | None, norm: Mapping[str, Any], gamma: Tensor, beta: Tensor, mean: Tensor,
               var: Tensor) -> tuple[Tensor, Tensor]:
    """Fold batch normalization into weight and bias."""
    slope = norm_slope(gamma, var, norm["eps"], norm["fix_gamma"])
    offset = beta - slope * mean if bias is None else beta + slope * (bias - mean)
    return weight * slope.reshape(-1, *[1] * (weight.ndim - 1)), offset


def convolution_inputs(layers: ConvolutionLayers, params: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the input names of a fused convolution."""
    names = ["data", "weight", *([] if layers.convolution["no_bias"] else ["bias"])]
    names += ["gamma", "beta", "mean", "var"] if params["with_bn"] else []
    names += ["sum"] if params["with_sum"] else []
    if params["quantized"]:
        names += ["data_min", "data_max", *(["sum_min", "sum_max"] if params["with_sum"] else [])]
    return tuple(names)


def _check_signed(data: Tensor, low: Tensor) -> None:
    if not data.is_meta and data.dtype is torch.uint8 and float(low) < 0:
        raise ValueError(f"Expect int8 when data_min < 0.0, consider quantize model with int8, received {float(low)}")


def convolution_type(layers: ConvolutionLayers, params: Mapping[str, Any]) -> torch.dtype:
    """Return the dtype of a calibrated result."""
    if params["with_act"] and not params["with_sum"]:
        curve = layers.curve
    else:
        curve = layers.last_curve if params["with_postsum_act"] else None
    positive = curve is not None and (curve.kind in _POSITIVE or curve == Curve("relu"))
    return torch.uint8 if positive else torch.int8


def quantized_convolution(layers: ConvolutionLayers, *tensors: Tensor, **params: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Return the result of a fused 8-bit convolution and its range."""
    inputs = dict(zip(convolution_inputs(layers, params), tensors, strict=True))
    data = checked("data", inputs["data"], torch.int8, torch.uint8)
    low, high = inputs["data_min"], inputs["data_max"]
    _check_signed(data, low)
    weight, bias = inputs["weight"], inputs.get("bias")
    if params["with_bn"]:
        assert layers.norm is not None
        weight, bias = _fold_norm(weight, bias, layers.norm, *(inputs[n] for n in ("gamma", "beta", "mean", "var")))
    data_scale = scale_of(data.dtype, low, high)
    least, most = params["min_calib_range"], params["max_calib_range"]
    calibrated = least is not None and most is not None
    if calibrated:
        dtype = convolution_type(layers, params)
        ends = constant(data, least), constant(data, most)
        scales = _channel_scales(weight, bias, data_scale)
        result_scale = scale_of(dtype, *ends)
    else:
        dtype = torch.int32
        total = weight.min().reshape(1), weight.max().reshape(1)
        scales = scale_of(torch.int8, *total)
        limits = 127 if data.dtype is torch.int8 else 255
        ends = product_range(largest(*total), largest(low, high), limits)
        result_scale = data_scale * scales
    values = _sums(layers.convolution, data, weight, bias, scales, data_scale)
    if calibrated:
        values = values * _along(result_scale / data_scale / scales, values)
    return _finish(layers, params, inputs, values, result_scale, dtype), *ends


def _sums(layer: Mapping[str, Any], data: Tensor, weight: Tensor, bias: Tensor | None, scales: Tensor,
          data_scale: Tensor) -> Tensor:
    """Compute exact integer sums of products, as float32."""
    applied, groups = scales, layer["num_group"]
    if groups > 1 and scales.numel() > 1:
        # MXNet scales the weights of each group like one channel, but undoes the scale per channel.
        applied = scales[:groups].repeat_interleave(scales.numel() // groups)
    weight = rounded(weight * applied.reshape(-1, *[1] * (weight.ndim - 1)), torch.int8)
    dtype = exact_type(weight)
    values = convolution(data.to(dtype), weight.to(dtype), None, **{**layer, "no_bias": True}).double()
    if bias is not None:
        values = values + _along(rounded(bias * (scales * data_scale), torch.int32), values)
    return values.float()


def _finish(layers: ConvolutionLayers, params: Mapping[str, Any], inputs: Mapping[str, Tensor], values: Tensor,
            result_scale: Tensor, dtype: torch.dtype) -> Tensor:
    """Apply everything that follows the sums of products."""
    curve = layers.curve if params["with_act"] else None
    if curve is not None and curve.kind == "bounded_relu":
        # The dtype's limits act as the function's limits, except before a sum.
        if params["with_sum"]:
            values = torch.minimum(values.clamp(min=0.0), curve.limit * result_scale)
    elif curve is not None:
        values = curve(values)
    stored = dtype
    if params["with_sum"]:
        other = inputs["sum"]
        scale = result_scale / scale_of(other.dtype, inputs["sum_min"], inputs["sum_max"])
        values = values + other.to(torch.float32) * scale
        # The sum is computed in the memory and dtype of its operand.
        stored = dtype if dtype is torch.int32 else other.dtype
    if params["with_postsum_act"]:
        if layers.last_curve is None or layers.last_curve.kind != "relu":
            raise MXNetError("operator _sg_mkldnn_conv: Check failed: after a sum of 8 bit integers the activation "
                             f"must be relu, received {layers.last_curve}")
        values = layers.last_curve(values)
    return rounded(values, stored).view(dtype)


def dense_inputs(layers: DenseLayers, params: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the input names of a fused dense layer."""
    names = ["data", "weight", *([] if layers.dense["no_bias"] else ["bias"])]
    if not params["quantized"]:
        return tuple(names)
    ranged = names[:1] if params["channel_wise_quantize"] else names
    return (*names, *(f"{end}_{name}" for name in ranged for end in ("min", "max")))


def quantized_dense(layers: DenseLayers, *tensors: Tensor, **params: Any) -> Any:
    """Return the result of a fused 8-bit dense layer and, unless it is float32, its range."""
    inputs = dict(zip(dense_inputs(layers, params), tensors, strict=True))
    data = checked("data", inputs["data"], torch.int8, torch.uint8)
    data_scale = scale_of(data.dtype, inputs["min_data"], inputs["max_data"])
    least, most = params["min_calib_range"], params["max_calib_range"]
    calibrated = least is not None and most is not None
    as_float = params["enable_float_output"]
    if params["channel_wise_quantize"]:
        if not (calibrated or as_float):
            raise MXNetError("operator _sg_mkldnn_fully_connected: quantization by channel needs the range of the "
                             "result (min_calib_range and max_calib_range) or enable_float_output")
        weight, bias, scales = _quantize_by_channel(inputs, data_scale)
    else:
        weight, bias, scales = _rescale(inputs, data_scale)
    dtype = exact_type(weight)
    values = fully_connected(data.to(dtype), weight.to(dtype), **{**layers.dense, "no_bias": True}).double()
    values = (values if bias is None else values + bias).float()
    curve = layers.curve if params["with_eltwise"] else None
    result = torch.float32 if as_float else dense_type(curve) if calibrated else torch.int32
    ends = (constant(data, least), constant(data, most)) if calibrated else None
    values = _at_scale(values, curve, result, ends, as_float, data_scale, scales)
    if as_float:
        return values
    if ends is None:
        ends = product_range(largest(inputs["min_data"], inputs["max_data"]),
                             largest(inputs["min_weight"], inputs["max_weight"]),
                             127 if data.dtype is torch.int8 else 255)
    return rounded(values, result), *ends


def dense_type(curve: Curve | None) -> torch.dtype:
    """Return the dtype of a calibrated result."""
    return torch.uint8 if curve is not None and curve.kind in _POSITIVE_AFTER_DENSE else torch.int8


def _at_scale(values: Tensor, curve: Curve | None, dtype: torch.dtype, ends: tuple[Tensor, Tensor] | None,
              as_float: bool, data_scale: Tensor, scales: Tensor) -> Tensor:
    """Convert sums to units of the result, after the activation of the layer."""
    scale = None if ends is None else scale_of(dtype, *ends)
    if scale is not None and curve is None:
        return values * (scale / data_scale / scales)
    if scale is not None or as_float:
        values = values * (over(1.0, data_scale) / scales)
    values = values if curve is None else curve(values)
    return values if scale is None or curve is None else values * scale


def _quantize_by_channel(inputs: Mapping[str, Tensor], data_scale: Tensor) -> tuple[Tensor, Tensor | None, Tensor]:
    weight, bias = inputs["weight"], inputs.get("bias")
    scales = _channel_scales(weight, bias, data_scale)
    if bias is not None:
        bias = rounded(bias * (scales * data_scale), torch.int32)
    return rounded(weight * scales.reshape(-1, 1), torch.int8), bias, scales


def _rescale(inputs: Mapping[str, Tensor], data_scale: Tensor) -> tuple[Tensor, Tensor | None, Tensor]:
    """Return the 8-bit weight and the bias at the scale of the sums."""
    weight, bias = checked("weight", inputs["weight"], torch.int8), inputs.get("bias")
    scale = scale_of(torch.int8, inputs["min_weight"], inputs["max_weight"])
    if bias is None:
        return weight, None, scale
    bias_scale = scale_of(torch.int8, inputs["min_bias"], inputs["max_bias"])
    step = data_scale * scale / bias_scale
    most = _LARGEST_BIAS / largest(inputs["min_bias"], inputs["max_bias"]) / bias_scale
    # If the bias would not fit into int32, use larger steps for the weights.
    smaller = torch.where(step > most, most * bias_scale / data_scale / scale, torch.ones_like(step))
    weight = _half_away(weight.float() * smaller)
    return weight, _half_away(bias.float() * torch.minimum(step, most)), scale * smaller


def _half_away(values: Tensor) -> Tensor:
    """Round as C does, halves away from zero."""
    return torch.trunc(values + torch.copysign(torch.full_like(values, 0.5), values))
