"""Elementwise operators of one input with parameters or custom gradients."""

from __future__ import annotations

import functools
import math
from typing import Any

import torch
from torch import Tensor

from .._runtime import torch_private
from .._runtime.autograd.integer_grad import from_floating
from .._runtime.error import MXNetError
from .._runtime.storage import scalar as kept_scalar
from . import sparse_values
from .elementwise import Sloped, Unary, keeps_type, recorded, round_half_away
from .facts import FULL, METHOD, NAMED_INPUT, UNLISTED, Effects, Form, Inference, Precision, Sparse
from .opdef import ELEMENTWISE, ONE_SHAPE, register, same_shapes
from .params import Bool, DType, Float
from .shapes import of_data


@register("Cast", "cast", "_npi_cast", "_npx_cast", inference=ONE_SHAPE, effects=Effects(keeps_layout=True),
          form=METHOD)
def cast(data: Tensor, *, dtype: DType) -> Tensor:
    """Convert to another dtype."""
    return data.to(dtype, copy=True) if dtype.is_floating_point or not data.requires_grad else (
        from_floating(data, dtype))


@functools.lru_cache(1024)
def _beyond(limit: float, towards: float, dtype: torch.dtype) -> float:
    """Return the number next to a limit, in the precision of the comparison with elements."""
    compared = torch.float64 if dtype is torch.float64 else torch.float32
    return torch.nextafter(torch.tensor(limit, dtype=compared), torch.tensor(towards, dtype=compared)).item()


_LARGEST = torch.finfo(torch.float32).max


def _limit(value: float) -> float:
    """Round a limit to single precision: the text ``3.4028235e+38`` of the largest number is slightly above it."""
    single: float = torch.tensor(value, dtype=torch.float32).item()
    if math.isinf(single) and not math.isinf(value):
        raise MXNetError(f"operator clip: Out of range value for a limit in single precision, received {value}")
    return single


def _clamp(data: Tensor, low: float, high: float) -> Tensor:
    if data.dtype is torch.float16:  # torch rejects limits beyond the range of float16
        low, high = float(kept_scalar(low, torch.float16)), float(kept_scalar(high, torch.float16))
    return torch.clamp(data, low, high)


class _Clip(torch.autograd.Function):
    """Clipped elements. The gradient passes for elements inside, on the limits and for NaN."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, low: float, high: float) -> Tensor:
        ctx.save_for_backward(data)
        ctx.limits = low, high
        return _clamp(data, low, high)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (data,), (low, high), gradient = ctx.saved_tensors, ctx.limits, grads[0]
        # This kernel zeros the gradient up to and including a limit, and is much faster than masks.
        if low > -math.inf:
            gradient = torch_private.threshold_backward(gradient, data, _beyond(low, -math.inf, data.dtype))
        if high < math.inf:
            gradient = torch_private.threshold_backward(gradient, -data, -_beyond(high, math.inf, data.dtype))
        return gradient, None, None


def _clip_unordered(data: Tensor, low: float, high: float) -> Tensor:
    """Clip with a NaN limit, which limits nothing, or with a lower limit above the upper one."""
    if low != low or high != high:
        return clip(data, a_min=-math.inf if low != low else low, a_max=math.inf if high != high else high)
    # Check the upper limit first.
    return torch.where(data > high, kept_scalar(high, data.dtype), clip(data, a_min=low, a_max=math.inf))


@register("clip", "_npi_clip", inference=Inference(fill=same_shapes, shapes=of_data),
          effects=Effects(fresh=True, keeps_layout=True), form=Form(method=True, in_sparse=("clip",)),
          sparse=Sparse(stored=sparse_values.if_zero_stays), precision=Precision(bfloat16="any"))
def clip(data: Tensor, *, a_min: Float, a_max: Float) -> Tensor:
    """Clip elements to ``[a_min, a_max]``. The gradient is 1 inside and on the limits."""
    if not (a_min >= -_LARGEST and a_max <= _LARGEST):
        a_min, a_max = _limit(a_min), _limit(a_max)
    if not a_min <= a_max:
        return _clip_unordered(data, a_min, a_max)
    if data.is_floating_point():
        if recorded(data):
            result: Tensor = _Clip.apply(data, a_min, a_max)
            return result
        return _clamp(data, a_min, a_max)
    limits = torch.iinfo(data.dtype)
    if a_max < limits.min or a_min > limits.max:
        # All elements lie beyond a limit; convert the limit to their dtype.
        return torch.zeros_like(data) + kept_scalar(a_max if a_max < limits.min else a_min, data.dtype)
    return torch.clamp(data, kept_scalar(max(a_min, limits.min), data.dtype),
                       kept_scalar(min(a_max, limits.max), data.dtype))


class _HardSigmoid(torch.autograd.Function):
    """``clip(alpha * x + beta, 0, 1)`` with a gradient strictly between the limits."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, alpha: float, beta: float) -> Tensor:
        ctx.save_for_backward(data)
        ctx.line = alpha, beta
        return torch.clamp(alpha * data + beta, 0.0, 1.0)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (data,), (alpha, beta) = ctx.saved_tensors, ctx.line
        # NaN has no gradient; torch's kernel is inconsistent about it.
        value = (alpha * data.detach() + beta).nan_to_num_(0.0)
        return torch_private.hardtanh_backward(grads[0] * alpha, value, 0.0, 1.0), None, None


@register("hard_sigmoid", inference=ONE_SHAPE, form=METHOD)
def hard_sigmoid(data: Tensor, *, alpha: Float = 0.2, beta: Float = 0.5) -> Tensor:
    """Compute ``clip(alpha * x + beta, 0, 1)``. The gradient is 0 on the limits."""
    if not data.is_floating_point():
        raise ValueError(f"This operation only support floating point types not {data.dtype}")
    if recorded(data):
        result: Tensor = _HardSigmoid.apply(data, alpha, beta)
        return result
    return torch.clamp(alpha * data + beta, 0.0, 1.0)


@register("smooth_l1", "_npx_smooth_l1", inference=ELEMENTWISE, form=METHOD, precision=FULL)
def smooth_l1(data: Tensor, *, scalar: Float = 1.0) -> Tensor:
    """Compute ``0.5 * (scalar * x)**2`` for ``|x| < 1/scalar**2`` and ``|x| - 0.5/scalar**2`` elsewhere."""
    if data.dtype is not torch.float32:
        scalar = float(kept_scalar(scalar, data.dtype))
    square = scalar * scalar
    border = 1.0 / square if square else math.inf

    def loss(value: Tensor) -> Tensor:
        if value.dtype is torch.float16:
            return loss(value.float()).half()
        size = torch.abs(value)
        return torch.where(size > border, size - 0.5 * border, 0.5 * value * value * square)

    if recorded(data):
        result: Tensor = Sloped.apply(data, loss, lambda x, y: torch.clamp(square * x, -1.0, 1.0))
        return result
    return keeps_type(loss)(data)


@register("_contrib_div_sqrt_dim", inference=ELEMENTWISE, form=METHOD)
def div_sqrt_dim(data: Tensor) -> Tensor:
    """Divide by the square root of the size of the last axis."""
    root = float(data.shape[-1]) ** 0.5
    return data / root if data.is_floating_point() else torch.div(data, int(root), rounding_mode="trunc")


@register("_contrib_quadratic", inference=ONE_SHAPE, form=NAMED_INPUT,
          sparse=Sparse(stored=sparse_values.if_csr_stays))
def quadratic(data: Tensor, *, a: Float = 0.0, b: Float = 0.0, c: Float = 0.0) -> Tensor:
    """Compute ``a * x**2 + b * x + c``."""
    if recorded(data):
        result: Tensor = Sloped.apply(data, lambda x: (a * x + b) * x + c, lambda x, y: 2.0 * a * x + b)
        return result
    return ((a * data + b) * data + c).to(data.dtype)


class _StraightThrough(torch.autograd.Function):
    """Step function with the gradient of the identity, times a factor."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, function: Unary, factor: float) -> Tensor:
        ctx.factor = factor
        return function(data)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        return grads[0] if ctx.factor == 1.0 else grads[0] * ctx.factor, None, None


@register("_contrib_round_ste", inference=ELEMENTWISE,
          form=Form(method=True, in_sparse=("_contrib_round_ste",), gradient_names=()),
          sparse=Sparse(stored=sparse_values.on_values), precision=UNLISTED)
def round_ste(data: Tensor) -> Tensor:
    """Round to the nearest integer, halves away from zero, with the gradient of a straight-through estimator."""
    result: Tensor = _StraightThrough.apply(data, round_half_away, 1.0)
    return result


@register("_contrib_sign_ste", inference=ELEMENTWISE,
          form=Form(method=True, in_sparse=("_contrib_sign_ste",), gradient_names=()),
          sparse=Sparse(stored=sparse_values.on_values), precision=UNLISTED)
def sign_ste(data: Tensor) -> Tensor:
    """Compute the sign, with the gradient of a straight-through estimator."""
    result: Tensor = _StraightThrough.apply(data, torch.sign, 1.0)
    return result


@register("_contrib_gradientmultiplier", inference=ELEMENTWISE, form=METHOD,
          sparse=Sparse(stored=sparse_values.on_values))
def gradient_multiplier(data: Tensor, *, scalar: Float = 1.0, is_int: Bool = True) -> Tensor:
    """Return the input unchanged and multiply its gradient by `scalar`."""
    result: Tensor = _StraightThrough.apply(data, torch.clone, scalar)
    return result
