"""Operators of the registry as functions of both ``mx.np`` arrays and symbols."""

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
    """Return the name of an operator without the prefix of ``mx.np``."""
    for prefix in ("_npi_", "_npx_", "_np_"):
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return name


def _composed(op: OpDef, inputs: Any, attrs: dict[str, str], name: str | None, hint: str, attr: Any) -> _Symbol:
    return _Symbol(compose(op, inputs, attrs, name, hint, attr)._outputs)


def on_symbols(name: str) -> Operator:
    """Return the function that applies an operator to symbols, or creates a symbol without inputs."""
    return symbolic.make(find(name), public_name(name), Symbol, _composed)


def any_symbol(values: Any) -> bool:
    """Whether any argument is or contains a symbol."""
    return any(isinstance(v, Symbol) or (isinstance(v, (list, tuple)) and any_symbol(v)) for v in values)


def _for_both(name: str) -> Callable[..., Operator]:
    """Return a factory of the general call of an operator, on symbols if there are any, otherwise on arrays."""

    def general_of(op: OpDef, array_class: type, cached: Any = None) -> Operator:
        composed = on_symbols(name)

        def otherwise(args: Any, kwargs: dict[str, Any], name: str | None) -> Any:
            symbols = any_symbol(args) or (kwargs and any_symbol(kwargs.values()))
            return composed(*args, name=name, **kwargs) if symbols else NotImplemented

        return eager.make(op, array_class, cached, otherwise)

    return general_of


def operator(name: str) -> Operator:
    """Return the function that applies an operator to arrays or symbols, with parameters as keywords."""
    return short.make(find(name), ndarray, _for_both(name))


def in_short(name: str, *straight: str, by_position: int | None = None, gathers: bool = False,
             same_types: Operator | None = None) -> Callable[[Operator], Operator]:
    """Add the short form of an operator to a function. The function handles all calls that the form does not support.

    The parameters `straight` are passed to the operator unchanged. They follow the arrays in the operator's order. If
    their names differ, `by_position` is the number of parameters that are passed by position. With `gathers`, these
    parameters are passed as one tuple. An operator with a variable number of arrays takes them as a list. For
    `same_types`, see `short.make_operands`.
    """

    def decorate(function: Operator) -> Operator:
        op = find(name)
        function = concise(function)  # for calls that the short form does not support
        own = list(inspect.signature(function).parameters)[1 if op.variadic else len(op.inputs):]
        names = [param for param in op.params if param != op.variadic]
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
    """Return `operator` with the signature and documentation of the operator, as a function of a module."""
    function: Operator = dress(make(name), find(name), public_name(name), module, "ndarray")
    return function


def attributes_of(module: dict[str, Any], prefix: str, make: Callable[[str], Operator] = operator) -> tuple[
        Callable[[str], Operator], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a module with all operators of a prefix, without the prefix."""

    def get(name: str) -> Operator:
        if prefix + name not in REGISTRY:
            raise AttributeError(f"there is no operator {prefix}{name}")
        function: Operator = module.setdefault(name, shown(prefix + name, module["__name__"], make))
        return function

    def names() -> list[str]:
        return sorted([*module, *(name.removeprefix(prefix) for name in REGISTRY if name.startswith(prefix))])

    return get, names


def with_operator(function: Operator, applied: Operator) -> Operator:
    """Extend `function` on symbols to accept the operator's arguments: inputs by name, `name` and `attr`."""
    own = frozenset(inspect.signature(function).parameters)

    @functools.wraps(applied)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs) if own.issuperset(kwargs) else applied(*args, **kwargs)

    return call


def check_order(name: str, order: str) -> None:
    """Raise unless the memory order is 'C'."""
    if order != "C":
        raise NotImplementedError(f"{name}: order must be 'C', received {order!r}")


def is_array(value: Any) -> bool:
    """Whether functions of ``mx.np`` accept the value as an array."""
    return isinstance(value, (ndarray, _Symbol))


def require(name: str, *values: Any) -> None:
    """Raise TypeError unless all values are arrays of ``mx.np`` or symbols."""
    for value in values:
        if not is_array(value):
            raise TypeError(f"{name}: type {type(value)} not supported")


def axis_tuple(axis: Any) -> tuple[int, ...] | None:
    """Convert axes given as a number, a sequence or None."""
    if axis is None:
        return None
    return (int(axis),) if isinstance(axis, (int, np.integer)) else tuple(int(a) for a in axis)


def sizes(shape: Any) -> tuple[int, ...]:
    """Convert a shape given as a number or a sequence. None means a scalar."""
    if shape is None:
        return ()
    result = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(s) for s in shape)
    if any(size < 0 for size in result):
        raise MXNetError(f"shape must not have negative sizes, received {shape}")
    return result
