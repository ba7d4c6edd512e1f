"""Extraction of model files from a server's archive: a .mar (zip) or a model.tar.gz.

Archives are untrusted. All members are written into one folder by their base names, and a budget limits the total size
of the extracted data.
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
# Weights hardly compress, and symbols compress to a tenth. Small archives may contain large constant arrays.
_LEAST_BUDGET, _BUDGET_PER_BYTE = 64 << 20, 20
_DAMAGES = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, RuntimeError, ValueError, OverflowError,
            NotImplementedError, struct.error, OSError)


class _Budget:
    """The remaining number of bytes that may be extracted."""

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
    """The decompressed bytes of a tar archive up to the budget, including headers and unused members."""

    def __init__(self, stream: IO[bytes], budget: _Budget) -> None:
        self._stream, self._budget = stream, budget
        self.last = b""

    def read(self, size: int = -1) -> bytes:
        if size < 0:
            raise ValueError("a tar archive must be read in parts")
        self._budget.check(self._stream.tell() + size)
        self.last = self._stream.read(size)
        return self.last

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._budget.check(offset)
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def drain(self) -> None:
        """Read the rest, so that gzip verifies the checksum at the end."""
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
                raise MXNetError(f"{archive}: {entry.filename!r} uses compression method {entry.compress_type}; only "
                                 "deflate is supported")
            budget.spend(entry.file_size)  # at most this many bytes are read
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
                raise MXNetError(f"{archive} is truncated or damaged: it has no end marker")
            bounded.drain()


def _short_name(name: str) -> str | None:
    """Return the base name of a path in an archive, or None if the file is not needed."""
    short = name.replace("\\", "/").rpartition("/")[2]
    return short if short.endswith(_WANTED) and not short.startswith(".") else None


@contextmanager
def _one_error(archive: str) -> Iterator[None]:
    """Convert the errors of archive readers to one error type."""
    try:
        yield
    except MXNetError:
        raise
    except _DAMAGES as error:
        reason = str(error) or type(error).__name__
        raise MXNetError(f"{archive} cannot be unpacked, it may be truncated or damaged: {reason}") from error


def extract(archive: str, folder: Path) -> None:
    """Extract the model files of an archive into a folder.

    Raises
    ------
    MXNetError
        If the archive is damaged, encrypted, or larger than its budget.
    """
    if not os.path.exists(archive):
        raise MXNetError(f"the archive {archive} does not exist")
    budget = _Budget(archive)
    with _one_error(archive):
        members = _zip_members if zipfile.is_zipfile(archive) else _tar_members
        for count, (name, content) in enumerate(members(archive, budget)):
            short = _short_name(name)
            assert short is not None
            if count == _MOST_FILES:
                raise MXNetError(f"{archive} contains more than {_MOST_FILES} model files")
            if (folder / short).exists():
                raise MXNetError(f"{archive} contains two files named {short!r}")
            with open(folder / short, "wb") as file:
                shutil.copyfileobj(content, file)
