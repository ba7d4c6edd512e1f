"""Gluon data loaders as iterators for Module."""

from __future__ import annotations

from typing import Any

from .. import ndarray
from ..io import DataDesc, DataIter


class DataLoaderIter(DataIter):
    """Batches of a ``gluon.data.DataLoader`` that gives pairs of data and label.

    A smaller last batch is filled up to the size of the first one, and ``pad`` says by how many samples; what these
    hold is left open.

    Parameters
    ----------
    loader : gluon.data.DataLoader
        Read from the beginning once more to learn the shapes of a batch.
    data_name, label_name : str
        Names of the inputs of the module.
    dtype : str
        Type of the arrays of a batch.
    """

    def __init__(self, loader: Any, data_name: str = "data", label_name: str = "softmax_label",
                 dtype: str = "float32") -> None:
        super().__init__()
        self._loader = loader
        data, label = next(iter(loader))
        self.dtype, self.batch_size = dtype, data.shape[0]
        described = [DataDesc(name, array.shape, dtype) for name, array in ((data_name, data), (label_name, label))]
        self.provide_data, self.provide_label = described[:1], described[1:]
        self._current_batch: Any = None
        self.reset()

    def reset(self) -> None:
        """Start the next pass over the loader."""
        self._iter = iter(self._loader)

    def iter_next(self) -> bool:
        """Whether there is another batch, which then is the current one."""
        self._current_batch = next(self._iter, None)
        return self._current_batch is not None

    def getdata(self) -> list[Any]:
        """Data of the current batch."""
        return [self._whole(self._current_batch[0])]

    def getlabel(self) -> list[Any]:
        """Labels of the current batch."""
        return [self._whole(self._current_batch[1])]

    def getpad(self) -> int:
        """How many samples were added to the current batch."""
        return self.batch_size - self._current_batch[0].shape[0]

    def getindex(self) -> None:
        """Samples of a loader have no numbers."""
        return None

    def _whole(self, array: Any) -> Any:
        if not self.getpad():
            return array.astype(self.dtype)
        # Like the original's, filled batches are float32 whatever `dtype` says.
        filled = ndarray.zeros((self.batch_size, *array.shape[1:]))
        filled[:array.shape[0]] = array.astype(self.dtype)
        return filled
