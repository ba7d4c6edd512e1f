"""Interface to OpenCV, which is an optional dependency. Its errors are raised as ValueError."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from . import allocator, environment, jpeg_rows
from .image_header import size_of, work_of
from .jpeg_rows import UpperRows

# Nearest, linear, cubic, area, Lanczos and exact linear. Newer versions of OpenCV have more, but MXNet does not.
INTERPOLATIONS = range(6)
_JPEG_START, _JPEG_END = b"\xff\xd8\xff", b"\xff\xd9"

allocator.keep_freed_memory()


def opencv() -> Any:
    """Import and return the module ``cv2``."""
    try:
        import cv2
    except ImportError as error:
        raise ImportError("images need OpenCV: pip install 'mxnet-torch[image]'") from error
    return cv2


def checked(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """Call a function of OpenCV, and raise ValueError if it rejects its arguments."""
    try:
        return function(*args, **options)
    except opencv().error as error:
        raise ValueError(getattr(error, "err", None) or str(error)) from error


@functools.lru_cache(maxsize=1)
def refuses_cut_files() -> bool:
    """Return whether ``cv2.imdecode`` rejects a truncated JPEG, as it does since OpenCV 4.11."""
    cv2 = opencv()
    pixels = np.arange(256, dtype=np.uint8).reshape(16, 16)
    return cv2.imdecode(cv2.imencode(".jpg", pixels)[1][:-16], cv2.IMREAD_GRAYSCALE) is None


def resized_pixels(image: np.ndarray, width: int, height: int, interpolation: int) -> np.ndarray:
    """Resize an image of shape (height, width, channels). It need not be contiguous, as in a crop."""
    if interpolation not in INTERPOLATIONS:
        raise ValueError(f"interp must be an interpolation of OpenCV, 0 to {INTERPOLATIONS[-1]}, received "
                         f"{interpolation}: Unknown interpolation method")
    scaled = checked(opencv().resize, image, (width, height), interpolation=interpolation)
    return scaled.reshape(height, width, image.shape[2])


def decode(content: np.ndarray, flag: int, needed: UpperRows | None = None) -> np.ndarray:
    """Decode an untrusted image with ``cv2.imdecode``. Images that are too large are rejected by their header.

    A truncated JPEG is decoded as far as possible, like ``cv2.imread``. Newer versions of ``cv2.imdecode`` reject it.

    If not all rows are needed, the result may have fewer rows than the image.

    The limit is ``MXNET_MAX_IMAGE_PIXELS``, or 2**27 pixels (11585 x 11585).
    """
    if not content.size:
        raise ValueError("Input cannot be an empty buffer")
    limit = environment.MAX_IMAGE_PIXELS.get()
    encoded = content.tobytes()
    work = work_of(encoded)
    if work > limit:
        width, height = size_of(encoded) or (0, 0)
        raise ValueError(f"decoding {content.size} bytes of an image of {width} x {height} pixels takes {work} steps, "
                         f"which exceeds the limit of {limit}; set MXNET_MAX_IMAGE_PIXELS to change it")
    upper = jpeg_rows.shorten(encoded, needed) if needed is not None and refuses_cut_files() else None
    if upper is not None:
        image = checked(opencv().imdecode, np.frombuffer(upper, np.uint8), flag)
        if image is not None:
            return image
    if encoded.startswith(_JPEG_START) and not encoded.endswith(_JPEG_END):
        content = np.frombuffer(encoded + _JPEG_END, np.uint8)
    image = checked(opencv().imdecode, content, flag)
    if image is None:
        raise ValueError(f"Decoding failed. Invalid image file of {len(encoded)} bytes")
    return image


def decoded_pixels(content: np.ndarray, flag: int, to_rgb: bool, needed: UpperRows | None = None) -> np.ndarray:
    """Decode an image to shape (height, width, channels). There is one channel with `flag` 0, otherwise three.

    If not all rows are needed, the result may have fewer rows than the image.
    """
    cv2 = opencv()
    if flag < 0:
        raise ValueError(f"flag must be at least 0, received {flag}")
    channels = 1 if flag == 0 else 3
    to_rgb = to_rgb and channels == 3
    # OpenCV 4.10 and later can decode directly to RGB.
    red_first = getattr(cv2, "IMREAD_COLOR_RGB", None) if to_rgb and flag == cv2.IMREAD_COLOR else None
    mode = flag if red_first is None else red_first
    # MXNet gets the size of the result from these headers, which ignore the EXIF orientation.
    head = content[:11].tobytes()
    sized = head.startswith(b"\x89PNG") or (head.startswith(b"\xff\xd8\xff\xe0") and head[6:] == b"JFIF\0")
    image = decode(content, mode | cv2.IMREAD_IGNORE_ORIENTATION if sized else mode, needed)
    if image.dtype != np.uint8 or image.size != channels * image.shape[0] * image.shape[1]:
        raise ValueError(f"flag={flag} must give {channels} channels of uint8, but this image has shape {image.shape} "
                         f"and dtype {image.dtype}")
    if to_rgb and red_first is None:
        cv2.cvtColor(image, cv2.COLOR_BGR2RGB, dst=image)
    return image.reshape(*image.shape[:2], channels)


def decoded_as_stored(content: np.ndarray, grey: bool) -> np.ndarray:
    """Decode an image to shape (height, width, channels), either in BGR with transparency or in grey."""
    cv2 = opencv()
    image = decode(content, cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_UNCHANGED)
    if image.dtype != np.uint8:
        raise ValueError(f"images must have 8 bits per channel, but this one has dtype {image.dtype}")
    return image.reshape(*image.shape[:2], -1)
