"""Write a local file so that it is complete under its name, or as it was before.

The bytes go into a temporary file beside it that takes its place at the end. Its name follows from the target's, so
that the next save reuses what a killed process left; a lock says whether a process still writes it. Saves to one path
take turns within the program. A file that the program itself has open for writing gets the bytes in its own place
instead, for whoever holds it to see them.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import io
import os
import secrets
import shutil
import stat
import threading
import weakref
from collections.abc import Iterator
from typing import Any, BinaryIO

from . import environment

try:
    import fcntl
except ImportError:  # no locks here: each save has a name of its own
    fcntl = None  # type: ignore[assignment]

_MOST_LINKS = 40
_MOST_NAMES = 100
_LONGEST_NAME = 200
_BUFFER = 1 << 20
# Large files reach the disk in parts of this size while the rest is being written.
_PART = 1 << 23
_SYNC_FILE_RANGE_WRITE = 2
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL



@contextlib.contextmanager
def write(name: str) -> Iterator[BinaryIO]:
    """Yield a binary file to fill; links are followed, the owner and the mode of an existing file stay.

    Devices, pipes and files in folders that take no new ones are opened directly.
    """
    target = _followed(name)
    with take_turn(target):
        existing = _status(target)
        if existing is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        temporary = None if _is_special(target, existing) else _temporary(name, target, existing)
        if temporary is None:
            with open(target, "wb") as file:
                yield file
            return
        path, raw = temporary
        with io.BufferedWriter(raw, _BUFFER) as file, _registered(raw):
            try:
                yield file
                file.flush()
                _put_in_place(raw, path, target, existing)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(path)
                raise


def _put_in_place(raw: _TemporaryFile, path: str, target: str, existing: os.stat_result | None) -> None:
    """Give a complete temporary file the name of the target."""
    if syncs():
        os.fsync(raw.fileno())
    if existing is not None:
        _set_owner_and_mode(raw.fileno(), existing)
        if _is_open_for_writing(target):
            _copy(path, target)
            os.unlink(path)
            return
    if fcntl is None:
        raw.close()  # Windows renames no open files
    # The open handle holds the lock until then, so no other process removes the file as stale.
    os.replace(path, target)


def syncs() -> bool:
    """Return whether saves wait until the bytes are on the disk, which `MXNET_SAVE_FSYNC=0` turns off."""
    return environment.SAVE_FSYNC.get()


_turns: weakref.WeakValueDictionary[tuple[object, ...], threading.RLock] = weakref.WeakValueDictionary()
_choosing = threading.Lock()


@contextlib.contextmanager
def take_turn(target: str) -> Iterator[None]:
    """Wait until no other thread saves to the same path, however its folder is called."""
    folder, name = os.path.split(target)
    status = _status(folder or os.curdir)
    place = (folder,) if status is None else (status.st_dev, status.st_ino)
    with _choosing:
        turn = _turns.setdefault((*place, os.path.normcase(name)), threading.RLock())
    with turn:
        yield


# Handles of temporary files and the files they were opened for. A renamed one is a handle of the target, but not one
# of the program's. Forked children inherit both.
_own_handles: dict[int, tuple[int, int]] = {}


@contextlib.contextmanager
def _registered(raw: _TemporaryFile) -> Iterator[None]:
    handle = raw.fileno()
    status = os.fstat(handle)
    _own_handles[handle] = (status.st_dev, status.st_ino)
    try:
        yield
    finally:
        _own_handles.pop(handle, None)


def _forget_turns() -> None:
    """Free what other threads held when this process was forked; they are not here."""
    global _choosing
    _choosing = threading.Lock()
    _turns.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_turns)


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
    """Return whether the program has a file open to write it, such as a ``NamedTemporaryFile`` given by its name.

    Read-only handles do not count: they keep the old content.
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
                    and _own_handles.get(handle) != (existing.st_dev, existing.st_ino)
                    and fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY):
                return True
    return False


def _copy(path: str, target: str) -> None:
    """Overwrite the target without emptying it first: others may read it."""
    with open(path, "rb") as source, open(target, "r+b") as file:
        shutil.copyfileobj(source, file, _BUFFER)
        file.truncate()
        file.flush()
        if syncs():
            os.fsync(file.fileno())


def _sync_file_range() -> Any:
    """Return the C library's ``sync_file_range``, which starts to write pages and does not wait; None elsewhere."""
    function = getattr(ctypes.CDLL(None), "sync_file_range", None) if fcntl is not None else None
    if function is not None:
        function.argtypes = (ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint)
    return function


_start_writing = _sync_file_range()


class _TemporaryFile(io.FileIO):
    """A file whose bytes go to the disk while more are written, so that the sync at the end has little left to do."""

    _waiting = 0

    def write(self, data: Any) -> int:
        written = super().write(memoryview(data).cast("B")[:_PART])
        self._waiting += written
        if self._waiting >= _PART and _start_writing is not None and syncs():
            _start_writing(self.fileno(), 0, 0, _SYNC_FILE_RANGE_WRITE)
            self._waiting = 0
        return written


def _temporary(name: str, target: str, existing: os.stat_result | None) -> tuple[str, _TemporaryFile] | None:
    """Return a file in the folder of the target, or None where only the target itself may be written."""
    folder, last = os.path.split(target)
    if len(os.fsencode(last)) > _LONGEST_NAME:
        last = hashlib.sha256(os.fsencode(last)).hexdigest()
    # The existing file may be private. A new file gets the usual mode.
    mode = 0o666 if existing is None else 0o600
    try:
        handle, path = _numbered(os.path.join(folder, f".{last}"), mode)
    except PermissionError as error:
        if existing is None:
            raise PermissionError(error.errno, error.strerror, name) from None
        return None
    except FileNotFoundError as error:
        raise FileNotFoundError(error.errno, f"{error.strerror}: there is no folder {folder}", name) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None  # not the name of the temporary file
    return path, _TemporaryFile(handle, "wb")


def _numbered(prefix: str, mode: int) -> tuple[int, str]:
    if fcntl is not None:
        with contextlib.suppress(_NoLocks):
            for number in range(_MOST_NAMES):
                path = f"{prefix}.{number}.tmp"
                handle = _locked(path, mode)
                if handle is not None:
                    return handle, path
    path = f"{prefix}.{secrets.token_hex(8)}.tmp"
    return os.open(path, _NEW | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0), mode), path


class _NoLocks(Exception):
    """The file system knows no locks."""


def _locked(path: str, mode: int) -> int | None:
    """Return a handle of a new file that no other process writes, or None if the name is in use or not ours."""
    with contextlib.suppress(FileExistsError):
        return _open_locked(path, _NEW, mode)
    try:
        stale = _open_locked(path, os.O_RDWR, mode)
    except OSError:
        stale = None
    if stale is None:
        return None
    try:
        os.unlink(path)
        with contextlib.suppress(FileExistsError):
            return _open_locked(path, _NEW, mode)
    finally:
        os.close(stale)
    return None


def _open_locked(path: str, flags: int, mode: int) -> int | None:
    handle = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    try:
        if _lock(handle, path):
            return handle
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _lock(handle: int, path: str) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        os.unlink(path)
        raise _NoLocks from error
    found, named = os.fstat(handle), _status(path)
    # The holder may have renamed it since it was opened, and other users may have put a file here.
    return (named is not None and os.path.samestat(found, named) and stat.S_ISREG(found.st_mode)
            and found.st_nlink == 1 and found.st_uid == os.geteuid())


def _set_owner_and_mode(handle: int, existing: os.stat_result) -> None:
    if not hasattr(os, "fchmod"):
        return
    own = os.fstat(handle)
    if (own.st_uid, own.st_gid) != (existing.st_uid, existing.st_gid):
        with contextlib.suppress(PermissionError):
            os.fchown(handle, existing.st_uid, existing.st_gid)
    os.fchmod(handle, stat.S_IMODE(existing.st_mode))
