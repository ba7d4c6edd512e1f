"""Sending batches between processes without copying their memory.

A message is pickled; the memory of the arrays in it goes into a segment that both processes map (`_segments`). Such
memory has no name, so it cannot be left behind, and it is not bound by the size of /dev/shm. Where the system has no
anonymous files, and for small messages, the bytes travel over the connection itself.
"""

from __future__ import annotations

import io
import os
import pickle
import socket
import struct
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
import torch

from ..._runtime.device import Context
from ...ndarray import NDArray
from ._gather import wrap
from ._segments import Borrower, Lender, Segment, padded

# Small enough that several messages fit into a socket's buffer.
INLINE_LIMIT = 1 << 14
HAS_ANONYMOUS_FILES = (hasattr(os, "memfd_create") and hasattr(socket, "send_fds")
                       and os.path.exists("/proc/self/fd"))
_COUNTS = "<IIII?"  # returned segments, dropped ones, numbers, number of the segment or 0, whether its file follows


class Channel:
    """One end of a two-way connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.lender, self._borrower = Lender(), Borrower()

    def fileno(self) -> int:
        return self.connection.fileno()

    def close(self) -> None:
        self.connection.close()

    def send(self, message: Any) -> None:
        buffers: list[pickle.PickleBuffer] = []
        body = io.BytesIO()
        _BatchPickler(body, protocol=5, buffer_callback=buffers.append).dump(message)
        parts = [np.frombuffer(part, np.uint8) for part in (body.getbuffer(), *(buffer.raw() for buffer in buffers))]
        sizes = [part.nbytes for part in parts]
        if HAS_ANONYMOUS_FILES and sum(sizes) > INLINE_LIMIT:
            self._send_segment(parts, sizes)
        else:
            head = self._head(0, False, [sum(sizes), *sizes])
            self.connection.send_bytes(b"".join((head, *(part.data for part in parts))))

    def _head(self, segment: int, is_new: bool, numbers: list[int]) -> bytes:
        returned, dropped = self._borrower.returned(), self.lender.dropped()
        counts = len(returned), len(dropped), len(numbers), segment, is_new
        return struct.pack(f"{_COUNTS}{sum(counts[:3])}q", *counts, *returned, *dropped, *numbers)

    def _send_segment(self, parts: list[np.ndarray], sizes: list[int]) -> None:
        segment, offsets = self._filled(parts, sizes)
        is_new = segment.file is not None
        self.lender.lend(segment)
        self.connection.send_bytes(self._head(segment.number, is_new, [*offsets, *sizes]))
        if segment.file is not None:
            with self._socket() as channel:
                socket.send_fds(channel, [b"f"], [segment.file])
            segment.close_file()

    def _filled(self, parts: list[np.ndarray], sizes: list[int]) -> tuple[Segment, list[int]]:
        """A segment that holds the parts, and where; what was made in a segment stays in its place."""
        segment = self.lender.reserved()
        offsets: list[int | None] = [] if segment is None else [segment.offset_of(part) for part in parts]
        rest = sum(padded(size) for size, offset in zip(sizes, offsets, strict=False) if offset is None)
        if segment is None or set(offsets) == {None} or rest > segment.memory.nbytes - segment.used:
            segment, offsets = self.lender.take(sum(map(padded, sizes))), [None] * len(parts)
        for place, part in enumerate(parts):
            if offsets[place] is None:
                offsets[place] = segment.used
                np.copyto(segment.place(part.nbytes), part)
        return segment, [offset for offset in offsets if offset is not None]

    def receive(self) -> Any:
        content = memoryview(self.connection.recv_bytes())
        returned, dropped, count, segment, is_new = struct.unpack_from(_COUNTS, content)
        numbers = struct.unpack_from(f"<{returned + dropped + count}q", content, struct.calcsize(_COUNTS))
        self.lender.restore(list(numbers[:returned]))
        self._borrower.forget(list(numbers[returned:returned + dropped]))
        numbers = numbers[returned + dropped:]
        if segment:
            memory = self._borrower.borrow(segment, self._receive_file() if is_new else None)
            offsets, sizes = numbers[:count // 2], numbers[count // 2:]
            body, *buffers = (memory[offset:offset + size] for offset, size in zip(offsets, sizes, strict=True))
        else:
            # Copies, so that arrays own memory that is aligned and can be written.
            body, *buffers = map(bytearray, _slices(content[len(content) - numbers[0]:], numbers[1:]))
        return pickle.loads(body, buffers=buffers)

    def _receive_file(self) -> int:
        with self._socket() as channel:
            _, files, _, _ = socket.recv_fds(channel, 1, 1)
        if not files:
            raise EOFError("the sender closed the connection in the middle of a batch")
        return files[0]

    def _socket(self) -> socket.socket:
        return socket.socket(fileno=os.dup(self.connection.fileno()))


def _slices(memory: memoryview, sizes: tuple[int, ...]) -> Iterator[memoryview]:
    offset = 0
    for size in sizes:
        yield memory[offset : offset + size]
        offset += size


class _BatchPickler(pickle.Pickler):
    """Hands the memory of arrays over as separate buffers."""

    def reducer_override(self, thing: Any) -> Any:
        if type(thing) is NDArray and thing.stype == "default" and thing._data.device.type == "cpu":
            tensor = thing._data.detach().contiguous()
            dtype = str(tensor.dtype).removeprefix("torch.")
            values = tensor.view(torch.uint8) if tensor.dim() else tensor.reshape(1).view(torch.uint8)
            context = thing._ctx
            return _rebuild, (values.numpy(), tensor.shape, dtype, context.device_type, context.device_id)
        return NotImplemented


def _rebuild(values: np.ndarray, shape: tuple[int, ...], dtype: str, device: str, number: int) -> NDArray:
    tensor = torch.from_numpy(values).view(getattr(torch, dtype)).reshape(shape)
    return wrap(tensor, Context(device, number))
