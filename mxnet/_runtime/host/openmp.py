"""Settings of OpenMP: the number of threads and how long they spin.

Imported before torch, because OpenMP reads the variables when it is loaded. `busy_cores` shortens the spinning while
other processes need the cores. Where the system does not report how long a thread waited for a core, the spin count is
small from the start.
"""

from __future__ import annotations

import math
import os

from mxnet_records import environment

# Not a round number, so that a child process can tell that its parent set it and not the user.
_SPINS = "20001"
_SPINS_WITHOUT_TIMES = "1500"
_SCHEDULING_TIMES = "/proc/self/schedstat"
_adapts = False


def available_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def quota(folder: str = "/sys/fs/cgroup") -> float | None:
    """The number of cores that the control group of the process may use; None without a limit."""
    try:
        with open(os.path.join(folder, "cpu.max")) as file:
            allowed, period = file.read().split()
        return None if allowed == "max" else int(allowed) / int(period)
    except (OSError, ValueError, ZeroDivisionError):
        return None


def scheduling_times(path: str = _SCHEDULING_TIMES) -> tuple[int, int] | None:
    """Nanoseconds that the main thread ran and waited for a core; None if the system does not report them."""
    try:
        with open(path) as file:
            ran, waited, _ = map(int, file.read().split())
    except (OSError, ValueError):
        return None
    return (ran, waited) if ran else None


def adapts() -> bool:
    """Whether `busy_cores` may change how threads wait while the process runs."""
    return _adapts


def set_up() -> None:
    """Set the number of threads and the spin count, unless the user has set them."""
    global _adapts
    limit = quota()
    if limit is not None and limit < available_cores():
        # With one thread per core the group would exhaust its quota early and all threads would stall.
        os.environ.setdefault(environment.OMP_NUM_THREADS.name, str(max(1, math.ceil(limit))))
    by_user = (environment.OMP_WAIT_POLICY.is_set or environment.GOMP_SPINCOUNT.text() not in ("", _SPINS)
               or environment.is_off("openmp"))
    _adapts = not by_user and scheduling_times() is not None
    if not by_user:
        os.environ[environment.GOMP_SPINCOUNT.name] = _SPINS if _adapts else _SPINS_WITHOUT_TIMES
