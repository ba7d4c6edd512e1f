"""Numbers of parallel operators whose elements need nothing of one another: uniform, whole and normal numbers."""

from __future__ import annotations

import functools
import math

import numpy as np
import torch
from torch import Tensor

from .numbers import logarithm, unit, words_of
from .words import MOST, UNIT, Rows, split

_INSIDE = math.pi / 4  # of the points in a square, those in its circle
_SMALL = 2.0 ** -90


def uniform(source: Rows, size: int, dtype: torch.dtype, scale: float = 1.0, shift: float = 0.0) -> Tensor:
    """`size` numbers in [0, 1), times `scale` plus `shift`: a matrix that begins with them."""
    rows, step, last = split(size)
    if dtype is not torch.float32:
        drawn = source.take(torch.empty((rows, step * 2), dtype=torch.uint32), last * 2)
        made = unit(drawn.numpy(), dtype)
        return made.mul_(scale).add_(shift) if scale != 1.0 or shift else made
    factor = scale * UNIT
    if 0.0 < abs(scale) < _SMALL:  # the factor would have too few digits
        return uniform(source, size, dtype).mul_(scale).add_(shift)
    if torch.get_default_dtype() is dtype:
        words = source.window(rows, step) if last == step else None
        if words is None:
            words = source.few(rows, step, last)
        if words is not None:
            made = torch.mul(words, factor)  # converted and multiplied in one pass
            return made.add_(shift) if shift else made

    def finish(part: Tensor) -> Tensor:
        part.mul_(factor)
        return part.add_(shift) if shift else part

    return source.take(torch.empty((rows, step), dtype=torch.float32), last, finish)


def chosen(source: Rows, size: int, chance: float, below: bool, factor: float) -> Tensor:
    """`factor` where a number in [0, 1) is at most `chance`, or below it, and 0 elsewhere: a matrix that begins so."""
    rows, step, last = split(size)
    limit = chance / UNIT

    def finish(part: Tensor) -> Tensor:
        return (part.lt_(limit) if below else part.le_(limit)).mul_(factor)

    return source.take(torch.empty((rows, step), dtype=torch.float32), last, finish)


def shaped(matrix: Tensor, shape: tuple[int, ...]) -> Tensor:
    """The beginning of a matrix in another shape."""
    return matrix.as_strided(shape, _strides(shape))


@functools.lru_cache(256)
def _strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(math.prod(shape[i + 1:]) for i in range(len(shape)))


def whole(source: Rows, size: int) -> np.ndarray:
    """`size` whole numbers of 63 bits: two words, the first 31 bits above the second, added."""
    rows, step, last = split(size)
    drawn = source.take(torch.empty((rows, step * 2), dtype=torch.uint32), last * 2)
    words = drawn.numpy().reshape(-1, 2)[:size].astype(np.int64)
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
