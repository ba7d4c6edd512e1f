"""Order of the records of a file in each epoch."""

from __future__ import annotations

import numpy as np

from ..base import MXNetError
from ._arguments import Arguments
from ._standard_random import StandardRandom

_MEGABYTE = 1 << 20
SEED_SHIFT = 111  # MXNet adds this to seeds


class RecordOrder:
    """Order of records by epoch: as in the file, fully shuffled, or shuffled by chunks.

    A full shuffle gives the order of MXNet with an index (and without one for files of up to 64 MB). Chunks
    (``shuffle_chunk_size``, in megabytes, for files without an index) are visited in random order and read
    sequentially, which is efficient for disks and networks. With ``shuffle``, the records within a chunk are shuffled
    too.

    Parameters
    ----------
    arguments : Arguments
        Arguments of ``ImageRecordIter``.
    positions : numpy.ndarray
        Start positions of the records, in ascending order.
    """

    def __init__(self, arguments: Arguments, positions: np.ndarray) -> None:
        self.count = len(positions)
        self.shuffle, self.seed = arguments.flag("shuffle", False), arguments.integer("seed", 0)
        self.chunk_seed = arguments.integer("shuffle_chunk_seed", 0)
        size = arguments.integer("shuffle_chunk_size", 0)
        if size < 0:
            raise MXNetError(f"{arguments.iterator}: shuffle_chunk_size must be at least 0, received {size}")
        self.chunks: list[np.ndarray] = []
        self.indexed, self.batch_size = bool(arguments.text("path_imgidx", "")), arguments.positive("batch_size")
        if size and self.count and not self.indexed:
            number = (positions - positions[0]) // (size * _MEGABYTE)
            self.chunks = np.split(np.arange(self.count), np.flatnonzero(np.diff(number)) + 1)
        self.restart()

    def restart(self) -> None:
        """Return to the first epoch."""
        self._kept: dict[int, np.ndarray] = {}
        self._shuffles = 0
        self._shuffler = StandardRandom(self.seed + SEED_SHIFT)

    def of_epoch(self, epoch: int) -> np.ndarray:
        """Return the record numbers of an epoch. Epochs must be requested in order, at most one ahead."""
        if len(self.chunks) < 2:
            return self._shuffle(epoch) if self.shuffle else np.arange(self.count)
        chosen = self._random(self.chunk_seed, epoch).permutation(len(self.chunks))
        if not self.shuffle:
            return np.concatenate([self.chunks[chunk] for chunk in chosen])
        random = self._random(self.seed, epoch)
        return np.concatenate([random.permutation(self.chunks[chunk]) for chunk in chosen])

    def counters(self, epoch: int, start: int) -> np.ndarray:
        """Return the numbers that MXNet adds to ``seed_aug``, for an epoch that starts at position `start` of a batch.

        With an index, MXNet counts the records of a batch, otherwise those of a chunk of the file. Records that it
        shuffles after reading are counted from the batch size on.
        """
        if self.indexed:
            return (start + np.arange(self.count)) % self.batch_size
        if self.shuffle:
            return self.batch_size + self.of_epoch(epoch)
        return start + np.arange(self.count)

    def _shuffle(self, epoch: int) -> np.ndarray:
        while self._shuffles <= epoch:
            self._kept[self._shuffles] = np.array(self._shuffler.permutation(self.count))
            self._kept.pop(self._shuffles - 2, None)
            self._shuffles += 1
        return self._kept[epoch]

    @staticmethod
    def _random(seed: int, epoch: int) -> np.random.RandomState:
        return np.random.RandomState((seed * 1000003 + epoch) % 2**32)
