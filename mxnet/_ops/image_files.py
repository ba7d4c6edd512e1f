"""Reading, decoding, scaling and framing single images with OpenCV."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from .._runtime.error import MXNetError
from . import opencv
from .opdef import register
from .params import Bool, Device, Float, Floats, Int, Str

_SCALABLE = (torch.uint8, torch.float32, torch.float64)
_MOST_COLOURS = 4


def _check_image(src: Tensor, types: tuple[torch.dtype, ...]) -> None:
    if src.ndim != 3:
        raise ValueError(f"src must have shape (height, width, channels), received {tuple(src.shape)}")
    if src.dtype not in types:
        names = ", ".join(str(kind).removeprefix("torch.") for kind in types)
        raise ValueError(f"src must be one of {names}, received {str(src.dtype).removeprefix('torch.')}")


@register("_cvimdecode", "_npi_cvimdecode", method=False)
def imdecode(buf: Tensor, *, flag: Int = 1, to_rgb: Bool = True) -> Tensor:
    """The image in a buffer of uint8, in grey for `flag` 0, with red first unless `to_rgb` is false."""
    if buf.dtype is not torch.uint8:
        raise ValueError(f"Input needs to be uint8 buffer, received {str(buf.dtype).removeprefix('torch.')}")
    return opencv.decoded(buf.detach().cpu().reshape(-1).numpy(), flag, to_rgb).to(buf.device)


@register("_cvimread", "_npi_cvimread", method=False)
def imread(*, filename: Str, flag: Int = 1, to_rgb: Bool = True, device: Device = None) -> Tensor:
    """The image in a file, in grey for `flag` 0, with red first unless `to_rgb` is false."""
    try:
        content = np.fromfile(filename, dtype=np.uint8)
    except OSError as error:
        reason = error.strerror or error
        raise MXNetError(f"operator _cvimread: '{filename}' couldn't open file: {reason}") from error
    try:
        image = opencv.decoded(content, flag, to_rgb)
    except ValueError as error:
        raise MXNetError(f"operator _cvimread: '{filename}': {error}") from error
    return image if device is None else image.to(device)


@register("_cvimresize", "_npi_cvimresize", method=False)
def imresize(src: Tensor, *, w: Int, h: Int, interp: Int = 1) -> Tensor:
    """The image scaled to width `w` and height `h` with OpenCV's interpolation `interp`."""
    _check_image(src, _SCALABLE)
    if w < 1 or h < 1:
        raise ValueError(f"w and h must be at least 1, received {w} and {h}")
    return src.new_empty((h, w, src.shape[2])) if src.is_meta else opencv.resized(src, w, h, interp)


@register("_cvcopyMakeBorder", method=False)
def copy_make_border(src: Tensor, *, top: Int, bot: Int, left: Int, right: Int, type: Int = 0, value: Float = 0.0,
                     values: Floats = ()) -> Tensor:
    """The image with margins around it.

    `type` is OpenCV's border type: 0 a colour, `values` or else `value`; 1 and 2 mirrored, with and without the
    outermost pixels; 3 the outermost pixels; 4 the image again.
    """
    _check_image(src, (*_SCALABLE, torch.int32))
    if min(top, bot, left, right) < 0:
        raise ValueError(f"margins must be at least 0, received top={top}, bot={bot}, left={left}, right={right}")
    height, width, channels = src.shape
    if src.is_meta:
        return src.new_empty((height + top + bot, width + left + right, channels))
    colour = tuple(values[:_MOST_COLOURS]) or (value, value, value)
    return opencv.bordered(src, (top, bot, left, right), type, colour + (0.0,) * (_MOST_COLOURS - len(colour)))
