"""A barrier at which threads, each with the batch of one device, exchange what they computed."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import torch

from .. import streams
from ..error import MXNetError

_TIMEOUT = 60.0


class _ThreadState(threading.local):
    """What a thread takes part in.

    Attributes
    ----------
    group, place
        The `DeviceThreads` that run it and its number in there; None and 0 in threads of the user.
    shape_run
        Only the structure of results is wanted: devices need not wait for each other.
    """

    group: DeviceThreads | None = None
    place = 0
    shape_run = False


state = _ThreadState()


class Processes(Protocol):
    """The processes of a distributed program, as far as operators know them."""

    count: int
    rank: int

    def gather(self, tensor: torch.Tensor, what: str) -> torch.Tensor:
        """The tensors of all processes in a row."""

    def total(self, tensor: torch.Tensor, what: str) -> torch.Tensor:
        """The sum over all processes."""


def _alone() -> Processes | None:
    return None


# Replaced where programs are distributed.
find_processes: Callable[[], Processes | None] = _alone


def local_devices(count: int) -> tuple[int, Processes | None]:
    """How many of `count` devices this process has, and the processes that have the others, if they are meant.

    They are if each of them has as many devices as run here.
    """
    here = 1 if state.group is None else state.group.size
    found = find_processes() if count > here else None
    return (count, None) if found is None or here * found.count != count else (here, found)


class _Round:
    """One exchange: the contributions so far."""

    def __init__(self) -> None:
        self.contributions: list[Any] = []
        self.complete = threading.Event()


_lock = threading.Lock()
_rounds: dict[str, _Round] = {}


class DeviceThreads:
    """Runs one function per device, each in a thread; they take turns at barriers.

    Only one runs at a time, because networks are compiled and random numbers drawn on the way: so results are the
    same in every run. If every thread has ended or waits at an incomplete barrier, those who wait go on with what
    there is.
    """

    _pool: ThreadPoolExecutor | None = None

    def __init__(self) -> None:
        self.size = 0
        self._turn = threading.Condition()
        self._ready: deque[int] = deque()
        self._rounds: dict[str, tuple[list[int], list[Any]]] = {}

    def run(self, functions: Sequence[Callable[[], None]]) -> None:
        """Run all to their ends, then raise the first error there was."""
        if DeviceThreads._pool is None:
            DeviceThreads._pool = ThreadPoolExecutor(256, "device")  # threads are made when they are needed
        self.size = len(functions)
        self._ready.extend(range(self.size))
        self._streams = streams.thread.streams
        running = [DeviceThreads._pool.submit(self._run_one, place, function)
                   for place, function in enumerate(functions)]
        for each in running:
            each.exception()
        for each in running:
            each.result()

    def _run_one(self, place: int, function: Callable[[], None]) -> None:
        state.group, state.place = self, place
        streams.thread.streams = self._streams
        with self._turn:
            self._wait_for_turn(place)
        try:
            function()
        finally:
            state.group = None
            with self._turn:
                self._yield_turn()

    def _wait_for_turn(self, place: int) -> None:
        self._turn.wait_for(lambda: self._ready and self._ready[0] == place)

    def _yield_turn(self) -> None:
        """Let the next thread run; if all wait, complete their exchanges with the contributions there are."""
        self._ready.popleft()
        if not self._ready:
            for places, _ in self._rounds.values():
                self._ready.extend(places)
            self._rounds.clear()
        self._turn.notify_all()

    def exchange(self, key: str, count: int, mine: Any) -> Sequence[Any]:
        """All contributions under `key`."""
        place = state.place
        with self._turn:
            places, contributions = self._rounds.setdefault(key, ([], []))
            contributions.append(mine)
            if len(contributions) == count:
                del self._rounds[key]
                self._ready.extend(places)
                return contributions
            places.append(place)
            self._yield_turn()
            self._wait_for_turn(place)
            return contributions


def exchange(key: str, count: int, mine: Any) -> Sequence[Any]:
    """Wait until `count` threads have contributed under `key`, and return their contributions in order of arrival.

    Raises
    ------
    MXNetError
        If not all of them arrive within a minute.
    """
    if state.group is not None:
        return state.group.exchange(key, count, mine)
    with _lock:
        this = _rounds.setdefault(key, _Round())
        this.contributions.append(mine)
        if len(this.contributions) == count:
            del _rounds[key]
            this.complete.set()
    if not this.complete.wait(_TIMEOUT):
        with _lock:
            if _rounds.get(key) is this:
                del _rounds[key]
        raise MXNetError(f"only {len(this.contributions)} of {count} devices reached the barrier {key!r} within "
                         f"{_TIMEOUT:g} seconds: run the same network for each device in a thread of its own")
    return this.contributions
