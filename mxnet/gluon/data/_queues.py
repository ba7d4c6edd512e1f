"""Queues and loops for programs that start their own workers. `DataLoader` does not use them."""

from __future__ import annotations

import multiprocessing
import multiprocessing.queues
from multiprocessing.reduction import ForkingPickler
from typing import Any

import numpy as np

from ... import ndarray
from ...context import Context, cpu, cpu_pinned
from ...ndarray import NDArray


def rebuild_ndarray(values: np.ndarray, dtype: Any) -> NDArray:
    """Rebuild an array from `reduce_ndarray` on the CPU."""
    return ndarray.array(values, ctx=cpu(), dtype=dtype)


def reduce_ndarray(data: NDArray) -> tuple[Any, ...]:
    """Reduce an array to picklable parts."""
    return rebuild_ndarray, (data.asnumpy(), data.dtype)


def rebuild_np_ndarray(values: np.ndarray, dtype: Any) -> Any:
    """Rebuild an array from `reduce_np_ndarray` on the CPU."""
    return rebuild_ndarray(values, dtype).as_np_ndarray()


def reduce_np_ndarray(data: Any) -> tuple[Any, ...]:
    """Reduce an array of ``mx.np`` to picklable parts."""
    return rebuild_np_ndarray, (data.asnumpy(), data.dtype)


def as_in_context(data: Any, ctx: Context) -> Any:
    """Move the arrays of a batch to `ctx`."""
    if isinstance(data, NDArray):
        return data.as_in_context(ctx)
    if isinstance(data, (list, tuple)):
        return [as_in_context(part, ctx) for part in data]
    return data


class ConnectionWrapper:
    """A connection between processes that can send arrays of any context.

    Parameters
    ----------
    conn : multiprocessing.connection.Connection
        The connection to wrap.
    """

    def __init__(self, conn: Any) -> None:
        self._conn = conn

    def send(self, obj: Any) -> None:
        """Send an object."""
        self._conn.send_bytes(ForkingPickler.dumps(obj))

    def recv(self) -> Any:
        """Receive an object."""
        return ForkingPickler.loads(self._conn.recv_bytes())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__.get("_conn"), name)


class Queue(multiprocessing.queues.Queue):
    """A queue between processes, in the default multiprocessing context."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)


class SimpleQueue(multiprocessing.queues.SimpleQueue):
    """A queue between processes without a background thread."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)


def worker_loop_v1(dataset: Any, key_queue: Any, data_queue: Any, batchify_fn: Any) -> None:
    """Create batches from (number, indices) in `key_queue` until the number is None."""
    for number, samples in iter(key_queue.get, None):
        if number is None:
            return
        data_queue.put((number, batchify_fn([dataset[i] for i in samples])))


def _move(data: Any, context: Context) -> Any:
    if isinstance(data, NDArray):
        return data.as_in_context(context)
    return [_move(part, context) for part in data] if isinstance(data, (list, tuple)) else data


def fetcher_loop_v1(data_queue: Any, data_buffer: dict[int, Any], pin_memory: bool = False, pin_device_id: int = 0,
                    data_buffer_lock: Any = None) -> None:
    """Store batches from `data_queue` in a dictionary by number until the number is None."""
    context = cpu_pinned(pin_device_id) if pin_memory else cpu()
    for number, batch in iter(data_queue.get, None):
        if number is None:
            return
        if data_buffer_lock is None:
            data_buffer[number] = _move(batch, context)
        else:
            with data_buffer_lock:
                data_buffer[number] = _move(batch, context)
