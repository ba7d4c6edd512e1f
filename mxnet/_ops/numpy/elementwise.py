"""Elementwise functions of one operand, of two operands, and of an operand and a scalar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from ..._runtime.storage import scalar as kept_scalar
from ..arithmetic import scalar_type
from ..elementwise import recorded
from ..facts import ZERO_GRADIENT, Effects, Inference, Params, TypeLike, Types, fixed_type
from ..opdef import ELEMENTWISE, Lowering, OpDef, add, find, register, same_shapes
from ..params import Bool, Float, Int, OptFloat
from ..shapes import broadcast, partly_broadcast
from .twins import alike, promoted, quotient, real, twin

Unary = Callable[[Tensor], Tensor]
Binary = Callable[[Tensor, Tensor], Tensor]


_TRUE = fixed_type(torch.bool)


def _predicate(name: str, lower: Unary) -> None:
    add(OpDef(f"_npi_{name}", lower, ("x",), {}, {}, f"Compute ``numpy.{name}`` of each element.",
              inference=replace(ELEMENTWISE, result_types=_TRUE), effects=ZERO_GRADIENT))


for _name in ("exp", "expm1", "log", "log2", "log10", "log1p", "sqrt", "cbrt", "reciprocal", "sin", "cos", "tan",
              "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "degrees",
              "radians", "negative", "square", "sign", "floor", "ceil", "trunc", "fix", "rint"):
    twin(f"_npi_{_name}", _name, inputs=("x",))
twin("_npi_absolute", "abs", None, "_npi_abs", inputs=("x",))
for _name in ("isnan", "isinf", "isfinite", "isposinf", "isneginf", "logical_not"):
    _predicate(_name, getattr(torch, _name))
add(OpDef("_npi_bitwise_not", torch.bitwise_not, ("x",), {}, {}, "Invert all bits.", inference=ELEMENTWISE,
          effects=ZERO_GRADIENT))
twin("_npx_relu", "relu")
twin("_npx_sigmoid", "sigmoid")
twin("_np_copy", "_copy", inputs=("a",))


@register("_npi_around", inference=ELEMENTWISE, effects=ZERO_GRADIENT)
def around(x: Tensor, *, decimals: Int = 0) -> Tensor:
    """Round to the given number of decimals, halves to the nearest even value."""
    if not x.is_floating_point():
        return x.clone() if decimals >= 0 else torch.round(x.double(), decimals=decimals).to(x.dtype)
    return torch.round(x.detach(), decimals=decimals)


@register("_npi_nan_to_num", inference=ELEMENTWISE)
def nan_to_num(data: Tensor, *, copy: Bool = True, nan: Float = 0.0, posinf: OptFloat = None,
               neginf: OptFloat = None) -> Tensor:
    """Replace NaN and infinities by finite numbers."""
    return torch.nan_to_num(data, nan, posinf, neginf)


def _operands(compute: Binary, prepare: Callable[..., Any] = alike) -> Binary:
    """Wrap `compute` to accept operands of different dtypes."""
    whole_too = prepare is alike

    def lower(lhs: Tensor, rhs: Tensor) -> Tensor:
        if lhs.dtype is rhs.dtype and (whole_too or lhs.is_floating_point()):
            return compute(lhs, rhs)
        return compute(*prepare(lhs, rhs))

    return lower


def _real_operands(lhs: Tensor, rhs: Tensor) -> list[Tensor]:
    return [real(tensor) for tensor in alike(lhs, rhs)]


_PAIR = Inference(partial=partly_broadcast, shapes=broadcast, result_types=promoted)
_QUOTIENT = replace(_PAIR, result_types=quotient)


def _pair(name: str, of: str, lower: Binary, inputs: tuple[str, str] = ("lhs", "rhs"), doc: str | None = None,
          same: bool = False, inference: Inference = _PAIR, effects: Effects | None = None) -> None:
    twin(f"_npi_{name}", of, lower, inputs=inputs, doc=doc, same=same, inference=inference, effects=effects)


def _truth(result: Binary) -> Binary:
    def lower(lhs: Tensor, rhs: Tensor) -> Tensor:
        return result(lhs, rhs) if lhs.dtype is rhs.dtype else result(*alike(lhs, rhs))

    return lower


def _mod(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.dtype is not rhs.dtype:
        lhs, rhs = alike(lhs, rhs)
    if lhs.dtype is torch.bool:
        return torch.zeros_like(torch.logical_and(lhs, rhs))
    return _modulo(lhs, rhs)


def _raise_to_power(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.dtype is not rhs.dtype:
        lhs, rhs = alike(lhs, rhs)
    if lhs.is_floating_point():
        return _power(lhs, rhs) if lhs.requires_grad or rhs.requires_grad else torch.pow(lhs, rhs)
    return torch.pow(lhs.double(), rhs.double()).to(lhs.dtype)


def _hypot(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.dtype is not rhs.dtype or not lhs.is_floating_point():
        lhs, rhs = _real_operands(lhs, rhs)
    if lhs.requires_grad or rhs.requires_grad:
        return _recorded_hypot(lhs, rhs)
    return torch.hypot(lhs, rhs)


class _Copysign(torch.autograd.Function):
    """First operand with the sign of the second. The gradient treats zero as positive."""

    @staticmethod
    def forward(ctx: Any, lhs: Tensor, rhs: Tensor) -> Tensor:
        ctx.save_for_backward(lhs, rhs)
        return torch.copysign(lhs, rhs)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        lhs, rhs = ctx.saved_tensors
        slope = torch.where((lhs >= 0) == (rhs >= 0), heads[0], -heads[0])
        return slope.sum_to_size(lhs.shape), torch.zeros_like(rhs)


def _copysign(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.is_floating_point():
        if recorded(lhs) or recorded(rhs):
            result: Tensor = _Copysign.apply(lhs, rhs)
            return result
        return torch.copysign(lhs, rhs)
    return torch.copysign(lhs.double(), rhs.double()).to(lhs.dtype)


def _arctan2(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.is_floating_point():
        return torch.arctan2(lhs, rhs)
    return torch.arctan2(lhs.double(), rhs.double()).to(lhs.dtype)


def _ldexp(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.is_floating_point():
        return lhs * torch.exp2(rhs)
    return (lhs.double() * torch.exp2(rhs.double())).to(lhs.dtype)


def _lcm(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.is_floating_point() or rhs.is_floating_point():
        raise TypeError("lcm requires integer arrays")
    if lhs.dtype is torch.bool:
        return torch.logical_and(lhs, rhs)
    return torch.lcm(lhs, rhs)


_power, _modulo = find("broadcast_power").lower, find("broadcast_mod").lower
_recorded_hypot = find("broadcast_hypot").lower
_pair("add", "broadcast_add", _operands(torch.add), same=True)
_pair("subtract", "broadcast_sub", _operands(torch.sub), same=True)
_pair("multiply", "broadcast_mul", _operands(torch.mul), same=True)
_pair("true_divide", "broadcast_div", _operands(torch.true_divide), same=True, inference=_QUOTIENT)
_pair("mod", "broadcast_mod", _mod)
_pair("power", "broadcast_power", _raise_to_power)
_pair("hypot", "broadcast_hypot", _hypot, ("x1", "x2"), inference=_QUOTIENT)
_pair("arctan2", "broadcast_hypot", _operands(_arctan2, _real_operands), ("x1", "x2"),
      "Compute the angle of the point (x2, x1).", inference=_QUOTIENT)
_pair("copysign", "broadcast_hypot", _operands(_copysign), doc="Return the first operand with the sign of the second.")
_pair("ldexp", "broadcast_hypot", _operands(_ldexp), doc="Compute ``lhs * 2 ** rhs``.")
_pair("lcm", "broadcast_hypot", _operands(_lcm), doc="Compute the least common multiple.",
      inference=replace(_PAIR, shapes=None), effects=ZERO_GRADIENT)

_COMPARISONS: dict[str, tuple[str, Binary]] = {
    "equal": ("equal", torch.eq), "not_equal": ("not_equal", torch.ne), "greater": ("greater", torch.gt),
    "greater_equal": ("greater_equal", torch.ge), "less": ("lesser", torch.lt),
    "less_equal": ("lesser_equal", torch.le)}
_BITS: dict[str, Binary] = {
    "bitwise_and": torch.bitwise_and, "bitwise_or": torch.bitwise_or, "bitwise_xor": torch.bitwise_xor}
for _name, (_of, _compute) in _COMPARISONS.items():
    _pair(_name, f"broadcast_{_of}", _truth(_compute), inference=replace(_PAIR, result_types=_TRUE))
for _name, _compute in _BITS.items():
    _pair(_name, "broadcast_equal", _truth(_compute), doc=f"Compute ``numpy.{_name}`` of each pair of elements.")


# An array and a scalar, which is cast to the dtype of the array.


def _with_number(compute: Binary, swapped: bool = False, divides: bool = False, widens: bool = True) -> Any:
    def lower(data: Tensor, *, scalar: Any = 1.0, is_int: bool = True) -> Tensor:
        if divides:
            data = real(data)
        elif widens and not is_int and not data.is_floating_point():
            data = data.double()
        elif data.dtype is torch.bool and widens:
            data = data.long()
        other = kept_scalar(scalar, data.dtype).to(data.device)
        return compute(other, data) if swapped else compute(data, other)

    return lower


def _number_divided(data: Tensor, *, scalar: Any = 1.0, is_int: bool = True) -> Tensor:
    if not data.is_floating_point():
        data = data.float()
    return torch.true_divide(kept_scalar(scalar, data.dtype), data)


def _compare_with_number(compute: Binary) -> Any:
    def lower(data: Tensor, *, scalar: Any = 1.0, is_int: bool = True) -> Tensor:
        # The scalar is cast to the dtype of the array, as in MXNet: integers truncate it, booleans use its truth value.
        # Only graphs set is_int=False for a scalar.
        if not is_int and not data.is_floating_point() and data.dtype is not torch.bool:
            data = data.double()
        return compute(data, kept_scalar(scalar, data.dtype))

    return lower


def _quotient_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [known[0] if known[0] is None or known[0].is_floating_point else torch.float32]


def _number(name: str, of: str, lower: Lowering | None = None, inference: Inference | None = None,
            effects: Effects | None = None) -> None:
    twin(f"_npi_{name}_scalar", of, lower, inference=inference, effects=effects)


_BY_NUMBER = replace(ELEMENTWISE, result_types=_quotient_type)
_number("add", "_plus_scalar")
_number("subtract", "_minus_scalar")
_number("rsubtract", "_rminus_scalar")
_number("multiply", "_mul_scalar")
_number("true_divide", "_div_scalar", _with_number(torch.true_divide, divides=True), _BY_NUMBER)
_number("rtrue_divide", "_rdiv_scalar", _number_divided, _BY_NUMBER)
_number("mod", "_mod_scalar")
_number("rmod", "_rmod_scalar")
_number("power", "_power_scalar")
_number("rpower", "_rpower_scalar")
_number("copysign", "_hypot_scalar", _with_number(_copysign))
_number("rcopysign", "_hypot_scalar", _with_number(_copysign, True))
_number("arctan2", "_hypot_scalar", _with_number(_arctan2))
_number("rarctan2", "_hypot_scalar", _with_number(_arctan2, True))
_number("ldexp", "_hypot_scalar", _with_number(_ldexp))
_number("rldexp", "_hypot_scalar", _with_number(_ldexp, True))
_number("lcm", "_hypot_scalar", _with_number(_lcm, widens=False),
        Inference(fill=same_shapes, result_types=scalar_type), ZERO_GRADIENT)
for _name, (_of, _compute) in _COMPARISONS.items():
    _number(_name, f"_{_of}_scalar", _compare_with_number(_compute), replace(ELEMENTWISE, result_types=_TRUE))
for _name, _compute in _BITS.items():
    _number(_name, "_equal_scalar", _with_number(_compute, widens=False))
