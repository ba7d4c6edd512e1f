"""Operators that change shapes, move axes and repeat elements."""

from __future__ import annotations

import math
from typing import Annotated, Any

import torch
from torch import Tensor

from ..._runtime.error import ShapeError
from ..facts import VIEW, Inference, Size
from ..opdef import register
from ..params import Bool, Choice, Float, Int, OptShape, Param, Shape, Str, _numbers
from .reduce import positive_axes


def _whole_shape(shape: Size, target: Size) -> Size:
    """Replace a size of -1 in `target` by the inferred size."""
    if target.count(-1) != 1:
        return target
    rest = -math.prod(target)
    if not rest:
        raise ValueError(f"cannot reshape an array without elements into {target}")
    return tuple(math.prod(shape) // rest if size == -1 else size for size in target)


def _check_order(order: str) -> None:
    if order != "C":
        raise NotImplementedError(f"order must be 'C', received {order!r}")


@register("_np_reshape", effects=VIEW)
def reshape(a: Tensor, *, newshape: Shape, order: Str = "C") -> Tensor:
    """Reshape the array; one size may be -1."""
    if order != "C":
        _check_order(order)
    return torch.reshape(a, newshape)  # a third faster than the method


def _apply_codes(sizes: list[int], codes: list[int]) -> list[int]:
    """Return the sizes for the codes of ``npx.reshape``, read from left to right; -1 is kept."""
    result: list[int] = []
    place, position = 0, 0
    while position < len(codes):
        code = codes[position]
        position += 1
        if code == -2:
            result.append(sizes[place])
        elif code == -3:
            if sizes[place] != 1:
                raise ValueError(f"-3 removes an axis of size 1, but axis {place} has size {sizes[place]}")
        elif code == -4:
            result += sizes[place:]
            place = len(sizes) - 1
        elif code == -5:
            result.append(sizes[place] * sizes[place + 1])
            place += 1
        elif code == -6:
            result += _halves(sizes[place], codes[position:position + 2])
            position += 2
        else:
            result.append(code)
        place += 1
    return result


def _halves(size: int, parts: list[int]) -> list[int]:
    """Split an axis into two sizes, one of which may be -1."""
    if len(parts) < 2 or parts == [-1, -1]:
        raise ValueError("-6 must be followed by two sizes, one of which may be -1")
    first, second = parts
    first = size // second if first == -1 else first
    second = size // first if second == -1 else second
    if first * second != size:
        raise ValueError(f"an axis of size {size} does not divide into {first} and {second}")
    return [first, second]


def coded_shape(shape: Size, codes: Size, reverse: bool = False) -> Size:
    """Return the result shape of ``npx.reshape`` for `shape`."""
    sizes, wanted = list(shape), list(codes)
    if reverse:
        sizes = list(_whole_shape(shape, tuple(_apply_codes(sizes[::-1], _reverse_codes(wanted)))))[::-1]
        return tuple(sizes)
    return _whole_shape(shape, tuple(_apply_codes(sizes, wanted)))


def _reverse_codes(codes: list[int]) -> list[int]:
    """Reverse the codes; the two sizes of a split code stay behind it."""
    groups: list[list[int]] = []
    position = 0
    while position < len(codes):
        width = 3 if codes[position] == -6 else 1
        group = codes[position:position + width]
        groups.append([group[0], *group[:0:-1]])
        position += width
    return [code for group in reversed(groups) for code in group]


@register("_npx_reshape", "_npi_reshape", inference=Inference(rank_by_sizes=lambda params: -4 in params["newshape"]),
          effects=VIEW)
def coded_reshape(a: Tensor, *, newshape: Shape, reverse: Bool = False, order: Str = "C") -> Tensor:
    """Reshape with codes: -2 copies a size, -3 removes an axis of size 1, and -4 copies all remaining sizes.

    -5 merges two axes, -6 splits an axis into the two following sizes, and -1 is inferred.
    """
    _check_order(order)
    if newshape and min(newshape) >= -1 and a.numel():  # no codes
        return a.reshape(newshape)
    return a.reshape(coded_shape(tuple(a.shape), newshape, reverse))


@register("_np_transpose", effects=VIEW)
def transpose(a: Tensor, *, axes: OptShape = None) -> Tensor:
    """Permute axes; reverse them without `axes`."""
    if not axes:
        return a.t() if a.ndim < 3 else a.permute(tuple(range(a.ndim - 1, -1, -1)))
    try:
        return a.permute(axes)
    except RuntimeError:
        if len(axes) == a.ndim and len({one % a.ndim for one in axes}) < a.ndim:
            raise ShapeError(f"transpose: axes must be unique, received {axes}") from None
        raise


@register("_np_moveaxis", effects=VIEW)
def moveaxis(a: Tensor, *, source: Shape, destination: Shape) -> Tensor:
    """Move axes to new positions and keep the order of the others."""
    return a.moveaxis(source, destination)


@register("_np_squeeze", effects=VIEW)
def squeeze(a: Tensor, *, axis: OptShape = None) -> Tensor:
    """Remove all axes of size 1, or the given ones."""
    if axis is None:
        return a.squeeze()
    if not a.ndim:
        positive_axes(0, axis)
        return a.reshape(())
    for one in positive_axes(a.ndim, axis):
        if a.shape[one] != 1:
            raise ValueError(f"cannot select an axis to squeeze out which has size {a.shape[one]}, not 1")
    return a.squeeze(axis)


@register("_npi_broadcast_to")
def broadcast_to(array: Tensor, *, shape: Shape = ()) -> Tensor:
    """Broadcast axes of size 1 to `shape`; -2 keeps the size of an axis."""
    try:
        return array.expand(shape).clone()
    except RuntimeError:
        if -2 in shape and len(shape) >= array.ndim:
            sizes = [1] * (len(shape) - array.ndim) + list(array.shape)
            return broadcast_to(array, shape=tuple(have if size == -2 else size
                                                   for size, have in zip(shape, sizes, strict=True)))
        raise ValueError(f"an array of shape {tuple(array.shape)} cannot be broadcast to shape {shape}") from None


@register("_npi_flip")
def flip(data: Tensor, *, axis: OptShape) -> Tensor:
    """Reverse the order of elements along axes, or along all axes if None."""
    return torch.flip(data, positive_axes(data.ndim, axis) if axis is None or not data.ndim else axis)


@register("_npi_rot90")
def rot90(data: Tensor, *, k: Int = 1, axes: OptShape = None) -> Tensor:
    """Rotate by `k` right angles in the plane of two axes."""
    if not k % 4 and data.ndim:
        return data.clone()
    return torch.rot90(data, k, list(axes or (0, 1))).clone()


@register("_np_roll")
def roll(data: Tensor, *, shift: OptShape = None, axis: OptShape = None) -> Tensor:
    """Shift elements along axes; elements past the end reappear at the start."""
    if shift is None:
        raise ValueError("shift must be given")
    if axis is None:
        return torch.roll(data, int(torch.tensor(shift).sum()))
    steps = shift * len(axis) if len(shift) == 1 else shift
    return torch.roll(data, steps, axis)


class _PairsParam(Param):
    """A tuple of pairs of integers."""

    expects = "tuple of <Shape(tuple)>"

    def convert(self, value: Any) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(int(one) for one in _numbers(part)) for part in _numbers(value))


_MODES = ("constant", "edge", "maximum", "minimum", "reflect", "symmetric")


def _source(size: int, before: int, after: int, mode: str) -> list[int]:
    """Return the source indices of one padded axis."""
    if not size:
        raise ValueError(f"mode {mode!r} cannot pad an axis without elements")
    places = range(-before, size + after)
    if mode == "edge":
        return [min(max(place, 0), size - 1) for place in places]
    if size == 1:
        return [0] * len(places)
    period = 2 * (size - 1) if mode == "reflect" else 2 * size
    turned = [place % period for place in places]
    last = period if mode == "reflect" else period - 1
    return [place if place < size else last - place for place in turned]


@register("_npi_pad")
def pad(data: Tensor, *, pad_width: Annotated[tuple[tuple[int, ...], ...], _PairsParam()],
        mode: Annotated[str, Choice(*_MODES)] = "constant", constant_value: Float = 0.0,
        reflect_type: Str = "even") -> Tensor:
    """Pad both ends of each axis."""
    if reflect_type != "even":
        raise ValueError(f"reflect_type must be 'even', received {reflect_type!r}")
    if mode == "constant":
        flat = [width for pair in pad_width[::-1] for width in pair]
        value = bool(constant_value) if data.dtype is torch.bool else constant_value
        return torch.nn.functional.pad(data, flat, value=value)
    for axis, (before, after) in enumerate(pad_width):
        if not before and not after:
            continue
        if mode in ("maximum", "minimum"):
            chosen = (torch.amax if mode == "maximum" else torch.amin)(data, axis, True)
            sides = [chosen.repeat_interleave(count, axis) for count in (before, after)]
            data = torch.cat([sides[0], data, sides[1]], axis)
        else:
            places = torch.tensor(_source(data.shape[axis], before, after, mode), device=data.device)
            data = data.index_select(axis, places)
    return data.clone() if all(pair == (0, 0) for pair in pad_width) else data
