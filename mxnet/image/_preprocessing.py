"""Preprocessing of images for prediction, as ``signature.json`` of a model describes it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mxnet_records.pixels import decoded_pixels, opencv

from ..base import MXNetError

IMAGENET_MEAN, IMAGENET_STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
_LARGEST_SIDE = 1 << 14
_JPEG, _SCAN, _END = b"\xff\xd8\xff", b"\xff\xda", b"\xff\xd9"


@dataclass(frozen=True)
class Preprocessing:
    """Turn an image into the input of a network: resize its shorter side, crop the centre, normalize.

    Attributes
    ----------
    crop
        Height and width of the input.
    resize
        Length of the shorter side before the crop.
    mean, std
        One value per channel. The input is ``(pixel / 255 - mean) / std``.
    color
        ``rgb`` or ``gray``.
    """

    crop: tuple[int, int]
    resize: int
    mean: tuple[float, ...]
    std: tuple[float, ...]
    color: str = "rgb"

    def __post_init__(self) -> None:
        channels = {"rgb": 3, "gray": 1}.get(self.color)
        if channels is None:
            raise MXNetError(f"preprocessing: color must be rgb or gray, received {self.color!r}")
        sides = (self.resize, *self.crop)
        if not all(type(side) is int and 0 < side <= _LARGEST_SIDE for side in sides) or len(self.crop) != 2:
            raise MXNetError(f"preprocessing: resize and crop must be integers from 1 to {_LARGEST_SIDE}, received "
                             f"{self.resize!r} and {list(self.crop)!r}")
        for name, values in (("mean", self.mean), ("std", self.std)):
            if len(values) != channels or not all(_is_finite(value) for value in values):
                raise MXNetError(f"preprocessing: {name} must be {channels} numbers for color {self.color}, received "
                                 f"{list(values)!r}")
        if not all(self.std):
            raise MXNetError("preprocessing: std must not contain 0")

    @classmethod
    def from_shape(cls, shape: Sequence[int]) -> Preprocessing:
        """Return the defaults for an input of shape (batch, channels, height, width): ImageNet's for three channels."""
        if len(shape) != 4 or shape[1] not in (1, 3):
            raise MXNetError(f"images need an input of shape (batch, 1 or 3 channels, height, width), but this model "
                             f"has the shape {tuple(shape)}")
        height, width = int(shape[2]), int(shape[3])
        resize = default_resize(min(height, width)) if height == width else max(height, width)
        if shape[1] == 1:
            return cls((height, width), resize, (0.0,), (1.0,), "gray")
        return cls((height, width), resize, IMAGENET_MEAN, IMAGENET_STD)

    @classmethod
    def from_signature(cls, signature: Mapping[str, Any]) -> Preprocessing:
        """Read the object ``preprocessing`` of a signature, or return the defaults for its first input."""
        if "preprocessing" not in signature:
            inputs = signature.get("inputs")
            if not (isinstance(inputs, list) and inputs and isinstance(inputs[0], dict)
                    and isinstance(inputs[0].get("data_shape"), list)):
                raise MXNetError("signature.json has neither preprocessing nor the shape of an input")
            return cls.from_shape(inputs[0]["data_shape"])
        values = signature["preprocessing"]
        try:
            if values.get("layout", "NCHW") != "NCHW":
                raise MXNetError(f"preprocessing: layout must be NCHW, received {values['layout']!r}")
            return cls(tuple(values["crop"]), values["resize"], tuple(values["mean"]), tuple(values["std"]),
                       values.get("color", "rgb"))
        except (AttributeError, KeyError, TypeError) as error:
            raise MXNetError("signature.json: preprocessing must be an object with crop, resize, mean and std, "
                             f"received {str(values)[:200]}") from error

    def to_dict(self) -> dict[str, Any]:
        """Return the object ``preprocessing`` of a signature."""
        values = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return {"layout": "NCHW", **values}

    @property
    def channels(self) -> int:
        """Number of channels."""
        return len(self.mean)

    def decode(self, content: bytes) -> np.ndarray:
        """Decode an image to uint8 of shape (height, width, channels). Raise ValueError for a damaged one."""
        if content.startswith(_JPEG) and content.rfind(_END) < content.rfind(_SCAN):
            raise ValueError(f"the JPEG file is truncated after {len(content)} bytes")
        return decoded_pixels(np.frombuffer(content, np.uint8), int(self.color == "rgb"), True)

    def apply(self, content: bytes) -> np.ndarray:
        """Decode an image and return the float32 input of shape (channels, height, width)."""
        return self.normalize(self.fit(self.decode(content)))

    def fit(self, pixels: np.ndarray) -> np.ndarray:
        """Resize the shorter side and crop the centre."""
        height, width = pixels.shape[:2]
        scale = self.resize / min(height, width)
        rows, columns = (max(least, round(size * scale)) for least, size in zip(self.crop, (height, width), strict=True))
        pixels = scale_pixels(pixels, rows, columns)
        top, left = (rows - self.crop[0]) // 2, (columns - self.crop[1]) // 2
        return pixels[top : top + self.crop[0], left : left + self.crop[1]]

    def normalize(self, pixels: np.ndarray) -> np.ndarray:
        """Convert pixels of shape (height, width, channels) to the float32 input."""
        mean, std = (np.array(values, np.float32) for values in (self.mean, self.std))
        return np.ascontiguousarray(((pixels.astype(np.float32) / 255 - mean) / std).transpose(2, 0, 1))


def default_resize(side: int) -> int:
    """Return the shorter side from which a square is cropped: 256 for 224. Small images are not cropped."""
    return side if side < 64 else round(side * 256 / 224)


def scale_pixels(pixels: np.ndarray, height: int, width: int) -> np.ndarray:
    """Resize an image, by area if it shrinks and linearly otherwise."""
    if pixels.shape[:2] == (height, width):
        return pixels
    cv2 = opencv()
    shrinks = height * width < pixels.shape[0] * pixels.shape[1]
    scaled: np.ndarray = cv2.resize(pixels, (width, height),
                                    interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    return scaled.reshape(height, width, pixels.shape[2])


def _is_finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
