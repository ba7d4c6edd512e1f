"""What all distributed stores have in common."""

from __future__ import annotations

from typing import Any

from ..._frontend.results import wrap
from ...ndarray.ndarray import NDArray
from .. import _compression
from ..kvstore import KVStore
from .workers import BARRIER, workers


class DistributedStore(KVStore):
    """A store of one worker among others.

    Parameters
    ----------
    handle : str
        The kind of store, made by `create`.
    """

    def __init__(self, handle: str) -> None:
        super().__init__(handle)
        self._workers = workers()
        self._group, self._cluster = self._workers.group, self._workers.cluster
        self._number = self._workers.add(self)
        self._on_the_way: _compression.TwoBitCompression | None = None

    def set_gradient_compression(self, compression_params: dict[str, Any]) -> None:
        """Send gradients with two bits per number; what is lost is added to the next gradient.

        Parameters
        ----------
        compression_params : dict
            ``{'type': '2bit', 'threshold': 0.5}``.
        """
        self._on_the_way = _compression.from_params(compression_params)

    def _compressed(self, key: Any, array: NDArray) -> NDArray:
        """What is to arrive of a gradient: minus the threshold, zero or the threshold."""
        if self._on_the_way is None or array.stype != "default":
            return array
        return wrap(NDArray, self._on_the_way.sent(key, 0, array._data.detach()), array.context)

    def send_all(self) -> None:
        """Exchange what has been pushed and not been asked for yet."""

    def add_zeros(self, keys: Any, agreement: Any) -> None:
        """Take part in a push of the others with zeros."""

    def close(self) -> None:
        """End exchanges that have begun; all workers call it at their end."""

    @property
    def rank(self) -> int:
        """Number of this worker, from 0."""
        return self._group.rank

    @property
    def num_workers(self) -> int:
        """How many workers there are."""
        return self._group.size

    def _barrier(self) -> None:
        """Wait for all workers."""
        self.send_all()
        self._workers.agree(BARRIER)

    def barrier(self) -> None:
        """Wait for all workers."""
        self._barrier()

    def get_num_dead_node(self, node_id: int, timeout: int = 60) -> int:
        """How many processes are not heard of, of the servers (2) and the workers (4)."""
        return self._cluster.count_dead(int(node_id), float(timeout))

    def set_barrier_before_exit(self, barrier_before_exit: bool = True) -> None:
        """Whether the process waits for the others at its end, without which they cannot go on then."""
        self._workers.wait_at_end = bool(barrier_before_exit)
