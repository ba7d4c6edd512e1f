"""Reading and writing record files."""

from __future__ import annotations

import bisect
import os
from typing import Any

from . import files
from . import record_format as form
from .error import MXNetError

# Bytes to read first if the size of a record is not known from the index.
_GUESS = 1 << 16
_MOST_AT_ONCE = 1 << 20


class MXRecordIO:
    """Read or write a RecordIO file.

    Parameters
    ----------
    uri : str
        Path, or a URL that fsspec supports (``s3://bucket/train.rec``). Only the needed parts of a URL are fetched.
    flag : {'r', 'w'}
        Mode: read or write.

    Examples
    --------
    >>> record = mx.recordio.MXRecordIO('tmp.rec', 'w')
    >>> record.write(b'record_0')
    >>> record.close()
    >>> mx.recordio.MXRecordIO('tmp.rec', 'r').read()
    b'record_0'
    """

    def __init__(self, uri, flag):
        self.uri = os.fspath(uri)
        self.handle = None
        self.flag = flag
        self.pid = None
        self.is_open = False
        self.open()

    def open(self):
        """Open the file.

        Returns
        -------
        None

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('data.rec', 'w')
        >>> record.close()
        >>> record.open()
        >>> record.is_open
        True
        >>> record.close()
        """
        if self.flag not in ("r", "w"):
            raise ValueError(f"Invalid flag {self.flag}: it must be 'r' or 'w'")
        self.writable = self.flag == "w"
        self._name = self.uri.removeprefix("file://")
        with _named("open the record file", self._name):
            self.handle = files.open_stream(self._name, self.writable)
            self._size = 0 if self.writable else files.stream_size(self.handle)
        self._behind = None  # where to continue after reading a record by its key
        self.pid = os.getpid()
        self.is_open = True

    def __del__(self):
        if getattr(self, "is_open", False):
            self.close()

    def __getstate__(self):
        is_open = self.is_open
        if self.writable:
            self.close()  # the copy overwrites the file
        return {**self.__dict__, "is_open": is_open, "handle": None}

    def __setstate__(self, d):
        self.__dict__ = d
        is_open, self.is_open = self.is_open, False
        if is_open:
            self.open()

    def _check_pid(self, allow_reset=False):
        """Reopen the file in a forked child, which would otherwise share the position of its parent's file."""
        if self.pid == os.getpid():
            return
        if not allow_reset:
            raise RuntimeError(f"{self.uri} was opened by another process; call reset() after a fork")
        self.reset()

    def _check_mode(self, writable: bool, what: str) -> None:
        if not self.is_open or self.writable is not writable:
            state = f"opened with flag {self.flag!r}" if self.is_open else "closed"
            raise AssertionError(f"cannot {what} {self.uri}: it is {state}")

    def close(self):
        """Close the file.

        Returns
        -------
        None

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('data.rec', 'w')
        >>> record.write(b'first')
        >>> record.close()
        >>> record.is_open
        False
        """
        if self.is_open:
            self.is_open = False
            self.pid = None
            with _named("write", self._name):
                self.handle.close()

    def reset(self):
        """Return to the beginning. In write mode, the existing content is lost.

        Returns
        -------
        None

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('data.rec', 'w')
        >>> record.write(b'first')
        >>> record.close()
        >>> record = mx.recordio.MXRecordIO('data.rec', 'r')
        >>> record.read(), record.read()
        (b'first', None)
        >>> record.reset()
        >>> record.read()
        b'first'
        """
        self.close()
        self.open()

    def write(self, buf):
        """Append a record.

        Parameters
        ----------
        buf : bytes
            The record, shorter than 2 ** 29 bytes.

        Returns
        -------
        None

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('data.rec', 'w')
        >>> for number in range(2):
        ...     record.write(b'record %d' % number)
        >>> record.close()
        """
        self._check_mode(True, "write to")
        self._check_pid()
        with _named("write", self._name):
            self.handle.writelines(form.encode_record(bytes(buf)))

    def read(self):
        """Read the next record.

        Returns
        -------
        bytes or None
            The record, or None at the end of the file.

        Examples
        --------
        >>> record = mx.recordio.MXRecordIO('data.rec', 'w')
        >>> record.write(b'first')
        >>> record.close()
        >>> record = mx.recordio.MXRecordIO('data.rec', 'r')
        >>> record.read(), record.read()
        (b'first', None)
        """
        self._check_mode(False, "read")
        self._check_pid()
        handle = self.handle
        if self._behind is not None:
            handle.seek(self._behind)
            self._behind = None
        parts = form.Parts()
        try:
            while True:
                head = handle.read(form.HEAD_SIZE)
                if not head and not len(parts):
                    return None
                flag, length = form.decode_head(head)
                size = form.padded(length)
                # Only allocate memory for a large record if the file is large enough.
                fits = size <= _MOST_AT_ONCE or size <= self._size - handle.tell()
                content = handle.read(size) if fits else b""
                if len(content) < size:
                    raise ValueError(f"a record of {length} bytes is truncated")
                record = parts.add(flag, content[:length])
                if record is not None:
                    return record
        except ValueError as error:
            raise self._invalid(str(error), handle.tell()) from None
        except OSError as error:
            raise MXNetError(f"cannot read {self._name}: {error.strerror or error}") from error

    def _record_at(self, position: int, end: int) -> tuple[bytes, int]:
        """Read a record at a position, and return it with its end. `end` is an estimate."""
        guess = min(end - position, _MOST_AT_ONCE) if end > position else _GUESS
        parts, buffer, start = form.Parts(), b"", position
        try:
            while True:
                buffer = self._extend(buffer, position, start + form.HEAD_SIZE, guess)
                flag, length = form.decode_head(buffer[start - position:start - position + form.HEAD_SIZE])
                start += form.HEAD_SIZE
                if start + form.padded(length) > self._size:
                    raise ValueError(f"a record of {length} bytes is truncated")
                buffer = self._extend(buffer, position, start + length, guess)
                record = parts.add(flag, buffer[start - position:start - position + length])
                start += form.padded(length)
                if record is not None:
                    return record, start
        except ValueError as error:
            raise self._invalid(str(error), start) from None

    def _extend(self, buffer: bytes, position: int, end: int, guess: int) -> bytes:
        """Extend `buffer`, which starts at `position`, to `end`. The first read has the size `guess`."""
        missing = end - position - len(buffer)
        if missing <= 0:
            return buffer
        with _named("read", self._name):
            more = files.read_at(self.handle, position + len(buffer), missing if buffer else max(missing, guess))
        if len(more) < missing:
            raise ValueError("the file ends within a record")
        return buffer + more

    def _invalid(self, reason: str, position: int) -> MXNetError:
        return MXNetError(f"Invalid RecordIO File {self.uri}: {reason} (before byte {position})")


class _named:
    """Convert system errors to MXNetErrors that name the action and the file."""

    def __init__(self, what: str, name: str) -> None:
        self._what, self._name = what, name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, OSError):
            raise MXNetError(f"cannot {self._what} {self._name}: {error.strerror or error}") from error


class MXIndexedRecordIO(MXRecordIO):
    """A RecordIO file with an index, for random access. Several threads can read it at the same time.

    Parameters
    ----------
    idx_path : str
        Path of the index file. Its lines contain key, tab and position.
    uri : str
        Path of the record file.
    flag : {'r', 'w'}
        Mode: read or write.
    key_type : type
        Type of the keys.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> _ = [record.write_idx(key, b'record %d' % key) for key in range(3)]
    >>> record.close()
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'r')
    >>> record.keys, record.read_idx(2)
    ([0, 1, 2], b'record 2')
    >>> record.close()
    >>> folder.cleanup()
    """

    def __init__(self, idx_path, uri, flag, key_type=int):
        self.idx_path = os.fspath(idx_path)
        self.idx = {}
        self.keys = []
        self.key_type = key_type
        self.fidx = None
        super().__init__(uri, flag)

    def open(self):
        """Open the record file and its index, which is read in read mode.

        Returns
        -------
        None

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('data.idx', 'data.rec', 'w')
        >>> record.write_idx(7, b'record')
        >>> record.close()
        >>> record.flag = 'r'
        >>> record.open()
        >>> record.keys
        [7]
        >>> record.close()
        """
        super().open()
        self.idx = {}
        self.keys = []
        name = self.idx_path.removeprefix("file://")
        try:
            with _named("open the index file", name):
                self.fidx = files.open_text(name, self.writable)
                if not self.writable:
                    self._read_index()
        except MXNetError:
            super().close()
            raise
        self._starts = sorted(self.idx.values())

    def _read_index(self) -> None:
        number = 0
        try:
            for line in self.fidx:
                number += 1
                if line.strip():
                    key, position = line.strip().split("\t")[:2]
                    self.idx[self.key_type(key)] = int(position)
                    self.keys.append(self.key_type(key))
        except ValueError as error:
            self.close()
            # A decoding error is raised before the line is counted.
            number += isinstance(error, UnicodeDecodeError)
            raise MXNetError(
                f"{self.idx_path}, line {number}: expected a key and a position separated by a tab"
            ) from error

    def close(self):
        r"""Close the record file and its index.

        Returns
        -------
        None

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('data.idx', 'data.rec', 'w')
        >>> record.write_idx(7, b'record')
        >>> record.close()
        >>> with open('data.idx') as file:
        ...     file.read()
        '7\t0\n'
        """
        if self.is_open:
            try:
                super().close()
            finally:
                if self.fidx is not None:
                    with _named("write the index file", self.idx_path):
                        self.fidx.close()

    def __getstate__(self):
        return {**super().__getstate__(), "fidx": None}

    def seek(self, idx):
        """Set the position to the record with key ``idx``.

        Parameters
        ----------
        idx : int, or the `key_type` of the file
            The key.

        Returns
        -------
        None

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('data.idx', 'data.rec', 'w')
        >>> for key in range(3):
        ...     record.write_idx(key, b'record %d' % key)
        >>> record.close()
        >>> record = mx.recordio.MXIndexedRecordIO('data.idx', 'data.rec', 'r')
        >>> record.seek(1)
        >>> record.read(), record.read()
        (b'record 1', b'record 2')
        """
        self._check_mode(False, "seek in")
        self._check_pid(allow_reset=True)
        self.handle.seek(self._position(idx))
        self._behind = None

    def _position(self, idx: Any) -> int:
        position = self.idx[idx]
        if not 0 <= position < self._size:
            raise MXNetError(f"{self.idx_path}: the record {idx!r} is listed at byte {position} of {self.uri}, "
                             f"which only has {self._size} bytes")
        return position

    def tell(self):
        """Return the position of the next write.

        Returns
        -------
        int
            Position in bytes.

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('data.idx', 'data.rec', 'w')
        >>> record.write_idx(0, b'record')
        >>> record.tell()
        16
        >>> record.close()
        """
        self._check_mode(True, "tell the writing position of")
        return self.handle.tell()

    def read_idx(self, idx):
        """Read the record with key ``idx``.

        Parameters
        ----------
        idx : int, or the `key_type` of the file
            The key.

        Returns
        -------
        bytes
            The record.

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('data.idx', 'data.rec', 'w')
        >>> for key in range(3):
        ...     record.write_idx(key, b'record %d' % key)
        >>> record.close()
        >>> record = mx.recordio.MXIndexedRecordIO('data.idx', 'data.rec', 'r')
        >>> record.read_idx(2)
        b'record 2'
        """
        if type(self).read is not MXRecordIO.read or type(self).seek is not MXIndexedRecordIO.seek:
            self.seek(idx)
            return self.read()
        self._check_mode(False, "seek in")
        self._check_pid(allow_reset=True)
        return self._record_at_key(idx)

    def _record_at_key(self, idx: Any) -> bytes:
        position = self._position(idx)
        following = bisect.bisect_right(self._starts, position)
        record, self._behind = self._record_at(
            position, self._starts[following] if following < len(self._starts) else self._size)
        return record

    def write_idx(self, idx, buf):
        """Append a record with key ``idx``.

        Parameters
        ----------
        idx : int, or the `key_type` of the file
            The key.
        buf : bytes
            The record, shorter than 2 ** 29 bytes.

        Returns
        -------
        None

        Examples
        --------
        >>> record = mx.recordio.MXIndexedRecordIO('data.idx', 'data.rec', 'w')
        >>> record.write_idx(7, b'record')
        >>> record.keys
        [7]
        >>> record.close()
        """
        key = self.key_type(idx)
        position = self.tell()
        self.write(buf)
        with _named("write the index file", self.idx_path):
            self.fidx.write(f"{key}\t{position}\n")
        self.idx[key] = position
        self.keys.append(key)
