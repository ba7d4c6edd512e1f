"""Partial decoding of a JPEG: only its upper rows, for crops that do not reach the bottom.

A sequential JPEG stores its rows from top to bottom. A copy whose header declares fewer rows is decoded up to there,
and the remaining data is ignored. The copy has no end marker: decoders would warn about the data before it. They reject
a copy with too little data, and then the whole image is decoded.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from .image_header import FRAMES, SCAN, SEQUENTIAL_FRAMES, jpeg_segments

_START, _END = b"\xff\xd8\xff\xe0", b"\xff\xd9"
_RESTART_INTERVAL = 0xDD
# Decoders read eight bytes ahead. A row of blocks of this width has at least eight bytes.
_LEAST_WIDTH = 256


class Frame(NamedTuple):
    """Row information from the header of a JPEG."""

    position: int  # offset of the number of rows in the file
    height: int
    width: int
    unit: int  # number of rows that are stored together
    context: int  # number of further rows that affect a pixel, with vertically subsampled colours


class UpperRows(NamedTuple):
    """The number of rows from the top that are needed of a JPEG with this frame."""

    frame: Frame
    rows: int


def frame_of(content: bytes) -> Frame | None:
    """Return the frame of a JPEG that can be decoded partially, or None.

    The file must start like JFIF (so the EXIF orientation does not matter), have one sequential scan of all colours
    without restart markers, and end with the end marker.
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
    """Return whether there is an end marker before the end of the file, as with several images in one file."""
    values = np.frombuffer(content, np.uint8)
    end = len(content) - len(_END)
    return any((values[first:end - (end - first) % 2].view("<u2") == 0xD9FF).any() for first in (start, start + 1))


def shorten(content: bytes, needed: UpperRows) -> bytearray | None:
    """Return a JPEG with the upper rows of `content`, or None if this would save nothing."""
    frame = needed.frame
    rows = needed.rows + frame.context
    units, needed_units = (-(-count // frame.unit) for count in (frame.height, rows))
    if needed_units >= units or frame.width < _LEAST_WIDTH:
        return None
    copy = bytearray(content)
    struct.pack_into(">H", copy, frame.position, rows)
    del copy[-len(_END):]
    return copy
