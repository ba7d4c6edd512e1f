"""Images of requests: decoding and the preprocessing of the signature."""

from __future__ import annotations

import numpy as np

from .. import image
from ..base import MXNetError
from ..ndarray import NDArray
from .bodies import Problem
from .contents import Preprocessing
from .interface import TensorSpec

_STARTS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"GIF8", b"RIFF")
_CUBIC = 2


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
    preprocessing : Preprocessing
    """

    def __init__(self, spec: TensorSpec, sample_shape: tuple[int, ...], preprocessing: Preprocessing) -> None:
        layout = preprocessing.layout or _find_layout(sample_shape)
        if layout == "NCHW":
            self._channels, self._height, self._width = sample_shape
        else:
            self._height, self._width, self._channels = sample_shape
        self._layout, self._dtype, self._steps = layout, np.dtype(spec.dtype), preprocessing
        if len(preprocessing.mean) not in (1, self._channels) or len(preprocessing.std) not in (1, self._channels):
            raise MXNetError(f"the signature has {len(preprocessing.mean)} means and {len(preprocessing.std)} "
                             f"deviations, but input {spec.name} has {self._channels} channels")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the input."""
        return self._width, self._height

    def read(self, content: bytes) -> tuple[np.ndarray, tuple[int, int]]:
        """Return the row of an image, and the width and height of the image."""
        if not content:
            raise Problem("the image is empty")
        try:
            decoded = image.imdecode(content, flag=int(self._channels == 3), to_rgb=self._steps.colours == "RGB")
        except (MXNetError, ValueError) as error:
            raise Problem(f"the image cannot be decoded: {str(error).splitlines()[0][:300]}") from None
        height, width = decoded.shape[:2]
        pixels = self._fit(decoded).asnumpy().reshape(self._height, self._width, self._channels)
        if self._steps.mean != (0.0,) or self._steps.std != (1.0,):
            pixels = (pixels.astype("float32") - np.array(self._steps.mean, "float32")) / np.array(
                self._steps.std, "float32")
        row = pixels.transpose(2, 0, 1) if self._layout == "NCHW" else pixels
        return np.ascontiguousarray(row, self._dtype)[None], (width, height)

    def _fit(self, decoded: NDArray) -> NDArray:
        if not self._steps.resize:
            return image.imresize(decoded, self._width, self._height, _CUBIC)
        height, width = decoded.shape[:2]
        scale = max(self._steps.resize / min(height, width), self._height / height, self._width / width)
        rows, columns = max(self._height, round(scale * height)), max(self._width, round(scale * width))
        if rows * columns > max(1 << 24, 4 * height * width):
            raise Problem(f"an image of {width} x {height} pixels is too narrow for a crop of {self._width} x "
                          f"{self._height}")
        return image.center_crop(image.imresize(decoded, columns, rows, 1), (self._width, self._height))[0]


def accepts_images(sample_shape: tuple[int, ...]) -> bool:
    """Return whether an input has the shape of an image."""
    return len(sample_shape) == 3 and (sample_shape[0] in (1, 3) or sample_shape[2] in (1, 3))


def _find_layout(sample_shape: tuple[int, ...]) -> str:
    return "NCHW" if sample_shape[0] in (1, 3) else "NHWC"
