"""The seam to OpenCV, which is an extra: calls on arrays of pixels, errors as ValueError."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from . import allocator, environment, jpeg_rows
from .image_header import size_of, work_of
from .jpeg_rows import UpperRows

# Nearest, linear, cubic, area, Lanczos and exact linear; newer versions of OpenCV know others, the original's does not.
INTERPOLATIONS = range(6)
_JPEG_START, _JPEG_END = b"\xff\xd8\xff", b"\xff\xd9"

allocator.keep_freed_memory()


def opencv() -> Any:
    """The module ``cv2``."""
    try:
        import cv2
    except ImportError as error:
        raise ImportError("images need OpenCV: pip install 'mxnet-torch[image]'") from error
    return cv2


def checked(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What a function of OpenCV returns; ValueError where it refuses its arguments."""
    try:
        return function(*args, **options)
    except opencv().error as error:
        raise ValueError(getattr(error, "err", None) or str(error)) from error


@functools.lru_cache(maxsize=1)
def refuses_cut_files() -> bool:
    """Whether ``cv2.imdecode`` refuses a JPEG that is cut off, as it does since OpenCV 4.11."""
    cv2 = opencv()
    pixels = np.arange(256, dtype=np.uint8).reshape(16, 16)
    return cv2.imdecode(cv2.imencode(".jpg", pixels)[1][:-16], cv2.IMREAD_GRAYSCALE) is None


def resized_pixels(image: np.ndarray, width: int, height: int, interpolation: int) -> np.ndarray:
    """A height x width x channels image scaled to another size; rows of `image` may lie apart, as in a crop."""
    if interpolation not in INTERPOLATIONS:
        raise ValueError(f"interp must be an interpolation of OpenCV, 0 to {INTERPOLATIONS[-1]}, received "
                         f"{interpolation}: Unknown interpolation method")
    scaled = checked(opencv().resize, image, (width, height), interpolation=interpolation)
    return scaled.reshape(height, width, image.shape[2])


def decode(content: np.ndarray, flag: int, needed: UpperRows | None = None) -> np.ndarray:
    """``cv2.imdecode`` for files of strangers: images that are too large are refused by their header.

    A JPEG that is cut off is decoded as far as it goes, as ``cv2.imread`` does; newer ``cv2.imdecode`` refuse it.

    Fewer rows than there are may be returned where not all are needed.

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
                         f"which is over the limit of {limit}; MXNET_MAX_IMAGE_PIXELS sets another one")
    upper = jpeg_rows.shortened(encoded, needed) if needed is not None and refuses_cut_files() else None
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
    """Height x width x channels of an encoded image: one channel with `flag` 0, otherwise three.

    Fewer rows than there are may be returned where not all are needed.
    """
    cv2 = opencv()
    if flag < 0:
        raise ValueError(f"flag must be at least 0, received {flag}")
    channels = 1 if flag == 0 else 3
    to_rgb = to_rgb and channels == 3
    # OpenCV 4.10 and later put red first while they decode.
    red_first = getattr(cv2, "IMREAD_COLOR_RGB", None) if to_rgb and flag == cv2.IMREAD_COLOR else None
    mode = flag if red_first is None else red_first
    # The original has the size of the result from these headers, which know nothing of turned cameras.
    head = content[:11].tobytes()
    sized = head.startswith(b"\x89PNG") or (head.startswith(b"\xff\xd8\xff\xe0") and head[6:] == b"JFIF\0")
    image = decode(content, mode | cv2.IMREAD_IGNORE_ORIENTATION if sized else mode, needed)
    if image.dtype != np.uint8 or image.size != channels * image.shape[0] * image.shape[1]:
        raise ValueError(f"flag={flag} must give {channels} channels of uint8, this image has shape {image.shape} of "
                         f"{image.dtype}")
    if to_rgb and red_first is None:
        cv2.cvtColor(image, cv2.COLOR_BGR2RGB, dst=image)
    return image.reshape(*image.shape[:2], channels)


def decoded_as_stored(content: np.ndarray, grey: bool) -> np.ndarray:
    """The pixels of an encoded image, height x width x channels: with transparency and blue first, or in grey."""
    cv2 = opencv()
    image = decode(content, cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_UNCHANGED)
    if image.dtype != np.uint8:
        raise ValueError(f"images must have 8 bits per channel, this one is of {image.dtype}")
    return image.reshape(*image.shape[:2], -1)
