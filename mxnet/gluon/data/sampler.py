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
        self._start, self._length = start, length

    def __iter__(self):
        end = self._start + self._length
        return iter(range(self._start, end))

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
        order = np.arange(self._length)
        np.random.shuffle(order)
        # Python integers index faster than numpy's.
        return iter(order.tolist())

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
        self._fn, self._dataset = fn, dataset
        self._indices = [position for position, sample in enumerate(dataset) if fn(sample)]

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
        self._sampler, self._batch_size, self._last_batch = sampler, batch_size, last_batch
        # Indices that the last epoch left over.
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
        if self._last_batch not in ("keep", "discard", "rollover"):
            raise self._unknown_mode()
        carried = len(self._prev) if self._last_batch == "rollover" else 0
        full, rest = divmod(len(self._sampler) + carried, self._batch_size)
        return full + bool(rest and self._last_batch == "keep")

    def _unknown_mode(self) -> ValueError:
        return ValueError(f"last_batch must be 'keep', 'discard' or 'rollover', received {self._last_batch!r}")
