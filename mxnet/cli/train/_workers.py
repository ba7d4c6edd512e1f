"""Workers of ``mxnet train`` under a launcher: sums over all of them, and stop requests."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import nd
from mxnet.kvstore.dist import place

_FIRST_KEY = 1 << 24  # keys below belong to the trainer, which numbers the parameters


class Workers:
    """All processes of this training. Without a launcher there is only one."""

    def __init__(self) -> None:
        launched = place.is_launched()
        store: Any = mx.kv.create("dist_sync") if launched else None
        self.store = store
        self.rank: int = store.rank if launched else 0
        self.count: int = store.num_workers if launched else 1
        self._keys: dict[int, int] = {}

    def sum(self, values: np.ndarray) -> np.ndarray:
        """Return the sum of the workers' arrays, which have the same shape."""
        if self.count == 1:
            return values
        flat = nd.array(values.ravel(), dtype="float64")
        if flat.size not in self._keys:
            self._keys[flat.size] = _FIRST_KEY + len(self._keys)
            self.store.init(self._keys[flat.size], nd.zeros(flat.shape, dtype="float64"))
        result = nd.zeros(flat.shape, dtype="float64")
        self.store.pushpull(self._keys[flat.size], flat, out=result)
        return result.asnumpy().reshape(values.shape)

    def gather(self, value: float) -> np.ndarray:
        """Return the values of all workers."""
        values = np.zeros(self.count)
        values[self.rank] = value
        return self.sum(values)


class StopRequest:
    """Turn the first SIGINT or SIGTERM into a request to stop after the current step. The second one interrupts."""

    def __init__(self) -> None:
        self.is_set = False
        self._earlier: dict[int, Any] = {}

    def __enter__(self) -> StopRequest:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._earlier[number] = signal.signal(number, self._request)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._earlier.items():
            signal.signal(number, handler)

    def _request(self, number: int, frame: FrameType | None) -> None:
        if self.is_set:
            raise KeyboardInterrupt
        self.is_set = True
