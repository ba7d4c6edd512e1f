"""Operators that read, decode, resize and pad single images with OpenCV."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from mxnet_records.jpeg_rows import UpperRows
from mxnet_records.pixels import decoded_as_stored, decoded_pixels

from .._runtime import storage
from .._runtime.error import MXNetError
from . import opencv
from .facts import Form
from .opdef import register
from .params import Bool, Bytes, Device, Float, Floats, Int, Str

_SCALABLE = (torch.uint8, torch.float32, torch.float64)
_MOST_COLOURS = 4


def _check_image(src: Tensor, types: tuple[torch.dtype, ...]) -> None:
    if src.ndim != 3:
        raise ValueError(f"src must have shape (height, width, channels), received {tuple(src.shape)}")
    if src.dtype not in types:
        names = ", ".join(str(dtype).removeprefix("torch.") for dtype in types)
        raise ValueError(f"src must be one of {names}, received {str(src.dtype).removeprefix('torch.')}")


@register("_cvimdecode", "_npi_cvimdecode")
def imdecode(buf: Tensor, *, flag: Int = 1, to_rgb: Bool = True) -> Tensor:
    """Decode the image in a uint8 buffer.

    `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False.
    """
    if buf.dtype is not torch.uint8:
        raise ValueError(f"Input needs to be uint8 buffer, received {str(buf.dtype).removeprefix('torch.')}")
    return opencv.decode(storage.own_memory(buf.detach()).cpu().reshape(-1).numpy(), flag, to_rgb).to(buf.device)


@register("_imdecode", optional=frozenset({"mean"}), form=Form(hidden=frozenset({"str_img"})))
def imdecode_planes(mean: Tensor | None = None, *, index: Int, x0: Int, y0: Int, x1: Int, y1: Int, c: Int, size: Int,
                    str_img: Bytes, device: Device = None) -> Tensor:
    """Decode the image in `str_img` to (blue, green, red) x height x width and subtract `mean`; grayscale if `c` is 1.

    The result is cropped to columns `x0` to `x1` and rows `y0` to `y1`, unless the row range is empty. `size` is the
    length of `str_img`. ``nd.imdecode`` stores the result at position `index` of an array of images.
    """
    pixels = decoded_as_stored(np.frombuffer(str_img[:size], dtype=np.uint8), c == 1)
    height, width, channels = pixels.shape
    if not 1 <= c <= channels:
        raise ValueError(f"c must be at least 1 and at most the {channels} channels of the image, received {c}")
    left, top, right, bottom = (0, 0, width, height) if y1 == y0 else (x0, y0, x1, y1)
    if not (0 <= left <= right <= width and 0 <= top <= bottom <= height):
        raise ValueError(f"x0, y0, x1, y1 must lie in an image of width {width} and height {height}, received "
                         f"{(x0, y0, x1, y1)}")
    planes = torch.from_numpy(np.ascontiguousarray(pixels[top:bottom, left:right, :c].transpose(2, 0, 1))).to(device)
    if mean is None:
        return planes.to(torch.float32)
    if mean.shape != planes.shape:
        raise ValueError(f"mean must have the shape of the result, {tuple(planes.shape)}, received {tuple(mean.shape)}")
    return planes.to(mean.dtype) - mean


@register("_cvimread", "_npi_cvimread")
def imread(*, filename: Str, flag: Int = 1, to_rgb: Bool = True, device: Device = None) -> Tensor:
    """Read an image file. `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    content = np.frombuffer(file_content(filename), np.uint8)
    image = torch.from_numpy(file_pixels(filename, content, flag, to_rgb))
    return image if device is None else image.to(device)


def file_content(filename: str) -> bytes:
    """Read the bytes of an image file."""
    try:
        with open(filename, "rb") as file:
            return file.read()
    except OSError as error:
        reason = error.strerror or error
        raise MXNetError(f"operator _cvimread: '{filename}' couldn't open file: {reason}") from error


def file_pixels(filename: str, content: np.ndarray, flag: int, to_rgb: bool,
                needed: UpperRows | None = None) -> np.ndarray:
    """Decode the content of an image file. The result may have fewer rows if not all are `needed`."""
    try:
        return decoded_pixels(content, flag, to_rgb, needed)
    except ValueError as error:
        raise MXNetError(f"operator _cvimread: '{filename}': {error}") from error


@register("_cvimresize", "_npi_cvimresize")
def imresize(src: Tensor, *, w: Int, h: Int, interp: Int = 1) -> Tensor:
    """Resize the image to width `w` and height `h` with OpenCV's interpolation `interp`."""
    _check_image(src, _SCALABLE)
    if w < 1 or h < 1:
        raise ValueError(f"w and h must be at least 1, received {w} and {h}")
    return src.new_empty((h, w, src.shape[2])) if src.is_meta else opencv.resize(src, w, h, interp)


@register("_cvcopyMakeBorder")
def copy_make_border(src: Tensor, *, top: Int, bot: Int, left: Int, right: Int, type: Int = 0, value: Float = 0.0,
                     values: Floats = ()) -> Tensor:
    """Add a border around the image.

    `type` is OpenCV's border type: 0 fills with the color `values` or else `value`, 1 and 2 mirror the image with and
    without the outermost pixels, 3 replicates the outermost pixels, and 4 wraps the image around.
    """
    _check_image(src, (*_SCALABLE, torch.int32))
    if min(top, bot, left, right) < 0:
        raise ValueError(f"margins must be at least 0, received top={top}, bot={bot}, left={left}, right={right}")
    height, width, channels = src.shape
    if src.is_meta:
        return src.new_empty((height + top + bot, width + left + right, channels))
    colour = tuple(values[:_MOST_COLOURS]) or (value, value, value)
    return opencv.add_border(src, (top, bot, left, right), type, colour + (0.0,) * (_MOST_COLOURS - len(colour)))
