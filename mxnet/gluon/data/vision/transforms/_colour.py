"""Random color transforms."""

from __future__ import annotations

import random
from typing import Any

import torch

from ....._ops import image as image_ops
from ....._runtime.tracebacks import concise_module
from ....block import Block, HybridBlock
from ..._pixels import ImageStep
from .. import _pixel_steps as steps


def _factors(bounds: tuple[float, float]) -> dict[str, float]:
    return dict(zip(("min_factor", "max_factor"), bounds, strict=True))


class RandomBrightness(HybridBlock):
    """Changes the brightness by a random factor in ``[1 - brightness, 1 + brightness]``.

    Parameters
    ----------
    brightness : float
        Largest relative change.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomBrightness(0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, brightness: float) -> None:
        super().__init__()
        self._args = (max(0, 1 - brightness), 1 + brightness)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.random_brightness(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        return steps.apply_random("_image_random_brightness", image_ops.random_brightness, **_factors(self._args))


class RandomContrast(HybridBlock):
    """Changes the contrast by a random factor in ``[1 - contrast, 1 + contrast]``.

    Parameters
    ----------
    contrast : float
        Largest relative change.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomContrast(0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, contrast: float) -> None:
        super().__init__()
        self._args = (max(0, 1 - contrast), 1 + contrast)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.random_contrast(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        return steps.apply_random("_image_random_contrast", image_ops.random_contrast, **_factors(self._args))


class RandomSaturation(HybridBlock):
    """Changes the saturation by a random factor in ``[1 - saturation, 1 + saturation]``.

    Parameters
    ----------
    saturation : float
        Largest relative change.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomSaturation(0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, saturation: float) -> None:
        super().__init__()
        self._args = (max(0, 1 - saturation), 1 + saturation)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.random_saturation(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        return steps.apply_random("_image_random_saturation", image_ops.random_saturation, **_factors(self._args))


class RandomHue(HybridBlock):
    """Rotates the hue by a random fraction of the color circle in ``[-hue, hue]``.

    Parameters
    ----------
    hue : float
        Largest rotation, in fractions of the color circle.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomHue(0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, hue: float) -> None:
        super().__init__()
        self._args = (max(0, 1 - hue), 1 + hue)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.random_hue(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        return steps.apply_random("_image_random_hue", image_ops.random_hue, **_factors(self._args))


class RandomColorJitter(HybridBlock):
    """Randomly changes brightness, contrast, saturation and hue.

    Parameters
    ----------
    brightness, contrast, saturation : float
        Largest relative change of each property; 0 leaves it unchanged.
    hue : float
        Largest rotation of the hue, in fractions of the color circle.

    Examples
    --------
    >>> transform = mx.gluon.data.vision.transforms.RandomColorJitter(0.2, 0.2, 0.2, 0.2)
    >>> transform(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, brightness: float = 0, contrast: float = 0, saturation: float = 0, hue: float = 0) -> None:
        super().__init__()
        self._args = (brightness, contrast, saturation, hue)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.random_color_jitter(x, *self._args)

    def _apply_to_image(self) -> ImageStep:
        amounts = dict(zip(("brightness", "contrast", "saturation", "hue"), self._args, strict=True))
        return steps.apply_random("_image_random_color_jitter", image_ops.random_color_jitter, **amounts)


class RandomLighting(HybridBlock):
    """Adds noise along the principal components of ImageNet colors, as in AlexNet.

    Parameters
    ----------
    alpha : float
        Standard deviation of the steps along the components.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomLighting(0.1)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, alpha: float) -> None:
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.image.random_lighting(x, self._alpha)

    def _apply_to_image(self) -> ImageStep:
        return steps.apply_random("_image_random_lighting", image_ops.random_lighting, alpha_std=self._alpha)


class RandomGray(Block):
    """Converts to grayscale with three equal channels, with a given probability.

    Parameters
    ----------
    p : float
        The probability.

    Examples
    --------
    >>> mx.gluon.data.vision.transforms.RandomGray(0.5)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    _WEIGHTS = (0.21, 0.72, 0.07)

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self.p = p

    def forward(self, x: Any) -> Any:
        if self.p < random.random():
            return x
        values = x._data.to(torch.float32) @ torch.tensor(self._WEIGHTS, device=x._data.device)
        grey = values[..., None].expand(*values.shape, 3).to(x._data.dtype).contiguous()
        return type(x)(grey).as_in_context(x.context)


concise_module(__name__)
