"""Operators that slice, split, concatenate and assign to slices."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from .._runtime import numpy_mode
from .._runtime.error import MXNetError
from .._runtime.storage import copy_on_write
from .._runtime.storage import scalar as kept_scalar
from . import sparse_matrices
from .facts import METHOD, NO_GRADIENT, WIDEST, Effects, Form, Inference, Params, Precision, Size, Sparse
from .opdef import ONE_SHAPE, ShapeLike, register
from .params import Bool, Float, Holes, Int, OptInt, Shape


def _own(part: Tensor) -> Tensor:
    """Give a part its own memory; a recorded part is copied lazily when either side is written."""
    return copy_on_write(part) if part.requires_grad else part.clone()


def _all_own(parts: Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """Give all parts their own memory; return a single part without a tuple."""
    return _own(parts[0]) if len(parts) == 1 else tuple([_own(p) for p in parts])


def _slices(shape: tuple[int, ...], begin: Any, end: Any, step: Any) -> tuple[tuple[slice, ...], tuple[int, ...]]:
    """Return slices with positive steps and the axes to flip afterwards."""
    if step == (None,):
        step = ()  # None applies to all axes
    if len(begin) > len(shape) or len(begin) != len(end) or (step and len(step) != len(begin)):
        raise ValueError(f"begin, end and step must have equal lengths of at most {len(shape)}, received "
                         f"begin={begin}, end={end}, step={step}")
    slices, flipped = [], []
    for i, size in enumerate(shape[: len(begin)]):
        stride = 1 if i >= len(step) or step[i] is None else step[i]
        if stride == 0:
            raise ValueError(f"slice op step[{i}] cannot be 0")
        low, high, by = slice(begin[i], end[i], stride).indices(size)
        if by < 0:
            count = max(0, -(-(high - low) // by))
            last = low + (count - 1) * by
            slices.append(slice(last, low + 1, -by) if count else slice(0, 0))
            flipped.append(i)
        else:
            slices.append(slice(low, max(low, high), by))
    return tuple(slices), tuple(flipped)


@register("slice", "crop", "_npi_slice", "_npx_slice", form=Form(method=True, in_sparse=("slice",)),
          sparse=Sparse(stored=sparse_matrices.slice_csr))
def slice_(data: Tensor, *, begin: Holes, end: Holes, step: Holes = ()) -> Tensor:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    slices, flipped = _slices(tuple(data.shape), begin, end, step)
    return data[slices].flip(flipped) if flipped else _own(data[slices])


def _slice_range(size: int, begin: int, end: int | None) -> tuple[int, int]:
    if size == 0:
        return 0, 0  # for all limits
    low = begin + size if begin < 0 else begin
    high = size if end is None else end + size if end < 0 else end
    if not 0 <= low < high <= size:
        raise ValueError(f"Invalid begin, end, get begin={begin}, end={end} for an axis of size {size}")
    return low, high - low


def _sliced(params: Params, shapes: list[ShapeLike]) -> ShapeLike:
    """Return an unknown size for an axis of unknown size, for all limits."""
    (shape,) = shapes
    if shape is None or not -len(shape) <= params["axis"] < len(shape):
        return None
    axis = params["axis"] % len(shape)
    length = len(range(shape[axis])[params["begin"]:params["end"]]) if shape[axis] else 0
    return (*shape[:axis], length, *shape[axis + 1:])


@register("slice_axis", inference=Inference(partial=_sliced), form=METHOD)
def slice_axis(data: Tensor, *, axis: Int, begin: Int, end: OptInt) -> Tensor:
    """Return ``data[begin:end]`` along one axis."""
    return _own(data.narrow(axis, *_slice_range(data.shape[axis], begin, end)))


@register("slice_like", inference=Inference(index_inputs=(1,)), form=METHOD)
def slice_like(data: Tensor, shape_like: Tensor, *, axes: Shape = ()) -> Tensor:
    """Slice `data` to the sizes of `shape_like`, along all or the given axes."""
    if not axes and data.ndim != shape_like.ndim:
        raise ValueError(f"slice_like works on all axes by default, but data has {data.ndim} and shape_like "
                         f"{shape_like.ndim}")
    part = data
    for a in [a % data.ndim for a in axes] or range(data.ndim):
        size = shape_like.shape[a]
        if size > data.shape[a]:
            raise ValueError(f"Slice axis {a} with size {size} exceeds limit of input with size {data.shape[a]}")
        part = part.narrow(a, 0, size)
    return _own(part)


def _one_type(data: tuple[Tensor, ...], name: str) -> None:
    first = data[0].dtype
    for tensor in data:
        if tensor.dtype is not first:
            raise MXNetError(f"operator {name}: Non-uniform data type: all inputs must have the same type, received "
                             f"{[str(d.dtype).removeprefix('torch.') for d in data]}")


def _concat_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    """Give all inputs the same sizes except on the joined axis."""
    ranks = {len(s) for s in shapes if s is not None}
    if len(ranks) != 1:
        return shapes
    rank = ranks.pop()
    joined = params["dim"] % rank
    common = [0 if axis == joined else max(s[axis] for s in shapes if s is not None) for axis in range(rank)]
    return [tuple(a or b for a, b in zip(s or (0,) * rank, common, strict=True)) for s in shapes]


def _concat_back(params: dict[str, Any], shapes: list[ShapeLike], result: tuple[int, ...]) -> list[ShapeLike]:
    """Infer input sizes from the result; an unknown size on the joined axis is the remaining size."""
    ranked = [s for s in shapes if s is not None]
    if any(len(s) != len(result) for s in ranked):
        return shapes
    joined = params["dim"] % len(result)
    known = [s[joined] for s in ranked if s[joined] > 0]
    rest = result[joined] - sum(known) if len(shapes) - len(known) == 1 and result[joined] > 0 else 0
    return [tuple((size or rest) if axis == joined else (size or result[axis])
                  for axis, size in enumerate(s or (0,) * len(result))) for s in shapes]


def _concat_shape(params: Params, shapes: list[Size]) -> Size | None:
    first, axis = shapes[0], params["dim"]
    if not -len(first) <= axis < len(first):
        return None
    axis %= len(first)
    rest = {shape[:axis] + (0,) + shape[axis + 1:] for shape in shapes}
    return (*first[:axis], sum(shape[axis] for shape in shapes), *first[axis + 1:]) if len(rest) == 1 else None


@register("Concat", "concat", variadic="num_args",
          inference=Inference(fill=_concat_shapes, back=_concat_back, shapes=_concat_shape, one_type=True),
          effects=Effects(fresh=True, cheap=False, keeps_layout=True),
          form=Form(in_sparse=("concat",), named_outputs=True), sparse=Sparse(stored=sparse_matrices.concat_rows),
          precision=Precision("widest", bfloat16="any"))
def concat(*data: Tensor, dim: Int = 1) -> Tensor:
    """Join arrays along an existing axis."""
    _one_type(data, "Concat")
    return torch.cat(data, dim)


def _stack_shape(params: Params, shapes: list[Size]) -> Size | None:
    first, axis = shapes[0], params["axis"]
    if any(shape != first for shape in shapes) or not -len(first) - 1 <= axis <= len(first):
        return None
    axis %= len(first) + 1
    return (*first[:axis], len(shapes), *first[axis:])


@register("stack", variadic="num_args", inference=Inference(shapes=_stack_shape, one_type=True), precision=WIDEST)
def stack(*data: Tensor, axis: Int = 0) -> Tensor:
    """Join arrays of equal shape along a new axis."""
    _one_type(data, "stack")
    return torch.stack(data, axis)


def _split_back(params: dict[str, Any], shapes: list[ShapeLike], result: tuple[int, ...]) -> list[ShapeLike]:
    """Infer the input shape from a part; multiply the split axis by the number of parts."""
    axis, count = params["axis"], params["num_outputs"]
    rank = len(result) + params["squeeze_axis"]
    axis %= rank
    part = (*result[:axis], 1, *result[axis:]) if params["squeeze_axis"] else result
    return [tuple(s * count if i == axis else s for i, s in enumerate(part))]


def _split_shapes(params: Params, shapes: list[Size]) -> list[Size] | None:
    (data,), axis, count = shapes, params["axis"], params["num_outputs"]
    if not -len(data) <= axis < len(data) or data[axis] % count or params["squeeze_axis"]:
        return None
    axis %= len(data)
    return [(*data[:axis], data[axis] // count, *data[axis + 1:])] * count


@register("SliceChannel", "split", outputs=lambda p: p["num_outputs"],
          inference=Inference(back=_split_back, shapes=_split_shapes),
          form=Form(method=True, output_names=(), named_outputs=True, gradient_names="inputs"))
def slice_channel(data: Tensor, *, num_outputs: Int, axis: Int = 1, squeeze_axis: Bool = False) -> Any:
    """Split an axis into `num_outputs` parts of equal size."""
    size = data.shape[axis]
    if num_outputs < 1 or size % num_outputs:
        raise MXNetError(f"operator SliceChannel: num_outputs={num_outputs} does not divide axis {axis} of "
                         f"data={tuple(data.shape)}")
    if not squeeze_axis:
        return _all_own(torch.split(data, size // num_outputs, axis))
    if size != num_outputs:
        raise MXNetError(f"operator SliceChannel: If squeeze axis is True, the size of the sliced axis must be the "
                         f"same as num_outputs, received axis {axis} of data={tuple(data.shape)} and "
                         f"num_outputs={num_outputs}")
    return _all_own(torch.unbind(data, axis))


def _split_points(size: int, indices: tuple[int, ...], sections: int) -> list[int]:
    """Return the start of each part and the end of the last one."""
    if sections > 0:
        small, larger = divmod(size, sections)
        return [i * small + min(i, larger) for i in range(sections + 1)]
    return [*indices, size]


@register("_split_v2", "_npi_split", outputs=lambda p: p["sections"] if p["sections"] > 0 else len(p["indices"]),
          form=Form(named_input=True))
def split_v2(data: Tensor, *, indices: Shape, axis: Int = 1, squeeze_axis: Bool = False, sections: Int = 0) -> Any:
    """Split an axis before each of `indices` (the first is 0), or into `sections` parts of similar size."""
    size = data.shape[axis]
    if sections > 0 and size and not size % sections and not squeeze_axis:
        return _all_own(torch.split(data, size // sections, axis))
    points = _split_points(size, indices, sections)
    if numpy_mode.state.shape:
        points = [min(point, size) for point in points]  # parts past the end are empty
    if not points[:-1] or points[0] != 0 or any(a > b for a, b in itertools.pairwise(points)):
        raise ValueError(f"indices must start at 0 and increase up to size {size} of axis {axis}, received {indices}")
    parts = []
    for begin, end in itertools.pairwise(points):
        part = data.narrow(axis, begin, end - begin)
        if squeeze_axis:
            if end - begin != 1:
                raise ValueError(f"squeeze_axis needs parts of size 1, received {indices or sections} for size {size}")
            part = part.squeeze(axis)
        parts.append(part)
    return _all_own(parts)


@register("_slice_assign", "_crop_assign", "_npi_slice_assign", effects=NO_GRADIENT)
def slice_assign(lhs: Tensor, rhs: Tensor, *, begin: Holes, end: Holes, step: Holes = ()) -> Tensor:
    """Return a copy of `lhs` with a slice replaced by `rhs`."""
    slices, flipped = _slices(tuple(lhs.shape), begin, end, step)
    result = lhs.clone()
    target = result[slices]
    if target.shape != rhs.shape:
        raise ValueError(f"Shape inconsistent, rhs must have the shape {tuple(target.shape)} of the slice, received "
                         f"{tuple(rhs.shape)}")
    target.copy_(rhs.flip(flipped) if flipped else rhs)
    return result


@register("_slice_assign_scalar", "_crop_assign_scalar", "_npi_slice_assign_scalar", inference=ONE_SHAPE,
          effects=NO_GRADIENT)
def slice_assign_scalar(data: Tensor, *, scalar: Float = 0.0, begin: Holes, end: Holes, step: Holes = ()) -> Tensor:
    """Return a copy of `data` with all elements of a slice set to a number."""
    slices, _ = _slices(tuple(data.shape), begin, end, step)
    result = data.clone()
    result[slices] = kept_scalar(scalar, data.dtype)
    return result
