"""Samplers of parallel operators that consume a variable number of words: gamma, Poisson and their mixtures.

Each row is a lane that processes its elements in order, and all lanes advance together. A step is one point of the
polar method, or one factor of a product, for every active lane.
"""

from __future__ import annotations

import numpy as np
import torch

from .fixed import inside, points, stretch
from .numbers import single, unit, words_of
from .words import Rows, split

_LARGE = 12.0  # from this mean on, Poisson numbers use a rejection method
_PI = np.float32(3.1415926)
_GAMMA, _FACTORS, _REJECTION = 0, 1, 2


class Lanes:
    """Elements of an array, grouped by the rows that draw them.

    Parameters
    ----------
    source
        Rows to draw from.
    size
        Number of elements.
    dtype
        Dtype of gamma numbers. Poisson numbers are drawn in single precision.
    """

    def __init__(self, source: Rows, size: int, dtype: torch.dtype) -> None:
        rows, step, _ = split(size)
        source.ready(rows)
        self._source, self._dtype, self._count = source, dtype, words_of(dtype)
        self._real = np.float32 if dtype is torch.float32 else np.float64
        self._element = np.arange(rows) * step
        self._stop = np.minimum(self._element + step, size)
        self._phase = np.zeros(rows, np.int8)
        self._product, self._events = np.zeros(rows, np.float32), np.zeros(rows, np.int64)

    def _draw(self, lanes: np.ndarray, dtype: torch.dtype) -> np.ndarray:
        """Draw a number in [0, 1) for each lane."""
        count = words_of(dtype)
        drawn = unit(self._source.ahead(lanes, count), dtype).reshape(-1).numpy()
        self._source.advance_some(lanes, count)
        return drawn

    def _normal(self, lanes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Draw one point for each lane; return the lanes with a normal number, and these numbers."""
        width = 2 * self._count
        words = self._source.ahead(lanes, width)
        self._source.advance_some(lanes, width)
        _, y, square = points(words, self._dtype)
        chosen = inside(square).numpy()[:, 0]
        return lanes[chosen], y.numpy()[chosen, 0] * stretch(square.numpy()[chosen, 0])

    def _gamma(self, lanes: np.ndarray, alpha: np.ndarray, beta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Make one attempt for each lane; return the lanes with a gamma number, and these numbers."""
        real = self._real
        lanes, z = self._normal(lanes)
        a = alpha[self._element[lanes]].astype(np.float64)
        d = np.where(a < 1, a + 2.0 / 3.0, a - 1.0 / 3.0).astype(real)
        k = np.sqrt(9.0 * d.astype(np.float64)).astype(real)
        possible = z > -k
        lanes, z, d, k, a = lanes[possible], z[possible], d[possible], k[possible], a[possible]
        if not len(lanes):
            return lanes, z
        c = (1.0 / k.astype(np.float64)).astype(real)
        x = (1.0 + (c * z).astype(np.float64)).astype(real)
        v = x * x * x
        u = self._draw(lanes, self._dtype).astype(np.float64)
        wide = z.astype(np.float64), d.astype(np.float64), v.astype(np.float64)
        accepted = np.log(1.0 - u) < 0.5 * wide[0] * wide[0] + wide[1] * (1.0 - wide[2] + np.log(wide[2]))
        lanes, a = lanes[accepted], a[accepted]
        values = ((d * v)[accepted] * beta[self._element[lanes]]).astype(real)
        small = a < 1
        if small.any():
            u = self._draw(lanes[small], self._dtype)
            factor = map(pow, u.tolist(), (1.0 / a[small]).astype(real).tolist())
            values[small] = values[small] * np.fromiter(factor, np.float64, len(u))
        return lanes, values

    def gamma(self, alpha: np.ndarray, beta: np.ndarray) -> np.ndarray:
        """Draw gamma numbers with shape parameters `alpha` and scales `beta` per element."""
        numbers = np.empty(len(alpha), self._real)
        while len(lanes := np.flatnonzero(self._element < self._stop)):
            done, values = self._gamma(lanes, alpha, beta)
            numbers[self._element[done]] = values
            self._element[done] += 1
        return numbers

    def poisson(self, mean: np.ndarray) -> np.ndarray:
        """Draw Poisson numbers with single precision means per element."""
        numbers = np.empty(len(mean), np.int64)
        self._phase[:] = _FACTORS
        mean = mean.copy()
        self._begin(np.flatnonzero(self._element < self._stop), mean)
        while len(lanes := np.flatnonzero(self._element < self._stop)):
            done = self._events_of(lanes, mean, numbers)
            self._element[done] += 1
            self._begin(done[self._element[done] < self._stop[done]], mean)
        return numbers

    def mixture(self, alpha: np.ndarray, beta: np.ndarray, plain: np.ndarray, mean: np.ndarray) -> np.ndarray:
        """Draw Poisson numbers whose means are gamma numbers, or `mean` where `plain` is set."""
        numbers = np.empty(len(mean), np.int64)
        mean = mean.copy()
        self._enter(np.arange(len(self._element)), plain, mean)
        while len(lanes := np.flatnonzero(self._element < self._stop)):
            mixing = lanes[self._phase[lanes] == _GAMMA]
            others = lanes[self._phase[lanes] != _GAMMA]
            done = self._events_of(others, mean, numbers) if len(others) else others
            if len(mixing):
                mixed, values = self._gamma(mixing, alpha, beta)
                mean[self._element[mixed]] = values
                self._begin(mixed, mean)
            self._element[done] += 1
            self._enter(done[self._element[done] < self._stop[done]], plain, mean)
        return numbers

    def _enter(self, lanes: np.ndarray, plain: np.ndarray, mean: np.ndarray) -> None:
        """Start an element of a mixture in each lane."""
        self._phase[lanes] = _GAMMA
        self._begin(lanes[plain[self._element[lanes]]], mean)

    def _begin(self, lanes: np.ndarray, mean: np.ndarray) -> None:
        """Start a Poisson number in each lane."""
        self._phase[lanes] = np.where(mean[self._element[lanes]] < _LARGE, _FACTORS, _REJECTION)
        self._product[lanes], self._events[lanes] = 1.0, -1

    def _events_of(self, lanes: np.ndarray, mean: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Advance each lane by one step towards a Poisson number; return the lanes that stored one."""
        small = self._phase[lanes] == _FACTORS
        done = [self._factors(lanes[small], mean, numbers)] if small.any() else []
        if not small.all():
            done.append(self._rejection(lanes[~small], mean, numbers))
        return np.concatenate(done)

    def _factors(self, lanes: np.ndarray, mean: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Count the uniform numbers that can be multiplied before the product drops to exp(-mean)."""
        average = mean[self._element[lanes]]
        limit = np.exp(-average.astype(np.float64)).astype(np.float32)
        largest = float(average.max())
        count = int(largest + 4.0 * largest ** 0.5) + 3
        words = self._source.ahead(lanes, count)
        products = unit(words, torch.float32).numpy()
        products[:, 0] *= self._product[lanes]
        np.multiply.accumulate(products, axis=1, out=products)
        below = ~(products > limit[:, None])
        first = below.argmax(1)
        hit = below[np.arange(len(lanes)), first]
        used = np.where(hit, first + 1, count)
        self._source.advance_some(lanes, used)
        self._events[lanes] += used
        self._product[lanes] = products[:, -1]
        done = lanes[hit]
        numbers[self._element[done]] = self._events[done]
        return done

    def _rejection(self, lanes: np.ndarray, mean: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Apply the rejection method with a Lorentzian comparison function of Numerical Recipes."""
        average = mean[self._element[lanes]]
        y = single("tan", _PI * self._draw(lanes, torch.float32))
        width = np.sqrt(2.0 * average.astype(np.float64)).astype(np.float32)
        events = width * y + average
        possible = ~(events < 0.0)
        lanes, y, events, average = lanes[possible], y[possible], np.floor(events[possible]), average[possible]
        logarithm = _distinct("log", average)
        offset = average * logarithm - _distinct("lgamma", (average.astype(np.float64) + 1.0).astype(np.float32))
        exponent = events * logarithm - _distinct("lgamma", events + np.float32(1.0)) - offset
        height = np.exp(exponent.astype(np.float64)).astype(np.float32).astype(np.float64)
        limit = (0.9 * (1.0 + (y * y).astype(np.float64)) * height).astype(np.float32)
        accepted = ~(self._draw(lanes, torch.float32) > limit) if len(lanes) else np.zeros(0, bool)
        done = lanes[accepted]
        numbers[self._element[done]] = events[accepted].astype(np.int64)
        return done


def _distinct(name: str, values: np.ndarray) -> np.ndarray:
    """Call a function of the C library once for each distinct number."""
    different, place = np.unique(values, return_inverse=True)
    return single(name, different)[place.reshape(values.shape)]
