"""Elementwise operators of one input."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .._runtime.storage import scalar as kept_scalar
from .._runtime.whole import from_floating
from .opdef import ELEMENTWISE, register, same_shapes, unary
from .params import Bool, DType, Float
from .relu import relu
from .shapes import of_data
from .stopped import stopped

Unary = Callable[[Tensor], Tensor]
Slope = Callable[[Tensor, Tensor], Tensor]


def keeps_type(function: Unary) -> Unary:
    """`function` computed in floating point, for integers in double precision and converted back, as MXNet does."""

    def lowered(data: Tensor) -> Tensor:
        return function(data) if data.is_floating_point() else from_floating(function(data.double()), data.dtype)

    return lowered


def _in_single(function: Unary) -> Unary:
    """As `keeps_type`, with integers computed in single precision."""

    def lowered(data: Tensor) -> Tensor:
        return function(data) if data.is_floating_point() else from_floating(function(data.float()), data.dtype)

    return lowered


def _recorded(data: Tensor) -> bool:
    return data.requires_grad and torch.is_grad_enabled()


class _Sloped(torch.autograd.Function):
    """A function with its derivative given as a function of input and result."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, function: Unary, slope: Slope) -> Tensor:
        result = function(data)
        ctx.save_for_backward(data, result)
        ctx.slope = slope
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        data, result = ctx.saved_tensors
        if data.dtype is torch.float16:
            # Squares of slopes would overflow: only the slope is rounded, as in MXNet.
            return grads[0] * ctx.slope(data.float(), result.float()).half(), None, None
        return grads[0] * ctx.slope(data, result), None, None


def with_slope(function: Unary, slope: Slope, only: torch.dtype | None = None) -> Unary:
    """`function` with MXNet's formula for its derivative, where torch's differs at borders, of one type or all."""
    plain = keeps_type(function)

    def lowered(data: Tensor) -> Tensor:
        if _recorded(data) and (only is None or data.dtype is only):
            result: Tensor = _Sloped.apply(data, function, slope)
            return result
        return plain(data)

    return lowered


def _sign(data: Tensor) -> Tensor:
    """The sign; the gradient is multiplied with 0."""
    if _recorded(data):
        result: Tensor = _Sloped.apply(data, torch.sign, lambda x, y: kept_scalar(0.0, y.dtype))
        return result
    return torch.sign(data)


def _round_half_away(data: Tensor) -> Tensor:
    whole = torch.trunc(data)
    return torch.where(torch.abs(data - whole) >= 0.5, whole + torch.sign(data), whole)


def _rint(data: Tensor) -> Tensor:
    low, high = torch.floor(data), torch.ceil(data)
    return torch.where(data - low <= high - data, low, high)


def _cbrt(data: Tensor) -> Tensor:
    if data.dtype is not torch.float64:
        return torch.copysign(torch.pow(torch.abs(data.double()), 1.0 / 3.0), data).to(data.dtype)
    root = torch.copysign(torch.pow(torch.abs(data), 1.0 / 3.0), data)
    # A step of Newton's method, for whole numbers whose root must be exact.
    error = (root * root * root - data) / (3.0 * root * root)
    return torch.where(torch.isfinite(error), root - error, root)


def _rcbrt(data: Tensor) -> Tensor:
    return 1.0 / _cbrt(data)


def _scaled(factor: Tensor) -> Unary:
    """Multiplication with a constant that MXNet has in single precision, also for doubles."""
    number = factor.item()
    return lambda data: torch.mul(data, number)


def _gamma(data: Tensor) -> Tensor:
    if data.dtype is not torch.float64:
        return _gamma(data.double()).to(data.dtype)  # the exponential would multiply small errors
    # Half way between two poles the sign changes: odd floors are negative.
    negative = torch.signbit(data) & ((torch.floor(data).remainder(2) == 1) | (data == 0))
    size = torch.exp(torch.lgamma(data))
    result = torch.where(negative, -size, size)
    pole = (data < 0) & (torch.floor(data) == data)
    return torch.where(pole, torch.full_like(result, torch.nan), result)


def _digamma(data: Tensor) -> Tensor:
    pole = (data <= 0) & (torch.floor(data) == data)
    # MXNet has the largest double there, which is infinite in other types.
    value = torch.finfo(torch.float64).max if data.dtype is torch.float64 else torch.inf
    return torch.where(pole, torch.full_like(data, value), torch.digamma(data))


_GAMMA = with_slope(_gamma, lambda x, y: y * _digamma(x))
_LOG_GAMMA = with_slope(torch.lgamma, lambda x, y: _digamma(x))


def _erfinv(data: Tensor) -> Tensor:
    if data.is_floating_point():
        return _FLOATING_ERFINV(data)
    # Whole numbers beyond 1 give 0, not the number that stands for NaN.
    return torch.where((data > 1) | (data < -1), 0, from_floating(torch.erfinv(data.double()), data.dtype))


def _logical_not(data: Tensor) -> Tensor:
    return torch.logical_not(data).to(data.dtype)


def softsign_slope(data: Tensor, result: Tensor) -> Tensor:
    """The derivative of softsign."""
    return 1.0 / torch.square(1.0 + torch.abs(data))


def _softsign(data: Tensor) -> Tensor:
    return data / (1.0 + torch.abs(data))


class _AreaSlope(torch.autograd.Function):
    """``1 / sqrt(x**2 + shift)``, with the sign of MXNet's derivative of it."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, shift: float) -> Tensor:
        ctx.save_for_backward(data)
        ctx.shift = shift
        # A square that overflows would make the slope of arcsinh zero.
        if shift == 1.0:
            return torch.reciprocal(torch.hypot(data, kept_scalar(1.0, data.dtype)))
        return torch.rsqrt(data * data + shift)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (data,) = ctx.saved_tensors
        return grads[0] * (data / torch.sqrt((data * data + ctx.shift) ** 3)), None


def _area_slope(shift: float) -> Slope:
    def slope(data: Tensor, result: Tensor) -> Tensor:
        value: Tensor = _AreaSlope.apply(data, shift)
        return value

    return slope


_ARCSINH = with_slope(torch.arcsinh, _area_slope(1.0))
_ARCCOSH = with_slope(torch.arccosh, _area_slope(-1.0))
_SOFTSIGN = with_slope(_softsign, softsign_slope)
_PI, _HALF_TURN = torch.tensor(math.pi), torch.tensor(180.0)
_ROOT_OF_PI = torch.sqrt(_PI).item()
# The root is one of single precision for doubles too.
_ERF = with_slope(torch.erf, lambda x, y: 2.0 / _ROOT_OF_PI * torch.exp(-x * x), torch.float64)
_FLOATING_ERFINV = with_slope(torch.erfinv, lambda x, y: 0.5 * _ROOT_OF_PI * torch.exp(y * y), torch.float64)
_EXPM1 = with_slope(torch.expm1, lambda x, y: torch.exp(x))
_ARCTAN = with_slope(torch.arctan, lambda x, y: 1.0 / (x * x + 1.0), torch.float16)
_ARCTANH = with_slope(torch.arctanh, lambda x, y: 1.0 / (1.0 - x * x), torch.float16)
_CBRT = with_slope(_cbrt, lambda x, y: 1.0 / (3.0 * torch.square(y)))
_RCBRT = with_slope(_rcbrt, lambda x, y: -y / (3.0 * x))
_RSQRT = with_slope(torch.rsqrt, lambda x, y: -0.5 / (torch.sqrt(x) * x))
_UNARY: list[tuple[str, Unary, str, tuple[str, ...]]] = [
    ("relu", relu, "``max(x, 0)``.", ()),
    ("sigmoid", keeps_type(torch.sigmoid), "``1 / (1 + exp(-x))``.", ()),
    ("softsign", _SOFTSIGN, "``x / (1 + |x|)``.", ()),
    ("exp", keeps_type(torch.exp), "e to the power of each element.", ()),
    ("expm1", _EXPM1, "``exp(x) - 1``, accurate near zero.", ()),
    ("log", keeps_type(torch.log), "Natural logarithm.", ()),
    ("log2", keeps_type(torch.log2), "Logarithm to base 2.", ()),
    ("log10", keeps_type(torch.log10), "Logarithm to base 10.", ()),
    ("log1p", keeps_type(torch.log1p), "``log(1 + x)``, accurate near zero.", ()),
    ("sqrt", keeps_type(torch.sqrt), "Square root.", ()),
    ("rsqrt", _RSQRT, "``1 / sqrt(x)``.", ()),
    ("cbrt", _CBRT, "Cube root.", ()),
    ("rcbrt", _RCBRT, "``1 / cbrt(x)``.", ()),
    ("square", _in_single(torch.square), "``x * x``.", ()),
    ("reciprocal", keeps_type(torch.reciprocal), "``1 / x``.", ()),
    ("abs", torch.abs, "Absolute value.", ()),
    ("sign", _sign, "-1, 0 or 1 by the sign of each element.", ()),
    ("negative", torch.neg, "``-x``.", ("_np_negative",)),
    ("floor", torch.floor, "Largest integer that is not larger.", ()),
    ("ceil", torch.ceil, "Smallest integer that is not smaller.", ()),
    ("trunc", torch.trunc, "The integer next to it towards zero.", ()),
    ("fix", torch.trunc, "The integer next to it towards zero.", ()),
    ("round", _round_half_away, "Nearest integer, halves away from zero.", ()),
    ("rint", _rint, "Nearest integer, halves downwards.", ()),
    ("sin", keeps_type(torch.sin), "Sine of radians.", ()),
    ("cos", keeps_type(torch.cos), "Cosine of radians.", ()),
    ("tan", keeps_type(torch.tan), "Tangent of radians.", ()),
    ("arcsin", keeps_type(torch.arcsin), "Inverse sine.", ()),
    ("arccos", keeps_type(torch.arccos), "Inverse cosine.", ()),
    ("arctan", _ARCTAN, "Inverse tangent.", ()),
    ("sinh", keeps_type(torch.sinh), "Hyperbolic sine.", ()),
    ("cosh", keeps_type(torch.cosh), "Hyperbolic cosine.", ()),
    ("tanh", keeps_type(torch.tanh), "Hyperbolic tangent.", ()),
    ("arcsinh", _ARCSINH, "Inverse hyperbolic sine.", ()),
    ("arccosh", _ARCCOSH, "Inverse hyperbolic cosine.", ()),
    ("arctanh", _ARCTANH, "Inverse hyperbolic tangent.", ()),
    ("degrees", _in_single(_scaled(_HALF_TURN / _PI)), "Radians to degrees.", ()),
    ("radians", _in_single(_scaled(_PI / _HALF_TURN)), "Degrees to radians.", ()),
    ("erf", _ERF, "Gauss error function.", ()),
    ("erfinv", _erfinv, "Inverse of the error function.", ()),
    ("gamma", keeps_type(_GAMMA), "Gamma function.", ()),
    ("gammaln", keeps_type(_LOG_GAMMA), "Logarithm of the gamma function.", ()),
    ("logical_not", _logical_not, "1 where the element is zero, else 0.", ()),
    ("zeros_like", torch.zeros_like, "Zeros of the same shape and type.", ()),
    ("ones_like", torch.ones_like, "Ones of the same shape and type.", ()),
]
for _name, _function, _doc, _aliases in _UNARY:
    unary(_name, _function, _doc, *_aliases)

unary("_copy", torch.clone, "A copy.", "identity", method=False)
unary("_copyto", torch.clone, "A copy; with ``out``, into that array.", method=False)
unary("BlockGrad", stopped, "The input, through which no gradient flows.", "stop_gradient", alias=True)


@register("Cast", "cast", fill=same_shapes)
def cast(data: Tensor, *, dtype: DType) -> Tensor:
    """Convert to another type."""
    return data.to(dtype, copy=True) if dtype.is_floating_point or not data.requires_grad else (
        from_floating(data, dtype))


def _single(value: float, dtype: torch.dtype) -> float:
    """A number as MXNet keeps it, in single precision, or in half precision for such arrays."""
    if dtype is torch.float32:
        return value  # torch itself rounds it
    return float(kept_scalar(value, torch.float16 if dtype is torch.float16 else torch.float32))


@functools.lru_cache(1024)
def _beyond(limit: float, towards: float, dtype: torch.dtype) -> float:
    """The number next to a limit of single precision, with which arrays of other types are compared too."""
    kind = torch.float64 if dtype is torch.float64 else torch.float32
    return torch.nextafter(torch.tensor(limit, dtype=torch.float32).to(kind), torch.tensor(towards, dtype=kind)).item()


def _clamp(data: Tensor, low: float, high: float) -> Tensor:
    if data.dtype is not torch.float32:
        low, high = _single(low, data.dtype), _single(high, data.dtype)
    return torch.clamp(data, low, high)


class _Clip(torch.autograd.Function):
    """Limited elements, with the gradient of those inside, on the borders and not a number."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, low: float, high: float) -> Tensor:
        ctx.save_for_backward(data)
        ctx.limits = low, high
        return _clamp(data, low, high)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (data,), (low, high), gradient = ctx.saved_tensors, ctx.limits, grads[0]
        # This kernel stops the gradient up to a number, that included, and is many times as fast as masks.
        if low > -math.inf:
            gradient = _STOPPED_UP_TO(gradient, data, _beyond(low, -math.inf, data.dtype))
        if high < math.inf:
            gradient = _STOPPED_UP_TO(gradient, -data, -_beyond(high, math.inf, data.dtype))
        return gradient, None, None


_STOPPED_UP_TO = torch.ops.aten.threshold_backward


def _clip_unordered(data: Tensor, low: float, high: float) -> Tensor:
    """Limits of which one is no number and limits nothing, or of which the lower is above the upper."""
    if low != low or high != high:
        return clip(data, a_min=-math.inf if low != low else low, a_max=math.inf if high != high else high)
    if data.is_floating_point():
        high = _single(high, data.dtype)
    # The upper border is looked at first.
    return torch.where(data > high, kept_scalar(high, data.dtype), clip(data, a_min=low, a_max=math.inf))


@register("clip", fill=same_shapes, shapes=of_data)
def clip(data: Tensor, *, a_min: Float, a_max: Float) -> Tensor:
    """Limit elements to ``[a_min, a_max]``; the gradient is 1 inside and on the borders."""
    if not a_min <= a_max:
        return _clip_unordered(data, a_min, a_max)
    if data.is_floating_point():
        if _recorded(data):
            result: Tensor = _Clip.apply(data, a_min, a_max)
            return result
        return _clamp(data, a_min, a_max)
    limits = torch.iinfo(data.dtype)
    if a_max < limits.min or a_min > limits.max:
        # All elements lie beyond a limit, which is then converted to their type.
        return torch.zeros_like(data) + kept_scalar(a_max if a_max < limits.min else a_min, data.dtype)
    return torch.clamp(data, kept_scalar(max(a_min, limits.min), data.dtype),
                       kept_scalar(min(a_max, limits.max), data.dtype))


class _HardSigmoid(torch.autograd.Function):
    """``clip(alpha * x + beta, 0, 1)`` with the gradient of what lies between the borders."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, alpha: float, beta: float) -> Tensor:
        ctx.save_for_backward(data)
        ctx.line = alpha, beta
        return torch.clamp(alpha * data + beta, 0.0, 1.0)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (data,), (alpha, beta) = ctx.saved_tensors, ctx.line
        # NaN has no gradient, about which torch's kernel is of two minds.
        value = (alpha * data.detach() + beta).nan_to_num_(0.0)
        return torch.ops.aten.hardtanh_backward(grads[0] * alpha, value, 0.0, 1.0), None, None


@register("hard_sigmoid", fill=same_shapes)
def hard_sigmoid(data: Tensor, *, alpha: Float = 0.2, beta: Float = 0.5) -> Tensor:
    """``clip(alpha * x + beta, 0, 1)``; the gradient is 0 on the borders."""
    if not data.is_floating_point():
        raise ValueError(f"This operation only support floating point types not {data.dtype}")
    alpha, beta = _single(alpha, data.dtype), _single(beta, data.dtype)
    if _recorded(data):
        result: Tensor = _HardSigmoid.apply(data, alpha, beta)
        return result
    return torch.clamp(alpha * data + beta, 0.0, 1.0)


@register("smooth_l1", **ELEMENTWISE)
def smooth_l1(data: Tensor, *, scalar: Float = 1.0) -> Tensor:
    """Quadratic for ``|x| < 1/scalar**2``, else ``|x| - 0.5/scalar**2``."""
    if data.dtype is not torch.float32:
        scalar = float(kept_scalar(scalar, data.dtype))
    square = scalar * scalar
    border = 1.0 / square if square else math.inf

    def loss(value: Tensor) -> Tensor:
        if value.dtype is torch.float16:
            return loss(value.float()).half()
        size = torch.abs(value)
        return torch.where(size > border, size - 0.5 * border, 0.5 * value * value * square)

    if _recorded(data):
        result: Tensor = _Sloped.apply(data, loss, lambda x, y: torch.clamp(square * x, -1.0, 1.0))
        return result
    return _in_single(loss)(data)


@register("_contrib_div_sqrt_dim", **ELEMENTWISE)
def div_sqrt_dim(data: Tensor) -> Tensor:
    """Divide by the square root of the last axis' size."""
    root = float(data.shape[-1]) ** 0.5
    return data / root if data.is_floating_point() else torch.div(data, int(root), rounding_mode="trunc")


@register("_contrib_quadratic", fill=same_shapes)
def quadratic(data: Tensor, *, a: Float = 0.0, b: Float = 0.0, c: Float = 0.0) -> Tensor:
    """``a * x**2 + b * x + c``."""
    a, b, c = (_single(factor, torch.float64) for factor in (a, b, c))
    if _recorded(data):
        result: Tensor = _Sloped.apply(data, lambda x: (a * x + b) * x + c, lambda x, y: 2.0 * a * x + b)
        return result
    return ((a * data + b) * data + c).to(data.dtype)


class _StraightThrough(torch.autograd.Function):
    """A step function whose gradient is that of the identity, times a factor."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, function: Unary, factor: float) -> Tensor:
        ctx.factor = factor
        return function(data)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        return grads[0] if ctx.factor == 1.0 else grads[0] * ctx.factor, None, None


@register("_contrib_round_ste", **ELEMENTWISE)
def round_ste(data: Tensor) -> Tensor:
    """Rounds forward, halves away from zero; backward is the identity (straight-through estimator)."""
    result: Tensor = _StraightThrough.apply(data, _round_half_away, 1.0)
    return result


@register("_contrib_sign_ste", **ELEMENTWISE)
def sign_ste(data: Tensor) -> Tensor:
    """The sign forward; backward is the identity (straight-through estimator)."""
    result: Tensor = _StraightThrough.apply(data, torch.sign, 1.0)
    return result


@register("_contrib_gradientmultiplier", **ELEMENTWISE)
def gradient_multiplier(data: Tensor, *, scalar: Float = 1.0, is_int: Bool = True) -> Tensor:
    """The identity, whose gradient is multiplied with `scalar`."""
    result: Tensor = _StraightThrough.apply(data, torch.clone, scalar)
    return result
