"""CPU random operators that reproduce MXNet's numbers, including its intermediate dtypes.

Parameters are single precision numbers or arrays in the shape of the result. C++ promotes to the wider of two dtypes,
so the steps below keep the dtypes separate until they are combined.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from .._runtime.streams import ROWS, Lanes, Streams, fixed, line, logarithm

Shape = tuple[int, ...]
Parameter = float | Tensor


def _wide(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype in which numbers are drawn: double precision for half precision results."""
    return torch.float32 if dtype is torch.float32 else torch.float64


def narrowed(values: Tensor, dtype: torch.dtype) -> Tensor:
    """Convert `values` to another dtype; conversion to half precision goes through single precision."""
    if values.dtype is dtype:
        return values
    return values.to(torch.float32).to(dtype) if dtype is torch.float16 else values.to(dtype)


@functools.lru_cache(1024)
def in_single(value: float) -> float:
    """Parse a number as MXNet does: round the digits before and after the point separately, then add."""
    digits, _, exponent = repr(abs(float(value))).partition("e")
    whole, _, rest = digits.partition(".")
    if not whole.isdigit():
        return value
    value_in_single = np.float32(int(whole)) + np.float32(float(int(rest or "0")) / float(10 ** len(rest)))
    power = int(exponent or "0")
    scale = np.float32(1.0)
    for factor in [1e8] * (abs(power) // 8) + [10.0] * (abs(power) % 8):
        scale *= np.float32(factor)
    return math.copysign(float(value_in_single * scale if power > 0 else value_in_single / scale), value)


def _numbers(value: Parameter, size: int) -> np.ndarray:
    """Return a parameter for each element."""
    if isinstance(value, Tensor):
        wide = value.to(torch.float32) if value.dtype in (torch.float16, torch.bfloat16) else value
        return wide.detach().reshape(-1).numpy()
    return np.broadcast_to(np.float32(in_single(value)), (size,))


@functools.lru_cache(1024)
def width_of(low: float, high: float) -> float:
    """Compute high - low in single precision."""
    return float(np.float32(in_single(high)) - np.float32(in_single(low)))


def uniform(streams: Streams, low: Parameter, high: Parameter, shape: Shape, dtype: torch.dtype) -> Tensor:
    """Draw numbers in ``[low, high)``."""
    size = math.prod(shape)
    if isinstance(low, Tensor) or isinstance(high, Tensor):
        drawn = fixed.shaped(fixed.uniform(streams.rows, size, _wide(dtype)), shape)
        return narrowed(low + (high - low) * drawn, dtype)
    drawn = fixed.uniform(streams.rows, size, _wide(dtype), width_of(low, high), in_single(low))
    return narrowed(fixed.shaped(drawn, shape), dtype)


def normal(streams: Streams, loc: Parameter, scale: Parameter, shape: Shape, dtype: torch.dtype) -> Tensor:
    """Draw normally distributed numbers."""
    drawn = fixed.normal(streams.rows, math.prod(shape), _wide(dtype)).reshape(shape)
    if isinstance(scale, Tensor) or isinstance(loc, Tensor):
        return narrowed(drawn * scale + loc, dtype)
    return narrowed(drawn.mul_(in_single(scale)).add_(in_single(loc)), dtype)


def exponential(streams: Streams, lam: Parameter, shape: Shape, dtype: torch.dtype) -> Tensor:
    """Draw exponentially distributed numbers, computed in double precision."""
    drawn = 1.0 - fixed.shaped(fixed.uniform(streams.rows, math.prod(shape), _wide(dtype)), shape).to(torch.float64)
    rate = lam if isinstance(lam, Tensor) else in_single(lam)
    return narrowed(logarithm(drawn).neg_().div_(rate), dtype)


def gamma(streams: Streams, alpha: Parameter, beta: Parameter, shape: Shape, dtype: torch.dtype) -> Tensor:
    """Draw gamma numbers; half precision results are drawn in single precision."""
    size = math.prod(shape)
    lanes = Lanes(streams.rows, size, torch.float64 if dtype is torch.float64 else torch.float32)
    return torch.from_numpy(lanes.gamma(_numbers(alpha, size), _numbers(beta, size))).reshape(shape).to(dtype)


def _counts(drawn: np.ndarray, shape: Shape, dtype: torch.dtype) -> Tensor:
    return narrowed(torch.from_numpy(drawn).reshape(shape), dtype)


def poisson(streams: Streams, lam: Parameter, shape: Shape, dtype: torch.dtype) -> Tensor:
    """Draw Poisson numbers in single precision."""
    size = math.prod(shape)
    drawn = Lanes(streams.rows, size, torch.float32).poisson(_numbers(lam, size).astype(np.float32))
    return _counts(drawn, shape, dtype)


def negative_binomial(streams: Streams, k: Parameter, p: Parameter, shape: Shape, dtype: torch.dtype) -> Tensor:
    """Draw Poisson numbers whose means are gamma numbers, both in single precision."""
    size = math.prod(shape)
    chance = _numbers(p, size).astype(np.float32).astype(np.float64)
    beta = ((1.0 - chance) / chance).astype(np.float32)
    parameters = _numbers(k, size)
    real_dtype = parameters.dtype if parameters.dtype.kind == "f" else np.float32
    lanes = Lanes(streams.rows, size, torch.float32)
    alpha = parameters.astype(np.float32).astype(real_dtype)
    drawn = lanes.mixture(alpha, beta.astype(real_dtype), np.zeros(size, bool), np.zeros(size, np.float32))
    return _counts(drawn, shape, dtype)


def generalized_negative_binomial(streams: Streams, mu: Parameter, alpha: Parameter, shape: Shape,
                                  dtype: torch.dtype) -> Tensor:
    """Draw Poisson numbers whose means are gamma numbers, or `mu` where `alpha` is 0."""
    size = math.prod(shape)
    mean, dispersion = _numbers(mu, size), _numbers(alpha, size)
    plain = dispersion == 0
    form = 1 / np.where(plain, 1, dispersion).astype(dispersion.dtype)
    drawn = Lanes(streams.rows, size, torch.float32).mixture(form.astype(dispersion.dtype), dispersion * mean, plain,
                                                             mean.astype(np.float32))
    return _counts(drawn, shape, dtype)


def integers(streams: Streams, low: int, high: int, shape: Shape, dtype: torch.dtype) -> Tensor:
    """Draw integers in ``[low, high)`` as the remainder of 63 bits, as C++ does."""
    drawn = np.fmod(fixed.whole(streams.rows, math.prod(shape)), high - low) + low
    return torch.from_numpy(drawn).reshape(shape).to(dtype)


def mask(streams: Streams, shape: Shape, dtype: torch.dtype, p: float, shared: bool) -> Tensor:
    """Return the dropout mask in single precision. On shared axes, a number equal to the threshold is dropped."""
    chance, factor = _chance(p)
    size = math.prod(shape)
    if dtype is torch.float32 and chance:
        return fixed.shaped(fixed.chosen(streams.rows, size, chance, shared, factor), shape)
    drawn = fixed.uniform(streams.rows, size, _wide(dtype)).to(torch.float32)
    kept = drawn < chance if shared else drawn <= chance
    return fixed.shaped(kept.to(torch.float32).mul_(factor), shape).to(dtype)


@functools.lru_cache(1024)
def _chance(p: float) -> tuple[float, float]:
    """Return the probability of keeping an element, and its inverse."""
    chance = np.float32(1.0) - np.float32(in_single(p))
    return float(chance), float(np.float32(1.0) / chance) if chance else math.inf


def order(streams: Streams, size: int, vector: bool) -> Tensor:
    """Return a random order of the elements of a vector, or of the rows of an array."""
    return line.order_upwards(streams.line, size) if vector else line.order_downwards(streams.line, size)


def outcomes(streams: Streams, chances: Tensor, count: int) -> Tensor:
    """Draw `count` outcomes for each row of `chances` from cumulative sums, which MXNet keeps in single precision."""
    table = chances.to(torch.float64).cumsum(-1).to(torch.float32)
    drawn = line.uniform(streams.line, chances.shape[0] * count, torch.float32).reshape(-1, count)
    if chances.dtype is torch.float16:
        table, drawn = table.to(torch.float16).to(torch.float32), drawn.to(torch.float16).to(torch.float32)
    return torch.searchsorted(table, drawn).clamp_(max=chances.shape[-1] - 1)


def by_rows(streams: Streams, count: int) -> Iterator[Iterator[float]]:
    """Yield an iterator of double precision numbers for each of `count` result rows, from the row's twister.

    Read each iterator as far as needed before advancing to the next.
    """
    step = -(-count // min(count, ROWS))
    for row in range(count):
        yield streams.rows.numbers_of(row // step)


def one(streams: Streams, low: float, high: float) -> Tensor:
    """Draw a single number in ``[low, high)``."""
    return streams.line.take_units(1).reshape(()) * width_of(low, high) + in_single(low)


def coin(streams: Streams) -> Tensor:
    """Return whether a double precision number is below 0.5, where the next smaller number rounds to 0.5."""
    first, second = streams.line.take(2).tolist()
    return torch.tensor(first + (second << 32) < 2 ** 63 - 2 ** 9)


def three_normal(streams: Streams) -> Tensor:
    """Draw three normal numbers."""
    return line.normal(streams.line, 3, torch.float32)


def kept_between_layers(streams: Streams, shape: Shape, p: float) -> Tensor:
    """Return a mask of the elements that dropout between recurrent layers keeps."""
    drawn = line.uniform(streams.line, math.prod(shape), torch.float32).reshape(shape)
    return drawn >= in_single(p)
