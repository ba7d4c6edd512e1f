"""Iterator over batches from a ``multiprocessing`` pool, for loaders of other packages.

`DataLoader` does not use it. GluonCV and other packages build on these parts of MXNet's loader.
"""

from __future__ import annotations

import multiprocessing.pool
import pickle
from collections.abc import Callable, Iterator
from multiprocessing.reduction import ForkingPickler
from typing import Any

from ...context import cpu_pinned
from ._queues import as_in_context

# The dataset of this worker process.
_dataset: Any = None


def worker_initializer(dataset: Any) -> None:
    """Store the dataset in a worker process."""
    global _dataset
    _dataset = dataset


def worker_fn(samples: Any, batchify_fn: Callable[[list], Any], dataset: Any = None) -> Any:
    """Create a batch in a worker process and pickle it."""
    return bytes(ForkingPickler.dumps(batchify_fn([_dataset[i] for i in samples])))


def thread_worker_fn(samples: Any, batchify_fn: Callable[[list], Any], dataset: Any) -> Any:
    """Create a batch in a worker thread."""
    return batchify_fn([dataset[i] for i in samples])


class PoolIter:
    """Batches in the order of a sampler. Up to `prefetch` batches are created in advance.

    Parameters
    ----------
    worker_pool : multiprocessing.pool.Pool
        Processes or threads that call ``worker_fn(samples, batchify_fn, dataset)``.
    batchify_fn, batch_sampler, pin_memory, pin_device_id, prefetch, timeout
        See `DataLoader`.
    worker_fn : callable
        Function that creates a batch. Without `dataset`, it returns a pickled batch.
    dataset : Dataset, optional
        Dataset passed to `worker_fn`, for threads.
    data_loader : DataLoader, optional
        Object to keep alive as long as the iterator.
    """

    def __init__(self, worker_pool: Any, batchify_fn: Callable[..., Any], batch_sampler: Any, pin_memory: bool = False,
                 pin_device_id: int = 0, worker_fn: Callable[..., Any] = worker_fn, prefetch: int = 0,
                 dataset: Any = None, data_loader: Any = None, timeout: int = 120) -> None:
        self._worker_pool: multiprocessing.pool.Pool = worker_pool
        self._batchify_fn, self._batch_sampler, self._worker_fn = batchify_fn, batch_sampler, worker_fn
        self._pin_memory, self._pin_device_id, self._timeout = pin_memory, pin_device_id, timeout
        self._dataset, self._data_loader = dataset, data_loader
        self._iter = iter(batch_sampler)
        self._data_buffer: dict[int, multiprocessing.pool.AsyncResult[Any]] = {}
        self._rcvd_idx = self._sent_idx = 0
        for _ in range(prefetch):
            self._push_next()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def __iter__(self) -> Iterator[Any]:
        return self

    def _push_next(self) -> None:
        samples = next(self._iter, None)
        if samples is not None:
            arguments = (samples, self._batchify_fn, self._dataset)
            self._data_buffer[self._sent_idx] = self._worker_pool.apply_async(self._worker_fn, arguments)
            self._sent_idx += 1

    def __next__(self) -> Any:
        self._push_next()
        if self._rcvd_idx == self._sent_idx:
            raise StopIteration
        result = self._data_buffer.pop(self._rcvd_idx).get(self._timeout)
        self._rcvd_idx += 1
        batch = pickle.loads(result) if self._dataset is None else result
        return as_in_context(batch, cpu_pinned(self._pin_device_id)) if self._pin_memory else batch

    next = __next__
