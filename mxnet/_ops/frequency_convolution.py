"""Convolutions of small maps by way of their frequencies, for training.

A correlation of two signals is a product of their Fourier coefficients. On maps of a dozen rows, with many
channels on both sides, three matrix products (into frequencies, over channels, back) cost less than sliding a
kernel of 5x5, and nearly half in the backward pass, where all but one of the transforms are at hand already.
Fourier matrices are orthogonal: the results are at least as exact as those of the sliding kernel.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import torch
from torch import Tensor

from .nonfinite import all_finite

# The operations of the sliding kernel must be this many times those by way of frequencies; measured.
_GAIN = 1.15
# The products over channels have these rows and columns: below, they waste most of a processor's vectors.
_SMALLEST_BATCH, _FEWEST_CHANNELS = 16, 8


class _Transforms(NamedTuple):
    """Matrices from positions to frequencies (real parts above imaginary ones) and back."""

    data: Tensor
    weight: Tensor
    result: Tensor


@functools.lru_cache(maxsize=128)
def _frequencies(height: int, width: int) -> list[tuple[int, int]]:
    """One of each pair of frequencies whose coefficients are conjugates."""
    every = [(u, v) for u in range(height) for v in range(width)]
    return [(u, v) for u, v in every if (u, v) <= (-u % height, -v % width)]


@functools.lru_cache(maxsize=32)
def _transforms(height: int, width: int, kernel: tuple[int, int]) -> _Transforms:
    kept = torch.tensor(_frequencies(height, width), dtype=torch.float64)
    period = torch.tensor([height, width], dtype=torch.float64)
    alone = (kept == -kept % period).all(1, keepdim=True)

    def waves(rows: int, columns: int) -> tuple[Tensor, Tensor]:
        places = torch.cartesian_prod(torch.arange(rows), torch.arange(columns))
        angles = 2 * math.pi * (kept / period) @ places.reshape(-1, 2).double().t()
        return angles.cos(), -angles.sin()

    result = [part * torch.where(alone, 1.0, 2.0) / (height * width)
              for part in waves(height - kernel[0] + 1, width - kernel[1] + 1)]
    parts = waves(height, width), waves(*kernel), result
    return _Transforms(*(torch.cat(list(pair)).float() for pair in parts))


@functools.lru_cache(maxsize=1024)
def _gains(batch: int, channels: int, filters: int, height: int, width: int, kernel: tuple[int, int]) -> bool:
    """Whether frequencies need so few operations that they are faster."""
    if batch < _SMALLEST_BATCH or min(channels, filters) < _FEWEST_CHANNELS or min(kernel) < 2:
        return False
    if height < kernel[0] or width < kernel[1]:
        return False
    places, outputs = height * width, (height - kernel[0] + 1) * (width - kernel[1] + 1)
    direct = batch * channels * filters * outputs * math.prod(kernel)
    transforms = batch * channels * places + batch * filters * outputs + channels * filters * math.prod(kernel)
    return direct > _GAIN * (places * transforms + 2 * places * batch * channels * filters)


def suits(data: Tensor, weight: Tensor, pad: tuple[int, ...]) -> bool:
    """Whether a convolution of stride 1 in one group is faster by way of frequencies."""
    if data.dtype is not torch.float32 or weight.dtype is not torch.float32 or data.device.type != "cpu":
        return False
    if not (torch.is_grad_enabled() and data.requires_grad and weight.requires_grad):
        return False
    batch, channels, height, width = data.shape
    filters, _, *kernel = weight.shape
    return _gains(batch, channels, filters, height + 2 * pad[0], width + 2 * pad[1], (kernel[0], kernel[1]))


def _first_places(data: Tensor) -> Tensor:
    """A matrix of places by everything else."""
    return data.permute(2, 3, 0, 1).reshape(data.shape[2] * data.shape[3], -1)


def _last_places(matrix: Tensor, height: int, width: int, outer: int, like: Tensor) -> Tensor:
    """The reverse of `_first_places`, in the memory order of `like`."""
    order = torch.channels_last if like.is_contiguous(memory_format=torch.channels_last) else torch.contiguous_format
    return matrix.view(height, width, outer, -1).permute(2, 3, 0, 1).clone(memory_format=order)


def _products(left: Tensor, right: Tensor, conjugate: bool) -> Tensor:
    """Products of complex matrices, one for each frequency; `conjugate` the right ones."""
    sign = 1 if conjugate else -1
    result = left.new_empty(*left.shape[:3], right.shape[3])
    real, imaginary = result.unbind()
    torch.bmm(left[0], right[0], out=real).baddbmm_(left[1], right[1], alpha=sign)
    torch.bmm(left[1], right[0], out=imaginary).baddbmm_(left[0], right[1], alpha=-sign)
    return result


def _has_finite_sums(*coefficients: Tensor) -> bool:
    """Whether all maps have finite sums, their coefficients of frequency 0.

    NaN or infinity at one place would spread over all places on the way through frequencies.
    """
    return all(all_finite(c[0, 0]) for c in coefficients)


class _FrequencyConvolution(torch.autograd.Function):
    """Correlation of maps with kernels where they overlap entirely."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, weight: Tensor) -> Tensor:
        batch, channels, height, width = data.shape
        filters, _, *kernel = weight.shape
        to = _transforms(height, width, (kernel[0], kernel[1]))
        signal = torch.mm(to.data, _first_places(data)).view(2, -1, batch, channels)
        kernels = torch.mm(to.weight, weight.permute(2, 3, 1, 0).reshape(math.prod(kernel), -1))
        kernels = kernels.view(2, -1, channels, filters)
        ctx.local = not _has_finite_sums(signal, kernels)
        if ctx.local:
            ctx.save_for_backward(data, weight, signal, kernels)
            return torch.conv2d(data, weight)
        result = torch.mm(to.result.t(), _products(signal, kernels, True).view(len(to.result), -1))
        ctx.save_for_backward(data, weight, signal, kernels)
        return _last_places(result, height - kernel[0] + 1, width - kernel[1] + 1, batch, data)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        data, weight, signal, kernels = ctx.saved_tensors
        if torch.is_grad_enabled() or ctx.local:
            return _differentiable_backward(heads[0], data, weight)
        batch, channels, height, width = data.shape
        to = _transforms(height, width, tuple(weight.shape[2:]))
        head = torch.mm(to.result, _first_places(heads[0])).view(2, -1, batch, len(weight))
        if not _has_finite_sums(head):
            return _differentiable_backward(heads[0], data, weight)
        to_data = _products(head, kernels.transpose(2, 3), False).view(len(to.data), -1)
        to_weight = _products(signal.transpose(2, 3), head, True).view(len(to.data), -1)
        data_gradient = _last_places(torch.mm(to.data.t(), to_data), height, width, batch, data)
        weight_gradient = torch.mm(to.weight.t(), to_weight).view(*weight.shape[2:], channels, -1)
        return data_gradient, weight_gradient.permute(3, 2, 0, 1).contiguous()


def _differentiable_backward(head: Tensor, data: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """The gradients as operations of the sliding kernel, which torch differentiates further."""
    gradients = torch.ops.aten.convolution_backward(head, data, weight, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1,
                                                    [True, True, False])
    return gradients[0], gradients[1]


def convolve(data: Tensor, weight: Tensor, bias: Tensor | None, pad: tuple[int, ...]) -> Tensor:
    """The convolution of stride 1 in one group."""
    if any(pad):
        data = torch.nn.functional.pad(data, (pad[1], pad[1], pad[0], pad[0]))
    result: Tensor = _FrequencyConvolution.apply(data, weight)
    return result if bias is None else result.add_(bias.reshape(-1, 1, 1))
