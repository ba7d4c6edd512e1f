"""Conversion of BGR images (height, width, channels) to arrays (batch, channels, height, width)."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import torch

from .. import ndarray
from ..base import MXNetError
from ..recordio import _opencv
from ._arguments import Arguments

_RGB_PLACES = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}
Change = tuple[bool, float, float]
UNCHANGED: Change = (False, 1.0, 0.0)


class Normalizer:
    """Flip and normalize images, and change contrast and illumination randomly.

    Pixels have 256 values, so the result of each value is computed once and looked up.

    Parameters
    ----------
    arguments : Arguments
        Arguments of ``ImageRecordIter``.
    dtype : {'float32', 'uint8', 'int8'}
    """

    std_default = 1.0

    def __init__(self, arguments: Arguments, dtype: str) -> None:
        self.dtype = np.dtype(dtype)
        channels = arguments.shape("data_shape")[0]
        self.places = _RGB_PLACES[channels]
        self.mean = self._per_channel(arguments, "mean", 0.0, channels)
        self.std = self._per_channel(arguments, "std", self.std_default, channels)
        self.scale = np.float32(arguments.number("scale", 1.0))
        self.mirror, self.rand_mirror = arguments.flag("mirror", False), arguments.flag("rand_mirror", False)
        self.contrast = arguments.number("max_random_contrast", 0.0)
        self.illumination = arguments.number("max_random_illumination", 0.0)
        self.mean_file = arguments.text("mean_img", "") if dtype != "uint8" else ""
        self.mean_image: np.ndarray | None = None
        if self.mean_file and os.path.exists(self.mean_file):
            self._load_mean_image(arguments.shape("data_shape"))
        self.table = self._table(1.0, 0.0)

    @staticmethod
    def _per_channel(arguments: Arguments, prefix: str, default: float, channels: int) -> np.ndarray:
        values = [arguments.number(f"{prefix}_{letter}", default) for letter in "rgba"[:channels]]
        return np.array(values, dtype=np.float32)[:, None]

    @property
    def needs_mean_image(self) -> bool:
        """Return whether a mean image must be computed and saved."""
        return bool(self.mean_file) and self.mean_image is None

    def save_mean_image(self, mean: np.ndarray) -> None:
        """Set a mean image (channels, height, width) and write it to its file."""
        self.mean_image = np.ascontiguousarray(mean, dtype=np.float32)
        ndarray.save(self.mean_file, {"mean_img": ndarray.array(self.mean_image)})

    def _load_mean_image(self, shape: tuple[int, ...]) -> None:
        loaded: Any = ndarray.load(self.mean_file)
        arrays = list(loaded.values()) if isinstance(loaded, dict) else loaded
        if len(arrays) != 1:
            raise MXNetError(f"Invalid mean image file format: {self.mean_file} contains {len(arrays)} arrays")
        self.mean_image = arrays[0].asnumpy().astype(np.float32)
        if self.mean_image.shape != shape:
            raise MXNetError(f"the mean image in {self.mean_file} has shape {self.mean_image.shape}, "
                             f"but images have {shape}")

    def _transform(self, values: np.ndarray, mean: np.ndarray, contrast: float, illumination: float) -> np.ndarray:
        """Transform float32 values of shape (channels, any)."""
        if self.dtype == np.int8:
            whole = np.copysign(np.floor(np.abs(mean) + np.float32(0.5)), mean)  # half away from zero
            return np.clip(values - whole, -128, 127).astype(np.int8)
        factor, summand = np.float32(contrast) * self.scale, np.float32(illumination) * self.scale
        with np.errstate(divide="ignore", invalid="ignore"):
            return (values - mean) * (factor / self.std) + summand / self.std

    def _table(self, contrast: float, illumination: float) -> np.ndarray:
        values = np.tile(np.arange(256, dtype=np.float32), (len(self.places), 1))
        return np.ascontiguousarray(self._transform(values, self.mean, contrast, illumination))

    def draw(self, random: Any) -> Change:
        """Draw the random changes of an image: whether to flip it, its contrast and its illumination."""
        flip = bool(self.rand_mirror and (random.coin() if hasattr(random, "coin") else random.rand() < 0.5))
        if self.dtype == np.uint8:
            return flip or self.mirror, 1.0, 0.0
        contrast = random.rand() * self.contrast * 2 - self.contrast + 1
        illumination = random.rand() * self.illumination * 2 - self.illumination
        return flip or self.mirror, contrast, illumination

    def __call__(self, images: list[np.ndarray], count: int, changes: list[Change]) -> Any:
        """Return an array of `count` images. Missing images are zero."""
        cv2 = _opencv()
        height, width = images[0].shape[:2]
        planes = np.empty((len(self.places), height, width), np.uint8)
        batch = np.empty((count, *planes.shape), self.dtype)
        batch[len(images):] = 0
        for image, target, (flip, contrast, illumination) in zip(images, batch, changes, strict=False):
            if flip and self.mean_image is None:
                image = cv2.flip(image, 1)
            if self.dtype == np.uint8:
                cv2.split(image, [target[place] for place in self.places])
                continue
            cv2.split(image, list(planes))
            if self.mean_image is not None:
                self._with_mean_image(planes, target, contrast, illumination, flip)
                continue
            varies = contrast != 1.0 or illumination != 0.0
            table = self._table(contrast, illumination) if varies else self.table
            for place, values, result in zip(self.places, table, target, strict=True):
                cv2.LUT(planes[place], values, dst=result)
        return ndarray.NDArray(torch.from_numpy(batch))

    def _with_mean_image(self, planes: np.ndarray, target: np.ndarray, contrast: float, illumination: float,
                         flip: bool) -> None:
        """Subtract a mean image, which is not flipped, before flipping the image."""
        assert self.mean_image is not None
        values, mean = (part.reshape(len(planes), -1) for part in (planes[self.places], self.mean_image))
        changed = self._transform(values.astype(np.float32), mean, contrast, illumination).reshape(planes.shape)
        target[:] = changed[:, :, ::-1] if flip else changed


class DetectionNormalizer(Normalizer):
    """Normalizer of ``ImageDetRecordIter``. Means are used if one is positive, and so is each deviation."""

    std_default = 0.0

    def _transform(self, values: np.ndarray, mean: np.ndarray, contrast: float, illumination: float) -> np.ndarray:
        if (self.mean > 0).any():
            values = values - self.mean
        elif mean is not self.mean:
            values = values - mean
        return values / np.where(self.std > 0, self.std, np.float32(1)) * self.scale
