"""Shared memory that batches travel in, used again when the receiver has let go of a batch.

A segment is an anonymous file that both sides map. The kernel clears each new page and each side has to find it once,
which takes three times as long as writing a batch into memory that is there already. The sender numbers its segments;
the receiver says which ones it no longer needs when it sends its next message.
"""

from __future__ import annotations

import contextlib
import os
import weakref
from collections import deque

import numpy as np
import torch

_MOST_FREE = 4
# Room behind a batch that was made in a segment, for what else is in the message.
_EXTRA = 1 << 16
ALIGNMENT = 64

_forks = 0


def _count_fork() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_count_fork)


def padded(size: int) -> int:
    """A size rounded up to where the next array may begin."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def _mapped(file: int, size: int) -> np.ndarray:
    """The memory of an anonymous file; Python's ``mmap`` would keep a descriptor, of which there are few."""
    return torch.from_file(f"/proc/self/fd/{file}", shared=True, size=size, dtype=torch.uint8).numpy()


class Segment:
    """Memory of the sender."""

    def __init__(self, number: int, size: int) -> None:
        self.number = number
        self.file: int | None = os.memfd_create("mxnet-batch", os.MFD_CLOEXEC)
        os.ftruncate(self.file, size)
        self.memory = _mapped(self.file, size)
        self.used = 0

    def close_file(self) -> None:
        """The receiver has mapped the segment, so its descriptor is not needed."""
        if self.file is not None:
            os.close(self.file)
            self.file = None

    __del__ = close_file

    def place(self, size: int) -> np.ndarray:
        """The next `size` bytes."""
        start, self.used = self.used, self.used + padded(size)
        return self.memory[start:start + size]

    def offset_of(self, values: np.ndarray) -> int | None:
        """Where in this segment an array lies; None if it is elsewhere."""
        offset = values.ctypes.data - self.memory.ctypes.data
        return offset if 0 <= offset < self.memory.nbytes else None


class Lender:
    """The segments of a sender."""

    def __init__(self) -> None:
        self._free: list[Segment] = []
        self._lent: dict[int, Segment] = {}
        self._count = 0
        self._reserved: Segment | None = None
        self._dropped: list[int] = []

    def take(self, size: int) -> Segment:
        """A segment with room for `size` bytes."""
        fitting = [segment for segment in self._free if segment.memory.nbytes >= size]
        if fitting:
            segment = min(fitting, key=lambda one: one.memory.nbytes)
            self._free.remove(segment)
        else:
            self._dropped += [segment.number for segment in self._free]
            self._free.clear()  # all too small: the batches have grown
            self._count += 1
            segment = Segment(self._count, size + size // 4)  # a little room to grow; unused pages take no memory
        segment.used = 0
        return segment

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """An array in a segment, which will be sent without a copy if it is in the next message."""
        self.drop_reserved()
        size = int(np.prod(shape)) * dtype.itemsize
        self._reserved = self.take(padded(size) + _EXTRA)
        return self._reserved.place(size).view(dtype).reshape(shape)

    def reserved(self) -> Segment | None:
        """The segment of the last call of `empty`."""
        segment, self._reserved = self._reserved, None
        return segment

    def drop_reserved(self) -> None:
        """The array was made in vain."""
        self._reserved = None  # not used again: somebody may still hold the array

    def lend(self, segment: Segment) -> None:
        """The receiver has it until `restore`."""
        self._lent[segment.number] = segment

    def restore(self, numbers: list[int]) -> None:
        """The receiver has returned segments; a negative number says that it must not be used again."""
        for number in numbers:
            segment = self._lent.pop(abs(number))
            if number > 0 and len(self._free) < _MOST_FREE:
                self._free.append(segment)
            else:
                self._dropped.append(segment.number)

    def dropped(self) -> list[int]:
        """Segments that will not be used again, to tell the receiver: `Borrower.forget` takes them."""
        numbers, self._dropped = self._dropped, []
        return numbers


_lender: Lender | None = None


def make_batches_in(lender: Lender) -> None:
    """From now on `empty` takes memory of segments; only where no code of users runs, which might keep an array."""
    global _lender
    _lender = lender


def empty(shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """Memory for a batch."""
    return np.empty(shape, dtype) if _lender is None else _lender.empty(shape, np.dtype(dtype))


class Borrower:
    """The segments of a sender, as the receiver has mapped them."""

    def __init__(self) -> None:
        self._maps: dict[int, np.ndarray] = {}
        self._returned: deque[tuple[int, int]] = deque()

    def borrow(self, number: int, file: int | None) -> memoryview:
        """The memory of a segment, until all that is made of it is gone; a new one comes with its file."""
        if file is not None:
            try:
                self._maps[number] = _mapped(file, os.fstat(file).st_size)
            finally:
                os.close(file)
        memory = self._maps[number][:]
        weakref.finalize(memory, self._returned.append, (number, _forks)).atexit = False
        return memory.data

    def returned(self) -> list[int]:
        """What to tell the sender: `Lender.restore` takes it.

        Processes that were forked while a batch was there may go on reading it, so its memory is given up.
        """
        numbers = []
        with contextlib.suppress(IndexError):
            while True:
                number, forks = self._returned.popleft()
                numbers.append(number if forks == _forks else -number)
        return numbers

    def forget(self, numbers: list[int]) -> None:
        """Give up the memory of segments that the sender will not use again."""
        for number in numbers:
            self._maps.pop(number, None)
