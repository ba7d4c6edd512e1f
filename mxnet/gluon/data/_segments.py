"""Shared memory segments for batches. A segment is reused after the receiver has released its batch.

A segment is an anonymous file that both processes map. The kernel clears each new page, and both processes take a page
fault for it. This takes three times as long as writing a batch into existing memory. The sender numbers its segments,
and the receiver lists released segments in its next message.
"""

from __future__ import annotations

import contextlib
import os
import weakref
from collections import deque

import numpy as np
import torch

_MOST_FREE = 4
# Space after a batch for the other parts of the message.
_EXTRA = 1 << 16
ALIGNMENT = 64

_forks = 0


def _count_fork() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_count_fork)


def pad_size(size: int) -> int:
    """Round a size up to the alignment of arrays."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def _map_file(file: int, size: int) -> np.ndarray:
    """Map an anonymous file. Python's ``mmap`` would keep a file descriptor open, and their number is limited."""
    return torch.from_file(f"/proc/self/fd/{file}", shared=True, size=size, dtype=torch.uint8).numpy()


class Segment:
    """Shared memory of the sender."""

    def __init__(self, number: int, size: int) -> None:
        self.number = number
        self.file: int | None = os.memfd_create("mxnet-batch", os.MFD_CLOEXEC)
        os.ftruncate(self.file, size)
        self.memory = _map_file(self.file, size)
        self.used = 0

    def close_file(self) -> None:
        """Close the file descriptor after the receiver has mapped the segment."""
        if self.file is not None:
            os.close(self.file)
            self.file = None

    __del__ = close_file

    def place(self, size: int) -> np.ndarray:
        """Allocate the next `size` bytes."""
        start, self.used = self.used, self.used + pad_size(size)
        return self.memory[start:start + size]

    def offset_of(self, values: np.ndarray) -> int | None:
        """Return the offset of an array in this segment, or None if it is elsewhere."""
        offset = values.ctypes.data - self.memory.ctypes.data
        return offset if 0 <= offset < self.memory.nbytes else None


class Lender:
    """All segments of a sender."""

    def __init__(self) -> None:
        self._free: list[Segment] = []
        self._lent: dict[int, Segment] = {}
        self._count = 0
        self._reserved: Segment | None = None
        self._dropped: list[int] = []

    def take(self, size: int) -> Segment:
        """Return a segment with space for `size` bytes."""
        fitting = [segment for segment in self._free if segment.memory.nbytes >= size]
        if fitting:
            segment = min(fitting, key=lambda fit: fit.memory.nbytes)
            self._free.remove(segment)
        else:
            self._dropped += [segment.number for segment in self._free]
            self._free.clear()  # all segments are too small, because the batches have grown
            self._count += 1
            segment = Segment(self._count, size + size // 4)  # space to grow; unused pages take no memory
        segment.used = 0
        return segment

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """Return an array in a segment. The next message sends it without a copy."""
        self.drop_reserved()
        size = int(np.prod(shape)) * dtype.itemsize
        self._reserved = self.take(pad_size(size) + _EXTRA)
        return self._reserved.place(size).view(dtype).reshape(shape)

    def take_reserved(self) -> Segment | None:
        """Return the segment of the last call of `empty` and clear it."""
        segment, self._reserved = self._reserved, None
        return segment

    def drop_reserved(self) -> None:
        """Drop the segment of an array that will not be sent."""
        self._reserved = None  # never reused, because the array may still be referenced

    def lend(self, segment: Segment) -> None:
        """Mark a segment as used by the receiver until `restore`."""
        self._lent[segment.number] = segment

    def restore(self, numbers: list[int]) -> None:
        """Take back released segments. Segments with a negative number must not be reused."""
        for number in numbers:
            segment = self._lent.pop(abs(number))
            if number > 0 and len(self._free) < _MOST_FREE:
                self._free.append(segment)
            else:
                self._dropped.append(segment.number)

    def take_dropped(self) -> list[int]:
        """Return the segments to drop in the receiver, see `Borrower.forget`."""
        numbers, self._dropped = self._dropped, []
        return numbers


_lender: Lender | None = None


def make_batches_in(lender: Lender) -> None:
    """Allocate batches in segments from now on. User code must not run there, because it could keep an array."""
    global _lender
    _lender = lender


def empty(shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """Allocate memory for a batch."""
    return np.empty(shape, dtype) if _lender is None else _lender.empty(shape, np.dtype(dtype))


class Borrower:
    """Segments of a sender, mapped by the receiver."""

    def __init__(self) -> None:
        self._maps: dict[int, np.ndarray] = {}
        self._released: deque[tuple[int, int]] = deque()

    def borrow(self, number: int, file: int | None) -> memoryview:
        """Return the memory of a segment. It is released with its last user. A new segment comes with its file."""
        if file is not None:
            try:
                self._maps[number] = _map_file(file, os.fstat(file).st_size)
            finally:
                os.close(file)
        memory = self._maps[number][:]
        weakref.finalize(memory, self._released.append, (number, _forks)).atexit = False
        return memory.data

    def take_released(self) -> list[int]:
        """Return the released segments for `Lender.restore`.

        A process that was forked while a batch existed may still read it. Its segment is marked as not reusable.
        """
        numbers = []
        with contextlib.suppress(IndexError):
            while True:
                number, forks = self._released.popleft()
                numbers.append(number if forks == _forks else -number)
        return numbers

    def forget(self, numbers: list[int]) -> None:
        """Unmap the segments that the sender has dropped."""
        for number in numbers:
            self._maps.pop(number, None)
