"""Arithmetic of sparse arrays: operators, and the functions of ``mxnet.ndarray.sparse``."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ._array import NDArray
from ._sparse_array import BaseSparseNDArray
from .register import functions

_NUMBERS = (float, int, np.generic)
_internal, _public = functions("_internal"), functions("")
_operators = {**_internal, **_public}

# Name: operator for equal shapes, for others, with a number on the right, with one on the left
_ARITHMETIC: dict[str, tuple[str, str, str, str]] = {
    "add": ("elemwise_add", "broadcast_add", "_plus_scalar", "_plus_scalar"),
    "sub": ("elemwise_sub", "broadcast_sub", "_minus_scalar", "_rminus_scalar"),
    "mul": ("elemwise_mul", "broadcast_mul", "_mul_scalar", "_mul_scalar"),
    "truediv": ("broadcast_div", "broadcast_div", "_div_scalar", "_rdiv_scalar"),
    "div": ("elemwise_div", "broadcast_div", "_div_scalar", "_rdiv_scalar"),
    "mod": ("broadcast_mod", "broadcast_mod", "_mod_scalar", "_rmod_scalar"),
    "pow": ("broadcast_power", "broadcast_power", "_power_scalar", "_rpower_scalar"),
}
_COMPARISONS = {"eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal", "lt": "lesser",
                "le": "lesser_equal"}


def _make(same: str, other_shapes: str, right: str, left: str) -> Callable[[Any, Any], Any]:
    """A function of two operands, each an array or a number."""
    equal, broadcast = _operators[same], _operators[other_shapes]
    with_right, with_left = _internal[right], _internal[left]

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


def _install_arithmetic(name: str, names: tuple[str, str, str, str]) -> Callable[[Any, Any], Any]:
    plain = _make(*names)
    # A dense array on the left keeps MXNet's way, which is to broadcast.
    swapped = _make(names[1], *names[1:])

    def inplace(self: Any, other: Any) -> Any:
        plain(self, other).copyto(self)
        return self

    _install(f"__{name}__", lambda self, other: plain(self, other))
    _install(f"__r{name}__", lambda self, other: swapped(other, self))
    _install(f"__i{name}__", inplace)
    return plain


_made = {name: _install_arithmetic(name, names) for name, names in _ARITHMETIC.items()}
for _key, _word in _COMPARISONS.items():
    _install(f"__{_key}__", _make(f"broadcast_{_word}", f"broadcast_{_word}", f"_{_word}_scalar", f"_{_word}_scalar"))
# Defining __eq__ takes away the inherited hash.
BaseSparseNDArray.__hash__ = NDArray.__hash__  # type: ignore[method-assign]

add = _or_python(_made["add"], operator.add, "add")
subtract = _or_python(_made["sub"], operator.sub, "subtract")
multiply = _or_python(_made["mul"], operator.mul, "multiply")
divide = _or_python(_made["div"], operator.truediv, "divide")
