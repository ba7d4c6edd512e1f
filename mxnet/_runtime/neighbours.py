"""Threads on a machine that others use too. Imported before torch, whose OpenMP reads these variables when it loads.

How long a thread spins before it sleeps decides two things. On an idle machine, waking a sleeper costs time at each of
the many short parallel loops of a network. Beside busy processes, a spinning thread uses up the time slice that the
thread it waits for needs. LeNet training step, two cores, in ms, idle and beside 1, 2 and 6 busy processes:

    spins      idle    1     2     6
    20,000      7.7   26    18   156
     1,500      7.9   22    24    70
    none        9.9   20    35    52
"""

from __future__ import annotations

import math
import os
import time

_SPINS = "1500"
_SAMPLES, _SAMPLE_SECONDS = 5, 0.002


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


def running_processes(path: str = "/proc/loadavg") -> int:
    """How many processes and threads of the machine want a core at this moment, without this one."""
    try:
        with open(path) as file:
            return int(file.read().split()[3].partition("/")[0]) - 1
    except (OSError, ValueError, IndexError):
        return 0


def is_crowded(cores: int) -> bool:
    """Whether more others than there are cores want one, for longer than a moment."""
    for _ in range(_SAMPLES):
        if running_processes() <= cores:
            return False
        time.sleep(_SAMPLE_SECONDS)
    return True


def set_up() -> None:
    """Choose the number of threads and how they wait, as far as the user has not."""
    cores, limit = available_cores(), quota()
    if limit is not None and limit < cores:
        # As many threads as cores would use up the time of the group at once and then all stand still.
        os.environ.setdefault("OMP_NUM_THREADS", str(max(1, math.ceil(limit))))
    if "OMP_WAIT_POLICY" in os.environ or "GOMP_SPINCOUNT" in os.environ:
        return
    if is_crowded(cores):
        os.environ["OMP_WAIT_POLICY"] = "passive"
    else:
        os.environ["GOMP_SPINCOUNT"] = _SPINS
