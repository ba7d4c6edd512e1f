"""The pooling layer of old versions, which differs at padding and ties."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor
from torch.nn import functional

from .convolution import expand
from .facts import LEGACY
from .opdef import register
from .params import Bool, Choice, Shape
from .pooling import Sizes

_PoolType = Annotated[str, Choice("avg", "max", "sum")]
_Convention = Annotated[str, Choice("full", "valid")]


def _windows(data: Tensor, offset: tuple[int, int], stride: Sizes, counts: Sizes) -> Tensor:
    """The element at `offset` of every window, as a view of `data`."""
    rows, columns = offset[0] + stride[0] * (counts[0] - 1) + 1, offset[1] + stride[1] * (counts[1] - 1) + 1
    return data[:, :, offset[0]:rows:stride[0], offset[1]:columns:stride[1]]


class _MaxPool(torch.autograd.Function):
    """Maximum of windows whose gradient goes to every element that equals it."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, kernel: Sizes, stride: Sizes) -> Tensor:
        result: Tensor = functional.max_pool2d(data, kernel, stride)
        ctx.save_for_backward(data, result)
        ctx.kernel, ctx.stride = kernel, stride
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        data, result = ctx.saved_tensors
        gradient = torch.zeros_like(data)
        counts = tuple(result.shape[2:])
        for row in range(ctx.kernel[0]):
            for column in range(ctx.kernel[1]):
                place = (row, column)
                hit = _windows(data, place, ctx.stride, counts) == result
                _windows(gradient, place, ctx.stride, counts).add_(heads[0] * hit)
        return gradient, None, None


def _fill_up(data: Tensor, kernel: Sizes, stride: Sizes, convention: str, value: float) -> Tensor:
    """Room after the data for the last, incomplete window of convention 'full'."""
    if convention == "valid":
        return data
    missing = [max(0, -(-(size - k) // s) * s + k - size)
               for size, k, s in zip(data.shape[2:], kernel, stride, strict=True)]
    return functional.pad(data, [0, missing[1], 0, missing[0]], value=value) if any(missing) else data


@register("Pooling_v1", form=LEGACY)
def pooling_v1(data: Tensor, *, kernel: Shape = (), pool_type: _PoolType = "max", global_pool: Bool = False,
               pooling_convention: _Convention = "valid", stride: Shape = (), pad: Shape = ()) -> Tensor:
    """Pooling of two spatial axes where padding counts as zeros and means divide by the size of the kernel."""
    if data.ndim != 4 or not (global_pool or len(kernel) == 2):
        raise ValueError(f"data and kernel must have two spatial axes, received kernel {kernel}")
    sizes = tuple(data.shape[2:]) if global_pool else kernel
    strides, pads = ((1, 1), (0, 0)) if global_pool else (expand(stride, 2, 1), expand(pad, 2, 0))
    if any(pads):
        data = functional.pad(data, [pads[1], pads[1], pads[0], pads[0]])
    if any(k > size for k, size in zip(sizes, data.shape[2:], strict=True)):
        raise ValueError(f"kernel size {sizes} exceeds padded input {tuple(data.shape[2:])}")
    lowest = float("-inf") if pool_type == "max" else 0.0
    data = _fill_up(data, sizes, strides, pooling_convention, lowest)
    if pool_type == "max":
        return _MaxPool.apply(data, sizes, strides)
    sums = functional.avg_pool2d(data, sizes, strides, divisor_override=1)
    return sums / (sizes[0] * sizes[1]) if pool_type == "avg" else sums
