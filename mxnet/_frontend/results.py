"""Conversion of tensors to arrays on the tape, shared by operators, methods, compiled graphs and ``mx.np``.

The template of the short forms (`short.py`) repeats the three lines of `wrap` and the check whether to record, because
a function call would cost 8%. Only `put_on_tape` decides what is recorded, and how.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import torch

from .._ops.opdef import OpDef
from .._runtime import storage
from .._runtime.autograd import tape
from .._runtime.autograd.integer_grad import with_source
from .._runtime.autograd.zero_gradients import tied
from .._runtime.device import Context
from .._runtime.error import MXNetError
from .._runtime.storage import ArrayBase
from .._runtime.storage.sparse import SparseMark

_new = object.__new__
_state = tape.state
_reference = weakref.ref


def wrap(array_class: type[ArrayBase], tensor: torch.Tensor, context: Context) -> Any:
    """Return a constant array that wraps `tensor`."""
    array = _new(array_class)
    array._data, array._ctx, array._tape = tensor, context, None
    return array


def put_on_tape(array: ArrayBase, inputs: Sequence[ArrayBase], op: Any, run: Any, index: int = 0) -> bool:
    """Put a result on the tape if torch recorded it or an input is on the tape; return False to request a rerun.

    Outside a record section the result becomes a constant. Inside, it belongs to the section, unless torch recorded it
    from an input of a consumed graph. In this case the input has just become a constant, and the result must be
    recomputed.

    `op`, `run` (the bound lowering, parameters or number) and `index` describe the origin of the result; None if no
    symbol can represent it.
    """
    scope = _state.scope
    if len(inputs) == 1:
        only = inputs[0]
        mark = only._tape
        if scope is not None and mark is not None and not mark.special:
            array._tape, array._made = scope, (op, run, (only._made,), index)
            if scope.moves_statistics:
                _tie_if_cut(array, inputs, op)
            return True
    elif len(inputs) == 2:
        first, second = inputs
        left, right = first._tape, second._tape
        if scope is not None and (left is None or not left.special) and (right is None or not right.special):
            array._tape, array._made = scope, (op, run, (_reference(first) if left is None else first._made,
                                                         _reference(second) if right is None else second._made), index)
            if scope.moves_statistics:
                _tie_if_cut(array, inputs, op)
            return True
    return _put_any(array, inputs, op, run, index, scope)


def _put_any(array: ArrayBase, inputs: Sequence[ArrayBase], op: Any, run: Any, index: int,
             scope: tape.Scope | None) -> bool:
    """Implement `put_on_tape` without the fast paths for one or two ordinary inputs."""
    if scope is None:
        array._data = array._data.detach()
        return True
    if tape.drop_consumed(inputs):
        if array._data.requires_grad:
            return False
        if all(source._tape is None for source in inputs):
            return True
    sources, passes_zeros = [], False
    for source in inputs:
        mark = source._tape
        sources.append(_reference(source) if mark is None else source._made)
        passes_zeros = passes_zeros or (mark is not None and mark.passes_zeros)
    if passes_zeros:
        scope.pass_zeros()
        array._data = tied(array._data, map(_recorded_tensor, inputs))
    elif scope.moves_statistics:
        _tie_if_cut(array, inputs, op)
    array._tape, array._made = scope, (op, run, sources, index)
    return True


def _tie_if_cut(array: ArrayBase, inputs: Sequence[ArrayBase], op: Any) -> None:
    """Pass zeros to inputs that torch did not record, so that backward passes update moving statistics before them."""
    if not array._data.requires_grad or (isinstance(op, OpDef) and op.inference.index_inputs):
        array._data = tied(array._data, map(_recorded_tensor, inputs))


def _recorded_tensor(array: ArrayBase) -> torch.Tensor:
    """Return the recorded tensor of an array, which is the dense twin of a sparse array."""
    twin: torch.Tensor | None = array._twin if isinstance(array, SparseMark) else array._data
    return _NOTHING if twin is None else twin


_NOTHING = torch.empty(0)


def any_on_tape(inputs: Sequence[ArrayBase]) -> bool:
    """Return whether results of these arrays belong on the tape even if torch does not record them (zero gradient)."""
    if _state.recording:
        for array in inputs:
            if array._tape is not None:
                return True
    return False


def finished(array_class: type[ArrayBase], tensors: Sequence[torch.Tensor], context: Context,
             inputs: Sequence[ArrayBase], op: Any, run: Any) -> list[Any] | None:
    """Wrap the results of one call in arrays, on the tape if needed; return None to request a rerun."""
    recorded = any_on_tape(inputs)
    arrays = []
    for index, tensor in enumerate(tensors):
        array = wrap(array_class, tensor, context)
        if (recorded or tensor.requires_grad) and not put_on_tape(array, inputs, op, run, index):
            return None
        arrays.append(array)
    if recorded and len(arrays) > 1:
        tape.link_outputs(arrays)
    return arrays


def record_into(target: ArrayBase, tensor: torch.Tensor, inputs: Sequence[ArrayBase], op: Any, run: Any,
                index: int = 0) -> None:
    """Write a result into the memory of `target`, an array outside the graph, and record it if it has a gradient."""
    if not any_on_tape(inputs):
        storage.write(target._data, torch.Tensor.copy_, tensor.detach())
        return
    if any(array is target for array in inputs):
        raise MXNetError(f"operator {op.name}: {tape.INPLACE}")
    with storage.writing(target._data) as memory:
        if tensor.is_floating_point() and not memory.is_floating_point() and tensor.requires_grad:
            memory.copy_(tensor.detach())
            target._data = with_source(memory, tensor.double())
        else:
            memory.copy_(tensor.to(memory.dtype))  # torch records the copy and the conversion of integers
            target._data = memory
    while not put_on_tape(target, inputs, op, run, index):
        pass  # an input of a consumed graph became a constant; try again
