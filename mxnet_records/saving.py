"""Writing a local file so that it is complete under its name, or as it was before.

The bytes go into a temporary file beside it that takes its place at the end. Its name follows from the target's, so
that what a killed process left is used again by the next save; a lock says whether a process still writes it. A file
that this program has open for writing gets the bytes in its own place instead, for whoever holds it to see them.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # no locks here: each save has a name of its own
    fcntl = None  # type: ignore[assignment]

_MOST_LINKS = 40
_MOST_NAMES = 100
_LONGEST_NAME = 200


@contextlib.contextmanager
def write(name: str) -> Iterator[BinaryIO]:
    """A binary file to fill; links are followed, the owner and the mode of an existing file stay.

    Devices, pipes and what only can be written in its place are opened directly.
    """
    target = _followed(name)
    existing = _status(target)
    if existing is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    temporary = None if _is_special(target, existing) else _temporary(target, existing)
    if temporary is None:
        with open(target, "wb") as file:
            yield file
        return
    path, file = temporary
    with file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            _set_owner_and_mode(file, existing)
            if existing is not None and _is_open_for_writing(target):
                _copy(path, target)
                os.unlink(path)
                return
            if fcntl is None:
                file.close()  # Windows renames no open files
            # With locks, it stays open until then: nobody else takes it for a stale one.
            os.replace(path, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(path)
            raise


def _followed(name: str) -> str:
    """The path a chain of links ends at; it need not exist."""
    path = os.path.abspath(name)
    for _ in range(_MOST_LINKS):
        # What these link to has no path that could be written again.
        if path.startswith(("/proc/", "/dev/fd/")) or not os.path.islink(path):
            return path
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _is_special(path: str, existing: os.stat_result | None) -> bool:
    if path.startswith(("/proc/", "/dev/fd/")):
        return True
    return existing is not None and not stat.S_ISREG(existing.st_mode)


def _is_open_for_writing(target: str) -> bool:
    """Whether this program has a file open to write it, as that of a ``NamedTemporaryFile`` given by its name is.

    Those who only read it keep what was there when they opened it.
    """
    # As it is now: other processes may have replaced it, and its number may be that of the temporary file.
    existing = _status(target)
    if existing is None or fcntl is None:
        return False
    try:
        handles = os.listdir("/dev/fd")
    except OSError:  # not on this system
        return False
    for handle in map(int, handles):
        with contextlib.suppress(OSError):
            if (os.path.samestat(os.fstat(handle), existing)
                    and fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY):
                return True
    return False


def _copy(path: str, target: str) -> None:
    with open(path, "rb") as source, open(target, "wb") as file:
        shutil.copyfileobj(source, file)
        file.flush()
        os.fsync(file.fileno())


def _temporary(target: str, existing: os.stat_result | None) -> tuple[str, BinaryIO] | None:
    """A file in the folder of the target; None where only the target itself may be written."""
    folder, name = os.path.split(target)
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()
    try:
        if fcntl is not None:
            with contextlib.suppress(_NoLocks):
                for number in range(_MOST_NAMES):
                    path = os.path.join(folder, f".{name}.{number}.tmp")
                    file = _locked(path)
                    if file is not None:
                        return path, file
        handle, path = tempfile.mkstemp(prefix=f".{name}.", suffix=".tmp", dir=folder)
    except PermissionError:
        if existing is None:
            raise
        return None
    return path, os.fdopen(handle, "wb")


class _NoLocks(Exception):
    """The file system knows no locks."""


def _locked(path: str) -> BinaryIO | None:
    """An empty file that no other process writes, or None if this one is in use or not ours."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError:
        if os.path.lexists(path):
            return None
        raise
    try:
        if not _lock(handle, path):
            os.close(handle)
            return None
        os.ftruncate(handle, 0)
    except BaseException:
        os.close(handle)
        raise
    return os.fdopen(handle, "wb")


def _lock(handle: int, path: str) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        os.unlink(path)
        raise _NoLocks from error
    found, named = os.fstat(handle), _status(path)
    # Its holder may have given it its final name since it was opened; and others may have laid a file of theirs here.
    return (named is not None and os.path.samestat(found, named) and stat.S_ISREG(found.st_mode)
            and found.st_nlink == 1 and found.st_uid == os.geteuid())


def _set_owner_and_mode(file: BinaryIO, existing: os.stat_result | None) -> None:
    if not hasattr(os, "fchmod"):
        return
    if existing is None:
        mask = os.umask(0)
        os.umask(mask)
        os.fchmod(file.fileno(), 0o666 & ~mask)
        return
    own = os.fstat(file.fileno())
    if (own.st_uid, own.st_gid) != (existing.st_uid, existing.st_gid):
        with contextlib.suppress(PermissionError):
            os.fchown(file.fileno(), existing.st_uid, existing.st_gid)
    os.fchmod(file.fileno(), stat.S_IMODE(existing.st_mode))
