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
from .short import ONE_ARRAY, TWO_ARRAYS, compile_form, make_operands

_state = tape.state
NUMBERS = (float, int, np.generic)
_POWERS = (FAMILIES["power"], NUMPY_FAMILIES["power"])


_number_form = compile_form(
    "an array and a number", ONE_ARRAY, arguments="data, number", bindings="general, direct, divides",
    objects={"NotDense": NotDense, "kept": scalars.cache, "scalar": scalar, "boolean": torch.bool},
    record="(data,), op, number", find="""\
try:
    {read}
except NotDense:
    return general(data, scalar=float(number))
""", compute="""\
dtype = source.dtype
if direct is None or dtype is boolean or (divides and not source.is_floating_point()):
    tensor = op.lower(source, scalar=number)
else:
    other = kept.get((number, dtype))
    tensor = direct(source, scalar(number, dtype) if other is None else other)
""")


def _direct(family: Family, swapped: bool) -> Any:
    """Return the torch function for a cached 0-d tensor as the second operand, or None."""
    return family.direct if not swapped or family.swapped == family.number else None


def number_operator(family: Family, array_class: type[ArrayBase], swapped: bool) -> Callable[[Any, Any], Any]:
    """Return a function of an array and a number, which is the left operand if `swapped`."""
    op, direct = find(family.swapped if swapped else family.number), _direct(family, swapped)
    return _number_form(op, array_class, eager.make(op, array_class), direct, direct is torch.true_divide)


def _unsupported(op: OpDef, other: Any, swapped: bool) -> Exception:
    if swapped:
        return ArgumentTypeError(f"operator {op.name}: lhs must be an NDArray, received {other}")
    return TypeError(f"type {type(other)} not supported")


# Combines the forms for two arrays and for an array and a number, because calling them costs 10% of the operation.
_operator_form = compile_form(
    "operator", TWO_ARRAYS, arguments="lhs, rhs", kind="array_class",
    bindings="number_op, with_array, with_number, same, direct, divides, squares, swapped",
    objects={"NUMBERS": NUMBERS, "kept": scalars.cache, "multiply": torch.mul, "unsupported": _unsupported},
    on_tape="(lhs._tape is not None or (two and rhs._tape is not None)) and state.recording",
    record="*(((lhs, rhs), op, None) if two else ((lhs,), number_op, rhs))", find="""\
kind = type(rhs)
left = lhs._data
two = kind is array_class and not swapped
if two:
    right, run = rhs._data, same
    if left.dtype is not right.dtype or lhs._ctx is not rhs._ctx:
        check_operands(op, lhs, rhs)
        run = op.lower
elif (kind is float or kind is int) and direct is not None and (
        (right := kept.get((rhs, left.dtype))) is not None) and not (
        divides and not left.is_floating_point()):
    run = direct
elif squares and kind is int and rhs == 2 and left.is_floating_point():
    right, run = left, multiply
elif isinstance(rhs, array_class):
    return with_array(rhs, lhs) if swapped else with_array(lhs, rhs)
elif isinstance(rhs, NUMBERS):
    return with_number(lhs, rhs)
else:
    raise unsupported(op, rhs, swapped)
""")


def _make_operator(array_class: type[ArrayBase], family: Family, swapped: bool) -> Callable[[Any, Any], Any]:
    """Return one arithmetic method."""
    op, direct = find(family.pair), _direct(family, swapped)
    return _operator_form(
        op, array_class, find(family.swapped if swapped else family.number), make_operands(op, array_class),
        number_operator(family, array_class, swapped), family.same_types or op.lower, direct,
        direct is torch.true_divide, family in _POWERS and not swapped, swapped)


def _make_inplace(array_class: type[ArrayBase], name: str,
                  plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the method for ``a += b``, which writes the result into the same memory."""
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


def install_operators(owner: type, array_class: type[ArrayBase], arithmetic: dict[str, Family],
                      comparisons: dict[str, Family]) -> None:
    """Add ``+``, ``<``, ``+=`` and similar methods of `array_class` to `owner`, the class or its base class."""

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
        if name != "pow":  # MXNet has no __ipow__: ``a **= 2`` creates a new array
            put(f"__i{name}__", family, _make_inplace(array_class, name, plain))
    for name, family in comparisons.items():
        put(f"__{name}__", family, _make_operator(array_class, family, False))


def module_function(array_class: type, name: str) -> Any:
    """Return a function such as ``nd.maximum`` that accepts arrays and numbers on either side."""
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


# public name: the same function of numbers
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
