"""Where threads, each with the batch of one device, exchange what they computed."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .._runtime.error import MXNetError

_PATIENCE = 60.0


class _Round:
    """One exchange: what has been brought so far."""

    def __init__(self) -> None:
        self.brought: list[Any] = []
        self.complete = threading.Event()


_lock = threading.Lock()
_rounds: dict[str, _Round] = {}


class Company:
    """Functions that run in threads, one at a time, and take turns where they meet.

    One at a time, because networks are compiled and random numbers drawn on the way: so results are the same in
    every run. An exchange for which not all come is held by those who came, once the others have ended.
    """

    _threads: ThreadPoolExecutor | None = None
    # The company and place in it of the current thread.
    _member = threading.local()

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._ready: deque[int] = deque()
        self._rounds: dict[str, tuple[list[int], list[Any]]] = {}

    @classmethod
    def of_thread(cls) -> Company | None:
        """The company that runs the current thread."""
        return getattr(cls._member, "company", None)

    def run(self, functions: Sequence[Callable[[], None]]) -> None:
        """Run all to their ends, then raise the first error there was."""
        if Company._threads is None:
            Company._threads = ThreadPoolExecutor(256, "device")  # threads are made when they are needed
        self._ready.extend(range(len(functions)))
        running = [Company._threads.submit(self._run_one, place, function) for place, function in enumerate(functions)]
        for each in running:
            each.exception()
        for each in running:
            each.result()

    def _run_one(self, place: int, function: Callable[[], None]) -> None:
        member = Company._member
        member.company, member.place = self, place
        with self._turn:
            self._wait_for_turn(place)
        try:
            function()
        finally:
            del member.company
            with self._turn:
                self._step_back()

    def _wait_for_turn(self, place: int) -> None:
        self._turn.wait_for(lambda: self._ready and self._ready[0] == place)

    def _step_back(self) -> None:
        """Let the next one run; if nobody can, all who wait have waited enough."""
        self._ready.popleft()
        if not self._ready:
            for places, _ in self._rounds.values():
                self._ready.extend(places)
            self._rounds.clear()
        self._turn.notify_all()

    def exchange(self, key: str, count: int, mine: Any) -> Sequence[Any]:
        """What all have brought under `key`."""
        place = Company._member.place
        with self._turn:
            places, brought = self._rounds.setdefault(key, ([], []))
            brought.append(mine)
            if len(brought) == count:
                del self._rounds[key]
                self._ready.extend(places)
                return brought
            places.append(place)
            self._step_back()
            self._wait_for_turn(place)
            return brought


def exchange(key: str, count: int, mine: Any) -> Sequence[Any]:
    """Wait until `count` threads have brought something under `key`, and return all of it in order of arrival.

    Raises
    ------
    MXNetError
        If not all of them come within a minute.
    """
    company = Company.of_thread()
    if company is not None:
        return company.exchange(key, count, mine)
    with _lock:
        this = _rounds.setdefault(key, _Round())
        this.brought.append(mine)
        if len(this.brought) == count:
            del _rounds[key]
            this.complete.set()
    if not this.complete.wait(_PATIENCE):
        with _lock:
            if _rounds.get(key) is this:
                del _rounds[key]
        raise MXNetError(f"only {len(this.brought)} of {count} devices came to the exchange {key!r}: each device needs "
                         "a thread of its own that runs the same network")
    return this.brought
