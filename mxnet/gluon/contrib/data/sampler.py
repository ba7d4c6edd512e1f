"""Samplers for datasets."""

from __future__ import annotations

from collections.abc import Iterator

from ...data import sampler

__all__ = ["IntervalSampler"]


class IntervalSampler(sampler.Sampler):
    """Indices in steps of `interval`, starting again at the next index after each pass.

    Parameters
    ----------
    length : int
        Number of indices.
    interval : int
        Distance between consecutive indices.
    rollover : bool
        Continue with the skipped indices until all have been visited.

    Examples
    --------
    >>> list(mx.gluon.contrib.data.IntervalSampler(7, interval=3))
    [0, 3, 6, 1, 4, 2, 5]
    """

    def __init__(self, length: int, interval: int, rollover: bool = True) -> None:
        if interval > length:
            raise AssertionError(f"interval must not be larger than length, received Interval {interval} and length "
                                 f"{length}")
        self._length = length
        self._interval = interval
        self._rollover = rollover

    def __iter__(self) -> Iterator[int]:
        return self._continue(self._indices)

    def _indices(self) -> Iterator[int]:
        for start in range(self._interval if self._rollover else 1):
            yield from range(start, self._length, self._interval)

    def __len__(self) -> int:
        return self._length
