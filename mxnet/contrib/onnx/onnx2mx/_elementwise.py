"""Elementwise operators of ONNX."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .... import symbol
from ._importer import Attributes, Imported, Importer, rule
from ._sizes import tile_to
from ._worlds import Sizes, joint

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol

_UNARY = {
    "Abs": sym.abs, "Acos": sym.arccos, "Acosh": sym.arccosh, "Asin": sym.arcsin, "Asinh": sym.arcsinh,
    "Atan": sym.arctan, "Atanh": sym.arctanh, "Ceil": sym.ceil, "Cos": sym.cos, "Cosh": sym.cosh, "Erf": sym.erf,
    "Exp": sym.exp, "Floor": sym.floor, "Identity": sym.identity, "Log": sym.log, "Neg": sym.negative,
    "Not": sym.logical_not, "Reciprocal": sym.reciprocal, "Relu": sym.relu, "Sigmoid": sym.sigmoid, "Sign": sym.sign,
    "Sin": sym.sin, "Sinh": sym.sinh, "Softsign": sym.softsign, "Sqrt": sym.sqrt, "Tan": sym.tan, "Tanh": sym.tanh,
}


def _unary(function: Any) -> Any:
    return lambda m, a, x: function(m.symbol(x))


for _kind, _function in _UNARY.items():
    rule(_kind)(_unary(_function))

# The symbol function for two symbols, and the operators for a scalar on the right and on the left.
_BINARY = {
    "Add": (sym.broadcast_add, "_plus_scalar", "_plus_scalar"),
    "Sub": (sym.broadcast_sub, "_minus_scalar", "_rminus_scalar"),
    "Mul": (sym.broadcast_mul, "_mul_scalar", "_mul_scalar"),
    "Div": (sym.broadcast_div, "_div_scalar", "_rdiv_scalar"),
    "Pow": (sym.broadcast_power, "_power_scalar", "_rpower_scalar"),
    "Equal": (sym.broadcast_equal, "_equal_scalar", "_equal_scalar"),
    "Greater": (sym.broadcast_greater, "_greater_scalar", "_lesser_scalar"),
    "GreaterOrEqual": (sym.broadcast_greater_equal, "_greater_equal_scalar", "_lesser_equal_scalar"),
    "Less": (sym.broadcast_lesser, "_lesser_scalar", "_greater_scalar"),
    "LessOrEqual": (sym.broadcast_lesser_equal, "_lesser_equal_scalar", "_greater_equal_scalar"),
    "And": (sym.broadcast_logical_and, "_logical_and_scalar", "_logical_and_scalar"),
    "Or": (sym.broadcast_logical_or, "_logical_or_scalar", "_logical_or_scalar"),
    "Xor": (sym.broadcast_logical_xor, "_logical_xor_scalar", "_logical_xor_scalar"),
}


def _single(value: Imported) -> bool:
    """Return whether a value is a constant with one element that adds no axis to the result."""
    return value.array is not None and value.array.size == 1


def pair(m: Importer, operator: str, left: Imported, right: Imported) -> Any:
    """Apply a binary operation. A constant number becomes a scalar parameter of the operator."""
    both, with_number, with_number_left = _BINARY[operator]
    for value, other, name in ((right, left, with_number), (left, right, with_number_left)):
        if _single(value) and other.symbol is not None and (value.rank <= 1 or value.rank <= len(other.shape or ())):
            assert value.array is not None
            number = value.array.reshape(-1)[0].item()
            if operator == "Div" and name == with_number and isinstance(number, int) and not isinstance(number, bool):
                break  # integer division
            if isinstance(number, float) and not math.isfinite(number):
                break
            if value.dtype is not None and value.dtype.kind == "f" and other.dtype is not None and (
                    other.dtype.kind != "f"):
                break
            return getattr(sym._internal, name)(m.symbol(other), scalar=float(number))
    return both(m.symbol(left), m.symbol(right))


def _binary(operator: str) -> Any:
    def write(m: Importer, a: Attributes, left: Imported, right: Imported) -> Any:
        if operator == "Pow" and left.dtype is not None and right.dtype is not None and left.dtype != right.dtype:
            if right.array is not None:
                right = m.constant(f"{right.name}_as_base", right.array.astype(left.dtype))
            else:
                right = Imported(right.name, sym.cast(m.symbol(right), dtype=left.dtype.name), None, right.shape,
                                 left.dtype)
        return pair(m, operator, left, right)

    return write


for _kind in _BINARY:
    rule(_kind)(_binary(_kind))


def _folded_pairs(m: Importer, function: Any, values: tuple[Imported, ...]) -> Any:
    result = m.symbol(values[0])
    for value in values[1:]:
        result = function(result, m.symbol(value))
    return result


@rule("Max")
def maximum(m: Importer, a: Attributes, *values: Imported) -> Any:
    return _folded_pairs(m, sym.broadcast_maximum, values)


@rule("Min")
def minimum(m: Importer, a: Attributes, *values: Imported) -> Any:
    return _folded_pairs(m, sym.broadcast_minimum, values)


@rule("Sum")
def total(m: Importer, a: Attributes, *values: Imported) -> Any:
    return _folded_pairs(m, sym.broadcast_add, values)


@rule("Mean")
def mean(m: Importer, a: Attributes, *values: Imported) -> Any:
    return _folded_pairs(m, sym.broadcast_add, values) / len(values)


@rule("Mod")
def modulo(m: Importer, a: Attributes, left: Imported, right: Imported) -> Any:
    first, second = m.symbol(left), m.symbol(right)
    rest = sym.broadcast_mod(first, second)
    if not a.get("fmod", 0):
        return rest
    # The result has the sign of the dividend.
    return sym.broadcast_mul(sym.sign(first), sym.broadcast_mod(sym.abs(first), sym.abs(second)))


@rule("Clip")
def clip(m: Importer, a: Attributes, x: Imported, low: Imported | None = None, high: Imported | None = None) -> Any:
    data = m.symbol(x)
    if a.opset < 11:
        return sym.clip(data, a_min=a.get("min", -math.inf), a_max=a.get("max", math.inf))
    if all(v is None or v.array is not None for v in (low, high)):
        bounds = [default if v is None or v.array is None else float(v.array.reshape(-1)[0])
                  for v, default in ((low, -math.inf), (high, math.inf))]
        return sym.clip(data, a_min=bounds[0], a_max=bounds[1])
    if low is not None:
        data = sym.broadcast_maximum(data, m.symbol(low))
    return data if high is None else sym.broadcast_minimum(data, m.symbol(high))


@rule("Round")
def round_(m: Importer, a: Attributes, x: Imported) -> Any:
    """Round half to even."""
    data = m.symbol(x)
    down = sym.floor(data)
    rest = data - down
    odd = sym._internal._mod_scalar(down, scalar=2.0)
    return down + (rest > 0.5) + (rest == 0.5) * odd


@rule("Elu")
def elu(m: Importer, a: Attributes, x: Imported) -> Any:
    return sym.LeakyReLU(m.symbol(x), act_type="elu", slope=a.get("alpha", 1.0))


@rule("Celu")
def celu(m: Importer, a: Attributes, x: Imported) -> Any:
    alpha = a.get("alpha", 1.0)
    return sym.LeakyReLU(m.symbol(x) / alpha, act_type="elu", slope=1.0) * alpha


@rule("Selu")
def selu(m: Importer, a: Attributes, x: Imported) -> Any:
    alpha, gamma = a.get("alpha", 1.67326319217681884765625), a.get("gamma", 1.05070102214813232421875)
    return sym.LeakyReLU(m.symbol(x), act_type="elu", slope=alpha) * gamma


@rule("LeakyRelu")
def leaky_relu(m: Importer, a: Attributes, x: Imported) -> Any:
    return sym.LeakyReLU(m.symbol(x), act_type="leaky", slope=a.get("alpha", 0.01))


@rule("ThresholdedRelu")
def thresholded_relu(m: Importer, a: Attributes, x: Imported) -> Any:
    data = m.symbol(x)
    return data * (data > a.get("alpha", 1.0))


@rule("PRelu")
def prelu(m: Importer, a: Attributes, x: Imported, slope: Imported) -> Any:
    """Use a PReLU layer if there is one slope per channel, otherwise select elementwise."""
    data = m.symbol(x)
    known, rank = slope.array, x.rank
    if known is not None and rank > 1 and known.ndim <= rank:
        shape = (1,) * (rank - known.ndim) + known.shape
        if all(size == 1 for i, size in enumerate(shape) if i != 1) and shape[1] in (1, x.sizes[1]):
            gamma = m.variable(f"{slope.name}_slopes", np.ascontiguousarray(known.reshape(-1)))
            return sym.LeakyReLU(data, gamma, act_type="prelu")
    return sym.relu(data) - sym.broadcast_mul(m.symbol(slope), sym.relu(-data))


@rule("Softplus")
def softplus(m: Importer, a: Attributes, x: Imported) -> Any:
    return sym.Activation(m.symbol(x), act_type="softrelu")


@rule("HardSigmoid")
def hard_sigmoid(m: Importer, a: Attributes, x: Imported) -> Any:
    return sym.hard_sigmoid(m.symbol(x), alpha=a.get("alpha", 0.2), beta=a.get("beta", 0.5))


@rule("HardSwish")
def hard_swish(m: Importer, a: Attributes, x: Imported) -> Any:
    data = m.symbol(x)
    return data * sym.hard_sigmoid(data, alpha=1.0 / 6.0, beta=0.5)


@rule("Mish")
def mish(m: Importer, a: Attributes, x: Imported) -> Any:
    data = m.symbol(x)
    return data * sym.tanh(sym.Activation(data, act_type="softrelu"))


@rule("Gelu")
def gelu(m: Importer, a: Attributes, x: Imported) -> Any:
    data = m.symbol(x)
    if a.get("approximate", "none") == "none":
        return sym.LeakyReLU(data, act_type="gelu")
    inner = (data + data * data * data * 0.044715) * math.sqrt(2.0 / math.pi)
    return data * (sym.tanh(inner) + 1.0) * 0.5


@rule("Swish")
def swish(m: Importer, a: Attributes, x: Imported) -> Any:
    data = m.symbol(x)
    return data * sym.sigmoid(data * a.get("alpha", 1.0))


@rule("Shrink")
def shrink(m: Importer, a: Attributes, x: Imported) -> Any:
    data, bias, limit = m.symbol(x), a.get("bias", 0.0), a.get("lambd", 0.5)
    return (data < -limit) * (data + bias) + (data > limit) * (data - bias)


@rule("IsNaN")
def is_nan(m: Importer, a: Attributes, x: Imported) -> Any:
    data = m.symbol(x)
    return sym.broadcast_not_equal(data, data)


@rule("Where")
def where(m: Importer, a: Attributes, condition: Imported, x: Imported, y: Imported) -> Any:
    """Broadcast all three inputs first, because MXNet's operator does not broadcast."""
    wanted = joint([v.known_sizes for v in (condition, x, y)])
    parts = []
    for value in (condition, x, y):
        symbol = m.symbol(value)
        if value.dtype is not None and value.dtype.kind == "b":
            symbol = sym.cast(symbol, dtype="float32")
        parts.append(symbol if value.shape == wanted else broadcast_to(m, value, symbol, wanted))
    return sym.where(*parts)


def prepend_axes(symbol: Any, count: int) -> Any:
    """Prepend axes of size 1."""
    for _ in range(count):
        symbol = sym.expand_dims(symbol, axis=0)
    return symbol


def broadcast_to(m: Importer, value: Imported, symbol: Any, wanted: Sizes) -> Any:
    """Broadcast a symbol to a shape."""
    missing = len(wanted) - value.rank
    if value.rank == 0:
        symbol, missing = sym.reshape(symbol, shape=(1,)), len(wanted) - 1
    own = (1,) * (len(wanted) - value.rank) + value.known_sizes
    return tile_to(m, prepend_axes(symbol, missing), own, wanted)
