"""Max pooling whose backward pass keeps the indices of the maxima instead of the data.

Torch's operator also keeps the data, although its backward pass only needs the shape. If relu follows the pooling
instead of preceding it, nothing else needs these arrays, which are the largest of most networks.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from .._runtime import torch_private

_BY_RANK: dict[int, Any] = {1: functional.max_pool1d, 2: functional.max_pool2d, 3: functional.max_pool3d}
# The function below takes 20 microseconds more than torch's.
_LARGE = 1 << 18
_NO_DILATION = [1, 1]

Sizes = tuple[int, ...]


def _dense_strides(data: Tensor) -> Sizes:
    """Return the strides of the gradient, which has no gaps or repeated elements even if the data has."""
    if data.is_contiguous() or data.is_contiguous(memory_format=torch.channels_last):
        return data.stride()
    _, channels, height, width = data.shape
    return channels * height * width, height * width, width, 1


class _KeepsPlaces(torch.autograd.Function):
    """Max pooling over two axes that saves the indices of the maxima."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, kernel: Sizes, stride: Sizes, pad: Sizes) -> Tensor:
        maxima, places = torch_private.max_pool_with_indices(data, kernel, stride, pad, _NO_DILATION, False)
        ctx.save_for_backward(places)
        ctx.windows, ctx.shape, ctx.strides = (kernel, stride, pad), data.shape, _dense_strides(data)
        return maxima

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        (places,) = ctx.saved_tensors
        head = heads[0]
        # Torch reads only shape and strides of the data, and the result has the same.
        result = torch.empty_strided(ctx.shape, ctx.strides, dtype=head.dtype, device=head.device)
        arguments = (head, result, *ctx.windows, _NO_DILATION, False, places)
        if head.requires_grad and torch.is_grad_enabled():
            return torch_private.max_pool_backward(*arguments), None, None, None
        return torch_private.max_pool_backward_out(*arguments, grad_input=result), None, None, None


def max_pool(data: Tensor, kernel: Sizes, stride: Sizes, pad: Sizes = ()) -> Tensor:
    """Compute the maximum over windows of one, two or three axes, ignoring padding."""
    rank = len(kernel)
    if rank == 2 and data.numel() >= _LARGE and data.requires_grad and torch.is_grad_enabled() and (
            not torch.compiler.is_compiling()):
        maxima: Tensor = _KeepsPlaces.apply(data, kernel, stride, pad or (0, 0))
        return maxima
    maxima = _BY_RANK[rank](data, kernel, stride, pad or 0)
    return maxima
