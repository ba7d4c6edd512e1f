"""Transport of batches between processes without copying their memory.

A message is pickled. The memory of its arrays is in a segment that both processes map (`_segments`). This memory has no
name, so it cannot leak, and the size of /dev/shm does not limit it. Small messages, and all messages on systems without
anonymous files, are sent over the connection.
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
from ._segments import Borrower, Lender, Segment, pad_size

# Small enough for several messages in the buffer of a socket.
INLINE_LIMIT = 1 << 14
HAS_ANONYMOUS_FILES = (hasattr(os, "memfd_create") and hasattr(socket, "send_fds")
                       and os.path.exists("/proc/self/fd"))
_COUNTS = "<IIII?"  # released and dropped segments, number count, segment or 0, file follows


class Channel:
    """One end of a bidirectional connection."""

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
        returned, dropped = self._borrower.take_released(), self.lender.take_dropped()
        counts = len(returned), len(dropped), len(numbers), segment, is_new
        return struct.pack(f"{_COUNTS}{sum(counts[:3])}q", *counts, *returned, *dropped, *numbers)

    def _send_segment(self, parts: list[np.ndarray], sizes: list[int]) -> None:
        segment, offsets = self._fill_segment(parts, sizes)
        is_new = segment.file is not None
        self.lender.lend(segment)
        self.connection.send_bytes(self._head(segment.number, is_new, [*offsets, *sizes]))
        if segment.file is not None:
            with self._socket() as channel:
                socket.send_fds(channel, [b"f"], [segment.file])
            segment.close_file()

    def _fill_segment(self, parts: list[np.ndarray], sizes: list[int]) -> tuple[Segment, list[int]]:
        """Copy the parts into a segment, unless they are already in it. Return the segment and their offsets."""
        segment = self.lender.take_reserved()
        offsets: list[int | None] = [] if segment is None else [segment.offset_of(part) for part in parts]
        remaining = sum(pad_size(size) for size, offset in zip(sizes, offsets, strict=False) if offset is None)
        if segment is None or set(offsets) == {None} or remaining > segment.memory.nbytes - segment.used:
            segment, offsets = self.lender.take(sum(map(pad_size, sizes))), [None] * len(parts)
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
            # Copy the parts to aligned and writable memory.
            body, *buffers = map(bytearray, _slices(content[len(content) - numbers[0]:], numbers[1:]))
        return pickle.loads(body, buffers=buffers)

    def _receive_file(self) -> int:
        with self._socket() as channel:
            _, files, _, _ = socket.recv_fds(channel, 1, 1)
        if not files:
            raise EOFError("the sender closed the connection before the batch was complete")
        return files[0]

    def _socket(self) -> socket.socket:
        return socket.socket(fileno=os.dup(self.connection.fileno()))


def _slices(memory: memoryview, sizes: tuple[int, ...]) -> Iterator[memoryview]:
    offset = 0
    for size in sizes:
        yield memory[offset : offset + size]
        offset += size


class _BatchPickler(pickle.Pickler):
    """Pickles the memory of arrays as separate buffers."""

    def reducer_override(self, obj: Any) -> Any:
        if type(obj) is NDArray and obj.stype == "default" and obj._data.device.type == "cpu":
            tensor = obj._data.detach().contiguous()
            dtype = str(tensor.dtype).removeprefix("torch.")
            values = tensor.view(torch.uint8) if tensor.dim() else tensor.reshape(1).view(torch.uint8)
            context = obj._ctx
            return _rebuild, (values.numpy(), tensor.shape, dtype, context.device_type, context.device_id)
        return NotImplemented


def _rebuild(values: np.ndarray, shape: tuple[int, ...], dtype: str, device: str, number: int) -> NDArray:
    tensor = torch.from_numpy(values).view(getattr(torch, dtype)).reshape(shape)
    return wrap(tensor, Context(device, number))
