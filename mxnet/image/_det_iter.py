"""Iterator over images with objects in boxes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import numpy as np

from mxnet_records.pixels import opencv

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module
from ._colours import IMAGENET_MEAN, IMAGENET_STD, channel_values
from ._det_create import CreateDetAugmenter
from ._det_draw import draw_boxes, shown
from ._iter import ImageIter

_LEAST_RAW = 7


class ImageDetIter(ImageIter):
    """Batches of augmented images with objects in boxes.

    The raw label of an image is ``header width, object width, more header ..., objects ...``; an object is class,
    left, top, right, bottom and more, with coordinates as shares of the image's size. The label of a batch is
    images x objects x object width, filled up with -1.

    Parameters
    ----------
    batch_size, data_shape, path_imgrec, path_imglist, path_root, path_imgidx, shuffle, part_index, num_parts
        As in :class:`ImageIter`.
    aug_list : list of DetAugmenter, optional
        What is done with each image; by default :func:`CreateDetAugmenter` with the remaining arguments.
    imglist, data_name, label_name, last_batch_handle
        As in :class:`ImageIter`.
    **kwargs
        Arguments of :func:`CreateDetAugmenter`.
    """

    def __init__(self, batch_size: int, data_shape: tuple[int, ...], path_imgrec: str | None = None,
                 path_imglist: str | None = None, path_root: str | None = None, path_imgidx: str | None = None,
                 shuffle: bool = False, part_index: int = 0, num_parts: int = 1, aug_list: list[Any] | None = None,
                 imglist: list[Any] | None = None, data_name: str = "data", label_name: str = "label",
                 last_batch_handle: str = "pad", **kwargs: Any) -> None:
        super().__init__(batch_size=batch_size, data_shape=data_shape, path_imgrec=path_imgrec,
                         path_imglist=path_imglist, path_root=path_root, path_imgidx=path_imgidx, shuffle=shuffle,
                         part_index=part_index, num_parts=num_parts, aug_list=[], imglist=imglist,
                         data_name=data_name, label_name=label_name, last_batch_handle=last_batch_handle)
        self.auglist = CreateDetAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.label_shape: tuple[int, ...] = self._estimate_label_shape()
        self.provide_label = [(label_name, (self.batch_size, *self.label_shape))]

    def _estimate_label_shape(self) -> tuple[int, int]:
        """Most objects of an image, and their width."""
        self.reset()
        most, width = 0, 0
        try:
            while True:
                objects = self._parse_label(self.next_sample()[0])
                most, width = max(most, objects.shape[0]), objects.shape[1]
        except StopIteration:
            self.reset()
        return most, width

    def _parse_label(self, label: Any) -> np.ndarray:
        """The objects of a raw label, without boxes that have no extent."""
        raw = np.ravel(label.asnumpy() if isinstance(label, nd.NDArray) else label)
        if raw.size < _LEAST_RAW:
            raise RuntimeError(f"a label needs at least {_LEAST_RAW} numbers, received {raw.size}")
        head, width = int(raw[0]), int(raw[1])
        if width < 5 or (raw.size - head) % width:
            raise RuntimeError(f"a label of {raw.shape} numbers cannot be split into objects of width {width}")
        objects = raw[head:].reshape(-1, width)
        objects = objects[(objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])]
        if not len(objects):
            raise RuntimeError("a sample has no object of positive size in its label")
        return objects

    @staticmethod
    def _check_valid_label(label: np.ndarray) -> None:
        if label.ndim != 2 or label.shape[1] < 5:
            raise RuntimeError(f"a label needs rows of 5 numbers or more, received {label}")
        if not ((label[:, 0] >= 0) & (label[:, 3] > label[:, 1]) & (label[:, 4] > label[:, 2])).any():
            raise RuntimeError("Invalid label occurs.")

    def reshape(self, data_shape: tuple[int, ...] | None = None, label_shape: tuple[int, ...] | None = None) -> None:
        """Change what batches look like.

        Parameters
        ----------
        data_shape : tuple of int, optional
            New channels, height and width.
        label_shape : tuple of int, optional
            New number of objects, not smaller than before, and their width.
        """
        if data_shape is not None:
            self.check_data_shape(data_shape)
            self.data_shape = tuple(data_shape)
            self.provide_data = [(self.provide_data[0][0], (self.batch_size, *self.data_shape))]
        if label_shape is not None:
            self.check_label_shape(label_shape)
            self.label_shape = tuple(label_shape)
            self.provide_label = [(self.provide_label[0][0], (self.batch_size, *self.label_shape))]

    def check_label_shape(self, label_shape: tuple[int, ...]) -> None:
        """Raise ValueError unless labels of this shape hold those of all images."""
        if len(label_shape) != 2:
            raise ValueError(f"label_shape should have length 2, received {label_shape}")
        count, width = self.label_shape
        if label_shape[0] < count:
            raise ValueError(f"label_shape has room for {label_shape[0]} objects, but there are images with {count}")
        if label_shape[1] != width:
            raise ValueError(f"objects have width {width}, so label_shape cannot have {label_shape[1]}")

    def _new_batch(self) -> tuple[Any, Any]:
        data, _ = super()._new_batch()
        return data, nd.full(self.provide_label[0][1], -1.0)

    def _sample(self, data: Any, label: Any) -> tuple[Any, Any] | None:
        try:
            self.check_valid_image([data])
            data, label = self.augmentation_transform(data, self._parse_label(label))
            self._check_valid_label(label)
        except RuntimeError as error:
            logging.debug("Invalid image, skipping:  %s", error)
            return None
        return data, label

    def _store(self, batch_data: Any, batch_label: Any, place: int, data: Any, label: Any) -> None:
        batch_data[place] = self.postprocess_data(data)
        batch_label[place, :len(label)] = label
        batch_label[place, len(label):] = -1

    def augmentation_transform(self, data: Any, label: Any) -> tuple[Any, Any]:  # type: ignore[override]
        """Apply all augmenters to an image and its label."""
        for augmenter in self.auglist:
            data, label = augmenter(data, label)
        return data, label

    def draw_next(self, color: Any = None, thickness: int = 2, mean: Any = None, std: Any = None, clip: bool = True,
                  waitKey: int | None = None, window_name: str = "draw_next", id2labels: Any = None) -> Iterator[Any]:
        """Yield augmented images with their boxes drawn, to look at.

        Parameters
        ----------
        color : tuple of float, optional
            Red, green and blue of the boxes; random by default.
        thickness : int
            Of the edges of boxes.
        mean, std : numpy.ndarray or True, optional
            Undo normalization by these; True means those of ImageNet.
        clip : bool
            Limit values to 0 to 255.
        waitKey : int, optional
            Show each image in a window for so many milliseconds.
        window_name : str
            Title of the window.
        id2labels : dict, optional
            Names of classes to write into the boxes.

        Yields
        ------
        numpy.ndarray
            Height x width x (blue, green, red) of uint8.
        """
        mean = channel_values("mean", mean, np.array(IMAGENET_MEAN), (np.ndarray,))
        std = channel_values("std", std, np.array(IMAGENET_STD), (np.ndarray,))
        while True:
            try:
                label, content = self.next_sample()
            except StopIteration:
                return
            data = self.imdecode(content)
            try:
                self.check_valid_image([data])
                label = self._parse_label(label)
            except RuntimeError as error:
                logging.debug("Invalid image, skipping:  %s", error)
                continue
            data, label = self.augmentation_transform(data, label)
            image = shown(data.asnumpy(), mean, std, clip)
            draw_boxes(image, label, color, thickness, id2labels)
            if waitKey is not None:
                opencv().imshow(window_name, image)
                opencv().waitKey(waitKey)
            yield image

    def sync_label_shape(self, it: Any, verbose: bool = False) -> Any:
        """Give this and another iterator labels of one shape, the larger one.

        Parameters
        ----------
        it : ImageDetIter
            The other one.
        verbose : bool
            Log a change.

        Returns
        -------
        ImageDetIter
            The other one.
        """
        if not isinstance(it, ImageDetIter):
            raise AssertionError(f"sync_label_shape needs an ImageDetIter, received {type(it).__name__}")
        (count, width), (other_count, other_width) = self.label_shape, it.label_shape
        if width != other_width:
            raise AssertionError(f"object width mismatch: {width} and {other_width}")
        most = max(count, other_count)
        if most > count:
            self.reshape(None, (most, width))
        if most > other_count:
            it.reshape(None, (most, width))
        if verbose and count != other_count:
            logging.info("Resized label_shape to (%d, %d).", most, width)
        return it


concise_module(__name__)
