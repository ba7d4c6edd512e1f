"""Rotation of images around their center."""

from __future__ import annotations

from numbers import Number
from typing import Any

import numpy as np

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from ..numpy._mode import to_nd


def imrotate(src: NDArray, rotation_degrees: Any, zoom_in: bool = False, zoom_out: bool = False) -> NDArray:
    """Rotate images counterclockwise. Pixels from outside of the image are zero.

    Parameters
    ----------
    src : NDArray
        One float32 image of shape (channels, height, width), or a batch of images.
    rotation_degrees : float or NDArray
        Angle in degrees, or one angle per image.
    zoom_in : bool
        Enlarge the image so that no outside pixels are visible.
    zoom_out : bool
        Shrink the image so that all of it is visible.

    Returns
    -------
    NDArray
        Rotated images of the same shape as ``src``.

    Examples
    --------
    >>> mx.image.imrotate(mx.nd.ones((3, 4, 4)), 90).shape
    (3, 4, 4)
    """
    if zoom_in and zoom_out:
        raise ValueError("pass zoom_in or zoom_out, not both")
    if np.dtype(src.dtype) != np.float32:
        raise TypeError(f"imrotate needs float32 images, received {np.dtype(src.dtype)}")
    if src.ndim not in (3, 4):
        raise ValueError(f"imrotate needs one image (3D) or a batch (4D), received shape {src.shape}")
    single, one_angle = src.ndim == 3, isinstance(rotation_degrees, Number)
    if single and not one_angle:
        raise TypeError(f"the angle of a single image must be a number, received {type(rotation_degrees).__name__}")
    src = src.expand_dims(axis=0) if single else src
    if one_angle:
        rotation_degrees = nd.full((len(src),), rotation_degrees, ctx=src.context)
    if len(rotation_degrees) != len(src):
        raise ValueError(f"each image needs an angle: {len(src)} images, {len(rotation_degrees)} angles")
    angles = (to_nd(rotation_degrees).as_in_context(src.context) * (np.pi / 180)).reshape((-1, 1, 1))
    grid = _turned_grid(src, angles)
    if zoom_in or zoom_out:
        grid = grid * _zoom(angles, src.shape[2], src.shape[3], zoom_out)
    turned = nd.BilinearSampler(src, grid)
    return turned[0] if single else turned


def _turned_grid(src: Any, angles: Any) -> Any:
    """Return the source coordinates of each pixel, as x and y from -1 to 1."""
    height, width = src.shape[2:]
    half_height, half_width = (height - 1) / 2, (width - 1) / 2
    y = (nd.arange(height, ctx=src.context) - half_height).reshape((1, height, 1))
    x = (nd.arange(width, ctx=src.context) - half_width).reshape((1, 1, width))
    cosine, sine = nd.cos(angles), nd.sin(angles)
    # Scale to the edges after the rotation, which preserves the aspect ratio.
    columns = (x * cosine - y * sine) / half_width
    rows = (x * sine + y * cosine) / half_height
    return nd.stack(columns, rows, axis=1)


def _zoom(angles: Any, height: int, width: int, out: bool) -> Any:
    """Return the scale of each grid that makes the rotated image just fit."""
    diagonal, corner = float(np.hypot(height, width)), float(np.arctan2(height, width))
    turns = nd.abs(angles)
    far_x = nd.maximum(nd.abs(nd.cos(corner + turns)), nd.abs(nd.cos(corner - turns))) * diagonal
    far_y = nd.maximum(nd.abs(nd.sin(corner + turns)), nd.abs(nd.sin(corner - turns))) * diagonal
    factor = nd.maximum(far_x / width, far_y / height) if out else nd.minimum(width / far_x, height / far_y)
    return factor.expand_dims(axis=3)


def random_rotate(src: NDArray, angle_limits: tuple[float, float], zoom_in: bool = False,
                  zoom_out: bool = False) -> NDArray:
    """Rotate images by random angles.

    Parameters
    ----------
    src : NDArray
        One float32 image of shape (channels, height, width), or a batch of images.
    angle_limits : tuple of float
        Minimum and maximum angle in degrees.
    zoom_in, zoom_out : bool
        Scale up until no corner is empty, or down until the complete image is visible.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.image.random_rotate(mx.nd.ones((3, 4, 4)), (-10, 10)).shape
    (3, 4, 4)
    """
    if src.ndim == 3:
        angles = float(np.random.uniform(*angle_limits))
    else:
        angles = nd.array(np.random.uniform(*angle_limits, size=src.shape[0]))
    return imrotate(src, angles, zoom_in=zoom_in, zoom_out=zoom_out)


concise_module(__name__)
