"""The queue of a model: requests wait here until a worker takes a batch of them."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import NamedTuple

from .interface import Request


class Call(NamedTuple):
    """One request on its way to a worker. With `tensors`, the body is in the format of the Open Inference Protocol."""

    request: Request
    tensors: bool = False


class Result(NamedTuple):
    """The answer of a worker as bytes. `header_length` is the size of the JSON part if tensors follow it."""

    status: int
    body: bytes
    content_type: str = "application/json"
    header_length: int | None = None
    batch: int = 0


class QueueFull(Exception):
    """The queue has no room for another request."""


class QueueClosed(Exception):
    """The model is being replaced or removed."""


@dataclass
class Job:
    """A call, and where its result goes."""

    call: Call
    future: Future[Result] = field(default_factory=Future)
    admitted: float = field(default_factory=time.monotonic)


class JobQueue:
    """A bounded queue from which workers take batches.

    Parameters
    ----------
    size
        Maximum number of waiting jobs.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._jobs: deque[Job] = deque()
        self._changed = threading.Condition()
        self._collecting = threading.Lock()  # one worker at a time waits for a batch to fill up
        self._closed = False

    def __len__(self) -> int:
        return len(self._jobs)

    def put(self, job: Job) -> None:
        """Append a job, or raise QueueFull or QueueClosed."""
        with self._changed:
            if self._closed:
                raise QueueClosed
            if len(self._jobs) >= self.size:
                self._jobs = deque(job for job in self._jobs if not job.future.cancelled())
            if len(self._jobs) >= self.size:
                raise QueueFull
            self._jobs.append(job)
            self._changed.notify_all()

    def give_back(self, jobs: list[Job]) -> None:
        """Put jobs that no worker has received back to the front."""
        with self._changed:
            self._jobs.extendleft(reversed(jobs))
            self._changed.notify_all()

    def take(self, limits: Callable[[], tuple[int, float]], timeout: float) -> list[Job]:
        """Return the next batch; an empty list if there is no job within `timeout` seconds.

        Parameters
        ----------
        limits
            Returns the largest batch and the seconds to wait for it, counted from the arrival of its first job.
        timeout
        """
        if not self._collecting.acquire(timeout=timeout):
            return []
        try:
            with self._changed:
                if not self._changed.wait_for(lambda: self._jobs or self._closed, timeout) or not self._jobs:
                    return []
                size, delay = limits()
                end = self._jobs[0].admitted + delay
                while len(self._jobs) < size and not self._closed:
                    left = end - time.monotonic()
                    if left <= 0 or not self._changed.wait(left):
                        break
                return self._pop(size)
        finally:
            self._collecting.release()

    def _pop(self, size: int) -> list[Job]:
        batch: list[Job] = []
        while self._jobs and len(batch) < size:
            job = self._jobs.popleft()
            # A job that was given back is already marked as running.
            if job.future.running() or job.future.set_running_or_notify_cancel():
                batch.append(job)
        return batch

    def close(self) -> None:
        """Reject further jobs. Workers still take the waiting ones."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def finished(self) -> bool:
        """Whether the queue is closed and empty."""
        return self._closed and not self._jobs
