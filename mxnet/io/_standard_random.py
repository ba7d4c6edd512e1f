"""Random numbers of the C++ standard library, so that ``seed_aug`` gives the same crops and colours as MXNet.

A Mersenne twister gives 32 bits at a time. The conversion to numbers follows GNU's standard library.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

_RANGE = 1 << 32
_TOGETHER = 1 << 12
_float = np.float32


class StandardRandom:
    """The methods of ``numpy.random.RandomState`` that augmenters use.

    Parameters
    ----------
    seed : int
        Seed of ``std::mt19937``.
    """

    def __init__(self, seed: int) -> None:
        self._bits = np.random.MT19937()
        self._bits._legacy_seeding(seed % _RANGE)

    def _draw(self) -> int:
        return int(self._bits.random_raw())

    def rand(self) -> float:
        """Return a number in [0, 1) in single precision."""
        drawn = _float(self._draw()) / _float(_RANGE)
        return float(drawn) if drawn < 1 else float(np.nextafter(_float(1), _float(0)))

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return a number in [`low`, `high`) in single precision."""
        return float(_float(self.rand()) * (_float(high) - _float(low)) + _float(low))

    def randint(self, low: int, high: int | None = None) -> int:
        """Return an integer in [`low`, `high`)."""
        low, high = (0, low) if high is None else (low, high)
        scaling = (_RANGE - 1) // (high - low)
        while True:
            drawn = self._draw()
            if drawn < (high - low) * scaling:
                return low + drawn // scaling

    def coin(self) -> bool:
        """Return True or False with equal probability."""
        low, high = self._draw(), self._draw()
        return (low + high * float(_RANGE)) / float(_RANGE) ** 2 < 0.5

    def normal(self, mean: float, deviation: float, size: int) -> np.ndarray:
        """Return normally distributed numbers, generated in pairs."""
        drawn: list[float] = []
        while len(drawn) < size:
            x, y = (_float(2) * _float(self.rand()) - _float(1) for _ in range(2))
            square = x * x + y * y
            if 0 < square <= 1:
                factor = _float(math.sqrt(_float(-2) * _float(math.log(square)) / square))
                drawn += [float(y * factor), float(x * factor)]
        return np.array(drawn[:size], dtype=_float) * _float(deviation) + _float(mean)

    def permutation(self, count: int) -> list[int]:
        """Return the integers below `count` in random order."""
        order = list(range(count))
        for place, other in enumerate(self._places(count), 1):
            order[place], order[other] = order[other], order[place]
        return order

    def _places(self, count: int) -> Iterator[int]:
        """Yield ``randint(2), randint(3), ... randint(count)`` from numbers that are drawn at once."""
        width = 2
        while width <= count:
            widths = np.arange(width, min(width + _TOGETHER, count + 1), dtype=np.uint64)
            scaling = np.uint64(_RANGE - 1) // widths
            before = self._bits.state
            drawn = self._bits.random_raw(len(widths))
            refused = np.flatnonzero(drawn >= widths * scaling)
            accepted = int(refused[0]) if len(refused) else len(widths)
            if len(refused):  # draw again for the same width
                self._bits.state = before
                self._bits.random_raw(accepted + 1, output=False)
            yield from (drawn[:accepted] // scaling[:accepted]).tolist()
            width += accepted
