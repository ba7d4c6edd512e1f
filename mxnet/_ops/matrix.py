"""Shape manipulation that keeps or repeats all elements: reshape, transpose, flip, tile, diagonals, blocks."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from .._runtime import numpy_mode
from .._runtime.error import MXNetError
from .facts import FULL, LEGACY, METHOD, NO_GRADIENT, UNLISTED, VIEW, Effects, Form, Inference, Params, Size, always
from .opdef import ShapeLike, register
from .params import Bool, Int, OptInt, OptShape, Shape


def _source_size(source: tuple[int, ...], position: int, code: int) -> int:
    if position >= len(source):
        raise ValueError(f"code {code} refers to axis {position} of an array of shape {source}")
    return source[position]


def infer_reshape(source: tuple[int, ...], target: tuple[int, ...], reverse: bool = False) -> tuple[int, ...]:
    """Return the shape of `target` for `source`, where `target` may have MXNet's codes 0, -1, -2, -3 and -4."""
    if reverse:
        return tuple(reversed(infer_reshape(source[::-1], target[::-1])))
    result: list[int] = []
    position, step, unknown = 0, 0, -1
    while step < len(target):
        code = target[step]
        if code == 0:
            result.append(_source_size(source, position, code))
            position += 1
        elif code == -1:
            if unknown >= 0:
                raise ValueError(f"One and only one dim can be inferred, received shape={target}")
            unknown = len(result)
            result.append(1)
            position += 1
        elif code == -2:
            result.extend(source[position:])
            position = len(source)
        elif code == -3:
            result.append(_source_size(source, position, code) * _source_size(source, position + 1, code))
            position += 2
        elif code == -4:
            result.extend(_split_axis(_source_size(source, position, code), target[step + 1 : step + 3]))
            step += 2
            position += 1
        elif code < 0:
            raise ValueError(f"shape dim size must be >= -4, while received {code}")
        else:
            result.append(code)
            position += 1
        step += 1
    if unknown >= 0:
        rest = math.prod(result)
        result[unknown] = math.prod(source) // rest if rest else 0
    return tuple(result)


def _split_axis(size: int, parts: tuple[int, ...]) -> tuple[int, int]:
    if len(parts) != 2:
        raise ValueError("code -4 must be followed by two sizes")
    first, second = parts
    if first == -1 and second == -1:
        raise ValueError("Split dims cannot both be -1.")
    if first == -1:
        first = size // second
    elif second == -1:
        second = size // first
    if first * second != size:
        raise ValueError(f"Split dims {first}, {second} do not divide original dim {size}")
    return first, second


def _old_target(source: tuple[int, ...], target: tuple[int, ...], keep_highest: bool) -> tuple[int, ...]:
    """Return the shape of the deprecated ``target_shape``, in which 0 is inferred."""
    wanted = tuple(-1 if s == 0 else s for s in target)
    return (source[0], *wanted[1:]) if keep_highest else wanted


def _reshape_back(params: dict[str, Any], shapes: list[ShapeLike], result: tuple[int, ...]) -> list[ShapeLike]:
    """Infer the only unknown size of the input from the number of elements."""
    source = shapes[0]
    if source is None or source.count(0) != 1 or 0 in result:
        return shapes
    size = math.prod(result) // math.prod(s for s in source if s)
    return [tuple(s or size for s in source)]


def _reshape_shape(params: Params, shapes: list[Size]) -> Size | None:
    (data,) = shapes
    if not params["shape"]:
        return None
    try:
        result = infer_reshape(data, tuple(params["shape"]), params["reverse"])
    except ZeroDivisionError:
        return None
    return result if math.prod(result) == math.prod(data) else None


def _reshape_partial(params: Params, shapes: list[ShapeLike]) -> ShapeLike:
    """Return the result's shape while some sizes of the data are unknown; unknown sizes stay 0."""
    source, wanted = shapes[0], tuple(params["shape"])
    if source is None:
        return None
    if not wanted and params["target_shape"]:
        wanted = _old_target(source, tuple(params["target_shape"]), params["keep_highest"])
    try:
        return infer_reshape(source, wanted, params["reverse"]) if wanted else None
    except ValueError:
        return None  # the operator reports the error when all sizes are known


@register("Reshape", "reshape",
          inference=Inference(back=_reshape_back, partial=_reshape_partial, shapes=_reshape_shape),
          effects=Effects(alias=True, passes_nan=always))
def reshape(data: Tensor, *, shape: Shape = (), reverse: Bool = False, target_shape: Shape = (),
            keep_highest: Bool = False) -> Tensor:
    """Reshape the array; 0 copies an axis, -1 infers it, -2 copies the rest, -3 merges two axes, -4 splits one."""
    if shape and not reverse and min(shape) > 0:
        try:
            return torch.reshape(data, shape)
        except RuntimeError:
            pass  # sizes do not match; reported below
    source = tuple(data.shape)
    if shape:
        result = infer_reshape(source, shape, reverse)
    elif target_shape:
        result = infer_reshape(source, _old_target(source, target_shape, keep_highest))
    else:
        raise ValueError("shape must not be empty")
    if math.prod(result) != math.prod(source):
        raise MXNetError(f"operator Reshape: Target shape size is different to source. Target: {list(result)} "
                         f"Source: {list(source)}")
    return data.reshape(result)


def _flat_shape(params: Params, shapes: list[Size]) -> Size | None:
    (data,) = shapes
    return (data[0], math.prod(data[1:])) if len(data) > 1 else None


@register("Flatten", "flatten", "_npx_batch_flatten", inference=Inference(shapes=_flat_shape),
          effects=Effects(alias=True, passes_nan=always), form=METHOD)
def flatten(data: Tensor) -> Tensor:
    """Keep the first axis and merge all others."""
    return data.flatten(1) if data.ndim > 1 else data.unsqueeze(1)


def _transpose_back(params: dict[str, Any], shapes: list[ShapeLike], result: tuple[int, ...]) -> list[ShapeLike]:
    """Return the sizes of the result in the order of the input axes."""
    axes = params["axes"] or tuple(range(len(result) - 1, -1, -1))
    return [tuple(result[axes.index(i)] for i in range(len(result)))] if len(axes) == len(result) else shapes


def _transpose_shape(params: Params, shapes: list[Size]) -> Size | None:
    (data,) = shapes
    axes = params["axes"] or tuple(reversed(range(len(data))))
    return tuple(data[a] for a in axes) if sorted(axes) == list(range(len(data))) else None


@register("transpose", inference=Inference(back=_transpose_back, shapes=_transpose_shape), effects=VIEW, form=METHOD)
def transpose(data: Tensor, *, axes: Shape = ()) -> Tensor:
    """Permute axes; reverse them by default."""
    if not axes:
        return data.t() if data.ndim < 3 else data.permute(tuple(range(data.ndim - 1, -1, -1)))
    if min(axes) < 0:
        raise ValueError(f"axes must be in range [0, {data.ndim}), received {axes}")
    return data.permute(axes)


@register("SwapAxis", "swapaxes", "SwapAxes", "_npi_swapaxes", effects=VIEW, form=LEGACY)
def swap_axis(data: Tensor, *, dim1: Int = 0, dim2: Int = 0) -> Tensor:
    """Swap two axes."""
    return data.transpose(dim1, dim2)


def _expanded_shape(params: Params, shapes: list[Size]) -> Size | None:
    (data,), axis = shapes, params["axis"]
    if not -len(data) - 1 <= axis <= len(data):
        return None
    axis %= len(data) + 1
    return (*data[:axis], 1, *data[axis:])


@register("expand_dims", "_npi_expand_dims", inference=Inference(shapes=_expanded_shape), effects=VIEW, form=METHOD)
def expand_dims(data: Tensor, *, axis: Int) -> Tensor:
    """Insert an axis of size 1."""
    return data.unsqueeze(axis)


@register("squeeze", inference=Inference(rank_by_sizes=lambda params: params["axis"] is None), effects=VIEW,
          form=Form(method=True, named_input=True))
def squeeze(data: Tensor, *, axis: OptShape = None) -> Tensor:
    """Remove all axes of size 1, or the given ones."""
    if axis is None:
        result = data.squeeze()
    else:
        for a in axis:
            if data.shape[a] != 1:
                raise MXNetError(f"operator squeeze: only axes of size 1 can be removed, but axis {a} has "
                                 f"size={data.shape[a]} (data={tuple(data.shape)})")
        result = data.squeeze(axis)
    return result if result.ndim else result.unsqueeze(0)


def _range_of_axes(ndim: int, begin: int | None, end: int | None) -> tuple[int, int]:
    low, high, _ = slice(begin, end).indices(ndim)
    return low, max(low, high)


@register("reshape_like", "_npx_reshape_like", inference=Inference(index_inputs=(1,)), effects=VIEW,
          form=Form(method=True, gradient_names=("{}_backward_output", "{}_rhs_backward_output")))
def reshape_like(lhs: Tensor, rhs: Tensor, *, lhs_begin: OptInt = None, lhs_end: OptInt = None,
                 rhs_begin: OptInt = None, rhs_end: OptInt = None) -> Tensor:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
    left, right = tuple(lhs.shape), tuple(rhs.shape)
    low, high = _range_of_axes(len(left), lhs_begin, lhs_end)
    first, last = _range_of_axes(len(right), rhs_begin, rhs_end)
    return lhs.reshape(left[:low] + right[first:last] + left[high:])


@register("tile", "_npi_tile", form=Form(method=True, named_input=True))
def tile(data: Tensor, *, reps: Shape) -> Tensor:
    """Repeat the array along each axis."""
    if any(r < 0 or (r == 0 and not numpy_mode.state.shape) for r in reps):
        raise ValueError(f"reps must be positive, received {reps}")
    return torch.tile(data, reps)


@register("repeat", "_np_repeat", form=Form(method=True, named_input=True))
def repeat(data: Tensor, *, repeats: Int, axis: OptInt = None) -> Tensor:
    """Repeat each element `repeats` times along an axis or in the flattened array; 0 gives an empty vector."""
    if repeats == 0:
        return data.new_empty(0)
    return torch.repeat_interleave(data, repeats, axis)


@register("reverse", "flip", form=Form(method=True, named_input=True))
def reverse(data: Tensor, *, axis: Shape) -> Tensor:
    """Reverse the order of elements along the given axes."""
    if axis and min(axis) < 0:
        raise ValueError(f"axis must be in range [0, {data.ndim}), received {axis}")
    return torch.flip(data, axis)


@register("diag", form=Form(method=True, named_input=True))
def diag(data: Tensor, *, k: Int = 0, axis1: Int = 0, axis2: Int = 1) -> Tensor:
    """Extract a diagonal of an array, or create a matrix with a vector on its diagonal."""
    if data.ndim == 1:
        return torch.diag(data, k)
    if k > data.shape[axis2] or -k > data.shape[axis1]:
        raise ValueError(f"Diagonal does not exist: k={k} of axes {axis1} and {axis2} of data={tuple(data.shape)}")
    return torch.diagonal(data, k, axis1, axis2).clone()


def _image_sizes(data: Tensor, block_size: int) -> tuple[int, ...]:
    if data.ndim != 4 or block_size <= 0 or data.shape[1] == 0:
        raise ValueError(f"data must have 4 dimensions, channels among them, and block_size be positive, received "
                         f"data={tuple(data.shape)} and block_size={block_size}")
    return tuple(data.shape)


@register("depth_to_space", form=Form(method=True, named_input=True))
def depth_to_space(data: Tensor, *, block_size: Int) -> Tensor:
    """Rearrange blocks of channels into square blocks of pixels."""
    batch, depth, height, width = _image_sizes(data, block_size)
    if depth % (block_size * block_size):
        raise ValueError(f"the depth {depth} should be a multiple of block_size**2={block_size ** 2}")
    parts = data.reshape(batch, block_size, block_size, -1, height, width)
    return parts.permute(0, 3, 4, 1, 5, 2).reshape(batch, -1, height * block_size, width * block_size)


@register("space_to_depth", form=Form(method=True, named_input=True))
def space_to_depth(data: Tensor, *, block_size: Int) -> Tensor:
    """Rearrange square blocks of pixels into channels."""
    batch, depth, height, width = _image_sizes(data, block_size)
    if height % block_size or width % block_size:
        raise ValueError(f"height {height} and width {width} should be multiples of block_size={block_size}")
    parts = data.reshape(batch, depth, height // block_size, block_size, width // block_size, block_size)
    return parts.permute(0, 3, 5, 1, 2, 4).reshape(batch, -1, height // block_size, width // block_size)


def _pair(name: str, value: tuple[int, ...], default: int) -> tuple[int, ...]:
    if value and len(value) != 2:
        raise ValueError(f"{name} must have 2 sizes, received {value}")
    return value or (default, default)


@register("im2col", form=Form(method=True, named_input=True, named_outputs=True), precision=UNLISTED)
def im2col(data: Tensor, *, kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = ()) -> Tensor:
    """Return the windows of a 2-d convolution as columns: (batch, channels * window, positions)."""
    if data.ndim != 4:
        raise ValueError(f"data must have 4 dimensions, received {tuple(data.shape)}")
    return torch.nn.functional.unfold(data, _pair("kernel", kernel, 1), _pair("dilate", dilate, 1),
                                      _pair("pad", pad, 0), _pair("stride", stride, 1))


@register("col2im", form=Form(method=True, named_input=True, named_outputs=True), precision=UNLISTED)
def col2im(data: Tensor, *, output_size: Shape, kernel: Shape, stride: Shape = (), dilate: Shape = (),
           pad: Shape = ()) -> Tensor:
    """Sum the columns of `im2col` where their windows overlap."""
    return torch.nn.functional.fold(data, _pair("output_size", output_size, 1), _pair("kernel", kernel, 1),
                                    _pair("dilate", dilate, 1), _pair("pad", pad, 0), _pair("stride", stride, 1))


@register("khatri_rao", variadic="num_args", effects=NO_GRADIENT, precision=FULL)
def khatri_rao(*args: Tensor) -> Tensor:
    """Compute the column-wise Kronecker product of matrices with equal numbers of columns."""
    columns = args[0].shape[-1]
    for i, matrix in enumerate(args):
        if matrix.ndim != 2 or matrix.shape[1] != columns:
            raise ValueError(f"all inputs must be matrices with {columns} columns, input {i} is {tuple(matrix.shape)}")
    result = args[0].clone() if len(args) == 1 else args[0]
    for matrix in args[1:]:
        result = (result.unsqueeze(1) * matrix.unsqueeze(0)).reshape(-1, columns)
    return result
