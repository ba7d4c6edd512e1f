"""Reading and writing files, here or at any address that fsspec knows (s3://, hdfs://, ...).

Local writes are atomic: a file appears under its name only when it is complete.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
import threading
from collections.abc import Iterator
from typing import Any, BinaryIO

from . import saving
from .error import MXNetError

_LARGE = 1 << 25
_WINDOW = 1 << 20
_ADDRESS = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]+)://")


def is_remote(name: str) -> bool:
    """Whether a name is an address such as ``s3://bucket/key``, not a path."""
    return _ADDRESS.match(name) is not None


def _filesystem(name: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise MXNetError(f"{name!r} needs the package fsspec and the one for its protocol; "
                         "install mxnet-torch[remote]") from None
    try:
        return fsspec.core.url_to_fs(name)
    except (ImportError, ValueError) as error:
        raise MXNetError(f"cannot reach {name!r}: {error}") from error


def read(name: str) -> bytes:
    """All bytes of a file; raises OSError where it cannot be read."""
    if not is_remote(name):
        with open(name, "rb") as file:
            return file.read()
    filesystem, path = _filesystem(name)
    return bytes(filesystem.cat_file(path))


class Content:
    """The bytes of a large local file, read where they are used: slices are bytes, `read_into` fills other memory."""

    def __init__(self, file: io.FileIO) -> None:
        self._file = file
        self._length = os.fstat(file.fileno()).st_size
        self._window = b""
        self._start = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, part: slice) -> bytes:
        start, end, _ = part.indices(self._length)
        if start < self._start or end > self._start + len(self._window):
            buffer = bytearray(min(max(end - start, _WINDOW), self._length - start))
            self.read_into(start, memoryview(buffer))
            self._start, self._window = start, bytes(buffer)
        return self._window[start - self._start : max(start, end) - self._start]

    def read_into(self, start: int, target: memoryview) -> None:
        """Fill memory with the bytes from a place on; OSError if the file has become shorter."""
        self._file.seek(start)
        while target:
            count = self._file.readinto(target)
            if not count:
                raise OSError("the file became shorter while it was read")
            target = target[count:]


@contextlib.contextmanager
def open_content(name: str) -> Iterator[bytes | Content]:
    """Yield all bytes of a file, of large local ones as a `Content`; raises OSError where it cannot be read."""
    if is_remote(name):
        yield read(name)
        return
    with open(name, "rb", buffering=0) as file:
        if os.fstat(file.fileno()).st_size < _LARGE:
            yield file.readall()
        else:
            yield Content(file)


def lines(name: str) -> Iterator[tuple[int, str]]:
    """The lines of a text in UTF-8 with their numbers, from 1 on; MXNetError where it is none."""
    number = 0
    try:
        with open(name, encoding="utf-8") as file:
            for line in file:
                number += 1
                yield number, line
    except UnicodeDecodeError as error:
        raise MXNetError(f"{name} is not a text in UTF-8: {error.reason} after line {number}") from error


@contextlib.contextmanager
def named(name: str) -> Iterator[None]:
    """Put the name of the file in front of what is wrong with its content."""
    try:
        yield
    except MXNetError as error:
        raise MXNetError(f"{name!r}: {error}") from error


@contextlib.contextmanager
def write(name: str) -> Iterator[BinaryIO]:
    """A binary file to fill; nothing is left behind under `name` if that fails."""
    if is_remote(name):
        with _remote(name) as file:
            yield file
        return
    with saving.write(name) as file:
        yield file


@contextlib.contextmanager
def _remote(name: str) -> Iterator[BinaryIO]:
    """Collect everything first: object stores show a file when it is complete."""
    with tempfile.SpooledTemporaryFile(max_size=1 << 24) as buffer:
        yield buffer  # type: ignore[misc]
        buffer.seek(0)
        filesystem, path = _filesystem(name)
        with saving.take_turn(name), filesystem.open(path, "wb") as target:
            while chunk := buffer.read(1 << 20):
                target.write(chunk)


def open_stream(name: str, writable: bool) -> Any:
    """A binary file to read from any place, or to write from the beginning; raises OSError."""
    if not is_remote(name):
        return open(name, "wb" if writable else "rb")
    filesystem, path = _filesystem(name)
    return filesystem.open(path, "wb" if writable else "rb")


def open_text(name: str, writable: bool) -> Any:
    """A text in UTF-8."""
    if not is_remote(name):
        return open(name, "w" if writable else "r", encoding="utf-8")
    filesystem, path = _filesystem(name)
    return filesystem.open(path, "w" if writable else "r", encoding="utf-8")


def stream_size(stream: Any) -> int:
    """How many bytes a file has that was opened for reading."""
    size = getattr(stream, "size", None)
    if isinstance(size, int):
        return size
    here = stream.tell()
    end = stream.seek(0, os.SEEK_END)
    stream.seek(here)
    return end


_seeking = threading.Lock()


def read_at(stream: Any, position: int, size: int) -> bytes:
    """Bytes from a place of a file, which several threads may do at the same time."""
    if isinstance(stream, io.BufferedReader):
        return os.pread(stream.fileno(), size, position) if hasattr(os, "pread") else _read_at(stream, position, size)
    filesystem = getattr(stream, "fs", None)
    if filesystem is not None and hasattr(stream, "path"):
        return bytes(filesystem.cat_file(stream.path, start=position, end=position + size))
    return _read_at(stream, position, size)


def _read_at(stream: Any, position: int, size: int) -> bytes:
    with _seeking:
        stream.seek(position)
        return stream.read(size)
