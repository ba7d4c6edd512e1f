"""Relu with MXNet's handling of NaN.

The operator `relu` keeps NaN and sets the gradient to NaN there. `Activation` delegates single precision to oneDNN,
which returns 0 with a gradient of 0. Torch passes NaN and its gradient through.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .nonfinite import all_finite

_INFINITY = float("inf")
_BY_ONEDNN = (torch.float32, torch.bfloat16)
_FEW = 2048
_without_nan, _is_compiling = torch.nan_to_num_, torch.compiler.is_compiling


class _NoNumber(torch.autograd.Function):
    """Result of relu whose gradient is NaN where the result is NaN."""

    @staticmethod
    def forward(ctx: Any, result: Tensor) -> Tensor:
        ctx.save_for_backward(result)
        return result.view_as(result)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        (result,) = ctx.saved_tensors
        return torch.where(torch.isnan(result), result.detach(), heads[0])


def _mark_nan(result: Tensor) -> Tensor:
    if result.requires_grad and not all_finite(result):
        marked: Tensor = _NoNumber.apply(result)
        return marked
    return result


def _clear_nan(result: Tensor) -> Tensor:
    if _is_compiling():
        return torch.nan_to_num(result, 0.0, _INFINITY, -_INFINITY)
    # Hidden from autograd: the gradient of relu is computed from the result, and is 0 where the result is 0.
    values = result.data if result.requires_grad else result
    # On the CPU, checking many elements takes half the time of clearing them.
    if values.numel() < _FEW or not values.is_cpu or not all_finite(values):
        _without_nan(values, 0.0, _INFINITY, -_INFINITY)
    return result


def relu(data: Tensor) -> Tensor:
    """Compute ``max(x, 0)`` and keep NaN."""
    return _mark_nan(torch.relu(data))


def relu_(data: Tensor) -> Tensor:
    """Apply `relu` in place."""
    return _mark_nan(torch.relu_(data))


def activated(data: Tensor) -> Tensor:
    """Compute ``max(x, 0)`` as `Activation` does."""
    return _clear_nan(torch.relu(data)) if data.dtype in _BY_ONEDNN and data.ndim <= 5 else relu(data)


def activated_(data: Tensor) -> Tensor:
    """Apply `activated` in place."""
    return _clear_nan(torch.relu_(data)) if data.dtype in _BY_ONEDNN and data.ndim <= 5 else relu_(data)
