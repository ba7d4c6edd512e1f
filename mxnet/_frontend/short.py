"""Short forms of the calls users make most, each close to the cost of its torch call.

Which form an operator gets depends on how many arrays it takes. All keep the lowering bound to each distinct set
of parameters they saw. Whatever is unusual (``out=``, arrays by keyword, sparse arrays, wrong arguments) is not found
among the kept ones and goes the general way.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from .._ops.opdef import REQUIRED, OpDef
from .._runtime import device, profiling, storage
from .._runtime.autograd import tape
from .._runtime.error import TORCH_ERRORS, MXNetError
from .._runtime.storage import ArrayBase
from .._runtime.tracebacks import shorten
from . import eager
from .eager import Eager, check_operands
from .results import any_on_tape, put_on_tape

General = Callable[..., Eager]
_new = object.__new__
_state = tape.state
_tensor_of = operator.attrgetter("_data")
# The last two: parameters given as arrays cannot be compared with those of the last call.
_NOT_KEPT = (KeyError, TypeError, AttributeError, ValueError, MXNetError)
_NOT_KEPT_OR_EMPTY = (*_NOT_KEPT, IndexError)


class Straight(NamedTuple):
    """The parameters that a short call may take: these names, the first `leading` of which by position too.

    If it `gathers`, several numbers by position are the first parameter.
    """

    names: frozenset[str]
    leading: int
    gathers: bool = False


def make(op: OpDef, array_class: type[ArrayBase], general_of: General = eager.make,
         straight: Straight | None = None) -> Eager:
    """The function that applies `op` to arrays of `array_class`; `general_of` makes what takes any other call.

    `straight` says which parameters need not go that way, all of them by default.
    """
    return profiling.mark(_make(op, array_class, general_of, straight), op.name)


def _make(op: OpDef, array_class: type[ArrayBase], general_of: General, straight: Straight | None) -> Eager:
    unusual = op.environment or op.dynamic or op.effects.mutates or op.outputs != 1 or op.visible is not None
    if unusual or not op.inputs or (op.effects.alias and len(op.inputs) > 1):
        return general_of(op, array_class)
    if op.variadic or op.present is not None or op.optional or len(op.inputs) > 2:
        return _make_many(op, array_class, general_of)
    straight = straight or Straight(frozenset(op.params), len(op.params))
    if len(op.inputs) == 2:
        if not op.params:
            return make_operands(op, array_class, general_of)
        return _make_pair(op, array_class, general_of, straight)
    if not op.params and not op.effects.alias:
        return _make_unary(op, array_class, general_of)
    return _make_single(op, array_class, general_of, straight)


def _bind(op: OpDef, bound: dict[Any, Any], values: tuple[Any, ...], kwargs: dict[str, Any], straight: Straight) -> Any:
    """The lowering for these parameters, kept if the next call can find it; None if a short call cannot take them."""
    if straight.gathers and len(values) > 1:
        given: dict[str, Any] = {next(iter(op.params)): values}
    elif len(values) > straight.leading:
        return None
    else:
        given = dict(zip(op.params, values, strict=False))
    if any(name not in straight.names or name in given for name in kwargs):
        return None
    given.update(kwargs)
    if eager.makes_sparse(op, given):
        return None
    key = eager.exact_key(op, None, given) if eager.has_signed_zero(op, given) else (*values, *kwargs.items())
    try:
        run = bound.get(key)
    except TypeError:
        return None  # an unhashable parameter such as a list is parsed at each call
    if run is None:
        try:
            run = op.bind(op.parse(given))
        except (MXNetError, TypeError, ValueError):
            return None  # the general call may know them, or says what is wrong
        if len(bound) < eager.MOST_BOUND:
            bound[key] = run
    return run


def _make_unary(op: OpDef, array_class: type[ArrayBase], general_of: General) -> Eager:
    """One array and no parameters."""
    general = general_of(op, array_class)
    lower = op.lower

    def call(data: Any = None, *others: Any, **kwargs: Any) -> Any:
        try:
            if kwargs or others or type(data) is not array_class:
                return general(data, *others, **kwargs) if data is not None else general(**kwargs)
            try:
                tensor = lower(data._data)
            except TORCH_ERRORS as error:
                raise op.wrap_error(error, (data._data,)) from error
            result = _new(array_class)
            result._data, result._ctx, result._tape = tensor, data._ctx, None
            if tensor.requires_grad or (data._tape is not None and _state.recording):
                return result if put_on_tape(result, (data,), op, lower) else call(data)
            return result
        except Exception as error:
            shorten(error)
            raise

    return call


def _make_single(op: OpDef, array_class: type[ArrayBase], general_of: General, straight: Straight) -> Eager:
    """One array, parameters by position or keyword, one result."""
    general = general_of(op, array_class)
    bound: dict[Any, Callable[..., Any]] = {} if REQUIRED in op.defaults.values() else {(): op.lower}
    alias, copy_on_write = op.effects.alias, storage.copy_on_write
    # The parameters of the last call: finding out that they are the same objects is faster than looking them up.
    last: tuple[tuple[Any, ...], dict[str, Any] | None, Any] = ((), None, None)

    def call(data: Any = None, *values: Any, **kwargs: Any) -> Any:
        nonlocal last
        try:
            seen, given, run = last
            try:
                if kwargs != given or (values is not seen and values != seen):
                    run = bound[(*values, *kwargs.items())]
                    last = values, kwargs, run
                source = data._data
            except _NOT_KEPT:
                last = (), None, None
                run = _bind(op, bound, values, kwargs, straight) if type(data) is array_class else None
                if run is None:
                    return general(**kwargs) if data is None and not values else general(data, *values, **kwargs)
                source = data._data
            if alias:
                source = copy_on_write(source)
            try:
                tensor = run(source)
            except TORCH_ERRORS as error:
                raise op.wrap_error(error, (source,)) from error
            result = _new(array_class)
            result._data, result._ctx, result._tape = tensor, data._ctx, None
            if tensor.requires_grad or (data._tape is not None and _state.recording):
                return result if put_on_tape(result, (data,), op, run) else call(data, *values, **kwargs)
            return result
        except Exception as error:
            shorten(error)
            raise

    return call


def _make_pair(op: OpDef, array_class: type[ArrayBase], general_of: General, straight: Straight) -> Eager:
    """Two arrays by position, parameters by position or keyword, one result."""
    general = general_of(op, array_class)
    bound: dict[Any, Callable[..., Any]] = {} if REQUIRED in op.defaults.values() else {(): op.lower}
    last: tuple[tuple[Any, ...], dict[str, Any] | None, Any] = ((), None, None)

    def call(first: Any = None, second: Any = None, *values: Any, **kwargs: Any) -> Any:
        nonlocal last
        try:
            seen, given, run = last
            try:
                if kwargs != given or (values is not seen and values != seen):
                    run = bound[(*values, *kwargs.items())]
                    last = values, kwargs, run
                left, right = first._data, second._data
            except _NOT_KEPT:
                last = (), None, None
                plain = type(first) is array_class and type(second) is array_class
                run = _bind(op, bound, values, kwargs, straight) if plain else None
                if run is None:
                    return _generally(general, first, second, values, kwargs)
                left, right = first._data, second._data
            if first._ctx is not second._ctx:
                device.check_same(op.name, first._ctx, second._ctx)
            try:
                tensor = run(left, right)
            except TORCH_ERRORS as error:
                raise op.wrap_error(error, (left, right)) from error
            result = _new(array_class)
            result._data, result._ctx, result._tape = tensor, first._ctx, None
            if tensor.requires_grad or ((first._tape is not None or second._tape is not None) and _state.recording):
                done = put_on_tape(result, (first, second), op, run)
                return result if done else call(first, second, *values, **kwargs)
            return result
        except Exception as error:
            shorten(error)
            raise

    return call


def _generally(general: Eager, first: Any, second: Any, values: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The general call, without inputs that were not given by position."""
    if second is not None or values:
        return general(first, second, *values, **kwargs)
    return general(**kwargs) if first is None else general(first, **kwargs)


def make_operands(op: OpDef, array_class: type[ArrayBase], general_of: General = eager.make,
                  same_types: Callable[..., Any] | None = None, with_number: Eager | None = None) -> Eager:
    """Two arrays and no parameters; `same_types` stands for the operator where both have one type.

    `with_number` computes with a number as the second operand, if there is such a call.
    """
    general = general_of(op, array_class)
    lower, same, alike = op.lower, same_types or op.lower, eager.takes_one_type(op)

    def call(lhs: Any = None, rhs: Any = None, *others: Any, **kwargs: Any) -> Any:
        try:
            if kwargs or others or not (type(lhs) is array_class and type(rhs) is array_class):
                if with_number is not None and not kwargs and not others and type(lhs) is array_class and (
                        type(rhs) is int or type(rhs) is float):
                    return with_number(lhs, rhs)
                return _generally(general, lhs, rhs, others, kwargs)
            left, right = lhs._data, rhs._data
            run = same
            if left.dtype is not right.dtype or lhs._ctx is not rhs._ctx:
                if alike or lhs._ctx is not rhs._ctx:
                    check_operands(op, lhs, rhs)
                run = lower
            try:
                tensor = run(left, right)
            except TORCH_ERRORS as error:
                raise op.wrap_error(error, (left, right)) from error
            result = _new(array_class)
            result._data, result._ctx, result._tape = tensor, lhs._ctx, None
            if tensor.requires_grad or ((lhs._tape is not None or rhs._tape is not None) and _state.recording):
                return result if put_on_tape(result, (lhs, rhs), op, lower) else call(lhs, rhs)
            return result
        except Exception as error:
            shorten(error)
            raise

    return profiling.mark(call, op.name)


def make_listed(op: OpDef, array_class: type[ArrayBase], general: Eager, straight: Straight) -> Eager:
    """Arrays in a list, parameters by position or keyword, one result.

    `_make_many` behind a function that takes a list costs 0.35 us more, an eighth of joining two small arrays.
    """
    bound: dict[Any, Callable[..., Any]] = {}
    last: tuple[tuple[Any, ...], dict[str, Any] | None, Any] = ((), None, None)

    def call(arrays: Any = None, *values: Any, **kwargs: Any) -> Any:
        nonlocal last
        try:
            seen, given, run = last
            try:
                if kwargs != given or (values is not seen and values != seen):
                    run = bound[(*values, *kwargs.items())]
                    last = values, kwargs, run
                tensors = tuple(map(_tensor_of, arrays))
                where = arrays[0]._ctx
            except _NOT_KEPT_OR_EMPTY:
                last = (), None, None
                plain = isinstance(arrays, (list, tuple)) and arrays and all(type(one) is array_class for one in arrays)
                run = _bind(op, bound, values, kwargs, straight) if plain else None
                if run is None:
                    return general(**kwargs) if arrays is None and not values else general(arrays, *values, **kwargs)
                tensors, where = tuple(map(_tensor_of, arrays)), arrays[0]._ctx
            for array in arrays:
                if array._ctx is not where:
                    device.check_same(op.name, where, array._ctx)
            try:
                tensor = run(*tensors)
            except TORCH_ERRORS as error:
                raise op.wrap_error(error, tensors) from error
            result = _new(array_class)
            result._data, result._ctx, result._tape = tensor, where, None
            if tensor.requires_grad or (_state.recording and any_on_tape(arrays)):
                return result if put_on_tape(result, arrays, op, run) else call(arrays, *values, **kwargs)
            return result
        except Exception as error:
            shorten(error)
            raise

    return profiling.mark(call, op.name)


def _make_many(op: OpDef, array_class: type[ArrayBase], general_of: General) -> Eager:
    """Any number of arrays by position, parameters by keyword, one result."""
    bound: eager.Bound = {}
    general = general_of(op, array_class, bound)
    last: tuple[int, dict[str, Any], Any] = (0, {}, None)

    def call(*args: Any, **kwargs: Any) -> Any:
        nonlocal last
        try:
            count, given, run = last
            try:
                if count != len(args) or kwargs != given:
                    run, _ = bound[(len(args), *kwargs.items())]
                    last = len(args), kwargs, run
                tensors = tuple(map(_tensor_of, args))
                where = args[0]._ctx
            except _NOT_KEPT_OR_EMPTY:
                return general(*args, **kwargs)  # which keeps it for the next time
            for array in args:
                if array._ctx is not where:
                    device.check_same(op.name, where, array._ctx)
            try:
                tensor = run(*tensors)
            except TORCH_ERRORS as error:
                raise op.wrap_error(error, tensors) from error
            result = _new(array_class)
            result._data, result._ctx, result._tape = tensor, where, None
            if tensor.requires_grad or (_state.recording and any_on_tape(args)):
                return result if put_on_tape(result, args, op, run) else call(*args, **kwargs)
            return result
        except Exception as error:
            shorten(error)
            raise

    return call
