"""Resizing by the shorter edge, crops, and colour normalization."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np

from .._runtime.tracebacks import concise_module, user_level
from ..base import numeric_types
from ..ndarray.ndarray import NDArray
from ..numpy._mode import to_nd
from ._pixels import imresize

_CROP_ATTEMPTS = 10
Box = tuple[int, int, int, int]  # left, top, width, height


def _get_interp_method(interp: int, sizes: tuple[int, ...] = ()) -> int:
    """Return OpenCV's number of an interpolation method.

    Parameters
    ----------
    interp : int
        0 to 4 select a method, and 10 selects one of them at random. 9 selects cubic to enlarge, area to shrink,
        and linear otherwise.
    sizes : tuple of int
        Old height, old width, new height and new width. Without them, 9 selects cubic.
    """
    if interp == 10:
        return random.randint(0, 4)
    if interp == 9:
        if not sizes:
            return 2
        old_height, old_width, height, width = sizes
        if height > old_height and width > old_width:
            return 2
        return 3 if height < old_height and width < old_width else 1
    if interp not in (0, 1, 2, 3, 4):
        raise ValueError(f"Unknown interp method {interp}: it must be 0 to 4, 9 or 10")
    return interp


def scale_down(src_size: tuple[int, int], size: Any) -> tuple[int, int]:
    """Return the largest crop size with the aspect ratio of ``size`` that fits into an image.

    Parameters
    ----------
    src_size : tuple of int
        Width and height of the image.
    size : tuple of int
        Requested width and height.

    Returns
    -------
    tuple of int
        Width and height.

    Examples
    --------
    >>> mx.image.scale_down((640, 480), (720, 120))
    (640, 106)
    """
    width, height = size
    most_wide, most_high = src_size
    if most_high < height:
        width, height = float(width * most_high) / height, most_high
    if most_wide < width:
        width, height = most_wide, float(height * most_wide) / width
    return int(width), int(height)


def resize_short(src: NDArray, size: Any, interp: int = 2) -> NDArray:
    """Resize an image so that its shorter edge has a given length.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    size : int
        New length of the shorter edge.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.image.resize_short(mx.nd.ones((4, 6, 3)), 2).shape
    (2, 3, 3)
    """
    height, width, _ = src.shape
    if height > width:
        new_height, new_width = size * height // width, size
    else:
        new_height, new_width = size, size * width // height
    method = _get_interp_method(interp, (height, width, new_height, new_width))
    return imresize(src, new_width, new_height, interp=method)


def fixed_crop(src: NDArray, x0: int, y0: int, w: int, h: int, size: Any = None, interp: int = 2) -> NDArray:
    """Crop an image, and resize the result if ``size`` differs.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    x0, y0 : int
        Left and top edge of the crop.
    w, h : int
        Width and height of the crop.
    size : tuple of int, optional
        Width and height of the result.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.image.fixed_crop(mx.nd.ones((4, 6, 3)), 1, 0, 3, 2).shape
    (2, 3, 3)
    """
    part = src[y0:y0 + h, x0:x0 + w]
    if size is None or (w, h) == tuple(size):
        return part
    return imresize(part, *size, interp=_get_interp_method(interp, (h, w, size[1], size[0])))


def center_box(shape: tuple[int, ...], size: Any) -> Box:
    """Return the center box of an image of `shape` (height, width, channels), shrunk to fit."""
    height, width, _ = shape
    new_width, new_height = scale_down((width, height), size)
    return (width - new_width) // 2, (height - new_height) // 2, new_width, new_height


def random_box(shape: tuple[int, ...], size: Any) -> Box:
    """Return a box of `size` (width, height) at a random position of an image, shrunk to fit."""
    height, width, _ = shape
    new_width, new_height = scale_down((width, height), size)
    return random.randint(0, width - new_width), random.randint(0, height - new_height), new_width, new_height


def random_size_box(shape: tuple[int, ...], size: Any, area: Any, ratio: tuple[float, float]) -> Box:
    """Return a box of random size, aspect ratio and position, or `center_box` if no random box fits."""
    least, most = (float(area), 1.0) if isinstance(area, numeric_types) else area
    height, width, _ = shape
    for _ in range(_CROP_ATTEMPTS):
        target = random.uniform(least, most) * (height * width)
        proportion = np.exp(random.uniform(np.log(ratio[0]), np.log(ratio[1])))
        new_width = round(float(np.sqrt(target * proportion)))
        new_height = round(float(np.sqrt(target / proportion)))
        if new_width <= width and new_height <= height:
            return random.randint(0, width - new_width), random.randint(0, height - new_height), new_width, new_height
    return center_box(shape, size)


def random_crop(src: NDArray, size: Any, interp: int = 2) -> tuple[NDArray, Box]:
    """Crop an image at a random position. A crop that does not fit is shrunk, and the result is enlarged.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    size : tuple of int
        Width and height of the result.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Returns
    -------
    NDArray, tuple of int
        The cropped image, and the left, top, width and height of the crop.

    Examples
    --------
    >>> image, area = mx.image.random_crop(mx.nd.ones((4, 6, 3)), (2, 2))
    >>> image.shape
    (2, 2, 3)
    """
    return _cut(src, random_box(src.shape, size), size, interp)


def center_crop(src: NDArray, size: Any, interp: int = 2) -> tuple[NDArray, Box]:
    """Crop the center of an image. A crop that does not fit is shrunk, and the result is enlarged.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    size : tuple of int
        Width and height of the result.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Returns
    -------
    NDArray, tuple of int
        The cropped image, and the left, top, width and height of the crop.

    Examples
    --------
    >>> image, area = mx.image.center_crop(mx.nd.ones((4, 6, 3)), (2, 2))
    >>> area
    (2, 1, 2, 2)
    """
    return _cut(src, center_box(src.shape, size), size, interp)


def _cut(src: Any, box: Box, size: Any, interp: int) -> tuple[Any, Box]:
    return fixed_crop(src, *box, size, interp), box


def _with_min_area(function: str, area: Any, options: dict[str, Any]) -> Any:
    """Return the area of a random crop, which may be passed under its old name."""
    if "min_area" in options:
        warnings.warn("min_area is deprecated. Use area instead", DeprecationWarning, stacklevel=user_level())
        area = options.pop("min_area")
    if options:
        raise AssertionError(f"unexpected keyword arguments for `{function}`: {', '.join(options)}")
    return area


def random_size_crop(src: NDArray, size: Any, area: Any, ratio: tuple[float, float], interp: int = 2,
                     **kwargs: Any) -> tuple[NDArray, Box]:
    """Crop an image with random size, aspect ratio and position, and resize the result.

    Parameters
    ----------
    src : NDArray
        Image of shape (height, width, channels).
    size : tuple of int
        Width and height of the result.
    area : float or tuple of float
        Minimum, or minimum and maximum, of the area relative to the image.
    ratio : tuple of float
        Minimum and maximum of the ratio of width to height.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Returns
    -------
    NDArray, tuple of int
        The cropped image, and the left, top, width and height of the crop. If no random crop fits, this is the
        result of :func:`center_crop`.

    Examples
    --------
    >>> image, area = mx.image.random_size_crop(mx.nd.ones((8, 8, 3)), (2, 2), (0.5, 1.0), (0.9, 1.1))
    >>> image.shape
    (2, 2, 3)
    """
    area = _with_min_area("random_size_crop", area, kwargs)
    return _cut(src, random_size_box(src.shape, size, area, ratio), size, interp)


def color_normalize(src: NDArray, mean: Any, std: Any = None) -> NDArray:
    """Subtract ``mean`` and divide by ``std``, in place.

    Parameters
    ----------
    src : NDArray
        Floating point image of shape (height, width, channels).
    mean, std : NDArray or float, optional
        Values for each channel.

    Returns
    -------
    NDArray
        The input ``src``.

    Examples
    --------
    >>> mx.image.color_normalize(mx.nd.array([[[1, 3, 5]]]), mx.nd.array([1, 1, 1])).asnumpy()
    array([[[0., 2., 4.]]], dtype=float32)
    """
    image = to_nd(src)
    if mean is not None:
        image -= to_nd(mean)
    if std is not None:
        image /= to_nd(std)
    return src


concise_module(__name__)
