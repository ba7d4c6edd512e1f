"""Iterator over record files of images with bounding boxes.

A label is ``header width, object width, more header ..., (class, left, top, right, bottom, more ...) * objects``.
Coordinates are relative to the size of the image.
"""

from __future__ import annotations

import logging
import math
from typing import Any

import numpy as np

from .. import ndarray
from .._runtime.tracebacks import concise_module
from ..base import MXNetError
from ..recordio import _opencv
from ._arguments import Arguments
from ._base import MXDataIter
from ._image_augment import (
    _METHODS,
    Random,
    augmenters,
    by_table,
    interpolation,
    make_table,
    shift_hls,
)
from ._image_boxes import CropRule, crop_boxes, crop_rules, flip_boxes, project_boxes
from ._image_normalize import UNCHANGED, DetectionNormalizer
from ._image_parameters import DETECTION, warn_of_unknown
from ._image_records import Images, RecordSource, batch_context, mean_of_batches

# Functions of the root logger would configure logging and disable the program's basicConfig.
_LOG = logging.getLogger(__name__)

_PAD_FROM = 1.05


class DetectionAugmenter:
    """Augment colours, flip, pad, crop and resize images, and adjust their boxes.

    Parameters
    ----------
    arguments : Arguments
        Arguments of ``ImageDetRecordIter``.
    """

    def __init__(self, arguments: Arguments) -> None:
        self.height, self.width = arguments.shape("data_shape")[1:]
        self.method = arguments.integer("inter_method", 1)
        self.mode = str(arguments.values.get("resize_mode", "force"))
        if self.method not in _METHODS or self.mode not in ("force", "shrink", "fit"):
            raise MXNetError(f"{arguments.iterator}: inter_method must be one of {_METHODS} and resize_mode 'force', "
                             f"'shrink' or 'fit', received {self.method} and {self.mode!r}")
        self.resize = arguments.integer("resize", -1)
        self.fill = (arguments.integer("fill_value", 127),) * 4
        self.mirror_share = arguments.number("rand_mirror_prob", 0.0)
        self.pad_share, self.pad_scale = arguments.number("rand_pad_prob", 0.0), arguments.number("max_pad_scale", 1.0)
        self.crop_share, self.rules = arguments.number("rand_crop_prob", 0.0), crop_rules(arguments)
        # Maximum change and probability for hue, lightness, saturation and contrast.
        self.colours = [(arguments.number(f"max_random_{change}", 0.0), arguments.number(f"random_{change}_prob", 0.0))
                        for change in ("hue", "illumination", "saturation", "contrast")]

    def __call__(self, image: np.ndarray, objects: np.ndarray, random: Random) -> tuple[np.ndarray, np.ndarray]:
        """Augment an image, and return it with its objects. It is at most as large as the output."""
        if self.resize != -1:
            height, width = image.shape[:2]
            longer = self.resize * max(height, width) // min(height, width)
            image = self._resample(image, (longer, self.resize) if height > width else (self.resize, longer), random)
        image = self._change_colours(image, random)
        if random.rand() < self.mirror_share:
            image, objects = _opencv().flip(image, 1), flip_boxes(objects)
        if self.pad_scale > 1 and random.rand() < self.pad_share:
            image, objects = self._pad(image, objects, random)
        if self.rules and random.rand() < self.crop_share:
            image, objects = self._crop(image, objects, random)
        return self._fit(image, random), objects

    def _resample(self, image: np.ndarray, size: tuple[int, int], random: Random) -> np.ndarray:
        method = interpolation(self.method, (image.shape[0], image.shape[1]), size, random)
        return _opencv().resize(image, (size[1], size[0]), interpolation=method)

    def _change_colours(self, image: np.ndarray, random: Random) -> np.ndarray:
        if not any(share for _, share in self.colours):
            return image
        changes = [random.uniform(-bound, bound) if random.rand() < share else 0.0 for bound, share in self.colours]
        shift = [int(change) for change in changes[:3]]
        if any(shift):
            image = shift_hls(image, shift)
        if abs(changes[3]) > 1e-3:
            image = by_table(image, make_table(1.0 + changes[3]))
        return image

    def _pad(self, image: np.ndarray, objects: np.ndarray, random: Random) -> tuple[np.ndarray, np.ndarray]:
        """Place the image at a random position on a larger canvas."""
        scale = random.uniform(1.0, self.pad_scale)
        if scale < _PAD_FROM:
            return image, objects
        left, top = random.uniform(0, scale - 1, 2)
        height, width = image.shape[:2]
        below, right = int((scale - top - 1) * height), int((scale - left - 1) * width)
        borders = (int(top * height), below, int(left * width), right)
        cv2 = _opencv()
        canvas = cv2.copyMakeBorder(image, *borders, cv2.BORDER_CONSTANT, value=self.fill)
        return canvas, project_boxes(objects, (-left, -top, scale, scale))

    def _crop(self, image: np.ndarray, objects: np.ndarray, random: Random) -> tuple[np.ndarray, np.ndarray]:
        """Crop according to one of the rules, or return the whole image if no crop was found."""
        height, width = image.shape[:2]
        for number in random.permutation(len(self.rules)):
            rule = self.rules[number]
            for _ in range(rule.trials):
                box = _random_box(rule, width / height, random)
                kept = crop_boxes(objects, box, rule)
                rows, columns = int(box[3] * height), int(box[2] * width)
                if kept is not None and rows and columns:
                    top, left = int(box[1] * height), int(box[0] * width)
                    return image[top:top + rows, left:left + columns], kept
        return image, objects

    def _fit(self, image: np.ndarray, random: Random) -> np.ndarray:
        height, width = image.shape[:2]
        if self.mode == "force":
            return self._resample(image, (self.height, self.width), random)
        if self.mode == "shrink" and height <= self.height and width <= self.width:
            return image
        ratio = min(np.float32(self.height) / np.float32(height), np.float32(self.width) / np.float32(width))
        return self._resample(image, (max(1, int(ratio * height)), max(1, int(ratio * width))), random)


def _random_box(rule: CropRule, image_ratio: float, random: Random) -> tuple[float, float, float, float]:
    """Return left, top, width and height relative to the image."""
    scale = random.uniform(*rule.scales) + 1e-12
    lowest = max(rule.ratios[0] / image_ratio, scale * scale)
    highest = min(rule.ratios[1] / image_ratio, 1.0 / (scale * scale))
    ratio = math.sqrt(random.uniform(lowest, highest))
    width, height = min(1.0, scale * ratio), min(1.0, scale / ratio)
    return random.uniform(0, 1 - width), random.uniform(0, 1 - height), width, height


def _select_arguments(arguments: Arguments, beginnings: tuple[str, ...]) -> Arguments:
    values = {name: value for name, value in arguments.values.items() if name.startswith(beginnings)}
    return Arguments(arguments.iterator, (), values)


class _DetectionBatches:
    """Create batches of images with padded labels: channels, rows, columns, length, and the label itself."""

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = arguments
        # Some names have a different meaning for the other iterators, so each part only gets its own arguments.
        self.images = Images(_select_arguments(arguments, ("path_imgrec", "data_shape", "num_parts", "part_index")))
        self.batch_size = arguments.positive("batch_size")
        self.augment = [DetectionAugmenter(arguments) for _ in augmenters(arguments, "det_aug_default")]
        dtype = str(arguments.values.get("dtype") or "float32")
        if dtype != "float32":
            raise MXNetError(f"{arguments.iterator}: dtype must be float32, received {dtype}")
        self.normalizer = DetectionNormalizer(
            _select_arguments(arguments, ("data_shape", "scale", "mean_", "std_")), dtype)
        self.context = batch_context(arguments)
        self.label_width = arguments.integer("label_width", -1)
        self.listed = self._read_list(arguments.text("path_imglist", ""))
        self.pad_value = arguments.number("label_pad_value", -1.0)
        longest = max(map(len, self.listed.values())) if self.listed else self._longest_label()
        wanted = arguments.integer("label_pad_width", 0)
        if 0 < wanted < longest:
            raise MXNetError(f"{arguments.iterator}: label_pad_width: {wanted} smaller than estimated width: {longest}")
        self.pad_width = max(wanted, longest)
        if self.normalizer.needs_mean_image:
            count = len(self.images.positions)
            self.normalizer.save_mean_image(
                mean_of_batches(lambda numbers, seed: self(numbers, seed)[0][:len(numbers)], count, self.batch_size))

    def _read_list(self, path: str) -> dict[int, np.ndarray]:
        if not path:
            return {}
        labels = {}
        try:
            with open(path, encoding="utf-8") as file:
                for fields in filter(None, (line.split() for line in file)):
                    labels[int(float(fields[0]))] = np.array(fields[1:-1], dtype=np.float32)
        except (OSError, ValueError, OverflowError) as error:
            raise MXNetError(f"Bad ImageList format: {path}: {error}") from error
        return labels

    def _longest_label(self) -> int:
        return max(len(self._label(self.images.read(number)[0])) for number in range(len(self.images.positions)))

    def _label(self, header: Any) -> np.ndarray:
        if self.listed:
            if header.id not in self.listed:
                raise MXNetError(f"{self.arguments.iterator}: fail to find imagelabel for id {header.id}")
            return self.listed[header.id]
        if header.flag == 0:
            raise MXNetError(f"{self.arguments.iterator}: Not enough label packed in img_list or rec file.")
        if 0 < self.label_width != header.flag:
            raise MXNetError(f"{self.arguments.iterator}: rec file provide {header.flag}-dimensional label but "
                             f"label_width is set to {self.label_width}")
        return np.asarray(header.label, dtype=np.float32)

    def _split(self, label: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Split a label into header and objects. Empty boxes are removed."""
        finite = len(label) >= 7 and np.isfinite(label[:2]).all()
        head, width = (int(label[0]), int(label[1])) if finite else (0, 0)
        if head < 2 or width < 5 or (len(label) - head) % width:
            raise MXNetError(f"{self.arguments.iterator}: a label must contain header width (at least 2), object width "
                             f"(at least 5), headers and complete objects, received {label.tolist()}")
        objects = label[head:].reshape(-1, width)
        return label[:head], objects[(objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])]

    def __call__(self, numbers: np.ndarray, seed: int, _: Any = None) -> tuple[Any, Any]:
        images = []
        labels = np.full((self.batch_size, self.pad_width + 4), self.pad_value, dtype=np.float32)
        random = np.random.RandomState(seed)
        for place, number in enumerate(numbers):
            with self.images.record_named(number):
                image, label = self._load(number, random)
            labels[place, :4] = self.images.shape[0], *image.shape[:2], len(label)
            labels[place, 4:4 + len(label)] = label
            images.append(self._on_canvas(image))
        data = self.normalizer(images, self.batch_size, [UNCHANGED] * len(images))
        return data.as_in_context(self.context), ndarray.array(labels).as_in_context(self.context)

    def _load(self, number: int, random: Random) -> tuple[np.ndarray, np.ndarray]:
        record, content = self.images.read(number)
        header, objects = self._split(self._label(record))
        image = self.images.decode(content)
        for augment in self.augment:
            image, objects = augment(image, objects, random)
        return image, np.concatenate([header, objects.ravel()])

    def _on_canvas(self, image: np.ndarray) -> np.ndarray:
        """Place a smaller image in the upper left corner of the output."""
        rows, columns = image.shape[:2]
        channels, height, width = self.images.shape
        if rows > height or columns > width:
            raise MXNetError(f"{self.arguments.iterator}: an image has {rows} x {columns} pixels, which exceeds "
                             f"data_shape={self.images.shape}; add an augmenter to aug_seq that shrinks it")
        if (rows, columns) == (height, width):
            return image
        canvas = np.zeros((height, width, channels), dtype=np.uint8)
        canvas[:rows, :columns] = image.reshape(rows, columns, -1)
        return canvas


def ImageDetRecordIter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over the images and bounding boxes of a record file.

    Parameters
    ----------
    path_imgrec : str
        Path of the record file.
    path_imglist : str, optional
        File with labels that replace those of the records: lines of record number, labels and path.
    data_shape : tuple of int
        Channels (1, 3 or 4), height and width of the images.
    batch_size : int
        Number of images in a batch.
    shuffle, seed : bool, int
        Whether to shuffle the images in each epoch, and the seed of the order.
    shuffle_chunk_size, shuffle_chunk_seed : int
        Visit chunks of this many megabytes in random order, for files that are too large for random access.
    round_batch : bool
        Whether to complete the last batch with images of the next epoch.
    num_parts, part_index : int
        Only use part ``part_index`` of ``num_parts``.
    preprocess_threads, prefetch_buffer : int
        Number of threads, and of batches that are prepared in advance.
    ctx : {'cpu', 'gpu'}
        Accepted for compatibility. Batches are created in the same way for both.
    device_id : int
        Store batches in memory that is pinned for this GPU. By default they are on ``cpu(0)``.
    verbose : bool
        Whether to log the path of the file and the length of the padded labels.
    aug_seq : str
        Comma-separated names of augmenters. Only ``det_aug_default`` is available.
    label_width : int
        Length of all labels, or -1 if it varies.
    label_pad_width, label_pad_value
        Length and value for padding labels. The default length is that of the longest label.
    resize, resize_mode : int, {'force', 'shrink', 'fit'}
        Initial length of the shorter edge, and the method to reach the output size at the end.
    rand_mirror_prob, rand_pad_prob, rand_crop_prob : float
        Probabilities of flipping, of padding up to ``max_pad_scale``, and of cropping.
    num_crop_sampler : int
        Number of crop rules. The limits of the rules are numbers or tuples: ``min_crop_scales``,
        ``max_crop_scales``, and likewise for ``aspect_ratios``, ``overlaps``, ``sample_coverages``,
        ``object_coverages``, and
        ``max_crop_trials``.
    crop_emit_mode, emit_overlap_thresh : {'center', 'overlap'}, float
        Whether to keep objects whose center is inside the crop, or that overlap enough.
    max_random_hue, random_hue_prob, and so on for ``saturation``, ``illumination``, ``contrast``
        Random colour changes.
    mean_r, mean_g, mean_b, mean_a, std_r, std_g, std_b, std_a, scale, mean_img
        ``(pixel - mean) / std * scale``. Means are used if one is positive, deviations if they are positive.
    fill_value, inter_method : int
        Color of the padding, and OpenCV's interpolation method (9: based on the sizes, 10: random).

    Returns
    -------
    MXDataIter
        Labels contain channels, rows, columns, length of the label, the label, and padding.

    Examples
    --------
    >>> import numpy, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> header = mx.recordio.IRHeader(0, [2, 5, 1, 0.1, 0.2, 0.5, 0.6], 0, 0)
    >>> image = numpy.full((8, 8, 3), 200, 'uint8')
    >>> _ = record.write_idx(0, mx.recordio.pack_img(header, image, quality=9, img_fmt='.png'))
    >>> record.close()
    >>> batches = mx.io.ImageDetRecordIter(path_imgrec=names[1], data_shape=(3, 8, 8), batch_size=1,
    ...     verbose=False)
    >>> batch = batches.next()
    >>> batch.label[0].asnumpy().round(1)
    array([[3. , 8. , 8. , 7. , 2. , 5. , 1. , 0.1, 0.2, 0.5, 0.6]], dtype=float32)
    >>> del batches
    >>> folder.cleanup()
    """
    arguments = Arguments("ImageDetRecordIter", args, kwargs)
    warn_of_unknown(arguments, DETECTION)
    make = _DetectionBatches(arguments)
    if arguments.flag("verbose", True):
        _LOG.info("ImageDetRecordIter: %s, label padding width: %d", make.images.path, make.pad_width)
    return MXDataIter(RecordSource(arguments, make.images.positions, make), **kwargs)


concise_module(__name__)
