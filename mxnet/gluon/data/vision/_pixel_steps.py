"""Transforms as numpy functions of the pixels of one image, height x width x channels."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from mxnet_records.jpeg_rows import UpperRows, frame_of
from mxnet_records.pixels import opencv, resized_pixels

from ...._ops.image import kept_as_it_is
from ...._runtime import rng
from ...._runtime.error import MXNetError
from ....context import cpu
from ....image._crops import Box, _get_interp_method, center_box, random_box, random_size_box
from .._pixels import EncodedImage, ImageStep

_INTERPOLATIONS = (0, 1, 2, 3, 4, 9, 10)


class _Cutter:
    """Crops the box that `choose` returns for an image shape, and resizes it to `size`."""

    def __init__(self, choose: Callable[[tuple[int, ...]], Box], size: tuple[int, int], interpolation: int) -> None:
        self._choose, self._size, self._interpolation = choose, size, interpolation

    def __call__(self, pixels: np.ndarray) -> np.ndarray:
        return self._cut(pixels, self._choose(pixels.shape))

    def of_encoded(self, encoded: EncodedImage) -> np.ndarray:
        """Crop an encoded image. Rows below the box are not decoded."""
        frame = frame_of(encoded.content)
        if frame is None:
            return self(encoded.pixels())
        box = self._choose((frame.height, frame.width, encoded.channels))
        return self._cut(encoded.pixels(UpperRows(frame, box[1] + box[3])), box)

    def _cut(self, pixels: np.ndarray, box: Box) -> np.ndarray:
        left, top, width, height = box
        part = pixels[top:top + height, left:left + width]
        wanted_width, wanted_height = self._size
        if (width, height) == (wanted_width, wanted_height):
            return part
        method = _get_interp_method(self._interpolation, (height, width, wanted_height, wanted_width))
        try:
            return resized_pixels(part, wanted_width, wanted_height, method)
        except ValueError as error:
            raise MXNetError(f"operator _cvimresize: {error}") from error


def _cutter(choose: Callable[[tuple[int, ...]], Box], size: Any, interpolation: Any) -> ImageStep | None:
    """Return a `_Cutter`, or None for invalid arguments."""
    is_pair = isinstance(size, (tuple, list)) and len(size) == 2 and all(type(n) is int and n > 0 for n in size)
    return _Cutter(choose, tuple(size), interpolation) if is_pair and interpolation in _INTERPOLATIONS else None


def random_resized_crop(size: Any, scale: Any, ratio: Any, interpolation: int) -> ImageStep | None:
    return _cutter(lambda shape: random_size_box(shape, size, scale, ratio), size, interpolation)


def center_crop(size: Any, interpolation: int) -> ImageStep | None:
    return _cutter(lambda shape: center_box(shape, size), size, interpolation)


def random_crop(size: Any, interpolation: int, pad: Any, pad_value: Any) -> ImageStep | None:
    crop = _cutter(lambda shape: random_box(shape, size), size, interpolation)
    if crop is None or not pad:
        return crop
    above, below, left, right = pad
    widths = ((above, below), (left, right), (0, 0))
    return lambda pixels: crop(np.pad(pixels, widths, constant_values=pad_value))


def random_flip(axis: int) -> ImageStep:
    """Return a flip with probability 0.5. Axis 1 flips left and right, axis 0 top and bottom."""
    def flip(pixels: np.ndarray) -> np.ndarray:
        if pixels.shape[2] not in (1, 3):
            raise MXNetError(f"operator _image_random_flip: data must have 1 or 3 channels, received {pixels.shape}")
        unchanged = bool(kept_as_it_is(rng.generator_of(cpu())))
        return pixels if unchanged else opencv().flip(pixels, axis).reshape(pixels.shape)

    return flip


def apply_operator(name: str, function: Callable[..., torch.Tensor], **parameters: Any) -> ImageStep:
    """Return a function that applies an operator to tensors without creating arrays."""
    def apply(pixels: np.ndarray) -> np.ndarray:
        try:
            return function(torch.from_numpy(pixels), **parameters).numpy()
        except ValueError as error:
            raise MXNetError(f"operator {name}: {error}") from error

    return apply


def apply_random(name: str, function: Callable[..., torch.Tensor], **parameters: Any) -> ImageStep:
    """Like :func:`apply_operator`, for operators that use the random generator of the CPU."""
    return lambda pixels: apply_operator(name, function, generator=rng.generator_of(cpu()), **parameters)(pixels)


def apply_randomly(step: ImageStep, probability: float) -> ImageStep:
    return lambda pixels: pixels if probability < random.random() else step(pixels)
