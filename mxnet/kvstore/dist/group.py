"""Collective operations over the workers of a program, on top of torch's process groups."""

from __future__ import annotations

import ctypes
import hmac
import math
import os
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import torch
import torch.distributed as dist

from ..._runtime.error import MXNetError
from .cluster import Cluster, frozen_seconds, join_seconds
from .joining import NONCE, join, line_proof, register
from .sealed import SealedStore, TamperedEntry, authenticate

_LONG = timedelta(days=10)
_POLL = timedelta(seconds=1)
# Small arrays are sent together, up to this size. A larger array is sent alone.
BUCKET_BYTES = 16 << 20


class Group:
    """All workers of a program. Every worker must call the methods in the same order.

    Parameters
    ----------
    cluster
        The processes of the program.
    """

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.rank, self.size = cluster.rank, cluster.place.workers
        self._others = [f"worker {i}" for i in range(self.size) if i != self.rank]
        register(cluster)
        cluster.check_versions(self._others)
        self._key = join(cluster)
        cluster.remove_secret_file()
        self._rendezvous: list[SealedStore] = []
        self._under_way: set[Any] = set()
        self._gloo = self._make_gloo("gloo")
        self._nccl: Any = None
        self._lines: list[Any] = []

    def open_line(self, name: str) -> int:
        """Open a separate set of connections with its own ordering, and return its number."""
        self._lines.append(self._make_gloo(f"line {name}"))
        return len(self._lines) - 1

    def _meeting_place(self, name: str) -> SealedStore:
        """Return the rendezvous store for a backend of torch. Only the workers of this run can read its entries."""
        store = SealedStore(self.cluster.entries, authenticate(self._key, name.encode()))
        self._rendezvous.append(store)  # torch does not keep the Python object alive
        return store

    def _make_gloo(self, name: str) -> Any:
        gloo: Any = dist.ProcessGroupGloo
        options = gloo._Options()
        options._devices = [gloo.create_device(hostname=self.cluster.place.host, lazy_init=False)]
        options._timeout = _LONG
        options._threads = 2
        try:
            backend = gloo(self._meeting_place(name), self.rank, self.size, options)
        except TamperedEntry as error:
            raise self.cluster.failure(str(error)) from error
        except RuntimeError as error:
            raise self._diagnose(error) from error
        try:
            self._check_ends(name, backend)
        except MXNetError:
            _keep_forever(backend)
            raise
        return backend

    def _check_ends(self, name: str, backend: Any) -> None:
        """Raise unless the other end of each connection is the expected worker.

        Gloo accepts the first client: an attacker that guesses a port may connect instead of the worker.
        """
        limit = time.monotonic() + join_seconds()

        def swap(texts: list[bytes]) -> list[bytes]:
            """Send a message to each worker over the connection to it, and return the received messages."""
            sent = torch.frombuffer(bytearray(b"".join(texts)), dtype=torch.uint8)
            received = torch.empty_like(sent)
            self.wait(self._start(lambda: backend.alltoall_base(received, sent, [], [], dist.AllToAllOptions())), limit)
            content = bytes(received.tolist())
            return [content[i:i + NONCE] for i in range(0, len(content), NONCE)]

        own = [os.urandom(NONCE) for _ in range(self.size)]
        theirs = swap(own)
        proofs = swap([line_proof(self._key, name, (self.rank, i), own[i], theirs[i]) for i in range(self.size)])
        for i, proof in enumerate(proofs):
            if i != self.rank and not hmac.compare_digest(
                    proof, line_proof(self._key, name, (i, self.rank), theirs[i], own[i])):
                raise self.cluster.failure("a process that does not know the secret has connected to "
                                           f"{self.cluster.name} in place of worker {i}. Restrict access to the "
                                           "workers' ports")

    def _backend(self, tensor: torch.Tensor) -> Any:
        if not tensor.is_cuda:
            return self._gloo
        if self._nccl is None:
            options = dist.ProcessGroupNCCL.Options()
            options._timeout = _LONG
            self._nccl = dist.ProcessGroupNCCL(self._meeting_place("nccl"), self.rank, self.size, options)
        return self._nccl

    def close(self) -> None:
        """Close the connections and stop torch's threads before the interpreter exits.

        A thread that frees a tensor during interpreter shutdown would abort the process. Torch's destructor waits for
        pending operations, which may never finish. A group with pending operations is therefore kept alive until the
        process ends.
        """
        if self._under_way:
            _keep_forever(self._gloo, self._nccl, *self._lines, *self._rendezvous)
        self._gloo, self._nccl, self._lines = None, None, []

    # Waiting

    def wait(self, work: Any, limit: float = math.inf) -> None:
        """Wait for an operation as long as all workers have a heartbeat, or until the deadline `limit`."""
        watching = False
        while True:
            try:
                work.wait(_POLL)
                self._under_way.discard(work)
                return
            except RuntimeError as error:
                if "timed out" not in str(error).lower():
                    raise self._diagnose(error) from error
            if not watching:
                watching = True
                self.cluster.reset_heartbeats()
            self.cluster.raise_failures()
            frozen = self.cluster.find_silent(self._others, frozen_seconds())
            if frozen:
                raise self.cluster.failure(f"{', '.join(frozen)} has had no heartbeat for {frozen_seconds()} s: the "
                                            "process is frozen, or its machine cannot be reached")
            if time.monotonic() > limit:
                raise self.cluster.failure(f"{self.cluster.name} waited {join_seconds()} s for proofs that the "
                                           "other ends of its connections are the other workers. Restrict access to the "
                                           "ports")

    def _diagnose(self, error: RuntimeError) -> MXNetError:
        """Convert a connection error to an error that names the dead worker."""
        try:
            dead = self.cluster.find_dead(self._others)
        except MXNetError as known:
            return known
        if dead:
            return self.cluster.failure(f"{', '.join(dead)} has died and closed its connection")
        return self.cluster.failure(f"{self.cluster.name} lost its connection to a worker: "
                                     f"{str(error).splitlines()[0][:300]}")

    def _start(self, begin: Callable[[], Any]) -> Any:
        try:
            work = begin()
        except RuntimeError as error:
            raise self._diagnose(error) from error
        self._under_way.add(work)
        return work

    # Collective operations

    def exchange(self, numbers: Sequence[int]) -> list[list[int]]:
        """Gather a fixed number of integers from each worker."""
        own = torch.tensor(list(numbers), dtype=torch.int64)
        return [t.tolist() for t in self.all_gather(own)]

    def all_gather(self, tensor: torch.Tensor) -> list[torch.Tensor]:
        """Gather the tensors of all workers. Shapes and dtypes must be equal."""
        source = tensor.contiguous()
        gathered = [torch.empty_like(source) for _ in range(self.size)]
        self.wait(self._start(lambda: self._backend(source).allgather([gathered], [source])))
        return gathered

    def broadcast(self, tensor: torch.Tensor, root: int = 0) -> None:
        """Overwrite a contiguous tensor with the tensor of worker `root`."""
        options = dist.BroadcastOptions()
        options.rootRank, options.rootTensor = root, 0
        self.wait(self._start(lambda: self._backend(tensor).broadcast([tensor], options)))

    def all_reduce(self, tensors: Sequence[torch.Tensor], op: str = "Sum") -> list[torch.Tensor]:
        """Return the sums (or with 'Min' and 'Max' the extremes) over all workers. The inputs are not modified."""
        reduce_op = {"Min": dist.ReduceOp.MIN, "Max": dist.ReduceOp.MAX}.get(op, dist.ReduceOp.SUM)
        started = [(bucket, flat, self.start_sum(flat, reduce_op)) for bucket, flat in _buckets(tensors)]
        sums: list[torch.Tensor] = [tensor for tensor in tensors]
        for bucket, flat, work in started:
            self.wait(work)
            position = 0
            for index in bucket:
                size = tensors[index].numel()
                sums[index] = flat[position:position + size].view(tensors[index].shape)
                position += size
        return sums

    def start_sum(self, flat: torch.Tensor, reduce_op: Any = dist.ReduceOp.SUM, line: int | None = None) -> Any:
        """Start an in-place sum over all workers, and return a handle for `wait`."""
        options = dist.AllreduceOptions()
        options.reduceOp = reduce_op
        backend = self._backend(flat) if line is None else self._lines[line]
        return self._start(lambda: backend.allreduce([flat], options))


def _keep_forever(*backends: Any) -> None:
    """Keep objects alive until the process ends, because torch's destructors wait for other workers."""
    for backend in backends:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(backend))


def _buckets(tensors: Sequence[torch.Tensor]) -> list[tuple[list[int], torch.Tensor]]:
    """Group tensors for transport: return the positions and the concatenated elements of each bucket."""
    groups: dict[Any, list[list[int]]] = {}
    sizes: dict[Any, int] = {}
    for index, tensor in enumerate(tensors):
        key = tensor.dtype, tensor.device
        size = tensor.numel() * tensor.element_size()
        if key not in groups or sizes[key] + size > BUCKET_BYTES:
            groups.setdefault(key, []).append([])
            sizes[key] = 0
        groups[key][-1].append(index)
        sizes[key] += size
    return [(bucket, torch.cat([tensors[i].reshape(-1) for i in bucket]) if len(bucket) > 1
             else tensors[bucket[0]].reshape(-1).clone()) for buckets in groups.values() for bucket in buckets]

