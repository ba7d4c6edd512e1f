"""Stores by the names of Horovod and BytePS: sums over all workers, without an optimizer of their own."""

from __future__ import annotations

from typing import Any

from ..ndarray.ndarray import NDArray
from .base import KVStoreBase


@KVStoreBase.register
class Horovod(KVStoreBase):
    """Averages nothing and keeps nothing: copies from worker 0 and sums over workers, ``mx.kv.create('horovod')``."""

    def __init__(self) -> None:
        from ..contrib import horovod

        horovod.init()
        self._functions = horovod

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Copy the value of worker 0 to all arrays of `out`."""
        copied = self._functions.broadcast(value, 0, str(key), priority)
        for target in out if isinstance(out, list) else [out]:
            target[:] = copied.as_in_context(target.context)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Add up `value` over devices and workers, and write the sum to `out`, or to `value` itself."""
        values = [value] if isinstance(value, NDArray) else list(value)
        total = values[0].copy()
        for other in values[1:]:
            total += other.as_in_context(total.context)
        self._functions.allreduce_(total, False, str(key), priority)
        for target in values if out is None else out if isinstance(out, list) else [out]:
            target[:] = total.as_in_context(target.context)

    @staticmethod
    def is_capable(capability: str) -> bool:
        """Whether the store can do something; it cannot update with an 'optimizer'."""
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return False
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        """Name of the kind of store."""
        return type(self).__name__.lower()

    @property
    def rank(self) -> int:
        """Number of this worker, from 0."""
        return self._functions.rank()

    @property
    def local_rank(self) -> int:
        """Number of this worker among those of its machine."""
        return self._functions.local_rank()

    @property
    def num_workers(self) -> int:
        """How many workers there are."""
        return self._functions.size()


@KVStoreBase.register
class BytePS(Horovod):
    """The same by BytePS's name, ``mx.kv.create('byteps')``."""
