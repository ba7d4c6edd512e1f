"""Reductions along axes. By default they reduce all axes to an array of shape ()."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..._runtime.autograd.integer_grad import from_floating
from ..elementwise import recorded
from ..facts import FULL, ZERO_GRADIENT, Form, Inference, Params, Size, TypeLike, Types, fixed_type
from ..opdef import register
from ..params import Bool, Int, OptDType, OptFloat, OptInt, OptShape
from ..products import merged as merged
from ..products import product
from ..reduce import cumsum as cumsum
from ..reduce import extreme
from ..stopped import constant
from .twins import alike

Axes = tuple[int, ...] | None


def positive_axes(ndim: int, axis: Axes) -> tuple[int, ...]:
    """Return all axes for None, else the validated axes as non-negative numbers."""
    if axis is None:
        return tuple(range(ndim))
    if not ndim:
        ndim = 1  # a scalar accepts the axes of a vector
    for one in axis:
        if not -ndim <= one < ndim:
            raise ValueError(f"axis {one} is out of bounds for array of dimension {ndim}")
    axes = tuple(one % ndim for one in axis)
    if len(set(axes)) < len(axes):
        raise ValueError(f"axes must be unique, received {axis}")
    return axes


def _shape(params: Params, shapes: list[Size]) -> Size:
    data = shapes[0]
    axes = positive_axes(len(data), params["axis"])
    if params["keepdims"]:
        return tuple(1 if i in axes else size for i, size in enumerate(data))
    return tuple(size for i, size in enumerate(data) if i not in axes)


def restored(result: Tensor, data: Tensor, axes: tuple[int, ...], keepdims: bool) -> Tensor:
    """Restore reduced axes with size 1 if `keepdims` is set."""
    if not keepdims:
        return result
    return result.reshape([1 if a in axes else size for a, size in enumerate(data.shape)])


def _along(compute: Callable[[Tensor], Tensor], data: Tensor, axis: Axes, keepdims: bool) -> Tensor:
    """Reduce axes with `compute`, which reduces the last axis."""
    axes = positive_axes(data.ndim, axis)
    return restored(compute(merged(data, axes)), data, axes, keepdims)


def _refuse_initial(initial: float | None) -> None:
    if initial is not None:
        raise ValueError(f"initial is not supported, received {initial}")


def _sum_type(data: Tensor, dtype: torch.dtype | None) -> torch.dtype:
    """Return the dtype of a sum: the input dtype, but int64 for booleans."""
    return dtype or (torch.int64 if data.dtype is torch.bool else data.dtype)


def _convert(values: Tensor, dtype: torch.dtype) -> Tensor:
    """Convert to another dtype, as a copy that passes gradients."""
    if values.is_floating_point() and not dtype.is_floating_point:
        return from_floating(values, dtype)
    return values.to(dtype, copy=True)


def _mean_type(data: Tensor, dtype: torch.dtype | None) -> torch.dtype:
    return dtype or (data.dtype if data.is_floating_point() else torch.float32)


def _sum_rule(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [params["dtype"] or (torch.int64 if known[0] is torch.bool else known[0])]


def _mean_rule(params: Params, known: Types, count: int) -> list[TypeLike]:
    dtype = known[0]
    return [params["dtype"] or (dtype if dtype is None or dtype.is_floating_point else torch.float32)]


@register("_np_sum", inference=Inference(shapes=_shape, result_types=_sum_rule), precision=FULL)
def sum(a: Tensor, *, axis: OptShape = None, dtype: OptDType = None, keepdims: Bool = False,
        initial: OptFloat = None) -> Tensor:
    """Compute the sum along axes."""
    _refuse_initial(initial)
    if dtype is None and a.is_floating_point() and axis != ():
        return torch.sum(a, axis[0] if axis and len(axis) == 1 else axis, keepdims)
    result_dtype = _sum_type(a, dtype)
    if axis == ():
        return _convert(a, result_dtype)
    if not result_dtype.is_floating_point and not a.is_floating_point():
        sum_dtype = result_dtype if result_dtype is not torch.bool else a.dtype
        return torch.sum(a, axis, keepdims, dtype=sum_dtype).to(result_dtype)
    # Convert last: summing rounded numbers would be less exact.
    return _convert(torch.sum(a, axis, keepdims, dtype=torch.promote_types(a.dtype, result_dtype)), result_dtype)


def _of_nothing(data: Tensor, axis: Axes, keepdims: bool, dtype: torch.dtype) -> Tensor:
    """Return means and products of no elements, which are 0 in MXNet."""
    if axis == ():
        return _convert(data, dtype)
    return torch.sum(data, positive_axes(data.ndim, axis), keepdims).to(dtype)


@register("_npi_mean", inference=Inference(shapes=_shape, result_types=_mean_rule), precision=FULL)
def mean(a: Tensor, *, axis: OptShape = None, dtype: OptDType = None, keepdims: Bool = False,
         initial: OptFloat = None) -> Tensor:
    """Compute the mean along axes."""
    _refuse_initial(initial)
    if dtype is None and a.is_floating_point() and axis != () and a.numel():
        return torch.mean(a, axis[0] if axis and len(axis) == 1 else axis, keepdims)
    result_dtype = _mean_type(a, dtype)
    if not a.numel():
        return _of_nothing(a, axis, keepdims, result_dtype)
    if axis == ():
        return _convert(a, result_dtype)
    wide = torch.promote_types(a.dtype, result_dtype)
    if not result_dtype.is_floating_point and not a.is_floating_point():
        # Sums of integers keep their dtype and may overflow, as in NumPy.
        total = torch.sum(a, axis, keepdims, dtype=result_dtype if result_dtype is not torch.bool else a.dtype)
        return (total.double() * (total.numel() / (a.numel() or 1))).to(result_dtype)
    return _convert(torch.mean(a.to(wide if wide.is_floating_point else torch.float64), axis, keepdims), result_dtype)


@register("_np_prod", "_np_product", inference=Inference(shapes=_shape, result_types=_sum_rule), precision=FULL)
def prod(a: Tensor, *, axis: OptShape = None, dtype: OptDType = None, keepdims: Bool = False,
         initial: OptFloat = None) -> Tensor:
    """Compute the product along axes."""
    _refuse_initial(initial)
    result_dtype = _sum_type(a, dtype)
    if not a.numel():
        return _of_nothing(a, axis, keepdims, result_dtype)
    axes = positive_axes(a.ndim, axis)
    if not axes or not a.ndim:
        return _convert(a, result_dtype)
    if result_dtype.is_floating_point or not a.is_floating_point():
        return product(a.to(result_dtype), axes, keepdims)
    return _convert(product(a.double(), axes, keepdims), result_dtype)


def _extreme(largest: bool, data: Tensor, axis: Axes, keepdims: bool, initial: float | None) -> Tensor:
    _refuse_initial(initial)
    if axis == ():
        return data.clone()
    axes = positive_axes(data.ndim, axis)
    if not data.numel() and 0 in [data.shape[one] for one in axes]:
        raise ValueError(f"axes {axes} of an array of shape {tuple(data.shape)} have no elements, so they have no "
                         "largest or smallest one")
    if not data.ndim:
        return data.clone()
    result = extreme(data, axes, keepdims, False, largest)
    # Reductions of mx.nd have at least one axis.
    return result.reshape(()) if len(axes) == data.ndim and not keepdims else result


@register("_np_max", "_np_amax", inference=Inference(shapes=_shape))
def max(a: Tensor, *, axis: OptShape = None, keepdims: Bool = False, initial: OptFloat = None) -> Tensor:
    """Return the largest element along axes."""
    if axis != () and initial is None and not a.requires_grad and a.numel():
        return torch.amax(a, axis or (), keepdims)
    return _extreme(True, a, axis, keepdims, initial)


@register("_np_min", "_np_amin", inference=Inference(shapes=_shape))
def min(a: Tensor, *, axis: OptShape = None, keepdims: Bool = False, initial: OptFloat = None) -> Tensor:
    """Return the smallest element along axes."""
    if axis != () and initial is None and not a.requires_grad and a.numel():
        return torch.amin(a, axis or (), keepdims)
    return _extreme(False, a, axis, keepdims, initial)


_TRUE = fixed_type(torch.bool)


@register("_np_any", "_np_sometrue", inference=Inference(shapes=None, result_types=_TRUE), effects=ZERO_GRADIENT)
def any(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False) -> Tensor:
    """Return whether any element along axes is nonzero."""
    return _along(lambda m: m.ne(0).any(-1), data, axis, keepdims)


@register("_np_all", inference=Inference(shapes=None, result_types=_TRUE), effects=ZERO_GRADIENT)
def all(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False) -> Tensor:
    """Return whether all elements along axes are nonzero."""
    return _along(lambda m: m.ne(0).all(-1), data, axis, keepdims)


def _spread_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [params["dtype"] or known[0]]


def _integer_quotient(total: Tensor, count: int) -> Tensor:
    if not count:
        raise ValueError("the number of elements minus ddof is 0, and integers cannot be divided by 0")
    return torch.div(total, count, rounding_mode="trunc")


def _integer_variance(a: Tensor, axes: tuple[int, ...], dtype: torch.dtype, counts: tuple[int, int],
                      keepdims: bool) -> Tensor:
    """Compute the variance if data or result are integers. Each step has the dtype of the data, as in MXNet."""
    is_integer = not a.is_floating_point()
    if not a.numel():
        return (torch.sum(a, axes, keepdims) if axes else a).to(dtype)
    centre = torch.sum(a, axes, True, dtype=a.dtype) if axes else a
    distance = a - (_integer_quotient(centre, counts[0]) if is_integer else centre / counts[0])
    wide = torch.int64 if is_integer else torch.float64
    squares = distance * distance
    total = torch.sum(squares, axes, keepdims, dtype=wide) if axes else squares
    if dtype.is_floating_point:
        return total.to(dtype) / counts[1]
    return _integer_quotient(total.long().to(dtype), counts[1])


def _variance(a: Tensor, axis: Axes, dtype: torch.dtype | None, ddof: int, keepdims: bool) -> Tensor:
    """Compute the variance."""
    if a.dtype is torch.bool:
        raise TypeError("boolean arrays have no variance; convert them with astype()")
    result_dtype, axes = dtype or a.dtype, positive_axes(a.ndim, axis)
    count = math.prod(a.shape[one] for one in axes) if a.ndim else 1
    if not (result_dtype.is_floating_point and a.is_floating_point()):
        return constant(_integer_variance(a.detach(), axes, result_dtype, (count, count - ddof), keepdims), a)
    centre = torch.mean(a, axes, True) if axes else a
    squares = torch.square(a - centre)
    total = torch.sum(squares, axes, keepdims, dtype=torch.promote_types(a.dtype, result_dtype)) if axes else squares
    return (total / (count - ddof) if count != ddof else total / total.new_zeros(())).to(result_dtype)


def _root(data: Tensor) -> Tensor:
    """Compute the square root, with the gradient 0 at 0."""
    if not data.is_floating_point():
        return torch.sqrt(data.double()).to(data.dtype)
    if not recorded(data):
        return torch.sqrt(data)
    none = data == 0
    return torch.where(none, data, torch.sqrt(torch.where(none, torch.ones_like(data), data)))


@register("_npi_var", inference=Inference(shapes=None, result_types=_spread_type), form=Form(output_names=("var",)),
          precision=FULL)
def var(a: Tensor, *, axis: OptShape = None, dtype: OptDType = None, ddof: Int = 0, keepdims: Bool = False) -> Tensor:
    """Compute the variance along axes with divisor ``count - ddof``."""
    return _variance(a, axis, dtype, ddof, keepdims)


@register("_npi_std", inference=Inference(shapes=None, result_types=_spread_type), form=Form(output_names=("std",)),
          precision=FULL)
def std(a: Tensor, *, axis: OptShape = None, dtype: OptDType = None, ddof: Int = 0, keepdims: Bool = False) -> Tensor:
    """Compute the standard deviation along axes with divisor ``count - ddof``."""
    return _root(_variance(a, axis, dtype, ddof, keepdims))


def _first(compute: Callable[..., Tensor], data: Tensor, axis: int | None, keepdims: bool) -> Tensor:
    if not data.numel() and (axis is None or not data.shape[axis]):
        raise ValueError("an empty array has no largest or smallest element")
    if data.dtype is torch.bool:
        data = data.to(torch.uint8)
    if axis is None or not data.ndim:
        positive_axes(data.ndim, None if axis is None else (axis,))
        index = compute(data.reshape(-1), 0)
        return index.reshape([1] * data.ndim) if keepdims else index
    positive_axes(data.ndim, (axis,))
    return compute(data, axis, keepdims)


_INDEX = fixed_type(torch.int64)


@register("_npi_argmax", inference=Inference(result_types=_INDEX), effects=ZERO_GRADIENT)
def argmax(data: Tensor, *, axis: OptInt = None, keepdims: Bool = False) -> Tensor:
    """Return the index of the largest element along an axis, or in the flattened array."""
    return _first(torch.argmax, data, axis, keepdims)


@register("_npi_argmin", inference=Inference(result_types=_INDEX), effects=ZERO_GRADIENT)
def argmin(data: Tensor, *, axis: OptInt = None, keepdims: Bool = False) -> Tensor:
    """Return the index of the smallest element along an axis, or in the flattened array."""
    return _first(torch.argmin, data, axis, keepdims)


def _average_inputs(params: Params) -> tuple[str, ...]:
    return ("a", "weights") if params["weighted"] else ("a",)


@register("_npi_average", present=_average_inputs, outputs=2, visible=lambda p: 2 if p["returned"] else 1,
          precision=FULL)
def average(a: Tensor, weights: Tensor | None = None, *, axis: OptShape = None, returned: Bool = False,
            weighted: Bool = True) -> Any:
    """Compute the mean along axes, optionally weighted, and the sum of the weights."""
    if weights is None:
        if not a.numel() and a.is_floating_point():  # differs from `mean`
            result = torch.mean(a, axis)
        else:
            result = mean(a, axis=axis, dtype=a.dtype, keepdims=False, initial=None)
        return result, result.new_full((), a.numel() / result.numel() if result.numel() else 0)
    a, weights = alike(a, weights)
    total = torch.sum(weights, None if weights.ndim < a.ndim else axis)
    if weights.shape != a.shape:
        if axis is None or len(axis) != 1 or weights.shape != (a.shape[axis[0]],):
            raise ValueError(f"weights of shape {tuple(weights.shape)} do not match an array of shape {tuple(a.shape)} "
                             f"along axis {axis}")
        sizes = [1] * a.ndim
        sizes[axis[0]] = a.shape[axis[0]]
        weights = weights.reshape(sizes).expand(a.shape)
    return _convert(torch.sum(a * weights, axis) / total, a.dtype), total.to(a.dtype)
