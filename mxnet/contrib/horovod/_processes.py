"""Ranks and sizes of the worker group."""

from __future__ import annotations

import socket
import zlib
from typing import Any

import torch

from ..._runtime.error import MXNetError
from ...kvstore.dist import place
from ...kvstore.dist.workers import Workers, workers


class Processes:
    """The workers and their machines. A process without a launcher is a group of one worker."""

    def __init__(self) -> None:
        self.workers: Workers | None = None
        self.initialized = False
        self._hosts = [0]

    def begin(self) -> None:
        """Connect to the other workers, if a launcher has started this process."""
        if self.initialized:
            return
        if place.is_launched():
            self.workers = workers()
            host = zlib.crc32(socket.gethostname().encode())
            self._hosts = [number for number, in self.workers.group.exchange((host,))]
        self.initialized = True

    def _check(self) -> None:
        if not self.initialized:
            raise ValueError("Horovod has not been initialized; use hvd.init().")

    @property
    def rank(self) -> int:
        """Rank of this worker."""
        self._check()
        return 0 if self.workers is None else self.workers.group.rank

    @property
    def size(self) -> int:
        """Number of workers."""
        self._check()
        return len(self._hosts)

    def on_this_machine(self) -> list[int]:
        """Return the ranks of the workers on this machine."""
        return [i for i, host in enumerate(self._hosts) if host == self._hosts[self.rank]]

    def machines(self) -> list[int]:
        """Return the machines in the order of their first workers."""
        self._check()
        return list(dict.fromkeys(self._hosts))

    def machine(self) -> int:
        """Return the number of this machine."""
        return self.machines().index(self._hosts[self.rank])


processes = Processes()


def init(*args: Any, **kwargs: Any) -> None:
    """Connect to the other workers. Subsets of the workers are not supported."""
    if args or any(value is not None for value in kwargs.values()):
        raise MXNetError("hvd.init: only the group of all workers is supported; call it without arguments")
    processes.begin()


def shutdown() -> None:
    """Do nothing: the connections are closed at process exit."""


def is_initialized() -> bool:
    """Return whether `init` has been called."""
    return processes.initialized


def rank() -> int:
    """Return the rank of this worker, starting at 0."""
    return processes.rank


def size() -> int:
    """Return the number of workers."""
    return processes.size


def local_rank() -> int:
    """Return the rank of this worker among the workers of its machine."""
    return processes.on_this_machine().index(processes.rank)


def local_size() -> int:
    """Return the number of workers on this machine."""
    return len(processes.on_this_machine())


def cross_rank() -> int:
    """Return the number of this machine."""
    return processes.machine()


def cross_size() -> int:
    """Return the number of machines."""
    return len(processes.machines())


def is_homogeneous() -> bool:
    """Return whether all machines have the same number of workers."""
    counts = [processes._hosts.count(machine) for machine in processes.machines()]
    return len(set(counts)) == 1


def gloo_built(verbose: bool = False) -> bool:
    """Return whether torch has gloo, which is used for arrays on the CPU."""
    return torch.distributed.is_available() and torch.distributed.is_gloo_available()


def gloo_enabled() -> bool:
    """Return whether gloo is used."""
    return gloo_built()


def nccl_built(verbose: bool = False) -> bool:
    """Return whether torch has NCCL, which is used for arrays on GPUs."""
    return torch.distributed.is_available() and torch.distributed.is_nccl_available()


def cuda_built(verbose: bool = False) -> bool:
    """Return whether torch supports CUDA."""
    return torch.version.cuda is not None


def rocm_built(verbose: bool = False) -> bool:
    """Return whether torch supports ROCm."""
    return torch.version.hip is not None


def mpi_built(verbose: bool = False) -> bool:
    """Return False: MPI may start the processes, but it is not used to exchange arrays."""
    return False


mpi_enabled = mpi_threads_supported = ddl_built = ccl_built = mpi_built
