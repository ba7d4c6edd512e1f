"""Content of image records: a header with labels, and an encoded image."""

from __future__ import annotations

import numbers
import struct
from collections import namedtuple

import numpy as np

from .error import MXNetError
from .pixels import decode as _decode
from .pixels import opencv as _opencv

IRHeader = namedtuple("HEADER", ["flag", "label", "id", "id2"])  # type: ignore[name-match]
IRHeader.__doc__ = """Header of a record, see :func:`pack`.

``flag`` is the number of labels if there are several, otherwise 0. ``label`` is a number or an array. ``id`` and
``id2`` identify the record.

Parameters
----------
flag : int
    Number of labels, or 0.
label : float or array
    The label.
id, id2 : int
    Numbers of the record.

Examples
--------
>>> mx.recordio.IRHeader(0, 5.0, 7, 0).label
5.0
"""
_IR_FORMAT = "<IfQQ"
_IR_SIZE = struct.calcsize(_IR_FORMAT)


def pack(header, s):
    """Prepend a header to bytes.

    Parameters
    ----------
    header : IRHeader
        Label and id. The flag is set automatically.
    s : bytes
        The content.

    Returns
    -------
    bytes
        The record.

    Examples
    --------
    >>> record = mx.recordio.pack(mx.recordio.IRHeader(0, 5.0, 7, 0), b'content')
    >>> len(record)
    31
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
        A record created by :func:`pack`.

    Returns
    -------
    IRHeader, bytes

    Examples
    --------
    >>> record = mx.recordio.pack(mx.recordio.IRHeader(0, 5.0, 7, 0), b'content')
    >>> header, content = mx.recordio.unpack(record)
    >>> header.label, header.id, content
    (5.0, 7, b'content')
    """
    if len(s) < _IR_SIZE:
        raise MXNetError(f"a packed record must have at least {_IR_SIZE} bytes, received {len(s)}")
    header = IRHeader(*struct.unpack_from(_IR_FORMAT, s))
    content = s[_IR_SIZE:]
    if header.flag > 0:
        size = 4 * header.flag
        if len(content) < size:
            raise MXNetError(f"a packed record declares {header.flag} labels, but only {len(content)} bytes follow")
        header = header._replace(label=np.frombuffer(content, np.float32, header.flag))
        content = content[size:]
    return header, content


def decode_image(content: bytes, flag: int) -> np.ndarray:
    """Decode an image to pixels in BGR order. `flag` is that of ``cv2.imdecode``."""
    try:
        return _decode(np.frombuffer(content, dtype=np.uint8), flag)
    except ValueError as error:
        raise MXNetError(f"cannot decode an image of {len(content)} bytes: {error}") from error


def unpack_img(s, iscolor=-1):
    """Split a record into its header and its decoded image.

    Parameters
    ----------
    s : bytes
        A record created by :func:`pack_img`.
    iscolor : int
        Decoding flag of ``cv2.imdecode``.

    Returns
    -------
    IRHeader, numpy.ndarray

    Examples
    --------
    >>> import numpy
    >>> image = numpy.full((4, 6, 3), 200, 'uint8')
    >>> record = mx.recordio.pack_img(mx.recordio.IRHeader(0, 5.0, 7, 0), image, quality=9, img_fmt='.png')
    >>> header, decoded = mx.recordio.unpack_img(record)
    >>> header.label, decoded.shape, int(decoded.min())
    (5.0, (4, 6, 3), 200)
    """
    header, content = unpack(s)
    return header, decode_image(content, iscolor)


def pack_img(header, img, quality=95, img_fmt=".jpg"):
    """Encode an image and prepend a header.

    Parameters
    ----------
    header : IRHeader
        Label and id.
    img : numpy.ndarray
        Image of shape (height, width, 3) in BGR order.
    quality : int
        1 to 100 for JPEG, 1 to 9 for PNG.
    img_fmt : {'.jpg', '.png'}
        Image format.

    Returns
    -------
    bytes
        The record.

    Examples
    --------
    >>> import numpy
    >>> image = numpy.zeros((4, 6, 3), 'uint8')
    >>> record = mx.recordio.pack_img(mx.recordio.IRHeader(0, 5.0, 7, 0), image, quality=9, img_fmt='.png')
    >>> mx.recordio.unpack_img(record)[1].shape
    (4, 6, 3)
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
