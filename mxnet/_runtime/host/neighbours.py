"""Threads on a machine that others use too. Imported before torch, whose OpenMP reads these variables when it loads.

How long a thread spins before it sleeps is settled here; `crowding` shortens it while other processes want the cores.
Where the system does not tell how long a thread waited for a core, a short time is the compromise.
"""

from __future__ import annotations

import math
import os

from mxnet_records import environment

# No round number: a process knows by it that its parent chose it, not the user.
_SPINS = "20001"
_SPINS_WITHOUT_KNOWLEDGE = "1500"
_SCHEDULING_TIMES = "/proc/self/schedstat"
_adapts = False


def available_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def quota(folder: str = "/sys/fs/cgroup") -> float | None:
    """How many cores' time the control group of the process may use; None where there is no limit."""
    try:
        with open(os.path.join(folder, "cpu.max")) as file:
            allowed, period = file.read().split()
        return None if allowed == "max" else int(allowed) / int(period)
    except (OSError, ValueError, ZeroDivisionError):
        return None


def scheduling_times(path: str = _SCHEDULING_TIMES) -> tuple[int, int] | None:
    """For how many nanoseconds the main thread has run and has waited for a core; None where nobody counts them."""
    try:
        with open(path) as file:
            ran, waited, _ = map(int, file.read().split())
    except (OSError, ValueError):
        return None
    return (ran, waited) if ran else None


def adapts() -> bool:
    """Whether the time that threads spin may be changed while the process runs."""
    return _adapts


def set_up() -> None:
    """Choose the number of threads and how they wait, as far as the user has not."""
    global _adapts
    limit = quota()
    if limit is not None and limit < available_cores():
        # As many threads as cores would use up the time of the group at once and then all stand still.
        os.environ.setdefault(environment.OMP_NUM_THREADS.name, str(max(1, math.ceil(limit))))
    by_user = environment.OMP_WAIT_POLICY.is_set or environment.GOMP_SPINCOUNT.text() not in ("", _SPINS)
    _adapts = not by_user and scheduling_times() is not None
    if not by_user:
        os.environ[environment.GOMP_SPINCOUNT.name] = _SPINS if _adapts else _SPINS_WITHOUT_KNOWLEDGE
