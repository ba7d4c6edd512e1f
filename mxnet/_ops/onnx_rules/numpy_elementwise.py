"""Rules for ``_ops/numpy/elementwise.py``. Operands are cast to NumPy's result dtype."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from . import arithmetic
from .emit import BOOL, Emitter, Unsupported, Value
from .rule import RULES, Params, rule

Pair = Callable[..., Value]


def _wide(dtype: np.dtype) -> np.dtype:
    """Return the dtype for the computation; runtimes do not add booleans."""
    return np.dtype("int32") if dtype == BOOL else dtype


def _unary(op_type: str) -> Callable[..., Value]:
    """Return a float function; integers are converted to floats first."""

    def write(g: Emitter, p: Params, x: Value) -> Value:
        wanted = g.results[0].dtype
        return g.typed(g(op_type, g.cast(x, wanted if wanted.kind == "f" else "float32")))

    return write


for _name, _kind in {
    "exp": "Exp", "log": "Log", "sqrt": "Sqrt", "sin": "Sin", "cos": "Cos", "tan": "Tan", "arcsin": "Asin",
    "arccos": "Acos", "arctan": "Atan", "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh", "arcsinh": "Asinh",
    "arccosh": "Acosh", "arctanh": "Atanh", "reciprocal": "Reciprocal",
}.items():
    rule(f"_npi_{_name}")(_unary(_kind))


def _as(name: str, own: str) -> None:
    """Declare an operator that equals one of mx.nd after casting the data to the result dtype."""

    rule(name)(lambda g, p, x: RULES[own](g, p, g.cast(x, _wide(g.results[0].dtype))))


for _name, _own in {"absolute": "abs", "negative": "negative", "square": "square", "sign": "sign", "cbrt": "cbrt",
                    "log2": "log2", "log10": "log10", "log1p": "log1p", "expm1": "expm1", "degrees": "degrees",
                    "radians": "radians", "floor": "floor", "ceil": "ceil", "trunc": "fix", "fix": "fix"}.items():
    _as(f"_npi_{_name}", _own)
_as("_np_copy", "_copy")
_as("_npx_relu", "relu")
_as("_npx_sigmoid", "sigmoid")


@rule("_npi_rint")
def rint(g: Emitter, p: Params, x: Value) -> Value:
    """Round halves to even, as in ONNX."""
    return g("Round", g.cast(x, g.results[0].dtype)) if g.results[0].dtype.kind == "f" else g("Identity", x)


@rule("_npi_around")
def around(g: Emitter, p: Params, x: Value) -> Value:
    if not x.floating:
        if p["decimals"] < 0:
            raise Unsupported("integers rounded to tens")
        return g("Identity", x)
    scale = g.like(10.0 ** p["decimals"], x)
    return g("Round", x) if not p["decimals"] else g("Div", g("Round", g("Mul", x, scale)), scale)


@rule("_npi_nan_to_num")
def nan_to_num(g: Emitter, p: Params, data: Value) -> Value:
    if not data.floating:
        return g("Identity", data)
    limits = np.finfo(data.kind)
    result = g.where(g("IsNaN", data), g.like(p["nan"], data), data)
    for sign, given, default in ((1, p["posinf"], limits.max), (-1, p["neginf"], limits.min)):
        infinite = g("Equal", data, g.like(sign * math.inf, data))
        result = g.where(infinite, g.like(default if given is None else given, data), result)
    return result


def _logical(op_type: str, name: str) -> None:
    def write(g: Emitter, p: Params, x: Value) -> Value:
        if not x.floating:
            return g.expand(g.constant(False), g.shape_of(x))
        return g(op_type, g.cast(x, "float32") if x.kind == np.float16 else x)

    rule(name)(write)


_logical("IsNaN", "_npi_isnan")
_logical("IsInf", "_npi_isinf")


@rule("_npi_isfinite")
def isfinite(g: Emitter, p: Params, x: Value) -> Value:
    if not x.floating:
        return g.expand(g.constant(True), g.shape_of(x))
    wide = g.cast(x, "float32") if x.kind == np.float16 else x
    return g("Not", g("Or", g("IsNaN", wide), g("IsInf", wide)))


def _one_infinity(sign: int, name: str) -> None:
    def write(g: Emitter, p: Params, x: Value) -> Value:
        if not x.floating:
            return g.expand(g.constant(False), g.shape_of(x))
        return g("Equal", x, g.like(sign * math.inf, x))

    rule(name)(write)


_one_infinity(1, "_npi_isposinf")
_one_infinity(-1, "_npi_isneginf")


@rule("_npi_logical_not")
def logical_not(g: Emitter, p: Params, x: Value) -> Value:
    return g("Not", g.cast(x, BOOL))


def _divide(g: Emitter, left: Value, right: Value) -> Value:
    return g("Div", left, right)


def _copysign(g: Emitter, left: Value, right: Value) -> Value:
    size = g("Abs", left)
    return g.where(g("Less", right, g.like(0, right)), g("Neg", size), size)


def _arctan2(g: Emitter, left: Value, right: Value) -> Value:
    """Compute the arctangent of the quotient and correct its quadrant."""
    if not left.floating:
        left, right = g.cast(left, "float32"), g.cast(right, "float32")
    zero, pi = g.like(0, right), g.like(math.pi, right)
    safe = g.where(g("Equal", right, zero), g.like(1, right), right)
    angle = g("Atan", g("Div", left, safe))
    turned = g.where(g("Less", left, zero), g("Sub", angle, pi), g("Add", angle, pi))
    upright = g("Mul", g("Sign", left), g.like(math.pi / 2, right))
    result = g.where(g("Less", right, zero), turned, angle)
    return g.where(g("Equal", right, zero), upright, result)


def _ldexp(g: Emitter, left: Value, right: Value) -> Value:
    return g("Mul", left, g("Pow", g.like(2, left), right))


# Function of two operands, and its name with a scalar on the left.
_PAIRS: dict[str, tuple[Pair, str | None]] = {
    "add": (arithmetic.OPERATIONS["add"], None), "subtract": (arithmetic.OPERATIONS["subtract"], "rsubtract"),
    "multiply": (arithmetic.OPERATIONS["multiply"], None), "mod": (arithmetic.OPERATIONS["modulo"], "rmod"),
    "power": (arithmetic.OPERATIONS["power"], "rpower"), "true_divide": (_divide, "rtrue_divide"),
    "copysign": (_copysign, "rcopysign"), "arctan2": (_arctan2, "rarctan2"), "ldexp": (_ldexp, "rldexp"),
}
_COMPARISONS = {"equal": "Equal", "greater": "Greater", "greater_equal": "GreaterOrEqual", "less": "Less",
                "less_equal": "LessOrEqual"}


def _declare(word: str, pair: Pair, swapped: str | None) -> None:
    def operands(g: Emitter, *values: Value) -> list[Value]:
        return [g.cast(value, _wide(g.results[0].dtype)) for value in values]

    def number(g: Emitter, p: Params) -> Value:
        return g.constant(float(p["scalar"]), _wide(g.results[0].dtype))

    rule(f"_npi_{word}")(lambda g, p, x, y: g.typed(pair(g, *operands(g, x, y))))
    rule(f"_npi_{word}_scalar")(lambda g, p, x: g.typed(pair(g, *operands(g, x), number(g, p))))
    if swapped is not None:
        rule(f"_npi_{swapped}_scalar")(lambda g, p, x: g.typed(pair(g, number(g, p), *operands(g, x))))


for _word, (_pair, _swapped) in _PAIRS.items():
    _declare(_word, _pair, _swapped)


@rule("_npi_hypot")
def hypot(g: Emitter, p: Params, x: Value, y: Value) -> Value:
    dtype = g.results[0].dtype
    return arithmetic.OPERATIONS["hypot"](g, g.cast(x, dtype), g.cast(y, dtype))


def _promote(g: Emitter, left: Value, right: Value) -> tuple[Value, Value]:
    dtype = _wide(np.promote_types(left.kind, right.kind))
    return g.cast(left, dtype), g.cast(right, dtype)


def _with_number(g: Emitter, p: Params, x: Value) -> tuple[Value, Value]:
    """Return data and scalar; the scalar is cast to the integer dtype of the data."""
    dtype = _wide(x.kind)
    return g.cast(x, dtype), g.constant(float(p["scalar"]), dtype)


def _declare_comparison(word: str, op_type: str) -> None:
    rule(f"_npi_{word}")(lambda g, p, x, y: g(op_type, *_promote(g, x, y)))
    rule(f"_npi_{word}_scalar")(lambda g, p, x: g(op_type, *_with_number(g, p, x)))


for _word, _kind in _COMPARISONS.items():
    _declare_comparison(_word, _kind)


@rule("_npi_not_equal")
def not_equal(g: Emitter, p: Params, x: Value, y: Value) -> Value:
    return g("Not", g("Equal", *_promote(g, x, y)))


@rule("_npi_not_equal_scalar")
def not_equal_scalar(g: Emitter, p: Params, x: Value) -> Value:
    return g("Not", g("Equal", *_with_number(g, p, x)))


