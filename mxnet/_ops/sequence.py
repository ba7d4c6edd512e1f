"""Operators on batches of sequences of different lengths."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .._runtime.storage import scalar as kept_scalar
from .facts import LEGACY, Inference
from .opdef import ShapeLike, register
from .params import Bool, Float, Int


def _inputs(params: dict[str, Any]) -> tuple[str, ...]:
    return ("data", "sequence_length") if params["use_sequence_length"] else ("data",)


def _length_shape(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data = shapes[0]
    if data is None or len(shapes) < 2 or shapes[1] is not None:
        return shapes
    return [data, (data[1 - params["axis"]],)]


def _check(data: Tensor, length: Tensor | None, use: bool, axis: int, axes: tuple[int, ...]) -> None:
    if data.ndim < 2:
        raise ValueError(f"The data array must be of rank 2 or greater, received {tuple(data.shape)}")
    if axis not in axes:
        raise ValueError(f"axis must be one of {axes}, received {axis}")
    if use != (length is not None):
        raise ValueError(f"sequence_length is {'needed' if use else 'not used'} with use_sequence_length={use}")
    if length is not None and tuple(length.shape) != (data.shape[1 - axis],):
        raise ValueError(f"sequence_length must have shape {(data.shape[1 - axis],)}, received {tuple(length.shape)}")


def _along(values: Tensor, data: Tensor, axis: int) -> Tensor:
    """Reshape (time, batch) values to broadcast with `data`, whose time axis is `axis`."""
    ordered = values if axis == 0 else values.t()
    return ordered.reshape(*ordered.shape, *[1] * (data.ndim - 2))


@register("SequenceLast", present=_inputs, inference=Inference(fill=_length_shape), form=LEGACY)
def sequence_last(data: Tensor, sequence_length: Tensor | None = None, *, use_sequence_length: Bool = False,
                  axis: Int = 0) -> Tensor:
    """Return the last element of each sequence."""
    _check(data, sequence_length, use_sequence_length, axis, (0, 1))
    if sequence_length is None:
        return data.select(axis, data.shape[axis] - 1).clone()
    last = torch.clamp(sequence_length.long() - 1, 0, data.shape[axis] - 1).unsqueeze(0)
    index = _along(last, data, axis).expand([1 if i == axis else s for i, s in enumerate(data.shape)])
    return torch.gather(data, axis, index).squeeze(axis)


@register("SequenceMask", "_npx_sequence_mask", present=_inputs, inference=Inference(fill=_length_shape), form=LEGACY)
def sequence_mask(data: Tensor, sequence_length: Tensor | None = None, *, use_sequence_length: Bool = False,
                  value: Float = 0.0, axis: Int = 0) -> Tensor:
    """Replace all elements after the end of each sequence by `value`."""
    _check(data, sequence_length, use_sequence_length, axis, (0, 1))
    if sequence_length is None:
        return data.clone()
    time = torch.arange(data.shape[axis], device=data.device).unsqueeze(1)
    inside = _along(time < sequence_length.long().unsqueeze(0), data, axis)
    return torch.where(inside, data, kept_scalar(value, data.dtype))


@register("SequenceReverse", present=_inputs, inference=Inference(fill=_length_shape), form=LEGACY)
def sequence_reverse(data: Tensor, sequence_length: Tensor | None = None, *, use_sequence_length: Bool = False,
                     axis: Int = 0) -> Tensor:
    """Reverse each sequence and keep the elements after its end in place."""
    _check(data, sequence_length, use_sequence_length, axis, (0,))
    if sequence_length is None:
        return torch.flip(data, (0,))
    time = torch.arange(data.shape[0], device=data.device).unsqueeze(1)
    length = sequence_length.long().unsqueeze(0)
    index = torch.where(time < length, length - 1 - time, time)
    return torch.gather(data, 0, _along(index, data, 0).expand(data.shape))
