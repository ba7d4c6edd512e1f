"""Elementwise operators of one input."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .._runtime.autograd.integer_grad import from_floating
from .._runtime.storage import scalar as kept_scalar
from . import sparse_values
from .facts import FULL, ZERO_GRADIENT, Effects, Form, Precision, Sparse, always
from .opdef import unary
from .relu import relu
from .stopped import stopped

Unary = Callable[[Tensor], Tensor]
Slope = Callable[[Tensor, Tensor], Tensor]


def keeps_type(function: Unary) -> Unary:
    """Wrap `function` to compute integers in double precision and convert the result back, as MXNet does."""

    def lower(data: Tensor) -> Tensor:
        if data.is_floating_point():
            return function(data)
        _refuse_booleans(data)
        return from_floating(function(data.double()), data.dtype)

    return lower


def _refuse_booleans(data: Tensor) -> None:
    if data.dtype is torch.bool:
        raise TypeError("boolean arrays are not supported; convert them with astype()")


def recorded(data: Tensor) -> bool:
    """Return whether torch records operations on `data`."""
    return data.requires_grad and torch.is_grad_enabled()


class Sloped(torch.autograd.Function):
    """Function whose derivative is a function of its input and result."""

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
            # Only round the slope, as in MXNet: squares of slopes would overflow.
            return grads[0] * ctx.slope(data.float(), result.float()).half(), None, None
        return grads[0] * ctx.slope(data, result), None, None


def with_slope(function: Unary, slope: Slope, only: torch.dtype | None = None) -> Unary:
    """Wrap `function` with MXNet's derivative where torch's differs at boundaries, for one dtype or for all."""
    plain = keeps_type(function)

    def lower(data: Tensor) -> Tensor:
        if recorded(data) and (only is None or data.dtype is only):
            result: Tensor = Sloped.apply(data, function, slope)
            return result
        return plain(data)

    return lower


def _sign(data: Tensor) -> Tensor:
    """Compute the sign; the gradient is multiplied by 0."""
    if recorded(data):
        result: Tensor = Sloped.apply(data, torch.sign, lambda x, y: kept_scalar(0.0, y.dtype))
        return result
    return torch.sign(data)


def round_half_away(data: Tensor) -> Tensor:
    """Round to the nearest integer, halves away from zero."""
    truncated = torch.trunc(data)
    return torch.where(torch.abs(data - truncated) >= 0.5, truncated + torch.sign(data), truncated)


def _rint(data: Tensor) -> Tensor:
    low, high = torch.floor(data), torch.ceil(data)
    return torch.where(data - low <= high - data, low, high)


def _cbrt(data: Tensor) -> Tensor:
    if data.dtype is not torch.float64:
        return torch.copysign(torch.pow(torch.abs(data.double()), 1.0 / 3.0), data).to(data.dtype)
    root = torch.copysign(torch.pow(torch.abs(data), 1.0 / 3.0), data)
    # One step of Newton's method, for integers whose root must be exact.
    error = (root * root * root - data) / (3.0 * root * root)
    return torch.where(torch.isfinite(error), root - error, root)


def _rcbrt(data: Tensor) -> Tensor:
    return 1.0 / _cbrt(data)


def _scale_by(factor: float) -> Unary:
    return lambda data: torch.mul(data, factor)


def _gamma(data: Tensor) -> Tensor:
    if data.dtype is not torch.float64:
        return _gamma(data.double()).to(data.dtype)  # exp amplifies small errors
    # The sign changes at each pole: odd floors are negative.
    negative = torch.signbit(data) & ((torch.floor(data).remainder(2) == 1) | (data == 0))
    size = torch.exp(torch.lgamma(data))
    result = torch.where(negative, -size, size)
    pole = (data < 0) & (torch.floor(data) == data)
    return torch.where(pole, torch.full_like(result, torch.nan), result)


def _digamma(data: Tensor) -> Tensor:
    pole = (data <= 0) & (torch.floor(data) == data)
    # MXNet returns the largest double here, which is infinite in other dtypes.
    value = torch.finfo(torch.float64).max if data.dtype is torch.float64 else torch.inf
    return torch.where(pole, torch.full_like(data, value), torch.digamma(data))


_GAMMA = with_slope(_gamma, lambda x, y: y * _digamma(x))
_LOG_GAMMA = with_slope(torch.lgamma, lambda x, y: _digamma(x))


def _erfinv(data: Tensor) -> Tensor:
    if data.is_floating_point():
        return torch.erfinv(data)
    # Integers outside of [-1, 1] give 0, not the integer that represents NaN.
    return torch.where((data > 1) | (data < -1), 0, from_floating(torch.erfinv(data.double()), data.dtype))


def _logical_not(data: Tensor) -> Tensor:
    return torch.logical_not(data).to(data.dtype)


def softsign_slope(data: Tensor, result: Tensor) -> Tensor:
    """Compute the derivative of softsign."""
    return 1.0 / torch.square(1.0 + torch.abs(data))


def _softsign(data: Tensor) -> Tensor:
    return data / (1.0 + torch.abs(data))


class _AreaSlope(torch.autograd.Function):
    """``1 / sqrt(x**2 + shift)`` with the sign that MXNet gives its derivative."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, shift: float) -> Tensor:
        ctx.save_for_backward(data)
        ctx.shift = shift
        # If the square overflowed, the slope of arcsinh would be zero.
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
_EXPM1 = with_slope(torch.expm1, lambda x, y: torch.exp(x))
_ARCTAN = with_slope(torch.arctan, lambda x, y: 1.0 / (x * x + 1.0), torch.float16)
_ARCTANH = with_slope(torch.arctanh, lambda x, y: 1.0 / (1.0 - x * x), torch.float16)
_CBRT = with_slope(_cbrt, lambda x, y: 1.0 / (3.0 * torch.square(y)))
_RCBRT = with_slope(_rcbrt, lambda x, y: -y / (3.0 * x))
_RSQRT = with_slope(torch.rsqrt, lambda x, y: -0.5 / (torch.sqrt(x) * x))


def _declare(name: str, function: Unary, doc: str, *aliases: str, effects: Effects = Effects(),
             sparse: Sparse = Sparse(), precision: Precision = Precision()) -> None:
    """Declare a function that also appears in ``nd.sparse``."""
    unary(name, function, doc, *aliases, effects=effects, form=Form(method=True, in_sparse=(name,)), sparse=sparse,
          precision=precision)


_BFLOAT16 = Precision(bfloat16="any")
_ON_VALUES = Sparse(stored=sparse_values.on_values)


def _keep_zero(name: str, function: Unary, doc: str, effects: Effects = Effects(),
               precision: Precision = Precision()) -> None:
    """Declare a function that maps zero to zero, which keeps sparse arrays sparse."""
    _declare(name, function, doc, effects=effects, sparse=_ON_VALUES, precision=precision)


def _declare_step(name: str, function: Unary, doc: str) -> None:
    """Declare a piecewise constant function.

    Torch must not record it: a zero gradient times an infinite derivative would be NaN.
    """

    def compute(data: Tensor) -> Tensor:
        return function(data.detach()) if data.requires_grad else function(data)

    _keep_zero(name, compute, doc, effects=ZERO_GRADIENT)


_keep_zero("relu", relu, "Compute ``max(x, 0)``.", effects=Effects(fresh=True, keeps_layout=True),
           precision=_BFLOAT16)
_declare("sigmoid", keeps_type(torch.sigmoid), "Compute ``1 / (1 + exp(-x))``.", effects=Effects(passes_nan=always))
unary("softsign", _SOFTSIGN, "Compute ``x / (1 + |x|)``.")
_declare("exp", keeps_type(torch.exp), "Compute the exponential of each element.", precision=FULL)
_keep_zero("expm1", _EXPM1, "Compute ``exp(x) - 1``, accurate near zero.", precision=FULL)
_declare("log", keeps_type(torch.log), "Compute the natural logarithm.", precision=FULL)
_declare("log2", keeps_type(torch.log2), "Compute the logarithm to base 2.", precision=FULL)
_declare("log10", keeps_type(torch.log10), "Compute the logarithm to base 10.", precision=FULL)
_keep_zero("log1p", keeps_type(torch.log1p), "Compute ``log(1 + x)``, accurate near zero.", precision=FULL)
_keep_zero("sqrt", keeps_type(torch.sqrt), "Compute the square root.", precision=_BFLOAT16)
_declare("rsqrt", _RSQRT, "Compute ``1 / sqrt(x)``.", precision=FULL)
_keep_zero("cbrt", _CBRT, "Compute the cube root.")
unary("rcbrt", _RCBRT, "Compute ``1 / cbrt(x)``.", precision=FULL)
_keep_zero("square", keeps_type(torch.square), "Compute ``x * x``.", precision=Precision("full", bfloat16="any"))
unary("reciprocal", keeps_type(torch.reciprocal), "Compute ``1 / x``.", precision=FULL)
_keep_zero("abs", torch.abs, "Compute the absolute value.", precision=_BFLOAT16)
# MXNet multiplies the head gradient by zeros here.
_keep_zero("sign", _sign, "Return -1, 0 or 1 depending on the sign of each element.", effects=ZERO_GRADIENT)
_keep_zero("negative", torch.neg, "Compute ``-x``.")
_declare_step("floor", torch.floor, "Round down to an integer.")
_declare_step("ceil", torch.ceil, "Round up to an integer.")
_declare_step("trunc", torch.trunc, "Round towards zero to an integer.")
_declare_step("fix", torch.trunc, "Round towards zero to an integer.")
_declare_step("round", round_half_away, "Round to the nearest integer, halves away from zero.")
_declare_step("rint", _rint, "Round to the nearest integer, halves down.")
_keep_zero("sin", keeps_type(torch.sin), "Compute the sine of an angle in radians.")
_declare("cos", keeps_type(torch.cos), "Compute the cosine of an angle in radians.")
_keep_zero("tan", keeps_type(torch.tan), "Compute the tangent of an angle in radians.", precision=FULL)
_keep_zero("arcsin", keeps_type(torch.arcsin), "Compute the inverse sine.", precision=FULL)
_declare("arccos", keeps_type(torch.arccos), "Compute the inverse cosine.", precision=FULL)
_keep_zero("arctan", _ARCTAN, "Compute the inverse tangent.")
_keep_zero("sinh", keeps_type(torch.sinh), "Compute the hyperbolic sine.", precision=FULL)
_declare("cosh", keeps_type(torch.cosh), "Compute the hyperbolic cosine.", precision=FULL)
_keep_zero("tanh", keeps_type(torch.tanh), "Compute the hyperbolic tangent.", effects=Effects(passes_nan=always),
           precision=_BFLOAT16)
_keep_zero("arcsinh", _ARCSINH, "Compute the inverse hyperbolic sine.")
_declare("arccosh", _ARCCOSH, "Compute the inverse hyperbolic cosine.")
_keep_zero("arctanh", _ARCTANH, "Compute the inverse hyperbolic tangent.", precision=FULL)
_keep_zero("degrees", keeps_type(_scale_by(180.0 / math.pi)), "Convert radians to degrees.")
_keep_zero("radians", keeps_type(_scale_by(math.pi / 180.0)), "Convert degrees to radians.")
unary("erf", keeps_type(torch.erf), "Compute the Gauss error function.", "_npx_erf")
unary("erfinv", _erfinv, "Compute the inverse of the error function.", "_npx_erfinv", precision=FULL)
_declare("gamma", keeps_type(_GAMMA), "Compute the gamma function.", "_npx_gamma", precision=FULL)
_declare("gammaln", keeps_type(_LOG_GAMMA), "Compute the logarithm of the gamma function.", "_npx_gammaln",
         precision=FULL)
unary("logical_not", _logical_not, "Return 1 where the element is zero, else 0.", effects=ZERO_GRADIENT)
_declare("zeros_like", torch.zeros_like, "Return zeros with the shape and dtype of the input.", effects=ZERO_GRADIENT,
         sparse=Sparse(stored=sparse_values.zeros_like))
unary("ones_like", torch.ones_like, "Return ones with the shape and dtype of the input.", effects=ZERO_GRADIENT)

unary("_copy", torch.clone, "Return a copy.", "identity", form=Form(), sparse=_ON_VALUES)
unary("_copyto", torch.clone, "Return a copy, or copy into ``out``.", "_npi_copyto",
      effects=Effects(converts_out=True), form=Form(), sparse=_ON_VALUES)
unary("BlockGrad", stopped, "Return the input and stop its gradient.", "stop_gradient",
      effects=Effects(alias=True, gradient="zero"), form=Form(method=True, in_sparse=("stop_gradient",)),
      sparse=_ON_VALUES)
