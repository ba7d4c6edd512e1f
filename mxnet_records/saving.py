"""Atomic saving of a local file: it is either complete or unchanged.

The bytes are written to a temporary file in the same folder, which finally replaces the target. Its name is derived
from the target, so that the next save reuses the file of a killed process. A lock shows whether a process still writes
it. Saves to one path run one at a time within the program. If the program itself has the target open for writing, the
target is overwritten in place, so that the open handle sees the new bytes.
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
except ImportError:  # no locks: each save uses a unique name
    fcntl = None  # type: ignore[assignment]

_MOST_LINKS = 40
_MOST_NAMES = 100
_LONGEST_NAME = 200
_BUFFER = 1 << 20
# Large files are flushed to the disk in parts of this size while the rest is written.
_PART = 1 << 23
_SYNC_FILE_RANGE_WRITE = 2
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL



@contextlib.contextmanager
def write(name: str) -> Iterator[BinaryIO]:
    """Yield a binary file for writing. Links are followed, and an existing file keeps its owner and mode.

    Devices, pipes and files in read-only folders are opened directly.
    """
    target = _resolve_links(name)
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
        with io.BufferedWriter(raw, _BUFFER) as file, _register(raw):
            try:
                yield file
                file.flush()
                _put_in_place(raw, path, target, existing)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(path)
                raise


def _put_in_place(raw: _TemporaryFile, path: str, target: str, existing: os.stat_result | None) -> None:
    """Rename a complete temporary file to the target."""
    if syncs():
        os.fsync(raw.fileno())
    if existing is not None:
        _set_owner_and_mode(raw.fileno(), existing)
        if _is_open_for_writing(target):
            _copy(path, target)
            os.unlink(path)
            return
    if fcntl is None:
        raw.close()  # Windows cannot rename open files
    # Until then, the open handle holds the lock, so no other process removes the file as stale.
    os.replace(path, target)


def syncs() -> bool:
    """Return whether saves wait until the bytes are on the disk. `MXNET_SAVE_FSYNC=0` disables this."""
    return environment.SAVE_FSYNC.get()


_turns: weakref.WeakValueDictionary[tuple[object, ...], threading.RLock] = weakref.WeakValueDictionary()
_choosing = threading.Lock()


@contextlib.contextmanager
def take_turn(target: str) -> Iterator[None]:
    """Wait until no other thread saves to the same path, regardless of how its folder is written."""
    folder, name = os.path.split(target)
    status = _status(folder or os.curdir)
    place = (folder,) if status is None else (status.st_dev, status.st_ino)
    with _choosing:
        turn = _turns.setdefault((*place, os.path.normcase(name)), threading.RLock())
    with turn:
        yield


# Handles of temporary files, and the files they were opened for. After a rename, such a handle refers to the target,
# but does not belong to the program. Forked children inherit both.
_own_handles: dict[int, tuple[int, int]] = {}


@contextlib.contextmanager
def _register(raw: _TemporaryFile) -> Iterator[None]:
    handle = raw.fileno()
    status = os.fstat(handle)
    _own_handles[handle] = (status.st_dev, status.st_ino)
    try:
        yield
    finally:
        _own_handles.pop(handle, None)


def _reset_locks() -> None:
    """Release the locks of other threads in a forked child, where these threads do not exist."""
    global _choosing
    _choosing = threading.Lock()
    _turns.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_locks)


def _resolve_links(name: str) -> str:
    """Resolve a chain of links. The result need not exist."""
    path = os.path.abspath(name)
    for _ in range(_MOST_LINKS):
        # Links in these folders do not resolve to a writable path.
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
    """Return whether the program has the file open for writing, such as a ``NamedTemporaryFile`` passed by name.

    Read-only handles do not count, because they keep the old content.
    """
    # Query the current status: other processes may have replaced the file, and its inode may be reused.
    existing = _status(target)
    if existing is None or fcntl is None:
        return False
    try:
        handles = os.listdir("/dev/fd")
    except OSError:  # not available on this system
        return False
    for handle in map(int, handles):
        with contextlib.suppress(OSError):
            if (os.path.samestat(os.fstat(handle), existing)
                    and _own_handles.get(handle) != (existing.st_dev, existing.st_ino)
                    and fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY):
                return True
    return False


def _copy(path: str, target: str) -> None:
    """Overwrite the target without truncating it first, because others may read it."""
    with open(path, "rb") as source, open(target, "r+b") as file:
        shutil.copyfileobj(source, file, _BUFFER)
        file.truncate()
        file.flush()
        if syncs():
            os.fsync(file.fileno())


def _sync_file_range() -> Any:
    """Return the C library's ``sync_file_range``, which starts writeback without waiting, or None if not available."""
    function = getattr(ctypes.CDLL(None), "sync_file_range", None) if fcntl is not None else None
    if function is not None:
        function.argtypes = (ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint)
    return function


_start_writing = _sync_file_range()


class _TemporaryFile(io.FileIO):
    """A file whose bytes are flushed while more are written, so that the final sync is short."""

    _waiting = 0

    def write(self, data: Any) -> int:
        written = super().write(memoryview(data).cast("B")[:_PART])
        self._waiting += written
        if self._waiting >= _PART and _start_writing is not None and syncs():
            _start_writing(self.fileno(), 0, 0, _SYNC_FILE_RANGE_WRITE)
            self._waiting = 0
        return written


def _temporary(name: str, target: str, existing: os.stat_result | None) -> tuple[str, _TemporaryFile] | None:
    """Create a temporary file in the folder of the target. Return None if only the target itself is writable."""
    folder, last = os.path.split(target)
    if len(os.fsencode(last)) > _LONGEST_NAME:
        last = hashlib.sha256(os.fsencode(last)).hexdigest()
    # An existing file may be private. A new file gets the default mode.
    mode = 0o666 if existing is None else 0o600
    try:
        handle, path = _open_numbered(os.path.join(folder, f".{last}"), mode)
    except PermissionError as error:
        if existing is None:
            raise PermissionError(error.errno, error.strerror, name) from None
        return None
    except FileNotFoundError as error:
        raise FileNotFoundError(error.errno, f"{error.strerror}: the folder {folder} does not exist", name) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None  # hides the name of the temporary file
    return path, _TemporaryFile(handle, "wb")


def _open_numbered(prefix: str, mode: int) -> tuple[int, str]:
    if fcntl is not None:
        with contextlib.suppress(_NoLocks):
            for number in range(_MOST_NAMES):
                path = f"{prefix}.{number}.tmp"
                handle = _create_locked(path, mode)
                if handle is not None:
                    return handle, path
    path = f"{prefix}.{secrets.token_hex(8)}.tmp"
    return os.open(path, _NEW | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0), mode), path


class _NoLocks(Exception):
    """The file system does not support locks."""


def _create_locked(path: str, mode: int) -> int | None:
    """Create and lock a file. Return its handle, or None if the name is in use or the file belongs to another user."""
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
    opened, named = os.fstat(handle), _status(path)
    # The holder may have renamed it after it was opened, and other users may have created a file here.
    return (named is not None and os.path.samestat(opened, named) and stat.S_ISREG(opened.st_mode)
            and opened.st_nlink == 1 and opened.st_uid == os.geteuid())


def _set_owner_and_mode(handle: int, existing: os.stat_result) -> None:
    if not hasattr(os, "fchmod"):
        return
    own = os.fstat(handle)
    if (own.st_uid, own.st_gid) != (existing.st_uid, existing.st_gid):
        with contextlib.suppress(PermissionError):
            os.fchown(handle, existing.st_uid, existing.st_gid)
    os.fchmod(handle, stat.S_IMODE(existing.st_mode))
