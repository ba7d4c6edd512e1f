"""DataLoader: batches from a dataset, created in this process, in threads or in worker processes."""

from __future__ import annotations

import functools
import multiprocessing
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

import numpy as np
import torch

from ... import ndarray
from ..._runtime.tracebacks import concise_module, shorten
from ...context import cpu, cpu_pinned
from ...ndarray import NDArray
from ...numpy._mode import to_mode
from . import sampler as _sampler
from ._gather import Gatherer, gatherer_of, index_array, wrap
from ._pixels import image_loader_of, make_image_batch
from ._pool import ForkingPickler as ForkingPickler
from ._pool import PoolIter as _MultiWorkerIter  # noqa: F401
from ._pool import thread_worker_fn as _thread_worker_fn  # noqa: F401
from ._pool import worker_fn as _worker_fn  # noqa: F401
from ._pool import worker_initializer as _worker_initializer  # noqa: F401
from ._progress import Progress
from ._queues import ConnectionWrapper as ConnectionWrapper
from ._queues import Queue as Queue
from ._queues import SimpleQueue as SimpleQueue
from ._queues import as_in_context as _as_in_context
from ._queues import fetcher_loop_v1 as fetcher_loop_v1
from ._queues import rebuild_ndarray as rebuild_ndarray
from ._queues import rebuild_np_ndarray as rebuild_np_ndarray
from ._queues import reduce_ndarray as reduce_ndarray
from ._queues import reduce_np_ndarray as reduce_np_ndarray
from ._queues import worker_loop_v1 as worker_loop_v1
from ._workers import WorkerPool

__all__ = ["DataLoader"]


def default_batchify_fn(data: Any) -> Any:
    """Stack samples into a batch. Tuples of arrays become a list with one batch per part.

    Parameters
    ----------
    data : list
        The samples.
    """
    first = data[0]
    if isinstance(first, NDArray):
        return ndarray.stack(*data)
    if isinstance(first, tuple):
        return [default_batchify_fn(part) for part in zip(*data, strict=True)]
    try:
        values = np.asarray(data)
    except ValueError as error:
        shapes = sorted({str(np.shape(part)) for part in data})
        raise ValueError(f"all samples of a batch must have the same shape, received {', '.join(shapes)}; pass a "
                         "batchify_fn that pads or crops them") from error
    return ndarray.array(values, dtype=values.dtype)


def default_mp_batchify_fn(data: Any) -> Any:
    """Like :func:`default_batchify_fn`, for worker processes.

    The context of the batches is ``cpu(0)``, not ``cpu_shared(0)`` as in MXNet, so that hybridized blocks can use
    them without a copy.
    """
    return default_batchify_fn(data)


def _make_batch(dataset: Any, batchify_fn: Callable[[list], Any], samples: Any) -> Any:
    return batchify_fn([dataset[i] for i in samples])


def _gathered_batch(gather: Gatherer, make_batch: Callable[[Any], Any], samples: Any) -> Any:
    indices = index_array(samples)
    return make_batch(samples) if indices is None else wrap(gather(indices))


def _image_batches(dataset: Any) -> Callable[[Any], Any] | None:
    """Return a faster function to create image batches, or None."""
    loader = image_loader_of(dataset)
    if loader is None:
        return None
    load, chain = loader
    return functools.partial(make_image_batch, load, chain, default_batchify_fn, functools.partial(wrap, context=cpu()))


class DataLoader:
    """Iterates over a dataset in batches.

    Parameters
    ----------
    dataset : Dataset
        Any object with ``__getitem__`` and ``__len__``.
    batch_size : int, optional
        Number of samples in a batch. It is required without ``batch_sampler``.
    shuffle : bool
        Shuffle the samples in each epoch.
    sampler : Sampler, optional
        Sampler of indices, instead of ``shuffle``.
    last_batch : {'keep', 'discard', 'rollover'}
        How to handle an incomplete last batch: yield it (default), discard it, or prepend it to the next epoch.
    batch_sampler : Sampler, optional
        Sampler of lists of indices, instead of the previous four arguments.
    batchify_fn : callable, optional
        Function that creates a batch from a list of samples. The default is :func:`default_batchify_fn`.
    num_workers : int
        Number of processes or threads that create batches. With 0, this process creates them.
    pin_memory : bool
        Copy batches to page-locked memory, for faster copies to a GPU.
    pin_device_id : int
        The GPU for which to pin memory.
    prefetch : int, optional
        Number of batches that workers create in advance. The default is twice ``num_workers``.
    thread_pool : bool
        Use threads instead of processes.
    timeout : int
        Number of seconds to wait for a batch from a worker.
    auto_reload : bool
        Start creating the batches of the next epoch when an epoch ends.

    Notes
    -----
    Arrays with built-in transforms and the default batchify function are indexed with one operation per batch.
    This is faster than workers, so these loaders do not start workers.

    Examples
    --------
    >>> data = mx.gluon.data.ArrayDataset(mx.nd.arange(4), mx.nd.arange(4) * 10)
    >>> for x, y in mx.gluon.data.DataLoader(data, batch_size=2):
    ...     print(x.asnumpy(), y.asnumpy())
    [0. 1.] [ 0. 10.]
    [2. 3.] [20. 30.]
    """

    def __init__(self, dataset: Any, batch_size: int | None = None, shuffle: bool = False, sampler: Any = None,
                 last_batch: str | None = None, batch_sampler: Any = None,
                 batchify_fn: Callable[..., Any] | None = None, num_workers: int = 0, pin_memory: bool = False,
                 pin_device_id: int = 0, prefetch: int | None = None, thread_pool: bool = False, timeout: int = 120,
                 auto_reload: bool = False) -> None:
        self._worker_pool: WorkerPool | ThreadPoolExecutor | None = None
        self._progress = Progress()
        if timeout <= 0:
            raise AssertionError(f"timeout must be positive, given {timeout}")
        self._dataset, self._thread_pool, self._timeout = dataset, thread_pool, timeout
        self._pin_memory, self._pin_device_id = pin_memory, pin_device_id
        self._batch_sampler = _batch_sampler(dataset, batch_size, shuffle, sampler, last_batch, batch_sampler)
        self._num_workers = max(num_workers, 0)
        self._prefetch = max(0, int(prefetch) if prefetch is not None else 2 * self._num_workers)
        default = default_mp_batchify_fn if self._num_workers and not thread_pool else default_batchify_fn
        self._batchify_fn = default if batchify_fn is None else batchify_fn
        self._make_batch: Callable[[Any], Any] = functools.partial(_make_batch, dataset, self._batchify_fn)
        gather = gatherer_of(dataset) if batchify_fn in (None, default_batchify_fn) else None
        self._gathers = gather is not None
        if gather is not None:
            self._make_batch = functools.partial(_gathered_batch, gather, self._make_batch)
        elif batchify_fn in (None, default_batchify_fn, default_mp_batchify_fn):
            self._make_batch = _image_batches(dataset) or self._make_batch
        self._start_workers()
        self._iter: Any = None
        self.auto_reload = auto_reload
        if auto_reload:
            self.refresh()

    def _start_workers(self) -> None:
        if not self._num_workers or self._gathers:
            return
        if self._thread_pool:
            # Torch's gradient mode is on in a new thread.
            self._worker_pool = ThreadPoolExecutor(
                self._num_workers, initializer=torch.set_grad_enabled, initargs=(False,)
            )
        else:
            self._worker_pool = WorkerPool(self._num_workers, self._make_batch)

    def __iter__(self) -> Iterator[Any]:
        if self._iter is None:
            self.refresh()
        batches, self._iter = self._iter, None
        try:
            yield from self._progress.count(map(to_mode, batches))
        except Exception as error:
            shorten(error)
            raise
        if self._iter is None and self.auto_reload:
            self.refresh()

    def _prefetch_iter(self) -> Iterator:
        samples = _Samples(self._progress, self._batch_sampler)
        if isinstance(self._worker_pool, WorkerPool):
            if self._worker_pool.broken:
                self._start_workers()
            batches: Iterator = _ProcessIter(self._worker_pool, samples, self._prefetch, self._timeout)
        elif self._worker_pool is not None:
            batches = _ThreadIter(
                self._worker_pool, self._make_batch, samples, self._prefetch, self._timeout
            )
        else:
            batches = map(self._make_batch, samples)
        if self._pin_memory:
            return (_as_in_context(batch, cpu_pinned(self._pin_device_id)) for batch in batches)
        return iter(batches)

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def state_dict(self) -> dict[str, Any]:
        """Return the position in the epoch as plain data.

        It counts the batches that the program has received. Batches that workers have created in advance do not
        count. The order is stored as the state of NumPy's generator at the start of the epoch.

        Returns
        -------
        dict

        Examples
        --------
        >>> loader = mx.gluon.data.DataLoader([0, 1, 2, 3, 4, 5], batch_size=2)
        >>> batches = iter(loader)
        >>> next(batches).asnumpy().tolist()
        [0, 1]
        >>> state = loader.state_dict()
        >>> loader.load_state_dict(state)
        >>> [batch.asnumpy().tolist() for batch in loader]
        [[2, 3], [4, 5]]
        """
        return self._progress.state_dict(self._batch_sampler, len(self._dataset))

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue at a position of :meth:`state_dict`. The next iteration yields the remaining batches of the epoch.

        Parameters
        ----------
        state : dict
            The position. The data set must have the same number of samples.

        Returns
        -------
        None

        Examples
        --------
        >>> loader = mx.gluon.data.DataLoader([0, 1, 2, 3, 4, 5], batch_size=2, shuffle=True)
        >>> batches = iter(loader)
        >>> first = next(batches)
        >>> loader.load_state_dict(loader.state_dict())
        >>> len(list(loader))
        2
        """
        self._progress.load_state_dict(state, self._batch_sampler, len(self._dataset), type(self).__name__)
        self._iter = None
        if self.auto_reload:
            self.refresh()

    def refresh(self) -> None:
        """Start a new epoch. Workers begin to create its first batches.

        Returns
        -------
        None

        Examples
        --------
        >>> loader = mx.gluon.data.DataLoader([0, 1, 2, 3], batch_size=2)
        >>> loader.refresh()
        >>> [batch.asnumpy().tolist() for batch in loader]
        [[0, 1], [2, 3]]
        """
        self._iter = self._prefetch_iter()

    def clean(self) -> None:
        """Discard the epoch that :meth:`refresh` started.

        Returns
        -------
        None

        Examples
        --------
        >>> loader = mx.gluon.data.DataLoader([0, 1, 2, 3], batch_size=2)
        >>> loader.refresh()
        >>> loader.clean()
        """
        self._iter = None


class DataLoaderV1(DataLoader):
    """The loader of older releases, with fewer arguments."""

    def __init__(self, dataset: Any, batch_size: int | None = None, shuffle: bool = False, sampler: Any = None,
                 last_batch: str | None = None, batch_sampler: Any = None,
                 batchify_fn: Callable[..., Any] | None = None, num_workers: int = 0, pin_memory: bool = False,
                 pin_device_id: int = 0) -> None:
        super().__init__(
            dataset,
            batch_size,
            shuffle,
            sampler,
            last_batch,
            batch_sampler,
            batchify_fn,
            num_workers,
            pin_memory,
            pin_device_id,
        )


def _batch_sampler(
    dataset: Any, batch_size: Any, shuffle: Any, sampler: Any, last_batch: Any, batch_sampler: Any
) -> Any:
    if batch_sampler is not None:
        if batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError(
                "batch_sampler cannot be combined with batch_size, shuffle, sampler or last_batch; pass only one of "
                "them"
            )
        return batch_sampler
    if batch_size is None:
        raise ValueError("DataLoader needs a batch_size or a batch_sampler")
    if sampler is None:
        sampler_class = _sampler.RandomSampler if shuffle else _sampler.SequentialSampler
        sampler = sampler_class(len(dataset))
    elif shuffle:
        raise ValueError("shuffle cannot be combined with sampler; pass only one of them")
    return _sampler.BatchSampler(sampler, batch_size, last_batch or "keep")


class _Samples:
    """The indices of the batches, from a loaded position on."""

    def __init__(self, progress: Progress, batch_sampler: Any) -> None:
        self._progress, self._batch_sampler = progress, batch_sampler

    def __iter__(self) -> Iterator[Any]:
        yield from self._progress.open(lambda: self._batch_sampler, self._batch_sampler)

    def __len__(self) -> int:
        return len(self._batch_sampler) if hasattr(self._batch_sampler, "__len__") else 0


class _WorkerIter:
    """Iterates over batches in order, and creates batches in advance."""

    def __init__(self, batch_sampler: Any, prefetch: int, timeout: float) -> None:
        self._batches = iter(batch_sampler)
        self._length = len(batch_sampler)
        self._timeout = timeout
        self._sent = self._received = 0
        for _ in range(prefetch):
            self._push_next()

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Any]:
        return self

    def _push_next(self) -> None:
        samples = next(self._batches, None)
        if samples is not None:
            self._submit(self._sent, samples)
            self._sent += 1

    def __next__(self) -> Any:
        self._push_next()
        if self._received == self._sent:
            raise StopIteration
        number = self._received
        self._received += 1
        try:
            return self._take(number)
        except (multiprocessing.TimeoutError, FutureTimeoutError) as error:
            raise multiprocessing.TimeoutError(
                f"a worker timed out after {self._timeout} seconds; if the dataset or its transform is slow, pass a "
                "larger timeout to DataLoader"
            ) from error

    next = __next__

    def _submit(self, number: int, samples: Any) -> None:
        raise NotImplementedError

    def _take(self, number: int) -> Any:
        raise NotImplementedError


class _ProcessIter(_WorkerIter):
    _count = 0

    def __init__(self, pool: WorkerPool, batch_sampler: Any, prefetch: int, timeout: float) -> None:
        self._pool = pool
        self._number = _ProcessIter._count = _ProcessIter._count + 1
        pool.register(self._number)
        weakref.finalize(self, pool.abandon, self._number).atexit = False
        super().__init__(batch_sampler, prefetch, timeout)

    def _submit(self, number: int, samples: Any) -> None:
        self._pool.submit((self._number, number), samples)

    def _take(self, number: int) -> Any:
        return self._pool.take((self._number, number), self._timeout)


class _ThreadIter(_WorkerIter):
    def __init__(
        self,
        pool: ThreadPoolExecutor,
        make_batch: Callable[[Any], Any],
        batch_sampler: Any,
        prefetch: int,
        timeout: float,
    ) -> None:
        self._pool = pool
        self._make_batch = make_batch
        self._futures: dict[int, Future] = {}
        weakref.finalize(self, _cancel, self._futures)
        super().__init__(batch_sampler, prefetch, timeout)

    def _submit(self, number: int, samples: Any) -> None:
        self._futures[number] = self._pool.submit(self._make_batch, samples)

    def _take(self, number: int) -> Any:
        return self._futures.pop(number).result(self._timeout)


def _cancel(futures: dict[int, Future]) -> None:
    for future in futures.values():
        future.cancel()


concise_module(__name__)
