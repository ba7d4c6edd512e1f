"""Decoding only the upper rows of a JPEG, for crops that do not reach down to its end: the same pixels in less time.

A sequential JPEG holds its rows from top to bottom. A copy whose header announces fewer of them is decoded down to
there, whatever follows. It lacks the end of the file: decoders would complain about the bytes before it, and so they
refuse a copy whose data do not suffice, which is then decoded whole.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from .image_header import FRAMES, SCAN, SEQUENTIAL_FRAMES, jpeg_segments

_START, _END = b"\xff\xd8\xff\xe0", b"\xff\xd9"
_RESTART_INTERVAL = 0xDD
# Decoders read eight bytes ahead. A row of blocks of this width has at least as many.
_LEAST_WIDTH = 256


class Frame(NamedTuple):
    """What the header of a JPEG says of its rows."""

    position: int  # of the number of rows in the file
    height: int
    width: int
    unit: int  # rows that are stored together
    context: int  # rows below a row that have a say in its pixels, where colours are stored at half the height


class UpperRows(NamedTuple):
    """How many rows from the top on are needed of a JPEG with this frame."""

    frame: Frame
    rows: int


def frame_of(content: bytes) -> Frame | None:
    """The frame of a JPEG whose upper rows can be decoded alone; None for others and for what is not in order.

    It begins as JFIF files do (cameras that were turned do not matter then), has one sequential scan of all colours
    without restart markers, and its end is the end of the file.
    """
    if not (content.startswith(_START) and content[6:11] == b"JFIF\0" and content.endswith(_END)):
        return None
    frame, components = None, 0
    try:
        for marker, position in jpeg_segments(content):
            if marker == SCAN:
                complete = frame is not None and content[position + 2] == components
                return frame if complete and not _has_end(content, position) else None
            if marker in FRAMES:
                if frame is not None or marker not in SEQUENTIAL_FRAMES:
                    return None
                height, width, components = struct.unpack_from(">HHB", content, position + 3)
                factors = content[position + 9:position + 9 + 3 * components:3]
                factor = max(factor & 15 for factor in factors)
                if not (height and width and factor):
                    return None
                frame = Frame(position + 3, height, width, 8 * factor, 2 * factor)
            elif marker == _RESTART_INTERVAL and content[position + 2:position + 4] != b"\0\0":
                return None
    except (struct.error, ValueError, IndexError):
        pass
    return None


def _has_end(content: bytes, start: int) -> bool:
    """Whether there is an end before that of the file, as if there were other pictures behind the first."""
    values = np.frombuffer(content, np.uint8)
    end = len(content) - len(_END)
    return any((values[first:end - (end - first) % 2].view("<u2") == 0xD9FF).any() for first in (start, start + 1))


def shortened(content: bytes, needed: UpperRows) -> bytearray | None:
    """A JPEG whose first rows are those of `content`; None where this would save nothing."""
    frame = needed.frame
    rows = needed.rows + frame.context
    units, needed_units = (-(-count // frame.unit) for count in (frame.height, rows))
    if needed_units >= units or frame.width < _LEAST_WIDTH:
        return None
    copy = bytearray(content)
    struct.pack_into(">H", copy, frame.position, rows)
    del copy[-len(_END):]
    return copy
