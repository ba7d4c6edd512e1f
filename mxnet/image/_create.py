"""The usual list of augmenters."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import ndarray as nd
from ._augment import Augmenter, CastAug, CenterCropAug, HorizontalFlipAug, RandomCropAug, RandomSizedCropAug, ResizeAug
from ._colours import IMAGENET_MEAN, IMAGENET_STD, ColorNormalizeAug, channel_values, colour_augmenters

_LEAST_AREA = 0.08
_RATIOS = (3.0 / 4.0, 4.0 / 3.0)


def CreateAugmenter(data_shape: tuple[int, ...], resize: int = 0, rand_crop: Any = False, rand_resize: bool = False,
                    rand_mirror: bool = False, mean: Any = None, std: Any = None, brightness: float = 0,
                    contrast: float = 0, saturation: float = 0, hue: float = 0, pca_noise: float = 0,
                    rand_gray: float = 0, inter_method: int = 2) -> list[Augmenter]:
    """Make the list of augmenters that the arguments ask for.

    Parameters
    ----------
    data_shape : tuple of int
        Channels, height and width of the result.
    resize : int
        First scale the shorter edge to this length.
    rand_crop : bool
        Crop at a random place instead of the middle.
    rand_resize : bool
        Crop a part of random size and proportions; needs ``rand_crop``.
    rand_mirror : bool
        Mirror every other image.
    mean, std : numpy.ndarray, NDArray or True, optional
        Of each channel, to normalize; True takes those of ImageNet.
    brightness, contrast, saturation, hue, pca_noise : float
        Strength of random changes of colours.
    rand_gray : float
        Probability of making an image grey.
    inter_method : int
        Interpolation as in :func:`resize_short`.

    Returns
    -------
    list of Augmenter

    Examples
    --------
    >>> augmenters = mx.image.CreateAugmenter((3, 224, 224), resize=256, rand_mirror=True, mean=True)
    >>> [type(augmenter).__name__ for augmenter in augmenters]
    ['ResizeAug', 'CenterCropAug', 'HorizontalFlipAug', 'CastAug', 'ColorNormalizeAug']
    """
    chosen: list[Augmenter] = [ResizeAug(resize, inter_method)] if resize > 0 else []
    size = data_shape[2], data_shape[1]
    if rand_resize:
        if not rand_crop:
            raise AssertionError("CreateAugmenter: rand_resize=True needs rand_crop=True")
        chosen.append(RandomSizedCropAug(size, _LEAST_AREA, _RATIOS, inter_method))
    else:
        chosen.append((RandomCropAug if rand_crop else CenterCropAug)(size, inter_method))
    if rand_mirror:
        chosen.append(HorizontalFlipAug(0.5))
    chosen.append(CastAug())
    chosen += colour_augmenters(brightness, contrast, saturation, hue, pca_noise, rand_gray)
    mean = channel_values("mean", mean, nd.array(IMAGENET_MEAN), (np.ndarray, nd.NDArray))
    std = channel_values("std", std, nd.array(IMAGENET_STD), (np.ndarray, nd.NDArray))
    if mean is not None or std is not None:
        chosen.append(ColorNormalizeAug(mean, std))
    return chosen
