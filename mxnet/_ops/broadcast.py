"""Broadcasting, selection between two arrays, and arrays that describe the shape or values of another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from . import sparse_values
from .facts import INT64, NO_GRADIENT, UNLISTED, WIDEST, ZERO_GRADIENT, Form, Inference, Params, Sparse, fixed_type
from .opdef import ShapeLike, register, same_shapes
from .params import Bool, Float, OptShape, Shape
from .shapes import of_all


def _expand(data: Tensor, target: Sequence[int]) -> Tensor:
    try:
        # Clone: expanded elements share memory and cannot be written one by one.
        return data.expand(target).clone()
    except RuntimeError:
        raise ValueError(f"Array cannot be broadcasted from {list(data.shape)} to {list(target)}: only axes of size 1 "
                         "can be repeated") from None


@register("broadcast_to", form=Form(method=True))
def broadcast_to(data: Tensor, *, shape: Shape = ()) -> Tensor:
    """Broadcast axes of size 1 to `shape`; a size of 0 keeps the axis unchanged."""
    if len(shape) != data.ndim:
        raise ValueError(f"Operand of shape {list(data.shape)} cannot be broadcasted to {list(shape)}")
    if 0 in shape:
        shape = tuple(size or have for size, have in zip(shape, data.shape, strict=True))
    return _expand(data, shape)


@register("broadcast_like", inference=Inference(index_inputs=(1,)),
          form=Form(method=True, gradient_names=("{}_backward_output", "{}_rhs_backward_output")))
def broadcast_like(lhs: Tensor, rhs: Tensor, *, lhs_axes: OptShape = None, rhs_axes: OptShape = None) -> Tensor:
    """Broadcast axes of size 1 of `lhs` to the shape of `rhs`, or `lhs_axes` to the sizes of `rhs_axes`."""
    if lhs_axes is None or rhs_axes is None:  # both are needed
        if lhs.ndim != rhs.ndim:
            raise ValueError(f"Operand of shape {list(lhs.shape)} cannot be broadcasted to {list(rhs.shape)}")
        return _expand(lhs, list(rhs.shape))
    if len(lhs_axes) != len(rhs_axes) or not lhs_axes:
        raise ValueError(f"lhs_axes and rhs_axes must have the same length, received {lhs_axes} and {rhs_axes}")
    target = list(lhs.shape)
    for left, right in zip(lhs_axes, rhs_axes, strict=True):
        if lhs.shape[left] != 1:
            raise ValueError(f"Input axis {left} of size {lhs.shape[left]} cannot be broadcasted to {rhs.shape[right]}")
        target[left] = rhs.shape[right]
    return _expand(lhs, target)


@register("broadcast_axis", "broadcast_axes", form=Form(method=True))
def broadcast_axis(data: Tensor, *, axis: Shape = (), size: Shape = ()) -> Tensor:
    """Broadcast the given axes of size 1 to the given sizes."""
    if len(axis) != len(size):
        raise ValueError(f"axis and size must have the same length, received axis={axis} and size={size}")
    target = list(data.shape)
    for where_, count in zip(axis, size, strict=True):
        if not 0 <= where_ < data.ndim or target[where_] != 1:
            raise ValueError(f"Broadcasting axis must have size 1, received axis {where_} of data={tuple(data.shape)}")
        target[where_] = count
    return _expand(data, target)


def _where_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    """Give both choices the same shape. MXNet does this only after the shape of the condition is known."""
    condition, x, y = shapes
    if condition is None or 0 in condition:
        return shapes
    return [condition, *same_shapes(params, [x, y])]


def _where_back(params: dict[str, Any], shapes: list[ShapeLike], result: tuple[int, ...]) -> list[ShapeLike]:
    return [shapes[0], result, result]


def _where_partial(params: Params, shapes: list[ShapeLike]) -> ShapeLike:
    """Return the shape of the choices, but only if the shape of the condition is known."""
    condition = shapes[0]
    return None if condition is None or not all(size > 0 for size in condition) else shapes[1]


@register("where", inference=Inference(fill=_where_shapes, back=_where_back, partial=_where_partial, index_inputs=(0,)),
          form=Form(method=True, in_sparse=("where",),
                    gradient_names=("{}_cond_backward_output", "{}_backward_output0", "{}_backward_output1")),
          precision=WIDEST)
def where(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """Return `x` where the condition is not zero and `y` elsewhere. A 1-d condition selects rows."""
    shape = x.shape
    if shape != y.shape or x.dtype is not y.dtype:
        raise ValueError(f"x and y must have the same shape and type, received x={tuple(x.shape)} {x.dtype} and "
                         f"y={tuple(y.shape)} {y.dtype}")
    chosen = condition.bool()
    if condition.shape != shape:
        if condition.ndim != 1 or condition.shape[0] != x.shape[0]:
            raise ValueError(f"condition must have the shape of x or be 1-d with its first size, received "
                             f"condition={tuple(condition.shape)} and x={tuple(x.shape)}")
        chosen = chosen.reshape(-1, *[1] * (x.ndim - 1))
    return torch.where(chosen, x, y)


@register("_identity_with_attr_like_rhs", inference=Inference(fill=same_shapes, shapes=of_all, one_type=True),
          form=Form(gradient_names=("{}_backward_output", "{}_rhs_backward_output")),
          sparse=Sparse(stored=sparse_values.like))
def identity_with_attr_like_rhs(lhs: Tensor, rhs: Tensor) -> Tensor:
    """Return a copy of `lhs` with the shape and storage type of `rhs`."""
    if lhs.shape != rhs.shape:
        raise ValueError(f"lhs and rhs must have the same shape, received {tuple(lhs.shape)} and {tuple(rhs.shape)}")
    return lhs.clone()


@register("_contrib_allclose", inference=Inference(result_types=fixed_type(torch.uint8)), effects=NO_GRADIENT,
          precision=UNLISTED)
def allclose(a: Tensor, b: Tensor, *, rtol: Float = 1e-05, atol: Float = 1e-08, equal_nan: Bool = True) -> Tensor:
    """Return 1 if ``|a - b| <= atol + rtol * |b|`` for all elements, else 0, as a 0-d array."""
    if a.shape != b.shape:
        raise ValueError(f"a and b must have the same shape, received {tuple(a.shape)} and {tuple(b.shape)}")
    # Unlike torch's allclose, an infinite difference is accepted if the tolerance is infinite.
    close = (a == b) | (torch.abs(a - b) <= atol + torch.abs(b) * rtol)
    if equal_nan:
        close |= torch.isnan(a) & torch.isnan(b)
    return close.all().to(torch.uint8)


@register("shape_array", "_npx_shape_array", inference=INT64, effects=ZERO_GRADIENT, form=Form(method=True))
def shape_array(data: Tensor) -> Tensor:
    """Return the shape as a 1-d int64 array."""
    return torch.tensor(tuple(data.shape), dtype=torch.int64, device=data.device)


@register("size_array", inference=INT64, effects=ZERO_GRADIENT, form=Form(method=True))
def size_array(data: Tensor) -> Tensor:
    """Return the number of elements as an int64 array with one element."""
    return torch.tensor([data.numel()], dtype=torch.int64, device=data.device)
