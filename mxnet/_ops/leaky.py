"""Relatives of relu as MXNet's own kernels compute them, partly in single precision whatever the type.

It leaves single precision to oneDNN, as torch does; only elements that are not finite differ there.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from .nonfinite import all_finite

# The constants have single precision there.
_SELU_ALPHA, _SELU_LAMBDA = 1.6732631921768188, 1.0507010221481323
_ROOT_OF_2 = 1.4142135381698608
_SINGLE = torch.float32
_INFINITY = float("inf")
_LARGE = 1e30


@functools.lru_cache(maxsize=1024)
def _rounded(number: float, dtype: torch.dtype) -> float:
    """The parameter in single precision, in which it is parsed, and then in the type of the data."""
    single = torch.tensor(number, dtype=torch.float32)
    return single.item() if dtype is torch.float64 else single.to(dtype).item()


def _selu(data: Tensor) -> Tensor:
    scale = _rounded(_SELU_LAMBDA, data.dtype)
    if data.dtype.itemsize == 2:
        below = (_SELU_ALPHA * torch.expm1(data.to(_SINGLE))).to(data.dtype)
        return torch.where(data > 0, data, below) * scale
    result: Tensor = torch.ops.aten.elu(data, _SELU_ALPHA, scale)
    return result


class _Selu(torch.autograd.Function):
    """Selu with MXNet's gradient ``lambda * (alpha + y)`` of negative elements, where the derivative is larger."""

    @staticmethod
    def forward(ctx: Any, data: Tensor) -> Tensor:
        result = _selu(data)
        ctx.scale = _rounded(_SELU_LAMBDA, data.dtype)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        (result,) = ctx.saved_tensors
        wide = result.to(_SINGLE) if result.dtype.itemsize == 2 else result
        return heads[0] * torch.where(result > 0, ctx.scale, ctx.scale * (_SELU_ALPHA + wide).to(result.dtype))


class _Sloped(torch.autograd.Function):
    """Leaky relu or elu (`smooth`), which take positive results for those of positive elements."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, slope: float, smooth: bool) -> Tensor:
        if smooth:
            result = functional.elu(data, slope)
        else:
            result = torch.where(data > 0, data, (data.to(_SINGLE) * slope).to(data.dtype))
        ctx.save_for_backward(result)
        ctx.slope, ctx.smooth = slope, smooth
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        (result,) = ctx.saved_tensors
        below = ctx.slope + result if ctx.smooth else torch.full_like(result, ctx.slope)
        return heads[0] * torch.where(result > 0, 1.0, below), None, None


class _Unstopped(torch.autograd.Function):
    """Leaky relu as oneDNN has it: what is not a number passes the gradient on as positive elements do."""

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
    """``x`` or, if that is not positive, ``slope * x``."""
    if data.dtype is not _SINGLE:
        sloped: Tensor = _Sloped.apply(data, _rounded(slope, data.dtype), False)
        return sloped
    result = functional.leaky_relu(data, slope)
    if (result.requires_grad or slope == 0) and not all_finite(result):
        result = _Unstopped.apply(data, slope)
    return result


def elu(data: Tensor, slope: float) -> Tensor:
    """``x`` or, if that is not positive, ``slope * (exp(x) - 1)``."""
    if data.dtype is _SINGLE:
        return functional.elu(data, slope)
    sloped: Tensor = _Sloped.apply(data, _rounded(slope, data.dtype), True)
    return sloped


def selu(data: Tensor) -> Tensor:
    """Elu with the constants that keep mean and variance."""
    return _Selu.apply(data) if data.requires_grad and torch.is_grad_enabled() else _selu(data)


class _Gelu(torch.autograd.Function):
    """Gelu in single precision."""

    @staticmethod
    def forward(ctx: Any, data: Tensor) -> Tensor:
        ctx.save_for_backward(data)
        single = data.to(_SINGLE)
        return (0.5 * single * (1.0 + torch.erf(single / _ROOT_OF_2))).to(data.dtype)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        single = ctx.saved_tensors[0].to(_SINGLE)
        scaled = single / _ROOT_OF_2
        density = torch.exp(-scaled * scaled) * (2.0 / math.sqrt(math.pi))
        slopes = 0.5 * (1.0 + torch.erf(scaled) + single * density / _ROOT_OF_2)
        return heads[0] * slopes.to(heads[0].dtype)


def gelu(data: Tensor) -> Tensor:
    """``x`` times the probability that a normally distributed number is smaller."""
    if data.dtype is not _SINGLE:
        result: Tensor = _Gelu.apply(data)
        return result
    result = functional.gelu(data)
    # oneDNN has become less careful: infinity times one was infinity.
    return result if all_finite(result) else torch.where(data > _LARGE, data, result)


class _Prelu(torch.autograd.Function):
    """Leaky relu with slopes of the shape of the data, or with which it broadcasts."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, gamma: Tensor) -> Tensor:
        ctx.save_for_backward(data, gamma)
        return torch.where(data > 0, data, (data.to(_SINGLE) * gamma.to(_SINGLE)).to(data.dtype))

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        data, gamma = ctx.saved_tensors
        inner = heads[0] * torch.where(data > 0, 1.0, gamma)
        # Not masked: an infinite gradient is no number where the slope does not matter.
        outer = (heads[0] * data.clamp(max=0.0)).sum_to_size(gamma.shape)
        return inner, outer


def prelu(data: Tensor, gamma: Tensor) -> Tensor:
    """`leaky` with slopes that broadcast."""
    result: Tensor = _Prelu.apply(data, gamma)
    return result
