"""Reading of remote files by byte ranges, with retries, timeouts and a bounded prefetch."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import random
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from . import environment

_FIRST_CHUNK = 1 << 16
_LARGEST_CHUNK = 1 << 22
_READ_THROUGH = 1 << 20  # skip shorter gaps by reading
_THREADS = 4
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
_PERMANENT = (FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError)


def _is_transient(error: Exception) -> bool:
    """Return whether another attempt may succeed. Errors of HTTP libraries are not all OSErrors."""
    if isinstance(error, _PERMANENT):
        return False
    names = {cls.__name__ for cls in type(error).__mro__}
    return isinstance(error, (OSError, TimeoutError, EOFError)) or bool(names & {"ClientError", "HTTPClientError"})


def retry(name: str, task: Callable[[], Any]) -> Any:
    """Run a request. Repeat it after errors that may pass, with growing pauses.

    Raises
    ------
    OSError
        At once for a missing file or a refused access, otherwise after ``MXNET_REMOTE_RETRIES`` further attempts.
    """
    retries = environment.REMOTE_RETRIES.get()
    for attempt in range(retries + 1):
        try:
            return task()
        except Exception as error:
            if _is_transient(error) and attempt < retries:
                pause = min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE)
                time.sleep(pause * random.Random().uniform(0.5, 1.0))
                continue
            if isinstance(error, _PERMANENT):
                raise type(error)(error.errno, error.strerror or str(error), name) from error
            tried = f" after {attempt + 1} attempts" if attempt else ""
            text = str(error) or f"no answer within {environment.REMOTE_TIMEOUT.get()} seconds"
            raise OSError(errno.EIO, f"{type(error).__name__}: {text}{tried}", name) from error


def _limits(filesystem: Any) -> dict[str, float]:
    """Return the timeout as an argument of requests. Only asynchronous file systems have one."""
    import fsspec.asyn

    known = isinstance(filesystem, fsspec.asyn.AsyncFileSystem)
    return {"timeout": float(environment.REMOTE_TIMEOUT.get())} if known else {}


def read_range(filesystem: Any, path: str, name: str, start: int | None, end: int | None) -> bytes:
    """Read bytes of a file, or all of them. A truncated answer counts as an error."""

    def request() -> bytes:
        content = bytes(filesystem.cat_file(path, start=start, end=end, **_limits(filesystem)))
        if start is not None and end is not None and len(content) != end - start:
            raise EOFError(f"received {len(content)} of {end - start} bytes")
        return content

    content: bytes = retry(name, request)
    return content


class RemoteFile:
    """A remote file that is open for reading. Sequential reads fetch the next chunks in advance.

    At most ``MXNET_REMOTE_PREFETCH`` bytes are held. Chunks grow from 64 KB to 4 MB while the file is read in order,
    so that reads at random positions fetch little.

    Parameters
    ----------
    filesystem, path
        File system of fsspec, and the path in it.
    name
        URL for messages.
    """

    def __init__(self, filesystem: Any, path: str, name: str) -> None:
        self._filesystem, self._path, self._name = filesystem, path, name
        information = retry(name, lambda: filesystem.info(path, **_limits(filesystem)))
        if information.get("type") == "directory":
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
        self.size = int(information["size"])
        self.limit = self.size  # nothing behind it is fetched in advance
        self._budget = max(environment.REMOTE_PREFETCH.get(), 2 * _FIRST_CHUNK)
        self._threads: ThreadPoolExecutor | None = None
        self._ahead: deque[tuple[int, int, Future[bytes]]] = deque()
        self._restart(0)

    def _restart(self, position: int) -> None:
        for _, _, future in self._ahead:
            future.cancel()
        self._ahead.clear()
        self._window, self._start, self._position, self._chunk = b"", position, position, _FIRST_CHUNK

    def read_at(self, position: int, size: int) -> bytes:
        """Read bytes at a position, without changing the position of the file."""
        end = min(position + size, self.size)
        return read_range(self._filesystem, self._path, self._name, position, end) if end > position else b""

    def tell(self) -> int:
        """Return the position."""
        return self._position

    def seek(self, position: int, whence: int = os.SEEK_SET) -> int:
        """Set the position."""
        position += {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self.size}[whence]
        gap = position - self._position
        end = self._start + len(self._window)
        if not self._start <= position <= end:
            if self._ahead and 0 < gap <= _READ_THROUGH:
                self.read(gap)
            else:
                self._restart(position)
        self._position = position
        return position

    def read(self, size: int = -1) -> bytes:
        """Read the next bytes, fewer at the end of the file."""
        size = min(size if size >= 0 else self.size, max(self.size - self._position, 0))
        parts = []
        while size > 0:
            offset = self._position - self._start
            part = self._window[offset:offset + size]
            if not part:
                self._next_window()
                continue
            parts.append(part)
            self._position += len(part)
            size -= len(part)
        return b"".join(parts)

    def _next_window(self) -> None:
        if self._ahead:
            start, _, future = self._ahead.popleft()
            self._window, self._start = b"", start
            self._window = future.result()
        else:
            self._window, self._start = self.read_at(self._position, self._chunk), self._position
        self._chunk = min(2 * self._chunk, _LARGEST_CHUNK, self._budget // 2)
        self._prefetch()

    def _prefetch(self) -> None:
        """Request further chunks as long as the memory suffices."""
        last = self._ahead[-1] if self._ahead else (self._start, len(self._window), None)
        start = last[0] + last[1]
        held = len(self._window) + sum(size for _, size, _ in self._ahead)
        while start < self.limit and self._chunk > 2 * _FIRST_CHUNK:
            size = min(self._chunk, self.limit - start)
            if held + size > self._budget:
                return
            if self._threads is None:
                self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="mxnet-remote")
            self._ahead.append((start, size, self._threads.submit(self.read_at, start, size)))
            start, held = start + size, held + size

    def close(self) -> None:
        """Cancel outstanding requests."""
        self._restart(0)
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):
            self.close()

    def __enter__(self) -> RemoteFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_text(content: bytes) -> io.TextIOWrapper:
    """Return the lines of a UTF-8 text."""
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
