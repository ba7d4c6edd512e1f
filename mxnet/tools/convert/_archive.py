"""Extraction of a server's archive: a .mar (zip) or a model.tar.gz.

Archives are untrusted. `extract` writes the model files into one folder by their base names and skips everything else.
`extract_tree` keeps the folders of the archive and refuses members that are not plain files below it. A budget limits
the total size of the extracted data.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, Protocol

from ...base import MXNetError

_WANTED = (".json", ".params")
_MOST_FILES, _MOST_ENTRIES, _MOST_FOLDERS = 1000, 10_000, 32
# Weights hardly compress, and symbols compress to a tenth. Small archives may contain large constant arrays.
_LEAST_BUDGET, _BUDGET_PER_BYTE = 64 << 20, 20
_DAMAGES = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, RuntimeError, ValueError, OverflowError,
            NotImplementedError, struct.error, LookupError, OSError)


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
                             "size); unpack it yourself if you trust it, and use the folder")


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


class _Layout(Protocol):
    """Where members of an archive go."""

    def find_target(self, name: str) -> str | None:
        """Return the path of a file in the folder, or None to skip it."""
        ...

    def check_special(self, name: str, kind: str) -> None:
        """Raise if a member that is not a file, such as a link, is not just skipped."""
        ...


class _Flat:
    """Model files by their base names. Everything else is skipped."""

    def find_target(self, name: str) -> str | None:
        short = name.replace("\\", "/").rpartition("/")[2]
        return short if short.endswith(_WANTED) and not short.startswith(".") else None

    def check_special(self, name: str, kind: str) -> None:
        pass


class _Tree:
    """All files with their folders. Links, devices and paths that leave the folder are errors."""

    def __init__(self, archive: str) -> None:
        self._archive, self._entries = archive, 0

    def find_target(self, name: str) -> str | None:
        self._count()
        path = PurePosixPath(name.replace("\\", "/"))
        windows = PureWindowsPath(name)
        if (path.is_absolute() or windows.drive or windows.root or ".." in path.parts or "\0" in name
                or not path.parts):
            raise MXNetError(f"{self._archive} contains {name!r}, which leads outside of its folder; do not trust it")
        if len(path.parts) > _MOST_FOLDERS:
            raise MXNetError(f"{self._archive} contains a path of {len(path.parts)} folders, more than {_MOST_FOLDERS}")
        return str(path)

    def check_special(self, name: str, kind: str) -> None:
        self._count()
        if kind != "folder":
            raise MXNetError(f"{self._archive} contains a {kind}, {name!r}; only files and folders are unpacked. Pack "
                             "the files themselves")

    def _count(self) -> None:
        self._entries += 1
        if self._entries > _MOST_ENTRIES:
            raise MXNetError(f"{self._archive} contains more than {_MOST_ENTRIES} files and folders")


def _zip_members(archive: str, budget: _Budget, layout: _Layout) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.infolist():
            mode = stat.S_IFMT(entry.external_attr >> 16)
            if entry.is_dir() or mode not in (0, stat.S_IFREG):
                layout.check_special(entry.filename, "folder" if entry.is_dir() else
                                     "link" if mode == stat.S_IFLNK else "special file")
                if entry.is_dir():
                    continue
            target = layout.find_target(entry.filename)
            if target is None:
                continue
            if entry.flag_bits & 1:
                raise MXNetError(f"{archive} is encrypted: {entry.filename!r} needs a password; unpack it yourself and "
                                 "use the folder")
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise MXNetError(f"{archive}: {entry.filename!r} uses compression method {entry.compress_type}; only "
                                 "deflate is supported")
            budget.spend(entry.file_size)  # at most this many bytes are read
            with opened.open(entry) as content:
                yield target, content


def _tar_members(archive: str, budget: _Budget, layout: _Layout) -> Iterator[tuple[str, IO[bytes]]]:
    with open(archive, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        with gzip.GzipFile(fileobj=file) if packed else file as stream:
            bounded = _BoundedStream(stream, budget)  # type: ignore[arg-type]
            with tarfile.open(fileobj=bounded, mode="r:") as opened:
                for member in opened:
                    if not member.isreg() or member.issparse():
                        layout.check_special(member.name, "folder" if member.isdir() else
                                             "link" if member.issym() or member.islnk() else "special file")
                    extracted = opened.extractfile(member) if member.isreg() else None
                    if extracted is not None and (target := layout.find_target(member.name)) is not None:
                        yield target, extracted
            if bounded.last != bytes(tarfile.BLOCKSIZE):
                raise MXNetError(f"{archive} is truncated or damaged: it has no end marker")
            bounded.drain()


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
    for count, _ in enumerate(_write_files(archive, folder, _Flat())):
        if count == _MOST_FILES:
            raise MXNetError(f"{archive} contains more than {_MOST_FILES} model files")


def extract_tree(archive: str, folder: Path) -> None:
    """Extract all files of an archive into an empty folder. After an error, the folder is empty again.

    Raises
    ------
    MXNetError
        If the archive is damaged, encrypted, or larger than its budget, or if a member is a link or a device, occurs
        twice, or leads outside of the folder.
    """
    try:
        for _ in _write_files(archive, folder, _Tree(archive)):
            pass
    except BaseException:
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        raise


def _write_files(archive: str, folder: Path, layout: _Layout) -> Iterator[None]:
    """Write the files, and yield after each one."""
    if not os.path.exists(archive):
        raise MXNetError(f"the archive {archive} does not exist")
    budget = _Budget(archive)
    with _one_error(archive):
        members = _zip_members if zipfile.is_zipfile(archive) else _tar_members
        for target, content in members(archive, budget, layout):
            if os.path.lexists(folder / target):
                raise MXNetError(f"{archive} contains two files named {target!r}")
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            with open(folder / target, "xb") as file:
                shutil.copyfileobj(content, file)
            yield
