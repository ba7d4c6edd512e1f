"""How the C library keeps memory that is freed."""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from collections.abc import Callable

LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP = 1 << 27, 1 << 28
_SMALLEST_RETURNED_BLOCK = 1 << 18
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3


def _option_of_allocator() -> Callable[[int, int], int] | None:
    """The C library's ``mallopt``, unless whoever sets its own variables decides otherwise."""
    if not sys.platform.startswith("linux") or any(name.startswith("MALLOC_") for name in os.environ):
        return None
    return getattr(ctypes.CDLL(None), "mallopt", None)


_set_option = _option_of_allocator()
_returns_memory = False


def decides_about_memory() -> bool:
    """Whether `set_allocator` has an effect, and nothing asked for memory to be returned at once."""
    return _set_option is not None and not _returns_memory


def set_allocator(largest_heap_block: int, largest_free_top: int) -> None:
    """Tell the C library which blocks to take from its heap, and how much to keep at its top."""
    if _set_option is not None and not _returns_memory:
        _set_option(_M_MMAP_THRESHOLD, largest_heap_block)
        _set_option(_M_TRIM_THRESHOLD, largest_free_top)


@functools.cache
def keep_freed_memory() -> None:
    """Let the C library keep what it frees for the next array instead of giving each block back to the system.

    Fresh memory is paid for by page faults: 830 of them in a LeNet training step, 5% of its time; with activations of
    38 MB, 50,000 and 0.1 s of 0.3 s. Larger blocks than these go back at once, so that what stays is bounded.
    """
    set_allocator(LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP)


def return_freed_memory() -> None:
    """Give each large block back to the system when it is freed.

    For programs that trade time for memory: between blocks that are kept, glibc's aligned allocation cannot fill the
    holes of freed ones again, and half of what recomputation frees would stay resident.
    """
    global _returns_memory
    set_allocator(_SMALLEST_RETURNED_BLOCK, _SMALLEST_RETURNED_BLOCK)
    _returns_memory = True
