"""Queues and loops for programs that start workers of their own; `DataLoader` has its own transport."""

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
    """The array that `reduce_ndarray` took apart, on the CPU."""
    return ndarray.array(values, ctx=cpu(), dtype=dtype)


def reduce_ndarray(data: NDArray) -> tuple[Any, ...]:
    """An array as what another process can make it from."""
    return rebuild_ndarray, (data.asnumpy(), data.dtype)


def rebuild_np_ndarray(values: np.ndarray, dtype: Any) -> Any:
    """The array that `reduce_np_ndarray` took apart, on the CPU."""
    return rebuild_ndarray(values, dtype).as_np_ndarray()


def reduce_np_ndarray(data: Any) -> tuple[Any, ...]:
    """As `reduce_ndarray`, for arrays of ``mx.np``."""
    return rebuild_np_ndarray, (data.asnumpy(), data.dtype)


def as_in_context(data: Any, ctx: Context) -> Any:
    """A batch with its arrays moved to `ctx`."""
    if isinstance(data, NDArray):
        return data.as_in_context(ctx)
    if isinstance(data, (list, tuple)):
        return [as_in_context(part, ctx) for part in data]
    return data


class ConnectionWrapper:
    """A connection between processes that sends arrays, whatever their context.

    Parameters
    ----------
    conn : multiprocessing.connection.Connection
        What to send and receive by.
    """

    def __init__(self, conn: Any) -> None:
        self._conn = conn

    def send(self, obj: Any) -> None:
        """Send an object."""
        self._conn.send_bytes(ForkingPickler.dumps(obj))

    def recv(self) -> Any:
        """Wait for an object."""
        return ForkingPickler.loads(self._conn.recv_bytes())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__.get("_conn"), name)


class Queue(multiprocessing.queues.Queue):
    """A queue between processes, in the context of this program."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)


class SimpleQueue(multiprocessing.queues.SimpleQueue):
    """A queue between processes without a thread of its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)


def worker_loop_v1(dataset: Any, key_queue: Any, data_queue: Any, batchify_fn: Any) -> None:
    """Make batches of the samples that `key_queue` names as (number, indices) until the number is None."""
    for number, samples in iter(key_queue.get, None):
        if number is None:
            return
        data_queue.put((number, batchify_fn([dataset[i] for i in samples])))


def _moved(data: Any, context: Context) -> Any:
    if isinstance(data, NDArray):
        return data.as_in_context(context)
    return [_moved(part, context) for part in data] if isinstance(data, (list, tuple)) else data


def fetcher_loop_v1(data_queue: Any, data_buffer: dict[int, Any], pin_memory: bool = False, pin_device_id: int = 0,
                    data_buffer_lock: Any = None) -> None:
    """Put batches from `data_queue` into a dictionary by their number until the number is None."""
    context = cpu_pinned(pin_device_id) if pin_memory else cpu()
    for number, batch in iter(data_queue.get, None):
        if number is None:
            return
        if data_buffer_lock is None:
            data_buffer[number] = _moved(batch, context)
        else:
            with data_buffer_lock:
                data_buffer[number] = _moved(batch, context)
