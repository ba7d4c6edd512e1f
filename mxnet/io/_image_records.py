"""Iterators over record files of images."""

from __future__ import annotations

import contextlib
import logging
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from mxnet_records.record_format import FIRST, HEAD_SIZE, decode_head, next_record, padded
from mxnet_records.remote import RemoteFile

from .. import ndarray, recordio
from .._runtime.tracebacks import concise_module
from ..base import MXNetError
from ..context import cpu, cpu_pinned
from ._arguments import Arguments
from ._base import MXDataIter, check_position
from ._image_augment import Augmenter, augmenters
from ._image_normalize import Normalizer
from ._image_order import SEED_SHIFT, RecordOrder
from ._image_parameters import CLASSIFICATION, warn_of_unknown
from ._standard_random import StandardRandom

# Functions of the root logger would configure logging and disable the program's basicConfig.
_LOG = logging.getLogger(__name__)

_DECODE_FLAGS = {1: 0, 3: 1, 4: -1}
_TYPES = ("float32", "uint8", "int8")


def record_positions(arguments: Arguments, path: str) -> np.ndarray:
    """Return the start positions of the records in this part of a file."""
    parts, part = arguments.integer("num_parts", 1), arguments.integer("part_index", 0)
    if not 0 <= part < parts:
        raise MXNetError(f"{arguments.iterator}: part_index={part} must be at least 0 and less than num_parts={parts}")
    index = arguments.text("path_imgidx", "")
    if index:
        reader = recordio.MXIndexedRecordIO(index, path, "r")
        positions = np.array(sorted(reader.idx.values()), dtype=np.int64)
        reader.close()
        size = -(-len(positions) // parts)
        return positions[part * size:(part + 1) * size]
    return _scan(path, part, parts)


def _scan(path: str, part: int, parts: int) -> np.ndarray:
    """Return the start positions of complete records and first parts in a part of the file. Only this part is read."""
    positions = []
    reader = recordio.MXRecordIO(path, "r")
    size = -(-reader._size // (4 * parts)) * 4
    begin, end = (min(place * size, reader._size) for place in (part, part + 1))
    position = next_record(reader.handle, begin, end) if begin else 0
    if isinstance(reader.handle, RemoteFile):
        reader.handle.limit = end
    while position < end:
        reader.handle.seek(position)
        try:
            flag, length = decode_head(reader.handle.read(HEAD_SIZE))
        except ValueError as error:
            raise reader._invalid(str(error), reader.handle.tell()) from None
        if flag <= FIRST:
            positions.append(position)
        position += HEAD_SIZE + padded(length)
    reader.close()
    return np.array(positions, dtype=np.int64)


def labels_of_list(path: str, width: int) -> dict[int, np.ndarray]:
    """Read labels by record number, from lines of a number, labels and a path."""
    labels = {}
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                fields = line.split()
                if fields:
                    labels[int(float(fields[0]))] = np.array(fields[1:width + 1], dtype=np.float32)
                    if len(labels[int(float(fields[0]))]) != width:
                        raise ValueError(f"expected {width} labels in {line!r}")
    except (OSError, ValueError, OverflowError) as error:
        raise MXNetError(f"Bad ImageList format: {path}: {error}") from error
    return labels


class Images:
    """Read, decode and augment single records.

    Parameters
    ----------
    arguments : Arguments
        Arguments of ``ImageRecordIter``.
    """

    def __init__(self, arguments: Arguments) -> None:
        self.iterator, self.path = arguments.iterator, arguments.text("path_imgrec", "")
        if not self.path:
            raise MXNetError(f"{self.iterator}: must specify path_imgrec")
        self.shape = arguments.shape("data_shape")
        if len(self.shape) != 3 or self.shape[0] not in _DECODE_FLAGS or 0 in self.shape:
            raise MXNetError(f"{self.iterator}: data_shape must be (channels, height, width) with 1, 3 or 4 channels, "
                             f"received {self.shape}")
        self.positions = record_positions(arguments, self.path)
        if not len(self.positions):
            raise MXNetError(f"{self.iterator}: this part of {self.path} contains no records")
        self.label_width = arguments.positive("label_width", 1)
        listed = arguments.text("path_imglist", "")
        self.labels = labels_of_list(listed, self.label_width) if listed else None
        self.augment = [Augmenter(arguments) for _ in augmenters(arguments)]
        self._reader = recordio.MXRecordIO(self.path, "r")

    def read(self, number: int) -> tuple[Any, bytes]:
        """Read the header and content of a record."""
        position = int(self.positions[number])
        if not 0 <= position < self._reader._size:
            raise MXNetError(f"{self.iterator}: {self.path} has no record at byte {position}")
        end = self._reader._size if number + 1 == len(self.positions) else int(self.positions[number + 1])
        return recordio.unpack(self._reader._record_at(position, end)[0])

    def label(self, header: Any) -> np.ndarray:
        """Return the label of a record."""
        if self.labels is not None:
            if header.id not in self.labels:
                raise MXNetError(f"{self.iterator}: fail to find imagelabel for id {header.id}")
            return self.labels[header.id]
        label = np.atleast_1d(np.asarray(header.label, dtype=np.float32))
        if header.flag == 0 and self.label_width != 1:
            raise MXNetError(f"{self.iterator}: label_width must be 1 unless an imglist is provided or the rec file is "
                             f"packed with multi dimensional label, received {self.label_width}")
        if len(label) != self.label_width:
            raise MXNetError(f"{self.iterator}: rec file provide {len(label)}-dimensional label but label_width is set "
                             f"to {self.label_width}")
        return label

    def decode(self, content: bytes) -> np.ndarray:
        """Decode an image with the requested number of channels."""
        image = recordio.decode_image(content, _DECODE_FLAGS[self.shape[0]])
        channels = 1 if image.ndim == 2 else image.shape[2]
        if channels != self.shape[0]:
            raise MXNetError(f"{self.iterator}: Expected {self.shape[0]} channels, got {channels}")
        return image

    @contextlib.contextmanager
    def record_named(self, number: int) -> Iterator[None]:
        """Add the position of the record to errors."""
        try:
            yield
        except (MXNetError, ValueError, recordio._opencv().error) as error:
            text = str(error).strip()
            where = f"{self.path}, record {number} at byte {self.positions[number]}"
            raise MXNetError(f"{self.iterator}: {where}: {text.removeprefix(f'{self.iterator}: ')}") from error

    def load(self, number: int, random: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return the pixels (height, width, channels) and the label of a record."""
        with self.record_named(number):
            return self._load(number, random)

    def _load(self, number: int, random: Any) -> tuple[np.ndarray, np.ndarray]:
        header, content = self.read(number)
        label, image = self.label(header), self.decode(content)
        for augment in self.augment:
            image = augment(image, random)
        if image.shape[:2] != self.shape[1:]:
            raise MXNetError(f"{self.iterator}: an image has {image.shape[:2]} pixels, but data_shape={self.shape}; "
                             "add an augmenter to aug_seq that resizes it")
        return image.reshape(*image.shape[:2], -1), label


class RecordSource:
    """Source of batches that threads prepare in advance, one batch per task.

    Parameters
    ----------
    arguments : Arguments
        Arguments of the iterator.
    positions : numpy.ndarray
        Start positions of the records.
    make : callable
        Function that creates the data and label arrays from record numbers, a random seed, and offsets to
        ``seed_aug``.
    """

    def __init__(self, arguments: Arguments, positions: np.ndarray,
                 make: Callable[[np.ndarray, int, np.ndarray], tuple[Any, Any]]) -> None:
        self.make, self.order = make, RecordOrder(arguments, positions)
        self.count, self.seed = self.order.count, self.order.seed
        self.batch_size = arguments.positive("batch_size")
        self.round_batch = arguments.flag("round_batch", True)
        self.ahead = max(1, arguments.integer("prefetch_buffer", 4))
        if self.round_batch and self.batch_size > 2 * self.count:
            raise MXNetError(f"{arguments.iterator}: number of input images must be bigger than the batch size: "
                             f"{self.count} and {self.batch_size}")
        threads = min(arguments.positive("preprocess_threads", 4), max(1, os.cpu_count() or 1))
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=arguments.iterator)
        self.pending: deque[tuple[Future[Any], np.ndarray, int]] = deque()
        self.iterator = arguments.iterator
        self.epoch = self.start_place = self.start = self.taken = 0
        self.plan = self._plan(0)
        self.data: Any = None
        self.label: Any = None
        self.index: np.ndarray | None = None
        self.pad = 0

    def __del__(self) -> None:
        threads = getattr(self, "threads", None)
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)

    def _plan(self, start: int) -> deque[tuple[np.ndarray, int, np.ndarray]]:
        """Return record numbers, padding and counters of each batch. The last one may extend into the next epoch."""
        order = self.order.of_epoch(self.epoch)
        counters = self.order.counters(self.epoch, self.start_place)
        plan: deque[tuple[np.ndarray, int, np.ndarray]] = deque()
        for first in range(start, self.count, self.batch_size):
            rows, counts = (part[first:first + self.batch_size] for part in (order, counters))
            pad = self.batch_size - len(rows)
            if pad and self.round_batch:
                rows = np.concatenate([rows, self.order.of_epoch(self.epoch + 1)[:pad]])
                counts = np.concatenate([counts, self.order.counters(self.epoch + 1, self.batch_size - pad)[:pad]])
            plan.append((rows, pad, counts))
        self.overflow = plan[-1][1] if plan and self.round_batch else 0
        return plan

    def before_first(self) -> None:
        """Start the next epoch, after the records that completed the last batch of the previous one."""
        finished = not self.plan and not self.pending
        for future, _, _ in self.pending:
            future.cancel()
        self.pending.clear()
        self.epoch += 1
        self.start, self.taken = self.overflow if finished else 0, 0
        self.start_place = self.batch_size - self.start if self.start else 0
        self.plan = self._plan(self.start)

    def get_state(self, unread: bool) -> dict[str, Any]:
        """Return the epoch, its first record, and the number of batches that were taken."""
        return {"epoch": self.epoch, "start": self.start, "taken": self.taken - unread, "count": self.count,
                "batch_size": self.batch_size}

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue after a position of `get_state`. Batches before it are not read."""
        check_position(self.iterator, state, count=self.count, batch_size=self.batch_size)
        for future, _, _ in self.pending:
            future.cancel()
        self.pending.clear()
        self.order.restart()
        self.epoch, self.start, self.taken = (int(state[name]) for name in ("epoch", "start", "taken"))
        self.start_place = self.batch_size - self.start if self.start else 0
        self.plan = self._plan(self.start)
        for _ in range(min(self.taken, len(self.plan))):
            self.plan.popleft()

    def advance(self) -> bool:
        """Advance to the next batch, and return whether there is one."""
        while self.plan and len(self.pending) < self.ahead:
            rows, pad, counters = self.plan.popleft()
            seed = (self.seed * 7919 + self.epoch * 104729 + len(self.plan)) % 2**32
            self.pending.append((self.threads.submit(self.make, rows, seed, counters), rows, pad))
        if not self.pending:
            return False
        self.taken += 1
        future, rows, self.pad = self.pending.popleft()
        self.data, self.label = future.result()
        self.index = np.resize(rows, self.batch_size).astype(np.uint64)
        return True


class _ImageBatches:
    """Create batches of images and labels."""

    def __init__(self, arguments: Arguments, dtype: str) -> None:
        self.images = Images(arguments)
        self.batch_size = arguments.positive("batch_size")
        seed = arguments.optional("seed_aug")
        self.seed_aug = None if seed is None else int(seed)
        self.normalizer = Normalizer(arguments, dtype)
        self.context = batch_context(arguments)
        if self.normalizer.needs_mean_image:
            self._make_mean_image()

    def __call__(self, numbers: np.ndarray, seed: int, counters: np.ndarray) -> tuple[Any, Any]:
        labels = np.zeros((self.batch_size, self.images.label_width), dtype=np.float32)
        data = self._data(numbers, seed, counters, labels, self.batch_size)
        label = ndarray.array(labels[:, 0] if labels.shape[1] == 1 else labels)
        return data.as_in_context(self.context), label.as_in_context(self.context)

    def _data(self, numbers: np.ndarray, seed: int, counters: np.ndarray, labels: np.ndarray, count: int) -> Any:
        """Return an array of `count` images, and store their labels in `labels`."""
        images, changes = [], []
        random: Any = np.random.RandomState(seed)
        for place, number in enumerate(numbers):
            if self.seed_aug is not None:
                random = StandardRandom(int(counters[place]) + self.seed_aug + SEED_SHIFT)
            image, labels[place] = self.images.load(number, random)
            images.append(image)
            changes.append(self.normalizer.draw(random))
        return self.normalizer(images, count, changes)

    def _make_mean_image(self) -> None:
        labels = np.zeros((self.batch_size, self.images.label_width), dtype=np.float32)
        self.normalizer.save_mean_image(mean_of_batches(
            lambda numbers, seed: self._data(numbers, seed, numbers, labels, len(numbers)), len(self.images.positions),
            self.batch_size))


def mean_of_batches(make: Callable[[np.ndarray, int], Any], count: int, batch_size: int) -> np.ndarray:
    """Return the mean of all images (channels, height, width) of an iterator."""
    total: Any = 0.0
    for first in range(0, count, batch_size):
        batch = make(np.arange(first, min(first + batch_size, count)), first)
        total = total + batch.asnumpy().sum(axis=0, dtype=np.float64)
    return total / count


def batch_context(arguments: Arguments) -> Any:
    """Return the context of batches: memory that is pinned for a GPU if ``device_id`` is set."""
    device = arguments.text("ctx", "gpu")
    if device not in ("cpu", "gpu"):
        raise MXNetError(f"{arguments.iterator}: ctx must be 'cpu' or 'gpu', received {device!r}")
    device = arguments.integer("device_id", -1)
    return cpu() if device < 0 else cpu_pinned(device)


def _image_iterator(name: str, args: tuple, kwargs: dict[str, Any], dtype: str | None = None) -> MXDataIter:
    arguments = Arguments(name, args, kwargs)
    warn_of_unknown(arguments, CLASSIFICATION)
    dtype = dtype or np.dtype(kwargs.get("dtype") or "float32").name
    if dtype not in _TYPES:
        raise MXNetError(f"{name}: dtype must be one of {_TYPES}, received {dtype}")
    make = _ImageBatches(arguments, dtype)
    if arguments.flag("verbose", True):
        _LOG.info("%s: %s, %d images", name, make.images.path, len(make.images.positions))
    return MXDataIter(RecordSource(arguments, make.images.positions, make), **kwargs)


def ImageRecordIter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over the images of a record file.

    Parameters
    ----------
    path_imgrec : str
        Path of the record file.
    path_imgidx : str, optional
        Path of the index. Without it, the file is scanned for records.
    path_imglist : str, optional
        File with labels that replace those of the records: lines of record number, labels and path.
    data_shape : tuple of int
        Channels (1, 3 or 4), height and width of the images.
    batch_size : int
        Number of images in a batch.
    label_width : int
        Number of labels per image.
    shuffle : bool
        Whether to shuffle the images in each epoch.
    seed, seed_aug : int
        Seeds of the order, and of the random augmentation at each position of a batch.
    shuffle_chunk_size, shuffle_chunk_seed : int
        Visit chunks of this many megabytes in random order, for files that are too large or too remote for random
        access. Only without ``path_imgidx``.
    round_batch : bool
        Whether to complete the last batch with images of the next epoch.
    num_parts, part_index : int
        Only use part ``part_index`` of ``num_parts``.
    preprocess_threads, prefetch_buffer : int
        Number of threads, and of batches that are prepared in advance.
    dtype : {'float32', 'uint8', 'int8'}
        Dtype of the images.
    ctx : {'cpu', 'gpu'}
        Accepted for compatibility. Batches are created in the same way for both.
    device_id : int
        Store batches in memory that is pinned for this GPU. By default they are on ``cpu(0)``.
    verbose : bool
        Whether to log the path of the file and the number of images.
    aug_seq : str
        Comma-separated names of augmenters. Only ``aug_default`` is available.
    resize : int
        New length of the shorter edge.
    rand_crop, rand_mirror, mirror, random_resized_crop : bool
        Crop at a random position instead of the center, flip half of the images, flip all of them, and crop random
        areas with random aspect ratios.
    max_rotate_angle, rotate, max_shear_ratio, min_random_scale, max_random_scale, min_img_size, max_img_size
        Limits of the random affine transformation.
    min_aspect_ratio, max_aspect_ratio, min_random_area, max_random_area, min_crop_size, max_crop_size
        Limits of random crops.
    pad, fill_value, inter_method : int
        Border, its colour, and OpenCV's interpolation method (9: based on the sizes, 10: random).
    brightness, contrast, saturation, pca_noise, random_h, random_s, random_l
        Strength of random colour changes.
    mean_r, mean_g, mean_b, mean_a, std_r, std_g, std_b, std_a, scale : float
        ``(pixel - mean) * scale / std``.
    mean_img : str, optional
        File with a mean image to subtract. It is created if it does not exist.
    max_random_contrast, max_random_illumination : float
        Limits of a random factor and offset.

    Returns
    -------
    MXDataIter

    Examples
    --------
    >>> import numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> header, image = mx.recordio.IRHeader(0, 3.0, 0, 0), numpy.full((8, 8, 3), 200, 'uint8')
    >>> _ = record.write_idx(0, mx.recordio.pack_img(header, image, quality=9, img_fmt='.png'))
    >>> record.close()
    >>> batches = mx.io.ImageRecordIter(path_imgrec=names[1], data_shape=(3, 8, 8), batch_size=1,
    ...     mean_r=100, verbose=False)
    >>> batch = batches.next()
    >>> batch.data[0].shape, batch.data[0].dtype.__name__, batch.label[0].asnumpy()
    ((1, 3, 8, 8), 'float32', array([3.], dtype=float32))
    >>> batch.data[0][0, :, 0, 0].asnumpy()
    array([100., 200., 200.], dtype=float32)
    >>> del batches
    >>> folder.cleanup()
    """
    return _image_iterator("ImageRecordIter", args, kwargs)


def ImageRecordIter_v1(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over images. This is the old name of `ImageRecordIter`.

    Parameters
    ----------
    *args, **kwargs
        The parameters of `ImageRecordIter`.

    Returns
    -------
    MXDataIter
        Iterator over the batches.

    Examples
    --------
    >>> import numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> header, image = mx.recordio.IRHeader(0, 3.0, 0, 0), numpy.full((8, 8, 3), 200, 'uint8')
    >>> _ = record.write_idx(0, mx.recordio.pack_img(header, image, quality=9, img_fmt='.png'))
    >>> record.close()
    >>> batches = mx.io.ImageRecordIter_v1(path_imgrec=names[1], data_shape=(3, 8, 8), batch_size=1,
    ...     verbose=False)
    >>> batch = batches.next()
    >>> batch.data[0].shape, batch.data[0].dtype.__name__, batch.label[0].asnumpy()
    ((1, 3, 8, 8), 'float32', array([3.], dtype=float32))
    >>> del batches
    >>> folder.cleanup()
    """
    return _image_iterator("ImageRecordIter_v1", args, kwargs)


def ImageRecordUInt8Iter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over images with ``dtype='uint8'``, without normalization. See `ImageRecordIter`.

    Parameters
    ----------
    *args, **kwargs
        The parameters of `ImageRecordIter`, except for ``dtype`` and those of the normalization.

    Returns
    -------
    MXDataIter
        Iterator over the batches.

    Examples
    --------
    >>> import numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> header, image = mx.recordio.IRHeader(0, 3.0, 0, 0), numpy.full((8, 8, 3), 200, 'uint8')
    >>> _ = record.write_idx(0, mx.recordio.pack_img(header, image, quality=9, img_fmt='.png'))
    >>> record.close()
    >>> batches = mx.io.ImageRecordUInt8Iter(path_imgrec=names[1], data_shape=(3, 8, 8), batch_size=1,
    ...     verbose=False)
    >>> batch = batches.next()
    >>> batch.data[0].shape, batch.data[0].dtype.__name__, batch.label[0].asnumpy()
    ((1, 3, 8, 8), 'uint8', array([3.], dtype=float32))
    >>> del batches
    >>> folder.cleanup()
    """
    return _image_iterator("ImageRecordUInt8Iter", args, kwargs, "uint8")


def ImageRecordUInt8Iter_v1(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over images. This is the old name of `ImageRecordUInt8Iter`.

    Parameters
    ----------
    *args, **kwargs
        The parameters of `ImageRecordIter`, except for ``dtype`` and those of the normalization.

    Returns
    -------
    MXDataIter
        Iterator over the batches.

    Examples
    --------
    >>> import numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> header, image = mx.recordio.IRHeader(0, 3.0, 0, 0), numpy.full((8, 8, 3), 200, 'uint8')
    >>> _ = record.write_idx(0, mx.recordio.pack_img(header, image, quality=9, img_fmt='.png'))
    >>> record.close()
    >>> batches = mx.io.ImageRecordUInt8Iter_v1(path_imgrec=names[1], data_shape=(3, 8, 8), batch_size=1,
    ...     verbose=False)
    >>> batch = batches.next()
    >>> batch.data[0].shape, batch.data[0].dtype.__name__, batch.label[0].asnumpy()
    ((1, 3, 8, 8), 'uint8', array([3.], dtype=float32))
    >>> del batches
    >>> folder.cleanup()
    """
    return _image_iterator("ImageRecordUInt8Iter_v1", args, kwargs, "uint8")


def ImageRecordInt8Iter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over images with ``dtype='int8'``, minus the rounded mean. See `ImageRecordIter`.

    Parameters
    ----------
    *args, **kwargs
        The parameters of `ImageRecordIter`, except for ``dtype``.

    Returns
    -------
    MXDataIter
        Iterator over the batches.

    Examples
    --------
    >>> import numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> header, image = mx.recordio.IRHeader(0, 3.0, 0, 0), numpy.full((8, 8, 3), 200, 'uint8')
    >>> _ = record.write_idx(0, mx.recordio.pack_img(header, image, quality=9, img_fmt='.png'))
    >>> record.close()
    >>> batches = mx.io.ImageRecordInt8Iter(path_imgrec=names[1], data_shape=(3, 8, 8), batch_size=1,
    ...     verbose=False)
    >>> batch = batches.next()
    >>> batch.data[0].shape, batch.data[0].dtype.__name__, batch.label[0].asnumpy()
    ((1, 3, 8, 8), 'int8', array([3.], dtype=float32))
    >>> del batches
    >>> folder.cleanup()
    """
    return _image_iterator("ImageRecordInt8Iter", args, kwargs, "int8")


concise_module(__name__)
