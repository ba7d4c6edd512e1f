"""Where the C library puts the large arrays of compiled networks in training, so that the next step uses them again.

Blocks that it maps go back to the system when they are freed, and are paid for by page faults in the next step.
Blocks of its heap are used again, but its aligned allocation does not fill the holes that arrays of the same size
leave, so that the heap grows past what a step needs. The arrays that a forward pass keeps for the backward pass are
freed together and fit again; those that come and go in the backward pass are mapped. Small objects that the first
steps leave between large arrays would keep the heap apart for good, so these steps map all. What is free in the heap
at the end of a forward pass, when most is in use, goes back to the system once it is a tenth, and the next step maps
all, which mends the heap. If as much is free in the first steps, it lies in smaller blocks, which that does not mend;
then more may be free.
"""

from __future__ import annotations

import ctypes
import functools
import math
import sys
from collections.abc import Callable, Iterable
from typing import Any

import torch

from mxnet_records import allocator

# Networks with arrays of this size are looked after here; glibc's own limit of what it takes from its heap.
_LARGE = 1 << 25
_MAPPED_BLOCK = 1 << 24
_LARGEST_FREE_TOP = 1 << 30
_FIRST_RUNS = 2
_MOST_FREE, _MOST_FREE_IN_SMALLER_BLOCKS = 0.1, 0.25


class _Usage(ctypes.Structure):
    """What glibc's ``mallinfo2`` tells."""

    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


class _Heap:
    """The C library's heap.

    Attributes
    ----------
    maps
        Whether a backward pass is expected whose arrays are mapped.
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
        """Whether this is glibc's, of a version that tells what is free."""
        return self._usage is not None and self._trim is not None

    def start(self) -> None:
        """A forward pass begins, whose arrays are kept for the backward pass."""
        self._runs += 1
        if self._mapped_runs:
            self._mapped_runs -= 1
            allocator.set_allocator(_MAPPED_BLOCK, _LARGEST_FREE_TOP)
        else:
            allocator.set_allocator(allocator.LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP)

    def stop(self) -> None:
        """The forward pass is over."""
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
        """The backward pass is over: what follows may use the heap."""
        self.maps = False
        allocator.set_allocator(allocator.LARGEST_HEAP_BLOCK, _LARGEST_FREE_TOP)


heap = _Heap()


def are_in(shapes: Iterable[tuple[tuple[int, ...], torch.dtype]]) -> bool:
    """Whether there are large ones among arrays of these shapes and types, and something can be done for them."""
    return (heap.is_known and allocator.decides_about_memory()
            and any(math.prod(shape) * dtype.itemsize > _LARGE for shape, dtype in shapes))


def kept(function: Callable[..., Any]) -> Callable[..., Any]:
    """A forward pass that a backward pass follows, with large arrays."""

    @functools.wraps(function)  # and its source
    def run(*tensors: torch.Tensor, **options: Any) -> Any:
        heap.start()
        try:
            return function(*tensors, **options)
        finally:
            heap.stop()

    return run
