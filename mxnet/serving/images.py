"""Images of requests: decoding and the preprocessing of the signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base import MXNetError
from ..image._preprocessing import Preprocessing
from .bodies import Problem
from .interface import TensorSpec

_STARTS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"GIF8", b"RIFF")


def is_image(content: bytes) -> bool:
    """Return whether bytes begin like an image file."""
    return content.startswith(_STARTS)


class ImageReader:
    """Conversion of encoded images to one row of an input.

    Parameters
    ----------
    spec : TensorSpec
        An input with the axes NCHW or NHWC.
    sample_shape : tuple of int
        Shape to which images are resized, without the batch.
    preprocess : dict
        The object ``preprocess`` of the signature.
    """

    def __init__(self, spec: TensorSpec, sample_shape: tuple[int, ...], preprocess: Mapping[str, Any]) -> None:
        self._steps = Preprocessing.read((1, *sample_shape), preprocess)
        self._dtype = np.dtype(spec.dtype)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the input."""
        height, width = self._steps.size
        return width, height

    def read(self, content: bytes) -> tuple[np.ndarray, tuple[int, int]]:
        """Return the row of an image, and the width and height of the image."""
        if not content:
            raise Problem("the image is empty")
        try:
            pixels = self._steps.decode(content)
            row = self._steps.normalize(self._steps.fit(pixels))
        except (MXNetError, ValueError) as error:
            raise Problem(f"the image cannot be decoded: {str(error).splitlines()[0][:300]}") from None
        height, width = pixels.shape[:2]
        return row.astype(self._dtype, copy=False)[None], (width, height)


def accepts_images(sample_shape: tuple[int, ...]) -> bool:
    """Return whether an input has the shape of an image."""
    return len(sample_shape) == 3 and (sample_shape[0] in (1, 3) or sample_shape[2] in (1, 3))
