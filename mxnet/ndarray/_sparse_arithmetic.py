"""Arithmetic of sparse arrays, as operators and as functions of ``mxnet.ndarray.sparse``."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from .._ops.families import ARITHMETIC, COMPARISONS, Family
from ._array import NDArray
from ._sparse_array import BaseSparseNDArray
from .register import functions

_NUMBERS = (float, int, np.generic)
_internal, _public = functions("_internal"), functions("")
_operators = {**_internal, **_public}
# Operations with a sparse result for sparse arrays of the same shape.
_BY_SHAPE = ("add", "sub", "mul", "div")


def _make(family: Family, by_shape: bool) -> Callable[[Any, Any], Any]:
    """Return a function of two operands, each an array or a number."""
    broadcast = _operators[family.pair]
    equal = _operators[family.equal_shapes] if by_shape else broadcast
    with_right, with_left = _internal[family.number], _internal[family.swapped]

    def apply(lhs: Any, rhs: Any) -> Any:
        if isinstance(lhs, NDArray) and isinstance(rhs, NDArray):
            return (equal if lhs.shape == rhs.shape else broadcast)(lhs, rhs)
        if isinstance(lhs, NDArray) and isinstance(rhs, _NUMBERS):
            return with_right(lhs, scalar=float(rhs))
        if isinstance(rhs, NDArray) and isinstance(lhs, _NUMBERS):
            return with_left(rhs, scalar=float(lhs))
        raise TypeError(f"types ({type(lhs)}, {type(rhs)}) not supported")

    return apply


def _or_python(function: Callable[[Any, Any], Any], python: Callable[[Any, Any], Any], name: str) -> Any:
    def apply(lhs: Any, rhs: Any) -> Any:
        if isinstance(lhs, _NUMBERS) and isinstance(rhs, _NUMBERS):
            return python(lhs, rhs)
        return function(lhs, rhs)

    apply.__name__ = apply.__qualname__ = name
    apply.__module__ = "mxnet.ndarray.sparse"
    apply.__doc__ = f"Elementwise {name} of two arrays of any storage type, or an array and a number."
    return apply


def _install(name: str, function: Callable[[Any, Any], Any]) -> None:
    function.__name__ = name
    function.__qualname__ = f"BaseSparseNDArray.{name}"
    setattr(BaseSparseNDArray, name, function)


def _install_arithmetic(name: str, family: Family) -> Callable[[Any, Any], Any]:
    plain = _make(family, name in _BY_SHAPE)
    # With a dense array on the left, broadcast as MXNet does.
    swapped = _make(family, False)

    def inplace(self: Any, other: Any) -> Any:
        plain(self, other).copyto(self)
        return self

    _install(f"__{name}__", lambda self, other: plain(self, other))
    _install(f"__r{name}__", lambda self, other: swapped(other, self))
    _install(f"__i{name}__", inplace)
    return plain


_functions = {name: _install_arithmetic(name, family) for name, family in ARITHMETIC.items()}
for _key, _family in COMPARISONS.items():
    _install(f"__{_key}__", _make(_family, False))
# Defining __eq__ removes the inherited hash.
BaseSparseNDArray.__hash__ = NDArray.__hash__  # type: ignore[method-assign]

add = _or_python(_functions["add"], operator.add, "add")
subtract = _or_python(_functions["sub"], operator.sub, "subtract")
multiply = _or_python(_functions["mul"], operator.mul, "multiply")
divide = _or_python(_functions["div"], operator.truediv, "divide")
