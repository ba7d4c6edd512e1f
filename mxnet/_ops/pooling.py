"""Pooling layers."""

from __future__ import annotations

from typing import Annotated

import torch
from torch import Tensor
from torch.nn import functional

from .convolution import expand
from .opdef import register
from .params import Bool, Choice, OptBool, OptInt, OptStr, Shape

_MAX = {1: functional.max_pool1d, 2: functional.max_pool2d, 3: functional.max_pool3d}
PoolType = Annotated[str, Choice("avg", "lp", "max", "sum")]
Convention = Annotated[str, Choice("full", "same", "valid")]


def _paddings(sizes: list[int], kernel: tuple[int, ...], stride: tuple[int, ...], pad: tuple[int, ...],
              convention: str) -> list[tuple[int, int]]:
    """Padding before and after each axis so that floor-mode windows match `convention`."""
    pairs = []
    for size, k, s, p in zip(sizes, kernel, stride, pad, strict=True):
        if convention == "same":
            total = max(0, (-(-size // s) - 1) * s + k - size)
            pairs.append((total // 2, total - total // 2))
        elif convention == "full":
            count = -(-(size + 2 * p - k) // s) + 1
            pairs.append((p, max(p, (count - 1) * s + k - size - p)))
        else:
            pairs.append((p, p))
    return pairs


def _padded(data: Tensor, pairs: list[tuple[int, int]], value: float) -> Tensor:
    if not any(before or after for before, after in pairs):
        return data
    flat = [n for pair in reversed(pairs) for n in pair]
    return functional.pad(data, flat, value=value)


def _window_sums(data: Tensor, kernel: tuple[int, ...], stride: tuple[int, ...]) -> Tensor:
    rank, volume = len(kernel), 1
    for k in kernel:
        volume *= k
    if rank == 3:
        return functional.avg_pool3d(data, kernel, stride, divisor_override=1)
    if rank == 2:
        return functional.avg_pool2d(data, kernel, stride, divisor_override=1)
    return functional.avg_pool1d(data, kernel, stride) * volume


def _counts(sizes: list[int], pairs: list[tuple[int, int]], kernel: tuple[int, ...], stride: tuple[int, ...],
            pad: tuple[int, ...], include_pad: bool, like: Tensor) -> Tensor:
    """How many elements each window averages over: none beyond the declared padding."""
    mask = torch.ones([1, 1, *sizes], dtype=like.dtype, device=like.device)
    if include_pad:
        mask = _padded(mask, [(p, p) for p in pad], 1.0)
        pairs = [(0, max(0, after - p)) for (_, after), p in zip(pairs, pad, strict=True)]
    return _window_sums(_padded(mask, pairs, 0.0), kernel, stride)


def _max_pool(data: Tensor, pairs: list[tuple[int, int]], kernel: tuple[int, ...], stride: tuple[int, ...]) -> Tensor:
    pool, rank = _MAX[len(kernel)], len(kernel)
    if all(before == after and 2 * before <= k for (before, after), k in zip(pairs, kernel, strict=True)):
        return pool(data, kernel, stride, tuple(before for before, _ in pairs))
    lowest = float("-inf") if data.is_floating_point() else torch.iinfo(data.dtype).min
    return pool(_padded(data, pairs, lowest), kernel, stride, (0,) * rank)


def _global_pool(data: Tensor, pool_type: str, p_value: int) -> Tensor:
    axes = tuple(range(2, data.ndim))
    if pool_type == "max":
        return torch.amax(data, axes, True)
    if pool_type == "lp":
        return torch.sum(torch.abs(data) ** p_value, axes, True) ** (1.0 / p_value)
    return torch.mean(data, axes, True) if pool_type == "avg" else torch.sum(data, axes, True)


def _pool(data: Tensor, kernel: tuple[int, ...], pool_type: str, convention: str, stride: tuple[int, ...],
          pad: tuple[int, ...], p_value: int, include_pad: bool) -> Tensor:
    sizes = list(data.shape[2:])
    for size, k, p in zip(sizes, kernel, pad, strict=True):
        if k > size + 2 * p:
            raise ValueError(f"kernel size {kernel} exceeds input {tuple(sizes)} padded by {pad}")
    pairs = _paddings(sizes, kernel, stride, pad, convention)
    if pool_type == "max":
        return _max_pool(data, pairs, kernel, stride)
    if pool_type == "lp":
        powers = _window_sums(_padded(torch.abs(data) ** p_value, pairs, 0.0), kernel, stride)
        return powers ** (1.0 / p_value)
    sums = _window_sums(_padded(data, pairs, 0.0), kernel, stride)
    if pool_type == "sum":
        return sums
    return sums / _counts(sizes, pairs, kernel, stride, pad, include_pad, data)


@register("Pooling", workspace=lambda p: p["pool_type"] == "max")
def pooling(data: Tensor, *, kernel: Shape = (), pool_type: PoolType = "max", global_pool: Bool = False,
            cudnn_off: Bool = False, pooling_convention: Convention = "valid", stride: Shape = (), pad: Shape = (),
            p_value: OptInt = None, count_include_pad: OptBool = None, layout: OptStr = None) -> Tensor:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    last = layout is not None and layout.endswith("C")
    if last:
        data = data.movedim(-1, 1)
    power = 2 if p_value is None else p_value
    if global_pool:
        result = _global_pool(data, pool_type, power)
    else:
        rank = len(kernel)
        result = _pool(data, kernel, pool_type, pooling_convention, expand(stride, rank, 1), expand(pad, rank, 0),
                       power, count_include_pad is not False)
    return result.movedim(1, -1) if last else result
