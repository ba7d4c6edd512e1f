"""Operators as functions of arrays.

The common call, with arrays by position and parameters by keyword, must stay close to the cost of the torch call.
Therefore parameters are parsed once per distinct set and cached as a bound lowering.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .._ops.opdef import OpDef
from .._ops.params import FloatParam
from .._runtime import device, rng, storage
from .._runtime.autograd import tape
from .._runtime.error import TORCH_ERRORS, ArgumentTypeError, MXNetError
from .._runtime.storage import ArrayBase
from .._runtime.storage.sparse import NotDense, SparseMark
from .._runtime.tracebacks import shorten
from .results import finished, record_into, wrap
from .signature import Null, brief, split_positions

Eager = Callable[..., Any]
Bound = dict[Any, tuple[Callable[..., Any], int]]
Other = Callable[[Sequence[Any], dict[str, Any], str | None], Any]
_new = object.__new__
_state = tape.state
_reference = weakref.ref
MOST_BOUND = 512


def _no_sparse_arrays(*args: Any) -> Any:
    raise NotDense("sparse arrays need mxnet.ndarray.sparse")


# Handlers of sparse arrays, set by the sparse module.
sparse_call: Callable[..., Any] = _no_sparse_arrays
sparse_write: Callable[..., None] = _no_sparse_arrays


def check_operands(op: OpDef, lhs: ArrayBase, rhs: ArrayBase) -> None:
    """Raise unless both operands are on one device and, if the operator requires it, have the same dtype."""
    if lhs._data.dtype is not rhs._data.dtype and takes_one_type(op):
        left, right = (str(a._data.dtype).removeprefix("torch.") for a in (lhs, rhs))
        raise MXNetError(f"operator {op.name}: lhs and rhs must have the same type, received {left} and {right}; "
                         "convert one with astype()")
    device.check_same(op.name, lhs._ctx, rhs._ctx)


def takes_one_type(op: OpDef) -> bool:
    """Return whether two operands must have the same dtype, without parameters that select a common one."""
    return op.inputs == ("lhs", "rhs") and not op.params and op.inference.one_type


def _write_out(op: OpDef, tensor: torch.Tensor, out: ArrayBase, inputs: Sequence[ArrayBase], run: Any,
               index: int) -> None:
    tape.check_assignable(op.name, out)
    try:
        target = out._data
    except NotDense:
        sparse_write(op, tensor.detach(), out)
        return
    # A 0-d result (a number) fills the array.
    if target.shape != tensor.shape and tensor.ndim:
        raise MXNetError(f"operator {op.name}: out must have shape {tuple(tensor.shape)}, "
                         f"received {tuple(target.shape)}")
    if target.dtype is not tensor.dtype and op.inputs and not op.effects.converts_out:
        wanted, received = (str(t.dtype).removeprefix("torch.") for t in (tensor, target))
        raise ArgumentTypeError(f"operator {op.name}: Type inconsistent: out must have type {wanted}, "
                                f"received {received}")
    record_into(out, tensor, inputs, op, run, index)


class _Call:
    """Arguments of one call, sorted into arrays and parameters."""

    __slots__ = ("arrays", "attributes", "context")

    def __init__(self, op: OpDef, array_class: type[ArrayBase], args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        kwargs = {k: v for k, v in kwargs.items() if v is not Null}
        self.context = kwargs.pop("ctx", None) if "ctx" in op.params or not op.inputs else None
        self.attributes: dict[str, Any] = {}
        if op.dynamic:
            self._sort_dynamic(op, array_class, args, kwargs)
        elif op.variadic is not None:
            self._sort_variadic(op, array_class, args, kwargs)
        else:
            self._sort_named(op, array_class, args, kwargs)

    def _sort_variadic(self, op: OpDef, array_class: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            args = args[0]
        arrays = [*args, *(kwargs.pop(k) for k in list(kwargs) if isinstance(kwargs[k], array_class))]
        for i, array in enumerate(arrays):
            _check_array(op, f"arg{i}", array, array_class)
        kwargs.pop(str(op.variadic), None)
        self.arrays, self.attributes = arrays, kwargs

    def _sort_dynamic(self, op: OpDef, array_class: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        self.attributes = {k: v for k, v in kwargs.items() if not isinstance(v, array_class)}
        wanted = op.input_names(op.parse(self.attributes))
        given = dict(zip(wanted, args, strict=False)) | {k: v for k, v in kwargs.items() if isinstance(v, array_class)}
        for name in given:
            _check_array(op, name, given[name], array_class)
        self.arrays = [given[name] for name in wanted if name in given]

    def _sort_named(self, op: OpDef, array_class: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        names = (*op.inputs, *op.params)
        given = dict(zip(names, args, strict=False))
        given = {k: v for k, v in given.items() if v is not Null}
        if not given.keys().isdisjoint(kwargs):
            twice = next(k for k in kwargs if k in given)
            raise ArgumentTypeError(f"operator {op.name}: got multiple values for argument '{twice}'")
        given.update(kwargs)
        self.arrays = []
        self.attributes = {k: v for k, v in given.items() if k not in op.inputs}
        for name in op.inputs:
            array = given.get(name)
            if array is not None:
                _check_array(op, name, array, array_class)
                self.arrays.append(array)


def _check_array(op: OpDef, name: str, array: Any, array_class: type[ArrayBase]) -> None:
    if not isinstance(array, array_class):
        raise ArgumentTypeError(f"operator {op.name}: Argument {name} must have {array_class.__name__} type, "
                                f"but got {brief(array)}")


def class_of(op: OpDef, array: ArrayBase, array_class: type[ArrayBase]) -> type[ArrayBase]:
    """Return the class of results if `array` is the first input, which must be of `array_class`."""
    if type(array) is not array_class:
        _check_array(op, "data" if op.variadic or op.dynamic else op.inputs[0], array, array_class)
    return array._plain


def _check_count(op: OpDef, params: dict[str, Any], arrays: Sequence[ArrayBase]) -> None:
    if op.variadic is not None or op.dynamic:
        return
    wanted = op.input_names(params)
    least = sum(name not in op.optional for name in wanted)
    if not least <= len(arrays) <= len(wanted):
        raise MXNetError(f"operator {op.name}: needs inputs {', '.join(wanted)}, received {len(arrays)} array(s)")


def _is_sparse(op: OpDef, given: _Call) -> bool:
    for array in given.arrays:
        if isinstance(array, SparseMark):
            return True
    return makes_sparse(op, given.attributes)


def makes_sparse(op: OpDef, attributes: dict[str, Any]) -> bool:
    """Return whether these parameters request a sparse result of dense arrays."""
    choice = op.sparse.stype_parameter
    return choice is not None and attributes.get(choice, "default") not in ("default", None)


def has_signed_zero(op: OpDef, parameters: dict[str, Any]) -> bool:
    """Return whether a floating point parameter is zero: a dict lookup does not distinguish 0.0 and -0.0."""
    return any(value == 0 for name, value in parameters.items()
               if isinstance(op.params.get(name), FloatParam) and isinstance(value, (int, float)))


def exact_key(op: OpDef, given: Any, parameters: dict[str, Any]) -> Any:
    """Return a cache key from the text of the parameters, which distinguishes 0.0 and -0.0."""
    return op, given, repr(parameters)


def _context_of(arrays: Sequence[ArrayBase], named: Any, op: OpDef) -> device.Context:
    if not arrays:
        return device.resolve(named)
    first = arrays[0]._ctx
    for other in arrays[1:]:
        if other._ctx is not first:
            device.check_same(op.name, first, other._ctx)
    return first


def supplies(op: OpDef, context: device.Context) -> dict[str, Any]:
    supplied: dict[str, Any] = {}
    for name in op.environment:
        if name == "training":
            supplied[name] = _state.training
        elif name == "generator":
            supplied[name] = rng.generator_of(context)
        else:
            supplied[name] = device.torch_device(context)
    return supplied


def _sort_call(op: OpDef, array_class: type[ArrayBase], bound: Bound, args: Sequence[Any],
               kwargs: dict[str, Any]) -> tuple[Sequence[Any], Any, Any, int]:
    """Return arrays, context, bound lowering and number of results of any call; sparse calls have no lowering."""
    exact = exact_key(op, len(args), kwargs) if has_signed_zero(op, kwargs) else None
    if exact in bound and all(type(array) is array_class for array in args):
        return args, kwargs.get("ctx"), *bound[exact]
    given = _Call(op, array_class, args, kwargs)
    arrays = given.arrays
    if _is_sparse(op, given):
        return arrays, given.attributes, None, 0
    params = op.parse(given.attributes)
    if op.variadic is not None:
        params[op.variadic] = len(arrays)
    _check_count(op, params, arrays)
    run, visible = op.bind(params), op.visible_count(params)
    if len(arrays) == len(args) and len(bound) < MOST_BOUND:
        try:
            bound[exact or (len(arrays), *kwargs.items())] = run, visible
        except TypeError:
            pass  # an unhashable parameter such as a list is parsed at each call
    return arrays, given.context, run, visible


def make(op: OpDef, array_class: type[ArrayBase], kept: Bound | None = None, otherwise: Other | None = None) -> Eager:
    """Return the function that applies `op` to arrays of `array_class`, for all kinds of arguments.

    The function stores lowerings bound to parameters in `kept`, where a short form may look them up. If arguments are
    not arrays, it calls `otherwise`, which returns NotImplemented if it does not handle them.
    """
    bound: Bound = {} if kept is None else kept
    alias, environment, alike = op.effects.alias, op.environment, takes_one_type(op)

    def call(*args: Any, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        try:
            try:
                run, visible = bound[(len(args), *kwargs.items())]
                tensors, arrays = [array._data for array in args], args
                where = args[0]._ctx if args else device.resolve(kwargs.get("ctx"))
                for array in args:
                    if array._ctx is not where:
                        device.check_same(op.name, where, array._ctx)
            except (AttributeError, KeyError, TypeError):
                if otherwise and (handled := otherwise(args, kwargs, name)) is not NotImplemented:
                    return handled
                args, out = _without_out(op, args, out, name)
                arrays, context, run, visible = _sort_call(op, array_class, bound, args, kwargs)
                if run is None:
                    return sparse_call(op, context, arrays, out)
                tensors, where = [array._data for array in arrays], _context_of(arrays, context, op)
            if alike and len(tensors) == 2 and tensors[0].dtype is not tensors[1].dtype:
                check_operands(op, *arrays)
            if alias:
                tensors[0] = storage.copy_on_write(tensors[0])
            try:
                result = run(*tensors, **supplies(op, where)) if environment else run(*tensors)
            except TORCH_ERRORS as error:
                raise op.wrap_error(error, tensors) from error
            if out is not None:
                if _state.recording and tape.drop_consumed(arrays):
                    return call(*args, out=out, **kwargs)
                return _deliver(op, result, visible, out, arrays, run)
            result_class = class_of(op, arrays[0], array_class) if arrays else array_class
            if type(result) is not tuple:
                if not _state.recording and not result.requires_grad:
                    return wrap(result_class, result, where)
                result = (result,)
            outputs = finished(result_class, result[:visible], where, arrays, op, run)
            return call(*args, **kwargs) if outputs is None else outputs if visible != 1 else outputs[0]
        except Exception as error:
            shorten(error)
            raise

    return call


def _without_out(op: OpDef, args: Sequence[Any], out: Any, name: Any) -> tuple[Sequence[Any], Any]:
    """Return the positional arguments and the output arrays; `out` may be passed after the parameters."""
    args, last = split_positions(op, args, {"out": out, "name": name})
    outputs = last["out"]
    for target in () if outputs is out else outputs if isinstance(outputs, (list, tuple)) else (outputs,):
        if not isinstance(target, ArrayBase):
            raise ArgumentTypeError(f"operator {op.name}: the argument after its parameters is out, an array, received "
                                    f"{target!r}")
    return args, outputs


def _deliver(op: OpDef, result: Any, visible: int, out: Any, inputs: Sequence[ArrayBase], run: Any) -> Any:
    """Write results into the arrays given as `out`."""
    results = result[:visible] if type(result) is tuple else (result,)
    targets = out if isinstance(out, (list, tuple)) else (out,)
    if len(targets) != len(results):
        raise MXNetError(f"operator {op.name}: out must be {len(results)} array(s), received {len(targets)}")
    for index, (tensor, target) in enumerate(zip(results, targets, strict=True)):
        _write_out(op, tensor, target, inputs, run, index)
    return out
