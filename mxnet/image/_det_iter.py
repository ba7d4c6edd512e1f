"""Iterator over images with bounding boxes."""

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
    """Iterate over batches of augmented images with bounding boxes.

    The raw label of an image is ``header width, object width, more header ..., objects ...``. An object is class, left,
    top, right, bottom and more values. Coordinates are relative to the size of the image. The label of a batch has
    shape (images, objects, object width) and is padded with -1.

    Parameters
    ----------
    batch_size : int
        Number of images in a batch.
    data_shape : tuple of int
        Number of channels (3), height and width.
    path_imgrec : str, optional
        Path of the record file.
    path_imglist : str, optional
        File with tab-separated lines of key, labels and file name.
    path_root : str, optional
        Folder of the image files.
    path_imgidx : str, optional
        Index of the record file. Required for shuffling and parts.
    shuffle : bool
        Whether to shuffle the images in each epoch.
    part_index, num_parts : int
        Only use part ``part_index`` of ``num_parts``.
    aug_list : list of DetAugmenter, optional
        Augmenters for each image. The default is :func:`CreateDetAugmenter` with the remaining arguments.
    imglist : list, optional
        Lists of a raw label and a file name.
    data_name, label_name : str
        Names of the arrays.
    last_batch_handle : {'pad', 'discard', 'roll_over'}
        An incomplete last batch is padded with the first images, dropped, or kept for the next epoch.
    **kwargs
        Arguments for :func:`CreateDetAugmenter`.

    Examples
    --------
    >>> import cv2, numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> _ = cv2.imwrite(os.path.join(folder.name, 'one.png'), numpy.zeros((8, 8, 3), 'uint8'))
    >>> label = [2, 5, 1, 0.1, 0.2, 0.5, 0.6]
    >>> batches = mx.image.ImageDetIter(1, (3, 8, 8), path_root=folder.name, imglist=[[label, 'one.png']])
    >>> batch = batches.next()
    >>> batch.data[0].shape, batch.label[0].asnumpy().round(1)
    ((1, 3, 8, 8), array([[[1. , 0.1, 0.2, 0.5, 0.6]]], dtype=float32))
    >>> folder.cleanup()
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
        """Return the maximum number of objects per image, and their width."""
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
        """Return the objects of a raw label, without empty boxes."""
        raw = np.ravel(label.asnumpy() if isinstance(label, nd.NDArray) else label)
        if raw.size < _LEAST_RAW:
            raise RuntimeError(f"a label must have at least {_LEAST_RAW} numbers, received {raw.size}")
        head, width = int(raw[0]), int(raw[1])
        if width < 5 or (raw.size - head) % width:
            raise RuntimeError(f"a label of {raw.shape} numbers cannot be split into objects of width {width}")
        objects = raw[head:].reshape(-1, width)
        objects = objects[(objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])]
        if not len(objects):
            raise RuntimeError("the label of a sample has no object of positive size")
        return objects

    @staticmethod
    def _check_valid_label(label: np.ndarray) -> None:
        if label.ndim != 2 or label.shape[1] < 5:
            raise RuntimeError(f"a label must have rows of at least 5 numbers, received {label}")
        if not ((label[:, 0] >= 0) & (label[:, 3] > label[:, 1]) & (label[:, 4] > label[:, 2])).any():
            raise RuntimeError("Invalid label occurs.")

    def reshape(self, data_shape: tuple[int, ...] | None = None, label_shape: tuple[int, ...] | None = None) -> None:
        """Change the shapes of batches.

        Parameters
        ----------
        data_shape : tuple of int, optional
            New channels, height and width.
        label_shape : tuple of int, optional
            New number of objects, which must not decrease, and their width.
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
        """Raise ValueError if labels of this shape cannot hold those of all images.

        Parameters
        ----------
        label_shape : tuple of int
            Number of objects and their width.
        """
        if len(label_shape) != 2:
            raise ValueError(f"label_shape should have length 2, received {label_shape}")
        count, width = self.label_shape
        if label_shape[0] < count:
            raise ValueError(f"label_shape allows {label_shape[0]} objects, but some images have {count}")
        if label_shape[1] != width:
            raise ValueError(f"label_shape must end with the object width {width}, received {label_shape[1]}")

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
        """Apply all augmenters to an image and its label.

        Parameters
        ----------
        data : NDArray
            Image of shape (height, width, channels).
        label : numpy.ndarray
            One row per object.

        Returns
        -------
        data : NDArray
            The changed image.
        label : numpy.ndarray
            The label of the changed image.
        """
        for augmenter in self.auglist:
            data, label = augmenter(data, label)
        return data, label

    def draw_next(self, color: Any = None, thickness: int = 2, mean: Any = None, std: Any = None, clip: bool = True,
                  waitKey: int | None = None, window_name: str = "draw_next", id2labels: Any = None) -> Iterator[Any]:
        """Yield augmented images with their boxes, for inspection.

        Parameters
        ----------
        color : tuple of float, optional
            Colour of the boxes in RGB order. The default is random.
        thickness : int
            Line width of the boxes.
        mean, std : numpy.ndarray or True, optional
            Values of the normalization to undo. True selects the values of ImageNet.
        clip : bool
            Whether to clip values to the range from 0 to 255.
        waitKey : int, optional
            Show each image in a window for this number of milliseconds.
        window_name : str
            Title of the window.
        id2labels : dict, optional
            Class names to write into the boxes.

        Yields
        ------
        numpy.ndarray
            Image of dtype uint8 and shape (height, width, 3) in BGR order.
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
        """Set the label shapes of this and another iterator to the larger one.

        Parameters
        ----------
        it : ImageDetIter
            The other iterator.
        verbose : bool
            Whether to log a change.

        Returns
        -------
        ImageDetIter
            The other iterator.
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
