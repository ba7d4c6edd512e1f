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
    """Connect to the other workers. Subsets of the workers are not supported.

    Parameters
    ----------
    *args, **kwargs
        Accepted for compatibility. Any other value than None is an error.

    Returns
    -------
    None

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.is_initialized()
    True
    """
    if args or any(value is not None for value in kwargs.values()):
        raise MXNetError("hvd.init: only the group of all workers is supported; call it without arguments")
    processes.begin()


def shutdown() -> None:
    """Do nothing: the connections are closed at process exit.

    Returns
    -------
    None

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.shutdown()
    """


def is_initialized() -> bool:
    """Return whether `init` has been called.

    Returns
    -------
    bool
        Whether the ranks and sizes are available.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.is_initialized()
    True
    """
    return processes.initialized


def rank() -> int:
    """Return the rank of this worker.

    Returns
    -------
    int
        A number from 0 to ``size() - 1``.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.rank()
    0
    """
    return processes.rank


def size() -> int:
    """Return the number of workers.

    Returns
    -------
    int
        Number of workers, which is 1 without a launcher.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.size()
    1
    """
    return processes.size


def local_rank() -> int:
    """Return the rank of this worker among the workers of its machine.

    Returns
    -------
    int
        A number from 0 to ``local_size() - 1``.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> context = mx.gpu(hvd.local_rank()) if mx.context.num_gpus() else mx.cpu()
    >>> hvd.local_rank()
    0
    """
    return processes.on_this_machine().index(processes.rank)


def local_size() -> int:
    """Return the number of workers on this machine.

    Returns
    -------
    int
        Number of workers.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.local_size()
    1
    """
    return len(processes.on_this_machine())


def cross_rank() -> int:
    """Return the number of this machine.

    Returns
    -------
    int
        A number from 0 to ``cross_size() - 1``, in the order of the first workers.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.cross_rank()
    0
    """
    return processes.machine()


def cross_size() -> int:
    """Return the number of machines.

    Returns
    -------
    int
        Number of machines.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.cross_size()
    1
    """
    return len(processes.machines())


def is_homogeneous() -> bool:
    """Return whether all machines have the same number of workers.

    Returns
    -------
    bool
        Whether the numbers are equal.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.is_homogeneous()
    True
    """
    counts = [processes._hosts.count(machine) for machine in processes.machines()]
    return len(set(counts)) == 1


def gloo_built(verbose: bool = False) -> bool:
    """Return whether Gloo is available, which is used for arrays on the CPU.

    Parameters
    ----------
    verbose : bool
        Ignored.

    Returns
    -------
    bool
        Whether the installed build of PyTorch has Gloo.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.gloo_built()
    True
    """
    return torch.distributed.is_available() and torch.distributed.is_gloo_available()


def gloo_enabled() -> bool:
    """Return whether Gloo is used.

    Returns
    -------
    bool
        The result of `gloo_built`.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.gloo_enabled() == hvd.gloo_built()
    True
    """
    return gloo_built()


def nccl_built(verbose: bool = False) -> bool:
    """Return whether NCCL is available, which is used for arrays on GPUs.

    Parameters
    ----------
    verbose : bool
        Ignored.

    Returns
    -------
    bool
        Whether the installed build of PyTorch has NCCL.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> backend = 'NCCL' if hvd.nccl_built() else 'Gloo'
    """
    return torch.distributed.is_available() and torch.distributed.is_nccl_available()


def cuda_built(verbose: bool = False) -> bool:
    """Return whether CUDA is supported.

    Parameters
    ----------
    verbose : bool
        Ignored.

    Returns
    -------
    bool
        Whether the installed build of PyTorch supports CUDA.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.cuda_built() and hvd.rocm_built()
    False
    """
    return torch.version.cuda is not None


def rocm_built(verbose: bool = False) -> bool:
    """Return whether ROCm is supported.

    Parameters
    ----------
    verbose : bool
        Ignored.

    Returns
    -------
    bool
        Whether the installed build of PyTorch supports ROCm.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.rocm_built() and hvd.cuda_built()
    False
    """
    return torch.version.hip is not None


def mpi_built(verbose: bool = False) -> bool:
    """Return False: MPI, DDL and oneCCL are not used to exchange arrays. MPI may start the processes.

    Parameters
    ----------
    verbose : bool
        Ignored.

    Returns
    -------
    bool
        False

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.mpi_built(), hvd.mpi_enabled(), hvd.mpi_threads_supported(), hvd.ddl_built(), hvd.ccl_built()
    (False, False, False, False, False)
    """
    return False


mpi_enabled = mpi_threads_supported = ddl_built = ccl_built = mpi_built
