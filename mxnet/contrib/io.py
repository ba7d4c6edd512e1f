"""Gluon data loaders as data iterators for Module."""

from __future__ import annotations

from typing import Any

from .. import ndarray
from ..io import DataDesc, DataIter


class DataLoaderIter(DataIter):
    """Iterate over a ``gluon.data.DataLoader`` that yields pairs of data and label.

    A smaller last batch is padded to the size of the first one. ``pad`` is the number of added samples, whose values
    are unspecified.

    Parameters
    ----------
    loader : gluon.data.DataLoader
        The data loader. Its first batch is read once more to get the shapes.
    data_name, label_name : str
        Input names of the module.
    dtype : str
        Dtype of the batch arrays.

    Examples
    --------
    >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 3)), mx.nd.zeros(4))
    >>> batches = mx.contrib.io.DataLoaderIter(mx.gluon.data.DataLoader(samples, batch_size=2))
    >>> batches.next().data[0].shape
    (2, 3)
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
        """Restart the iteration."""
        self._iter = iter(self._loader)

    def iter_next(self) -> bool:
        """Advance to the next batch, and return whether there is one.

        Returns
        -------
        bool
            False at the end of the loader.
        """
        self._current_batch = next(self._iter, None)
        return self._current_batch is not None

    def getdata(self) -> list[Any]:
        """Return the data of the current batch.

        Returns
        -------
        list of NDArray
            One array, with padding in an incomplete batch.
        """
        return [self._pad(self._current_batch[0])]

    def getlabel(self) -> list[Any]:
        """Return the labels of the current batch.

        Returns
        -------
        list of NDArray
            One array, with padding in an incomplete batch.
        """
        return [self._pad(self._current_batch[1])]

    def getpad(self) -> int:
        """Return the number of padding samples in the current batch.

        Returns
        -------
        int
            0 for a complete batch.
        """
        return self.batch_size - self._current_batch[0].shape[0]

    def getindex(self) -> None:
        """Return None, because samples of a loader have no index."""
        return None

    def _pad(self, array: Any) -> Any:
        if not self.getpad():
            return array.astype(self.dtype)
        # As in MXNet, padded batches are float32 regardless of `dtype`.
        filled = ndarray.zeros((self.batch_size, *array.shape[1:]))
        filled[:array.shape[0]] = array.astype(self.dtype)
        return filled
