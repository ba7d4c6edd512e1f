"""RecordIO files: records of bytes one after the other, with or without an index (``.rec``, ``.idx``).

A record is ``magic | flag and length | bytes | zeros up to a multiple of four``. Where the bytes hold
the magic number at a multiple of four it is left out and the record is split there, so that a reader
can find the next record from any place in the file; the flag tells whole records (0) from first (1),
middle (2) and last (3) parts.
"""

from __future__ import annotations

import numbers
import os
import struct
from collections import namedtuple
from collections.abc import Iterator

import numpy as np

from ._ops.opencv import decode as _decode
from ._ops.opencv import opencv as _opencv
from .base import MXNetError

_MAGIC = 0xCED7230A
_MAGIC_BYTES = struct.pack("<I", _MAGIC)
_LENGTH_BITS = 29
_WHOLE, _FIRST, _MIDDLE, _LAST = 0, 1, 2, 3


class MXRecordIO:
    """Reads or writes a RecordIO file.

    Parameters
    ----------
    uri : str
        Its path.
    flag : {'r', 'w'}
        Read or write.

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
        """Open the file."""
        if self.flag not in ("r", "w"):
            raise ValueError(f"Invalid flag {self.flag}: it must be 'r' or 'w'")
        self.writable = self.flag == "w"
        path = self.uri.removeprefix("file://")
        try:
            self.handle = open(path, "wb" if self.writable else "rb")  # noqa: SIM115
        except OSError as error:
            raise MXNetError(f"cannot open the record file {path}: {error.strerror}") from error
        self._size = 0 if self.writable else os.fstat(self.handle.fileno()).st_size
        self.pid = os.getpid()
        self.is_open = True

    def __del__(self):
        if getattr(self, "is_open", False):
            self.close()

    def __getstate__(self):
        is_open = self.is_open
        self.close()
        return {**self.__dict__, "is_open": is_open, "handle": None}

    def __setstate__(self, d):
        self.__dict__ = d
        is_open, self.is_open = self.is_open, False
        if is_open:
            self.open()

    def _check_pid(self, allow_reset=False):
        """A forked child shares the position of its parent's file, so it needs one of its own."""
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
        """Close the file."""
        if self.is_open:
            self.handle.close()
            self.is_open = False
            self.pid = None

    def reset(self):
        """Go back to the beginning; what was written before is lost."""
        self.close()
        self.open()

    def write(self, buf):
        """Append a record.

        Parameters
        ----------
        buf : bytes
            Fewer than 2 ** 29 of them.
        """
        self._check_mode(True, "write to")
        self._check_pid()
        self.handle.writelines(encode_record(bytes(buf)))

    def read(self):
        """The next record, or None at the end of the file.

        Returns
        -------
        bytes or None
        """
        self._check_mode(False, "read")
        self._check_pid()
        parts: list[bytes] = []
        while True:
            head = self.handle.read(8)
            if not head and not parts:
                return None
            flag, length = self._decode_head(head)
            padded = -(-length // 4) * 4
            if padded > self._size - self.handle.tell():
                raise self._invalid(f"a record of {length} bytes is cut off")
            if (flag in (_WHOLE, _FIRST)) != (not parts):
                raise self._invalid(f"a record part has the flag {flag} out of turn")
            parts.append(self.handle.read(padded)[:length])
            if flag in (_WHOLE, _LAST):
                return _MAGIC_BYTES.join(parts) if len(parts) > 1 else parts[0]

    def _decode_head(self, head: bytes) -> tuple[int, int]:
        if len(head) < 8:
            raise self._invalid("the header of a record is cut off")
        magic, packed = struct.unpack("<II", head)
        if magic != _MAGIC:
            raise self._invalid(f"a record begins with {magic:#010x} instead of {_MAGIC:#010x}")
        flag = packed >> _LENGTH_BITS
        if flag > _LAST:
            raise self._invalid(f"a record has the unknown flag {flag}")
        return flag, packed & ((1 << _LENGTH_BITS) - 1)

    def _invalid(self, reason: str) -> MXNetError:
        return MXNetError(f"Invalid RecordIO File {self.uri}: {reason} (before byte {self.handle.tell()})")


def encode_record(content: bytes) -> Iterator[bytes]:
    """The bytes of a record as they are in a file, in parts."""
    if len(content) >= 1 << _LENGTH_BITS:
        raise MXNetError(f"RecordIO only accept record less than 2^29 bytes, received {len(content)}")
    start = 0
    found = content.find(_MAGIC_BYTES)
    while found >= 0:
        if found % 4 == 0:
            yield _head(_MIDDLE if start else _FIRST, found - start)
            yield content[start:found]
            start = found + 4
            found = content.find(_MAGIC_BYTES, start)
        else:
            found = content.find(_MAGIC_BYTES, found + 1)
    yield _head(_LAST if start else _WHOLE, len(content) - start)
    yield content[start:] if start else content
    yield b"\0" * (-len(content) % 4)


def _head(flag: int, length: int) -> bytes:
    return struct.pack("<II", _MAGIC, flag << _LENGTH_BITS | length)


class MXIndexedRecordIO(MXRecordIO):
    """A RecordIO file with an index, which allows reading records in any order.

    Parameters
    ----------
    idx_path : str
        Path of the index: lines of key, tab, position.
    uri : str
        Path of the record file.
    flag : {'r', 'w'}
        Read or write.
    key_type : type
        Type of the keys.
    """

    def __init__(self, idx_path, uri, flag, key_type=int):
        self.idx_path = os.fspath(idx_path)
        self.idx = {}
        self.keys = []
        self.key_type = key_type
        self.fidx = None
        super().__init__(uri, flag)

    def open(self):
        super().open()
        self.idx = {}
        self.keys = []
        try:
            self.fidx = open(self.idx_path, self.flag, encoding="utf-8")  # noqa: SIM115
        except OSError as error:
            super().close()
            raise MXNetError(f"cannot open the index file {self.idx_path}: {error.strerror}") from error
        if not self.writable:
            self._read_index()

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
            # A text that is not UTF-8 fails before the line is counted.
            number += isinstance(error, UnicodeDecodeError)
            raise MXNetError(
                f"{self.idx_path}, line {number}: expected a key and a position separated by a tab"
            ) from error

    def close(self):
        if self.is_open:
            super().close()
            if self.fidx is not None:
                self.fidx.close()

    def __getstate__(self):
        return {**super().__getstate__(), "fidx": None}

    def seek(self, idx):
        """Go to the record with the key ``idx``."""
        self._check_mode(False, "seek in")
        self._check_pid(allow_reset=True)
        position = self.idx[idx]
        if not 0 <= position < self._size:
            raise MXNetError(f"{self.idx_path}: the record {idx!r} is said to be at byte {position} of {self.uri}, "
                             f"which has {self._size}")
        self.handle.seek(position)

    def tell(self):
        """Where the next record will be written."""
        self._check_mode(True, "tell the writing position of")
        return self.handle.tell()

    def read_idx(self, idx):
        """The record with the key ``idx``."""
        self.seek(idx)
        return self.read()

    def write_idx(self, idx, buf):
        """Append a record and give it the key ``idx``."""
        key = self.key_type(idx)
        position = self.tell()
        self.write(buf)
        self.fidx.write(f"{key}\t{position}\n")
        self.idx[key] = position
        self.keys.append(key)


IRHeader = namedtuple("HEADER", ["flag", "label", "id", "id2"])  # type: ignore[name-match]
IRHeader.__doc__ = """What :func:`pack` puts before the content of a record.

``flag`` is the number of labels if there are several and 0 otherwise, ``label`` a number or an array,
``id`` and ``id2`` identify the record.
"""
_IR_FORMAT = "<IfQQ"
_IR_SIZE = struct.calcsize(_IR_FORMAT)


def pack(header, s):
    """Put a header before a string of bytes.

    Parameters
    ----------
    header : IRHeader
        Label and id; the flag is set here.
    s : bytes
        The content.
    """
    _, label, *ids = header
    if isinstance(label, numbers.Number):
        return struct.pack(_IR_FORMAT, 0, label, *ids) + s
    # The flag is the number of labels that follow the header.
    labels = np.asarray(label, dtype=np.float32)
    return struct.pack(_IR_FORMAT, labels.size, 0, *ids) + labels.tobytes() + s


def unpack(s):
    """Split a record into its header and its content.

    Parameters
    ----------
    s : bytes
        A record that :func:`pack` made.

    Returns
    -------
    IRHeader, bytes
    """
    if len(s) < _IR_SIZE:
        raise MXNetError(f"a packed record has at least {_IR_SIZE} bytes, received {len(s)}")
    header = IRHeader(*struct.unpack_from(_IR_FORMAT, s))
    content = s[_IR_SIZE:]
    if header.flag > 0:
        size = 4 * header.flag
        if len(content) < size:
            raise MXNetError(f"a packed record announces {header.flag} labels, {len(content)} bytes follow")
        header = header._replace(label=np.frombuffer(content, np.float32, header.flag))
        content = content[size:]
    return header, content


def decode_image(content: bytes, flag: int) -> np.ndarray:
    """The pixels of an encoded image, channels in the order blue, green, red; `flag` is that of ``cv2.imdecode``."""
    try:
        return _decode(np.frombuffer(content, dtype=np.uint8), flag)
    except ValueError as error:
        raise MXNetError(f"cannot decode an image of {len(content)} bytes: {error}") from error


def unpack_img(s, iscolor=-1):
    """Split a record into its header and its decoded image.

    Parameters
    ----------
    s : bytes
        A record that :func:`pack_img` made.
    iscolor : int
        Flag of ``cv2.imdecode``.

    Returns
    -------
    IRHeader, numpy.ndarray
    """
    header, content = unpack(s)
    return header, decode_image(content, iscolor)


def pack_img(header, img, quality=95, img_fmt=".jpg"):
    """Encode an image and put a header before it.

    Parameters
    ----------
    header : IRHeader
        Label and id.
    img : numpy.ndarray
        Height x width x (blue, green, red).
    quality : int
        1 to 100 for JPEG, 1 to 9 for PNG.
    img_fmt : {'.jpg', '.png'}
        Format.
    """
    cv2 = _opencv()
    parameters = None
    if img_fmt.upper() in (".JPG", ".JPEG"):
        parameters = [cv2.IMWRITE_JPEG_QUALITY, quality]
    elif img_fmt.upper() == ".PNG":
        parameters = [cv2.IMWRITE_PNG_COMPRESSION, quality]
    encoded, buffer = cv2.imencode(img_fmt, img, parameters)
    if not encoded:
        raise AssertionError(f"failed to encode image of shape {img.shape} as {img_fmt}")
    return pack(header, buffer.tobytes())
