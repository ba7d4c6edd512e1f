"""Iterator over arrays in memory."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from .. import ndarray
from .._runtime.error import MXNetError
from .._runtime.numpy_state import decode_array, encode_array
from .._runtime.tracebacks import concise_module
from ..ndarray import NDArray
from ._base import DataBatch, DataDesc, DataIter, check_position

_LAST_BATCH_MODES = ("pad", "discard", "roll_over")


class NDArrayIter(DataIter):
    """Iterate over NDArrays, NumPy arrays or h5py data sets.

    Parameters
    ----------
    data, label : array, list of arrays or dict of str to array
        Arrays with samples along the batch axis. Arrays of a list are named ``_0_data``, ``_1_data`` ...
    batch_size : int
        Number of samples in a batch.
    shuffle : bool
        Whether to shuffle the samples in each epoch. Not supported for h5py data sets.
    last_batch_handle : {'pad', 'discard', 'roll_over'}
        Pad an incomplete last batch with the first samples, drop it, or start the next epoch with it.
    data_name, label_name : str
        Names of single arrays.
    layout : str
        Letters of the axes. N is the batch axis.

    Examples
    --------
    >>> batches = mx.io.NDArrayIter(mx.nd.arange(4), mx.nd.arange(4) * 10, batch_size=2)
    >>> [batch.data[0].asnumpy().tolist() for batch in batches]
    [[0.0, 1.0], [2.0, 3.0]]
    """

    def __init__(self, data: Any, label: Any = None, batch_size: int = 1, shuffle: bool = False,
                 last_batch_handle: str = "pad", data_name: str = "data", label_name: str = "softmax_label",
                 layout: str = "NCHW") -> None:
        super().__init__(batch_size)
        self.data = _named_arrays(data, allow_empty=False, default_name=data_name)
        self.label = _named_arrays(label, allow_empty=True, default_name=label_name)
        sparse = any(_stype(array) == "csr" for _, array in self.data + self.label)
        if sparse and last_batch_handle != "discard":
            raise NotImplementedError(
                f"NDArrayIter over CSRNDArray needs last_batch_handle='discard', received {last_batch_handle!r}"
            )
        self.shuffle = shuffle
        self.last_batch_handle = last_batch_handle
        self.layout = layout
        self.cursor = -batch_size
        _, first = self.data[0]
        self.num_data = first.shape[0]
        self.idx = np.arange(self.num_data)
        self._order = self.idx.copy()  # of the samples that were passed
        self._rest_rows: np.ndarray | None = None
        # Data and labels of the incomplete last batch, for 'roll_over'.
        self._rest: tuple[list, list] | None = None
        self.reset()
        self.data_list = [array for _, array in self.data + self.label]
        self.num_source = len(self.data_list)

    @property
    def _axis(self) -> int:
        return self.layout.find("N")

    @property
    def provide_data(self) -> list[DataDesc]:
        """Descriptions of the data.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter({'image': mx.nd.ones((4, 3))}, batch_size=2)
        >>> [(desc.name, desc.shape) for desc in batches.provide_data]
        [('image', (2, 3))]
        """
        return self._describe(self.data)

    @property
    def provide_label(self) -> list[DataDesc]:
        """Descriptions of the labels.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2)
        >>> [(desc.name, desc.shape) for desc in batches.provide_label]
        [('softmax_label', (2,))]
        """
        return self._describe(self.label)

    def _describe(self, source: list[tuple[str, Any]]) -> list[DataDesc]:
        axis = self._axis
        return [
            DataDesc(
                name,
                (*array.shape[:axis], self.batch_size, *array.shape[axis + 1 :]),
                array.dtype,
                layout=self.layout,
            )
            for name, array in source
        ]

    def hard_reset(self) -> None:
        """Start over and discard a batch that was kept for roll over.

        Returns
        -------
        None

        Examples
        --------
        >>> data = mx.nd.array([[1], [2], [3]])
        >>> batches = mx.io.NDArrayIter(data, batch_size=2, last_batch_handle='roll_over')
        >>> len(list(batches))
        1
        >>> batches.hard_reset()
        >>> batches.next().data[0].asnumpy().tolist()
        [[1.0], [2.0]]
        """
        if self.shuffle:
            self._shuffle_data()
        self.cursor = -self.batch_size
        self._rest = self._rest_rows = None

    def reset(self) -> None:
        """Start the next epoch.

        Returns
        -------
        None

        Examples
        --------
        >>> data = mx.nd.array([[1], [2], [3]])
        >>> batches = mx.io.NDArrayIter(data, batch_size=2, last_batch_handle='roll_over')
        >>> len(list(batches))
        1
        >>> batches.reset()
        >>> batches.next().data[0].asnumpy().tolist()
        [[3.0], [1.0]]
        """
        if self.shuffle:
            self._shuffle_data()
        ended_short = self.num_data - self.batch_size < self.cursor < self.num_data
        # Number of samples that are left from the last epoch. The next epoch starts with them.
        left_over = self.num_data - self.cursor if self.last_batch_handle == "roll_over" and ended_short else 0
        self.cursor = -self.batch_size - left_over

    def iter_next(self) -> bool:
        self.cursor += self.batch_size
        return self.num_data > self.cursor

    def next(self) -> DataBatch:
        if not self.iter_next():
            raise StopIteration
        data, label = self.getdata(), self.getlabel()
        if data[0].shape[self._axis] != self.batch_size:
            self._rest, self._rest_rows = (data, label), self._order[self.cursor:]
            raise StopIteration
        if self._rolls_over():
            self._rest = self._rest_rows = None
        return DataBatch(data=data, label=label, pad=self.getpad(), index=None)

    def _rolls_over(self) -> bool:
        return self.last_batch_handle == "roll_over" and -self.batch_size < self.cursor < 0

    def _rows(self, source: list[tuple[str, Any]], start: int, stop: int) -> list[NDArray]:
        for name, array in source:
            if array.shape[self._axis] < stop:
                first, _ = self.data[0]
                raise MXNetError(f"NDArrayIter: {name} has {array.shape[self._axis]} samples, but {first} has "
                                 f"{self.num_data}; pass the same number of samples")
        return [self._rows_of(array, start, stop) for _, array in source]

    def _rows_of(self, array: Any, start: int, stop: int) -> NDArray:
        if not isinstance(array, NDArray):
            return ndarray.array(array[start:stop])
        if array.stype != "default":
            return array[start:stop]
        rows = NDArray(array._data.detach().narrow(self._axis, start, stop - start).clone())
        rows._ctx = array.context
        return rows

    def _join(self, first: list[NDArray], second: list[NDArray]) -> list[NDArray]:
        pairs = zip(first, second, strict=True)
        return [ndarray.concat(one, other, dim=self._axis) for one, other in pairs]

    def _batch_of(self, source: list[tuple[str, Any]], rest: list[NDArray]) -> list[NDArray]:
        if self.cursor >= self.num_data:
            raise AssertionError("DataIter needs reset.")
        stop = self.cursor + self.batch_size
        if self._rolls_over():
            return self._join(rest, self._rows(source, 0, stop))
        batch = self._rows(source, self.cursor, min(stop, self.num_data))
        if self.last_batch_handle != "pad":
            return batch
        missing = stop - self.num_data
        while missing > 0:
            batch = self._join(batch, self._rows(source, 0, min(missing, self.num_data)))
            missing -= self.num_data
        return batch

    def _rest_of(self, position: int) -> list[NDArray]:
        if not self._rolls_over():
            return []
        if self._rest is None:
            raise AssertionError("next epoch should have cached data")
        return self._rest[position]

    def getdata(self) -> Any:
        return self._batch_of(self.data, self._rest_of(0))

    def getlabel(self) -> Any:
        return self._batch_of(self.label, self._rest_of(1))

    def getpad(self) -> Any:
        if self.last_batch_handle == "pad":
            return max(0, self.cursor + self.batch_size - self.num_data)
        return -self.cursor if self._rolls_over() else 0

    def _shuffle_data(self) -> None:
        np.random.shuffle(self.idx)
        self._reorder(self.idx)

    def _reorder(self, order: np.ndarray) -> None:
        self._order = self._order[order]
        self.data = [(name, _reorder(array, order)) for name, array in self.data]
        self.label = [(name, _reorder(array, order)) for name, array in self.label]

    # Position

    def state_dict(self) -> dict[str, Any]:
        """Return the position in the epoch as plain data, with the order of the samples.

        Returns
        -------
        dict
            The position, for :meth:`load_state_dict`.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.ones((4, 2)), batch_size=2)
        >>> batch = batches.next()
        >>> batches.state_dict()
        {'cursor': 0, 'num_data': 4, 'batch_size': 2}
        """
        arrays = {"order": self._order, "idx": self.idx} if self.shuffle else {}
        if self._rest_rows is not None:
            arrays["rest"] = self._rest_rows
        return {"cursor": self.cursor, "num_data": self.num_data, "batch_size": self.batch_size, **{
            name: encode_array(array.astype("<i8")) for name, array in arrays.items()}}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue at a position of :meth:`state_dict`. The iterator needs the same data in the same order.

        Parameters
        ----------
        state : dict
            The position.

        Returns
        -------
        None

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.array([[1], [2]]), batch_size=1)
        >>> batches.load_state_dict({'cursor': 0, 'num_data': 2, 'batch_size': 1})
        >>> batches.next().data[0].asnumpy()
        array([[2.]], dtype=float32)
        """
        check_position("NDArrayIter", state, num_data=self.num_data, batch_size=self.batch_size)
        arrays = {name: decode_array(state[name], "<i8").copy() for name in ("order", "idx", "rest") if name in state}
        self.cursor = int(state["cursor"])
        if "order" in arrays:
            self._reorder(np.argsort(self._order)[arrays["order"]])
            self.idx = arrays["idx"]
        self._rest, self._rest_rows = None, arrays.get("rest")
        if self._rest_rows is not None:
            places = np.argsort(self._order)[self._rest_rows]
            self._rest = self._take(self.data, places), self._take(self.label, places)

    def _take(self, source: list[tuple[str, Any]], places: np.ndarray) -> list[NDArray]:
        rows = [[self._rows_of(array, place, place + 1) for place in places.tolist()] for _, array in source]
        return [ndarray.concat(*parts, dim=self._axis) for parts in rows]


def _stype(array: Any) -> str:
    return array.stype if isinstance(array, NDArray) else "default"


def _is_h5py(array: Any) -> bool:
    h5py = sys.modules.get("h5py")
    return h5py is not None and isinstance(array, h5py.Dataset)


def _named_arrays(data: Any, allow_empty: bool, default_name: str) -> list[tuple[str, Any]]:
    if data is None and not allow_empty:
        raise AssertionError(f"{default_name} must not be None")
    data = [] if data is None else data
    if isinstance(data, (np.ndarray, NDArray)) or _is_h5py(data):
        data = [data]
    if isinstance(data, list):
        if not data and not allow_empty:
            raise AssertionError(f"{default_name} must not be an empty list")
        names = [default_name] if len(data) == 1 else [f"_{i}_{default_name}" for i in range(len(data))]
        data = dict(zip(names, data, strict=True))
    if not isinstance(data, dict):
        raise TypeError(
            f"data must be an array (NDArray, numpy.ndarray, h5py.Dataset), or a list or dict of such, received "
            f"{type(data).__name__}"
        )
    return sorted((name, _as_array(name, value)) for name, value in data.items())


def _as_array(name: str, value: Any) -> Any:
    if isinstance(value, NDArray) or _is_h5py(value):
        return value
    try:
        return ndarray.array(value)
    except Exception as error:
        raise TypeError(
            f"{name} must be an array (NDArray, numpy.ndarray, h5py.Dataset), received {type(value)}"
        ) from error


def _reorder(array: Any, order: np.ndarray) -> Any:
    if _is_h5py(array):
        return array
    if _stype(array) == "csr":
        from ..ndarray import sparse

        return sparse.array(array.asscipy()[order], array.context)
    return ndarray.array(array.asnumpy()[order], array.context)


NDArrayIter.__module__ = "mxnet.io.io"


concise_module(__name__)
