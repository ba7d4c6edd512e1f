"""Images by numpy and OpenCV alone, for data sets and transforms that are known to allow it.

A data set offers a function that loads the image and the rest of a sample (``_image_loader``); a transform, a function
of the pixels of one image (``_apply_to_image``). Together with transforms of whole batches (``_apply_to_batch``) these
make batches without an array object for each step, with the numbers and random draws of one call after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import torch

from mxnet_records.jpeg_rows import UpperRows
from mxnet_records.pixels import opencv

from . import _segments
from ._gather import BatchTransform, batch_transform_of, is_known

ImageStep = Callable[[np.ndarray], np.ndarray]


class EncodedImage(NamedTuple):
    """An image that is decoded when it is known which rows are needed."""

    content: bytes
    channels: int
    decode: Callable[[np.ndarray, UpperRows | None], np.ndarray]  # to pixels (height, width, channels)

    def pixels(self, needed: UpperRows | None = None) -> np.ndarray:
        """Height x width x channels; fewer rows may be there where not all are needed."""
        return self.decode(np.frombuffer(self.content, np.uint8), needed)


Sample = tuple[EncodedImage, tuple[Any, ...]]  # an image, and the other parts
ImageLoader = Callable[[int], Sample]


class PixelChain:
    """Transforms one after the other: of single images as far as possible, then of whole batches.

    Parameters
    ----------
    steps : list of callable
        Functions of the pixels of an image.
    blocks : list of Block
        Transforms with a form for batches.
    """

    def __init__(self, steps: list[ImageStep], blocks: list[Any]) -> None:
        self.steps, self.blocks = steps, blocks
        self._finish: list[BatchTransform] = [transform for transform in map(batch_transform_of, blocks) if transform]
        self._by_table = bool(blocks) and all(hasattr(block, "_value_key") for block in blocks) and (
            blocks[0]._value_key() == ("planes",) and all(block._value_key() != ("planes",) for block in blocks[1:]))

    def then(self, blocks: Iterable[Any]) -> PixelChain | None:
        """This chain with more transforms behind it; None if one has no form for its place."""
        steps, later = list(self.steps), list(self.blocks)
        for block in blocks:
            step = None if later else _image_step_of(block)
            if step is not None:
                steps.append(step)
            elif batch_transform_of(block) is not None:
                later.append(block)
            else:
                return None
        return PixelChain(steps, later)

    def image(self, pixels: np.ndarray) -> np.ndarray:
        """The pixels of one image before the transforms of batches."""
        for step in self.steps:
            pixels = step(pixels)
        return pixels

    def encoded_image(self, encoded: EncodedImage) -> np.ndarray:
        """The same of an image that is not decoded; if it is cut first, only as many rows as that needs are."""
        cut = getattr(self.steps[0], "of_encoded", None) if self.steps else None
        if cut is None:
            return self.image(encoded.pixels())
        pixels = cut(encoded)
        for step in self.steps[1:]:
            pixels = step(pixels)
        return pixels

    def batch(self, images: list[np.ndarray]) -> torch.Tensor:
        """What the transforms of batches make of images of one shape."""
        first = images[0]
        if self._by_table and first.dtype == np.uint8 and first.ndim == 3:
            table = self._table(first.shape[2])
            if table is not None:
                return torch.from_numpy(_looked_up(images, table))
        batch = torch.from_numpy(np.stack(images, out=_segments.empty((len(images), *first.shape), first.dtype.type)))
        for transform in self._finish:
            batch = transform(batch)
        return batch

    def _table(self, channels: int) -> np.ndarray | None:
        """What becomes of each value of each channel, channels x 256; None if it is not of float32."""
        key = channels, *(block._value_key() for block in self.blocks)
        table = _tables.get(key)
        if table is None:
            values = torch.arange(256, dtype=torch.uint8).reshape(1, 256, 1, 1).expand(1, 256, 1, channels)
            for transform in self._finish:
                values = transform(values)
            table = _tables[key] = values.reshape(channels, 256).numpy()
            if len(_tables) > _MOST_TABLES:
                del _tables[next(iter(_tables))]
        return table if table.dtype == np.float32 else None


_MOST_TABLES = 64
_tables: dict[tuple[Any, ...], np.ndarray] = {}


def _looked_up(images: list[np.ndarray], table: np.ndarray) -> np.ndarray:
    """Planes of float32: a third of the time of conversion, division and subtraction one after the other."""
    cv2 = opencv()
    height, width, channels = images[0].shape
    planes = np.empty((channels, height, width), np.uint8)
    batch = _segments.empty((len(images), channels, height, width), np.float32)
    for image, target in zip(images, batch, strict=True):
        cv2.split(image, list(planes))
        for plane, values, result in zip(planes, table, target, strict=True):
            cv2.LUT(plane, values, dst=result)
    return batch


def _image_step_of(transform: Any) -> ImageStep | None:
    return transform._apply_to_image() if is_known(transform, "_apply_to_image") else None


def blocks_of(transform: Any) -> list[Any]:
    """A transform, or the transforms that it is composed of."""
    if not is_known(transform, "_composed"):
        return [transform]
    return [inner for block in transform._composed() for inner in blocks_of(block)]


def image_loader_of(dataset: Any) -> tuple[ImageLoader, PixelChain] | None:
    """How to load single images of a data set, and what becomes of them then; None if it is not known."""
    owner = next((klass for klass in type(dataset).__mro__ if "_image_loader" in klass.__dict__), None)
    if owner is None or type(dataset).__getitem__ is not owner.__dict__.get("__getitem__"):
        return None
    return dataset._image_loader()


def make_image_batch(load: ImageLoader, chain: PixelChain, batchify: Callable[[list], Any],
                     wrap: Callable[[torch.Tensor], Any], samples: Iterable[int]) -> Any:
    """A batch as `batchify` makes it of samples that are fetched one by one."""
    images, others = [], []
    for index in samples:
        encoded, other = load(index)
        images.append(chain.encoded_image(encoded))
        others.append(other)
    if len({(image.shape, image.dtype) for image in images}) == 1:
        stacked = wrap(chain.batch(images))
        if not others[0]:
            return stacked
        return [stacked, *(batchify(list(column)) for column in zip(*others, strict=True))]
    arrays = [wrap(chain.batch([image])[0]) for image in images]
    return batchify([(array, *other) if other else array for array, other in zip(arrays, others, strict=True)])
