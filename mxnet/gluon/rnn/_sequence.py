"""Sequences as one array with a time axis, or as a list with one array for each step."""

from __future__ import annotations

from typing import Any

from ... import ndarray as nd
from ... import symbol
from ...ndarray.ndarray import NDArray
from ...symbol.symbol import Symbol

TENSORS = (Symbol, NDArray)


def _check_length(length: int | None, steps: int) -> None:
    if length is not None and length != steps:
        raise AssertionError(f"unroll: length is {length}, but inputs has {steps} steps")


def split_steps(F: Any, data: Any, length: int, axis: int, squeeze: int = True) -> list[Any]:
    """Split a sequence into a list of steps. `squeeze` uses the value that files contain."""
    steps = F.split(data, num_outputs=length, axis=axis, squeeze_axis=squeeze)
    return [steps] if isinstance(steps, NDArray) else list(steps)


def format_sequence(length: int | None, inputs: Any, layout: str, merge: bool | None,
                    in_layout: str | None = None) -> tuple[Any, int, Any, int]:
    """Merge or split `inputs`, or keep its form if `merge` is None. Return it with time axis, namespace and batch size.

    The batch size of symbols is 0, which means unknown.
    """
    if inputs is None:
        raise AssertionError("unroll needs inputs, either a sequence or a list of steps; it does not create variables")
    axis = layout.find("T")
    in_axis = axis if in_layout is None else in_layout.find("T")
    batch_size = 0
    if isinstance(inputs, Symbol):
        F: Any = symbol
        if merge is False:
            if len(inputs.list_outputs()) != 1:
                raise AssertionError("unroll does not take a grouped symbol. Please convert it with list(inputs) "
                                     "first, or pass one symbol for unroll to split.")
            if length is None:
                raise AssertionError("unroll: length is needed to split a symbol")
            inputs = split_steps(F, inputs, length, in_axis, 1)
    elif isinstance(inputs, NDArray):
        F = nd
        batch_size = inputs.shape[layout.find("N")]
        if merge is False:
            _check_length(length, inputs.shape[in_axis])
            inputs = split_steps(F, inputs, inputs.shape[in_axis], in_axis, 1)
    else:
        _check_length(length, len(inputs))
        F = symbol if isinstance(inputs[0], Symbol) else nd
        if F is nd:
            batch_size = inputs[0].shape[0]
        if merge is True:
            inputs, in_axis = F.stack(*inputs, axis=axis), axis
    if in_axis != axis and isinstance(inputs, TENSORS):
        inputs = F.swapaxes(inputs, dim1=axis, dim2=in_axis)
    return inputs, axis, F, batch_size


def mask_sequence(F: Any, data: Any, length: int, valid_length: Any, time_axis: int, merge: bool | None) -> Any:
    """Set `data` to zero after the end of each sequence, and merge or split it."""
    if valid_length is None:
        raise AssertionError("masking a sequence needs valid_length, received None")
    if not isinstance(data, TENSORS):
        data = F.stack(*data, axis=time_axis)
    masked = F.SequenceMask(data, sequence_length=valid_length, use_sequence_length=True, axis=time_axis)
    return masked if merge else split_steps(F, masked, length, time_axis)


def reverse_sequences(sequences: Any, unroll_step: int, valid_length: Any = None) -> list[Any]:
    """Return the steps in reverse order. With `valid_length`, padding stays at the end."""
    if valid_length is None:
        return list(reversed(sequences))
    F: Any = symbol if isinstance(sequences[0], Symbol) else nd
    turned = F.SequenceReverse(F.stack(*sequences, axis=0), valid_length, use_sequence_length=True)
    return split_steps(F, turned, unroll_step, 0)


def starting_state(cell: Any, F: Any, begin_state: Any, inputs: Any, batch_size: int) -> Any:
    """Return `begin_state`, or zeros if it is None."""
    if begin_state is not None:
        return begin_state
    if F is symbol:
        return cell.begin_state(func=F.zeros, batch_size=batch_size)
    with (inputs if isinstance(inputs, NDArray) else inputs[0]).context:
        return cell.begin_state(func=F.zeros, batch_size=batch_size)
