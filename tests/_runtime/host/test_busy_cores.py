"""How the threads give way to other processes, without a change in any result."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest
import torch

from mxnet._runtime.host import busy_cores, openmp

SECOND = 1_000_000_000


class Clock:
    """Waiting times and a clock that a test moves."""

    def __init__(self) -> None:
        self.now, self.ran, self.waited = 1000.0, 1, 0

    def advance(self, waiting: float, seconds: float = 0.2) -> None:
        self.now += seconds
        self.ran += int((1 - waiting) * seconds * SECOND)
        self.waited += int(waiting * seconds * SECOND)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    threads = torch.get_num_threads()
    torch.set_num_threads(2)
    monkeypatch.setattr(busy_cores.time, "monotonic", lambda: clock.now)
    monkeypatch.setattr(openmp, "scheduling_times", lambda: (clock.ran, clock.waited))
    monkeypatch.setattr(openmp, "adapts", lambda: True)
    yield clock
    torch.set_num_threads(threads)


def _look(state: busy_cores.BusyCores, clock: Clock, *waiting: float) -> list[bool]:
    seen = []
    for part in waiting:
        clock.advance(part)
        state.poll()
        seen.append(state.yielding)
    return seen


def _threads() -> int:
    return sum(thread.name == "mxnet-busy-cores" for thread in threading.enumerate())


def test_yields_in_a_crowd_and_spins_again_afterwards(clock: Clock) -> None:
    state = busy_cores.BusyCores()
    before = _threads()  # this process may give way too
    assert _look(state, clock, 0.0, 0.0, 0.5, 0.5, 0.5) == [False, False, False, True, True]
    assert _threads() == before + 1
    assert _look(state, clock, *[0.0] * 10) == [True] * 9 + [False]
    assert _threads() == before


def test_a_short_burst_changes_nothing(clock: Clock) -> None:
    state = busy_cores.BusyCores()
    assert not any(_look(state, clock, 0.0, 0.6, 0.0, 0.6, 0.02))


def test_waiting_after_sleep_changes_nothing(clock: Clock) -> None:
    state = busy_cores.BusyCores()
    for _ in range(5):
        clock.now += 0.5  # asleep
        assert not any(_look(state, clock, 0.5))


def test_calm_bursts_end_the_yielding(clock: Clock) -> None:
    state = busy_cores.BusyCores()
    assert _look(state, clock, 0.0, 0.5, 0.5)[-1]
    for _ in range(10):
        clock.now += 0.5
        _look(state, clock, 0.0)
    assert not state.yielding


def test_a_calm_moment_changes_nothing(clock: Clock) -> None:
    state = busy_cores.BusyCores()
    _look(state, clock, 0.0, 0.5, 0.5)
    assert all(_look(state, clock, *[0.0, 0.0, 0.5] * 6))
    _look(state, clock, *[0.0] * 10)


def test_one_thread_has_nobody_to_wait_for(clock: Clock) -> None:
    torch.set_num_threads(1)
    assert not any(_look(busy_cores.BusyCores(), clock, 0.0, 0.5, 0.5, 0.5))


def test_looks_are_rare(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(openmp, "scheduling_times", lambda: asked.append(1) or (clock.ran, clock.waited))
    state = busy_cores.BusyCores()
    for _ in range(100):
        clock.advance(0.0, 0.01)
        state.poll()
    assert len(asked) <= 11


def test_unknown_waiting_times_are_asked_for_once(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(openmp, "scheduling_times", lambda: asked.append(1))
    state = busy_cores.BusyCores()
    assert not any(_look(state, clock, 0.5, 0.5, 0.5))
    assert len(asked) == 1


def test_slices_of_time_are_asked_for_and_returned(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(busy_cores, "_set_slice", lambda thread, time: asked.append((thread, time)))
    state = busy_cores.BusyCores()
    _look(state, clock, 0.0, 0.5, 0.5)
    assert (os.getpid(), 100_000) in asked
    asked.clear()
    _look(state, clock, *[0.0] * 10)
    assert (os.getpid(), 0) in asked


def test_results_do_not_depend_on_the_crowd(clock: Clock) -> None:
    values = torch.randn(1 << 20, generator=torch.Generator().manual_seed(0))
    before = values.sum(), values @ values
    state = busy_cores.BusyCores()
    assert _look(state, clock, 0.0, 0.5, 0.5)[-1]
    assert torch.get_num_threads() == 2
    assert (values.sum(), values @ values) == before
    _look(state, clock, *[0.0] * 10)
