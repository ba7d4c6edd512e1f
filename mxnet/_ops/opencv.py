"""Interface to OpenCV, an optional dependency: calls on tensors that raise ValueError on failure."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from mxnet_records.pixels import checked, decoded_pixels, opencv, resized_pixels

from .._runtime import storage


def _pixels(image: Tensor) -> np.ndarray:
    return storage.own_memory(image.detach()).cpu().numpy()


def resize(image: Tensor, width: int, height: int, interpolation: int) -> Tensor:
    """Apply `resized_pixels` to a tensor."""
    return torch.from_numpy(resized_pixels(_pixels(image), width, height, interpolation)).to(image.device)


def add_border(image: Tensor, margins: tuple[int, int, int, int], kind: int, colour: tuple[float, ...]) -> Tensor:
    """Add margins (top, bottom, left, right) of OpenCV's border type `kind` to an image."""
    framed = checked(opencv().copyMakeBorder, _pixels(image), *margins, kind, value=colour)
    return torch.from_numpy(framed).reshape(*framed.shape[:2], image.shape[2]).to(image.device)


def decode(content: np.ndarray, flag: int, to_rgb: bool) -> Tensor:
    """Return the result of `decoded_pixels` as a tensor."""
    return torch.from_numpy(decoded_pixels(content, flag, to_rgb))
