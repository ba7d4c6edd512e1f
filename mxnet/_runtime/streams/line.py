"""Numbers of operators that draw from a single twister: ``mx.np.random``, shuffling and multinomial sampling."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from .fixed import inside, points, points_for, stretch
from .numbers import unit, words_of
from .words import Line

_RANGE = 2 ** 32 - 1  # the largest word, the divisor in the C++ library


def uniform(source: Line, size: int, dtype: torch.dtype) -> Tensor:
    """Draw `size` numbers in [0, 1). The caller must copy them to keep them."""
    if dtype is torch.float32:
        return source.take_units(size)
    return unit(source.take(2 * size), dtype)


def normal(source: Line, size: int, dtype: torch.dtype) -> Tensor:
    """Draw `size` normal numbers: the second, then the first coordinate of each point in the circle."""
    width = 2 * words_of(dtype)
    numbers = np.empty((-(-size // 2), 2), np.float32 if dtype is torch.float32 else np.float64)
    filled = 0
    while filled < len(numbers):
        lacking = len(numbers) - filled
        x, y, square = points(source.peek(width * points_for(lacking)), dtype)
        chosen = np.flatnonzero(inside(square).numpy())[:lacking]
        factor = stretch(square.numpy()[chosen])
        part = numbers[filled:filled + len(chosen)]
        np.multiply(y.numpy()[chosen], factor, out=part[:, 0])
        np.multiply(x.numpy()[chosen], factor, out=part[:, 1])
        filled += len(chosen)
        source.advance(width * (int(chosen[-1]) + 1 if len(chosen) == lacking else len(square)))
    return torch.from_numpy(numbers.reshape(-1)[:size])


def below(source: Line, limits: np.ndarray) -> np.ndarray:
    """Draw an integer below each of `limits`; words beyond the last full multiple of a limit are skipped."""
    integers = np.empty(len(limits), np.int64)
    scale = _RANGE // limits
    start = 0
    while start < len(limits):
        words = source.peek(len(limits) - start).astype(np.int64)
        refused = np.flatnonzero(words >= limits[start:] * scale[start:])
        count = int(refused[0]) if len(refused) else len(words)
        integers[start:start + count] = words[:count] // scale[start:start + count]
        source.advance(min(count + 1, len(words)))
        start += count
    return integers


def _swap(size: int, places: list[int], others: list[int]) -> np.ndarray:
    order = list(range(size))
    for i, j in zip(places, others, strict=True):
        order[i], order[j] = order[j], order[i]
    return np.array(order, np.int64)


def order_upwards(source: Line, size: int) -> Tensor:
    """Return a random order: swap each element from the second on with one at or before its position."""
    places = np.arange(1, size)
    return torch.from_numpy(_swap(size, places.tolist(), below(source, places + 1).tolist()))


def order_downwards(source: Line, size: int) -> Tensor:
    """Return a random order: swap each element from the last down to the second with one at or before its position."""
    places = np.arange(size - 1, 0, -1)
    return torch.from_numpy(_swap(size, places.tolist(), below(source, places + 1).tolist()))
