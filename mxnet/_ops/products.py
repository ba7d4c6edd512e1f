"""Products along axes with MXNet's gradient."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


def without_nan(data: Tensor, value: float) -> Tensor:
    """Replace NaN in `data` by another value."""
    return torch.where(torch.isnan(data), torch.full_like(data, value), data)


def merged(data: Tensor, axes: tuple[int, ...]) -> Tensor:
    """Merge the given axes into one last axis."""
    kept = [a for a in range(data.ndim) if a not in axes]
    count = 1
    for one in axes:
        count *= data.shape[one] if data.ndim else 1
    moved = data.permute((*kept, *axes)) if data.ndim else data
    return moved.reshape(*[data.shape[a] for a in kept], count)


def _product(data: Tensor, axes: tuple[int, ...], keepdims: bool) -> Tensor:
    if len(axes) == 1:
        return torch.prod(data, axes[0], keepdims, dtype=data.dtype)
    result = torch.prod(merged(data, axes), -1, dtype=data.dtype)
    return result.reshape([1 if a in axes else size for a, size in enumerate(data.shape) if keepdims or a not in axes])


class _Recorded(torch.autograd.Function):
    """Product whose slope is the product divided by the element: NaN for elements of 0, and 0 for NaN."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, axes: tuple[int, ...], skips_nan: bool) -> Tensor:
        result = _product(without_nan(data, 1) if skips_nan else data, axes, True)
        ctx.save_for_backward(data, result)
        ctx.skips_nan = skips_nan
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        data, result = ctx.saved_tensors
        slope = result / data
        if ctx.skips_nan:
            slope = torch.where(torch.isnan(data), torch.zeros_like(slope), slope)
        return grads[0] * slope, None, None


def product(data: Tensor, axes: tuple[int, ...], keepdims: bool, skips_nan: bool = False) -> Tensor:
    """Compute the product over `axes`, which must not be empty."""
    if data.requires_grad and torch.is_grad_enabled():
        result: Tensor = _Recorded.apply(data, axes, skips_nan)
        return result if keepdims else result.squeeze(axes)
    return _product(without_nan(data, 1) if skips_nan else data, axes, keepdims)
