"""Image batches with numpy and OpenCV, for datasets and transforms that support it.

A dataset provides a function that loads the image and the other parts of a sample (``_image_loader``). A transform
provides a function of the pixels of one image (``_apply_to_image``). Together with batch transforms
(``_apply_to_batch``), they create batches without an array object for each step. Values and random draws are the same
as in separate calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import torch

from mxnet_records.jpeg_rows import UpperRows
from mxnet_records.pixels import opencv

from . import _segments
from ._gather import BatchTransform, batch_transform_of, supports

ImageStep = Callable[[np.ndarray], np.ndarray]


class EncodedImage(NamedTuple):
    """An image that is decoded when the required rows are known."""

    content: bytes
    channels: int
    decode: Callable[[np.ndarray, UpperRows | None], np.ndarray]  # to pixels (height, width, channels)

    def pixels(self, needed: UpperRows | None = None) -> np.ndarray:
        """Decode to height x width x channels. Rows that are not needed may be missing."""
        return self.decode(np.frombuffer(self.content, np.uint8), needed)


Sample = tuple[EncodedImage, tuple[Any, ...]]  # image and other parts
ImageLoader = Callable[[int], Sample]


class PixelChain:
    """A sequence of transforms: first of single images as far as possible, then of batches.

    Parameters
    ----------
    steps : list of callable
        Functions of the pixels of an image.
    blocks : list of Block
        Transforms that support batches.
    """

    def __init__(self, steps: list[ImageStep], blocks: list[Any]) -> None:
        self.steps, self.blocks = steps, blocks
        self._finish: list[BatchTransform] = [transform for transform in map(batch_transform_of, blocks) if transform]
        self._by_table = bool(blocks) and all(hasattr(block, "_value_key") for block in blocks) and (
            blocks[0]._value_key() == ("planes",) and all(block._value_key() != ("planes",) for block in blocks[1:]))

    def then(self, blocks: Iterable[Any]) -> PixelChain | None:
        """Append transforms. Return None if a transform does not support its position."""
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
        """Apply the image transforms to the pixels of one image."""
        for step in self.steps:
            pixels = step(pixels)
        return pixels

    def encoded_image(self, encoded: EncodedImage) -> np.ndarray:
        """Apply the image transforms to an encoded image. If the first one crops, decode only the rows it needs."""
        cut = getattr(self.steps[0], "of_encoded", None) if self.steps else None
        if cut is None:
            return self.image(encoded.pixels())
        pixels = cut(encoded)
        for step in self.steps[1:]:
            pixels = step(pixels)
        return pixels

    def batch(self, images: list[np.ndarray]) -> torch.Tensor:
        """Apply the batch transforms to images of the same shape."""
        first = images[0]
        if self._by_table and first.dtype == np.uint8 and first.ndim == 3:
            table = self._table(first.shape[2])
            if table is not None:
                return torch.from_numpy(_apply_table(images, table))
        batch = torch.from_numpy(np.stack(images, out=_segments.empty((len(images), *first.shape), first.dtype.type)))
        for transform in self._finish:
            batch = transform(batch)
        return batch

    def _table(self, channels: int) -> np.ndarray | None:
        """Return a lookup table of shape channels x 256, or None if the results are not float32."""
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


def _apply_table(images: list[np.ndarray], table: np.ndarray) -> np.ndarray:
    """Convert images to float32 planes. This takes a third of the time of separate operations."""
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
    return transform._apply_to_image() if supports(transform, "_apply_to_image") else None


def blocks_of(transform: Any) -> list[Any]:
    """Return the transforms of a composition, or the transform itself."""
    if not supports(transform, "_composed"):
        return [transform]
    return [inner for block in transform._composed() for inner in blocks_of(block)]


def image_loader_of(dataset: Any) -> tuple[ImageLoader, PixelChain] | None:
    """Return the image loader of a dataset and its transforms, or None if the dataset does not support it."""
    owner = next((klass for klass in type(dataset).__mro__ if "_image_loader" in klass.__dict__), None)
    if owner is None or type(dataset).__getitem__ is not owner.__dict__.get("__getitem__"):
        return None
    return dataset._image_loader()


def make_image_batch(load: ImageLoader, chain: PixelChain, batchify: Callable[[list], Any],
                     wrap: Callable[[torch.Tensor], Any], samples: Iterable[int]) -> Any:
    """Create the batch that `batchify` would create from single samples."""
    images, other_parts = [], []
    for index in samples:
        encoded, parts = load(index)
        images.append(chain.encoded_image(encoded))
        other_parts.append(parts)
    if len({(image.shape, image.dtype) for image in images}) == 1:
        stacked = wrap(chain.batch(images))
        if not other_parts[0]:
            return stacked
        return [stacked, *(batchify(list(column)) for column in zip(*other_parts, strict=True))]
    arrays = [wrap(chain.batch([image])[0]) for image in images]
    return batchify([(array, *parts) if parts else array for array, parts in zip(arrays, other_parts, strict=True)])
