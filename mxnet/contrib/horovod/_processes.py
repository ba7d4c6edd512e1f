"""Who the workers are."""

from __future__ import annotations

import socket
import zlib
from typing import Any

import torch

from ..._runtime.error import MXNetError
from ...kvstore.dist import place
from ...kvstore.dist.workers import Workers, workers


class Processes:
    """The workers and the machines they run on; one process alone is a group of one."""

    def __init__(self) -> None:
        self.workers: Workers | None = None
        self.initialized = False
        self._hosts = [0]

    def begin(self) -> None:
        """Meet the other workers, if this process was started with others."""
        if self.initialized:
            return
        try:
            place.find()
        except MXNetError:
            pass  # started alone
        else:
            self.workers = workers()
            host = zlib.crc32(socket.gethostname().encode())
            self._hosts = [number for number, in self.workers.group.exchange((host,))]
        self.initialized = True

    def _check(self) -> None:
        if not self.initialized:
            raise ValueError("Horovod has not been initialized; use hvd.init().")

    @property
    def rank(self) -> int:
        """Number of this worker."""
        self._check()
        return 0 if self.workers is None else self.workers.group.rank

    @property
    def size(self) -> int:
        """How many workers there are."""
        self._check()
        return len(self._hosts)

    def on_this_machine(self) -> list[int]:
        """Ranks of the workers of this machine."""
        return [i for i, host in enumerate(self._hosts) if host == self._hosts[self.rank]]

    def machines(self) -> list[int]:
        """The machines in the order of their first workers."""
        self._check()
        return list(dict.fromkeys(self._hosts))

    def machine(self) -> int:
        """Number of this machine."""
        return self.machines().index(self._hosts[self.rank])


processes = Processes()


def init(*args: Any, **kwargs: Any) -> None:
    """Meet the other workers; sets of processes other than all are not supported."""
    if args or any(value is not None for value in kwargs.values()):
        raise MXNetError("hvd.init: only the group of all workers is supported; call it without arguments")
    processes.begin()


def shutdown() -> None:
    """Nothing to do: the workers part when the process ends."""


def is_initialized() -> bool:
    """Whether `init` has been called."""
    return processes.initialized


def rank() -> int:
    """Number of this worker, from 0."""
    return processes.rank


def size() -> int:
    """How many workers there are."""
    return processes.size


def local_rank() -> int:
    """Number of this worker among those of its machine."""
    return processes.on_this_machine().index(processes.rank)


def local_size() -> int:
    """How many workers this machine has."""
    return len(processes.on_this_machine())


def cross_rank() -> int:
    """Number of this machine."""
    return processes.machine()


def cross_size() -> int:
    """How many machines there are."""
    return len(processes.machines())


def is_homogeneous() -> bool:
    """Whether all machines have as many workers."""
    counts = [processes._hosts.count(machine) for machine in processes.machines()]
    return len(set(counts)) == 1


def gloo_built(verbose: bool = False) -> bool:
    """Whether torch's gloo is there, over which the workers exchange arrays."""
    return torch.distributed.is_available() and torch.distributed.is_gloo_available()


def gloo_enabled() -> bool:
    """Whether gloo is used."""
    return gloo_built()


def nccl_built(verbose: bool = False) -> bool:
    """Whether torch's nccl is there, which arrays on GPUs take."""
    return torch.distributed.is_available() and torch.distributed.is_nccl_available()


def cuda_built(verbose: bool = False) -> bool:
    """Whether torch knows CUDA."""
    return torch.version.cuda is not None


def rocm_built(verbose: bool = False) -> bool:
    """Whether torch knows ROCm."""
    return torch.version.hip is not None


def mpi_built(verbose: bool = False) -> bool:
    """False: MPI starts processes at most, it does not carry arrays."""
    return False


mpi_enabled = mpi_threads_supported = ddl_built = ccl_built = mpi_built
