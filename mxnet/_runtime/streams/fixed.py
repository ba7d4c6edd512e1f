"""Numbers of parallel operators whose elements need nothing of one another: uniform, whole and normal numbers."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor

from .numbers import logarithm, unit, words_of
from .words import MOST, Rows, split

_INSIDE = math.pi / 4  # of the points in a square, those in its circle


def uniform(source: Rows, size: int, dtype: torch.dtype) -> Tensor:
    """`size` numbers in [0, 1)."""
    rows, step, last = split(size)
    count = words_of(dtype)
    made = unit(source.take(rows, step * count, last * count), dtype)
    return made.reshape(-1)[:size]


def whole(source: Rows, size: int) -> np.ndarray:
    """`size` whole numbers of 63 bits: two words, the first 31 bits above the second, added."""
    rows, step, last = split(size)
    words = source.take(rows, step * 2, last * 2).reshape(-1, 2)[:size].astype(np.int64)
    return (words[:, 0] << 31) + words[:, 1]


def points(words: np.ndarray, dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor]:
    """Points in a square, made of pairs of numbers in the last axis: coordinates and the square of the radius."""
    made = unit(words, dtype).mul_(2.0).sub_(1.0).reshape(*words.shape[:-1], -1, 2)
    x, y = made[..., 0], made[..., 1]
    return x, y, x * x + y * y


def inside(square: Tensor) -> Tensor:
    """Which points are in the circle, and not its centre."""
    return (square <= 1.0) & (square > 0.0)


def stretch(square: np.ndarray) -> np.ndarray:
    """What the coordinates of a point in the circle are multiplied by to be normally distributed.

    NumPy's square root is correctly rounded; torch's is not on all processors.
    """
    made = logarithm(torch.from_numpy(square)).numpy()
    made *= -2.0
    made /= square
    return np.sqrt(made, out=made)


def points_for(wanted: int) -> int:
    """How many points to look at so that `wanted` of them are almost always in the circle."""
    return int(wanted / _INSIDE + 5.0 * math.sqrt(wanted) + 4.0)


def normal(source: Rows, size: int, dtype: torch.dtype) -> Tensor:
    """`size` numbers of the standard normal distribution: the second coordinate of each point in the circle."""
    rows, step, last = split(size)
    width = 2 * words_of(dtype)
    made = np.empty(rows * step, np.float32 if dtype is torch.float32 else np.float64)
    lacking = np.full(rows, step)
    lacking[-1:] = last
    place = np.arange(rows) * step
    while (most := int(lacking.max(initial=0))) > 0:
        looked = min(points_for(most), MOST // width)
        _, y, square = points(source.peek(rows, width * looked), dtype)
        chosen = inside(square).numpy()
        order = np.cumsum(chosen, axis=1, dtype=np.int32)
        found = np.minimum(order[:, -1], lacking)
        chosen &= order <= lacking[:, None]
        values = y.numpy()[chosen] * stretch(square.numpy()[chosen])
        if len(values) == size:
            made = values
        else:
            before = np.cumsum(found) - found
            made[np.repeat(place - before, found) + np.arange(len(values))] = values
        used = np.where(found < lacking, looked, (order < lacking[:, None]).sum(1) + (lacking > 0))
        source.advance(rows, used * width)
        place += found
        lacking -= found
    return torch.from_numpy(made[:size])
