"""The default lists of augmenters for images with bounding boxes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._augment import Augmenter, CastAug, ForceResizeAug, ResizeAug
from ._colours import IMAGENET_MEAN, IMAGENET_STD, ColorNormalizeAug, channel_values, colour_augmenters
from ._det_augment import (
    DetAugmenter,
    DetBorrowAug,
    DetHorizontalFlipAug,
    DetRandomCropAug,
    DetRandomPadAug,
    DetRandomSelectAug,
)


def _align(arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Return one set of arguments per augmenter, from lists of equal length and single values."""
    count = max((len(value) for value in arguments.values() if isinstance(value, list)), default=1)
    for name, value in arguments.items():
        if isinstance(value, list) and len(value) not in (1, count):
            raise AssertionError(f"CreateMultiRandCropAugmenter: {name} must have 1 or {count} values, received "
                                 f"{value}")
    values = {name: (value if len(value) == count else value * count) if isinstance(value, list) else [value] * count
              for name, value in arguments.items()}
    return [{name: value[i] for name, value in values.items()} for i in range(count)]


def CreateMultiRandCropAugmenter(min_object_covered: Any = 0.1, aspect_ratio_range: Any = (0.75, 1.33),
                                 area_range: Any = (0.05, 1.0), min_eject_coverage: Any = 0.3, max_attempts: int = 50,
                                 skip_prob: float = 0) -> DetRandomSelectAug:
    """Create an augmenter that selects one of several random crops.

    Parameters
    ----------
    min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts
        Arguments of :class:`DetRandomCropAug`, or lists with one value per crop.
    skip_prob : float
        Probability of no crop.

    Returns
    -------
    DetRandomSelectAug

    Examples
    --------
    >>> augmenter = mx.image.CreateMultiRandCropAugmenter(min_object_covered=[0.1, 0.5, 0.9])
    >>> len(augmenter.aug_list)
    3
    """
    sets = _align({"min_object_covered": min_object_covered, "aspect_ratio_range": aspect_ratio_range,
                     "area_range": area_range, "min_eject_coverage": min_eject_coverage,
                     "max_attempts": max_attempts})
    return DetRandomSelectAug([DetRandomCropAug(**arguments) for arguments in sets], skip_prob=skip_prob)


def CreateDetAugmenter(data_shape: tuple[int, ...], resize: int = 0, rand_crop: Any = 0, rand_pad: float = 0,
                       rand_gray: float = 0, rand_mirror: bool = False, mean: Any = None, std: Any = None,
                       brightness: float = 0, contrast: float = 0, saturation: float = 0, pca_noise: float = 0,
                       hue: float = 0, inter_method: int = 2, min_object_covered: Any = 0.1,
                       aspect_ratio_range: Any = (0.75, 1.33), area_range: Any = (0.05, 3.0),
                       min_eject_coverage: Any = 0.3, max_attempts: int = 50,
                       pad_val: tuple[int, ...] = (127, 127, 127)) -> list[DetAugmenter]:
    """Create a list of augmenters for images with bounding boxes from options.

    Parameters
    ----------
    data_shape : tuple of int
        Channels, height and width of the result.
    resize : int
        Resize the shorter edge to this length first.
    rand_crop, rand_pad, rand_gray : float
        Probabilities of a crop, of padding, and of conversion to grey.
    rand_mirror : bool
        Flip images horizontally with probability 0.5.
    mean, std : numpy.ndarray or True, optional
        Values for each channel, for normalization. True selects the values of ImageNet.
    brightness, contrast, saturation, pca_noise, hue : float
        Strength of random colour changes.
    inter_method : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.
    min_object_covered, aspect_ratio_range, area_range, min_eject_coverage, max_attempts
        Limits of crops: smallest visible fraction of each object, ratio of width to height, area relative to the
        image, visible fraction below which objects are removed, and number of attempts. Ratios and areas also limit
        the canvas.
    pad_val : tuple of float
        Colour of the canvas.

    Returns
    -------
    list of DetAugmenter

    Examples
    --------
    >>> [type(augment).__name__ for augment in mx.image.CreateDetAugmenter((3, 4, 4))]
    ['DetBorrowAug', 'DetBorrowAug']
    """
    chosen: list[DetAugmenter] = []
    if resize > 0:
        chosen.append(DetBorrowAug(ResizeAug(resize, inter_method)))
    if rand_crop > 0:
        chosen.append(CreateMultiRandCropAugmenter(min_object_covered, aspect_ratio_range, area_range,
                                                   min_eject_coverage, max_attempts, skip_prob=1 - rand_crop))
    if rand_mirror:
        chosen.append(DetHorizontalFlipAug(0.5))
    # Padding comes late, because it enlarges images.
    if rand_pad > 0:
        canvas = DetRandomPadAug(aspect_ratio_range, (1.0, area_range[1]), max_attempts, pad_val)
        chosen.append(DetRandomSelectAug([canvas], 1 - rand_pad))
    borrowed: list[Augmenter] = [ForceResizeAug((data_shape[2], data_shape[1]), inter_method), CastAug()]
    borrowed += colour_augmenters(brightness, contrast, saturation, hue, pca_noise, rand_gray)
    mean = channel_values("mean", mean, np.array(IMAGENET_MEAN), (np.ndarray,))
    std = channel_values("std", std, np.array(IMAGENET_STD), (np.ndarray,))
    if mean is not None or std is not None:
        borrowed.append(ColorNormalizeAug(mean, std))
    return chosen + [DetBorrowAug(augmenter) for augmenter in borrowed]
