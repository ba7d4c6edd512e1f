"""Random numbers and seeds, ``mx.random``."""

from __future__ import annotations

from typing import Any

from ._runtime import device as _device
from ._runtime import rng as _rng
from .ndarray.random import normal as normal
from .ndarray.random import randint as randint
from .ndarray.random import randn as randn
from .ndarray.random import shuffle as shuffle
from .ndarray.random import uniform as uniform


def seed(seed_state: int, ctx: Any = "all") -> None:
    """Seed the random numbers of all contexts, or of one."""
    if not isinstance(seed_state, int) and not hasattr(seed_state, "__index__"):
        raise ValueError(f"sd must be int, received {seed_state!r}")
    _rng.seed(int(seed_state), None if ctx == "all" else _device.resolve(ctx))
