"""Operators on sparse arrays.

A call with a sparse array fails immediately in the short forms (it has no tensor) and continues here. Operators with
sparse rules (`OpDef.sparse`) compute on stored values. All others compute on dense copies, as in MXNet, and return
dense results. Recorded calls also run on dense copies, which torch differentiates; a recorded sparse array therefore
has a dense twin. Products of a sparse and a dense matrix, and embeddings, are recorded without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from .._ops.facts import FALLBACK
from .._ops.opdef import OpDef
from .._runtime import device, storage
from .._runtime.autograd import backward_pass, tape
from .._runtime.autograd.attach import Leaf, with_gradient
from .._runtime.autograd.zero_gradients import tied
from .._runtime.error import TORCH_ERRORS, MXNetError
from .._runtime.storage.sparse import SparseMark, Stored, dense, stored
from . import eager, results

Content = Tensor | Stored
_state = tape.state
_classes: dict[str, Any] = {}


def set_classes(classes: dict[str, type]) -> None:
    """Register the array class of each storage type."""
    _classes.update(classes)


def wrap(content: Content, context: device.Context) -> Any:
    """Return a constant array of the class that matches `content`."""
    if isinstance(content, Tensor):
        return results.wrap(_classes["default"], content, context)
    array = object.__new__(_classes[content.stype])
    array._stored, array._twin, array._ctx, array._tape = content, None, context, None
    return array


def content_of(array: Any) -> Content:
    """Return the content of an array, outside the recorded graph."""
    return array._stored if isinstance(array, SparseMark) else array._data.detach()


def recorded_tensor(array: Any) -> Tensor:
    """Return all elements of an array as a tensor that torch records."""
    if not isinstance(array, SparseMark):
        return array._data
    if array._tape is None or not _state.recording:
        return array._stored.dense()
    if array._twin is None:
        array._twin = array._stored.dense()
        if isinstance(array._tape, Leaf):
            with_gradient(array._twin, array._tape)
    return array._twin


def assign(array: Any, content: Content) -> None:
    """Overwrite an array of any storage type with `content`, converted to its dtype."""
    if not isinstance(array, SparseMark):
        with storage.writing(array._data) as memory:
            memory.copy_(dense(content))
        return
    dtype = array._stored.dtype
    converted = stored(content, array.stype)
    converted = converted.convert(torch.clone) if converted is content else converted
    array._stored = converted if converted.dtype is dtype else converted.with_values(converted.values.to(dtype))
    array._twin = None


def call(op: OpDef, attributes: dict[str, Any], arrays: Sequence[Any], out: Any) -> Any:
    """Apply `op` to arrays, at least one of which is sparse."""
    params = op.parse(attributes)
    if op.variadic is not None:
        params[op.variadic] = len(arrays)
    context = arrays[0]._ctx
    for array in arrays:
        if array._ctx is not context:
            device.check_same(op.name, context, array._ctx)
    try:
        if op.sparse.update is not None and isinstance(arrays[1], SparseMark):
            updated = op.sparse.update(op, params, [content_of(a) for a in arrays], out is arrays[0])
            if updated is not FALLBACK:
                return _write_update(op, updated, arrays, out)
        if _state.recording and any(a._tape is not None for a in arrays):
            result = _record(op, params, arrays, context)
            return result if out is None else _deliver(op, [content_of(r) for r in _as_list(result)], out)
        contents = _apply(op, params, [content_of(a) for a in arrays], context, arrays)
    except TORCH_ERRORS as error:
        raise op.wrap_error(error, [content_of(a) for a in arrays]) from error
    if out is not None:
        return _deliver(op, contents, out)
    outputs = [wrap(c, context) for c in contents]
    return outputs[0] if op.visible_count(params) == 1 else outputs


def _as_list(result: Any) -> list[Any]:
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _apply(op: OpDef, params: dict[str, Any], contents: list[Content], context: device.Context,
           arrays: Sequence[Any]) -> list[Content]:
    """Compute the results outside the recorded graph."""
    rule = op.sparse.stored
    given = {**params, **eager.supplies(op, context)} if op.environment else params
    result: Any = FALLBACK if rule is None else rule(op, given, *contents)
    if result is FALLBACK:
        tensors = [dense(c) for c in contents]
        # The lowering of a view may return the memory of an array.
        tensors = [t.clone() if op.effects.alias and t is c else t for t, c in zip(tensors, contents, strict=True)]
        result = _lower(op, params, tensors, context)
        _write_back(op, params, arrays, tensors)
    return _as_list(result)[:op.visible_count(params)]


def _write_back(op: OpDef, params: dict[str, Any], arrays: Sequence[Any], tensors: Sequence[Tensor]) -> None:
    """Copy values that the lowering wrote to dense copies back into the sparse states."""
    written = {*op.effects.mutates, *op.aux_names(params)}
    for name, array, tensor in zip(op.input_names(params), arrays, tensors, strict=False):
        if isinstance(array, SparseMark) and (name in written or (op.variadic is not None and op.effects.mutates)):
            assign(array, tensor.detach())


def _lower(op: OpDef, params: dict[str, Any], tensors: list[Tensor], context: device.Context) -> Any:
    run = op.bind(params)
    return run(*tensors, **eager.supplies(op, context)) if op.environment else run(*tensors)


def _record(op: OpDef, params: dict[str, Any], arrays: Sequence[Any], context: device.Context) -> Any:
    """Compute results that torch records, in the storage types that they have outside a record section."""
    for array in arrays:
        if array._tape is not None and array._tape.heads:
            _drop_if_consumed(array)
    special = op.sparse.recorded
    result: Any = FALLBACK if special is None else special(
        params, [a._stored if isinstance(a, SparseMark) and a._tape is None else recorded_tensor(a) for a in arrays])
    if result is FALLBACK:
        tensors = [recorded_tensor(a) for a in arrays]
        result = _lower(op, params, tensors, context)
        _write_back(op, params, arrays, tensors)
    kinds = _stored_results(op, params, arrays, result)
    results = _as_list(result)[:op.visible_count(params)]
    if any(a._tape is not None and a._tape.passes_zeros for a in arrays):
        results = [tied(tensor, map(recorded_tensor, arrays)) for tensor in results]
    copies = []
    for i, tensor in enumerate(results):
        kind = tensor if kinds is FALLBACK else _as_list(kinds)[i]
        array = wrap(tensor if isinstance(kind, Tensor) else kind, context)
        if not isinstance(kind, Tensor):
            array._twin = tensor
        array._tape, array._made = _state.scope, None
        copies.append(array)
    return copies[0] if op.visible_count(params) == 1 else copies


def _stored_results(op: OpDef, params: dict[str, Any], arrays: Sequence[Any], result: Any) -> Any:
    """Return the content of recorded results if they are sparse, or `FALLBACK` if they are dense."""
    contents = [content_of(a) for a in arrays]
    if op.sparse.stype is not None:
        stype = op.sparse.stype(params, *contents)
        return FALLBACK if stype == "default" else stored(result.detach(), stype)
    rule = op.sparse.stored
    with torch.no_grad():
        return FALLBACK if rule is None else rule(op, params, *contents)


def _drop_if_consumed(array: Any) -> None:
    if not isinstance(array, SparseMark):
        tape.drop_if_consumed(array)
    elif isinstance(array._tape, tape.Scope) and array._twin.grad_fn in array._tape.consumed():
        array._twin, array._tape = None, None


def _deliver(op: OpDef, contents: list[Content], out: Any) -> Any:
    targets = out if isinstance(out, (list, tuple)) else (out,)
    if len(targets) != len(contents):
        raise MXNetError(f"operator {op.name}: out must be {len(contents)} array(s), received {len(targets)}")
    for content, target in zip(contents, targets, strict=True):
        write_out(op, content, target)
    return out


def write_out(op: OpDef, content: Content, target: Any) -> None:
    """Write a result into an array passed as `out`."""
    tape.check_assignable(op.name, target)
    if isinstance(content, Tensor) and not content.ndim:
        content = content.expand(target.shape)  # a number fills the array
    if tuple(content.shape) != tuple(target.shape):
        raise MXNetError(f"operator {op.name}: out must have shape {tuple(content.shape)}, "
                         f"received {tuple(target.shape)}")
    assign(target, content)


def _write_update(op: OpDef, contents: list[Content], arrays: Sequence[Any], out: Any) -> Any:
    """Write the states of an optimizer step, and the new weight into `out` or a new array."""
    for name, content in zip(op.effects.mutates, contents[1:], strict=True):
        _replace(arrays[op.inputs.index(name)], content)
    if out is None:
        return wrap(contents[0], arrays[0]._ctx)
    if out is arrays[0]:
        _replace(out, contents[0])
    else:
        write_out(op, contents[0], out)
    return out


def _replace(array: Any, content: Content) -> None:
    """Replace the content of a sparse array; a dense array was already updated in place."""
    if not isinstance(content, Tensor):
        array._stored, array._twin = content, None


def dense_view(array: Any) -> Any:
    """Return a dense array for a sparse one: its twin if recorded, else a copy."""
    if not isinstance(array, SparseMark):
        return array
    if array._twin is None and isinstance(array._tape, Leaf):
        with torch.enable_grad():
            twin = array._twin = array._stored.dense()
            with_gradient(twin, array._tape)
    view = wrap(array._stored.dense() if array._twin is None else array._twin, array._ctx)
    view._tape = array._tape
    view._made = array._tape if isinstance(array._tape, Leaf) else None
    return view


eager.sparse_call = call
eager.sparse_write = write_out
backward_pass.dense_view = dense_view
