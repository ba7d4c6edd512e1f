"""The idx file format of MNIST."""

from __future__ import annotations

import gzip
import io
import math
import struct
import zlib

import numpy as np

from ..base import MXNetError

_UNSIGNED_BYTE = 8
# Data sets are much smaller. A file that decompresses to more is likely an attack.
MOST_UNPACKED = 1 << 30


def decompressed(path: str) -> bytes:
    """Read a file, and decompress it if it is gzip-compressed.

    Raises
    ------
    MXNetError
        If the file cannot be read, or the compressed data is damaged.
    """
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise MXNetError(f"cannot open {path}: {error.strerror}") from error
    if content[:2] != b"\x1f\x8b":
        return content
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
            unpacked = packed.read(MOST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise MXNetError(f"{path} is damaged: {error}") from error
    if len(unpacked) > MOST_UNPACKED:
        raise MXNetError(f"{path}: {len(content)} bytes of gzip decompress to more than the limit of {MOST_UNPACKED}; "
                         "if this is expected, decompress the file manually")
    return unpacked


def parse_idx(content: bytes, path: str) -> np.ndarray:
    """Parse an idx file of bytes.

    Raises
    ------
    MXNetError
        If the header does not match the content.
    """
    if len(content) < 4 or content[:2] != b"\0\0":
        raise MXNetError(f"{path} is not an idx file: it does not start with two zero bytes")
    if content[2] != _UNSIGNED_BYTE:
        raise MXNetError(f"{path}: the idx file has element type {content[2]} instead of unsigned bytes")
    dimensions = content[3]
    offset = 4 + 4 * dimensions
    if len(content) < offset:
        raise MXNetError(f"{path}: the header of the idx file is truncated")
    shape = struct.unpack_from(f">{dimensions}I", content, 4)
    size = len(content) - offset
    if math.prod(shape) != size or 0 in shape:
        raise MXNetError(f"{path}: the idx header declares the shape {shape}, but {size} bytes follow")
    return np.frombuffer(content, np.uint8, offset=offset).reshape(shape)
