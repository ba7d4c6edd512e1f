"""Data batches, and the base classes of iterators."""

from __future__ import annotations

import logging
from collections import namedtuple
from typing import Any, Protocol

import numpy as np

from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module


class DataDesc(namedtuple("DataDesc", ["name", "shape"])):
    """Name, shape, dtype and layout of an array of a batch.

    Parameters
    ----------
    name : str
        Name of the input variable.
    shape : tuple of int
        Shape, including the batch axis.
    dtype : type
        Dtype of the array.
    layout : str
        Letters of the axes. N is the batch axis.

    Examples
    --------
    >>> desc = mx.io.DataDesc('data', (2, 3))
    >>> desc.name, desc.shape, desc.layout
    ('data', (2, 3), 'NCHW')
    """

    dtype: Any
    layout: str

    def __new__(cls, name: str, shape: Any, dtype: Any = np.float32, layout: str = "NCHW") -> DataDesc:
        self = super().__new__(cls, name, shape)
        self.dtype = dtype
        self.layout = layout
        return self

    def __repr__(self) -> str:
        return f"DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]"

    def __reduce__(self) -> Any:
        return DataDesc, (self.name, self.shape, self.dtype, self.layout)

    @staticmethod
    def get_batch_axis(layout: str | None) -> int:
        """Return the batch axis of a layout.

        Parameters
        ----------
        layout : str, optional
            Letters of the axes.

        Returns
        -------
        int
            Position of N. 0 without a layout, and -1 if the layout has no N.

        Examples
        --------
        >>> mx.io.DataDesc.get_batch_axis('TNC')
        1
        """
        return 0 if layout is None else layout.find("N")

    @staticmethod
    def get_list(shapes: Any, types: Any) -> list[DataDesc]:
        """Create descriptions from pairs.

        Parameters
        ----------
        shapes : list of tuple
            Pairs of name and shape.
        types : list of tuple, optional
            Pairs of name and dtype. The default is float32.

        Returns
        -------
        list of DataDesc
            One description per shape.

        Examples
        --------
        >>> mx.io.DataDesc.get_list([('data', (2, 3))], None)[0].shape
        (2, 3)
        """
        if types is None:
            return [DataDesc(name, shape) for name, shape in shapes]
        type_of = dict(types)
        return [DataDesc(name, shape, type_of[name]) for name, shape in shapes]


class DataBatch:
    """A batch of data.

    Parameters
    ----------
    data, label : list of NDArray
        Arrays of the batch.
    pad : int, optional
        Number of padding samples at the end.
    index : numpy.ndarray, optional
        Indices of the samples.
    bucket_key : int, optional
        Key of the bucket, for BucketingModule.
    provide_data, provide_label : list of DataDesc, optional
        Descriptions, if they differ from those of the iterator.

    Examples
    --------
    >>> batch = mx.io.DataBatch(data=[mx.nd.ones((2, 3))], label=[mx.nd.zeros((2,))])
    >>> batch.data[0].shape
    (2, 3)
    """

    def __init__(self, data: Any, label: Any = None, pad: int | None = None, index: Any = None, bucket_key: Any = None,
                 provide_data: Any = None, provide_label: Any = None) -> None:
        for name, arrays in (("Data", data), ("Label", label)):
            if arrays is not None and not isinstance(arrays, (list, tuple)):
                raise AssertionError(f"{name} must be list of NDArrays, received {type(arrays).__name__}")
        self.data, self.label = data, label
        self.pad, self.index = pad, index
        self.bucket_key = bucket_key
        self.provide_data, self.provide_label = provide_data, provide_label

    def __str__(self) -> str:
        data_shapes = [array.shape for array in self.data]
        label_shapes = [array.shape for array in self.label] if self.label else None
        return f"{type(self).__name__}: data shapes: {data_shapes} label shapes: {label_shapes}"


class DataIter:
    """Base class of data iterators.

    Parameters
    ----------
    batch_size : int
        Number of samples in a batch.

    Examples
    --------
    >>> class Ones(mx.io.DataIter):
    ...     count = 0
    ...     def next(self):
    ...         self.count += 1
    ...         if self.count > 2:
    ...             raise StopIteration
    ...         return mx.io.DataBatch(data=[mx.nd.ones((2, 3))])
    >>> len(list(Ones(batch_size=2)))
    2
    """

    def __init__(self, batch_size: int = 0) -> None:
        self.batch_size = batch_size

    def __iter__(self) -> DataIter:
        return self

    def reset(self) -> None:
        """Return to the beginning.

        Returns
        -------
        None

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.array([[1], [2]]), batch_size=1)
        >>> len(list(batches)), len(list(batches))
        (2, 0)
        >>> batches.reset()
        >>> len(list(batches))
        2
        """

    def next(self) -> DataBatch:
        """Return the next batch.

        Returns
        -------
        DataBatch
            The batch.

        Raises
        ------
        StopIteration
            At the end of the epoch.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.array([[1], [2]]), mx.nd.array([0, 1]), batch_size=2)
        >>> batch = batches.next()
        >>> batch.data[0].asnumpy().tolist(), batch.label[0].asnumpy().tolist()
        ([[1.0], [2.0]], [0.0, 1.0])
        """
        if not self.iter_next():
            raise StopIteration
        return DataBatch(self.getdata(), self.getlabel(), self.getpad(), self.getindex())

    def __next__(self) -> DataBatch:
        return self.next()

    def iter_next(self) -> Any:
        """Advance to the next batch, and return whether there is one.

        Returns
        -------
        bool
            False at the end of the epoch.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.array([[1], [2], [3]]), batch_size=2)
        >>> batches.iter_next(), batches.iter_next(), batches.iter_next()
        (True, True, False)
        """

    def getdata(self) -> Any:
        """Return the data of the current batch.

        Returns
        -------
        list of NDArray
            One array per description in `provide_data`.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.array([[1], [2], [3]]), batch_size=2)
        >>> _ = batches.iter_next()
        >>> batches.getdata()[0].asnumpy()
        array([[1.],
               [2.]], dtype=float32)
        """

    def getlabel(self) -> Any:
        """Return the labels of the current batch.

        Returns
        -------
        list of NDArray
            One array per description in `provide_label`.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.ones((3, 2)), mx.nd.array([0, 1, 2]), batch_size=2)
        >>> _ = batches.iter_next()
        >>> batches.getlabel()[0].asnumpy()
        array([0., 1.], dtype=float32)
        """

    def getindex(self) -> Any:
        """Return the sample indices of the current batch, or None.

        Returns
        -------
        numpy.ndarray or None
            The indices.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.ones((3, 2)), batch_size=2)
        >>> print(batches.getindex())
        None
        """
        return None

    def getpad(self) -> Any:
        """Return the number of padding samples in the current batch.

        Returns
        -------
        int
            Number of samples at the end of the batch that are not part of the epoch.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(mx.nd.array([[1], [2], [3]]), batch_size=2)
        >>> [batch.pad for batch in batches]
        [0, 1]
        """

    def state_dict(self) -> dict[str, Any]:
        """Return the position in the epoch as plain data, after the batches that the program has received.

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
        raise NotImplementedError(f"{type(self).__name__} does not define state_dict; NDArrayIter, ResizeIter and the "
                                  "iterators over files do")

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue at a position of :meth:`state_dict`. The next batch is the one after it.

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
        >>> batch = batches.next()
        >>> resumed = mx.io.NDArrayIter(mx.nd.array([[1], [2]]), batch_size=1)
        >>> resumed.load_state_dict(batches.state_dict())
        >>> resumed.next().data[0].asnumpy()
        array([[2.]], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define load_state_dict")


def check_position(iterator: str, state: dict[str, Any], **expected: Any) -> None:
    """Raise unless a stored position belongs to the same data."""
    for name, value in expected.items():
        if state.get(name) != value:
            raise MXNetError(f"{iterator}: the stored position belongs to {name}={state.get(name)}, but this iterator "
                             f"has {name}={value}; use the same data and batch size")


class BatchSource(Protocol):
    """Interface of the sources of an `MXDataIter`."""

    data: Any
    label: Any
    index: np.ndarray | None
    pad: int

    def before_first(self) -> None:
        """Return to the beginning."""

    def advance(self) -> bool:
        """Advance to the next batch, and return whether there is one."""

    def get_state(self, unread: bool) -> dict[str, Any]:
        """Return the position as plain data: after the current batch, or before it if it was not read."""

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue after a position of `get_state`."""


class MXDataIter(DataIter):
    """Iterate over a source of batches with one data array and one label array.

    Parameters
    ----------
    handle : BatchSource
        The source.
    data_name, label_name : str
        Names of the arrays.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'data.csv')
    >>> with open(path, 'w') as file:
    ...     _ = file.write('1,2\\n3,4\\n')
    >>> batches = mx.io.CSVIter(data_csv=path, data_shape=(2,), batch_size=2)
    >>> isinstance(batches, mx.io.MXDataIter), batches.provide_data[0].shape
    (True, (2, 2))
    >>> batches.next().data[0].asnumpy()
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    >>> folder.cleanup()
    """

    def __init__(self, handle: Any, data_name: str = "data", label_name: str = "softmax_label", **_: Any) -> None:
        super().__init__()
        self.handle = handle
        self._debug_skip_load = False
        self._debug_at_begin = True
        # The first batch defines the shapes. It is returned by the first call of `next`.
        self._has_first = handle.advance()
        if not self._has_first:
            raise StopIteration
        self.provide_data = [DataDesc(data_name, handle.data.shape, handle.data.dtype)]
        self.provide_label = [DataDesc(label_name, handle.label.shape, handle.label.dtype)]
        self.batch_size = handle.data.shape[0]

    def debug_skip_load(self) -> None:
        """Return the first batch repeatedly, to measure the speed of the rest of a program."""
        self._debug_skip_load = True
        logging.info("debug_skip_load: every batch is now the first one")

    def reset(self) -> None:
        self._debug_at_begin = True
        self._has_first = False
        self.handle.before_first()

    def iter_next(self) -> bool:
        if self._debug_skip_load and not self._debug_at_begin:
            return True
        self._debug_at_begin = False
        if self._has_first:
            self._has_first = False
            return True
        return self.handle.advance()

    def next(self) -> DataBatch:
        if not self.iter_next():
            raise StopIteration
        return DataBatch([self.getdata()], [self.getlabel()], self.getpad(), self.getindex())

    def getdata(self) -> Any:
        return self.handle.data

    def getlabel(self) -> Any:
        return self.handle.label

    def getindex(self) -> Any:
        return self.handle.index

    def getpad(self) -> Any:
        return self.handle.pad

    def state_dict(self) -> dict[str, Any]:
        return self.handle.get_state(self._has_first)

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.handle.set_state(state)
        self._has_first = False
        self._debug_at_begin = True


# Pickles and printed types contain MXNet's module name.
for _class in (DataDesc, DataBatch, DataIter, MXDataIter):
    _class.__module__ = "mxnet.io.io"


concise_module(__name__)
