"""Builds the functions of all operators on Symbol, once, and the arithmetic of symbols."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from .. import _ops as _ops
from .._frontend import namespaces, symbolic
from ._create import compose, is_number
from ._fluent import FluentMethods
from ._symbol import Symbol, symbol_functions

FUNCTIONS = namespaces.build(
    lambda op, name: symbolic.make(op, namespaces.place(name)[1], Symbol, compose), "mxnet.symbol", "Symbol")
_internal = FUNCTIONS["_internal"]

# Python method: operator on two symbols, on symbol and number, on number and symbol
_ARITHMETIC = {
    "add": ("_Plus", "_PlusScalar", "_PlusScalar"),
    "sub": ("_Minus", "_MinusScalar", "_RMinusScalar"),
    "mul": ("_Mul", "_MulScalar", "_MulScalar"),
    "truediv": ("_Div", "_DivScalar", "_RDivScalar"),
    "div": ("_Div", "_DivScalar", "_RDivScalar"),
    "mod": ("_Mod", "_ModScalar", "_RModScalar"),
    "pow": ("_Power", "_PowerScalar", "_RPowerScalar"),
}
_COMPARISONS = {
    "eq": ("_equal", "_equal_scalar"),
    "ne": ("_not_equal", "_not_equal_scalar"),
    "gt": ("_greater", "_greater_scalar"),
    "ge": ("_greater_equal", "_greater_equal_scalar"),
    "lt": ("_lesser", "_lesser_scalar"),
    "le": ("_lesser_equal", "_lesser_equal_scalar"),
}


def _method(pair: str, number: str, swapped: bool = False) -> Callable[[Symbol, Any], Symbol]:
    def apply(self: Symbol, other: Any) -> Symbol:
        if isinstance(other, Symbol):
            return _internal[pair](other, self) if swapped else _internal[pair](self, other)
        if is_number(other):
            return _internal[number](self, scalar=other)
        raise TypeError(f"type {type(other)} not supported")

    return apply


for _key, (_pair, _right, _left) in _ARITHMETIC.items():
    setattr(FluentMethods, f"__{_key}__", _method(_pair, _right))
    setattr(FluentMethods, f"__r{_key}__", _method(_pair, _left, True))
for _key, (_pair, _right) in _COMPARISONS.items():
    setattr(FluentMethods, f"__{_key}__", _method(_pair, _right))


def _function(pair: str, right: str, left: str, python: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    right_scalar, left_scalar = right, left

    def apply(left: Any, right: Any) -> Any:
        if isinstance(left, Symbol):
            return _internal[pair](left, right) if isinstance(right, Symbol) else _internal[right_scalar](
                left, scalar=right)
        if isinstance(right, Symbol):
            return _internal[left_scalar](right, scalar=left)
        if is_number(left) and is_number(right):
            return python(left, right)
        raise TypeError(f"types ({type(left)}, {type(right)}) not supported")

    return apply


_power = _function("_Power", "_PowerScalar", "_RPowerScalar", operator.pow)


def power(base: Any, exp: Any) -> Any:
    """`base` to the power of `exp`, symbols or numbers."""
    return _power(base, exp)


FUNCTIONS[""].update({
    "pow": power,
    "power": power,
    "maximum": _function("_Maximum", "_MaximumScalar", "_MaximumScalar", max),
    "minimum": _function("_Minimum", "_MinimumScalar", "_MinimumScalar", min),
    "hypot": _function("_Hypot", "_HypotScalar", "_HypotScalar", lambda a, b: (a * a + b * b) ** 0.5),
})
for _key, _made in namespaces.fluent({n: f for n, f in FUNCTIONS[""].items()
                                      if n not in ("pow", "power", "maximum", "minimum", "hypot")}).items():
    if not hasattr(Symbol, _key):
        setattr(FluentMethods, _key, _made)
symbol_functions.update(FUNCTIONS[""])


def functions(submodule: str) -> dict[str, Any]:
    """The functions that belong into one submodule of ``mxnet.symbol``."""
    return dict(FUNCTIONS.get(submodule, {}))
