"""Agreement between the workers of a program before they exchange arrays."""

from __future__ import annotations

import atexit
import json
import logging
import struct
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..._runtime.error import MXNetError
from . import place
from .cluster import Cluster
from .group import Group

BARRIER, END, PUSH, TOGETHER = range(4)
_WAITING = (BARRIER, END)
_WORDS = {BARRIER: "waits at a barrier", END: "has ended", PUSH: "pushes", TOGETHER: "does"}

Answer = tuple[int, int, float, int, int]


@dataclass(frozen=True)
class Agreement:
    """State that the workers have exchanged before a push.

    Attributes
    ----------
    scales
        Factors for the sums of gradients, one per distinct batch size.
    offers
        Digests of the overlap plans of the pushing workers, see `overlap`. 0 means no plan.
    progress
        Number of sent buckets of each worker, see `overlap`. None if there are workers without a push.
    """

    scales: set[float]
    offers: set[int]
    progress: list[int] | None

    @property
    def some_wait(self) -> bool:
        """Whether there are workers without a push."""
        return self.progress is None


def _as_integer(number: float) -> int:
    return struct.unpack("q", struct.pack("d", number))[0]


def _as_float(number: int) -> float:
    return struct.unpack("d", struct.pack("q", number))[0]


class Participant(Protocol):
    """The interface of a store for the other workers."""

    def add_zeros(self, keys: list[Any], agreement: Agreement) -> None:
        """Contribute zeros to a push of these keys by other workers."""

    def send_all(self) -> None:
        """Exchange the queued pushes."""

    def close(self) -> None:
        """Complete pending exchanges. All workers call this at shutdown."""


class Workers:
    """All workers of the program, shared by the stores of a process.

    All workers announce their next operation before each exchange. A mismatch raises an error instead of giving wrong
    values. A worker that waits at a barrier or at exit contributes zeros to pushes until the other workers get there
    too.
    """

    def __init__(self) -> None:
        where = place.find()
        logging.info("kvstore: %s of %d, started by %s (%s)", where.name, where.workers, where.launcher, where.read)
        self.cluster = Cluster(where)
        if self.cluster.place.role != "worker":
            raise MXNetError(f"only workers can create a kvstore, but this process is a {self.cluster.place.role}")
        self.group = Group(self.cluster)
        self.wait_at_end = True
        self._stores: list[Participant] = []
        self._published: set[int] = set()
        self._warned_about_end = False
        self._last: list[Callable[[], None]] = []
        atexit.register(self._end)

    def add(self, store: Participant) -> int:
        """Register a store and return its number. All workers must create their stores in the same order."""
        self._stores.append(store)
        return len(self._stores) - 1

    def at_end(self, function: Callable[[], None]) -> None:
        """Register a function to call after all workers have reached their end."""
        self._last.append(function)

    def agree(self, operation: int, *details: Any, scale: float = 1.0, offer: int = 0, progress: int = 0) -> Agreement:
        """Wait until all workers request the same operation, and return the state of the pushing workers."""
        text = json.dumps(details)
        own = operation, zlib.crc32(text.encode())
        if operation not in _WAITING and own[1] not in self._published:
            self.cluster.publish(f"details/{own[1]}", text)
            self._published.add(own[1])
        while True:
            said = self.group.exchange((*own, _as_integer(scale), offer, progress))
            answers: list[Answer] = [(what, digest, _as_float(number), plan, done)
                                     for what, digest, number, plan, done in said]
            active = {answer[:2] for answer in answers if answer[0] not in _WAITING}
            waiting = any(answer[0] in _WAITING for answer in answers)
            if len(active) > 1 or (active and waiting and next(iter(active))[0] != PUSH):
                raise self.cluster.failure(f"the workers run different operations: {self._describe_operations(answers)}")
            pushing = [answer for answer in answers if answer[0] == PUSH]
            agreement = Agreement({answer[2] for answer in pushing}, {answer[3] for answer in pushing},
                                  None if waiting else [answer[4] for answer in answers])
            if operation not in _WAITING:
                self._warn_about_end(answers)
                return agreement
            if active:
                number, keys = json.loads(self.cluster.read(f"details/{next(iter(active))[1]}"))
                self._stores[number].add_zeros(keys, agreement)
            elif operation == BARRIER or all(answer[0] == END for answer in answers):
                return agreement

    def _describe_operations(self, answers: list[Answer]) -> str:
        parts = []
        for rank, (operation, digest, *_) in enumerate(answers):
            details = "" if operation in _WAITING else " " + self.cluster.read(f"details/{digest}")[:200]
            parts.append(f"worker {rank} {_WORDS[operation]}{details}")
        return "; ".join(parts)

    def _warn_about_end(self, answers: list[Answer]) -> None:
        waiting = [rank for rank, answer in enumerate(answers) if answer[0] in _WAITING]
        if waiting and not self._warned_about_end:
            self._warned_about_end = True
            logging.warning("kvstore: workers %s have no more batches; their gradients count as zeros", waiting)

    def _end(self) -> None:
        """Wait for the other workers at process exit."""
        try:
            if self.wait_at_end and not self.cluster.has_failed():
                for store in self._stores:
                    store.send_all()
                self.agree(END)
                for store in self._stores:
                    store.close()
            for function in self._last:
                function()
        except MXNetError as error:
            logging.error("kvstore: error at the exit of %s: %s", self.cluster.name, error)
        self.group.close()
        self.cluster.leave()


class _LazyWorkers:
    """Lazily created singleton of the workers."""

    def __init__(self) -> None:
        self._workers: Workers | None = None
        self._lock = threading.Lock()

    def __call__(self) -> Workers:
        with self._lock:
            if self._workers is None:
                self._workers = Workers()
            return self._workers


workers = _LazyWorkers()
