"""The binary format of RecordIO files.

A record is ``magic | flag and length | bytes | zeros up to a multiple of four``. If the bytes contain the magic number
at a multiple of four, it is omitted and the record is split there, so that a reader can find the next record from any
position. The flag marks complete records (0) and first (1), middle (2) and last (3) parts.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import BinaryIO

from .error import MXNetError

MAGIC = 0xCED7230A
MAGIC_BYTES = struct.pack("<I", MAGIC)
HEAD_SIZE = 8
WHOLE, FIRST, MIDDLE, LAST = 0, 1, 2, 3
_LENGTH_BITS = 29
_BLOCK = 1 << 16


def decode_head(head: bytes) -> tuple[int, int]:
    """Return the flag and length of a record or part, or raise ValueError if the header is invalid."""
    if len(head) < HEAD_SIZE:
        raise ValueError("the header of a record is truncated")
    magic, packed = struct.unpack("<II", head)
    if magic != MAGIC:
        raise ValueError(f"a record begins with {magic:#010x} instead of {MAGIC:#010x}")
    flag = packed >> _LENGTH_BITS
    if flag > LAST:
        raise ValueError(f"a record has the unknown flag {flag}")
    return flag, packed & ((1 << _LENGTH_BITS) - 1)


def padded(length: int) -> int:
    """Return the padded size of content with this length."""
    return -(-length // 4) * 4


class Parts:
    """Assemble a record from its parts."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def __len__(self) -> int:
        return len(self._parts)

    def add(self, flag: int, content: bytes) -> bytes | None:
        """Add a part, and return the record if it is complete. Raise ValueError if the part is out of order."""
        if (flag in (WHOLE, FIRST)) != (not self._parts):
            raise ValueError(f"a record part has the unexpected flag {flag}")
        if flag == WHOLE:
            return content
        self._parts.append(content)
        return MAGIC_BYTES.join(self._parts) if flag == LAST else None


def next_record(file: BinaryIO, position: int, end: int) -> int:
    """Return the start of the first record in [`position`, `end`), or `end` if there is none."""
    position = padded(position)
    file.seek(position)
    block = b""
    while position < end:
        block += file.read(_BLOCK)
        offset = block.find(MAGIC_BYTES)
        while offset >= 0 and offset + HEAD_SIZE <= len(block):
            if offset % 4 == 0 and struct.unpack_from("<I", block, offset + 4)[0] >> _LENGTH_BITS <= FIRST:
                return min(position + offset, end)
            offset = block.find(MAGIC_BYTES, offset + 1)
        kept = len(block) - HEAD_SIZE + 1 if len(block) >= HEAD_SIZE else 0
        kept -= kept % 4
        if len(block) < _BLOCK:
            return end
        position, block = position + kept, block[kept:]
    return end


def encode_record(content: bytes) -> Iterator[bytes]:
    """Yield the encoded bytes of a record, in parts."""
    if len(content) >= 1 << _LENGTH_BITS:
        raise MXNetError(f"RecordIO only accept record less than 2^29 bytes, received {len(content)}")
    start = 0
    offset = content.find(MAGIC_BYTES)
    while offset >= 0:
        if offset % 4 == 0:
            yield _head(MIDDLE if start else FIRST, offset - start)
            yield content[start:offset]
            start = offset + 4
            offset = content.find(MAGIC_BYTES, start)
        else:
            offset = content.find(MAGIC_BYTES, offset + 1)
    yield _head(LAST if start else WHOLE, len(content) - start)
    yield content[start:] if start else content
    yield b"\0" * (-len(content) % 4)


def _head(flag: int, length: int) -> bytes:
    return struct.pack("<II", MAGIC, flag << _LENGTH_BITS | length)
