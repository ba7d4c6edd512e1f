"""Variants of relu with MXNet's gradients and handling of non-finite elements."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from .._runtime import torch_private
from .nonfinite import all_finite

_SELU_ALPHA, _SELU_LAMBDA = 1.6732632423543772, 1.0507009873554805
_INFINITY = float("inf")
_LARGE = 1e30


def _selu(data: Tensor) -> Tensor:
    return torch_private.scaled_elu(data, _SELU_ALPHA, _SELU_LAMBDA)


class _Selu(torch.autograd.Function):
    """Selu with MXNet's gradient ``lambda * (alpha + y)`` for negative elements, which is below the true derivative."""

    @staticmethod
    def forward(ctx: Any, data: Tensor) -> Tensor:
        result = _selu(data)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        (result,) = ctx.saved_tensors
        return heads[0] * torch.where(result > 0, _SELU_LAMBDA, _SELU_LAMBDA * (_SELU_ALPHA + result))


class _Sloped(torch.autograd.Function):
    """Leaky relu or elu (`smooth`) whose gradient treats elements with positive results as positive."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, slope: float, smooth: bool) -> Tensor:
        result = functional.elu(data, slope) if smooth else functional.leaky_relu(data, slope)
        ctx.save_for_backward(result)
        ctx.slope, ctx.smooth = slope, smooth
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        (result,) = ctx.saved_tensors
        below = ctx.slope + result if ctx.smooth else torch.full_like(result, ctx.slope)
        return heads[0] * torch.where(result > 0, 1.0, below), None, None


class _Unstopped(torch.autograd.Function):
    """Leaky relu with oneDNN's gradient: NaN passes the gradient like positive elements."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, slope: float) -> Tensor:
        ctx.save_for_backward(data)
        ctx.slope = slope
        result = functional.leaky_relu(data, slope)
        return result if slope else result.nan_to_num_(0.0, _INFINITY)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        (data,) = ctx.saved_tensors
        return torch.where(data <= 0, heads[0] * ctx.slope, heads[0]), None


def leaky(data: Tensor, slope: float) -> Tensor:
    """Return ``x`` if positive, else ``slope * x``."""
    if data.dtype is not torch.float32:
        sloped: Tensor = _Sloped.apply(data, slope, False)
        return sloped
    result = functional.leaky_relu(data, slope)
    if (result.requires_grad or slope == 0) and not all_finite(result):
        result = _Unstopped.apply(data, slope)
    return result


def elu(data: Tensor, slope: float) -> Tensor:
    """Return ``x`` if positive, else ``slope * (exp(x) - 1)``."""
    if data.dtype is torch.float32:
        return functional.elu(data, slope)
    sloped: Tensor = _Sloped.apply(data, slope, True)
    return sloped


def selu(data: Tensor) -> Tensor:
    """Compute elu with the constants that preserve mean and variance."""
    return _Selu.apply(data) if data.requires_grad and torch.is_grad_enabled() else _selu(data)


def gelu(data: Tensor) -> Tensor:
    """Multiply ``x`` by the standard normal cumulative distribution function."""
    result = functional.gelu(data)
    # Newer oneDNN versions return NaN for infinity; older ones returned infinity.
    return result if all_finite(result) else torch.where(data > _LARGE, data, result)


class _Prelu(torch.autograd.Function):
    """Leaky relu with slopes that have the shape of the data or broadcast to it."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, gamma: Tensor) -> Tensor:
        ctx.save_for_backward(data, gamma)
        return torch.where(data > 0, data, data * gamma)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        data, gamma = ctx.saved_tensors
        inner = heads[0] * torch.where(data > 0, 1.0, gamma)
        # Unmasked: an infinite gradient gives NaN where the slope does not matter.
        outer = (heads[0] * data.clamp(max=0.0)).sum_to_size(gamma.shape)
        return inner, outer


def prelu(data: Tensor, gamma: Tensor) -> Tensor:
    """Compute `leaky` with slopes that broadcast."""
    result: Tensor = _Prelu.apply(data, gamma)
    return result
