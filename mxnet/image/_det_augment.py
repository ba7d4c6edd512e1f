"""Augmenters of images with bounding boxes. They change an image and its label together.

A label is a NumPy array with one row per object: class, left, top, right, bottom and more values. Coordinates are
relative to the width and height of the image.
"""

from __future__ import annotations

import logging
import random
import warnings
from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module, user_level
from ..base import numeric_types
from ..io._image_boxes import flip_boxes
from ..ndarray.ndarray import NDArray
from ._augment import Augmenter, Described
from ._crops import fixed_crop
from ._pixels import copyMakeBorder

Box = tuple[int, int, int, int]
# Coordinate columns of a label.
_X, _Y = (1, 3), (2, 4)
# Constant border of the image itself, even if it is a view of a larger one.
_ISOLATED = 16


class DetAugmenter(Described):
    """Base class of augmenters. Subclasses define ``__call__(self, src, label)``, which returns both.

    Parameters
    ----------
    **kwargs
        Arguments of the augmenter, for :meth:`dumps`.

    Examples
    --------
    >>> class Same(mx.image.DetAugmenter):
    ...     def __call__(self, src, label):
    ...         return src, label
    >>> Same()(mx.nd.ones((4, 4, 3)), None)[0].shape
    (4, 4, 3)
    """

    def __call__(self, src: NDArray, label: Any) -> tuple[NDArray, Any]:
        """Return the changed image and its label. Subclasses override it.

        Parameters
        ----------
        src : NDArray
            Image of shape (height, width, channels).
        label : numpy.ndarray
            One row per object: class, left, top, right, bottom and more values. Coordinates are relative to the size.

        Returns
        -------
        src : NDArray
            The changed image.
        label : numpy.ndarray
            The label of the changed image.
        """
        raise NotImplementedError(f"{type(self).__name__} must override __call__")


class DetBorrowAug(DetAugmenter):
    """Wrap an augmenter that does not change positions in the image.

    Parameters
    ----------
    augmenter : Augmenter
        The augmenter to wrap.

    Examples
    --------
    >>> augment = mx.image.DetBorrowAug(mx.image.CastAug())
    >>> image, label = augment(mx.nd.ones((4, 4, 3)), mx.nd.array([[0, 0.1, 0.1, 0.5, 0.5]]).asnumpy())
    >>> image.shape
    (4, 4, 3)
    """

    def __init__(self, augmenter: Augmenter) -> None:
        if not isinstance(augmenter, Augmenter):
            raise TypeError(f"DetBorrowAug needs an Augmenter, received {type(augmenter).__name__}")
        super().__init__(augmenter=augmenter.dumps())
        self.augmenter = augmenter

    def dumps(self) -> Any:
        """Return the name and the description of the augmenter.

        Returns
        -------
        list
            The name in lower case, and the description of the augmenter.
        """
        return [type(self).__name__.lower(), self.augmenter.dumps()]

    def __call__(self, src: NDArray, label: Any) -> tuple[NDArray, Any]:
        return self.augmenter(src), label


class DetRandomSelectAug(DetAugmenter):
    """Apply one of several augmenters, or none.

    Parameters
    ----------
    aug_list : list of DetAugmenter
        The augmenters to choose from.
    skip_prob : float
        Probability of applying none.

    Examples
    --------
    >>> import numpy
    >>> augment = mx.image.DetRandomSelectAug([mx.image.DetHorizontalFlipAug(p=1)], skip_prob=0.5)
    >>> image, label = augment(mx.nd.ones((4, 4, 3)), numpy.array([[0, 0.0, 0.0, 0.5, 0.5]]))
    >>> image.shape
    (4, 4, 3)
    """

    def __init__(self, aug_list: list[Any], skip_prob: float = 0) -> None:
        super().__init__(skip_prob=skip_prob)
        choice = aug_list if isinstance(aug_list, (list, tuple)) else [aug_list]
        for augmenter in choice:
            if not isinstance(augmenter, DetAugmenter):
                raise ValueError(f"aug_list must only contain DetAugmenters, received {type(augmenter).__name__}")
        self.aug_list = list(choice)
        self.skip_prob = skip_prob if choice else 1

    def dumps(self) -> Any:
        """Return the name and the descriptions of the augmenters.

        Returns
        -------
        list
            The name in lower case, and a list of the augmenters' descriptions.
        """
        return [type(self).__name__.lower(), [augmenter.dumps() for augmenter in self.aug_list]]

    def __call__(self, src: NDArray, label: Any) -> tuple[NDArray, Any]:
        if random.random() < self.skip_prob:
            return src, label
        random.shuffle(self.aug_list)
        return self.aug_list[0](src, label)


class DetHorizontalFlipAug(DetAugmenter):
    """Flip images horizontally at random.

    Parameters
    ----------
    p : float
        Probability of a flip.

    Examples
    --------
    >>> import numpy
    >>> augment = mx.image.DetHorizontalFlipAug(p=1)
    >>> image, label = augment(mx.nd.ones((4, 4, 3)), numpy.array([[0, 0.0, 0.0, 0.5, 0.5]]))
    >>> label
    array([[0. , 0.5, 0. , 1. , 0.5]])
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: NDArray, label: Any) -> tuple[NDArray, Any]:
        if random.random() < self.p:
            return nd.flip(src, axis=1), flip_boxes(label)
        return src, label


def _as_range(title: str, name: str, value: Any) -> Any:
    """Convert a number or a pair of numbers to a pair."""
    if isinstance(value, (tuple, list)):
        return value
    if not isinstance(value, numeric_types):
        raise AssertionError(f"{title}: {name} must be a number or a pair of numbers, received {value!r}")
    logging.info("Using fixed %s: %s in %s", name, value, title)
    return value, value


def _is_usable(title: str, ratios: Any, areas: Any, least_area: float) -> bool:
    """Return whether the ranges are valid, and warn if they are not."""
    if areas[1] <= least_area or areas[0] > areas[1]:
        warnings.warn(f"{title} has no effect with area_range={areas}", stacklevel=user_level())
        return False
    if ratios[0] <= 0 or ratios[0] > ratios[1]:
        warnings.warn(f"{title} has no effect with aspect_ratio_range={ratios}", stacklevel=user_level())
        return False
    return True


def _areas(boxes: np.ndarray) -> np.ndarray:
    return np.maximum(0, boxes[:, 2] - boxes[:, 0]) * np.maximum(0, boxes[:, 3] - boxes[:, 1])


def _shared_areas(boxes: np.ndarray, window: tuple[float, float, float, float]) -> np.ndarray:
    left, top, right, bottom = window
    wide = np.minimum(boxes[:, 2], right) - np.maximum(boxes[:, 0], left)
    tall = np.minimum(boxes[:, 3], bottom) - np.maximum(boxes[:, 1], top)
    return np.maximum(wide, 0) * np.maximum(tall, 0)


class DetRandomCropAug(DetAugmenter):
    """Crop a random part that shows enough of the objects.

    Parameters
    ----------
    min_object_covered : float
        Minimum visible fraction of each visible object.
    aspect_ratio_range : tuple of float
        Minimum and maximum of the ratio of width to height.
    area_range : tuple of float
        Minimum and maximum of the area relative to the image.
    min_eject_coverage : float
        Objects with a smaller visible fraction are removed from the label.
    max_attempts : int
        Maximum number of attempts. If all fail, the image is unchanged.

    Examples
    --------
    >>> import numpy
    >>> augment = mx.image.DetRandomCropAug(min_object_covered=0.5)
    >>> image, label = augment(mx.nd.ones((8, 8, 3)), numpy.array([[0, 0.2, 0.2, 0.8, 0.8]]))
    >>> label.shape
    (1, 5)
    """

    def __init__(self, min_object_covered: Any = 0.1, aspect_ratio_range: Any = (0.75, 1.33),
                 area_range: Any = (0.05, 1.0), min_eject_coverage: Any = 0.3, max_attempts: int = 50) -> None:
        title = type(self).__name__
        ratios = _as_range(title, "aspect_ratio_range", aspect_ratio_range)
        areas = _as_range(title, "area_range", area_range)
        super().__init__(min_object_covered=min_object_covered, aspect_ratio_range=ratios, area_range=areas,
                         min_eject_coverage=min_eject_coverage, max_attempts=max_attempts)
        self.min_object_covered, self.min_eject_coverage = min_object_covered, min_eject_coverage
        self.aspect_ratio_range, self.area_range = ratios, areas
        self.max_attempts = max_attempts
        self.enabled = _is_usable(title, ratios, areas, 0)

    def __call__(self, src: NDArray, label: Any) -> tuple[NDArray, Any]:
        height, width = src.shape[:2]
        for box in self._proposals(height, width):
            if self._shows_enough(label, box, height, width):
                kept = self._cropped_label(label, box, height, width)
                if kept is not None:
                    return fixed_crop(src, *box), kept
        return src, label

    def _proposals(self, height: int, width: int) -> Iterator[Box]:
        """Yield random crops (left, top, width, height) within the ranges."""
        if not self.enabled or height <= 0 or width <= 0:
            return
        least, most = (share * height * width for share in self.area_range)
        for _ in range(self.max_attempts):
            ratio = random.uniform(*self.aspect_ratio_range)
            size = self._random_size(ratio, least, most, height, width)
            if size is not None:
                top = random.randint(0, max(0, height - size[1]))
                left = random.randint(0, max(0, width - size[0]))
                yield left, top, *size

    @staticmethod
    def _random_size(ratio: float, least: float, most: float, height: int, width: int) -> tuple[int, int] | None:
        """Return a width and height of ratio `ratio` with an area between `least` and `most`, or None."""
        highest = round(sqrt(most / ratio))
        if round(highest * ratio) > width:
            highest = int((width + 0.4999999) / ratio)
        highest = min(highest, height)
        tall = min(round(sqrt(least / ratio)), highest)
        if tall < highest:
            tall = random.randint(tall, highest)
        # Rounding may miss the limits by one row.
        if round(tall * ratio) * tall < least:
            tall += 1
        if round(tall * ratio) * tall > most:
            tall -= 1
        wide = round(tall * ratio)
        fits = least <= wide * tall <= most and 0 <= wide <= width and 0 <= tall <= height
        return (wide, tall) if fits else None

    def _shows_enough(self, label: np.ndarray, box: Box, height: int, width: int) -> bool:
        left, top, wide, tall = box
        if wide * tall < 2:
            return False
        window = left / width, top / height, (left + wide) / width, (top + tall) / height
        areas = _areas(label[:, 1:])
        # Ignore objects of one or two pixels.
        real = areas * width * height > 2
        shares = _shared_areas(label[real, 1:], window) / areas[real]
        shares = shares[shares > 0]
        return bool(shares.size > 0 and shares.min() > self.min_object_covered)

    def _cropped_label(self, label: np.ndarray, box: Box, height: int, width: int) -> np.ndarray | None:
        """Return the label in the coordinates of a crop, without hardly visible objects, or None if it is empty."""
        left, top, wide, tall = box[0] / width, box[1] / height, box[2] / width, box[3] / height
        out = label.copy()
        for columns, start, size in ((_X, left, wide), (_Y, top, tall)):
            out[:, columns] = (out[:, columns] - start) / size
        out[:, 1:5] = np.clip(out[:, 1:5], 0, 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            coverage = _areas(out[:, 1:]) * wide * tall / _areas(label[:, 1:])
        valid = (out[:, 3] > out[:, 1]) & (out[:, 4] > out[:, 2]) & (coverage > self.min_eject_coverage)
        return out[valid] if valid.any() else None


class DetRandomPadAug(DetAugmenter):
    """Place images at a random position on a larger canvas.

    Parameters
    ----------
    aspect_ratio_range : tuple of float
        Minimum and maximum of the canvas's ratio of width to height.
    area_range : tuple of float
        Minimum and maximum of the canvas area relative to the image.
    max_attempts : int
        Maximum number of attempts. If all fail, the image is unchanged.
    pad_val : float or tuple of float
        Colour of the canvas.

    Examples
    --------
    >>> import numpy
    >>> augment = mx.image.DetRandomPadAug(pad_val=(0, 0, 0))
    >>> image, label = augment(mx.nd.ones((8, 8, 3)), numpy.array([[0, 0.2, 0.2, 0.8, 0.8]]))
    >>> label.shape
    (1, 5)
    """

    def __init__(self, aspect_ratio_range: Any = (0.75, 1.33), area_range: Any = (1.0, 3.0), max_attempts: int = 50,
                 pad_val: tuple[int, ...] = (128, 128, 128)) -> None:
        title = type(self).__name__
        if not isinstance(pad_val, (list, tuple, *numeric_types)):
            raise AssertionError(f"{title}: pad_val must be a number or a tuple of numbers, received {pad_val!r}")
        ratios = _as_range(title, "aspect_ratio_range", aspect_ratio_range)
        areas = _as_range(title, "area_range", area_range)
        super().__init__(aspect_ratio_range=ratios, area_range=areas, max_attempts=max_attempts, pad_val=pad_val)
        self.pad_val = pad_val
        self.aspect_ratio_range, self.area_range = ratios, areas
        self.max_attempts = max_attempts
        self.enabled = _is_usable(title, ratios, areas, 1.0)

    def __call__(self, src: NDArray, label: Any) -> tuple[NDArray, Any]:
        height, width, channels = src.shape
        canvas = self._random_canvas(height, width)
        if canvas is None:
            return src, label
        left, top, wide, tall = canvas
        colour = self.pad_val if isinstance(self.pad_val, (list, tuple)) else [self.pad_val] * channels
        margins = top, tall - top - height, left, wide - left - width
        return copyMakeBorder(src, *margins, _ISOLATED, values=colour), self._move(label, canvas, height, width)

    def _random_canvas(self, height: int, width: int) -> Box | None:
        """Return the left and top of the image on a canvas, and the width and height of the canvas."""
        if not self.enabled or height <= 0 or width <= 0:
            return None
        least, most = (share * height * width for share in self.area_range)
        for _ in range(self.max_attempts):
            ratio = random.uniform(*self.aspect_ratio_range)
            highest, tall = round(sqrt(most / ratio)), round(sqrt(least / ratio))
            if round(tall * ratio) < width:
                tall = int((width + 0.499999) / ratio)
            tall = min(max(tall, height), highest)
            if tall < highest:
                tall = random.randint(tall, highest)
            wide = round(tall * ratio)
            # Skip margins of only one or two pixels.
            if tall - height >= 2 and wide - width >= 2:
                top = random.randint(0, tall - height)
                left = random.randint(0, wide - width)
                return left, top, wide, tall
        return None

    @staticmethod
    def _move(label: np.ndarray, canvas: Box, height: int, width: int) -> np.ndarray:
        left, top, wide, tall = canvas
        out = label.copy()
        for columns, old_size, start, size in ((_X, width, left, wide), (_Y, height, top, tall)):
            out[:, columns] = (out[:, columns] * old_size + start) / size
        return out


concise_module(__name__)
