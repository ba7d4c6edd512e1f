"""Reading and writing of local files and of any URL that fsspec supports (s3://, hdfs://, ...).

Local writes are atomic: a file appears under its name when it is complete.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from typing import Any, BinaryIO

from . import remote, saving
from .error import MXNetError

_LARGE = 1 << 25
_WINDOW = 1 << 20
_ADDRESS = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]+)://")


def is_remote(name: str) -> bool:
    """Return whether a name is a URL such as ``s3://bucket/key``, not a path."""
    return _ADDRESS.match(name) is not None


def _filesystem(name: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise MXNetError(f"{name!r} needs the package fsspec and the one for its protocol; "
                         "install mxnet-torch[remote] or mxnet-records[remote]") from None
    try:
        return fsspec.core.url_to_fs(name)
    except (ImportError, ValueError) as error:
        raise MXNetError(f"cannot reach {name!r}: {error}") from error


def read(name: str) -> bytes:
    """Read a whole file, or raise OSError."""
    if not is_remote(name):
        with open(name, "rb") as file:
            return file.read()
    filesystem, path = _filesystem(name)
    return remote.read_range(filesystem, path, name, None, None)


class Content:
    """The bytes of a large local file, read on demand. Slices are bytes, and `read_into` fills existing memory."""

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
        """Fill memory with the bytes from `start` on, or raise OSError if the file has become shorter."""
        self._file.seek(start)
        while target:
            count = self._file.readinto(target)
            if not count:
                raise OSError("the file was truncated while it was read")
            target = target[count:]


@contextlib.contextmanager
def open_content(name: str) -> Iterator[bytes | Content]:
    """Yield all bytes of a file, or a `Content` for a large local file. Raise OSError if it cannot be read."""
    if is_remote(name):
        yield read(name)
        return
    with open(name, "rb", buffering=0) as file:
        if os.fstat(file.fileno()).st_size < _LARGE:
            yield file.readall()
        else:
            yield Content(file)


def lines(name: str) -> Iterator[tuple[int, str]]:
    """Yield the numbers (from 1) and lines of a UTF-8 text file, or raise MXNetError if it is not one."""
    number = 0
    try:
        with open(name, encoding="utf-8") as file:
            for line in file:
                number += 1
                yield number, line
    except UnicodeDecodeError as error:
        raise MXNetError(f"{name} is not a UTF-8 text file: {error.reason} after line {number}") from error


@contextlib.contextmanager
def named(name: str) -> Iterator[None]:
    """Prefix errors about the content of a file with its name."""
    try:
        yield
    except MXNetError as error:
        raise MXNetError(f"{name!r}: {error}") from error


@contextlib.contextmanager
def write(name: str) -> Iterator[BinaryIO]:
    """Open a binary file for writing. If this fails, no incomplete file is left under `name`."""
    if is_remote(name):
        with _remote(name) as file:
            yield file
        return
    with saving.write(name) as file:
        yield file


@contextlib.contextmanager
def _remote(name: str) -> Iterator[BinaryIO]:
    """Buffer the content, because object stores only show complete files."""
    with tempfile.SpooledTemporaryFile(max_size=1 << 24) as buffer:
        yield buffer  # type: ignore[misc]
        buffer.seek(0)
        filesystem, path = _filesystem(name)
        with saving.take_turn(name), filesystem.open(path, "wb") as target:
            while chunk := buffer.read(1 << 20):
                target.write(chunk)


def list_folder(name: str) -> list[str]:
    """Return the names in a folder. The result is empty if it does not exist."""
    if not is_remote(name):
        return sorted(os.listdir(name)) if os.path.isdir(name) else []
    filesystem, path = _filesystem(name)
    filesystem.invalidate_cache()  # other processes may have written
    try:
        entries = filesystem.ls(path, detail=False)
    except FileNotFoundError:
        return []
    return sorted(entry.rstrip("/").rsplit("/", 1)[-1] for entry in entries)


def remove(name: str) -> None:
    """Delete a file if it exists."""
    with contextlib.suppress(FileNotFoundError):
        if not is_remote(name):
            os.unlink(name)
            return
        filesystem, path = _filesystem(name)
        filesystem.rm_file(path)


def remove_folder(name: str) -> None:
    """Delete a folder with all files in it if it exists."""
    if not is_remote(name):
        shutil.rmtree(name, ignore_errors=True)
        return
    filesystem, path = _filesystem(name)
    with contextlib.suppress(FileNotFoundError):
        filesystem.invalidate_cache()
        filesystem.rm(path, recursive=True)


def open_stream(name: str, writable: bool) -> Any:
    """Open a binary file for reading at any position, or for writing from the start. Raise OSError on failure."""
    if not is_remote(name):
        return open(name, "wb" if writable else "rb")
    filesystem, path = _filesystem(name)
    return filesystem.open(path, "wb") if writable else remote.RemoteFile(filesystem, path, name)


def open_text(name: str, writable: bool) -> Any:
    """Open a UTF-8 text file."""
    if not is_remote(name):
        return open(name, "w" if writable else "r", encoding="utf-8")
    if not writable:
        return remote.open_text(read(name))
    filesystem, path = _filesystem(name)
    return filesystem.open(path, "w", encoding="utf-8")


def stream_size(stream: Any) -> int:
    """Return the size of a file that is open for reading."""
    size = getattr(stream, "size", None)
    if isinstance(size, int):
        return size
    here = stream.tell()
    end = stream.seek(0, os.SEEK_END)
    stream.seek(here)
    return end


_seeking = threading.Lock()


def read_at(stream: Any, position: int, size: int) -> bytes:
    """Read bytes at a position. Several threads may do this at the same time."""
    if isinstance(stream, io.BufferedReader):
        return os.pread(stream.fileno(), size, position) if hasattr(os, "pread") else _read_at(stream, position, size)
    if isinstance(stream, remote.RemoteFile):
        return stream.read_at(position, size)
    return _read_at(stream, position, size)


def _read_at(stream: Any, position: int, size: int) -> bytes:
    with _seeking:
        stream.seek(position)
        return stream.read(size)
