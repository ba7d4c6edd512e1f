"""The default list of augmenters."""

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
    """Create a list of augmenters from options.

    Parameters
    ----------
    data_shape : tuple of int
        Channels, height and width of the result.
    resize : int
        Resize the shorter edge to this length first.
    rand_crop : bool
        Crop at a random position instead of the center.
    rand_resize : bool
        Crop with random size and aspect ratio. Requires ``rand_crop``.
    rand_mirror : bool
        Flip images horizontally with probability 0.5.
    mean, std : numpy.ndarray, NDArray or True, optional
        Values for each channel, for normalization. True selects the values of ImageNet.
    brightness, contrast, saturation, hue, pca_noise : float
        Strength of random colour changes.
    rand_gray : float
        Probability of conversion to grey.
    inter_method : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

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
