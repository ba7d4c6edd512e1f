"""Base class of the distributed stores."""

from __future__ import annotations

from typing import Any

from ..._frontend.results import wrap
from ...ndarray.ndarray import NDArray
from .. import _compression
from ..kvstore import KVStore
from .workers import BARRIER, workers


class DistributedStore(KVStore):
    """The store of one worker in a distributed program.

    Parameters
    ----------
    handle : str
        The store type. Use `create` to construct a store.
    """

    def __init__(self, handle: str) -> None:
        super().__init__(handle)
        self._workers = workers()
        self._group, self._cluster = self._workers.group, self._workers.cluster
        self._number = self._workers.add(self)
        self._wire_compression: _compression.TwoBitCompression | None = None

    def set_gradient_compression(self, compression_params: dict[str, Any]) -> None:
        """Send gradients with two bits per element. The quantization error is added to the next gradient.

        Parameters
        ----------
        compression_params : dict
            ``{'type': '2bit', 'threshold': 0.5}``.
        """
        self._wire_compression = _compression.from_params(compression_params)

    def _compress(self, key: Any, array: NDArray) -> NDArray:
        """Return the quantized gradient, with elements ``-threshold``, 0 or ``threshold``."""
        if self._wire_compression is None or array.stype != "default":
            return array
        return wrap(NDArray, self._wire_compression.compress(key, 0, array._data.detach()), array.context)

    def send_all(self) -> None:
        """Exchange the queued pushes."""

    def add_zeros(self, keys: Any, agreement: Any) -> None:
        """Contribute zeros to a push of the other workers."""

    def close(self) -> None:
        """Complete pending exchanges. All workers call this at shutdown."""

    @property
    def rank(self) -> int:
        """Rank of this worker, starting at 0."""
        return self._group.rank

    @property
    def num_workers(self) -> int:
        """Number of workers."""
        return self._group.size

    @property
    def launcher(self) -> str:
        """Name of the launcher whose variables this process has read, such as 'torchrun' or 'slurm'."""
        return self._cluster.place.launcher

    def _barrier(self) -> None:
        """Wait for all workers."""
        self.send_all()
        self._workers.agree(BARRIER)

    def barrier(self) -> None:
        """Wait for all workers."""
        self._barrier()

    def get_num_dead_node(self, node_id: int, timeout: int = 60) -> int:
        """Count the processes without a heartbeat among the servers (bit 2) and the workers (bit 4)."""
        return self._cluster.count_dead(int(node_id), float(timeout))

    def set_barrier_before_exit(self, barrier_before_exit: bool = True) -> None:
        """Set whether this process waits for the others at exit. If it does not, later pushes of the others fail."""
        self._workers.wait_at_end = bool(barrier_before_exit)
