"""Reading, decoding, resizing and padding of images."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .. import ndarray as nd
from .._runtime import storage
from .._runtime.tracebacks import concise_module
from ..context import cpu
from ..ndarray import _internal
from ..ndarray.ndarray import NDArray
from ..numpy._mode import to_mode


def _store(out: Any, image: Any) -> Any:
    """Return `image`, or `out` after replacing its content, regardless of its shape."""
    if out is None:
        return image
    storage.rebind(out, image._data)
    return out


def imread(filename: str, *args: Any, **kwargs: Any) -> NDArray:
    """Read an image file.

    Parameters
    ----------
    filename : str
        Path of the file.
    flag : {0, 1}
        Decode to grey (0) or colour (1).
    to_rgb : bool
        Whether to use RGB order. Otherwise the order is BGR, as in OpenCV.
    out : NDArray, optional
        Array to store the image in.

    Returns
    -------
    NDArray
        Image of dtype uint8 and shape (height, width, channels).

    Examples
    --------
    >>> import cv2, numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> name = os.path.join(folder.name, 'one.png')
    >>> _ = cv2.imwrite(name, numpy.zeros((4, 6, 3), 'uint8'))
    >>> mx.image.imread(name).shape
    (4, 6, 3)
    >>> folder.cleanup()
    """
    out = kwargs.pop("out", None)
    with cpu():
        return _store(out, to_mode(_internal._cvimread(os.fspath(filename), *args, **kwargs)))


def imdecode(buf: Any, *args: Any, **kwargs: Any) -> NDArray:
    """Decode an image from memory.

    Parameters
    ----------
    buf : bytes, bytearray, numpy.ndarray or NDArray
        Content of an image file. Arrays must be uint8.
    flag : {0, 1}
        Decode to grey (0) or colour (1).
    to_rgb : bool
        Whether to use RGB order. Otherwise the order is BGR, as in OpenCV.
    out : NDArray, optional
        Array to store the image in.

    Returns
    -------
    NDArray
        Image of dtype uint8 and shape (height, width, channels).

    Examples
    --------
    >>> import cv2, numpy
    >>> _, content = cv2.imencode('.png', numpy.zeros((4, 6, 3), 'uint8'))
    >>> mx.image.imdecode(content.tobytes()).shape
    (4, 6, 3)
    """
    if isinstance(buf, (bytes, bytearray, np.ndarray)):
        buf = nd.array(np.frombuffer(buf, dtype=np.uint8), ctx=cpu(), dtype=np.uint8)
    if not isinstance(buf, nd.NDArray):
        raise ValueError("buf must contain the bytes of an image file, as bytes or a uint8 array, received "
                         f"{type(buf).__name__}")
    out = kwargs.pop("out", None)
    return _store(out, to_mode(_internal._cvimdecode(buf, *args, **kwargs)))


def imresize(src: NDArray, w: int, h: int, *args: Any, **kwargs: Any) -> NDArray:
    """Resize an image.

    Parameters
    ----------
    src : NDArray
        Image of dtype uint8, float32 or float64 and shape (height, width, channels).
    w, h : int
        New width and height.
    interp : int
        0 nearest, 1 linear (the default), 2 cubic, 3 area, 4 Lanczos.
    out : NDArray, optional
        Array to store the result in.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.image.imresize(mx.nd.ones((4, 6, 3)), 3, 2).shape
    (2, 3, 3)
    """
    return _internal._cvimresize(src, w, h, *args, **kwargs)


def copyMakeBorder(src: NDArray, top: int, bot: int, left: int, right: int, *args: Any, **kwargs: Any) -> NDArray:
    """Add a border to an image.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    top, bot, left, right : int
        Width of the border on each side.
    type : int
        Border type: 0 constant (the default), 1 reflect, 2 reflect without the outermost pixels, 3 replicate the
        outermost pixels, 4 wrap around.
    value : float
        Colour, equal in all channels.
    values : tuple of float
        Colour with up to four channels.
    out : NDArray, optional
        Array to store the result in.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.image.copyMakeBorder(mx.nd.ones((2, 2, 3)), 1, 1, 2, 2).shape
    (4, 6, 3)
    """
    return _internal._cvcopyMakeBorder(src, top, bot, left, right, *args, **kwargs)


concise_module(__name__)
