"""Arithmetic operators of arrays, and fluent methods."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from .._ops.opdef import OpDef, find
from .._runtime import read_only, storage, tape
from .._runtime.error import TORCH_ERRORS, ArgumentTypeError, MXNetError
from .._runtime.sparse_storage import NotDense, SparseMark
from .._runtime.storage import ArrayBase, scalar
from . import eager
from .results import put_on_tape
from .short import make_operands

_new = object.__new__
NUMBERS = (float, int, np.generic)
# Python method, broadcast operator, scalar operator, scalar operator with swapped operands
_ARITHMETIC = [
    ("add", "broadcast_add", "_plus_scalar", "_plus_scalar"),
    ("sub", "broadcast_sub", "_minus_scalar", "_rminus_scalar"),
    ("mul", "broadcast_mul", "_mul_scalar", "_mul_scalar"),
    ("truediv", "broadcast_div", "_div_scalar", "_rdiv_scalar"),
    ("div", "broadcast_div", "_div_scalar", "_rdiv_scalar"),
    ("mod", "broadcast_mod", "_mod_scalar", "_rmod_scalar"),
    ("pow", "broadcast_power", "_power_scalar", "_rpower_scalar"),
]
_COMPARISONS = [
    ("eq", "broadcast_equal", "_equal_scalar"),
    ("ne", "broadcast_not_equal", "_not_equal_scalar"),
    ("gt", "broadcast_greater", "_greater_scalar"),
    ("ge", "broadcast_greater_equal", "_greater_equal_scalar"),
    ("lt", "broadcast_lesser", "_lesser_scalar"),
    ("le", "broadcast_lesser_equal", "_lesser_equal_scalar"),
]
# What torch computes straight from a kept 0-d tensor; division only for floating point types.
_DIRECT: dict[str, Callable[..., torch.Tensor]] = {
    "_plus_scalar": torch.add,
    "_minus_scalar": torch.sub,
    "_mul_scalar": torch.mul,
    "_div_scalar": torch.true_divide,
}


def _with_number(op: OpDef, array_class: type[ArrayBase]) -> Callable[[Any, Any], Any]:
    lower, direct = op.lower, _DIRECT.get(op.name)
    kept, divides = storage._scalars, direct is torch.true_divide
    general = eager.make(op, array_class)

    def apply(array: Any, number: Any) -> Any:
        try:
            data = array._data
        except NotDense:
            return general(array, scalar=float(number))
        try:
            dtype = data.dtype
            if direct is None or dtype is torch.bool or (divides and not data.is_floating_point()):
                tensor = lower(data, scalar=number)
            else:
                other = kept.get((number, dtype))
                tensor = direct(data, scalar(number, dtype) if other is None else other)
        except TORCH_ERRORS as error:
            raise op.wrap_error(error, (data,)) from error
        result = _new(array_class)
        result._data, result._ctx, result._tape = tensor, array._ctx, None
        if tensor.requires_grad or (array._tape is not None and _state.recording):
            return result if put_on_tape(result, (array,), op, number) else apply(array, number)
        return result

    return apply


def _make_operator(array_class: type[ArrayBase], pair: str, number: str, swapped: bool) -> Callable[[Any, Any], Any]:
    """One arithmetic method.

    It repeats `make_operands` and `_with_number` without their calls, which cost a tenth of the operation.
    """
    op, number_op = find(pair), find(number)
    lower, direct = op.lower, _DIRECT.get(number)
    kept, divides = storage._scalars, direct is torch.true_divide
    with_array, with_number = make_operands(op, array_class), _with_number(number_op, array_class)
    squares, multiply = number == "_power_scalar" and not swapped, torch.mul
    errors = TORCH_ERRORS

    def apply(self: Any, other: Any) -> Any:
        kind = type(other)
        left = self._data
        if kind is array_class and not swapped:
            right = other._data
            if left.dtype is not right.dtype or self._ctx is not other._ctx:
                eager.check_operands(op.name, self, other)
            try:
                tensor = lower(left, right)
            except errors as error:
                raise op.wrap_error(error, (left, right)) from error
            two = True
        elif (kind is float or kind is int) and direct is not None and (
                (second := kept.get((other, left.dtype))) is not None) and not (
                divides and not left.is_floating_point()):
            tensor = direct(left, second)
            two = False
        elif squares and kind is int and other == 2 and left.is_floating_point():
            tensor = multiply(left, left)
            two = False
        elif isinstance(other, array_class):
            return with_array(other, self) if swapped else with_array(self, other)
        elif isinstance(other, NUMBERS):
            return with_number(self, other)
        elif swapped:
            raise ArgumentTypeError(f"operator {op.name}: lhs must be an NDArray, received {other}")
        else:
            raise TypeError(f"type {type(other)} not supported")
        result = _new(array_class)
        result._data, result._ctx, result._tape = tensor, self._ctx, None
        if tensor.requires_grad or ((self._tape is not None or (two and other._tape is not None)) and _state.recording):
            done = (put_on_tape(result, (self, other), op, None) if two
                    else put_on_tape(result, (self,), number_op, other))
            return result if done else apply(self, other)
        return result

    return apply


def _make_inplace(array_class: type[ArrayBase], name: str,
                  plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """``a += b``: the same memory receives the result."""
    inplace = {"add": torch.Tensor.add_, "sub": torch.Tensor.sub_, "mul": torch.Tensor.mul_}.get(name)
    symbol = f"__i{name}__"

    def apply(self: Any, other: Any) -> Any:
        if read_only.marked:
            read_only.check(self)
        tape.check_assignable(symbol, self)
        target = self._data
        if isinstance(other, SparseMark):
            other = tape.dense_view(other)
        mixed = isinstance(other, array_class) and other._data.dtype != target.dtype
        if inplace is None or mixed or _state.recording:
            if _state.recording and isinstance(other, array_class) and other._tape is not None and not (
                    tape.drop_if_consumed(other)):
                raise MXNetError(f"operator {symbol}: {tape.INPLACE}")
            computed = plain(self, other)
            result = computed._data
            if result.shape != target.shape:
                raise find("broadcast_add").wrap_error(
                    ValueError(f"cannot write a result of shape {tuple(result.shape)} into {tuple(target.shape)}"), ())
            storage.writable(target).copy_(result)
            return self
        if isinstance(other, array_class):
            if self._ctx is not other._ctx:
                eager.check_operands(symbol, self, other)
            value = other._data
        elif isinstance(other, NUMBERS):
            value = scalar(other, target.dtype)
        else:
            raise TypeError(f"type {type(other)} not supported")
        try:
            inplace(storage.writable(target), value)
        except TORCH_ERRORS as error:
            raise find("broadcast_add").wrap_error(error, (target, value)) from error
        return self

    return apply


_state = tape.state


def install_operators(owner: type, array_class: type[ArrayBase]) -> None:
    """Put ``+``, ``<``, ``+=`` and the like of `array_class` into its base class `owner`."""

    def put(name: str, function: Any) -> None:
        function.__name__ = name
        function.__qualname__ = f"{array_class.__name__}.{name}"
        setattr(owner, name, function)

    for name, pair, number, swapped_number in _ARITHMETIC:
        plain = _make_operator(array_class, pair, number, False)
        put(f"__{name}__", plain)
        put(f"__r{name}__", _make_operator(array_class, pair, swapped_number, True))
        if name != "pow":  # the original has none: ``a **= 2`` makes another array
            put(f"__i{name}__", _make_inplace(array_class, name, plain))
    for name, pair, number in _COMPARISONS:
        put(f"__{name}__", _make_operator(array_class, pair, number, False))


def module_function(array_class: type, names: tuple[str, str, str | None], python: Callable[[Any, Any], Any]) -> Any:
    """A function such as ``nd.maximum`` that takes arrays and numbers on either side."""
    pair, right, left = (n if n is None else find(n) for n in names)
    with_array = make_operands(pair, array_class)  # type: ignore[arg-type]
    right_number = _with_number(right, array_class)  # type: ignore[arg-type]
    left_number = _with_number(left, array_class) if left is not None else right_number

    def function(lhs: Any, rhs: Any) -> Any:
        if isinstance(lhs, array_class):
            if isinstance(rhs, array_class):
                return with_array(lhs, rhs)
            if isinstance(rhs, NUMBERS):
                return right_number(lhs, rhs)
        elif isinstance(rhs, array_class) and isinstance(lhs, NUMBERS):
            return left_number(rhs, lhs)
        elif isinstance(lhs, NUMBERS) and isinstance(rhs, NUMBERS):
            return python(lhs, rhs)
        raise TypeError(f"types ({type(lhs)}, {type(rhs)}) not supported")

    return function


# public name: (operator, array-number operator, number-array operator, operator on numbers)
MODULE_FUNCTIONS: dict[str, tuple[tuple[str, str, str | None], Callable[[Any, Any], Any]]] = {
    "add": (("broadcast_add", "_plus_scalar", None), operator.add),
    "subtract": (("broadcast_sub", "_minus_scalar", "_rminus_scalar"), operator.sub),
    "multiply": (("broadcast_mul", "_mul_scalar", None), operator.mul),
    "divide": (("broadcast_div", "_div_scalar", "_rdiv_scalar"), operator.truediv),
    "true_divide": (("broadcast_div", "_div_scalar", "_rdiv_scalar"), operator.truediv),
    "modulo": (("broadcast_mod", "_mod_scalar", "_rmod_scalar"), operator.mod),
    "power": (("broadcast_power", "_power_scalar", "_rpower_scalar"), operator.pow),
    "maximum": (("broadcast_maximum", "_maximum_scalar", None), max),
    "minimum": (("broadcast_minimum", "_minimum_scalar", None), min),
    "hypot": (("broadcast_hypot", "_hypot_scalar", None), lambda a, b: float(np.hypot(a, b))),
    "equal": (("broadcast_equal", "_equal_scalar", None), lambda a, b: int(a == b)),
    "not_equal": (("broadcast_not_equal", "_not_equal_scalar", None), lambda a, b: int(a != b)),
    "greater": (("broadcast_greater", "_greater_scalar", "_lesser_scalar"), lambda a, b: int(a > b)),
    "greater_equal": (("broadcast_greater_equal", "_greater_equal_scalar", "_lesser_equal_scalar"),
                      lambda a, b: int(a >= b)),
    "lesser": (("broadcast_lesser", "_lesser_scalar", "_greater_scalar"), lambda a, b: int(a < b)),
    "lesser_equal": (("broadcast_lesser_equal", "_lesser_equal_scalar", "_greater_equal_scalar"),
                     lambda a, b: int(a <= b)),
    "logical_and": (("broadcast_logical_and", "_logical_and_scalar", None), lambda a, b: int(bool(a) and bool(b))),
    "logical_or": (("broadcast_logical_or", "_logical_or_scalar", None), lambda a, b: int(bool(a) or bool(b))),
    "logical_xor": (("broadcast_logical_xor", "_logical_xor_scalar", None), lambda a, b: int(bool(a) != bool(b))),
}
