"""The order in which a data set's samples are visited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..._runtime.tracebacks import concise_module

__all__ = ["BatchSampler", "FilterSampler", "RandomSampler", "Sampler", "SequentialSampler", "SplitSampler"]


class Sampler:
    """Base class: iterating yields indices, ``len`` counts them."""

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"{type(self).__name__} must override __iter__")

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} must override __len__")


class SequentialSampler(Sampler):
    """``start, start + 1, ...``, ``length`` of them.

    Parameters
    ----------
    length : int
        Number of indices.
    start : int
        The first one.
    """

    def __init__(self, length: int, start: int = 0) -> None:
        self._start, self._length = start, length

    def __iter__(self) -> Iterator[Any]:
        end = self._start + self._length
        return iter(range(self._start, end))

    def __len__(self) -> int:
        return self._length


class RandomSampler(Sampler):
    """The numbers below ``length`` in a new random order each time, drawn from numpy's generator.

    Parameters
    ----------
    length : int
        Number of indices.
    """

    def __init__(self, length: int) -> None:
        self._length = length

    def __iter__(self) -> Iterator[Any]:
        order = np.arange(self._length)
        np.random.shuffle(order)
        # Python integers index faster than numpy's.
        return iter(order.tolist())

    def __len__(self) -> int:
        return self._length


class SplitSampler(Sampler):
    """A part of the indices, for one worker among others: all parts are of one length.

    Each part has ``ceil(length / num_parts)`` indices. If they cannot be dealt evenly, a few come twice, so that no
    worker runs out of batches before the others.

    Parameters
    ----------
    length : int
        Number of indices of all parts together.
    num_parts : int
        How many workers there are, ``kv.num_workers``.
    part_index : int
        Which of them this is, ``kv.rank``.
    even_size : bool
        Whether all parts get the same number of indices; otherwise each index is in exactly one part.
    repeat : int
        How many times the part is gone through, each time in another order.
    shuffle : bool
        Draw the order from numpy's generator; the part itself stays the same.

    Examples
    --------
    >>> from mxnet.gluon.data import SplitSampler
    >>> [sorted(SplitSampler(5, num_parts=2, part_index=i)) for i in range(2)]
    [[0, 1, 2], [0, 3, 4]]
    """

    def __init__(self, length: int, num_parts: int = 1, part_index: int = 0, even_size: bool = True, repeat: int = 1,
                 shuffle: bool = True) -> None:
        if not 0 <= part_index < num_parts:
            raise ValueError(f"SplitSampler: part_index must be in 0...{num_parts - 1}, received {part_index}")
        if length < num_parts:
            raise ValueError(f"SplitSampler: {length} indices cannot be dealt to {num_parts} parts")
        if repeat < 1:
            raise ValueError(f"SplitSampler: repeat must be positive, received {repeat}")
        if even_size:
            size = -(-length // num_parts)
            self._indices = [i % length for i in range(part_index * size, (part_index + 1) * size)]
        else:
            self._indices = list(range(length * part_index // num_parts, length * (part_index + 1) // num_parts))
        self._repeat, self._shuffle = repeat, shuffle

    def __iter__(self) -> Iterator[Any]:
        for _ in range(self._repeat):
            order = np.array(self._indices)
            if self._shuffle:
                np.random.shuffle(order)
            yield from order.tolist()

    def __len__(self) -> int:
        return len(self._indices) * self._repeat


class FilterSampler(Sampler):
    """The indices of the samples for which ``fn`` is true.

    Parameters
    ----------
    fn : callable
        Takes a sample.
    dataset : Dataset
        The samples.
    """

    def __init__(self, fn: Callable[..., Any], dataset: Any) -> None:
        self._fn, self._dataset = fn, dataset
        self._indices = [position for position, sample in enumerate(dataset) if fn(sample)]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._indices)

    def __len__(self) -> int:
        return len(self._indices)


class BatchSampler(Sampler):
    """Lists of ``batch_size`` indices from another sampler.

    Parameters
    ----------
    sampler : Sampler
        Where the indices come from.
    batch_size : int
        Length of the lists.
    last_batch : {'keep', 'discard', 'rollover'}
        What to do with a shorter last batch: yield it, drop it, or begin the next epoch with it.
    """

    def __init__(self, sampler: Any, batch_size: int, last_batch: str = "keep") -> None:
        self._sampler, self._batch_size, self._last_batch = sampler, batch_size, last_batch
        # Indices that the last epoch left over.
        self._prev: list = []

    def __iter__(self) -> Iterator[Any]:
        batch, self._prev = self._prev, []
        for index in self._sampler:
            batch.append(index)
            if len(batch) == self._batch_size:
                yield batch
                batch = []
        if not batch:
            return
        if self._last_batch == "keep":
            yield batch
        elif self._last_batch == "rollover":
            self._prev = batch
        elif self._last_batch != "discard":
            raise self._unknown_mode()

    def __len__(self) -> int:
        if self._last_batch not in ("keep", "discard", "rollover"):
            raise self._unknown_mode()
        carried = len(self._prev) if self._last_batch == "rollover" else 0
        full, rest = divmod(len(self._sampler) + carried, self._batch_size)
        return full + bool(rest and self._last_batch == "keep")

    def _unknown_mode(self) -> ValueError:
        return ValueError(f"last_batch must be 'keep', 'discard' or 'rollover', received {self._last_batch!r}")


concise_module(__name__)
