"""Augmenters: callables that change an image randomly and can describe themselves."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from ._crops import (
    _get_interp_method,
    _with_min_area,
    center_crop,
    random_crop,
    random_size_crop,
    resize_short,
)
from ._pixels import imresize


def plain_values(arguments: dict[str, Any]) -> dict[str, Any]:
    """Convert array arguments to lists, which JSON supports."""
    def plain(value: Any) -> Any:
        value = value.asnumpy() if isinstance(value, nd.NDArray) else value
        return value.tolist() if isinstance(value, np.ndarray) else value

    return {name: plain(value) for name, value in arguments.items()}


class Described:
    """An augmenter that can describe itself."""

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = plain_values(kwargs)

    def dumps(self) -> Any:
        """Return the name and arguments as JSON.

        Returns
        -------
        str
            JSON text. Augmenters that contain others return a list instead.
        """
        return json.dumps([type(self).__name__.lower(), self._kwargs])


class Augmenter(Described):
    """Base class: subclasses have ``__call__(self, src)``, which returns the changed image.

    Parameters
    ----------
    **kwargs
        Arguments of the augmenter, for :meth:`dumps`.

    Examples
    --------
    >>> class Invert(mx.image.Augmenter):
    ...     def __call__(self, src):
    ...         return 255 - src
    >>> Invert()(mx.nd.array([0, 255])).asnumpy()
    array([255.,   0.], dtype=float32)
    """

    def __call__(self, src: NDArray) -> Any:
        """Return the changed image. Subclasses override it.

        Parameters
        ----------
        src : NDArray
            Image of shape (height, width, channels).

        Returns
        -------
        NDArray
            The changed image.
        """
        raise NotImplementedError(f"{type(self).__name__} must override __call__")


class _Several(Augmenter):
    """Base class of augmenters that combine others."""

    def __init__(self, ts: list[Augmenter]) -> None:
        super().__init__()
        self.ts = ts

    def dumps(self) -> Any:
        """Return the name and the descriptions of the parts.

        Returns
        -------
        list
            The name in lower case, and a list of the parts' descriptions.
        """
        return [type(self).__name__.lower(), [part.dumps() for part in self.ts]]

    def __call__(self, src: NDArray) -> Any:
        for augmenter in self.ts:
            src = augmenter(src)
        return src


class SequentialAug(_Several):
    """Apply several augmenters in sequence.

    Parameters
    ----------
    ts : list of Augmenter
        The augmenters.

    Examples
    --------
    >>> mx.image.SequentialAug([mx.image.CastAug(), mx.image.ResizeAug(2)])(mx.nd.ones((4, 6, 3))).shape
    (2, 3, 3)
    """


class RandomOrderAug(_Several):
    """Apply several augmenters in an order that changes for each image.

    Parameters
    ----------
    ts : list of Augmenter
        The augmenters.

    Examples
    --------
    >>> mx.image.RandomOrderAug([mx.image.CastAug()])(mx.nd.ones((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __call__(self, src: NDArray) -> Any:
        random.shuffle(self.ts)
        return super().__call__(src)


class _Sized(Augmenter):
    """Base class of augmenters with a size and an interpolation method."""

    def __init__(self, size: Any, interp: int = 2) -> None:
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp


class ResizeAug(_Sized):
    """Resize images so that the shorter edge has a given length.

    Parameters
    ----------
    size : int
        New length of the shorter edge.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Examples
    --------
    >>> mx.image.ResizeAug(2)(mx.nd.ones((4, 6, 3))).shape
    (2, 3, 3)
    """

    def __call__(self, src: NDArray) -> Any:
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(_Sized):
    """Resize images to a fixed size, ignoring the aspect ratio.

    Parameters
    ----------
    size : tuple of int
        Width and height.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Examples
    --------
    >>> mx.image.ForceResizeAug((3, 2))(mx.nd.ones((4, 6, 3))).shape
    (2, 3, 3)
    """

    def __call__(self, src: NDArray) -> Any:
        width, height = self.size
        method = _get_interp_method(self.interp, (*src.shape[:2], height, width))
        return imresize(src, width, height, interp=method)


class RandomCropAug(_Sized):
    """Crop images at a random position, see :func:`random_crop`.

    Parameters
    ----------
    size : tuple of int
        Width and height.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Examples
    --------
    >>> mx.image.RandomCropAug((2, 3))(mx.nd.ones((4, 6, 3))).shape
    (3, 2, 3)
    """

    def __call__(self, src: NDArray) -> Any:
        return random_crop(src, self.size, self.interp)[0]


class CenterCropAug(_Sized):
    """Crop images at the center, see :func:`center_crop`.

    Parameters
    ----------
    size : tuple of int
        Width and height.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Examples
    --------
    >>> mx.image.CenterCropAug((2, 3))(mx.nd.ones((4, 6, 3))).shape
    (3, 2, 3)
    """

    def __call__(self, src: NDArray) -> Any:
        return center_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """Crop images with random size, aspect ratio and position, see :func:`random_size_crop`.

    Parameters
    ----------
    size : tuple of int
        Width and height of the result.
    area : float or tuple of float
        Minimum, or minimum and maximum, of the area relative to the image.
    ratio : tuple of float
        Minimum and maximum of the ratio of width to height.
    interp : int
        OpenCV's interpolation: 0 nearest, 1 bilinear, 2 bicubic, 3 area, 4 Lanczos, 9 by the sizes, 10 random.

    Examples
    --------
    >>> mx.image.RandomSizedCropAug((2, 3), (0.5, 1.0), (0.9, 1.1))(mx.nd.ones((8, 8, 3))).shape
    (3, 2, 3)
    """

    def __init__(self, size: Any, area: Any, ratio: tuple[float, float], interp: int = 2, **kwargs: Any) -> None:
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.area = _with_min_area("RandomSizedCropAug", area, kwargs)
        self.size, self.ratio, self.interp = size, ratio, interp

    def __call__(self, src: NDArray) -> Any:
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class HorizontalFlipAug(Augmenter):
    """Flip images horizontally at random.

    Parameters
    ----------
    p : float
        Probability of a flip.

    Examples
    --------
    >>> mx.image.HorizontalFlipAug(p=1)(mx.nd.array([[[1], [2]]])).asnumpy().ravel()
    array([2., 1.], dtype=float32)
    """

    def __init__(self, p: float) -> None:
        super().__init__(p=p)
        self.p = p

    def __call__(self, src: NDArray) -> Any:
        return nd.flip(src, axis=1) if random.random() < self.p else src


class CastAug(Augmenter):
    """Cast images to another dtype.

    Parameters
    ----------
    typ : str
        The new dtype.

    Examples
    --------
    >>> mx.image.CastAug()(mx.nd.array([1], dtype='uint8')).dtype
    <class 'numpy.float32'>
    """

    def __init__(self, typ: str = "float32") -> None:
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src: NDArray) -> Any:
        return src.astype(self.typ)


concise_module(__name__)
