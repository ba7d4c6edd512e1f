"""Batches of ``mxnet train``: decoding, augmentation, and the order of images.

All random numbers are derived from the seed, the epoch and the index of the image. A resumed run therefore continues
with the same batches without any stored generator.
"""

from __future__ import annotations

import math
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from mxnet.base import MXNetError
from mxnet.image._preprocessing import Preprocessing, scale_pixels

from ._data import Pictures

_AHEAD = 3  # batches that are read in advance
_SMALL = 64  # smaller images are shifted instead of cropped, as usual for MNIST and CIFAR
_LEAST_AREA, _LARGEST_RATIO = 0.35, 4 / 3
_JITTER = 0.2
_GRAY = np.array([0.299, 0.587, 0.114], np.float32)


@dataclass
class Batch:
    """Images of a step.

    Attributes
    ----------
    weights
        1 for each image, 0 for the replacement of a damaged one.
    """

    images: np.ndarray
    labels: np.ndarray
    weights: np.ndarray


@dataclass
class Reader:
    """Read images as inputs of the network. Damaged images are reported once and replaced."""

    preprocessing: Preprocessing
    augment: Sequence[str]
    seed: int
    threads: int
    strict: bool = False
    skipped: dict[str, str] = field(default_factory=dict)

    def pixels(self, pictures: Pictures, index: int) -> np.ndarray | None:
        """Return the decoded image, or None if it is damaged."""
        try:
            content = pictures.load(index)
            if isinstance(content, bytes):
                return self.preprocessing.decode(content)
        except (OSError, ValueError, MXNetError) as error:
            self._skip(pictures.names[index], str(error))
            return None
        channels = self.preprocessing.depth
        if content.shape[2] == channels:
            return content
        if channels == 3:
            return np.repeat(content, 3, axis=2)
        return (content @ _GRAY).round().astype(np.uint8)[..., np.newaxis]

    def _skip(self, name: str, reason: str) -> None:
        if self.strict:
            raise MXNetError(f"{name} cannot be read: {reason}; remove it, or omit --strict to skip it")
        if name not in self.skipped:
            self.skipped[name] = reason
            print(f"mxnet train: skipped {name}: {reason}", file=sys.stderr, flush=True)

    def _input(self, pictures: Pictures, index: int, epoch: int | None) -> np.ndarray | None:
        pixels = self.pixels(pictures, index)
        if pixels is None:
            return None
        if epoch is None or not self.augment:
            return self.preprocessing.normalize(self.preprocessing.fit(pixels))
        generator = np.random.default_rng((self.seed, 2, epoch, index))
        return self.preprocessing.normalize(change(pixels, self.preprocessing, self.augment, generator))

    def read(self, pictures: Pictures, parts: Sequence[np.ndarray], epoch: int | None = None) -> Iterator[Batch]:
        """Yield a batch for each array of indices. Augment the images if an epoch is given."""
        with ThreadPoolExecutor(self.threads or 1) as pool:
            def submit(indices: np.ndarray) -> list[Future[np.ndarray | None]]:
                return [pool.submit(self._input, pictures, int(index), epoch) for index in indices]

            waiting: deque[tuple[np.ndarray, list[Future[np.ndarray | None]]]] = deque()
            rest = iter(parts)
            try:
                while True:
                    while len(waiting) < _AHEAD and (indices := next(rest, None)) is not None:
                        waiting.append((indices, submit(indices)))
                    if not waiting:
                        return
                    indices, futures = waiting.popleft()
                    yield self._join(pictures, indices, [future.result() for future in futures])
            finally:
                for _, futures in waiting:
                    for future in futures:
                        future.cancel()

    def _join(self, pictures: Pictures, indices: np.ndarray, images: list[np.ndarray | None]) -> Batch:
        good = next((image for image in images if image is not None), None)
        if good is None:
            good = np.zeros((self.preprocessing.depth, *self.preprocessing.size), np.float32)
        weights = np.array([image is not None for image in images], np.float32)
        stacked = np.stack([good if image is None else image for image in images])
        return Batch(stacked, pictures.labels[indices], weights)


def order(count: int, batch_size: int, workers: int, rank: int, seed: int, epoch: int) -> list[np.ndarray]:
    """Return the indices of each step of a worker in an epoch. All workers have the same number of steps.

    The last, smaller batch is divided among the workers. It is left out if it has fewer images than workers.
    """
    shuffled = np.random.default_rng((seed, 0, epoch)).permutation(count)
    total = batch_size * workers
    steps = [shuffled[start : start + total] for start in range(0, count, total)]
    return [np.array_split(step, workers)[rank] for step in steps if len(step) >= workers]


def steps_per_epoch(count: int, batch_size: int, workers: int) -> int:
    """Return the number of steps of `order`."""
    total = batch_size * workers
    return count // total + (count % total >= workers)


def change(pixels: np.ndarray, preprocessing: Preprocessing, augment: Sequence[str],
           generator: np.random.Generator) -> np.ndarray:
    """Crop, mirror and colour an image at random. The result has the size of the network's input."""
    if "crop" not in augment:
        pixels = preprocessing.fit(pixels)
    elif min(preprocessing.size) < _SMALL:
        pixels = _shift(preprocessing.fit(pixels), generator)
    else:
        pixels = _crop(pixels, preprocessing.size, generator)
    if "flip" in augment and generator.random() < 0.5:
        pixels = pixels[:, ::-1]
    return _colour(pixels, generator) if "color" in augment else pixels


def _shift(pixels: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Move an image by up to an eighth of its size, and repeat its border."""
    height, width = pixels.shape[:2]
    margins = (height // 8, width // 8)
    padded = np.pad(pixels, [(margin, margin) for margin in margins] + [(0, 0)], mode="edge")
    top, left = (int(generator.integers(0, 2 * margin + 1)) for margin in margins)
    return padded[top : top + height, left : left + width]


def _crop(pixels: np.ndarray, size: tuple[int, int], generator: np.random.Generator) -> np.ndarray:
    """Cut out a part with a random area and aspect ratio, and resize it."""
    height, width = pixels.shape[:2]
    area = height * width * generator.uniform(_LEAST_AREA, 1)
    ratio = math.exp(generator.uniform(-1, 1) * math.log(_LARGEST_RATIO)) * size[1] / size[0]
    columns = min(width, max(1, round(math.sqrt(area * ratio))))
    rows = min(height, max(1, round(math.sqrt(area / ratio))))
    top, left = int(generator.integers(0, height - rows + 1)), int(generator.integers(0, width - columns + 1))
    return scale_pixels(pixels[top : top + rows, left : left + columns], *size)


def _colour(pixels: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Change brightness, contrast and, with three channels, saturation."""
    brightness, contrast, saturation = generator.uniform(1 - _JITTER, 1 + _JITTER, 3).astype(np.float32)
    values = pixels.astype(np.float32) * brightness
    values = (values - values.mean()) * contrast + values.mean()
    if values.shape[2] == 3:
        gray = (values @ _GRAY)[..., np.newaxis]
        values = gray + (values - gray) * saturation
    return values.clip(0, 255).round().astype(np.uint8)


