"""Products of many elements, multiplied one after the other as MXNet does: they overflow at the same element."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from .._runtime import storage

_NUMPY_TYPES = (torch.float16, torch.float32, torch.float64)
_SHORT = 16  # elements of the widest type in four vectors of the narrowest kind; torch takes fewer in their order


def without_nan(data: Tensor, value: float) -> Tensor:
    """`data` with another value in place of NaN."""
    return torch.where(torch.isnan(data), torch.full_like(data, value), data)


def merged(data: Tensor, axes: tuple[int, ...]) -> Tensor:
    """The given axes as one, the last."""
    kept = [a for a in range(data.ndim) if a not in axes]
    count = 1
    for one in axes:
        count *= data.shape[one] if data.ndim else 1
    moved = data.permute((*kept, *axes)) if data.ndim else data
    return moved.reshape(*[data.shape[a] for a in kept], count)


def _taken_in_order(data: Tensor, count: int) -> bool:
    """Whether torch multiplies `count` elements in their order, or must do so in its own."""
    if count < _SHORT and data.dtype is not torch.float16:
        return True
    own_kind = type(data) is Tensor and data.is_cpu and data.dtype in _NUMPY_TYPES
    return not own_kind or torch.compiler.is_compiling()


def _along_last(data: Tensor, rounded: bool) -> Tensor:
    """The product along the last axis, which is kept. `rounded`: whether float16 is rounded after each element."""
    if _taken_in_order(data, data.shape[-1]):
        return torch.prod(data, -1, True, dtype=data.dtype)
    values = storage.own_memory(data.detach()).numpy()
    with np.errstate(all="ignore"):
        if data.dtype is not torch.float16:
            result = np.multiply.reduce(values, axis=-1, keepdims=True)
        elif rounded:
            result = np.multiply.accumulate(values, axis=-1)[..., -1:]
        else:
            result = np.multiply.reduce(values.astype(np.float32), axis=-1, keepdims=True).astype(np.float16)
    return torch.from_numpy(result)


def _product(data: Tensor, axes: tuple[int, ...], keepdims: bool, rounded: bool) -> Tensor:
    if len(axes) == 1 and _taken_in_order(data, data.shape[axes[0]]):
        return torch.prod(data, axes[0], keepdims, dtype=data.dtype)
    result = _along_last(merged(data, tuple(sorted(axes))), rounded)
    return result.reshape([1 if a in axes else size for a, size in enumerate(data.shape) if keepdims or a not in axes])


class _Recorded(torch.autograd.Function):
    """A product whose slope is the product divided by the element: NaN where that is 0, 0 where it is NaN."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, axes: tuple[int, ...], skips_nan: bool, rounded: bool) -> Tensor:
        result = _product(without_nan(data, 1) if skips_nan else data, axes, True, rounded)
        ctx.save_for_backward(data, result)
        ctx.skips_nan = skips_nan
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        data, result = ctx.saved_tensors
        slope = result / data
        if ctx.skips_nan:
            slope = torch.where(torch.isnan(data), torch.zeros_like(slope), slope)
        return grads[0] * slope, None, None, None


def product(data: Tensor, axes: tuple[int, ...], keepdims: bool, skips_nan: bool = False,
            rounded: bool = True) -> Tensor:
    """The product over `axes`, of which there is at least one."""
    if data.requires_grad and torch.is_grad_enabled():
        result: Tensor = _Recorded.apply(data, axes, skips_nan, rounded)
        return result if keepdims else result.squeeze(axes)
    return _product(without_nan(data, 1) if skips_nan else data, axes, keepdims, rounded)
