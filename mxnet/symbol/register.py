"""Functions of all operators on Symbol, created once from the registry, and the arithmetic of symbols."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from .. import _ops as _ops
from .._frontend import namespaces, symbolic
from .._ops.families import ARITHMETIC, COMPARISONS, FAMILIES
from .._ops.opdef import find
from .._runtime.tracebacks import shorten
from ._create import compose, is_number
from ._fluent import FluentMethods
from ._symbol import Symbol, symbol_functions

FUNCTIONS = namespaces.build(
    lambda op, name: symbolic.make(op, namespaces.place(name)[1], Symbol, compose), "mxnet.symbol", "Symbol")
_internal = FUNCTIONS["_internal"]

def _method(pair: str, number: str, swapped: bool = False) -> Callable[[Symbol, Any], Symbol]:
    def apply(self: Symbol, other: Any) -> Symbol:
        try:
            if isinstance(other, Symbol):
                return _internal[pair](other, self) if swapped else _internal[pair](self, other)
            if is_number(other):
                return _internal[number](self, scalar=other)
            raise TypeError(f"type {type(other)} not supported")
        except Exception as error:
            shorten(error)
            raise

    return apply


def _arithmetic_name(name: str) -> str:
    """Return the operator name in MXNet's arithmetic of symbols. Node names are derived from it."""
    return find(name).aliases[0]


for _key, _family in ARITHMETIC.items():
    _pair, _right, _left = (_arithmetic_name(name) for name in _family[1:4])
    setattr(FluentMethods, f"__{_key}__", _method(_pair, _right))
    setattr(FluentMethods, f"__r{_key}__", _method(_pair, _left, True))
for _key, _family in COMPARISONS.items():
    setattr(FluentMethods, f"__{_key}__", _method(_family.equal_shapes, _family.number))


def _function(name: str, python: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    pair, right_scalar, left_scalar = (_arithmetic_name(operator) for operator in FAMILIES[name][1:4])

    def apply(left: Any, right: Any) -> Any:
        try:
            if isinstance(left, Symbol):
                return _internal[pair](left, right) if isinstance(right, Symbol) else _internal[right_scalar](
                    left, scalar=right)
            if isinstance(right, Symbol):
                return _internal[left_scalar](right, scalar=left)
            if is_number(left) and is_number(right):
                return python(left, right)
            raise TypeError(f"types ({type(left)}, {type(right)}) not supported")
        except Exception as error:
            shorten(error)
            raise

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = f"Compute the {name} of symbols or numbers elementwise."
    return apply


_power = _function("power", operator.pow)


def power(base: Any, exp: Any) -> Symbol:
    """Raise `base` to the power of `exp`. Both are symbols or numbers."""
    return _power(base, exp)


FUNCTIONS[""].update({
    "pow": power,
    "power": power,
    "maximum": _function("maximum", max),
    "minimum": _function("minimum", min),
    "hypot": _function("hypot", lambda a, b: (a * a + b * b) ** 0.5),
})
for _key, _fluent_method in namespaces.fluent({n: f for n, f in FUNCTIONS[""].items()
                                      if n not in ("pow", "power", "maximum", "minimum", "hypot")}).items():
    if not hasattr(Symbol, _key):
        setattr(FluentMethods, _key, _fluent_method)
symbol_functions.update(FUNCTIONS[""])


def functions(submodule: str) -> dict[str, Any]:
    """Return the functions of a submodule of ``mxnet.symbol``."""
    return dict(FUNCTIONS.get(submodule, {}))
