"""How tensors become arrays on the tape: one way for operators, methods, compiled graphs and ``mx.np``.

The template of the short forms (`short.py`) repeats the three lines of `wrap` and the test whether there is anything to
record: a function call would cost them 8%. `put_on_tape` alone decides what is recorded, and how.
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
    """A constant array around `tensor`."""
    array = _new(array_class)
    array._data, array._ctx, array._tape = tensor, context, None
    return array


def put_on_tape(array: ArrayBase, inputs: Sequence[ArrayBase], op: Any, run: Any, index: int = 0) -> bool:
    """Put a result on the tape, if torch recorded it or an input is on the tape; False asks to compute it again.

    Outside a record section it becomes a constant. Inside one it belongs to the section, unless torch recorded it
    from an input of a graph that a backward pass has used up: that input has just been turned into a constant.

    `op`, `run` (its bound lowering, parameters or number) and `index` say how it was made; None if no symbol can
    say so.
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
    """`put_on_tape` without short cuts for one or two inputs that are nothing special."""
    if scope is None:
        array._data = array._data.detach()
        return True
    if tape.drop_consumed(inputs):
        if array._data.requires_grad:
            return False
        if all(given._tape is None for given in inputs):
            return True
    sources, passes_zeros = [], False
    for given in inputs:
        mark = given._tape
        sources.append(_reference(given) if mark is None else given._made)
        passes_zeros = passes_zeros or (mark is not None and mark.passes_zeros)
    if passes_zeros:
        scope.pass_zeros()
        array._data = tied(array._data, map(_recorded_tensor, inputs))
    elif scope.moves_statistics:
        _tie_if_cut(array, inputs, op)
    array._tape, array._made = scope, (op, run, sources, index)
    return True


def _tie_if_cut(array: ArrayBase, inputs: Sequence[ArrayBase], op: Any) -> None:
    """Pass zeros on where torch recorded no way to an input: moving statistics behind it follow in backward passes."""
    if not array._data.requires_grad or (isinstance(op, OpDef) and op.inference.index_inputs):
        array._data = tied(array._data, map(_recorded_tensor, inputs))


def _recorded_tensor(array: ArrayBase) -> torch.Tensor:
    """What torch recorded of an array; sparse ones have a dense twin."""
    twin: torch.Tensor | None = array._twin if isinstance(array, SparseMark) else array._data
    return _NOTHING if twin is None else twin


_NOTHING = torch.empty(0)


def any_on_tape(inputs: Sequence[ArrayBase]) -> bool:
    """Whether results of these arrays belong on the tape even if torch does not record them: their gradient is zero."""
    if _state.recording:
        for given in inputs:
            if given._tape is not None:
                return True
    return False


def finished(array_class: type[ArrayBase], tensors: Sequence[torch.Tensor], context: Context,
             inputs: Sequence[ArrayBase], op: Any, run: Any) -> list[Any] | None:
    """Arrays around the results of one call, on the tape if they belong there; None asks to compute them again."""
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
    """Write a result into the memory of `target`, an array outside the graph, which joins it if it has a gradient."""
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
            memory.copy_(tensor.to(memory.dtype))  # torch records the copy, and the conversion of integers
            target._data = memory
    while not put_on_tape(target, inputs, op, run, index):
        pass  # an input of a consumed graph has become a constant
