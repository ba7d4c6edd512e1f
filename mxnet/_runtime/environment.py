"""Environment variables, read in one place."""

from __future__ import annotations

import ctypes
import os
import sys

_LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP = 1 << 25, 1 << 28
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3

# How long OpenMP threads spin before they sleep; torch's libgomp reads it when it loads. Its default wastes
# whole time slices when another process wants a core (LeNet step 246 ms instead of 60), sleeping at once costs
# wake-ups on an idle machine (7.4 ms instead of 5.9).
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "20000")


def _keep_freed_memory() -> None:
    """Let the C library keep what it frees for the next array instead of giving each block back to the system.

    Fresh memory is paid for by page faults: 830 of them in a LeNet training step, 5% of its time. Whoever sets the
    C library's own variables decides otherwise.
    """
    if not sys.platform.startswith("linux") or any(name.startswith("MALLOC_") for name in os.environ):
        return
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, _LARGEST_HEAP_BLOCK)
        set_option(_M_TRIM_THRESHOLD, _LARGEST_FREE_TOP)


_keep_freed_memory()


def integer(name: str, default: int) -> int:
    """Value of an integer environment variable; a malformed one counts as the default."""
    try:
        return int(os.environ.get(name, default))
    except ValueError:
        return default


def simulated_gpus() -> int:
    """How many gpus ``MXNET_SIMULATED_GPUS`` asks for."""
    return max(0, integer("MXNET_SIMULATED_GPUS", 0))
