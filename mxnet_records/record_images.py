"""What is in the records of images: a header with labels, then an encoded image."""

from __future__ import annotations

import numbers
import struct
from collections import namedtuple

import numpy as np

from .error import MXNetError
from .pixels import decode as _decode
from .pixels import opencv as _opencv

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
