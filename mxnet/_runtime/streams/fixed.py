"""Numbers of parallel operators with independent elements: uniform, integer and normal numbers."""

from __future__ import annotations

import functools
import math

import numpy as np
import torch
from torch import Tensor

from .numbers import logarithm, unit, words_of
from .words import MOST, UNIT, Rows, split

_INSIDE = math.pi / 4  # share of the points of a square that lie in its circle
_SMALL = 2.0 ** -90


def uniform(source: Rows, size: int, dtype: torch.dtype, scale: float = 1.0, shift: float = 0.0) -> Tensor:
    """Draw `size` numbers in [0, 1), times `scale` plus `shift`; return a matrix that starts with them."""
    rows, step, last = split(size)
    if dtype is not torch.float32:
        drawn = source.take(torch.empty((rows, step * 2), dtype=torch.uint32), last * 2)
        numbers = unit(drawn.numpy(), dtype)
        return numbers.mul_(scale).add_(shift) if scale != 1.0 or shift else numbers
    factor = scale * UNIT
    if 0.0 < abs(scale) < _SMALL:  # the factor would lose precision
        return uniform(source, size, dtype).mul_(scale).add_(shift)
    if torch.get_default_dtype() is dtype:
        words = source.window(rows, step) if last == step else None
        if words is None:
            words = source.few(rows, step, last)
        if words is not None:
            numbers = torch.mul(words, factor)  # convert and multiply in one pass
            return numbers.add_(shift) if shift else numbers

    def finish(part: Tensor) -> Tensor:
        part.mul_(factor)
        return part.add_(shift) if shift else part

    return source.take(torch.empty((rows, step), dtype=torch.float32), last, finish)


def chosen(source: Rows, size: int, chance: float, below: bool, factor: float) -> Tensor:
    """Return `factor` where a number in [0, 1) is at most `chance`, or `below` it, else 0.

    The result is a matrix that starts with these values.
    """
    rows, step, last = split(size)
    limit = chance / UNIT

    def finish(part: Tensor) -> Tensor:
        return (part.lt_(limit) if below else part.le_(limit)).mul_(factor)

    return source.take(torch.empty((rows, step), dtype=torch.float32), last, finish)


def shaped(matrix: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Return the start of a matrix in another shape."""
    return matrix.as_strided(shape, _strides(shape))


@functools.lru_cache(256)
def _strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(math.prod(shape[i + 1:]) for i in range(len(shape)))


def whole(source: Rows, size: int) -> np.ndarray:
    """Draw `size` integers of 63 bits: two words, the first shifted by 31 bits, added."""
    rows, step, last = split(size)
    drawn = source.take(torch.empty((rows, step * 2), dtype=torch.uint32), last * 2)
    words = drawn.numpy().reshape(-1, 2)[:size].astype(np.int64)
    return (words[:, 0] << 31) + words[:, 1]


def points(words: np.ndarray, dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor]:
    """Return points in a square from pairs of numbers in the last axis: coordinates and squared radius."""
    pairs = unit(words, dtype).mul_(2.0).sub_(1.0).reshape(*words.shape[:-1], -1, 2)
    x, y = pairs[..., 0], pairs[..., 1]
    return x, y, x * x + y * y


def inside(square: Tensor) -> Tensor:
    """Return a mask of the points in the circle, except its center."""
    return (square <= 1.0) & (square > 0.0)


def stretch(square: np.ndarray) -> np.ndarray:
    """Return the factor that makes the coordinates of a point in the circle normally distributed.

    NumPy's square root is correctly rounded; torch's is not on all processors.
    """
    result = logarithm(torch.from_numpy(square)).numpy()
    result *= -2.0
    result /= square
    return np.sqrt(result, out=result)


def points_for(wanted: int) -> int:
    """Return a number of points of which `wanted` are almost always in the circle."""
    return int(wanted / _INSIDE + 5.0 * math.sqrt(wanted) + 4.0)


def normal(source: Rows, size: int, dtype: torch.dtype) -> Tensor:
    """Draw `size` standard normal numbers: the second coordinate of each point in the circle."""
    rows, step, last = split(size)
    width = 2 * words_of(dtype)
    numbers = np.empty(rows * step, np.float32 if dtype is torch.float32 else np.float64)
    lacking = np.full(rows, step)
    lacking[-1:] = last
    place = np.arange(rows) * step
    while (most := int(lacking.max(initial=0))) > 0:
        looked = min(points_for(most), MOST // width)
        _, y, square = points(source.peek(rows, width * looked), dtype)
        chosen = inside(square).numpy()
        order = np.cumsum(chosen, axis=1, dtype=np.int32)
        accepted = np.minimum(order[:, -1], lacking)
        chosen &= order <= lacking[:, None]
        values = y.numpy()[chosen] * stretch(square.numpy()[chosen])
        if len(values) == size:
            numbers = values
        else:
            before = np.cumsum(accepted) - accepted
            numbers[np.repeat(place - before, accepted) + np.arange(len(values))] = values
        used = np.where(accepted < lacking, looked, (order < lacking[:, None]).sum(1) + (lacking > 0))
        source.advance(rows, used * width)
        place += accepted
        lacking -= accepted
    return torch.from_numpy(numbers[:size])
