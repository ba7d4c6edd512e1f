"""In which order the records of a file are visited."""

from __future__ import annotations

import numpy as np

from ..base import MXNetError
from ._arguments import Arguments

_MEGABYTE = 1 << 20


class RecordOrder:
    """Orders of epochs: as in the file, shuffled as a whole, or shuffled by chunks.

    Chunks (``shuffle_chunk_size``, in megabytes, for files without an index) are visited in random order and read one
    after the other, which disks and networks like; with ``shuffle``, so are the records within a chunk.

    Parameters
    ----------
    arguments : Arguments
        Those of ``ImageRecordIter``.
    positions : numpy.ndarray
        Where the records begin, in ascending order.
    """

    def __init__(self, arguments: Arguments, positions: np.ndarray) -> None:
        self.count = len(positions)
        self.shuffle, self.seed = arguments.flag("shuffle", False), arguments.integer("seed", 0)
        self.chunk_seed = arguments.integer("shuffle_chunk_seed", 0)
        size = arguments.integer("shuffle_chunk_size", 0)
        if size < 0:
            raise MXNetError(f"{arguments.iterator}: shuffle_chunk_size must be at least 0, received {size}")
        self.chunks: list[np.ndarray] = []
        if size and self.count and not arguments.text("path_imgidx", ""):
            number = (positions - positions[0]) // (size * _MEGABYTE)
            self.chunks = np.split(np.arange(self.count), np.flatnonzero(np.diff(number)) + 1)

    def of_epoch(self, epoch: int) -> np.ndarray:
        """Numbers of the records."""
        if len(self.chunks) < 2:
            return self._random(self.seed, epoch).permutation(self.count) if self.shuffle else np.arange(self.count)
        chosen = self._random(self.chunk_seed, epoch).permutation(len(self.chunks))
        if not self.shuffle:
            return np.concatenate([self.chunks[chunk] for chunk in chosen])
        random = self._random(self.seed, epoch)
        return np.concatenate([random.permutation(self.chunks[chunk]) for chunk in chosen])

    @staticmethod
    def _random(seed: int, epoch: int) -> np.random.RandomState:
        return np.random.RandomState((seed * 1000003 + epoch) % 2**32)
