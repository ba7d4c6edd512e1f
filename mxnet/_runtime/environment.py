"""Environment variables, read in one place."""

from __future__ import annotations

import os

# Spinning OpenMP threads starve each other on shared machines; torch reads this when it loads.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")


def integer(name: str, default: int) -> int:
    """Value of an integer environment variable; a malformed one counts as the default."""
    try:
        return int(os.environ.get(name, default))
    except ValueError:
        return default


def simulated_gpus() -> int:
    """How many gpus ``MXNET_SIMULATED_GPUS`` asks for."""
    return max(0, integer("MXNET_SIMULATED_GPUS", 0))
