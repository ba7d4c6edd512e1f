"""Shape manipulation: reshape, transpose, slice, concatenate, split, repeat."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from .._runtime.error import MXNetError
from .opdef import register
from .params import Bool, Holes, Int, OptInt, OptShape, Shape


def infer_reshape(source: tuple[int, ...], target: tuple[int, ...], reverse: bool = False) -> tuple[int, ...]:
    """The shape that `target`, with MXNet's codes 0, -1, -2, -3 and -4, means for `source`."""
    if reverse:
        return tuple(reversed(infer_reshape(source[::-1], target[::-1])))
    result: list[int] = []
    position, step, unknown = 0, 0, -1
    while step < len(target):
        code = target[step]
        if code == 0:
            result.append(source[position])
            position += 1
        elif code == -1:
            unknown = len(result)
            result.append(1)
            position += 1
        elif code == -2:
            result.extend(source[position:])
            position = len(source)
        elif code == -3:
            result.append(source[position] * source[position + 1])
            position += 2
        elif code == -4:
            result.extend(_split_axis(source[position], target[step + 1], target[step + 2]))
            step += 2
            position += 1
        else:
            result.append(code)
            position += 1
        step += 1
    if unknown >= 0:
        rest = math.prod(result)
        result[unknown] = math.prod(source) // rest if rest else 0
    return tuple(result)


def _split_axis(size: int, first: int, second: int) -> tuple[int, int]:
    if first == -1:
        first = size // second
    elif second == -1:
        second = size // first
    return first, second


@register("Reshape", "reshape", alias=True, method=False)
def reshape(data: Tensor, *, shape: Shape = (), reverse: Bool = False, target_shape: Shape = (),
            keep_highest: Bool = False) -> Tensor:
    """Same elements in another shape; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges, -4 splits."""
    if not shape and target_shape:
        wanted = tuple(-1 if s == 0 else s for s in target_shape)
        shape = (data.shape[0], *wanted[1:]) if keep_highest else wanted
    source = tuple(data.shape)
    result = infer_reshape(source, shape, reverse)
    if math.prod(result) != math.prod(source):
        raise MXNetError(f"operator Reshape: Target shape size is different to source. Target: {list(result)} "
                         f"Source: {list(source)}")
    return data.reshape(result)


@register("Flatten", "flatten", alias=True)
def flatten(data: Tensor) -> Tensor:
    """Keep the first axis, merge all others."""
    return data.flatten(1) if data.ndim > 1 else data.unsqueeze(1)


@register("transpose", alias=True)
def transpose(data: Tensor, *, axes: Shape = ()) -> Tensor:
    """Permute axes; reverses them if none are given."""
    return data.permute(axes if axes else tuple(range(data.ndim - 1, -1, -1)))


@register("SwapAxis", "swapaxes", "SwapAxes", alias=True)
def swap_axis(data: Tensor, *, dim1: Int = 0, dim2: Int = 0) -> Tensor:
    """Exchange two axes."""
    return data.transpose(dim1, dim2)


@register("expand_dims", alias=True)
def expand_dims(data: Tensor, *, axis: Int) -> Tensor:
    """Insert an axis of size 1."""
    return data.unsqueeze(axis)


@register("squeeze", alias=True)
def squeeze(data: Tensor, *, axis: OptShape = None) -> Tensor:
    """Drop axes of size 1, all or the given ones."""
    if axis is None:
        result = data.squeeze()
    else:
        for a in axis:
            if data.shape[a] != 1:
                raise MXNetError("operator squeeze: cannot select an axis to squeeze out which has "
                                 f"size={data.shape[a]} not equal to one (axis={a}, data={tuple(data.shape)})")
        result = data.squeeze(axis)
    return result.unsqueeze(0) if result.ndim == 0 else result


@register("reshape_like", alias=True, method=True)
def reshape_like(lhs: Tensor, rhs: Tensor, *, lhs_begin: OptInt = None, lhs_end: OptInt = None,
                 rhs_begin: OptInt = None, rhs_end: OptInt = None) -> Tensor:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`."""
    left, right = tuple(lhs.shape), tuple(rhs.shape)
    middle = right[slice(rhs_begin, rhs_end)]
    end = len(left) if lhs_end is None else lhs_end % (len(left) + 1) if lhs_end >= 0 else lhs_end + len(left)
    return lhs.reshape(left[: lhs_begin or 0] + middle + left[end:])


def _slices(shape: tuple[int, ...], begin: Any, end: Any, step: Any) -> tuple[tuple[slice, ...], tuple[int, ...]]:
    """Positive-step slices and the axes that have to be flipped afterwards."""
    slices, flipped = [], []
    for i, size in enumerate(shape[: len(begin)]):
        stride = (step[i] if i < len(step) else None) or 1
        low, high, by = slice(begin[i], end[i], stride).indices(size)
        if by < 0:
            count = max(0, -(-(high - low) // by))
            last = low + (count - 1) * by
            slices.append(slice(last, low + 1, -by) if count else slice(0, 0))
            flipped.append(i)
        else:
            slices.append(slice(low, max(low, high), by))
    return tuple(slices), tuple(flipped)


@register("slice", "crop", alias=True)
def slice_(data: Tensor, *, begin: Holes, end: Holes, step: Holes = ()) -> Tensor:
    """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    slices, flipped = _slices(tuple(data.shape), begin, end, step)
    result = data[slices]
    return result.flip(flipped) if flipped else result


@register("slice_axis", alias=True)
def slice_axis(data: Tensor, *, axis: Int, begin: Int, end: OptInt) -> Tensor:
    """``data[begin:end]`` along one axis."""
    low, high, _ = slice(begin, end).indices(data.shape[axis])
    return data.narrow(axis, low, max(0, high - low))


@register("slice_like", alias=True)
def slice_like(data: Tensor, shape_like: Tensor, *, axes: Shape = ()) -> Tensor:
    """Cut `data` to the sizes of `shape_like`, on all or the given axes."""
    for a in axes or range(data.ndim):
        data = data.narrow(a, 0, shape_like.shape[a])
    return data


@register("Concat", "concat", variadic="num_args", method=False)
def concat(*data: Tensor, dim: Int = 1) -> Tensor:
    """Join arrays along an existing axis."""
    if any(d.dtype is not data[0].dtype for d in data):
        raise MXNetError(f"operator Concat: all inputs must have one type, received {[str(d.dtype) for d in data]}")
    return torch.cat(data, dim)


@register("stack", variadic="num_args", method=False)
def stack(*data: Tensor, axis: Int = 0) -> Tensor:
    """Join arrays of one shape along a new axis."""
    return torch.stack(data, axis)


@register("SliceChannel", "split", outputs=lambda p: p["num_outputs"])
def slice_channel(data: Tensor, *, num_outputs: Int, axis: Int = 1, squeeze_axis: Bool = False) -> Any:
    """Split an axis into `num_outputs` equal parts."""
    size = data.shape[axis]
    if num_outputs < 1 or size % num_outputs:
        raise MXNetError(f"operator SliceChannel: num_outputs={num_outputs} does not divide axis {axis} of "
                         f"data={tuple(data.shape)}")
    parts = [p.clone() for p in torch.split(data, size // num_outputs, axis)]
    return tuple(p.squeeze(axis) if squeeze_axis else p for p in parts)


@register("tile")
def tile(data: Tensor, *, reps: Shape) -> Tensor:
    """Repeat the whole array along each axis."""
    return torch.tile(data, reps)


@register("repeat")
def repeat(data: Tensor, *, repeats: Int, axis: OptInt = None) -> Tensor:
    """Repeat each element `repeats` times along an axis, or of the flat array."""
    return torch.repeat_interleave(data, repeats, axis)


@register("reverse", "flip")
def reverse(data: Tensor, *, axis: Shape) -> Tensor:
    """Reverse the order along the given axes."""
    return torch.flip(data, axis)


@register("diag")
def diag(data: Tensor, *, k: Int = 0, axis1: Int = 0, axis2: Int = 1) -> Tensor:
    """A diagonal of an array, or the matrix with a vector on its diagonal."""
    if data.ndim == 1:
        return torch.diag(data, k)
    return torch.diagonal(data, k, axis1, axis2).clone()
