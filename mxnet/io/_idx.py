"""The idx format of MNIST."""

from __future__ import annotations

import gzip
import math
import struct
import zlib

import numpy as np

from ..base import MXNetError

_UNSIGNED_BYTE = 8


def decompressed(path: str) -> bytes:
    """The content of a file, decompressed if it is gzip.

    Raises
    ------
    MXNetError
        If it cannot be read, or the compressed content is damaged.
    """
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise MXNetError(f"cannot open {path}: {error.strerror}") from error
    if content[:2] != b"\x1f\x8b":
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise MXNetError(f"{path} is damaged: {error}") from error


def parse_idx(content: bytes, path: str) -> np.ndarray:
    """The array in an idx file of bytes.

    Raises
    ------
    MXNetError
        If the header does not describe the content.
    """
    if len(content) < 4 or content[:2] != b"\0\0":
        raise MXNetError(f"{path} is not an idx file: it does not begin with two zero bytes")
    if content[2] != _UNSIGNED_BYTE:
        raise MXNetError(f"{path}: the idx file holds the type {content[2]}, not unsigned bytes")
    dimensions = content[3]
    offset = 4 + 4 * dimensions
    if len(content) < offset:
        raise MXNetError(f"{path}: the header of the idx file is cut off")
    shape = struct.unpack_from(f">{dimensions}I", content, 4)
    size = len(content) - offset
    if math.prod(shape) != size:
        raise MXNetError(f"{path}: the idx header announces the shape {shape}, but {size} bytes follow")
    return np.frombuffer(content, np.uint8, offset=offset).reshape(shape)
