"""Elementwise operators of two inputs (equal shapes or broadcast) and of an input and a scalar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from .._runtime.autograd.integer_grad import from_floating
from .._runtime.error import MXNetError
from .._runtime.storage import scalar as kept_scalar
from . import sparse_values
from .facts import (
    FULL,
    METHOD,
    NO_GRADIENT,
    WIDEST,
    ZERO_GRADIENT,
    Effects,
    Form,
    Inference,
    Params,
    Precision,
    Sparse,
    TypeLike,
    Types,
    always,
)
from .opdef import BROADCAST, ELEMENTWISE, OpDef, add, binary, register, same_shapes
from .params import BoolParam, FloatParam
from .shapes import partly_broadcast

Binary = Callable[[Tensor, Tensor], Tensor]


def _divide(lhs: Tensor, rhs: Tensor) -> Tensor:
    if lhs.is_floating_point():
        return torch.true_divide(lhs, rhs)
    return torch.div(lhs, rhs, rounding_mode="trunc")


def _inverse(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Divide a scalar by an array. Integers are divided as floats, so division by zero is not an error."""
    if rhs.is_floating_point():
        return torch.true_divide(lhs, rhs)
    return from_floating(torch.true_divide(lhs.float(), rhs.float()), rhs.dtype)


def _is_recorded(lhs: Tensor, rhs: Tensor) -> bool:
    return (lhs.requires_grad or rhs.requires_grad) and torch.is_grad_enabled()


def _sum_to_operand(gradient: Tensor, operand: Tensor) -> Tensor:
    """Sum a gradient over the axes along which its operand was broadcast."""
    return gradient if gradient.shape == operand.shape else gradient.sum_to_size(operand.shape)


def _remainder(lhs: Tensor, rhs: Tensor) -> Tensor:
    nothing = rhs == 0
    result = torch.remainder(lhs, torch.where(nothing, torch.ones_like(rhs), rhs))
    return torch.where(nothing, torch.zeros_like(result), result)


class _Modulo(torch.autograd.Function):
    """Remainder with slopes 1 and ``-floor(lhs / rhs)`` everywhere, even for a divisor of 0."""

    @staticmethod
    def forward(ctx: Any, lhs: Tensor, rhs: Tensor) -> Tensor:
        ctx.save_for_backward(lhs, rhs)
        return _remainder(lhs, rhs)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        lhs, rhs = ctx.saved_tensors
        right = _sum_to_operand(-grads[0] * torch.floor(lhs / rhs), rhs) if ctx.needs_input_grad[1] else None
        return _sum_to_operand(grads[0], lhs) if ctx.needs_input_grad[0] else None, right


def _modulo(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Compute the remainder with the sign of the divisor, 0 for a divisor of 0. Integers have no gradient."""
    if not lhs.is_floating_point():
        return _remainder(lhs.detach(), rhs.detach())
    if _is_recorded(lhs, rhs):
        result: Tensor = _Modulo.apply(lhs, rhs)
        return result
    return _remainder(lhs, rhs)


class _Larger(torch.autograd.Function):
    """Maximum or minimum. The left operand gets the gradient of ties; NaN stops the gradient of both."""

    @staticmethod
    def forward(ctx: Any, lhs: Tensor, rhs: Tensor, largest: bool) -> Tensor:
        ctx.save_for_backward(lhs, rhs)
        ctx.largest = largest
        return torch.maximum(lhs, rhs) if largest else torch.minimum(lhs, rhs)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        lhs, rhs = ctx.saved_tensors
        left = right = None
        if ctx.needs_input_grad[0]:
            left = _sum_to_operand(grads[0] * (lhs >= rhs if ctx.largest else lhs <= rhs), lhs)
        if ctx.needs_input_grad[1]:
            right = _sum_to_operand(grads[0] * (lhs < rhs if ctx.largest else lhs > rhs), rhs)
        return left, right, None


def _maximum(lhs: Tensor, rhs: Tensor) -> Tensor:
    if _is_recorded(lhs, rhs):
        result: Tensor = _Larger.apply(lhs, rhs, True)
        return result
    return torch.maximum(lhs, rhs)


def _minimum(lhs: Tensor, rhs: Tensor) -> Tensor:
    if _is_recorded(lhs, rhs):
        result: Tensor = _Larger.apply(lhs, rhs, False)
        return result
    return torch.minimum(lhs, rhs)


class _Hypotenuse(torch.autograd.Function):
    """Hypotenuse with slopes computed as quotients, which cannot overflow."""

    @staticmethod
    def forward(ctx: Any, lhs: Tensor, rhs: Tensor) -> Tensor:
        ctx.save_for_backward(lhs, rhs)
        return torch.hypot(lhs, rhs)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        lhs, rhs = ctx.saved_tensors
        left, right = _widen(lhs), _widen(rhs)
        length = torch.hypot(left, right)
        return tuple(_sum_to_operand(grads[0] * (side / length).to(operand.dtype), operand) if needed else None
                     for side, operand, needed in zip((left, right), (lhs, rhs), ctx.needs_input_grad, strict=True))


def _widen(data: Tensor) -> Tensor:
    """Convert half precision to single precision: MXNet computes slopes of half arrays there before it rounds them."""
    return data.float() if data.dtype is torch.float16 else data


def _hypot(lhs: Tensor, rhs: Tensor) -> Tensor:
    if not lhs.is_floating_point():
        return torch.hypot(lhs.float(), rhs.float()).to(lhs.dtype)
    if _is_recorded(lhs, rhs):
        result: Tensor = _Hypotenuse.apply(lhs, rhs)
        return result
    return torch.hypot(lhs, rhs)


def _as_input_type(compare: Binary) -> Binary:
    def compared(lhs: Tensor, rhs: Tensor) -> Tensor:
        return compare(lhs, rhs).to(lhs.dtype)

    return compared


class _Power(torch.autograd.Function):
    """Power with MXNet's slopes, which are NaN where a logarithm or quotient is undefined."""

    @staticmethod
    def forward(ctx: Any, lhs: Tensor, rhs: Tensor) -> Tensor:
        ctx.save_for_backward(lhs, rhs)
        return torch.pow(lhs, rhs)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        lhs, rhs = ctx.saved_tensors
        base, exponent = _widen(lhs), _widen(rhs)
        left = right = None
        if ctx.needs_input_grad[0]:
            left = _sum_to_operand(grads[0] * (torch.pow(base, _widen(rhs - 1)) * exponent).to(lhs.dtype), lhs)
        if ctx.needs_input_grad[1]:
            right = _sum_to_operand(grads[0] * (torch.pow(base, exponent) * torch.log(base)).to(rhs.dtype), rhs)
        return left, right


def _power(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Compute a power; integers are computed as floats."""
    if not lhs.is_floating_point():
        return from_floating(torch.pow(lhs.float(), rhs.float()), lhs.dtype)
    if lhs.ndim and rhs.ndim and _is_recorded(lhs, rhs):
        result: Tensor = _Power.apply(lhs, rhs)
        return result
    return torch.pow(lhs, rhs)


def check_same_shape(name: str, lhs: Tensor, rhs: Tensor) -> None:
    """Raise unless both operands have the same shape."""
    if lhs.shape != rhs.shape:
        raise MXNetError(
            f"operator {name}: Incompatible attr in node: lhs and rhs must have the same shape, "
            f"received lhs={tuple(lhs.shape)} and rhs={tuple(rhs.shape)}"
        )


def _equal_shapes(name: str, function: Binary) -> Binary:
    def checked(lhs: Tensor, rhs: Tensor) -> Tensor:
        check_same_shape(name, lhs, rhs)
        return function(lhs, rhs)

    return checked


_PAIR = replace(BROADCAST, partial=partly_broadcast)
_EQUAL = replace(ELEMENTWISE, one_type=True)
_ON_VALUES = Sparse(stored=sparse_values.on_values)
_IF_ZERO_STAYS = Sparse(stored=sparse_values.if_zero_stays)
_STORED_PAIR = Sparse(stored=sparse_values.pair)


def _declare_pair(name: str, pair: Binary, words: str, equal: str, *equal_aliases: str, aliases: tuple[str, ...] = (),
                  effects: Effects = Effects(), form: Form = METHOD, equal_form: Form = Form(),
                  sparse: Sparse = Sparse(), equal_sparse: Sparse = Sparse(), precision: Precision = WIDEST,
                  equal_precision: Precision | None = None) -> None:
    """Declare the broadcasting operator and the operator `equal` for operands of equal shape."""
    binary(f"broadcast_{name}", pair, f"Compute {words} elementwise with broadcasting.", *aliases, inference=_PAIR,
           effects=effects, form=form, sparse=sparse, precision=precision)
    binary(equal, _equal_shapes(equal, pair), f"Compute {words} of arrays of equal shape elementwise.", *equal_aliases,
           inference=_EQUAL, effects=effects, form=equal_form, sparse=equal_sparse,
           precision=equal_precision or precision)


_declare_pair("add", torch.add, "``lhs + rhs``", "elemwise_add", "_Plus", "_add", "_plus", aliases=("broadcast_plus",),
              effects=Effects(fresh=True, overwritable=always, keeps_layout=True, passes_nan=always),
              form=Form(method=True, in_sparse=("broadcast_add", "broadcast_plus")), equal_sparse=_STORED_PAIR,
              equal_form=Form(in_sparse=("elemwise_add",), named_outputs=True, gradient_names=()))
_declare_pair("sub", torch.sub, "``lhs - rhs``", "elemwise_sub", "_Minus", "_minus", "_sub",
              aliases=("broadcast_minus",), form=Form(method=True, in_sparse=("broadcast_minus", "broadcast_sub")),
              equal_form=Form(in_sparse=("elemwise_sub",)), equal_sparse=_STORED_PAIR)
_declare_pair("mul", torch.mul, "``lhs * rhs``", "elemwise_mul", "_Mul", "_mul",
              form=Form(method=True, in_sparse=("broadcast_mul",)), equal_form=Form(in_sparse=("elemwise_mul",)),
              sparse=Sparse(stored=sparse_values.scale), equal_sparse=Sparse(stored=sparse_values.multiply),
              precision=Precision("widest", bfloat16="full"), equal_precision=WIDEST)
_declare_pair("div", _divide, "``lhs / rhs``", "elemwise_div", "_Div", "_div",
              form=Form(method=True, in_sparse=("broadcast_div",)), equal_form=Form(in_sparse=("elemwise_div",)),
              sparse=Sparse(stored=sparse_values.divide))
_declare_pair("mod", _modulo, "the remainder of ``lhs / rhs``", "_mod", "_Mod")
_declare_pair("power", _power, "``lhs ** rhs``", "_power", "_Power", precision=FULL)
_declare_pair("maximum", _maximum, "the larger of both inputs", "_maximum", "_Maximum", aliases=("_npi_maximum",),
              equal_sparse=_STORED_PAIR)
_declare_pair("minimum", _minimum, "the smaller of both inputs", "_minimum", "_Minimum", aliases=("_npi_minimum",),
              equal_sparse=_STORED_PAIR)
_declare_pair("hypot", _hypot, "``sqrt(lhs**2 + rhs**2)``", "_hypot", "_Hypot", equal_sparse=_STORED_PAIR,
              precision=FULL)
_TRUTHS: dict[str, tuple[Binary, str]] = {
    "equal": (torch.eq, "``lhs == rhs``"), "not_equal": (torch.ne, "``lhs != rhs``"),
    "greater": (torch.gt, "``lhs > rhs``"), "greater_equal": (torch.ge, "``lhs >= rhs``"),
    "lesser": (torch.lt, "``lhs < rhs``"), "lesser_equal": (torch.le, "``lhs <= rhs``"),
    "logical_and": (torch.logical_and, "whether both inputs are nonzero"),
    "logical_or": (torch.logical_or, "whether any input is nonzero"),
    "logical_xor": (torch.logical_xor, "whether exactly one input is nonzero")}
for _name, (_compute, _words) in _TRUTHS.items():
    _declare_pair(_name, _as_input_type(_compute), _words, f"_{_name}", f"_{_name.title()}", effects=ZERO_GRADIENT)

binary("_grad_add", _equal_shapes("_grad_add", torch.add), "Add two gradients of equal shape.", inference=_EQUAL,
       effects=NO_GRADIENT, form=Form(), sparse=_STORED_PAIR)
binary("_scatter_elemwise_div", _equal_shapes("_scatter_elemwise_div", _divide),
       "Compute ``lhs / rhs``; row-sparse arrays divide stored rows only.", inference=_EQUAL, form=Form(),
       sparse=Sparse(stored=sparse_values.scatter_divide), precision=WIDEST)


def _with_scalar(function: Binary, reverse: bool) -> Callable[..., Tensor]:
    def lower(data: Tensor, *, scalar: Any = 1.0, is_int: bool = True) -> Tensor:
        if data.dtype is torch.bool or (not is_int and not data.is_floating_point()):
            data = data.to(torch.int64 if is_int else torch.float64)
        other = kept_scalar(scalar, data.dtype)
        return function(other, data) if reverse else function(data, other)

    return lower


def _power_scalar(data: Tensor, *, scalar: float = 1.0, is_int: bool = True) -> Tensor:
    if scalar == 2 and data.is_floating_point():
        return torch.mul(data, data)
    if not scalar and data.requires_grad:
        return _exact_power(data, kept_scalar(scalar, data.dtype))
    return _any_power_scalar(data, scalar=scalar, is_int=is_int)


def _rpower_scalar(data: Tensor, *, scalar: float = 1.0, is_int: bool = True) -> Tensor:
    if not scalar and data.requires_grad:
        return _exact_power(kept_scalar(scalar, data.dtype), data)
    return _any_rpower_scalar(data, scalar=scalar, is_int=is_int)


def _exact_power(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Compute a power with 0, where torch's slopes are 0 but MXNet's are not."""
    result: Tensor = _Power.apply(lhs, rhs) if torch.is_grad_enabled() else torch.pow(lhs, rhs)
    return result


_any_power_scalar, _any_rpower_scalar = _with_scalar(_power, False), _with_scalar(_power, True)


def scalar_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    """Result dtype of an array and a scalar: integers keep their dtype unless `is_int` is False."""
    dtype = known[0]
    if dtype is None or dtype.is_floating_point or dtype.is_complex:
        return [dtype]
    if not params["is_int"]:
        return [torch.float64]
    return [torch.int64 if dtype is torch.bool else dtype]


def _declare_scalar(name: str, lower: Callable[..., Tensor], *aliases: str, effects: Effects = Effects(),
                    sparse: Sparse = Sparse(), precision: Precision = Precision()) -> None:
    params = {"scalar": FloatParam(), "is_int": BoolParam()}
    add(OpDef(name, lower, ("data",), dict(params), {"scalar": 1.0, "is_int": True},
              f"Compute {name.strip('_').replace('_', ' ')} elementwise; the second operand is a number.", aliases,
              inference=_SCALAR, effects=effects, sparse=sparse, precision=precision))


_SCALAR = replace(ELEMENTWISE, result_types=scalar_type)
_PASSES_NAN = Effects(passes_nan=always)
_declare_scalar("_plus_scalar", _with_scalar(torch.add, False), "_PlusScalar", effects=_PASSES_NAN,
                sparse=_IF_ZERO_STAYS)
_declare_scalar("_minus_scalar", _with_scalar(torch.sub, False), "_MinusScalar", sparse=_IF_ZERO_STAYS)
_declare_scalar("_rminus_scalar", _with_scalar(torch.sub, True), "_RMinusScalar")
_declare_scalar("_mul_scalar", _with_scalar(torch.mul, False), "_MulScalar", effects=_PASSES_NAN, sparse=_ON_VALUES)
_declare_scalar("_div_scalar", _with_scalar(_divide, False), "_DivScalar", sparse=_ON_VALUES)
_declare_scalar("_rdiv_scalar", _with_scalar(_inverse, True), "_RDivScalar", precision=FULL)
_declare_scalar("_mod_scalar", _with_scalar(_modulo, False), "_ModScalar")
_declare_scalar("_rmod_scalar", _with_scalar(_modulo, True), "_RModScalar")
_declare_scalar("_maximum_scalar", _with_scalar(_maximum, False), "_MaximumScalar", "_npi_maximum_scalar")
_declare_scalar("_minimum_scalar", _with_scalar(_minimum, False), "_MinimumScalar", "_npi_minimum_scalar")
_declare_scalar("_hypot_scalar", _with_scalar(_hypot, False), "_HypotScalar", "_npi_hypot_scalar", precision=FULL)
for _name, (_compute, _) in _TRUTHS.items():
    _declare_scalar(f"_{_name}_scalar", _with_scalar(_as_input_type(_compute), False),
                    f"_{_name.title().replace('_', '')}Scalar", effects=ZERO_GRADIENT,
                    sparse=Sparse() if _name.startswith("logical") else _IF_ZERO_STAYS)
_declare_scalar("_power_scalar", _power_scalar, "_PowerScalar", precision=FULL)
_declare_scalar("_rpower_scalar", _rpower_scalar, "_RPowerScalar", precision=FULL)
_declare_scalar("_scatter_plus_scalar", _with_scalar(torch.add, False), sparse=_ON_VALUES)
_declare_scalar("_scatter_minus_scalar", _with_scalar(torch.sub, False), sparse=_ON_VALUES)


@register("add_n", "ElementWiseSum", variadic="num_args", inference=Inference(fill=same_shapes, one_type=True),
          form=Form(in_sparse=("ElementWiseSum", "add_n"), gradient_names=("output",)),
          sparse=Sparse(stored=sparse_values.add_all), precision=WIDEST)
def add_n(*args: Tensor) -> Tensor:
    """Return the sum of all inputs."""
    first = args[0]
    for i, other in enumerate(args):
        if other.shape != first.shape or other.dtype is not first.dtype:
            raise ValueError(f"all inputs must have the same shape and type: input {i} is {tuple(other.shape)} "
                             f"{other.dtype}, input 0 is {tuple(first.shape)} {first.dtype}")
    total = first.clone() if len(args) == 1 else first + args[1]
    for other in args[2:]:
        total = total + other
    return total
