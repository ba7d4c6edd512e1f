"""From pixels (batch, height, width, channels) in blue, green, red to arrays (batch, channels, height, width)."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import torch

from .. import ndarray
from ..base import MXNetError
from ._arguments import Arguments

_RGB_PLACES = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}


class Normalizer:
    """Mirrors images, subtracts a mean, scales, and changes contrast and illumination at random.

    Parameters
    ----------
    arguments : Arguments
        Those of ``ImageRecordIter``.
    dtype : {'float32', 'uint8', 'int8'}
    """

    def __init__(self, arguments: Arguments, dtype: str) -> None:
        self.dtype = dtype
        channels = arguments.shape("data_shape")[0]
        self.places = _RGB_PLACES[channels]
        self.mean = self._per_channel(arguments, "mean", 0.0, channels)
        self.std = self._per_channel(arguments, "std", 1.0, channels)
        self.scale = arguments.number("scale", 1.0)
        self.mirror, self.rand_mirror = arguments.flag("mirror", False), arguments.flag("rand_mirror", False)
        self.contrast = arguments.number("max_random_contrast", 0.0)
        self.illumination = arguments.number("max_random_illumination", 0.0)
        self.mean_file = arguments.text("mean_img", "") if dtype != "uint8" else ""
        if self.mean_file and os.path.exists(self.mean_file):
            self._load_mean_image()

    @staticmethod
    def _per_channel(arguments: Arguments, kind: str, default: float, channels: int) -> torch.Tensor:
        values = [arguments.number(f"{kind}_{letter}", default) for letter in "rgba"[:channels]]
        return torch.tensor(values, dtype=torch.float32).reshape(-1, 1, 1)

    @property
    def needs_mean_image(self) -> bool:
        """Whether a mean image is to be made and saved."""
        return bool(self.mean_file) and not os.path.exists(self.mean_file)

    def save_mean_image(self, mean: np.ndarray) -> None:
        """Keep a mean image (height, width, blue-green-red) and write it to its file."""
        planes = np.ascontiguousarray(mean[:, :, self.places].transpose(2, 0, 1), dtype=np.float32)
        ndarray.save(self.mean_file, {"mean_img": ndarray.array(planes)})
        self.mean = torch.from_numpy(planes)

    def _load_mean_image(self) -> None:
        loaded: Any = ndarray.load(self.mean_file)
        arrays = list(loaded.values()) if isinstance(loaded, dict) else loaded
        if len(arrays) != 1:
            raise MXNetError(f"Invalid mean image file format: {self.mean_file} holds {len(arrays)} arrays")
        self.mean = arrays[0]._data.float()

    def __call__(self, pixels: np.ndarray, random: np.random.RandomState) -> Any:
        """An array of the batch."""
        count = len(pixels)
        flipped = (random.rand(count) < 0.5) & self.rand_mirror | self.mirror
        planes = torch.from_numpy(pixels).permute(0, 3, 1, 2)
        if len(self.places) > 1:
            planes = planes[:, self.places]
        if self.dtype == "int8":
            planes = (planes.to(torch.int16) - self.mean.round().to(torch.int16)).clamp_(-128, 127).to(torch.int8)
        elif self.dtype == "float32":
            planes = self._scaled(planes, random, count)
        planes = planes.contiguous()
        # Last, as a mean image is not mirrored.
        if flipped.all():
            planes = planes.flip(3)
        elif flipped.any():
            chosen = torch.from_numpy(flipped)
            planes[chosen] = planes[chosen].flip(3)
        return ndarray.NDArray(planes)

    def _scaled(self, planes: torch.Tensor, random: np.random.RandomState, count: int) -> torch.Tensor:
        values = torch.empty(planes.shape, dtype=torch.float32).copy_(planes)
        if self.mean.any():
            values -= self.mean
        factor = self._random_around(1.0, self.contrast, random, count) * self.scale / self.std
        if (factor != 1).any():
            values *= factor
        if self.illumination > 0:
            values += self._random_around(0.0, self.illumination, random, count) * self.scale / self.std
        return values

    @staticmethod
    def _random_around(centre: float, bound: float, random: np.random.RandomState, count: int) -> torch.Tensor:
        drawn = random.uniform(centre - bound, centre + bound, count if bound > 0 else 1)
        return torch.tensor(drawn, dtype=torch.float32).reshape(-1, 1, 1, 1)
