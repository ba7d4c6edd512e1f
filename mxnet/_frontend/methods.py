"""Arithmetic operators of arrays, and fluent methods."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from .._ops.families import FAMILIES, NUMPY_FAMILIES, Family
from .._ops.opdef import OpDef, find
from .._runtime import device, profiling, storage
from .._runtime.autograd import backward_pass, tape
from .._runtime.error import TORCH_ERRORS, ArgumentTypeError, MXNetError
from .._runtime.storage import ArrayBase, read_only, scalar, scalars
from .._runtime.storage.sparse import NotDense, SparseMark
from .._runtime.tracebacks import shorten
from . import eager
from .results import put_on_tape
from .short import make_operands

_new = object.__new__
NUMBERS = (float, int, np.generic)
_POWERS = (FAMILIES["power"], NUMPY_FAMILIES["power"])


def _with_number(op: OpDef, array_class: type[ArrayBase], direct: Any) -> Callable[[Any, Any], Any]:
    lower = op.lower
    kept, divides = scalars.cache, direct is torch.true_divide
    general = eager.make(op, array_class)

    def apply(array: Any, number: Any) -> Any:
        try:
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
        except Exception as error:
            shorten(error)
            raise

    return apply


def _direct(family: Family, swapped: bool) -> Any:
    """What computes with a kept 0-d tensor on the right."""
    return family.direct if not swapped or family.swapped == family.number else None


def number_operator(family: Family, array_class: type[ArrayBase], swapped: bool) -> Callable[[Any, Any], Any]:
    """A function of an array and a number, which is the left operand if `swapped`."""
    op = find(family.swapped if swapped else family.number)
    return _with_number(op, array_class, _direct(family, swapped))


def _unsupported(op: OpDef, other: Any, swapped: bool) -> Exception:
    if swapped:
        return ArgumentTypeError(f"operator {op.name}: lhs must be an NDArray, received {other}")
    return TypeError(f"type {type(other)} not supported")


def _make_operator(array_class: type[ArrayBase], family: Family, swapped: bool) -> Callable[[Any, Any], Any]:
    """One arithmetic method.

    It repeats `make_operands` and `_with_number` without their calls, which cost a tenth of the operation.
    """
    op, number_op = find(family.pair), find(family.swapped if swapped else family.number)
    direct = _direct(family, swapped)
    kept, divides = scalars.cache, direct is torch.true_divide
    with_array, with_number = make_operands(op, array_class), _with_number(number_op, array_class, direct)
    squares, multiply, errors = family in _POWERS and not swapped, torch.mul, TORCH_ERRORS
    same = family.same_types or op.lower

    def apply(self: Any, other: Any) -> Any:
        try:
            kind = type(other)
            left = self._data
            if kind is array_class and not swapped:
                right, run = other._data, same
                if left.dtype is not right.dtype or self._ctx is not other._ctx:
                    eager.check_operands(op, self, other)
                    run = op.lower
                try:
                    tensor = run(left, right)
                except errors as error:
                    raise op.wrap_error(error, (left, right)) from error
                two = True
            elif (kind is float or kind is int) and direct is not None and (
                    (second := kept.get((other, left.dtype))) is not None) and not (
                    divides and not left.is_floating_point()):
                tensor, two = direct(left, second), False
            elif squares and kind is int and other == 2 and left.is_floating_point():
                tensor, two = multiply(left, left), False
            elif isinstance(other, array_class):
                return with_array(other, self) if swapped else with_array(self, other)
            elif isinstance(other, NUMBERS):
                return with_number(self, other)
            else:
                raise _unsupported(op, other, swapped)
            result = _new(array_class)
            result._data, result._ctx, result._tape = tensor, self._ctx, None
            if tensor.requires_grad or (
                    (self._tape is not None or (two and other._tape is not None)) and _state.recording):
                used = ((self, other), op, None) if two else ((self,), number_op, other)
                return result if put_on_tape(result, *used) else apply(self, other)
            return result
        except Exception as error:
            shorten(error)
            raise

    return apply


def _make_inplace(array_class: type[ArrayBase], name: str,
                  plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """``a += b``: the same memory receives the result."""
    inplace = {"add": torch.Tensor.add_, "sub": torch.Tensor.sub_, "mul": torch.Tensor.mul_}.get(name)
    symbol = f"__i{name}__"

    def apply(self: Any, other: Any) -> Any:
        try:
            if read_only.marked:
                read_only.check(self)
            tape.check_assignable(symbol, self)
            target = self._data
            if isinstance(other, SparseMark):
                other = backward_pass.dense_view(other)
            mixed = isinstance(other, array_class) and other._data.dtype != target.dtype
            if inplace is None or mixed or _state.recording:
                if _state.recording and isinstance(other, array_class) and other._tape is not None and not (
                        tape.drop_if_consumed(other)):
                    raise MXNetError(f"operator {symbol}: {tape.INPLACE}")
                computed = plain(self, other)
                result = computed._data
                if result.shape != target.shape:
                    raise find(FAMILIES["add"].pair).wrap_error(ValueError(
                        f"cannot write a result of shape {tuple(result.shape)} into {tuple(target.shape)}"), ())
                with storage.writing(target) as memory:
                    memory.copy_(result)
                return self
            if isinstance(other, array_class):
                if self._ctx is not other._ctx:
                    device.check_same(symbol, self._ctx, other._ctx)
                value = other._data
            elif isinstance(other, NUMBERS):
                value = scalar(other, target.dtype)
            else:
                raise TypeError(f"type {type(other)} not supported")
            try:
                storage.write(target, inplace, value)
            except TORCH_ERRORS as error:
                raise find(FAMILIES["add"].pair).wrap_error(error, (target, value)) from error
            return self
        except Exception as error:
            shorten(error)
            raise

    return apply


_state = tape.state


def install_operators(owner: type, array_class: type[ArrayBase], arithmetic: dict[str, Family],
                      comparisons: dict[str, Family]) -> None:
    """Put ``+``, ``<``, ``+=`` and the like of `array_class` into `owner`, itself or its base class."""

    def put(name: str, family: Family, function: Any) -> None:
        swapped = name.removeprefix("__r").removesuffix("__") in arithmetic
        profiling.mark(function, family.pair, family.swapped if swapped else family.number)
        function.__name__ = name
        function.__qualname__ = f"{array_class.__name__}.{name}"
        setattr(owner, name, function)

    for name, family in arithmetic.items():
        plain = _make_operator(array_class, family, False)
        put(f"__{name}__", family, plain)
        put(f"__r{name}__", family, _make_operator(array_class, family, True))
        if name != "pow":  # the original has none: ``a **= 2`` makes another array
            put(f"__i{name}__", family, _make_inplace(array_class, name, plain))
    for name, family in comparisons.items():
        put(f"__{name}__", family, _make_operator(array_class, family, False))


def module_function(array_class: type, name: str) -> Any:
    """A function such as ``nd.maximum`` that takes arrays and numbers on either side."""
    family, python = FAMILIES[name], MODULE_FUNCTIONS[name]
    with_array = make_operands(find(family.pair), array_class)
    right_number, left_number = (number_operator(family, array_class, swapped) for swapped in (False, True))

    def function(lhs: Any, rhs: Any) -> Any:
        try:
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
        except Exception as error:
            shorten(error)
            raise

    return profiling.mark(function, family.pair, family.number)


# public name: the same on numbers
MODULE_FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
    "true_divide": operator.truediv, "modulo": operator.mod, "power": operator.pow, "maximum": max, "minimum": min,
    "hypot": lambda a, b: float(np.hypot(a, b)),
    "equal": lambda a, b: int(a == b), "not_equal": lambda a, b: int(a != b),
    "greater": lambda a, b: int(a > b), "greater_equal": lambda a, b: int(a >= b),
    "lesser": lambda a, b: int(a < b), "lesser_equal": lambda a, b: int(a <= b),
    "logical_and": lambda a, b: int(bool(a) and bool(b)), "logical_or": lambda a, b: int(bool(a) or bool(b)),
    "logical_xor": lambda a, b: int(bool(a) != bool(b)),
}
