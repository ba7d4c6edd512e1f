"""The order in which a data set's samples are visited."""

from __future__ import annotations

import numpy as np

__all__ = ["BatchSampler", "FilterSampler", "RandomSampler", "Sampler", "SequentialSampler"]


class Sampler:
    """Base class: iterating yields indices, ``len`` counts them."""

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} must override __iter__")

    def __len__(self):
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

    def __init__(self, length, start=0):
        self._length = length
        self._start = start

    def __iter__(self):
        return iter(range(self._start, self._start + self._length))

    def __len__(self):
        return self._length


class RandomSampler(Sampler):
    """The numbers below ``length`` in a new random order each time, drawn from numpy's generator.

    Parameters
    ----------
    length : int
        Number of indices.
    """

    def __init__(self, length):
        self._length = length

    def __iter__(self):
        indices = np.arange(self._length)
        np.random.shuffle(indices)
        # Python integers index faster than numpy's.
        return iter(indices.tolist())

    def __len__(self):
        return self._length


class FilterSampler(Sampler):
    """The indices of the samples for which ``fn`` is true.

    Parameters
    ----------
    fn : callable
        Takes a sample.
    dataset : Dataset
        The samples.
    """

    def __init__(self, fn, dataset):
        self._fn = fn
        self._dataset = dataset
        self._indices = [i for i, sample in enumerate(dataset) if fn(sample)]

    def __iter__(self):
        return iter(self._indices)

    def __len__(self):
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

    def __init__(self, sampler, batch_size, last_batch="keep"):
        self._sampler = sampler
        self._batch_size = batch_size
        self._last_batch = last_batch
        self._prev: list = []

    def __iter__(self):
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

    def __len__(self):
        if self._last_batch == "keep":
            return (len(self._sampler) + self._batch_size - 1) // self._batch_size
        if self._last_batch == "discard":
            return len(self._sampler) // self._batch_size
        if self._last_batch == "rollover":
            return (len(self._prev) + len(self._sampler)) // self._batch_size
        raise self._unknown_mode()

    def _unknown_mode(self) -> ValueError:
        return ValueError(f"last_batch must be one of 'keep', 'discard', or 'rollover', but got {self._last_batch}")
