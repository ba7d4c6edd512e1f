"""Sending batches between processes without copying their memory.

A message is pickled; the memory of the arrays in it goes into an anonymous file (memfd) whose
descriptor travels over the socket, and the receiver maps it. Such memory has no name, so it cannot
be left behind, and it is not bound by the size of /dev/shm. Where the system has no anonymous files,
and for small messages, the bytes travel over the connection itself.
"""

from __future__ import annotations

import io
import mmap
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

# Small enough that several messages fit into a socket's buffer.
INLINE_LIMIT = 1 << 14
_ALIGNMENT = 64
HAS_ANONYMOUS_FILES = hasattr(os, "memfd_create") and hasattr(socket, "send_fds")


class Channel:
    """One end of a two-way connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def fileno(self) -> int:
        return self.connection.fileno()

    def close(self) -> None:
        self.connection.close()

    def send(self, message: Any) -> None:
        buffers: list[pickle.PickleBuffer] = []
        body = io.BytesIO()
        _BatchPickler(body, protocol=5, buffer_callback=buffers.append).dump(message)
        parts = [body.getbuffer(), *(buffer.raw() for buffer in buffers)]
        sizes = [part.nbytes for part in parts]
        in_file = HAS_ANONYMOUS_FILES and sum(sizes) > INLINE_LIMIT
        head = struct.pack(f"<?I{len(sizes)}Q", in_file, len(sizes), *sizes)
        if in_file:
            self.connection.send_bytes(head)
            self._send_file(parts)
        else:
            self.connection.send_bytes(b"".join((head, *parts)))

    def receive(self) -> Any:
        content = memoryview(self.connection.recv_bytes())
        in_file, count = struct.unpack_from("<?I", content)
        start = struct.calcsize("<?I")
        sizes = struct.unpack_from(f"<{count}Q", content, start)
        if in_file:
            body, *buffers = _slices(self._receive_file(), 0, sizes, _ALIGNMENT)
        else:
            # Copies, so that arrays own memory that is aligned and can be written.
            body, *buffers = map(bytearray, _slices(content, start + 8 * count, sizes, 1))
        return pickle.loads(body, buffers=buffers)

    def _send_file(self, parts: list[memoryview]) -> None:
        file = os.memfd_create("mxnet-batch", os.MFD_CLOEXEC)
        try:
            offset = 0
            for part in parts:
                _write_all(file, part, offset)
                offset += _padded(part.nbytes, _ALIGNMENT)
            os.ftruncate(file, offset)
            with self._socket() as channel:
                socket.send_fds(channel, [b"f"], [file])
        finally:
            os.close(file)

    def _receive_file(self) -> memoryview:
        with self._socket() as channel:
            _, files, _, _ = socket.recv_fds(channel, 1, 1)
        if not files:
            raise EOFError("the sender closed the connection in the middle of a batch")
        try:
            return memoryview(mmap.mmap(files[0], 0))
        finally:
            os.close(files[0])

    def _socket(self) -> socket.socket:
        return socket.socket(fileno=os.dup(self.connection.fileno()))


def _padded(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment


def _slices(memory: memoryview, offset: int, sizes: tuple[int, ...], alignment: int) -> Iterator[memoryview]:
    for size in sizes:
        yield memory[offset : offset + size]
        offset += _padded(size, alignment)


def _write_all(file: int, view: memoryview, offset: int) -> None:
    """Write without mapping: the pages are filled once instead of being zeroed first."""
    while view.nbytes:
        written = os.pwrite(file, view, offset)
        view = view[written:]
        offset += written


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
