"""Processes that create batches.

Each worker has a separate connection. The parent therefore detects the death of a worker immediately, and other workers
are not affected. Workers are forked where possible, as in MXNet, so datasets with lambdas and open files do not need
pickling.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import pickle
import random
import signal
import sys
import time
import traceback
import warnings
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..._runtime.error import MXNetError
from ..._runtime.tracebacks import shorten
from ._pixels import make_image_batch
from ._segments import make_batches_in
from ._transport import HAS_ANONYMOUS_FILES, Channel

_PARENT_CHECK_SECONDS = 5.0
_EXIT_SECONDS = 2.0
# A worker that is blocked while sending a result does not read tasks. Tasks are small or use anonymous files,
# so this many fit into its socket. Without anonymous files, only an idle worker gets a task.
_TASKS_PER_WORKER = 8 if HAS_ANONYMOUS_FILES else 1

Task = tuple[int, int]  # (number of the iterator, number of the batch)


class WorkerError(MXNetError):
    """A worker process ended, or raised an exception that cannot be pickled."""


class _RemoteTraceback(Exception):
    """Text of a worker's traceback, as the cause of the exception in the parent."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f'\n"""\n{self.text}"""'


class _Worker:
    def __init__(self, process: Any, channel: Channel) -> None:
        self.process = process
        self.channel = channel
        self.outstanding = 0


class WorkerPool:
    """A fixed number of processes that run ``make_batch(samples)``."""

    def __init__(self, count: int, make_batch: Callable[[Any], Any]) -> None:
        self.broken = False
        self._results: dict[Task, tuple[bool, Any]] = {}
        self._pending: deque[tuple[Task, Any]] = deque()
        self._iterators: set[int] = set()
        self._abandoned: deque[int] = deque()
        self._workers: list[_Worker] = []
        # Not __del__, which may run at any time and in forked processes, and prints exceptions.
        self._finalizer = weakref.finalize(self, _end, self._workers, os.getpid())
        # at exit, multiprocessing ends its daemons while threads may still wait for them
        self._finalizer.atexit = False
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
        seed = _seed_without_drawing()
        for number in range(count):
            self._workers.append(self._start(context, make_batch, seed + number))

    def _start(self, context: Any, make_batch: Callable[[Any], Any], seed: int) -> _Worker:
        ours, theirs = context.Pipe(duplex=True)
        # A forked child inherits our ends of the connections, which would make its siblings wait forever.
        forked = context.get_start_method() == "fork"
        inherited = [worker.channel.connection for worker in self._workers] + [ours] if forked else []
        process = context.Process(
            target=_worker_main, args=(theirs, inherited, make_batch, os.getpid(), seed), daemon=True
        )
        with warnings.catch_warnings():
            # Python warns about fork in a multi-threaded process. The child does not use state of other threads.
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        theirs.close()
        return _Worker(process, Channel(ours))

    def register(self, iterator: int) -> None:
        """Register an iterator before it submits tasks."""
        self._iterators.add(iterator)

    def submit(self, task: Task, samples: Any) -> None:
        """Submit a batch."""
        self._forget_abandoned()
        self._pending.append((task, samples))
        self._dispatch()

    def _dispatch(self) -> None:
        """Send pending tasks to the workers with the fewest tasks."""
        while self._pending and not self.broken:
            worker = min(self._workers, key=lambda worker: worker.outstanding)
            if worker.outstanding >= _TASKS_PER_WORKER:
                return
            message = self._pending.popleft()
            try:
                worker.channel.send(message)
            except (BrokenPipeError, ConnectionResetError):
                self._raise_death(worker)
            worker.outstanding += 1

    def take(self, task: Task, timeout: float) -> Any:
        """Wait for a batch.

        Raises
        ------
        multiprocessing.TimeoutError
            If it takes longer than ``timeout`` seconds.
        WorkerError
            If a worker process ended.
        Exception
            The exception that the worker raised.
        """
        deadline = time.monotonic() + timeout
        if self.broken:
            raise WorkerError("the worker processes of this DataLoader have ended; start a new iteration")
        while task not in self._results:
            remaining = deadline - time.monotonic()
            busy = [worker for worker in self._workers if worker.outstanding]
            ready = multiprocessing.connection.wait([w.channel.connection for w in busy], max(remaining, 0))
            if not ready:
                raise multiprocessing.TimeoutError
            for worker in busy:
                if worker.channel.connection in ready:
                    self._receive(worker)
        succeeded, result = self._results.pop(task)
        if succeeded:
            return result
        raise result

    def _receive(self, worker: _Worker) -> None:
        try:
            task, succeeded, result = worker.channel.receive()
        except (EOFError, ConnectionResetError):
            self._raise_death(worker)
        worker.outstanding -= 1
        if task[0] in self._iterators:
            self._results[task] = (True, result) if succeeded else (False, _decode_error(*result))
        self._dispatch()

    def abandon(self, iterator: int) -> None:
        """Discard the tasks of an iterator before the next submission. The garbage collector may call this method."""
        self._abandoned.append(iterator)

    def _forget_abandoned(self) -> None:
        while self._abandoned:
            iterator = self._abandoned.popleft()
            self._iterators.discard(iterator)
            self._pending = deque(item for item in self._pending if item[0][0] != iterator)
            self._results = {task: result for task, result in self._results.items() if task[0] != iterator}

    def _raise_death(self, worker: _Worker) -> None:
        worker.process.join(_EXIT_SECONDS)
        code, pid = worker.process.exitcode, worker.process.pid
        self.close()
        self.broken = True
        killed = code is not None and code < 0
        how = f"was killed by {_signal_name(-code)}" if killed else f"exited with code {code}"
        hint = " It may have run out of memory." if killed and _signal_name(-code) == "SIGKILL" else ""
        raise WorkerError(f"DataLoader worker process {pid} {how} while creating a batch.{hint}") from None

    def close(self) -> None:
        """End all workers."""
        self._finalizer()


def _end(workers: list[_Worker], owner: int) -> None:
    """End the workers of a pool. A process forked from the owner only closes its connections."""
    for worker in workers:
        worker.channel.close()
    if os.getpid() == owner:
        for worker in workers:
            if worker.process.is_alive():
                worker.process.terminate()
        for worker in workers:
            worker.process.join(_EXIT_SECONDS)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
    workers.clear()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _seed_without_drawing() -> int:
    """Derive a seed from numpy's generator without advancing it."""
    copy = np.random.RandomState()
    copy.set_state(np.random.get_state())
    return int(copy.randint(0, 2**30))


def _decode_error(pickled: bytes | None, name: str, text: str) -> BaseException:
    error: BaseException | None = None
    if pickled is not None:
        # The constructor of an exception may reject the arguments it was pickled with.
        with contextlib.suppress(Exception):
            error = pickle.loads(pickled)
    if not isinstance(error, BaseException):
        error = WorkerError(f"a DataLoader worker raised {name}")
    if text:
        error.__cause__ = _RemoteTraceback(text)
    return error


def _worker_main(
    connection: Any, inherited: list[Any], make_batch: Callable[[Any], Any], parent: int, seed: int
) -> None:
    # Do this first. The threads of torch's pool do not exist in a forked child, and torch would wait for them.
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for inherited_end in inherited:
        inherited_end.close()
    _limit_opencv()
    _seed_generators(seed)
    channel = Channel(connection)
    if getattr(make_batch, "func", None) is make_image_batch:
        make_batches_in(channel.lender)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while _wait_for_task(connection, parent):
            task, samples = channel.receive()
            _reply(channel, task, _run(make_batch, samples))


def _wait_for_task(connection: Any, parent: int) -> bool:
    """Wait for a task. Return False if the parent has ended."""
    while not connection.poll(_PARENT_CHECK_SECONDS):
        if os.getppid() != parent:
            return False
    return True


def _run(make_batch: Callable[[Any], Any], samples: Any) -> tuple[bool, Any]:
    try:
        return True, make_batch(samples)
    except Exception as error:
        return False, _encode_error(error)


def _encode_error(error: Exception) -> tuple[bytes | None, str, str]:
    shorten(error)
    # Without a line of user code, the message is sufficient.
    text = "" if error.__traceback__ is None else "".join(traceback.format_exception(error))
    try:
        pickled = pickle.dumps(error)
    except Exception:
        pickled = None
    return pickled, f"{type(error).__name__}: {error}", text


def _reply(channel: Channel, task: Task, result: tuple[bool, Any]) -> None:
    try:
        channel.send((task, *result))
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        # The batch cannot be pickled, and nothing has been sent yet.
        channel.send((task, False, _encode_error(error)))


def _limit_opencv() -> None:
    """Limit OpenCV to one thread per worker. OpenCV may be imported later, or by a user's function."""
    cv2 = sys.modules.get("cv2")
    if cv2 is not None:
        cv2.setNumThreads(0)
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")


def _seed_generators(seed: int) -> None:
    """Seed each worker differently, so that workers draw different numbers."""
    from ... import random as mx_random

    np.random.seed(seed % 2**32)
    random.seed(seed)
    mx_random.seed(seed % 2**31)
