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
    """`function` computed in floating point, for integers in double precision and converted back, as MXNet does."""

    def lowered(data: Tensor) -> Tensor:
        if data.is_floating_point():
            return function(data)
        _refuse_booleans(data)
        return from_floating(function(data.double()), data.dtype)

    return lowered


def _refuse_booleans(data: Tensor) -> None:
    if data.dtype is torch.bool:
        raise TypeError("boolean arrays are not supported; convert them with astype()")


def recorded(data: Tensor) -> bool:
    """Whether torch records what is done with `data`."""
    return data.requires_grad and torch.is_grad_enabled()


class Sloped(torch.autograd.Function):
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
        if recorded(data) and (only is None or data.dtype is only):
            result: Tensor = Sloped.apply(data, function, slope)
            return result
        return plain(data)

    return lowered


def _sign(data: Tensor) -> Tensor:
    """The sign; the gradient is multiplied with 0."""
    if recorded(data):
        result: Tensor = Sloped.apply(data, torch.sign, lambda x, y: kept_scalar(0.0, y.dtype))
        return result
    return torch.sign(data)


def round_half_away(data: Tensor) -> Tensor:
    """The nearest integer, halves away from zero."""
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


def _scaled(factor: float) -> Unary:
    return lambda data: torch.mul(data, factor)


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
        return torch.erfinv(data)
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
_EXPM1 = with_slope(torch.expm1, lambda x, y: torch.exp(x))
_ARCTAN = with_slope(torch.arctan, lambda x, y: 1.0 / (x * x + 1.0), torch.float16)
_ARCTANH = with_slope(torch.arctanh, lambda x, y: 1.0 / (1.0 - x * x), torch.float16)
_CBRT = with_slope(_cbrt, lambda x, y: 1.0 / (3.0 * torch.square(y)))
_RCBRT = with_slope(_rcbrt, lambda x, y: -y / (3.0 * x))
_RSQRT = with_slope(torch.rsqrt, lambda x, y: -0.5 / (torch.sqrt(x) * x))


def _shown(name: str, function: Unary, doc: str, *aliases: str, effects: Effects = Effects(), sparse: Sparse = Sparse(),
           precision: Precision = Precision()) -> None:
    """Declare a function that ``nd.sparse`` shows too."""
    unary(name, function, doc, *aliases, effects=effects, form=Form(method=True, in_sparse=(name,)), sparse=sparse,
          precision=precision)


_BFLOAT16 = Precision(bfloat16="any")
_ON_VALUES = Sparse(stored=sparse_values.on_values)


def _zero_stays(name: str, function: Unary, doc: str, effects: Effects = Effects(),
                precision: Precision = Precision()) -> None:
    """Declare a function that maps zero to zero, so that sparse arrays stay sparse."""
    _shown(name, function, doc, effects=effects, sparse=_ON_VALUES, precision=precision)


def _step(name: str, function: Unary, doc: str) -> None:
    """Declare a function that is constant between its steps.

    Torch must not record it: a zero gradient times an infinite derivative would be NaN.
    """

    def compute(data: Tensor) -> Tensor:
        return function(data.detach()) if data.requires_grad else function(data)

    _zero_stays(name, compute, doc, effects=ZERO_GRADIENT)


_zero_stays("relu", relu, "``max(x, 0)``.", effects=Effects(fresh=True, keeps_layout=True),
            precision=_BFLOAT16)
_shown("sigmoid", keeps_type(torch.sigmoid), "``1 / (1 + exp(-x))``.", effects=Effects(passes_nan=always))
unary("softsign", _SOFTSIGN, "``x / (1 + |x|)``.")
_shown("exp", keeps_type(torch.exp), "e to the power of each element.", precision=FULL)
_zero_stays("expm1", _EXPM1, "``exp(x) - 1``, accurate near zero.", precision=FULL)
_shown("log", keeps_type(torch.log), "Natural logarithm.", precision=FULL)
_shown("log2", keeps_type(torch.log2), "Logarithm to base 2.", precision=FULL)
_shown("log10", keeps_type(torch.log10), "Logarithm to base 10.", precision=FULL)
_zero_stays("log1p", keeps_type(torch.log1p), "``log(1 + x)``, accurate near zero.", precision=FULL)
_zero_stays("sqrt", keeps_type(torch.sqrt), "Square root.", precision=_BFLOAT16)
_shown("rsqrt", _RSQRT, "``1 / sqrt(x)``.", precision=FULL)
_zero_stays("cbrt", _CBRT, "Cube root.")
unary("rcbrt", _RCBRT, "``1 / cbrt(x)``.", precision=FULL)
_zero_stays("square", keeps_type(torch.square), "``x * x``.", precision=Precision("full", bfloat16="any"))
unary("reciprocal", keeps_type(torch.reciprocal), "``1 / x``.", precision=FULL)
_zero_stays("abs", torch.abs, "Absolute value.", precision=_BFLOAT16)
# MXNet multiplies the head gradient with zeros here.
_zero_stays("sign", _sign, "-1, 0 or 1 by the sign of each element.", effects=ZERO_GRADIENT)
_zero_stays("negative", torch.neg, "``-x``.")
_step("floor", torch.floor, "Largest integer that is not larger.")
_step("ceil", torch.ceil, "Smallest integer that is not smaller.")
_step("trunc", torch.trunc, "The integer next to it towards zero.")
_step("fix", torch.trunc, "The integer next to it towards zero.")
_step("round", round_half_away, "Nearest integer, halves away from zero.")
_step("rint", _rint, "Nearest integer, halves downwards.")
_zero_stays("sin", keeps_type(torch.sin), "Sine of radians.")
_shown("cos", keeps_type(torch.cos), "Cosine of radians.")
_zero_stays("tan", keeps_type(torch.tan), "Tangent of radians.", precision=FULL)
_zero_stays("arcsin", keeps_type(torch.arcsin), "Inverse sine.", precision=FULL)
_shown("arccos", keeps_type(torch.arccos), "Inverse cosine.", precision=FULL)
_zero_stays("arctan", _ARCTAN, "Inverse tangent.")
_zero_stays("sinh", keeps_type(torch.sinh), "Hyperbolic sine.", precision=FULL)
_shown("cosh", keeps_type(torch.cosh), "Hyperbolic cosine.", precision=FULL)
_zero_stays("tanh", keeps_type(torch.tanh), "Hyperbolic tangent.", effects=Effects(passes_nan=always),
            precision=_BFLOAT16)
_zero_stays("arcsinh", _ARCSINH, "Inverse hyperbolic sine.")
_shown("arccosh", _ARCCOSH, "Inverse hyperbolic cosine.")
_zero_stays("arctanh", _ARCTANH, "Inverse hyperbolic tangent.", precision=FULL)
_zero_stays("degrees", keeps_type(_scaled(180.0 / math.pi)), "Radians to degrees.")
_zero_stays("radians", keeps_type(_scaled(math.pi / 180.0)), "Degrees to radians.")
unary("erf", keeps_type(torch.erf), "Gauss error function.", "_npx_erf")
unary("erfinv", _erfinv, "Inverse of the error function.", "_npx_erfinv", precision=FULL)
_shown("gamma", keeps_type(_GAMMA), "Gamma function.", "_npx_gamma", precision=FULL)
_shown("gammaln", keeps_type(_LOG_GAMMA), "Logarithm of the gamma function.", "_npx_gammaln", precision=FULL)
unary("logical_not", _logical_not, "1 where the element is zero, else 0.", effects=ZERO_GRADIENT)
_shown("zeros_like", torch.zeros_like, "Zeros of the same shape and type.", effects=ZERO_GRADIENT,
       sparse=Sparse(stored=sparse_values.zeros_like))
unary("ones_like", torch.ones_like, "Ones of the same shape and type.", effects=ZERO_GRADIENT)

unary("_copy", torch.clone, "A copy.", "identity", form=Form(), sparse=_ON_VALUES)
unary("_copyto", torch.clone, "A copy; with ``out``, into that array.", "_npi_copyto",
      effects=Effects(converts_out=True), form=Form(), sparse=_ON_VALUES)
unary("BlockGrad", stopped, "The input, through which no gradient flows.", "stop_gradient",
      effects=Effects(alias=True, gradient="zero"), form=Form(method=True, in_sparse=("stop_gradient",)),
      sparse=_ON_VALUES)
