"""Reuse the memory of large arrays from one training step of a compiled network to the next.

glibc returns mapped blocks to the system when they are freed, and the next step pays for them in page faults. It reuses
blocks of its heap, but aligned allocation does not fill the holes that arrays of the same size leave, so the heap grows
beyond what a step needs. Therefore:

* Arrays that the forward pass saves for the backward pass come from the heap. They are freed together and fit again.
* Temporary arrays of the backward pass are mapped.
* The first two steps map everything. Small objects that they allocate between large arrays would fragment the heap.
* If more than a tenth of the heap is free at the end of a forward pass, it is trimmed and the next step maps
  everything. If as much is free in the first steps, the free blocks are small and trimming does not help; then the
  limit is a quarter.
"""

from __future__ import annotations

import ctypes
import functools
import math
import sys
from collections.abc import Callable, Iterable
from typing import Any

import torch

from mxnet_records import allocator, environment

# Smallest array that counts as large: the largest block that glibc takes from its heap by default.
_LARGE = 1 << 25
_MAPPED_BLOCK = 1 << 24
_LARGEST_FREE_TOP = 1 << 30
_FIRST_RUNS = 2
_MOST_FREE, _MOST_FREE_IN_SMALLER_BLOCKS = 0.1, 0.25


class _Usage(ctypes.Structure):
    """The result of glibc's ``mallinfo2``."""

    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


class _Heap:
    """The C library's heap.

    Attributes
    ----------
    maps
        Whether the next backward pass maps its arrays.
    """

    def __init__(self) -> None:
        library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
        self._usage: Any = getattr(library, "mallinfo2", None)
        self._trim: Any = getattr(library, "malloc_trim", None)
        if self._usage is not None:
            self._usage.restype = _Usage
        self._runs, self._mapped_runs, self._most_free = 0, _FIRST_RUNS, _MOST_FREE
        self.maps = False

    @property
    def is_known(self) -> bool:
        """Whether the C library is a glibc that reports free memory."""
        return self._usage is not None and self._trim is not None

    def start(self) -> None:
        """Begin a forward pass whose arrays are saved for the backward pass."""
        self._runs += 1
        if self._mapped_runs:
            self._mapped_runs -= 1
            allocator.set_allocator(_MAPPED_BLOCK, _LARGEST_FREE_TOP)
        else:
            allocator.set_allocator(allocator.LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP)

    def stop(self) -> None:
        """End the forward pass; trim the heap if much of it is free."""
        self.maps = True
        allocator.set_allocator(_MAPPED_BLOCK, _LARGEST_FREE_TOP)
        usage = self._usage()
        free = usage.fordblks / (usage.uordblks + usage.hblkhd)
        if self._runs <= _FIRST_RUNS and free > _MOST_FREE:
            self._most_free = _MOST_FREE_IN_SMALLER_BLOCKS
        if free > self._most_free:
            self._trim(0)
            self._mapped_runs = max(self._mapped_runs, 1)

    def end_of_backward(self) -> None:
        """End the backward pass; later allocations may use the heap."""
        self.maps = False
        allocator.set_allocator(allocator.LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP)


heap = _Heap()


def has_large_arrays(shapes: Iterable[tuple[tuple[int, ...], torch.dtype]]) -> bool:
    """Return whether ``MXNET_COMPACT_HEAP`` is set, the allocator supports it, and some of the arrays are large."""
    return (environment.COMPACT_HEAP.get() and heap.is_known and allocator.decides_about_memory()
            and any(math.prod(shape) * dtype.itemsize > _LARGE for shape, dtype in shapes))


def reuse_memory(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a forward pass with large arrays that a backward pass follows."""

    @functools.wraps(function)  # and its source
    def run(*tensors: torch.Tensor, **options: Any) -> Any:
        heap.start()
        try:
            return function(*tensors, **options)
        finally:
            heap.stop()

    return run
