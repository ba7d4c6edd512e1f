"""Augmenters that change colours. Images must be floating point arrays, and most are changed in place."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module
from ..io._image_augment import COLOUR_AXES, COLOUR_VARIANCES
from ..ndarray.ndarray import NDArray
from ._augment import Augmenter, RandomOrderAug
from ._crops import color_normalize

_GREY_SHARES = [[[0.299, 0.587, 0.114]]]
# Conversion between RGB and YIQ (brightness and two colour axes).
_TO_YIQ = [[0.299, 0.587, 0.114], [0.596, -0.274, -0.321], [0.211, -0.523, 0.311]]
_FROM_YIQ = [[1.0, 0.956, 0.621], [1.0, -0.272, -0.647], [1.0, -1.107, 1.705]]
# Mean and standard deviation of the ImageNet colours.
IMAGENET_MEAN = [123.68, 116.28, 103.53]
IMAGENET_STD = [58.395, 57.12, 57.375]


def _factor(strength: float) -> float:
    return 1.0 + random.uniform(-strength, strength)


class BrightnessJitterAug(Augmenter):
    """Multiply images by a random factor.

    Parameters
    ----------
    brightness : float
        Maximum distance of the factor from 1.

    Examples
    --------
    >>> mx.image.BrightnessJitterAug(0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, brightness: float) -> None:
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def __call__(self, src: NDArray) -> Any:
        src *= _factor(self.brightness)
        return src


class ContrastJitterAug(Augmenter):
    """Scale the difference of images from their mean grey value by a random factor.

    Parameters
    ----------
    contrast : float
        Maximum distance of the factor from 1.

    Examples
    --------
    >>> mx.image.ContrastJitterAug(0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, contrast: float) -> None:
        super().__init__(contrast=contrast)
        self.contrast = contrast
        self.coef = nd.array(_GREY_SHARES)

    def __call__(self, src: NDArray) -> Any:
        factor = _factor(self.contrast)
        grey = nd.sum(src * self.coef) * (3.0 * (1.0 - factor) / src.size)
        src *= factor
        src += grey
        return src


class SaturationJitterAug(Augmenter):
    """Scale the difference of pixels from their grey value by a random factor.

    Parameters
    ----------
    saturation : float
        Maximum distance of the factor from 1.

    Examples
    --------
    >>> mx.image.SaturationJitterAug(0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, saturation: float) -> None:
        super().__init__(saturation=saturation)
        self.saturation = saturation
        self.coef = nd.array(_GREY_SHARES)

    def __call__(self, src: NDArray) -> Any:
        factor = _factor(self.saturation)
        grey = nd.sum(src * self.coef, axis=2, keepdims=True)
        grey *= 1.0 - factor
        src *= factor
        src += grey
        return src


class HueJitterAug(Augmenter):
    """Rotate colours around the grey axis by a random angle. This is an approximation.

    Parameters
    ----------
    hue : float
        Maximum angle as a fraction of 180 degrees.

    Examples
    --------
    >>> mx.image.HueJitterAug(0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, hue: float) -> None:
        super().__init__(hue=hue)
        self.hue = hue
        self.tyiq = np.array(_TO_YIQ)
        self.ityiq = np.array(_FROM_YIQ)

    def __call__(self, src: NDArray) -> Any:
        angle = random.uniform(-self.hue, self.hue) * np.pi
        cosine, sine = np.cos(angle), np.sin(angle)
        turn = np.array([[1.0, 0.0, 0.0], [0.0, cosine, -sine], [0.0, sine, cosine]])
        return nd.dot(src, nd.array((self.ityiq @ turn @ self.tyiq).T))


class ColorJitterAug(RandomOrderAug):
    """Change brightness, contrast and saturation randomly, in random order.

    Parameters
    ----------
    brightness, contrast, saturation : float
        Strength of each change. 0 disables it.

    Examples
    --------
    >>> mx.image.ColorJitterAug(0.2, 0.2, 0.2)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, brightness: float, contrast: float, saturation: float) -> None:
        kinds = ((BrightnessJitterAug, brightness), (ContrastJitterAug, contrast), (SaturationJitterAug, saturation))
        super().__init__([kind(strength) for kind, strength in kinds if strength > 0])


class LightingAug(Augmenter):
    """Add a random colour to all pixels, along the principal axes of the colours.

    Parameters
    ----------
    alphastd : float
        Standard deviation of the step along each axis, in multiples of its eigenvalue.
    eigval : numpy.ndarray
        The three eigenvalues.
    eigvec : numpy.ndarray
        The eigenvectors, one per column, of shape (3, 3).

    Examples
    --------
    >>> import numpy
    >>> augment = mx.image.LightingAug(0.1, numpy.ones(3), numpy.eye(3))
    >>> augment(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, alphastd: float, eigval: Any, eigvec: Any) -> None:
        super().__init__(alphastd=alphastd, eigval=eigval, eigvec=eigvec)
        self.alphastd, self.eigval, self.eigvec = alphastd, eigval, eigvec

    def __call__(self, src: NDArray) -> Any:
        steps = np.random.normal(0, self.alphastd, size=(3,))
        src += nd.array(np.dot(self.eigvec * steps, self.eigval))
        return src


class ColorNormalizeAug(Augmenter):
    """Subtract the mean and divide by the standard deviation, see :func:`color_normalize`.

    Parameters
    ----------
    mean, std : NDArray or numpy.ndarray, optional
        Values for each channel.

    Examples
    --------
    >>> augment = mx.image.ColorNormalizeAug(mx.nd.array([1, 1, 1]), mx.nd.array([2, 2, 2]))
    >>> augment(mx.nd.array([[[1, 3, 5]]])).asnumpy()
    array([[[0., 1., 2.]]], dtype=float32)
    """

    def __init__(self, mean: Any, std: Any) -> None:
        super().__init__(mean=mean, std=std)
        self.mean, self.std = _as_array(mean), _as_array(std)

    def __call__(self, src: NDArray) -> Any:
        return color_normalize(src, self.mean, self.std)


def _as_array(values: Any) -> nd.NDArray | None:
    return values if values is None or isinstance(values, nd.NDArray) else nd.array(values)


class RandomGrayAug(Augmenter):
    """Convert images to grey with three equal channels, at random.

    Parameters
    ----------
    p : float
        Probability of the conversion.

    Examples
    --------
    >>> mx.image.RandomGrayAug(0.5)(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p
        self.mat = nd.array([[0.21] * 3, [0.72] * 3, [0.07] * 3])

    def __call__(self, src: NDArray) -> Any:
        return nd.dot(src, self.mat) if random.random() < self.p else src


def colour_augmenters(brightness: float, contrast: float, saturation: float, hue: float, pca_noise: float,
                      rand_gray: float) -> list[Augmenter]:
    """Create the colour augmenters for these strengths."""
    chosen: list[Augmenter] = []
    if brightness or contrast or saturation:
        chosen.append(ColorJitterAug(brightness, contrast, saturation))
    if hue:
        chosen.append(HueJitterAug(hue))
    if pca_noise > 0:
        chosen.append(LightingAug(pca_noise, np.array(COLOUR_VARIANCES), np.array(COLOUR_AXES)))
    if rand_gray > 0:
        chosen.append(RandomGrayAug(rand_gray))
    return chosen


def channel_values(name: str, values: Any, of_imagenet: Any, types: tuple[Any, ...]) -> Any:
    """Return the mean or standard deviation of the channels. True stands for the values of ImageNet."""
    if values is True:
        return of_imagenet
    if values is not None and not (isinstance(values, types) and values.shape[0] in (1, 3)):
        raise AssertionError(f"{name} must be None, True or an array of 1 or 3 numbers, received {values!r}")
    return values


concise_module(__name__)
