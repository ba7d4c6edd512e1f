"""Reductions over axes. A full reduction has shape (1,), as MXNet's arrays have no rank 0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import torch
from torch import Tensor

from .opdef import register
from .params import Bool, Choice, Int, OptInt, OptShape


def reduced_axes(ndim: int, axis: tuple[int, ...] | None, exclude: bool = False) -> tuple[int, ...]:
    """The axes to reduce, positive; none given means all."""
    if not axis:
        return () if exclude and axis is not None and axis != () else tuple(range(ndim))
    wrapped = tuple(a + ndim if a < 0 else a for a in axis)
    for a in wrapped:
        if not 0 <= a < ndim:
            raise ValueError(f"axis {axis} is out of range for an array of {ndim} dimensions")
    return tuple(a for a in range(ndim) if a not in wrapped) if exclude else wrapped


def _at_least_1d(result: Tensor) -> Tensor:
    return result.unsqueeze(0) if result.ndim == 0 else result


def _over_axes(data: Tensor, axis: Any, keepdims: bool, exclude: bool, function: Callable[..., Tensor]) -> Tensor:
    axes = reduced_axes(data.ndim, axis, exclude)
    return _at_least_1d(function(data, axes, keepdims))


@register("sum", "sum_axis")
def sum(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Sum over `axis`, or over all other axes with `exclude`."""
    return _over_axes(data, axis, keepdims, exclude, lambda d, a, k: torch.sum(d, a, k, dtype=d.dtype))


@register("mean")
def mean(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Mean over `axis`, or over all other axes with `exclude`."""
    return _over_axes(data, axis, keepdims, exclude, _mean)


def _mean(data: Tensor, axes: tuple[int, ...], keepdims: bool) -> Tensor:
    if data.is_floating_point():
        return torch.mean(data, axes, keepdims)
    count = 1
    for a in axes:
        count *= data.shape[a]
    return torch.div(torch.sum(data, axes, keepdims, dtype=data.dtype), count, rounding_mode="trunc")


@register("prod")
def prod(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Product over `axis`, or over all other axes with `exclude`."""
    return _over_axes(data, axis, keepdims, exclude, _prod)


def _prod(data: Tensor, axes: tuple[int, ...], keepdims: bool) -> Tensor:
    for a in sorted(axes, reverse=True):
        data = torch.prod(data, a, keepdims, dtype=data.dtype)
    return data


@register("nansum")
def nansum(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Sum over `axis` with NaN counted as zero."""
    return _over_axes(data, axis, keepdims, exclude, lambda d, a, k: torch.nansum(d, a, k))


@register("nanprod")
def nanprod(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Product over `axis` with NaN counted as one."""
    filled = torch.where(torch.isnan(data), torch.ones_like(data), data)
    return _over_axes(filled, axis, keepdims, exclude, _prod)


class _Extreme(torch.autograd.Function):
    """Maximum or minimum over axes; every element equal to it receives the gradient."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, axes: tuple[int, ...], largest: bool) -> Tensor:
        result = torch.amax(data, axes, True) if largest else torch.amin(data, axes, True)
        ctx.save_for_backward(data, result)
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        data, result = ctx.saved_tensors
        return grads[0] * (data == result).to(data.dtype), None, None


def _extreme(data: Tensor, axis: Any, keepdims: bool, exclude: bool, largest: bool) -> Tensor:
    axes = reduced_axes(data.ndim, axis, exclude)
    if not (torch.is_grad_enabled() and data.requires_grad):
        return _at_least_1d((torch.amax if largest else torch.amin)(data, axes, keepdims))
    result = _Extreme.apply(data, axes, largest)
    return result if keepdims else _at_least_1d(result.squeeze(axes))


@register("max", "max_axis")
def max(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Largest element over `axis`; equal ones all receive the gradient."""
    return _extreme(data, axis, keepdims, exclude, True)


@register("min", "min_axis")
def min(data: Tensor, *, axis: OptShape = None, keepdims: Bool = False, exclude: Bool = False) -> Tensor:
    """Smallest element over `axis`; equal ones all receive the gradient."""
    return _extreme(data, axis, keepdims, exclude, False)


@register("norm")
def norm(data: Tensor, *, ord: Int = 2, axis: OptShape = None,
         out_dtype: Annotated[str | None, Choice("float16", "float32", "float64", "int32", "int64", "int8",
                                                 optional=True)] = None,
         keepdims: Bool = False) -> Tensor:
    """L1 or L2 norm over `axis`."""
    if ord not in (1, 2):
        raise ValueError(f"ord must be 1 or 2, received {ord}")
    axes = reduced_axes(data.ndim, axis)
    result = _at_least_1d(torch.linalg.vector_norm(data, ord, axes, keepdims))
    return result if out_dtype is None else result.to(getattr(torch, out_dtype))


def _arg(data: Tensor, axis: int | None, keepdims: bool, function: Callable[..., Tensor]) -> Tensor:
    index = function(data.reshape(-1), 0, True) if axis is None else function(data, axis, keepdims)
    if axis is None and keepdims:
        index = index.reshape([1] * data.ndim)
    return _at_least_1d(index).to(torch.float32)


@register("argmax")
def argmax(data: Tensor, *, axis: OptInt = None, keepdims: Bool = False) -> Tensor:
    """Index of the first largest element along `axis`, as float32."""
    return _arg(data, axis, keepdims, torch.argmax)


@register("argmin")
def argmin(data: Tensor, *, axis: OptInt = None, keepdims: Bool = False) -> Tensor:
    """Index of the first smallest element along `axis`, as float32."""
    return _arg(data, axis, keepdims, torch.argmin)


@register("argmax_channel")
def argmax_channel(data: Tensor) -> Tensor:
    """`argmax` over axis 1."""
    return torch.argmax(data, 1).to(torch.float32)
