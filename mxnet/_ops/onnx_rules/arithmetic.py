"""Rules for ``_ops/arithmetic.py``: one function writes all three variants of an operation."""

from __future__ import annotations

from collections.abc import Callable

from ..families import FAMILIES
from .emit import Emitter, Value
from .rule import RULES, Params, rule

Pair = Callable[[Emitter, Value, Value], Value]


def _divide(g: Emitter, left: Value, right: Value) -> Value:
    """Divide; integers are truncated towards zero, as in ONNX."""
    return g("Div", left, right)


def _modulo(g: Emitter, left: Value, right: Value) -> Value:
    """Compute the remainder with the sign of the divisor, 0 for a divisor of 0."""
    nothing = g("Equal", right, g.like(0, right))
    divisor = g.where(nothing, g.like(1, right), right)
    if left.floating:
        rest = g("Mod", left, divisor, fmod=1)
        other_sign = g("Less", g("Mul", rest, divisor), g.like(0, rest))
        rest = g.where(other_sign, g("Add", rest, divisor), rest)
    else:
        rest = g("Mod", left, divisor)
    return g.where(nothing, g.like(0, right), rest)


def _power(g: Emitter, left: Value, right: Value) -> Value:
    if left.floating:
        return g("Pow", left, right)
    return g.cast(g("Pow", g.cast(left, "float32"), g.cast(right, "float32")), left.kind)


def _hypot(g: Emitter, left: Value, right: Value) -> Value:
    """Compute the hypotenuse. Divide both operands by the larger one, since squares overflow."""
    first, second = (g("Abs", g.cast(v, "float32" if not v.floating else v.kind)) for v in (left, right))
    largest = g("Max", first, second)
    scale = g.where(g("Greater", largest, g.like(0, largest)), largest, g.like(1, largest))
    parts = [g("Div", v, scale) for v in (first, second)]
    root = g("Sqrt", g("Add", g("Mul", parts[0], parts[0]), g("Mul", parts[1], parts[1])))
    return g.cast(g("Mul", root, scale), left.kind)


def _truth(g: Emitter, value: Value) -> Value:
    return g("Not", g("Equal", value, g.like(0, value)))


def _same(op_type: str) -> Pair:
    return lambda g, left, right: g(op_type, left, right)


def _compare(op_type: str) -> Pair:
    """Return a comparison whose result has the dtype of its operands."""
    return lambda g, left, right: g.typed(g(op_type, left, right))


def _logical(op_type: str) -> Pair:
    return lambda g, left, right: g.typed(g(op_type, _truth(g, left), _truth(g, right)))


def _not_equal(g: Emitter, left: Value, right: Value) -> Value:
    return g.typed(g("Not", g("Equal", left, right)))


OPERATIONS: dict[str, Pair] = {
    "add": _same("Add"), "subtract": _same("Sub"), "multiply": _same("Mul"), "divide": _divide, "modulo": _modulo,
    "power": _power, "maximum": _same("Max"), "minimum": _same("Min"), "hypot": _hypot, "equal": _compare("Equal"),
    "not_equal": _not_equal, "greater": _compare("Greater"), "greater_equal": _compare("GreaterOrEqual"),
    "lesser": _compare("Less"), "lesser_equal": _compare("LessOrEqual"), "logical_and": _logical("And"),
    "logical_or": _logical("Or"), "logical_xor": _logical("Xor"),
}


def _number(g: Emitter, p: Params, data: Value) -> tuple[Value, Value]:
    """Return data and scalar; for integers, the scalar is cast to their dtype."""
    dtype = g.results[0].dtype if not data.floating else data.kind
    return g.cast(data, dtype), g.constant(float(p["scalar"]), dtype)


def _swap(g: Emitter, pair: Pair, data: Value, number: Value) -> Value:
    """Swap the operands. A scalar divided by integers is divided as floats, so zero is not an error."""
    if pair is _divide and not data.floating:
        return g("Div", g.cast(number, "float32"), g.cast(data, "float32"))
    return pair(g, number, data)


def _declare(pair: Pair, names: tuple[str, ...], number: str, swapped: str) -> None:
    rule(*names)(lambda g, p, left, right: g.typed(pair(g, left, right)))
    rule(number)(lambda g, p, data: g.typed(pair(g, *_number(g, p, data))))
    if swapped not in RULES and swapped.startswith("_r"):
        rule(swapped)(lambda g, p, data: g.typed(_swap(g, pair, *_number(g, p, data))))


for _word, _pair in OPERATIONS.items():
    _family = FAMILIES[_word]
    _declare(_pair, (_family.pair, _family.equal_shapes), _family.number, _family.swapped)


@rule("_grad_add")
def grad_add(g: Emitter, p: Params, left: Value, right: Value) -> Value:
    return g("Add", left, right)


@rule("add_n")
def add_n(g: Emitter, p: Params, *data: Value) -> Value:
    return g("Sum", *data) if all(value.floating for value in data) else _sum(g, data)


def _sum(g: Emitter, data: tuple[Value, ...]) -> Value:
    total = data[0]
    for value in data[1:]:
        total = g("Add", total, value)
    return total


@rule("_scatter_elemwise_div")
def scatter_div(g: Emitter, p: Params, left: Value, right: Value) -> Value:
    return g("Div", left, right)


@rule("_scatter_plus_scalar")
def scatter_plus(g: Emitter, p: Params, data: Value) -> Value:
    return g.typed(g("Add", *_number(g, p, data)))


@rule("_scatter_minus_scalar")
def scatter_minus(g: Emitter, p: Params, data: Value) -> Value:
    return g.typed(g("Sub", *_number(g, p, data)))
