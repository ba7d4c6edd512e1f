"""Functions of each element, or of each pair of elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from .. import util
from .._ops.opdef import find
from .._runtime import storage
from .._runtime.error import MXNetError
from ._call import NUMBERS, common_type, invoke
from .multiarray import ndarray

Tensor = torch.Tensor


def _finished(name: str, function: Any, wrapper: Any) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"``numpy.{name}`` of each element."
    return wrapper(function)


def _unary(name: str, compute: Callable[[Tensor], Tensor], numpy_name: str | None = None) -> Any:
    on_numbers = getattr(np, numpy_name or name)

    def function(x: Any, out: Any = None) -> Any:
        if isinstance(x, NUMBERS):
            value = on_numbers(x)
            return value.item() if isinstance(value, np.generic) else value
        return invoke(name, compute, [x], out)

    return _finished(name, function, util.wrap_np_unary_func)


def _inexact(compute: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    """Integers are computed in float64 and come back as integers, as in MXNet 1.9."""

    def run(tensor: Tensor) -> Tensor:
        if tensor.is_floating_point():
            return compute(tensor)
        if tensor.dtype is torch.bool:
            raise MXNetError("boolean arrays are not supported")
        return compute(tensor.double()).to(tensor.dtype)

    return run


def _unchanged_if_exact(compute: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    return lambda tensor: compute(tensor) if tensor.is_floating_point() else tensor.clone()


def _real(compute: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    return lambda tensor: compute(tensor) if tensor.is_floating_point() else compute(tensor.float())


def _negative(tensor: Tensor) -> Tensor:
    return -(tensor.float() if tensor.dtype is torch.bool else tensor)


negative = _unary("negative", _negative)
positive = _unary("positive", torch.clone)
abs = absolute = fabs = _unary("abs", torch.abs)
exp = _unary("exp", _inexact(find("exp").lower))
expm1 = _unary("expm1", _inexact(find("expm1").lower))
log = _unary("log", _inexact(find("log").lower))
log2 = _unary("log2", _inexact(find("log2").lower))
log10 = _unary("log10", _inexact(find("log10").lower))
log1p = _unary("log1p", _inexact(find("log1p").lower))
sqrt = _unary("sqrt", _inexact(find("sqrt").lower))
square = _unary("square", torch.square)
cbrt = _unary("cbrt", _inexact(find("cbrt").lower))
reciprocal = _unary("reciprocal", _inexact(find("reciprocal").lower))
sin = _unary("sin", _inexact(find("sin").lower))
cos = _unary("cos", _inexact(find("cos").lower))
tan = _unary("tan", _inexact(find("tan").lower))
arcsin = _unary("arcsin", _inexact(find("arcsin").lower))
arccos = _unary("arccos", _inexact(find("arccos").lower))
arctan = _unary("arctan", _inexact(find("arctan").lower))
sinh = _unary("sinh", _inexact(find("sinh").lower))
cosh = _unary("cosh", _inexact(find("cosh").lower))
tanh = _unary("tanh", _inexact(find("tanh").lower))
arcsinh = _unary("arcsinh", _inexact(find("arcsinh").lower))
arccosh = _unary("arccosh", _inexact(find("arccosh").lower))
arctanh = _unary("arctanh", _inexact(find("arctanh").lower))
degrees = rad2deg = _unary("degrees", _inexact(find("degrees").lower))
radians = deg2rad = _unary("radians", _inexact(find("radians").lower))
floor = _unary("floor", _unchanged_if_exact(torch.floor))
ceil = _unary("ceil", _unchanged_if_exact(torch.ceil))
trunc = _unary("trunc", _unchanged_if_exact(torch.trunc))
fix = _unary("fix", _unchanged_if_exact(torch.trunc))
rint = _unary("rint", _unchanged_if_exact(find("rint").lower))
sign = _unary("sign", torch.sign)
isnan = _unary("isnan", torch.isnan)
isinf = _unary("isinf", torch.isinf)
isfinite = _unary("isfinite", torch.isfinite)
isposinf = _unary("isposinf", torch.isposinf)
isneginf = _unary("isneginf", torch.isneginf)
logical_not = _unary("logical_not", torch.logical_not)
invert = bitwise_not = _unary("invert", torch.bitwise_not)


def around(x: Any, decimals: int = 0, out: Any = None) -> Any:
    """Rounded to `decimals` places, halves to the even neighbour."""
    if isinstance(x, NUMBERS):
        return np.around(x, decimals)
    return invoke("around", _unchanged_if_exact(lambda t: torch.round(t, decimals=decimals)), [x], out)


round = round_ = around


def clip(a: Any, a_min: Any, a_max: Any, out: Any = None) -> Any:
    """With elements below `a_min` and above `a_max` replaced by these."""
    if a_min is None and a_max is None:
        raise ValueError("clip needs a_min or a_max")
    return invoke("clip", lambda t: torch.clamp(t, a_min, a_max).to(t.dtype), [a], out)


# Two operands. A number takes the type of the array it meets, cut to an integer where that is one.


def _met(left: Tensor, right: Tensor, divides: bool) -> tuple[Tensor, Tensor]:
    common = common_type(left.dtype, right.dtype)
    if divides and not common.is_floating_point:
        common = torch.float32
    return left.to(common), right.to(common)


def _number_for(tensor: Tensor, number: Any, divides: bool, compares: bool) -> tuple[Tensor, Tensor]:
    value = number.item() if isinstance(number, np.generic) else number
    if divides and not tensor.is_floating_point():
        tensor = tensor.float()
    elif compares and isinstance(value, float) and not tensor.is_floating_point():
        tensor = tensor.double()
    elif tensor.dtype is torch.bool and not (compares and isinstance(value, bool)):
        tensor = tensor.long()
    exact = not tensor.is_floating_point() and isinstance(value, float)
    return tensor, storage.scalar(int(value) if exact else value, tensor.dtype).to(tensor.device)


def _binary(name: str, compute: Callable[[Tensor, Tensor], Tensor], divides: bool = False,
            compares: bool = False) -> Any:
    on_numbers = getattr(np, name)

    def with_number(array: ndarray, number: Any, swapped: bool, out: Any) -> Any:
        def run(tensor: Tensor) -> Tensor:
            left, right = _number_for(tensor, number, divides, compares)
            return compute(right, left) if swapped else compute(left, right)

        return invoke(name, run, [array], out)

    def function(x1: Any, x2: Any, out: Any = None) -> Any:
        if isinstance(x1, ndarray):
            if isinstance(x2, ndarray):
                return invoke(name, lambda a, b: compute(*_met(a, b, divides)), [x1, x2], out)
            if isinstance(x2, NUMBERS):
                return with_number(x1, x2, False, out)
        elif isinstance(x1, NUMBERS):
            if isinstance(x2, ndarray):
                return with_number(x2, x1, True, out)
            if isinstance(x2, NUMBERS):
                return on_numbers(x1, x2).item()
        wrong = x1 if not isinstance(x1, (ndarray, *NUMBERS)) else x2
        raise TypeError(f"type {type(wrong)} not supported")

    return _finished(name, function, util.wrap_np_binary_func)


def _subtract(left: Tensor, right: Tensor) -> Tensor:
    if left.dtype is torch.bool:
        raise MXNetError("boolean arrays cannot be subtracted")
    return left - right


def _real_pair(compute: Callable[[Tensor, Tensor], Tensor]) -> Callable[[Tensor, Tensor], Tensor]:
    def run(left: Tensor, right: Tensor) -> Tensor:
        if left.is_floating_point():
            return compute(left, right)
        return compute(left.float(), right.float())

    return run


def _power(left: Tensor, right: Tensor) -> Tensor:
    if left.is_floating_point():
        return torch.pow(left, right)
    # torch refuses negative exponents of integers
    return torch.pow(left.double(), right.double()).to(left.dtype)


add = _binary("add", torch.add)
subtract = _binary("subtract", _subtract)
multiply = _binary("multiply", torch.mul)
divide = true_divide = _binary("divide", torch.true_divide, divides=True)
mod = remainder = _binary("mod", find("broadcast_mod").lower)
power = _binary("power", _power)
maximum = _binary("maximum", find("broadcast_maximum").lower)
minimum = _binary("minimum", find("broadcast_minimum").lower)
hypot = _binary("hypot", _real_pair(torch.hypot))
arctan2 = _binary("arctan2", _real_pair(torch.arctan2))
copysign = _binary("copysign", _real_pair(torch.copysign))
fmod = _binary("fmod", torch.fmod)
equal = _binary("equal", torch.eq, compares=True)
not_equal = _binary("not_equal", torch.ne, compares=True)
greater = _binary("greater", torch.gt, compares=True)
greater_equal = _binary("greater_equal", torch.ge, compares=True)
less = _binary("less", torch.lt, compares=True)
less_equal = _binary("less_equal", torch.le, compares=True)
logical_and = _binary("logical_and", torch.logical_and, compares=True)
logical_or = _binary("logical_or", torch.logical_or, compares=True)
logical_xor = _binary("logical_xor", torch.logical_xor, compares=True)
bitwise_and = _binary("bitwise_and", torch.bitwise_and, compares=True)
bitwise_or = _binary("bitwise_or", torch.bitwise_or, compares=True)
bitwise_xor = _binary("bitwise_xor", torch.bitwise_xor, compares=True)
