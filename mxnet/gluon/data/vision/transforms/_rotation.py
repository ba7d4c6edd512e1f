"""Rotations of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....._runtime.tracebacks import concise_module
from ....block import Block


class Rotate(Block):
    """Rotate by a fixed angle.

    Parameters
    ----------
    rotation_degrees : float
        Angle in degrees.
    zoom_in : bool
        Scale up until no corner is empty.
    zoom_out : bool
        Scale down until the complete image is visible.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.Rotate(90)(mx.nd.ones((3, 4, 4))).shape
    (3, 4, 4)
    """

    def __init__(self, rotation_degrees: float, zoom_in: bool = False, zoom_out: bool = False) -> None:
        super().__init__()
        self._args = (rotation_degrees, zoom_in, zoom_out)

    def forward(self, x: Any) -> Any:
        _check_float32(self, x)
        from ..... import image

        return image.imrotate(x, *self._args)


class RandomRotation(Block):
    """Rotate by a random angle.

    Parameters
    ----------
    angle_limits : tuple of float
        Smallest and largest angle in degrees.
    zoom_in : bool
        Scale up until no corner is empty.
    zoom_out : bool
        Scale down until the complete image is visible.
    rotate_with_proba : float
        Probability of a rotation.

    Examples
    --------
    >>> transform = mx.gluon.data.vision.transforms.RandomRotation((-10, 10))
    >>> transform(mx.nd.ones((3, 4, 4))).shape
    (3, 4, 4)
    """

    def __init__(self, angle_limits: Any, zoom_in: bool = False, zoom_out: bool = False,
                 rotate_with_proba: float = 1.0) -> None:
        super().__init__()
        lower, upper = angle_limits
        if lower >= upper:
            raise ValueError(f"angle_limits must be a minimum and a maximum angle, received {angle_limits}")
        if not 0 <= rotate_with_proba <= 1:
            raise ValueError(f"rotate_with_proba must be a probability between 0 and 1, received {rotate_with_proba}")
        self._rotate_with_proba = rotate_with_proba
        self._args = (angle_limits, zoom_in, zoom_out)

    def forward(self, x: Any) -> Any:
        if np.random.random() > self._rotate_with_proba:
            return x
        _check_float32(self, x)
        from ..... import image

        return image.random_rotate(x, *self._args)


def _check_float32(block: Block, x: Any) -> None:
    if np.dtype(x.dtype) != np.float32:
        raise TypeError(
            f"{type(block).__name__} takes float32 images, received {np.dtype(x.dtype).name}"
        )


concise_module(__name__)
