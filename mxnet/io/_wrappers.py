"""Iterators that wrap other iterators."""

from __future__ import annotations

import contextlib
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from .._runtime.tracebacks import concise_module
from ._base import DataBatch, DataDesc, DataIter


class ResizeIter(DataIter):
    """Change the length of an epoch to ``size`` batches, regardless of the inner iterator.

    Parameters
    ----------
    data_iter : DataIter
        The inner iterator, which is restarted at its end.
    size : int
        Number of batches.
    reset_internal : bool
        Whether :meth:`reset` also resets the inner iterator.

    Examples
    --------
    >>> batches = mx.io.ResizeIter(mx.io.NDArrayIter(mx.nd.arange(4), batch_size=2), size=3)
    >>> len(list(batches))
    3
    """

    def __init__(self, data_iter: Any, size: int, reset_internal: bool = True) -> None:
        super().__init__(data_iter.batch_size)
        self.data_iter, self.size, self.reset_internal = data_iter, size, reset_internal
        self.cur = 0
        self.current_batch: Any = None
        self.provide_data, self.provide_label = data_iter.provide_data, data_iter.provide_label
        if hasattr(data_iter, "default_bucket_key"):
            self.default_bucket_key = data_iter.default_bucket_key

    def reset(self) -> None:
        self.cur = 0
        if self.reset_internal:
            self.data_iter.reset()

    def iter_next(self) -> bool:
        more = self.cur != self.size
        if more:
            self.current_batch = self._next_of_inner()
            self.cur += 1
        return more

    def _next_of_inner(self) -> DataBatch:
        """Return the next batch of the inner iterator, and restart it at its end."""
        with contextlib.suppress(StopIteration):
            return self.data_iter.next()
        self.data_iter.reset()
        return self.data_iter.next()

    def getdata(self) -> Any:
        return self.current_batch.data

    def getlabel(self) -> Any:
        return self.current_batch.label

    def getindex(self) -> Any:
        return self.current_batch.index

    def getpad(self) -> Any:
        return self.current_batch.pad

    def state_dict(self) -> dict[str, Any]:
        return {"batch": self.cur, "inner": self.data_iter.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.cur = int(state["batch"])
        self.data_iter.load_state_dict(state["inner"])


class PrefetchingIter(DataIter):
    """Prepare the next batch in a thread while the current one is used. Can combine several iterators.

    Parameters
    ----------
    iters : DataIter or list
        The inner iterators. Their batches are combined.
    rename_data, rename_label : list of dict, optional
        New names of the arrays, for each iterator.

    Examples
    --------
    >>> batches = mx.io.PrefetchingIter(mx.io.NDArrayIter(mx.nd.arange(4), batch_size=2))
    >>> [batch.data[0].asnumpy().tolist() for batch in batches]
    [[0.0, 1.0], [2.0, 3.0]]
    """

    def __init__(self, iters: Any, rename_data: list[dict[str, str]] | None = None,
                 rename_label: list[dict[str, str]] | None = None) -> None:
        super().__init__()
        self.iters = iters if isinstance(iters, list) else [iters]
        self.n_iter = len(self.iters)
        if not self.n_iter:
            raise AssertionError("PrefetchingIter needs at least one iterator")
        self.rename_data, self.rename_label = rename_data, rename_label
        self.batch_size = self.provide_data[0][1][0]
        self.current_batch: Any = None
        self._threads = ThreadPoolExecutor(self.n_iter, thread_name_prefix="PrefetchingIter")
        self._pending: list[Future] = []
        self._fetch()

    def _fetch(self) -> None:
        self._pending = [self._threads.submit(_next_or_none, inner) for inner in self.iters]

    def __del__(self) -> None:
        threads = getattr(self, "_threads", None)
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)

    @property
    def provide_data(self) -> list[DataDesc]:
        """Descriptions of the data."""
        return _rename(self.rename_data, [inner.provide_data for inner in self.iters])

    @property
    def provide_label(self) -> list[DataDesc]:
        """Descriptions of the labels."""
        return _rename(self.rename_label, [inner.provide_label for inner in self.iters])

    def reset(self) -> None:
        for future in self._pending:
            # Ignore errors of the abandoned epoch.
            future.exception()
        for inner in self.iters:
            inner.reset()
        self._fetch()

    def iter_next(self) -> bool:
        batches = [future.result() for future in self._pending]
        ended = [batch is None for batch in batches]
        if all(ended):
            return False
        if any(ended) or len({batch.pad for batch in batches}) > 1:
            raise AssertionError("the iterators have different numbers of batches")
        self._fetch()
        self.current_batch = DataBatch(
            [array for batch in batches for array in batch.data],
            [array for batch in batches for array in batch.label],
            batches[0].pad,
            batches[0].index,
            provide_data=self.provide_data,
            provide_label=self.provide_label,
        )
        return True

    def next(self) -> DataBatch:
        if not self.iter_next():
            raise StopIteration
        return self.current_batch

    def getdata(self) -> Any:
        return self.current_batch.data

    def getlabel(self) -> Any:
        return self.current_batch.label

    def getindex(self) -> Any:
        return self.current_batch.index

    def getpad(self) -> Any:
        return self.current_batch.pad


def _next_or_none(inner: DataIter) -> DataBatch | None:
    try:
        return inner.next()
    except StopIteration:
        return None


def _rename(names: list[dict] | None, descriptions: list[list[Any]]) -> list[Any]:
    if names is None:
        return [one for group in descriptions for one in group]
    return [
        DataDesc(new[one.name], one.shape, one.dtype) if isinstance(one, DataDesc) else DataDesc(*one)
        for new, group in zip(names, descriptions, strict=True)
        for one in group
    ]


# Pickles and printed types contain MXNet's module name.
for _class in (ResizeIter, PrefetchingIter):
    _class.__module__ = "mxnet.io.io"


concise_module(__name__)
