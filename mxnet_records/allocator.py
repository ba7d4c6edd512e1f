"""How the C library keeps memory that is freed."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator

from . import environment

LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP = 1 << 27, 1 << 28
_SMALLEST_RETURNED_BLOCK = 1 << 18
_PRELOAD = "LD_PRELOAD"
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_MXFAST = -1, -3, 1


def _option_of_allocator() -> Callable[[int, int], int] | None:
    """The C library's ``mallopt``; None if the user has set ``MALLOC_`` variables."""
    if not sys.platform.startswith("linux") or any(name.startswith("MALLOC_") for name in os.environ):
        return None
    return getattr(ctypes.CDLL(None), "mallopt", None)


_set_option = _option_of_allocator()
_returns_memory = False


def decides_about_memory() -> bool:
    """Whether `set_allocator` has an effect."""
    return _set_option is not None and not _returns_memory


def set_allocator(largest_heap_block: int, largest_free_top: int) -> None:
    """Set the largest block that the C library takes from its heap and the most that it keeps free at the top."""
    if _set_option is not None and not _returns_memory:
        _set_option(_M_MMAP_THRESHOLD, largest_heap_block)
        _set_option(_M_TRIM_THRESHOLD, largest_free_top)
        # Lists of small blocks are merged at every large allocation, which costs 4% of a small network.
        _set_option(_M_MXFAST, 0)


@functools.cache
def keep_freed_memory() -> None:
    """Make the C library keep freed blocks for the next array instead of returning them to the system.

    New memory costs page faults: 830 in a LeNet training step, 5% of its time; with activations of 38 MB, 50,000 faults
    and 0.1 s of 0.3 s. Blocks above the limit are still returned at once, so the memory that is kept is bounded.
    """
    if not environment.is_off("allocator"):
        set_allocator(LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP)


def return_freed_memory() -> None:
    """Return each large block to the system when it is freed.

    For programs that trade time for memory: glibc's aligned allocation cannot fill the holes between blocks that are
    kept, and half of the memory that recomputation frees would stay resident.
    """
    global _returns_memory
    set_allocator(_SMALLEST_RETURNED_BLOCK, _SMALLEST_RETURNED_BLOCK)
    _returns_memory = True


_FASTER = ("tcmalloc_minimal", "tcmalloc", "jemalloc", "mimalloc")
_changing_environment = threading.Lock()


@functools.cache
def faster_allocator() -> str | None:
    """Return the name of an installed library that allocates faster than glibc.

    glibc's aligned allocation is slow, and a layer of oneDNN makes some thirty of them: 8 of its 20 us.
    """
    import ctypes.util

    if not sys.platform.startswith("linux") or environment.is_off("allocator"):
        return None
    return next((found for found in map(ctypes.util.find_library, _FASTER) if found), None)


@contextlib.contextmanager
def faster_in_new_processes() -> Iterator[None]:
    """Let processes that are started in this scope use a faster allocator, unless the user has chosen one."""
    library, before = faster_allocator(), os.environ.get(_PRELOAD)
    if library is None or any(name in (before or "") for name in _FASTER):
        yield
        return
    with _changing_environment:
        os.environ[_PRELOAD] = f"{library} {before}" if before else library
        try:
            yield
        finally:
            if before is None:
                del os.environ[_PRELOAD]
            else:
                os.environ[_PRELOAD] = before
