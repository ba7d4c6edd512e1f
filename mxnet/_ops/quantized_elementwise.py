"""Operators without weights over 8-bit integers."""

from __future__ import annotations

import math
from typing import Annotated, Any

import torch
from torch import Tensor

from .facts import UNLISTED, Inference, Params, Quantized, TypeLike, Types
from .opdef import register
from .params import Bool, Choice, Int, OptBool, OptFloat, OptInt, Shape
from .pooling import Convention, PoolLayout, PoolType, pooling
from .quantize import (
    HALF_STEP,
    INT32_RANGE,
    RANGED,
    checked,
    constant,
    largest,
    over,
    result_with_range,
    rounded,
    with_range,
)

ActivationType = Annotated[str, Choice("relu", "sigmoid", "softrelu", "softsign", "tanh")]


@register("_contrib_quantized_act", outputs=3, inference=with_range(1), form=RANGED,
          quantized=Quantized(form_of="Activation", form_if=lambda params: params["act_type"] == "relu"))
def quantized_act(data: Tensor, min_data: Tensor, max_data: Tensor, *, act_type: ActivationType) -> Any:
    """Set negative integers to zero; only ``act_type='relu'`` is supported."""
    data = checked("data", data, torch.int8, torch.uint8)
    if act_type != "relu":
        raise ValueError(f"_contrib_quantized_act only supports act_type=relu for now, received {act_type}")
    return torch.clamp(data, min=0), min_data.clone(), max_data.clone()


@register("_contrib_quantized_flatten", outputs=3, inference=with_range(1), form=RANGED,
          quantized=Quantized(form_of="Flatten"))
def quantized_flatten(data: Tensor, min_data: Tensor, max_data: Tensor) -> Any:
    """Merge all axes but the first."""
    data = checked("data", data, torch.int8, torch.uint8)
    return data.reshape(data.shape[0], -1).clone(), min_data.clone(), max_data.clone()


@register("_contrib_quantized_pooling", outputs=3, inference=with_range(1), form=RANGED,
          quantized=Quantized(form_of="Pooling", form_if=lambda params: params["pool_type"] in ("max", "avg")))
def quantized_pooling(data: Tensor, min_data: Tensor, max_data: Tensor, *, kernel: Shape = (),
                      pool_type: PoolType = "max", global_pool: Bool = False, cudnn_off: Bool = False,
                      pooling_convention: Convention = "valid", stride: Shape = (), pad: Shape = (),
                      p_value: OptInt = None, count_include_pad: OptBool = None, layout: PoolLayout = None) -> Any:
    """Compute the maximum or mean integer of each window."""
    data = checked("data", data, torch.int8, torch.uint8)
    if pool_type not in ("max", "avg"):
        raise ValueError(f"QuantizedPoolingOp only supports pool_type=max/avg for now, received {pool_type}")
    # Unlike in `Pooling`, windows that reach beyond the padding ('full') count as full windows.
    whole = pool_type == "avg" and count_include_pad is not False and not global_pool
    pooled = pooling(data.to(torch.float32), kernel=kernel, pool_type="sum" if whole else pool_type,
                     global_pool=global_pool, pooling_convention=pooling_convention, stride=stride, pad=pad,
                     count_include_pad=count_include_pad, layout=layout)
    if whole:
        pooled = pooled / math.prod(kernel)
    return rounded(pooled, data.dtype), min_data.clone(), max_data.clone()


def _joined_type(params: Params, known: Types) -> TypeLike:
    return torch.int8 if torch.int8 in known else torch.uint8


@register("_contrib_quantized_concat", variadic="num_args", outputs=3,
          inference=Inference(input_types=lambda params, known: list(known),
                              result_types=result_with_range(_joined_type)), form=RANGED,
          quantized=Quantized(form_of="Concat", form_if=lambda params: params["dim"] > 0))
def quantized_concat(*data: Tensor, dim: Int = 1) -> Any:
    """Join arrays along an axis. The inputs are all arrays, followed by the two range limits of each.

    Arrays with a smaller range than the widest are rescaled. The result is int8 if any array is int8.
    """
    count = len(data) // 3
    if not count or len(data) != 3 * count:
        raise ValueError(f"requires arrays followed by two range limits for each, received {len(data)} inputs")
    arrays = [checked(f"arg{i}", array, torch.int8, torch.uint8) for i, array in enumerate(data[:count])]
    low, high = data[count::2], data[count + 1::2]
    dtype = torch.int8 if any(a.dtype is torch.int8 for a in arrays) else torch.uint8
    least = torch.clamp(torch.stack(low).amin(0), max=0)
    most = torch.clamp(torch.stack(high).amax(0), min=0)
    scale = over(HALF_STEP[dtype], largest(least, most))
    parts = [rounded(a.to(torch.float32) * (scale / over(HALF_STEP[a.dtype], largest(m, n))), dtype)
             for a, m, n in zip(arrays, low, high, strict=True)]
    return torch.cat(parts, dim), least, most


def _is_calibrated(params: Params) -> bool:
    return params["min_calib_range"] is not None and params["max_calib_range"] is not None


def _sum_type(params: Params, known: Types) -> TypeLike:
    if not _is_calibrated(params):
        return torch.int32
    return known[0] if known[0] is known[1] else torch.int8


@register("_contrib_quantized_elemwise_add", outputs=3, inference=with_range(2, _sum_type), form=RANGED,
          quantized=Quantized(form_of="elemwise_add", ranges="requantized"))
def quantized_elemwise_add(lhs: Tensor, rhs: Tensor, lhs_min: Tensor, lhs_max: Tensor, rhs_min: Tensor,
                           rhs_max: Tensor, *, min_calib_range: OptFloat = None,
                           max_calib_range: OptFloat = None) -> Any:
    """Add integers of different ranges; the result is int32, or 8 bits for the calibrated range."""
    lhs, rhs = checked("lhs", lhs, torch.int8, torch.uint8), checked("rhs", rhs, torch.int8, torch.uint8)
    left, right = largest(lhs_min, lhs_max), largest(rhs_min, rhs_max)
    same = lhs.dtype is rhs.dtype
    if min_calib_range is not None and max_calib_range is not None:
        dtype = lhs.dtype if same else torch.int8
        low, high = constant(lhs, min_calib_range), constant(lhs, max_calib_range)
        scale = over(HALF_STEP[dtype], largest(low, high))
        factors = [scale / over(HALF_STEP[a.dtype], r) for a, r in ((lhs, left), (rhs, right))]
    else:
        dtype, high = torch.int32, left + right
        low = -high
        factors = [r * INT32_RANGE / ((left + right) * HALF_STEP[a.dtype]) for a, r in ((lhs, left), (rhs, right))]
    operands = [lhs.to(torch.float32), rhs.to(torch.float32)]
    if not same:
        # The unsigned operand is converted to the scale of the result first, including its rounding.
        i = int(rhs.dtype is torch.uint8)
        operands[i] = rounded(operands[i] * factors[i], torch.int8).to(torch.float32)
        factors[i] = torch.ones_like(factors[i])
    return rounded(operands[0] * factors[0] + operands[1] * factors[1], dtype), low, high


def _products(params: dict[str, Any]) -> int:
    return 1 if params["enable_float_output"] else 3


def _product_type(params: Params, known: Types) -> TypeLike:
    if params["enable_float_output"]:
        return torch.float32
    return torch.int8 if _is_calibrated(params) else torch.int32


@register("_contrib_quantized_elemwise_mul", outputs=_products, inference=with_range(2, _product_type), form=RANGED,
          precision=UNLISTED, quantized=Quantized(form_of="elemwise_mul", ranges="requantized"))
def quantized_elemwise_mul(lhs: Tensor, rhs: Tensor, lhs_min: Tensor, lhs_max: Tensor, rhs_min: Tensor,
                           rhs_max: Tensor, *, min_calib_range: OptFloat = None, max_calib_range: OptFloat = None,
                           enable_float_output: Bool = False) -> Any:
    """Multiply int8 arrays; the result is int32, int8 for the calibrated range, or float32."""
    lhs, rhs = checked("lhs", lhs, torch.int8), checked("rhs", rhs, torch.int8)
    left, right = largest(lhs_min, lhs_max), largest(rhs_min, rhs_max)
    product = lhs.to(torch.int32) * rhs.to(torch.int32)
    half = HALF_STEP[torch.int8]
    if enable_float_output:
        return product.to(torch.float32) * (over(1.0, over(half, left)) / over(half, right))
    if min_calib_range is None or max_calib_range is None:
        top = (left / 127) * (right / 127) * INT32_RANGE
        return product, -top, top
    low, high = constant(lhs, min_calib_range), constant(lhs, max_calib_range)
    scale = over(half, largest(low, high)) / over(half, left) / over(half, right)
    # Truncate, and wrap around values that exceed 8 bits.
    return (product.to(torch.float32) * scale).to(torch.int32).to(torch.int8), low, high
