"""Elementwise operators: one input, two inputs (equal shapes or broadcast), input and scalar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .._runtime.error import MXNetError
from .._runtime.storage import scalar as kept_scalar
from .opdef import OpDef, add, binary, register, same_shapes, unary
from .params import BoolParam, DType, Float, FloatParam, Shape

Binary = Callable[[Tensor, Tensor], Tensor]


def _round_half_away(data: Tensor) -> Tensor:
    return torch.where(data >= 0, torch.floor(data + 0.5), torch.ceil(data - 0.5))


def _rint(data: Tensor) -> Tensor:
    low, high = torch.floor(data), torch.ceil(data)
    return torch.where(data - low <= high - data, low, high)


def _cbrt(data: Tensor) -> Tensor:
    return torch.sign(data) * torch.pow(torch.abs(data), 1.0 / 3.0)


def _logical_not(data: Tensor) -> Tensor:
    return torch.logical_not(data).to(data.dtype)


_UNARY: list[tuple[str, Callable[[Tensor], Tensor], str, tuple[str, ...]]] = [
    ("relu", torch.relu, "``max(x, 0)``.", ()),
    ("sigmoid", torch.sigmoid, "``1 / (1 + exp(-x))``.", ()),
    ("softsign", torch.nn.functional.softsign, "``x / (1 + |x|)``.", ()),
    ("exp", torch.exp, "e to the power of each element.", ()),
    ("expm1", torch.expm1, "``exp(x) - 1``, accurate near zero.", ()),
    ("log", torch.log, "Natural logarithm.", ()),
    ("log2", torch.log2, "Logarithm to base 2.", ()),
    ("log10", torch.log10, "Logarithm to base 10.", ()),
    ("log1p", torch.log1p, "``log(1 + x)``, accurate near zero.", ()),
    ("sqrt", torch.sqrt, "Square root.", ()),
    ("rsqrt", torch.rsqrt, "``1 / sqrt(x)``.", ()),
    ("cbrt", _cbrt, "Cube root.", ()),
    ("rcbrt", lambda x: 1.0 / _cbrt(x), "``1 / cbrt(x)``.", ()),
    ("square", torch.square, "``x * x``.", ()),
    ("reciprocal", torch.reciprocal, "``1 / x``.", ()),
    ("abs", torch.abs, "Absolute value.", ()),
    ("sign", torch.sign, "-1, 0 or 1 by the sign of each element.", ()),
    ("negative", torch.neg, "``-x``.", ("_np_negative",)),
    ("floor", torch.floor, "Largest integer that is not larger.", ()),
    ("ceil", torch.ceil, "Smallest integer that is not smaller.", ()),
    ("trunc", torch.trunc, "The integer next to it towards zero.", ()),
    ("fix", torch.trunc, "The integer next to it towards zero.", ()),
    ("round", _round_half_away, "Nearest integer, halves away from zero.", ()),
    ("rint", _rint, "Nearest integer, halves downwards.", ()),
    ("sin", torch.sin, "Sine of radians.", ()),
    ("cos", torch.cos, "Cosine of radians.", ()),
    ("tan", torch.tan, "Tangent of radians.", ()),
    ("arcsin", torch.arcsin, "Inverse sine.", ()),
    ("arccos", torch.arccos, "Inverse cosine.", ()),
    ("arctan", torch.arctan, "Inverse tangent.", ()),
    ("sinh", torch.sinh, "Hyperbolic sine.", ()),
    ("cosh", torch.cosh, "Hyperbolic cosine.", ()),
    ("tanh", torch.tanh, "Hyperbolic tangent.", ()),
    ("arcsinh", torch.arcsinh, "Inverse hyperbolic sine.", ()),
    ("arccosh", torch.arccosh, "Inverse hyperbolic cosine.", ()),
    ("arctanh", torch.arctanh, "Inverse hyperbolic tangent.", ()),
    ("degrees", torch.rad2deg, "Radians to degrees.", ()),
    ("radians", torch.deg2rad, "Degrees to radians.", ()),
    ("erf", torch.erf, "Gauss error function.", ()),
    ("erfinv", torch.erfinv, "Inverse of the error function.", ()),
    ("gammaln", torch.lgamma, "Logarithm of the gamma function.", ()),
    ("logical_not", _logical_not, "1 where the element is zero, else 0.", ()),
    ("zeros_like", torch.zeros_like, "Zeros of the same shape and type.", ()),
    ("ones_like", torch.ones_like, "Ones of the same shape and type.", ()),
]
for _name, _function, _doc, _aliases in _UNARY:
    unary(_name, _function, _doc, *_aliases, fill=same_shapes)

unary("_copy", torch.clone, "A copy.", "identity", fill=same_shapes, method=False)
unary("BlockGrad", torch.detach, "The input, through which no gradient flows.", "stop_gradient", alias=True,
      fill=same_shapes)


def _divide(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.is_floating_point():
        return torch.true_divide(lhs, rhs)
    return torch.div(lhs, rhs, rounding_mode="trunc")


def _modulo(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Remainder with the sign of the divisor, 0 for division by zero."""
    result = torch.remainder(lhs, torch.where(rhs == 0, torch.ones_like(rhs), rhs))
    return torch.where(rhs == 0, torch.zeros_like(result), result)


def _maximum(lhs: Tensor, rhs: Tensor) -> Tensor:
    # On ties the whole gradient goes to the left operand.
    return torch.where((lhs >= rhs) | torch.isnan(lhs), lhs, rhs)


def _minimum(lhs: Tensor, rhs: Tensor) -> Tensor:
    return torch.where((lhs <= rhs) | torch.isnan(lhs), lhs, rhs)


def _as_input_type(compare: Binary) -> Binary:
    def compared(lhs: Tensor, rhs: Tensor) -> Tensor:
        return compare(lhs, rhs).to(lhs.dtype)

    return compared


_POWER, _HYPOT = torch.pow, torch.hypot
# name, computation, words for the documentation, elementwise name and its aliases
_BINARY: list[tuple[str, Binary, str, str, tuple[str, ...], tuple[str, ...]]] = [
    ("add", torch.add, "``lhs + rhs``", "elemwise_add", ("_Plus", "_add", "_plus"), ("broadcast_plus",)),
    ("sub", torch.sub, "``lhs - rhs``", "elemwise_sub", ("_Minus", "_minus", "_sub"), ("broadcast_minus",)),
    ("mul", torch.mul, "``lhs * rhs``", "elemwise_mul", ("_Mul", "_mul"), ()),
    ("div", _divide, "``lhs / rhs``", "elemwise_div", ("_Div", "_div"), ()),
    ("mod", _modulo, "remainder of ``lhs / rhs``", "_mod", ("_Mod",), ()),
    ("power", _POWER, "``lhs ** rhs``", "_power", ("_Power",), ()),
    ("maximum", _maximum, "larger of both", "_maximum", ("_Maximum",), ()),
    ("minimum", _minimum, "smaller of both", "_minimum", ("_Minimum",), ()),
    ("hypot", _HYPOT, "``sqrt(lhs**2 + rhs**2)``", "_hypot", ("_Hypot",), ()),
    ("equal", _as_input_type(torch.eq), "``lhs == rhs``", "_equal", ("_Equal",), ()),
    ("not_equal", _as_input_type(torch.ne), "``lhs != rhs``", "_not_equal", ("_Not_Equal",), ()),
    ("greater", _as_input_type(torch.gt), "``lhs > rhs``", "_greater", ("_Greater",), ()),
    ("greater_equal", _as_input_type(torch.ge), "``lhs >= rhs``", "_greater_equal", ("_Greater_Equal",), ()),
    ("lesser", _as_input_type(torch.lt), "``lhs < rhs``", "_lesser", ("_Lesser",), ()),
    ("lesser_equal", _as_input_type(torch.le), "``lhs <= rhs``", "_lesser_equal", ("_Lesser_Equal",), ()),
    ("logical_and", _as_input_type(torch.logical_and), "both not zero", "_logical_and", ("_Logical_And",), ()),
    ("logical_or", _as_input_type(torch.logical_or), "any not zero", "_logical_or", ("_Logical_Or",), ()),
    ("logical_xor", _as_input_type(torch.logical_xor), "exactly one not zero", "_logical_xor", ("_Logical_Xor",), ()),
]


def _equal_shapes(name: str, function: Binary) -> Binary:
    def checked(lhs: Tensor, rhs: Tensor) -> Tensor:
        if lhs.shape != rhs.shape:
            raise MXNetError(
                f"operator {name}: Incompatible attr in node: lhs and rhs must have the same shape, "
                f"received lhs={tuple(lhs.shape)} and rhs={tuple(rhs.shape)}"
            )
        return function(lhs, rhs)

    return checked


for _name, _pair, _words, _elemwise, _elemwise_aliases, _broadcast_aliases in _BINARY:
    binary(f"broadcast_{_name}", _pair, f"Elementwise {_words}, shapes broadcast.", *_broadcast_aliases)
    binary(_elemwise, _equal_shapes(_elemwise, _pair), f"Elementwise {_words} of arrays of one shape.",
           *_elemwise_aliases, fill=same_shapes, method=False)


def _with_scalar(function: Binary, reverse: bool) -> Callable[..., Tensor]:
    def lowered(data: Tensor, *, scalar: Any = 1.0, is_int: bool = True) -> Tensor:
        other = kept_scalar(scalar, data.dtype)
        return function(other, data) if reverse else function(data, other)

    return lowered


def _power_scalar(data: Tensor, *, scalar: float = 1.0, is_int: bool = True) -> Tensor:
    return torch.square(data) if scalar == 2 else torch.pow(data, kept_scalar(scalar, data.dtype))


# operator, alias, computation, whether the scalar is the left operand
_SCALAR: list[tuple[str, str, Binary, bool]] = [
    ("_plus_scalar", "_PlusScalar", torch.add, False),
    ("_minus_scalar", "_MinusScalar", torch.sub, False),
    ("_rminus_scalar", "_RMinusScalar", torch.sub, True),
    ("_mul_scalar", "_MulScalar", torch.mul, False),
    ("_div_scalar", "_DivScalar", _divide, False),
    ("_rdiv_scalar", "_RDivScalar", _divide, True),
    ("_mod_scalar", "_ModScalar", _modulo, False),
    ("_rmod_scalar", "_RModScalar", _modulo, True),
    ("_rpower_scalar", "_RPowerScalar", _POWER, True),
    ("_maximum_scalar", "_MaximumScalar", _maximum, False),
    ("_minimum_scalar", "_MinimumScalar", _minimum, False),
    ("_hypot_scalar", "_HypotScalar", _HYPOT, False),
    ("_equal_scalar", "_EqualScalar", _as_input_type(torch.eq), False),
    ("_not_equal_scalar", "_NotEqualScalar", _as_input_type(torch.ne), False),
    ("_greater_scalar", "_GreaterScalar", _as_input_type(torch.gt), False),
    ("_greater_equal_scalar", "_GreaterEqualScalar", _as_input_type(torch.ge), False),
    ("_lesser_scalar", "_LesserScalar", _as_input_type(torch.lt), False),
    ("_lesser_equal_scalar", "_LesserEqualScalar", _as_input_type(torch.le), False),
    ("_logical_and_scalar", "_LogicalAndScalar", _as_input_type(torch.logical_and), False),
    ("_logical_or_scalar", "_LogicalOrScalar", _as_input_type(torch.logical_or), False),
    ("_logical_xor_scalar", "_LogicalXorScalar", _as_input_type(torch.logical_xor), False),
]


def _declare_scalar(name: str, alias: str, lowered: Callable[..., Tensor]) -> None:
    params = {"scalar": FloatParam(), "is_int": BoolParam()}
    add(OpDef(name, lowered, ("data",), dict(params), {"scalar": 1.0, "is_int": True},
              f"Elementwise {name.strip('_').replace('_', ' ')}: the second operand is a number.", (alias,),
              fill=same_shapes, method=False))


for _name, _alias, _pair, _reverse in _SCALAR:
    _declare_scalar(_name, _alias, _with_scalar(_pair, _reverse))
_declare_scalar("_power_scalar", "_PowerScalar", _power_scalar)


@register("Cast", "cast", fill=same_shapes)
def cast(data: Tensor, *, dtype: DType) -> Tensor:
    """Convert to another type."""
    return data.to(dtype, copy=True)


@register("clip", fill=same_shapes)
def clip(data: Tensor, *, a_min: Float, a_max: Float) -> Tensor:
    """Limit elements to ``[a_min, a_max]``; the gradient is 1 inside and on the borders."""
    return torch.clamp(data, a_min, a_max)


@register("smooth_l1", fill=same_shapes)
def smooth_l1(data: Tensor, *, scalar: Float = 1.0) -> Tensor:
    """Quadratic for ``|x| < 1/scalar**2``, else ``|x| - 0.5/scalar**2``."""
    square = scalar * scalar
    size = torch.abs(data)
    return torch.where(size < 1.0 / square, 0.5 * square * data * data, size - 0.5 / square)


@register("add_n", "ElementWiseSum", variadic="num_args", fill=same_shapes, method=False)
def add_n(*args: Tensor) -> Tensor:
    """Sum of all inputs."""
    total = args[0] + 0 if len(args) == 1 else args[0] + args[1]
    for other in args[2:]:
        total = total + other
    return total


@register("broadcast_to", alias=True)
def broadcast_to(data: Tensor, *, shape: Shape = ()) -> Tensor:
    """Repeat axes of size 1 up to `shape`; 0 keeps the size of the axis."""
    return data.expand([size or have for size, have in zip(shape, data.shape, strict=True)])


@register("broadcast_like", alias=True)
def broadcast_like(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Repeat axes of size 1 of `lhs` up to the shape of `rhs`."""
    return lhs.expand(rhs.shape)


@register("broadcast_axis", "broadcast_axes", alias=True)
def broadcast_axis(data: Tensor, *, axis: Shape = (), size: Shape = ()) -> Tensor:
    """Repeat the given axes of size 1 to the given sizes."""
    target = list(data.shape)
    for where, count in zip(axis, size, strict=True):
        target[where] = count
    return data.expand(target)


@register("where")
def where(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """`x` where the condition is not zero, else `y`; a 1-d condition selects rows."""
    chosen = condition != 0
    if chosen.ndim == 1 and x.ndim > 1:
        chosen = chosen.reshape(-1, *[1] * (x.ndim - 1))
    return torch.where(chosen, x, y)


@register("hard_sigmoid", fill=same_shapes)
def hard_sigmoid(data: Tensor, *, alpha: Float = 0.2, beta: Float = 0.5) -> Tensor:
    """``clip(alpha * x + beta, 0, 1)``."""
    return torch.clamp(alpha * data + beta, 0.0, 1.0)


@register("_contrib_div_sqrt_dim", fill=same_shapes)
def div_sqrt_dim(data: Tensor) -> Tensor:
    """Divide by the square root of the last axis' size."""
    return data / float(data.shape[-1]) ** 0.5


@register("shape_array", method=True)
def shape_array(data: Tensor) -> Tensor:
    """The shape as a 1-d int64 array."""
    return torch.tensor(tuple(data.shape), dtype=torch.int64, device=data.device)


@register("size_array")
def size_array(data: Tensor) -> Tensor:
    """The number of elements as an int64 array of one element."""
    return torch.tensor([data.numel()], dtype=torch.int64, device=data.device)


