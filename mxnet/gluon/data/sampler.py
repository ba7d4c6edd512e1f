"""Samplers, which define the order of a dataset's samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..._runtime.tracebacks import concise_module
from ._progress import Progress

__all__ = ["BatchSampler", "FilterSampler", "RandomSampler", "Sampler", "SequentialSampler", "SplitSampler"]


class Sampler:
    """Base class of samplers. Subclasses define ``__iter__``, which yields indices, and ``__len__``.

    The samplers of this module continue in the middle of an epoch, see :meth:`state_dict`. A `DataLoader` has its own
    position, which works with all samplers.

    Examples
    --------
    >>> class Even(mx.gluon.data.Sampler):
    ...     def __iter__(self):
    ...         return iter([0, 2, 4])
    ...     def __len__(self):
    ...         return 3
    >>> list(Even())
    [0, 2, 4]
    """

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"{type(self).__name__} must override __iter__")

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} must override __len__")

    @property
    def _progress(self) -> Progress:
        progress: Progress = self.__dict__.setdefault("_progress_of_epochs", Progress())
        return progress

    def _continue(self, items: Callable[[], Any]) -> Iterator[Any]:
        """Start an epoch with these items, or continue the loaded one."""
        return self._progress.count(self._progress.open(items, self))

    def state_dict(self) -> dict[str, Any]:
        """Return the position in the epoch as plain data.

        It consists of the number of items that were taken, and the random state from which the order was drawn.

        Returns
        -------
        dict

        Examples
        --------
        >>> sampler = mx.gluon.data.RandomSampler(5)
        >>> indices = iter(sampler)
        >>> first = [next(indices), next(indices)]
        >>> other = mx.gluon.data.RandomSampler(5)
        >>> other.load_state_dict(sampler.state_dict())
        >>> list(other) == list(indices)
        True
        """
        return self._progress.state_dict(self, self._state_length())

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue at a position of :meth:`state_dict`. The next iteration yields the rest of the epoch.

        Parameters
        ----------
        state : dict
            Result of :meth:`state_dict` of a sampler with the same length.

        Returns
        -------
        None

        Examples
        --------
        >>> sampler = mx.gluon.data.SequentialSampler(4)
        >>> indices = iter(sampler)
        >>> next(indices)
        0
        >>> sampler.load_state_dict(sampler.state_dict())
        >>> list(sampler)
        [1, 2, 3]
        """
        self._progress.load_state_dict(state, self, self._state_length(), type(self).__name__)

    def _state_length(self) -> int:
        return len(self)


class SequentialSampler(Sampler):
    """The indices ``start``, ``start + 1`` and so on, ``length`` in total.

    Parameters
    ----------
    length : int
        Number of indices.
    start : int
        The first index.

    Examples
    --------
    >>> list(mx.gluon.data.SequentialSampler(3))
    [0, 1, 2]
    """

    def __init__(self, length: int, start: int = 0) -> None:
        self._start, self._length = start, length

    def __iter__(self) -> Iterator[Any]:
        return self._continue(lambda: range(self._start, self._start + self._length))

    def __len__(self) -> int:
        return self._length


class RandomSampler(Sampler):
    """The indices below ``length`` in a new random order in each epoch, drawn from numpy's generator.

    Parameters
    ----------
    length : int
        Number of indices.

    Examples
    --------
    >>> sorted(mx.gluon.data.RandomSampler(3))
    [0, 1, 2]
    """

    def __init__(self, length: int) -> None:
        self._length = length

    def __iter__(self) -> Iterator[Any]:
        return self._continue(self._draw)

    def _draw(self) -> list[int]:
        order = np.arange(self._length)
        np.random.shuffle(order)
        # Indexing with Python integers is faster than with numpy integers.
        return order.tolist()

    def __len__(self) -> int:
        return self._length


class SplitSampler(Sampler):
    """A part of the indices for one of several workers. All parts have the same length.

    Each part has ``ceil(length / num_parts)`` indices. If the indices cannot be divided evenly, a few indices are used
    twice, so that all workers have the same number of batches.

    Parameters
    ----------
    length : int
        Total number of indices.
    num_parts : int
        Number of workers, ``kv.num_workers``.
    part_index : int
        Index of this worker, ``kv.rank``.
    even_size : bool
        Whether all parts have the same number of indices. Otherwise each index is in exactly one part.
    repeat : int
        Number of passes over the part, each in a different order.
    shuffle : bool
        Draw the order from numpy's generator. The part itself does not change.

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
            raise ValueError(f"SplitSampler: {length} indices cannot be divided into {num_parts} parts")
        if repeat < 1:
            raise ValueError(f"SplitSampler: repeat must be positive, received {repeat}")
        if even_size:
            size = -(-length // num_parts)
            self._indices = [i % length for i in range(part_index * size, (part_index + 1) * size)]
        else:
            self._indices = list(range(length * part_index // num_parts, length * (part_index + 1) // num_parts))
        self._repeat, self._shuffle = repeat, shuffle

    def __iter__(self) -> Iterator[Any]:
        return self._continue(self._draw)

    def _draw(self) -> list[int]:
        """Return the order of all passes. It is drawn at once, so that it only depends on the start of the epoch."""
        orders = np.array([self._indices] * self._repeat)
        for order in orders if self._shuffle else ():
            np.random.shuffle(order)
        return orders.ravel().tolist()

    def __len__(self) -> int:
        return len(self._indices) * self._repeat


class FilterSampler(Sampler):
    """The indices of the samples for which ``fn`` is true.

    Parameters
    ----------
    fn : callable
        Function of a sample.
    dataset : Dataset
        Dataset to filter.

    Examples
    --------
    >>> data = mx.gluon.data.SimpleDataset([5, 6, 7, 8])
    >>> list(mx.gluon.data.FilterSampler(lambda x: x % 2 == 0, data))
    [1, 3]
    """

    def __init__(self, fn: Callable[..., Any], dataset: Any) -> None:
        self._fn, self._dataset = fn, dataset
        self._indices = [position for position, sample in enumerate(dataset) if fn(sample)]

    def __iter__(self) -> Iterator[Any]:
        return self._continue(lambda: self._indices)

    def __len__(self) -> int:
        return len(self._indices)


class BatchSampler(Sampler):
    """Lists of ``batch_size`` indices from another sampler.

    Parameters
    ----------
    sampler : Sampler
        Source of the indices.
    batch_size : int
        Number of indices in a batch.
    last_batch : {'keep', 'discard', 'rollover'}
        How to handle an incomplete last batch: yield it, discard it, or prepend it to the next epoch.

    Examples
    --------
    >>> sampler = mx.gluon.data.BatchSampler(mx.gluon.data.SequentialSampler(5), 2, last_batch='keep')
    >>> list(sampler)
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler: Any, batch_size: int, last_batch: str = "keep") -> None:
        self._sampler, self._batch_size, self._last_batch = sampler, batch_size, last_batch
        # Remaining indices of the last epoch.
        self._prev: list = []

    def __iter__(self) -> Iterator[Any]:
        yield from self._continue(self._batches)

    def _batches(self) -> Iterator[Any]:
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
        full, remainder = divmod(len(self._sampler) + carried, self._batch_size)
        return full + bool(remainder and self._last_batch == "keep")

    def _state_length(self) -> int:
        return len(self._sampler)

    def _unknown_mode(self) -> ValueError:
        return ValueError(f"last_batch must be 'keep', 'discard' or 'rollover', received {self._last_batch!r}")


concise_module(__name__)
