"""Unpack the model files of a server's archive: a .mar (zip) or a model.tar.gz.

Archives are untrusted. Members are written by their last names into one folder, and one budget bounds the bytes that
are unpacked from the whole archive.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ...base import MXNetError

_WANTED = (".json", ".params")
_MOST_FILES = 1000
# Weights hardly shrink, symbols shrink to a tenth. Small archives may hold large constant arrays.
_LEAST_BUDGET, _BUDGET_PER_BYTE = 64 << 20, 20
_DAMAGES = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, RuntimeError, ValueError, OverflowError,
            NotImplementedError, struct.error, OSError)


class _Budget:
    """The number of bytes that may still be unpacked."""

    def __init__(self, archive: str) -> None:
        self._archive = archive
        self.limit = max(_LEAST_BUDGET, _BUDGET_PER_BYTE * os.path.getsize(archive))
        self._used = 0

    def spend(self, size: int) -> None:
        self.check(self._used + size)
        self._used += size

    def check(self, position: int) -> None:
        if position > self.limit:
            raise MXNetError(f"{self._archive} unpacks to more than {self.limit} bytes ({_BUDGET_PER_BYTE} times its "
                             "size); unpack it yourself if you trust it, and convert the folder")


class _BoundedStream(io.RawIOBase):
    """The unpacked bytes of a tar archive up to the budget, headers and members that nobody wants included."""

    def __init__(self, stream: IO[bytes], budget: _Budget) -> None:
        self._stream, self._budget = stream, budget
        self.last = b""

    def read(self, size: int = -1) -> bytes:
        if size < 0:
            raise ValueError("a tar archive is read in parts")
        self._budget.check(self._stream.tell() + size)
        self.last = self._stream.read(size)
        return self.last

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._budget.check(offset)
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def drain(self) -> None:
        """Read the rest, at whose end gzip has its checksum."""
        while self._stream.read(1 << 20):
            self._budget.check(self._stream.tell())


def _zip_members(archive: str, budget: _Budget) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.infolist():
            if entry.is_dir() or _short_name(entry.filename) is None:
                continue
            if entry.flag_bits & 1:
                raise MXNetError(f"{archive} is encrypted: {entry.filename!r} needs a password; unpack it yourself and "
                                 "convert the folder")
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise MXNetError(f"{archive}: {entry.filename!r} is compressed by method {entry.compress_type}; only "
                                 "deflate is supported")
            budget.spend(entry.file_size)  # no more than this is read
            with opened.open(entry) as content:
                yield entry.filename, content


def _tar_members(archive: str, budget: _Budget) -> Iterator[tuple[str, IO[bytes]]]:
    with open(archive, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        with gzip.GzipFile(fileobj=file) if packed else file as stream:
            bounded = _BoundedStream(stream, budget)  # type: ignore[arg-type]
            with tarfile.open(fileobj=bounded, mode="r:") as opened:
                for member in opened:
                    extracted = opened.extractfile(member) if member.isreg() else None
                    if extracted is not None and _short_name(member.name) is not None:
                        yield member.name, extracted
            if bounded.last != bytes(tarfile.BLOCKSIZE):
                raise MXNetError(f"{archive} is cut or damaged: it does not end as a tar archive does")
            bounded.drain()


def _short_name(name: str) -> str | None:
    """The last part of a path in an archive, if the file is wanted."""
    short = name.replace("\\", "/").rpartition("/")[2]
    return short if short.endswith(_WANTED) and not short.startswith(".") else None


@contextmanager
def _one_error(archive: str) -> Iterator[None]:
    """Turn what the readers of archives raise for damaged ones into one kind of error."""
    try:
        yield
    except MXNetError:
        raise
    except _DAMAGES as error:
        reason = str(error) or type(error).__name__
        raise MXNetError(f"{archive} cannot be unpacked, it may be cut or damaged: {reason}") from error


def extract(archive: str, folder: Path) -> None:
    """Write the model files of an archive into a folder.

    Raises
    ------
    MXNetError
        If the archive is damaged, encrypted, or larger than its budget.
    """
    if not os.path.exists(archive):
        raise MXNetError(f"there is no archive {archive}")
    budget = _Budget(archive)
    with _one_error(archive):
        members = _zip_members if zipfile.is_zipfile(archive) else _tar_members
        for count, (name, content) in enumerate(members(archive, budget)):
            short = _short_name(name)
            assert short is not None
            if count == _MOST_FILES:
                raise MXNetError(f"{archive} holds more than {_MOST_FILES} files of models")
            if (folder / short).exists():
                raise MXNetError(f"{archive} holds two files named {short!r}")
            with open(folder / short, "wb") as file:
                shutil.copyfileobj(content, file)
