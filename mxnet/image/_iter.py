"""Iterator over image files or image records."""

from __future__ import annotations

import logging
import os
import random
from typing import Any

from .. import ndarray as nd
from .. import recordio
from .._runtime.tracebacks import concise_module
from ..io import DataBatch, DataIter
from ..ndarray.ndarray import NDArray
from ._create import CreateAugmenter
from ._lists import listed_in_file, listed_in_memory
from ._pixels import imdecode

_LABEL_TYPES = ("int32", "float32", "int64", "float64")
_LAST_BATCHES = ("pad", "discard", "roll_over")


class ImageIter(DataIter):
    """Iterate over batches of augmented images from a record file, from image files or from both.

    Parameters
    ----------
    batch_size : int
        Number of images in a batch.
    data_shape : tuple of int
        Number of channels (3), height and width.
    label_width : int
        Number of labels per image.
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
    aug_list : list of Augmenter, optional
        Augmenters for each image. The default is :func:`CreateAugmenter` with the remaining arguments.
    imglist : list, optional
        Lists of one or more labels and a file name.
    data_name, label_name : str
        Names of the arrays.
    dtype : {'float32', 'int32', 'int64', 'float64'}
        Dtype of the labels of lists.
    last_batch_handle : {'pad', 'discard', 'roll_over'}
        An incomplete last batch is padded with the first images, dropped, or kept for the next epoch.
    **kwargs
        Arguments for :func:`CreateAugmenter`.

    Examples
    --------
    >>> import cv2, numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> cv2.imwrite(os.path.join(folder.name, 'one.png'), numpy.zeros((8, 8, 3), 'uint8'))
    True
    >>> images = mx.image.ImageIter(1, (3, 4, 4), imglist=[[0, 'one.png']], path_root=folder.name, rand_crop=True)
    >>> images.next().data[0].shape
    (1, 3, 4, 4)
    >>> folder.cleanup()
    """

    def __init__(self, batch_size: int, data_shape: tuple[int, ...], label_width: int = 1,
                 path_imgrec: str | None = None, path_imglist: str | None = None, path_root: str | None = None,
                 path_imgidx: str | None = None, shuffle: bool = False, part_index: int = 0, num_parts: int = 1,
                 aug_list: list[Any] | None = None, imglist: list[Any] | None = None, data_name: str = "data",
                 label_name: str = "softmax_label", dtype: str = "float32", last_batch_handle: str = "pad",
                 **kwargs: Any) -> None:
        super().__init__()
        if not (path_imgrec or path_imglist or isinstance(imglist, list)):
            raise AssertionError(f"{type(self).__name__} needs path_imgrec, path_imglist or a list imglist")
        if dtype not in _LABEL_TYPES:
            raise AssertionError(f"{dtype} label not supported, dtype must be one of {_LABEL_TYPES}")
        if last_batch_handle not in _LAST_BATCHES:
            raise ValueError(f"last_batch_handle must be one of {_LAST_BATCHES}, received {last_batch_handle!r}")
        self.check_data_shape(data_shape)
        self.batch_size, self.data_shape, self.label_width = batch_size, tuple(data_shape), label_width
        self.shuffle, self.last_batch_handle, self.path_root = shuffle, last_batch_handle, path_root
        self.provide_data = [(data_name, (batch_size, *self.data_shape))]
        self.provide_label: list[tuple[str, tuple[int, ...]]] = [
            (label_name, (batch_size, label_width) if label_width > 1 else (batch_size,))]
        self._open(path_imgrec, path_imgidx, path_imglist, imglist, dtype)
        self.seq = self._sequence(part_index, num_parts)
        self.num_image: Any = len(self.seq) if self.seq is not None else None
        self.auglist: list[Any] = CreateAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.cur = 0
        self._allow_read = True
        self._forget_rest()
        self.reset()

    def _open(self, path_imgrec: Any, path_imgidx: Any, path_imglist: Any, imglist: Any, dtype: str) -> None:
        title = type(self).__name__
        self.imgrec: Any = None
        self.imgidx: list[Any] | None = None
        if path_imgrec and path_imgidx:
            self.imgrec = recordio.MXIndexedRecordIO(path_imgidx, path_imgrec, "r")
            self.imgidx = list(self.imgrec.keys)
        elif path_imgrec:
            self.imgrec = recordio.MXRecordIO(path_imgrec, "r")
        self.imglist: Any = None
        if path_imglist:
            logging.info("%s: loading image list %s...", title, path_imglist)
            self.imglist = listed_in_file(path_imglist, dtype)
        elif isinstance(imglist, list):
            self.imglist = listed_in_memory(imglist, dtype)

    def _sequence(self, part: int, parts: int) -> list[Any] | None:
        """Return the keys of the images in order, or None for records that are read sequentially."""
        keys = self.imgidx if self.imgrec is not None else list(self.imglist or ())
        if keys is None and (self.shuffle or parts > 1):
            raise AssertionError(f"{type(self).__name__} needs path_imgidx for shuffling or for a part of the records")
        if keys is None or parts <= 1:
            return keys
        if not 0 <= part < parts:
            raise AssertionError(f"part_index must be at least 0 and less than num_parts={parts}, received {part}")
        size = len(keys) // parts
        return keys[part * size:(part + 1) * size]

    def _forget_rest(self) -> None:
        self._cache_data: Any = None
        self._cache_label: Any = None
        self._cache_idx: Any = None

    def reset(self) -> None:
        """Start the next epoch, after the images that 'roll_over' has kept from an incomplete last batch."""
        self._shuffle()
        if self.last_batch_handle != "roll_over" or self._cache_data is None:
            self._rewind()

    def hard_reset(self) -> None:
        """Start over and drop kept images."""
        self._shuffle()
        self._rewind()
        self._forget_rest()

    def _shuffle(self) -> None:
        if self.shuffle and self.seq is not None:
            random.shuffle(self.seq)

    def _rewind(self) -> None:
        if self.imgrec is not None:
            self.imgrec.reset()
        self.cur, self._allow_read = 0, True

    def next_sample(self) -> tuple[Any, Any]:
        """Return the label and the encoded content of the next image.

        Returns
        -------
        label : float, numpy.ndarray or NDArray
            Label of the image.
        content : bytes
            Encoded image.

        Raises
        ------
        StopIteration
            At the end of the epoch.
        """
        if not self._allow_read:
            raise StopIteration
        if self.seq is None:
            return self._next_record()
        if self.cur >= self.num_image:
            if self.last_batch_handle != "discard":
                self.cur = 0
            raise StopIteration
        key = self.seq[self.cur]
        self.cur += 1
        if self.imgrec is None:
            label, name = self.imglist[key]
            return label, self.read_image(name)
        header, content = recordio.unpack(self.imgrec.read_idx(key))
        return (header.label if self.imglist is None else self.imglist[key][0]), content

    def _next_record(self) -> tuple[Any, bytes]:
        record = self.imgrec.read()
        if record is None:
            if self.last_batch_handle != "discard":
                self.imgrec.reset()
                self.cur = 0
            raise StopIteration
        self.cur += 1
        header, content = recordio.unpack(record)
        return header.label, content

    def next(self) -> DataBatch:
        """Return the next batch.

        Returns
        -------
        DataBatch
            The batch. Its ``pad`` is the number of images that do not belong to the epoch.
        """
        if self._cache_data is None:
            data, label = self._new_batch()
            count = self._batchify(data, label)
        else:
            data, label, count = self._cache_data, self._cache_label, self._cache_idx
        pad = self.batch_size - count
        if pad:
            self._complete(data, label, count)
        return DataBatch([data], [label], pad=pad)

    def _new_batch(self) -> tuple[Any, Any]:
        return nd.zeros((self.batch_size, *self.data_shape)), nd.empty(self.provide_label[0][1])

    def _complete(self, data: Any, label: Any, count: int) -> None:
        """Complete a partial batch, or end the epoch."""
        if self.last_batch_handle == "discard":
            raise StopIteration
        if self.last_batch_handle == "roll_over" and self._cache_data is None:
            self._cache_data, self._cache_label, self._cache_idx = data, label, count
            raise StopIteration
        self._batchify(data, label, count)
        if self.last_batch_handle == "pad":
            self._allow_read = False
        else:
            self._forget_rest()

    def _batchify(self, batch_data: Any, batch_label: Any, start: int = 0) -> int:
        """Fill a batch from position ``start``, and return the end position."""
        place = start
        try:
            while place < self.batch_size:
                label, content = self.next_sample()
                sample = self._sample(self.imdecode(content), label)
                if sample is not None:
                    self._store(batch_data, batch_label, place, *sample)
                    place += 1
        except StopIteration:
            if not place:
                raise
        return place

    def _sample(self, data: Any, label: Any) -> tuple[Any, Any] | None:
        """Return the augmented image and its label, or None to skip it."""
        try:
            self.check_valid_image(data)
        except RuntimeError as error:
            logging.debug("Invalid image, skipping:  %s", error)
            return None
        return self.augmentation_transform(data), label

    def _store(self, batch_data: Any, batch_label: Any, place: int, data: Any, label: Any) -> None:
        batch_data[place] = self.postprocess_data(data)
        batch_label[place] = label

    def check_data_shape(self, data_shape: tuple[int, ...]) -> None:
        """Raise ValueError unless the shape is 3 channels, height and width.

        Parameters
        ----------
        data_shape : tuple of int
            The shape to check.
        """
        if len(data_shape) != 3:
            raise ValueError(f"data_shape must be (channels, height, width), received {data_shape}")
        if data_shape[0] != 3:
            raise ValueError(f"images must have 3 channels, received data_shape={data_shape}")

    def check_valid_image(self, data: Any) -> None:
        """Raise RuntimeError if an image has no pixels.

        Parameters
        ----------
        data : NDArray or list of NDArray
            A decoded image, or a list that starts with one.
        """
        if len(data[0].shape) == 0:
            raise RuntimeError("Data shape is wrong")

    def imdecode(self, s: Any) -> NDArray:
        """Decode an image. An error contains the position of the image.

        Parameters
        ----------
        s : bytes
            Encoded image.

        Returns
        -------
        NDArray
            Image of shape (height, width, channels).
        """
        try:
            return imdecode(s)
        except Exception as error:
            raise RuntimeError(f"Broken image {self._place()}, {error}") from error

    def _place(self) -> str:
        """Return the position of the last image, for messages."""
        if self.seq is None:
            return f"index: {self.cur - 1}"
        key = self.seq[self.cur - 1]
        return f"index: {key}" if self.imglist is None else f"filename: {self.imglist[key][1]}"

    def read_image(self, fname: str) -> bytes:
        """Read an image file.

        Parameters
        ----------
        fname : str
            Path relative to `path_root`.

        Returns
        -------
        bytes
            Content of the file.
        """
        with open(os.path.join(self.path_root or "", fname), "rb") as file:
            return file.read()

    def augmentation_transform(self, data: Any) -> Any:
        """Apply all augmenters to an image.

        Parameters
        ----------
        data : NDArray
            Image of shape (height, width, channels).

        Returns
        -------
        NDArray
            The changed image.
        """
        for augmenter in self.auglist:
            data = augmenter(data)
        return data

    def postprocess_data(self, datum: NDArray) -> NDArray:
        """Transpose (height, width, channels) to (channels, height, width).

        Parameters
        ----------
        datum : NDArray
            Image of shape (height, width, channels).

        Returns
        -------
        NDArray
            Image of shape (channels, height, width).
        """
        return nd.transpose(datum, axes=(2, 0, 1))


concise_module(__name__)
