"""Workers that compute batches: processes that restart, or threads of this process.

A `Worker` is a thread that takes batches from the queue of its model and passes them to its backend.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple, Protocol

from mxnet_records import allocator

from .batching import Call, Job, JobQueue, Result
from .interface import Description, Source

logger = logging.getLogger("mxnet.serving")
_IDLE = 0.25  # seconds between two checks of an idle process
_LONGEST_PAUSE = 30.0
_STABLE = 5.0  # seconds of work after which earlier failures no longer count
LOAD_TIMEOUT = 600.0


class Start(NamedTuple):
    """Everything a backend needs to start: the model, the torch threads, and the batch sizes to warm up."""

    source: Source
    threads: int
    sizes: tuple[int, ...]


class LoadFailed(Exception):
    """The model could not be loaded."""

    def __init__(self, message: str, out_of_memory: bool = False) -> None:
        super().__init__(message)
        self.out_of_memory = out_of_memory


class NotReceived(Exception):
    """The process was gone before it received the batch."""


class WorkerDied(Exception):
    """The process ended while it computed the batch."""


class Backend(Protocol):
    """Computes the batches of one worker."""

    pid: int

    def start(self, start: Start) -> Description: ...

    def is_alive(self) -> bool: ...

    def call(self, calls: list[Call]) -> list[Result]: ...

    def stop(self, kill: bool = False) -> None: ...


class LocalBackend:
    """Compute in the thread of the worker, without a process."""

    def __init__(self) -> None:
        self.pid = os.getpid()

    def start(self, start: Start) -> Description:
        from .compute import load

        try:
            self._served = load(start.source, None, start.sizes)
        except Exception as error:
            raise LoadFailed(f"{type(error).__name__}: {error}", isinstance(error, MemoryError)) from error
        return self._served.description

    def is_alive(self) -> bool:
        return True

    def call(self, calls: list[Call]) -> list[Result]:
        from .compute import compute

        return compute(self._served, calls)

    def stop(self, kill: bool = False) -> None:
        """A thread cannot be killed. It ends with its batch."""


class ProcessBackend:
    """Compute in a process that is started anew by each `start`."""

    def __init__(self) -> None:
        self.pid = 0
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None

    def start(self, start: Start) -> Description:
        self.stop()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, start), daemon=True, name="mxnet serve worker")
        with allocator.faster_in_new_processes():
            process.start()
        theirs.close()
        self._process, self._connection, self.pid = process, ours, process.pid or 0
        try:
            message = ours.recv()
        except (EOFError, OSError):
            process.join()
            raise LoadFailed(f"the process ended with code {process.exitcode} while it loaded the model",
                             process.exitcode == -9) from None  # the kernel kills with signal 9
        if isinstance(message, LoadFailed):
            raise message
        return message

    def is_alive(self) -> bool:
        process, connection = self._process, self._connection
        if process is None or connection is None or not process.is_alive():
            return False
        try:
            return not connection.poll()  # an idle process sends nothing, so there is the end of the file
        except OSError:
            return False

    def call(self, calls: list[Call]) -> list[Result]:
        assert self._connection is not None
        try:
            self._connection.send(calls)
        except OSError:
            raise NotReceived from None
        try:
            results: list[Result] = self._connection.recv()
        except (EOFError, OSError):
            raise WorkerDied from None
        return results

    def stop(self, kill: bool = False) -> None:
        """End the process: at the end of its batch, or at once with `kill`."""
        process, connection = self._process, self._connection
        if process is not None and kill:
            process.kill()
        elif connection is not None:
            connection.close()  # the process reads the end of the file
        if process is not None and not kill:
            process.join(5)
            if process.is_alive():
                process.kill()
                process.join()


def _serve(connection: Connection, start: Start) -> None:
    """Run a worker process until its connection is closed."""
    # The server decides when a worker ends, also if a signal goes to the whole group of processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    from .compute import compute, load

    with contextlib.suppress(EOFError, OSError):
        try:
            served = load(start.source, start.threads, start.sizes)
        except Exception as error:
            logger.exception("the model %s cannot be loaded", start.source.name)
            connection.send(LoadFailed(f"{type(error).__name__}: {error}", isinstance(error, MemoryError)))
            return
        connection.send(served.description)
        while True:
            connection.send(compute(served, connection.recv()))


class Worker(threading.Thread):
    """Take batches from a queue and compute them. Start the backend again after a failure.

    Parameters
    ----------
    number
    backend
    queue
    start
        Returns what the backend starts with.
    limits
        Returns the largest batch and the seconds to wait for it.
    changed
        Called from this thread after the state changed.
    """

    def __init__(self, number: int, backend: Backend, queue: JobQueue, start: Callable[[], Start],
                 limits: Callable[[], tuple[int, float]], changed: Callable[[Worker], None]) -> None:
        super().__init__(name=f"worker {number}", daemon=True)
        self.number, self.backend = number, backend
        self.state = "LOADING"
        self.started = time.time()
        self.busy_since: float | None = None
        self.restarts = -1
        self.error: LoadFailed | None = None
        self.description: Description | None = None
        self._queue, self._start, self._limits, self._changed = queue, start, limits, changed
        self._retired = threading.Event()

    def run(self) -> None:
        failures = 0
        while not self._retired.is_set() and not self._queue.finished:
            begin = time.monotonic()
            if self._load():
                self._work()
            if self._retired.is_set() or self._queue.finished:
                break
            failures = 0 if time.monotonic() - begin > _STABLE else failures + 1
            self._set_state("FAILED" if self.error else "LOADING")
            # The first restart comes at once: a single crash should cost as little as possible.
            self._retired.wait(0 if failures < 2 and not self.error else min(0.5 * 2 ** failures, _LONGEST_PAUSE))
        self._set_state("STOPPED")
        self.backend.stop()

    def _set_state(self, state: str) -> None:
        self.state = state
        self._changed(self)

    def _load(self) -> bool:
        self.restarts += 1
        self.started, self.busy_since = time.time(), time.monotonic()
        try:
            self.description, self.error = self.backend.start(self._start()), None
        except LoadFailed as error:
            self.error = error
            return False
        finally:
            self.busy_since = None
        self._set_state("READY")
        return True

    def _work(self) -> None:
        """Compute batches until the process dies, the worker is retired, or the queue is closed and empty."""
        while not self._retired.is_set():
            jobs = self._queue.take(self._limits, _IDLE)
            if not self.backend.is_alive():
                self._queue.give_back(jobs)
                return
            if jobs and not self._compute(jobs):
                return
            if self._queue.finished:
                return

    def _compute(self, jobs: list[Job]) -> bool:
        """Compute a batch. Return whether the backend still works."""
        self.busy_since = time.monotonic()
        try:
            results = self.backend.call([job.call for job in jobs])
        except NotReceived:
            self._queue.give_back(jobs)
            return False
        except WorkerDied:
            for job in jobs:
                job.future.set_exception(WorkerDied())
            return False
        finally:
            self.busy_since = None
        for job, result in zip(jobs, results):
            job.future.set_result(result)
        return True

    def check(self, timeout: float) -> None:
        """Kill the process if a batch takes longer than `timeout` seconds, or loading takes very long."""
        since = self.busy_since
        limit = timeout if self.state == "READY" else max(timeout, LOAD_TIMEOUT)
        if since is not None and time.monotonic() - since > limit:
            logger.error("restart a worker that exceeded the timeout of %s s", limit)
            self.backend.stop(kill=True)

    def retire(self, kill: bool = False) -> None:
        """End after the running batch, or at once with `kill`."""
        self._retired.set()
        if kill:
            self.backend.stop(kill=True)
