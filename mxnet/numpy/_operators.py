"""Operators of the registry as functions of arrays of ``mx.np`` and of symbols alike."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from .._frontend import eager, short, symbolic
from .._frontend.signature import dress
from .._ops.opdef import REGISTRY, OpDef, find
from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise
from ..symbol._create import compose
from ..symbol._numpy_symbol import _Symbol
from ..symbol._symbol import Symbol
from .multiarray import ndarray

NUMBERS = (bool, int, float, np.generic)
Operator = Callable[..., Any]


def public_name(name: str) -> str:
    """The name of an operator without the prefix that says it belongs to ``mx.np``."""
    for prefix in ("_npi_", "_npx_", "_np_"):
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return name


def _composed(op: OpDef, inputs: Any, attrs: dict[str, str], name: str | None, hint: str, attr: Any) -> _Symbol:
    return _Symbol(compose(op, inputs, attrs, name, hint, attr)._outputs)


def on_symbols(name: str) -> Operator:
    """The function that applies an operator to symbols; without inputs it makes one."""
    return symbolic.make(find(name), public_name(name), Symbol, _composed)


def any_symbol(values: Any) -> bool:
    """Whether symbols are among arguments."""
    return any(isinstance(one, Symbol) or (isinstance(one, (list, tuple)) and any_symbol(one)) for one in values)


def _for_both(name: str) -> Callable[..., Operator]:
    """Makes the general call of an operator: on symbols if one is given, else on arrays."""

    def general_of(op: OpDef, array_class: type, kept: Any = None) -> Operator:
        composed = on_symbols(name)

        def otherwise(args: Any, kwargs: dict[str, Any], name: str | None) -> Any:
            symbols = any_symbol(args) or (kwargs and any_symbol(kwargs.values()))
            return composed(*args, name=name, **kwargs) if symbols else NotImplemented

        return eager.make(op, array_class, kept, otherwise)

    return general_of


def operator(name: str) -> Operator:
    """The function that applies an operator to arrays or symbols, parameters by keyword."""
    return short.make(find(name), ndarray, _for_both(name))


def in_short(name: str, *straight: str, by_position: int | None = None, gathers: bool = False,
             same_types: Operator | None = None) -> Callable[[Operator], Operator]:
    """Put the short form of an operator before a function, which takes the calls that the form does not.

    The parameters `straight` go to the operator as they are; they follow the arrays in the order of the operator.
    Where their names differ, `by_position` says how many do so by position, and `gathers` that several are one tuple.
    An operator of any number of arrays gets them in a list. For `same_types` see `short.make_operands`.
    """

    def decorate(function: Operator) -> Operator:
        op = find(name)
        function = concise(function)  # for calls that the short form passes on
        own = list(inspect.signature(function).parameters)[1 if op.variadic else len(op.inputs):]
        names = [one for one in op.params if one != op.variadic]
        leading = sum(1 for _ in itertools.takewhile(lambda three: len(set(three)) == 1,
                                                     zip(own, names, straight, strict=False)))
        passed = short.Straight(frozenset(straight), leading if by_position is None else by_position, gathers)
        if op.variadic:
            form = short.make_listed(op, ndarray, function, passed)
        elif same_types is not None:
            form = short.make_operands(op, ndarray, lambda *_: function, same_types)
        else:
            form = short.make(op, ndarray, lambda *_: function, passed)
        return functools.wraps(function)(form)

    return decorate


def shown(name: str, module: str, make: Callable[[str], Operator] = operator) -> Operator:
    """`operator` with the signature and documentation of the operator, as a function of a module."""
    made: Operator = dress(make(name), find(name), public_name(name), module, "ndarray")
    return made


def attributes_of(module: dict[str, Any], prefix: str, make: Callable[[str], Operator] = operator) -> tuple[
        Callable[[str], Operator], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a module that has all operators with a prefix, without the prefix."""

    def get(name: str) -> Operator:
        if prefix + name not in REGISTRY:
            raise AttributeError(f"there is no operator {prefix}{name}")
        function: Operator = module.setdefault(name, shown(prefix + name, module["__name__"], make))
        return function

    def names() -> list[str]:
        return sorted([*module, *(name.removeprefix(prefix) for name in REGISTRY if name.startswith(prefix))])

    return get, names


def with_operator(function: Operator, applied: Operator) -> Operator:
    """`function` on symbols, which also takes what the operator takes: its inputs by their names, `name`, `attr`."""
    own = frozenset(inspect.signature(function).parameters)

    @functools.wraps(applied)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs) if own.issuperset(kwargs) else applied(*args, **kwargs)

    return call


def check_order(name: str, order: str) -> None:
    """Elements have one order in memory."""
    if order != "C":
        raise NotImplementedError(f"{name}: order must be 'C', received {order!r}")


def is_array(value: Any) -> bool:
    """Whether a function of ``mx.np`` takes it as an array."""
    return isinstance(value, (ndarray, _Symbol))


def require(name: str, *values: Any) -> None:
    """Raise TypeError unless all values are arrays of ``mx.np`` or symbols."""
    for value in values:
        if not is_array(value):
            raise TypeError(f"{name}: type {type(value)} not supported")


def axis_tuple(axis: Any) -> tuple[int, ...] | None:
    """Axes given as a number, a sequence or None."""
    if axis is None:
        return None
    return (int(axis),) if isinstance(axis, (int, np.integer)) else tuple(int(a) for a in axis)


def sizes(shape: Any) -> tuple[int, ...]:
    """A shape given as a number or a sequence; None is a scalar's."""
    if shape is None:
        return ()
    found = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(s) for s in shape)
    if any(size < 0 for size in found):
        raise MXNetError(f"shape must have no negative size, received {shape}")
    return found
