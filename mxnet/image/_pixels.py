"""Reading, decoding, scaling and framing images."""

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


def _replaced(out: Any, image: Any) -> Any:
    """`image`, or `out` if it is given, which then is this image whatever its shape was."""
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
        Decode to grey or to colour.
    to_rgb : bool
        Red first; otherwise blue first, as OpenCV has it.
    out : NDArray, optional
        Array that becomes the image.

    Returns
    -------
    NDArray
        Height x width x channels of uint8.
    """
    out = kwargs.pop("out", None)
    with cpu():
        return _replaced(out, to_mode(_internal._cvimread(os.fspath(filename), *args, **kwargs)))


def imdecode(buf: Any, *args: Any, **kwargs: Any) -> NDArray:
    """Decode the content of an image file.

    Parameters
    ----------
    buf : bytes, bytearray, numpy.ndarray or NDArray
        The content; arrays are of uint8.
    flag : {0, 1}
        Decode to grey or to colour.
    to_rgb : bool
        Red first; otherwise blue first, as OpenCV has it.
    out : NDArray, optional
        Array that becomes the image.

    Returns
    -------
    NDArray
        Height x width x channels of uint8.

    Examples
    --------
    >>> with open('flower.jpg', 'rb') as file:
    ...     image = mx.image.imdecode(file.read())
    >>> image.shape
    (224, 224, 3)
    """
    if isinstance(buf, (bytes, bytearray, np.ndarray)):
        buf = nd.array(np.frombuffer(buf, dtype=np.uint8), ctx=cpu(), dtype=np.uint8)
    if not isinstance(buf, nd.NDArray):
        raise ValueError("buf must hold the bytes of an image file, as bytes or an array of uint8, received "
                         f"{type(buf).__name__}")
    out = kwargs.pop("out", None)
    return _replaced(out, to_mode(_internal._cvimdecode(buf, *args, **kwargs)))


def imresize(src: NDArray, w: int, h: int, *args: Any, **kwargs: Any) -> NDArray:
    """Scale an image to another size.

    Parameters
    ----------
    src : NDArray
        Height x width x channels of uint8, float32 or float64.
    w, h : int
        New width and height.
    interp : int
        0 nearest, 1 linear (the default), 2 cubic, 3 area, 4 Lanczos.
    out : NDArray, optional
        Array that receives the result.

    Returns
    -------
    NDArray
    """
    return _internal._cvimresize(src, w, h, *args, **kwargs)


def copyMakeBorder(src: NDArray, top: int, bot: int, left: int, right: int, *args: Any, **kwargs: Any) -> NDArray:
    """Put margins around an image.

    Parameters
    ----------
    src : NDArray
        Height x width x channels.
    top, bot, left, right : int
        Pixels at each side.
    type : int
        0 one colour (the default), 1 mirrored, 2 mirrored without the outermost pixels, 3 the outermost pixels
        repeated, 4 the image again.
    value : float
        Colour if all channels have the same.
    values : tuple of float
        Colour, up to four channels.
    out : NDArray, optional
        Array that receives the result.

    Returns
    -------
    NDArray
    """
    return _internal._cvcopyMakeBorder(src, top, bot, left, right, *args, **kwargs)


concise_module(__name__)
