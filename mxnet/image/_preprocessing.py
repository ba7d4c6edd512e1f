"""Preprocessing of images for prediction, as ``signature.json`` of a model describes it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mxnet_records.pixels import decoded_pixels, resized_pixels

from ..base import MXNetError

IMAGENET_MEAN, IMAGENET_STD = (123.675, 116.28, 103.53), (58.395, 57.12, 57.375)
_LARGEST_SIDE = 1 << 14
_LARGEST_RESULT = 1 << 24
_LINEAR, _CUBIC = 1, 2
_JPEG, _SCAN, _END = b"\xff\xd8\xff", b"\xff\xda", b"\xff\xd9"
_KEYS = ("resize", "mean", "std", "layout", "channels")


@dataclass(frozen=True)
class Preprocessing:
    """Turn an image into the input of a network: resize its shorter side, crop the centre, normalize.

    Attributes
    ----------
    size
        Height and width of the input.
    depth
        Number of channels, 1 or 3.
    resize
        Length of the shorter side before the crop. 0 resizes to the input's size without a crop.
    mean, std
        One value, or one per channel. The input is ``(pixel - mean) / std`` for pixels from 0 to 255.
    layout
        ``NCHW`` or ``NHWC``.
    channels
        ``RGB`` or ``BGR``.
    """

    size: tuple[int, int]
    depth: int = 3
    resize: int = 0
    mean: tuple[float, ...] = (0.0,)
    std: tuple[float, ...] = (1.0,)
    layout: str = "NCHW"
    channels: str = "RGB"

    def __post_init__(self) -> None:
        if not all(type(side) is int and 0 < side <= _LARGEST_SIDE for side in self.size):
            raise MXNetError(f"images need an input with sides from 1 to {_LARGEST_SIDE}, received {self.size}")
        if type(self.resize) is not int or not 0 <= self.resize <= _LARGEST_SIDE:
            raise MXNetError(f"preprocess: resize must be an integer from 0 to {_LARGEST_SIDE}, received "
                             f"{self.resize!r}")
        for name, values in (("mean", self.mean), ("std", self.std)):
            if len(values) not in (1, self.depth) or not all(_is_finite(value) for value in values):
                raise MXNetError(f"preprocess: {name} must be one number or one per channel ({self.depth}), received "
                                 f"{list(values)!r}")
        if not all(self.std):
            raise MXNetError("preprocess: std must not contain 0")
        if self.layout not in ("NCHW", "NHWC") or self.channels not in ("RGB", "BGR"):
            raise MXNetError("preprocess: layout must be NCHW or NHWC and channels RGB or BGR, received "
                             f"{self.layout!r} and {self.channels!r}")

    @classmethod
    def for_training(cls, size: int, depth: int) -> Preprocessing:
        """Return ImageNet's normalization for color, or values from 0 to 1 for gray."""
        resize = size if size < 64 else round(size * 256 / 224)  # small images are not cropped
        mean, std = (IMAGENET_MEAN, IMAGENET_STD) if depth == 3 else ((0.0,), (255.0,))
        return cls((size, size), depth, resize, mean, std)

    @classmethod
    def read(cls, shape: Sequence[int], values: Mapping[str, Any]) -> Preprocessing:
        """Read the object ``preprocess`` of a signature for an input of this shape, which includes the batch."""
        if not isinstance(values, Mapping) or not set(values) <= set(_KEYS):
            raise MXNetError(f"preprocess must be an object with some of {', '.join(_KEYS)}, received "
                             f"{str(values)[:200]}")
        sides = tuple(map(int, shape[1:]))
        if len(sides) != 3 or not ({1, 3} & {sides[0], sides[2]}):
            raise MXNetError("images need an input with axes for the batch, 1 or 3 channels, height and width, but "
                             f"this model has the shape {tuple(shape)}")
        layout = values.get("layout") or ("NCHW" if sides[0] in (1, 3) else "NHWC")
        depth, height, width = sides if layout == "NCHW" else (sides[2], *sides[:2])
        if depth not in (1, 3):
            raise MXNetError(f"preprocess: with layout {layout}, the shape {tuple(shape)} has {depth} channels")
        mean, std = values.get("mean", [0.0]), values.get("std", [1.0])
        if not isinstance(mean, (list, tuple)) or not isinstance(std, (list, tuple)):
            raise MXNetError(f"preprocess: mean and std must be lists of numbers, received {mean!r} and {std!r}")
        return cls((height, width), depth, values.get("resize", 0), tuple(mean), tuple(std), layout,
                   values.get("channels", "RGB"))

    def to_dict(self) -> dict[str, Any]:
        """Return the object ``preprocess`` of a signature."""
        return {"resize": self.resize, "mean": list(self.mean), "std": list(self.std), "layout": self.layout,
                "channels": self.channels}

    def decode(self, content: bytes) -> np.ndarray:
        """Decode an image to uint8 of shape (height, width, channels). Raise ValueError for a damaged one."""
        if content.startswith(_JPEG) and content.rfind(_END) < content.rfind(_SCAN):
            raise ValueError(f"the JPEG file is truncated after {len(content)} bytes")
        return decoded_pixels(np.frombuffer(content, np.uint8), int(self.depth == 3), self.channels == "RGB")

    def apply(self, content: bytes) -> np.ndarray:
        """Decode an image and return the float32 input without the batch."""
        return self.normalize(self.fit(self.decode(content)))

    def fit(self, pixels: np.ndarray) -> np.ndarray:
        """Resize and crop pixels to the size of the input."""
        if not self.resize:
            return scale_pixels(pixels, *self.size, _CUBIC)
        height, width = pixels.shape[:2]
        rows, columns = self._scaled(height, width)
        if rows * columns > max(_LARGEST_RESULT, 4 * height * width):
            raise ValueError(f"an image of {width} x {height} pixels is too narrow for a crop of {self.size[1]} x "
                             f"{self.size[0]}")
        pixels = scale_pixels(pixels, rows, columns)
        top, left = (rows - self.size[0]) // 2, (columns - self.size[1]) // 2
        return pixels[top : top + self.size[0], left : left + self.size[1]]

    def _scaled(self, height: int, width: int) -> tuple[int, int]:
        """Return the height and width of an image before the crop."""
        if not self.resize:
            return self.size
        scale = max(self.resize / min(height, width), self.size[0] / height, self.size[1] / width)
        return max(self.size[0], round(scale * height)), max(self.size[1], round(scale * width))

    def to_image(self, boxes: np.ndarray, height: int, width: int) -> np.ndarray:
        """Convert boxes (left, top, right, bottom) from shares of the input to pixels of an image of this size."""
        rows, columns = self._scaled(height, width)
        top, left = (rows - self.size[0]) // 2, (columns - self.size[1]) // 2
        corners = boxes * (self.size[1], self.size[0], self.size[1], self.size[0]) + (left, top, left, top)
        corners = corners * (width / columns, height / rows, width / columns, height / rows)
        return corners.clip(0, (width, height, width, height))

    def normalize(self, pixels: np.ndarray) -> np.ndarray:
        """Convert pixels of shape (height, width, channels) to the float32 input."""
        values = (pixels.astype(np.float32) - np.array(self.mean, np.float32)) / np.array(self.std, np.float32)
        return np.ascontiguousarray(values.transpose(2, 0, 1) if self.layout == "NCHW" else values)


def scale_pixels(pixels: np.ndarray, height: int, width: int, interpolation: int = _LINEAR) -> np.ndarray:
    """Resize an image, unless it already has the size."""
    if pixels.shape[:2] == (height, width):
        return pixels
    return resized_pixels(pixels, width, height, interpolation)


def _is_finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
