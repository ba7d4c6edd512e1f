"""Threads that exchange what they computed."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from mxnet._runtime.error import MXNetError
from mxnet._runtime.host import barrier
from mxnet._runtime.host.barrier import DeviceThreads, exchange, local_devices


def test_device_threads_take_turns_and_meet() -> None:
    seen: dict[int, Sequence[Any]] = {}
    running = 0

    def work(number: int) -> Callable[[], None]:
        def run() -> None:
            nonlocal running
            running += 1
            assert running == 1  # one at a time
            running -= 1
            seen[number] = list(exchange("first", 3, number))
            seen[number] += list(exchange("second", 3, number * 10))

        return run

    DeviceThreads().run([work(number) for number in range(3)])
    assert seen == {number: [0, 1, 2, *seen[number][3:]] for number in range(3)}
    assert all(sorted(found[3:]) == [0, 10, 20] for found in seen.values())


def test_those_who_wait_go_on_when_the_others_have_ended() -> None:
    seen: list[int] = []

    def wait() -> None:
        seen.append(len(exchange("some", 3, "")))

    DeviceThreads().run([wait, wait, lambda: None])
    assert seen == [2, 2]


def test_the_first_error_is_raised_after_all_have_ended() -> None:
    ended: list[int] = []

    def fail() -> None:
        raise MXNetError("from a device")

    with pytest.raises(MXNetError, match="from a device"):
        DeviceThreads().run([fail, lambda: ended.append(1)])
    assert ended == [1] and barrier.state.group is None


def test_threads_of_the_user_meet_too() -> None:
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda text=text: found.append(sorted(exchange("users", 2, text))))
               for text in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["a", "b"], ["a", "b"]]


def test_who_does_not_come_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(barrier, "_TIMEOUT", 0.05)
    with pytest.raises(MXNetError, match="only 1 of 2 devices reached the barrier 'alone' within 0.05 seconds"):
        exchange("alone", 2, None)
    assert "alone" not in barrier._rounds


def test_processes_are_meant_if_they_have_the_other_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    class Four:
        count, rank = 4, 0

    monkeypatch.setattr(barrier, "find_processes", Four)
    here, others = local_devices(4)
    assert here == 1 and isinstance(others, Four)
    assert local_devices(1) == (1, None) and local_devices(3) == (3, None)
