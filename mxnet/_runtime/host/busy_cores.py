"""Share the cores with other busy processes while a network runs.

OpenMP threads wait for one another at the end of each parallel loop. They spin before they sleep, because waking a
thread costs time in each of the many short loops of a network. A spinning thread wastes time when another process needs
its core. `BusyCores.poll` therefore measures how long the main thread waited for a core. While it waits long:

* Threads hardly spin. OpenMP stops spinning when it has more threads than cores; an additional sleeping team of threads
  causes that. The number of compute threads is unchanged, so results are too.
* Threads request short time slices, which the scheduler grants sooner. Their share of the time is unchanged.

LeNet training step, two cores, in ms, idle and beside 1, 2 and 6 busy processes:

                                 idle     1      2      6
    a fair share                         13.4   17.8   35.6
    spinning 20,000 times         7.7    26     18    156
    spinning 1,500 times          7.9    22     24     70
    not at all                    9.9    20     35     52
    as here                       8.9    19.9   20.2   49    (the fair share is computed from this row)
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
import threading
import time

import torch

from mxnet_records import environment

from . import openmp

_INTERVAL = 0.1
# Fraction of its runnable time that the main thread waited for a core.
_CROWDED, _CALM_INTERVALS = 0.1, 10
_LEAST_TIME = 10_000_000
# A thread that slept for most of an interval may have waited for its own team: for some milliseconds after it wakes,
# the scheduler can leave both on one core.
_LEAST_SHARE = 0.5
_SHORT_SLICE, _USUAL_SLICE = 100_000, 0

# A team of threads needs several times torch's grain of 32,768 elements.
_PARALLEL_SIZE = 1 << 17

_ATTRIBUTES = struct.Struct("IIQiIQQQ")
_RESET_ON_FORK = 1
_SYSTEM_CALLS = {"x86_64": (315, 314), "aarch64": (275, 274)}


def _set_slice(thread: int, nanoseconds: int) -> None:
    """Request a time slice for a thread of normal priority. Linux before 6.12 ignores it."""
    calls = _SYSTEM_CALLS.get(platform.machine())
    if calls is None:
        return
    system = ctypes.CDLL(None).syscall
    read = (ctypes.c_char * 56)()
    if system(calls[0], thread, read, len(read), 0) != 0:
        return
    _, policy, flags, nice, priority, *_ = _ATTRIBUTES.unpack_from(read.raw)
    if policy == 0:
        wanted = _ATTRIBUTES.pack(_ATTRIBUTES.size, policy, flags & _RESET_ON_FORK, nice, priority, nanoseconds, 0, 0)
        system(calls[1], thread, ctypes.c_char_p(wanted), 0)


class _SleepingTeam:
    """A thread that owns a team of OpenMP threads and sleeps until it is dismissed."""

    def __init__(self) -> None:
        self._ready, self._dismissed = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._sleep, name="mxnet-busy-cores", daemon=True)
        self._thread.start()
        self._ready.wait()

    def _sleep(self) -> None:
        torch.zeros(_PARALLEL_SIZE, device="cpu").add_(1.0)
        self._ready.set()
        self._dismissed.wait()

    def dismiss(self) -> None:
        """End the thread and its team."""
        self._dismissed.set()
        self._thread.join()


class BusyCores:
    """Detects other busy processes and adapts the threads of this one."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Reset the state, also in a forked process, which has none of the threads."""
        self._next_poll = 0.0 if openmp.adapts() and not environment.is_off("busy_cores") else float("inf")
        self._times: tuple[int, int] | None = None
        self._decided = 0.0
        self._team: _SleepingTeam | None = None
        self._crowded_before = False
        self._calm_intervals = 0
        self._lock = threading.Lock()

    @property
    def yielding(self) -> bool:
        """Whether threads give up their cores while they wait."""
        return self._team is not None

    def poll(self) -> None:
        """Check for busy cores if the last check was 0.1 s ago; call it before long computations."""
        if time.monotonic() < self._next_poll or not self._lock.acquire(blocking=False):
            return
        try:
            now = time.monotonic()
            self._next_poll = now + _INTERVAL
            elapsed, self._decided = now - self._decided, now
            self._decide(openmp.scheduling_times(), elapsed)
        finally:
            self._lock.release()

    def _decide(self, times: tuple[int, int] | None, elapsed: float) -> None:
        if times is None:
            self._next_poll = float("inf")
            return
        earlier, self._times = self._times, times
        if earlier is None:
            return
        ran, waited = times[0] - earlier[0], times[1] - earlier[1]
        if ran + waited < _LEAST_TIME:
            return
        if waited <= _CROWDED * (ran + waited):
            self._crowded_before = False
            self._calm_intervals += 1
            if self._team is not None and self._calm_intervals >= _CALM_INTERVALS:
                self._spin_again()
        elif ran + waited >= _LEAST_SHARE * elapsed * 1e9:
            self._calm_intervals = 0
            if self._crowded_before and self._team is None and torch.get_num_threads() > 1:
                self._yield_cores()
            self._crowded_before = True

    def _yield_cores(self) -> None:
        self._team = _SleepingTeam()
        self._set_slices(_SHORT_SLICE)

    def _spin_again(self) -> None:
        team, self._team = self._team, None
        if team is not None:
            team.dismiss()
        self._set_slices(_USUAL_SLICE)

    def _set_slices(self, nanoseconds: int) -> None:
        if sys.platform.startswith("linux"):
            for thread in os.listdir("/proc/self/task"):
                _set_slice(int(thread), nanoseconds)


monitor = BusyCores()
poll = monitor.poll
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=monitor.begin)
