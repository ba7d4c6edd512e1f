"""Stores with the names of Horovod and BytePS: sums over all workers, without an optimizer."""

from __future__ import annotations

from typing import Any

from ..ndarray.ndarray import NDArray
from .base import KVStoreBase


@KVStoreBase.register
class Horovod(KVStoreBase):
    """A stateless store that broadcasts from worker 0 and sums over workers, ``mx.kv.create('horovod')``."""

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
        """Sum `value` over devices and workers, and write the sum to `out`, or to `value` if `out` is None."""
        values = [value] if isinstance(value, NDArray) else list(value)
        total = values[0].copy()
        for other in values[1:]:
            total += other.as_in_context(total.context)
        self._functions.allreduce_(total, False, str(key), priority)
        for target in values if out is None else out if isinstance(out, list) else [out]:
            target[:] = total.as_in_context(target.context)

    @staticmethod
    def is_capable(capability: str) -> bool:
        """Return whether the store supports a capability. It does not support 'optimizer'."""
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return False
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        """Name of the store type."""
        return type(self).__name__.lower()

    @property
    def rank(self) -> int:
        """Rank of this worker, starting at 0."""
        return self._functions.rank()

    @property
    def local_rank(self) -> int:
        """Rank of this worker among the workers of its machine."""
        return self._functions.local_rank()

    @property
    def num_workers(self) -> int:
        """Number of workers."""
        return self._functions.size()


@KVStoreBase.register
class BytePS(Horovod):
    """The same store under BytePS's name, ``mx.kv.create('byteps')``."""
