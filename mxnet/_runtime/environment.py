"""Environment variables, read in one place."""

from __future__ import annotations

import os

# How long OpenMP threads spin before they sleep; torch's libgomp reads it when it loads. Its default wastes
# whole time slices when another process wants a core (LeNet step 246 ms instead of 60), sleeping at once costs
# wake-ups on an idle machine (7.4 ms instead of 5.9).
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "20000")


def integer(name: str, default: int) -> int:
    """Value of an integer environment variable; a malformed one counts as the default."""
    try:
        return int(os.environ.get(name, default))
    except ValueError:
        return default


def simulated_gpus() -> int:
    """How many gpus ``MXNET_SIMULATED_GPUS`` asks for."""
    return max(0, integer("MXNET_SIMULATED_GPUS", 0))
