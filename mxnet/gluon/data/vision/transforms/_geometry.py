"""Crops, resizes and flips."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ....._ops import image as image_ops
from ....._runtime.error import MXNetError
from ....._runtime.tracebacks import concise_module
from .....base import numeric_types
from ....block import Block, HybridBlock
from ..._gather import BatchTransform
from ..._pixels import ImageStep
from .. import _pixel_steps as steps


def _as_pair(size: Any) -> Any:
    return (size, size) if isinstance(size, numeric_types) else size


class RandomResizedCrop(Block):
    """Crops a random part and resizes it.

    Parameters
    ----------
    size : int or tuple of int
        Width and height of the result.
    scale : tuple of float
        Minimum and maximum fraction of the area.
    ratio : tuple of float
        Minimum and maximum ratio of width to height.
    interpolation : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos.

    Examples
    --------
    >>> image = mx.nd.zeros((8, 8, 3), dtype='uint8')
    >>> mx.gluon.data.vision.transforms.RandomResizedCrop(4)(image).shape
    (4, 4, 3)
    """

    def __init__(self, size: Any, scale: tuple[float, float] = (0.08, 1.0),
                 ratio: tuple[float, float] = (3.0 / 4.0, 4.0 / 3.0), interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_as_pair(size), scale, ratio, interpolation)

    def forward(self, x: Any) -> Any:
        from ..... import image

        return image.random_size_crop(x, *self._args)[0]

    def _apply_to_image(self) -> ImageStep | None:
        return steps.random_resized_crop(*self._args)


class RandomCrop(Block):
    """Crops a part of the given size at a random position.

    Parameters
    ----------
    size : int or tuple of int
        Width and height of the result.
    pad : int or tuple of int, optional
        Padding before the crop: one number for all sides, or numbers for top, bottom, left and right.
    pad_value : int
        Value of the padding.
    interpolation : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos;
        for images smaller than ``size``.

    Examples
    --------
    >>> image = mx.nd.zeros((4, 6, 3), dtype='uint8')
    >>> mx.gluon.data.vision.transforms.RandomCrop(2)(image).shape
    (2, 2, 3)
    """

    def __init__(self, size: Any, pad: Any = None, pad_value: Any = 0, interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_as_pair(size), interpolation)
        self._pad = (pad,) * 4 if isinstance(pad, int) else pad
        self._pad_value = pad_value

    def forward(self, x: Any) -> Any:
        from ..... import image

        if self._pad:
            above, below, left, right = self._pad
            widths = ((above, below), (left, right), (0, 0))
            x = type(x)(torch.from_numpy(np.pad(x.asnumpy(), widths, constant_values=self._pad_value)))
        return image.random_crop(x, *self._args)[0]

    def _apply_to_image(self) -> ImageStep | None:
        return steps.random_crop(self._args[0], self._args[1], self._pad, self._pad_value)


class CropResize(HybridBlock):
    """Crops a fixed part of an image or a batch and resizes it.

    Parameters
    ----------
    x, y : int
        Upper left corner.
    width, height : int
        Size of the part.
    size : int or tuple of int, optional
        Size of the result.
    interpolation : int, optional
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos.

    Examples
    --------
    >>> image = mx.nd.zeros((4, 6, 3), dtype='uint8')
    >>> mx.gluon.data.vision.transforms.CropResize(x=1, y=0, width=3, height=2)(image).shape
    (2, 3, 3)
    """

    def __init__(self, x: int, y: int, width: int, height: int, size: Any = None,
                 interpolation: int | None = None) -> None:
        super().__init__()
        self._x, self._y, self._width, self._height = x, y, width, height
        self._size, self._interpolation = size, interpolation

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        part = F.image.crop(x, self._x, self._y, self._width, self._height)
        if not self._size:
            return part
        return F.image.resize(part, self._size, False, 1 if self._interpolation is None else self._interpolation)


class CenterCrop(Block):
    """Crops the center.

    Parameters
    ----------
    size : int or tuple of int
        Width and height of the result.
    interpolation : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos;
        for images smaller than ``size``.

    Examples
    --------
    >>> image = mx.nd.zeros((4, 6, 3), dtype='uint8')
    >>> mx.gluon.data.vision.transforms.CenterCrop(2)(image).shape
    (2, 2, 3)
    """

    def __init__(self, size: Any, interpolation: int = 1) -> None:
        super().__init__()
        self._args = (_as_pair(size), interpolation)

    def forward(self, x: Any) -> Any:
        from ..... import image

        return image.center_crop(x, *self._args)[0]

    def _apply_to_image(self) -> ImageStep | None:
        return steps.center_crop(*self._args)


class Resize(HybridBlock):
    """Resizes an image or a batch.

    Parameters
    ----------
    size : int or tuple of int
        Width and height of the result.
    keep_ratio : bool
        With a single ``size``, resize the shorter side to it and keep the aspect ratio.
    interpolation : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos.

    Examples
    --------
    >>> image = mx.nd.zeros((4, 6, 3), dtype='uint8')
    >>> mx.gluon.data.vision.transforms.Resize((3, 2))(image).shape
    (2, 3, 3)
    """

    def __init__(self, size: Any, keep_ratio: bool = False, interpolation: int = 1) -> None:
        super().__init__()
        self._keep = keep_ratio
        self._size = size
        self._interpolation = interpolation

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.resize(x, self._size, self._keep, self._interpolation)

    def _apply_to_batch(self) -> BatchTransform:
        size = self._size if isinstance(self._size, (tuple, list)) else (self._size,)

        def resize(batch: torch.Tensor) -> torch.Tensor:
            if batch.dim() != 4:
                raise MXNetError(f"Resize: Input image must have shape (height, width, channels), received "
                                 f"{tuple(batch.shape[1:])}")
            try:
                return image_ops.resize(batch, size=tuple(size), keep_ratio=self._keep, interp=self._interpolation)
            except ValueError as error:
                raise MXNetError(f"Resize: {error}") from error

        return resize

    def _apply_to_image(self) -> ImageStep:
        size = self._size if isinstance(self._size, (tuple, list)) else (self._size,)
        return steps.apply_operator("_image_resize", image_ops.resize, size=tuple(size), keep_ratio=self._keep,
                             interp=self._interpolation)


class RandomFlipLeftRight(HybridBlock):
    """Flips left and right with probability 0.5.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomFlipLeftRight()(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self) -> None:
        super().__init__()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.random_flip_left_right(x)

    def _apply_to_image(self) -> ImageStep:
        return steps.random_flip(1)


class RandomFlipTopBottom(HybridBlock):
    """Flips top and bottom with probability 0.5.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomFlipTopBottom()(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self) -> None:
        super().__init__()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.random_flip_top_bottom(x)

    def _apply_to_image(self) -> ImageStep:
        return steps.random_flip(0)


concise_module(__name__)
