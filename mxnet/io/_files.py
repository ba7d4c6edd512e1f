"""Iterators over CSV, LibSVM and MNIST files. As in MXNet, they only accept keyword arguments."""

from __future__ import annotations

import logging
import os
import warnings
from typing import Any

import numpy as np

from mxnet_records import files

from .. import ndarray
from .._runtime.tracebacks import concise_module
from ..base import MXNetError
from ._arguments import Arguments
from ._base import MXDataIter, check_position
from ._idx import decompressed, parse_idx
from ._standard_random import StandardRandom

# Functions of the root logger would configure logging and disable the program's basicConfig.
_LOG = logging.getLogger(__name__)

_NO_FILE = "NULL"


class _Rows:
    """Batches of rows. With ``round_batch``, the last batch is padded with the first rows, and the next epoch continues
    after them. Otherwise the padding repeats the rows of the previous batch."""

    def __init__(self, count: int, batch_size: int, round_batch: bool) -> None:
        if count == 0:
            raise MXNetError("the file contains no rows")
        self.count = count
        self.batch_size = batch_size
        self.round_batch = round_batch
        self.position = 0
        self.overflow = 0
        self.pad = 0
        self.rows = np.zeros(batch_size, dtype=np.int64)
        self._previous = self.get_state(False)

    def get_state(self, unread: bool) -> dict[str, Any]:
        if unread:
            return self._previous
        return {"position": self.position, "overflow": self.overflow, "rows": self.rows.tolist(), "count": self.count,
                "batch_size": self.batch_size}

    def set_state(self, state: dict[str, Any]) -> None:
        check_position("the iterator", state, count=self.count, batch_size=self.batch_size)
        self.position, self.overflow = int(state["position"]), int(state["overflow"])
        self.rows = np.array(state["rows"], np.int64)

    def before_first(self) -> None:
        if not (self.round_batch and self.overflow):
            self.position = 0
        self.overflow = 0

    def advance(self) -> bool:
        if self.overflow or self.position >= self.count:
            return False
        stop = self.position + self.batch_size
        self.pad = max(stop - self.count, 0)
        rows = self.rows.copy()
        rows[: self.batch_size - self.pad] = np.arange(self.position, stop - self.pad)
        if self.pad and self.round_batch:
            if self.pad > self.count:
                raise MXNetError(
                    f"number of input must be bigger than batch size: {self.count} rows, batch_size={self.batch_size}"
                )
            rows[self.batch_size - self.pad :] = np.arange(self.pad)
            self.overflow, self.position = self.pad, self.pad
        else:
            self.position = stop
        self.rows = rows
        return True


class _ArraySource(_Rows):
    """Rows of two NumPy arrays."""

    def __init__(self, data: np.ndarray, label: np.ndarray, batch_size: int, round_batch: bool) -> None:
        super().__init__(len(data), batch_size, round_batch)
        self.all_data = data
        self.all_label = label

    @property
    def data(self) -> Any:
        return ndarray.array(self.all_data[self.rows], dtype=self.all_data.dtype)

    @property
    def label(self) -> Any:
        return ndarray.array(self.all_label[self.rows], dtype=self.all_label.dtype)

    @property
    def index(self) -> np.ndarray:
        return self.rows.astype(np.uint64)


def CSVIter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over a CSV file of numbers.

    Parameters
    ----------
    data_csv : str
        Path of a file or of a folder with files.
    data_shape : tuple of int
        Shape of a sample.
    label_csv : str, optional
        File with the labels. By default all labels are 0.
    label_shape : tuple of int
        Shape of a label, (1,) by default.
    batch_size : int
        Number of samples in a batch.
    round_batch : bool
        Whether to pad the last batch with the first samples. The next epoch then starts after them.
    dtype : {'float32', 'int32', 'int64'}
        Dtype of the numbers.

    Returns
    -------
    MXDataIter

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> name = os.path.join(folder.name, 'data.csv')
    >>> with open(name, 'w') as file:
    ...     print('1,2', '3,4', sep=chr(10), file=file)
    >>> batches = mx.io.CSVIter(data_csv=name, data_shape=(2,), batch_size=2)
    >>> batches.next().data[0].asnumpy()
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    >>> folder.cleanup()
    """
    arguments = Arguments("CSVIter", args, kwargs)
    dtype = np.dtype(kwargs.get("dtype") or "float32")
    if dtype.name not in ("float32", "int32", "int64"):
        raise MXNetError(f"CSVIter: dtype {dtype.name} is not supported for CSVIter")
    data = _read_csv(arguments.text("data_csv"), arguments.shape("data_shape"), dtype)
    label_csv = arguments.text("label_csv", _NO_FILE)
    if label_csv == _NO_FILE:
        label = np.zeros(len(data), dtype)
    else:
        label = _read_csv(label_csv, arguments.shape("label_shape", (1,)), dtype)
    if len(label) < len(data):
        raise MXNetError(f"CSVIter: {label_csv} has {len(label)} rows, but the data has {len(data)}")
    source = _ArraySource(data, label, arguments.integer("batch_size"), arguments.flag("round_batch", True))
    return MXDataIter(source, **kwargs)


def _read_csv(path: str, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    parts = [_read_csv_file(file, shape, dtype) for file in _files_at(path)]
    # As in all file iterators of MXNet, batches of single numbers have no extra axis.
    return np.concatenate(parts).reshape((-1,) if shape == (1,) else (-1, *shape))


def _files_at(path: str) -> list[str]:
    if os.path.isdir(path):
        return sorted(entry.path for entry in os.scandir(path) if entry.is_file())
    if not os.path.exists(path):
        raise MXNetError(f"{path}: No such file or directory")
    return [path]


def _read_csv_file(path: str, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "loadtxt: input contained no data")
            values = np.loadtxt(path, dtype=dtype, delimiter=",", comments=None, ndmin=2)
    except ValueError as error:
        raise MXNetError(f"{path} is not a CSV file of {dtype.name} numbers: {error}") from error
    if values.shape[1] != np.prod(shape, dtype=int):
        raise MXNetError(
            "The data size in CSV do not match size of shape: "
            f"specified shape={list(shape)}, the csv row-length={values.shape[1]} in {path}"
        )
    return values


def MNISTIter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over MNIST's idx files, optionally gzip-compressed. Pixels are divided by 256.

    Parameters
    ----------
    image, label : str
        Paths of the files.
    batch_size : int
        Number of samples in a batch, 128 by default. An incomplete last batch is dropped.
    shuffle : bool
        Whether to shuffle once at the beginning. True by default.
    flat : bool
        Whether to return vectors of 784 numbers instead of shape (1, 28, 28).
    seed : int
        Seed for shuffling. The order is the same as in MXNet.
    silent : bool
        Whether to disable the log message.
    num_parts, part_index : int
        Only use part ``part_index`` of ``num_parts``.

    Returns
    -------
    MXDataIter

    Examples
    --------
    >>> import numpy, os, struct, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> image, label = os.path.join(folder.name, 'images'), os.path.join(folder.name, 'labels')
    >>> with open(image, 'wb') as file:
    ...     _ = file.write(struct.pack('>iiii', 2051, 2, 28, 28) + bytes([128]) * 2 * 28 * 28)
    >>> with open(label, 'wb') as file:
    ...     _ = file.write(struct.pack('>ii', 2049, 2) + bytes([7, 9]))
    >>> batches = mx.io.MNISTIter(image=image, label=label, batch_size=2, shuffle=False, silent=True)
    >>> batch = batches.next()
    >>> batch.data[0].shape, batch.data[0].max().asscalar(), batch.label[0].asnumpy()
    ((2, 1, 28, 28), 0.5, array([7., 9.], dtype=float32))
    >>> folder.cleanup()
    """
    arguments = Arguments("MNISTIter", args, kwargs)
    image = arguments.text("image", "./train-images-idx3-ubyte")
    label = arguments.text("label", "./train-labels-idx1-ubyte")
    images, labels = parse_idx(decompressed(image), image), parse_idx(decompressed(label), label)
    if images.ndim != 3 or labels.shape != images.shape[:1]:
        raise MXNetError(f"MNISTIter: {image} of shape {images.shape} does not match {label} of shape {labels.shape}")
    part = _part(len(images), arguments.integer("num_parts", 1), arguments.integer("part_index", 0))
    images, labels = images[part], labels[part]
    shuffle = arguments.flag("shuffle", True)
    if shuffle:
        order = StandardRandom(arguments.integer("seed", 0)).permutation(len(images))
        images, labels = images[order], labels[order]
    sample = (images[0].size,) if arguments.flag("flat", False) else (1, *images.shape[1:])
    if not arguments.flag("silent", False):
        _LOG.info("MNISTIter: load %d images, shuffle=%d, shape=%s", len(images), shuffle, sample)
    batch_size = arguments.integer("batch_size", 128)
    whole = len(images) // batch_size * batch_size
    source = _MNISTSource(
        images.reshape(-1, *sample)[:whole], labels[:whole].astype(np.float32), batch_size, round_batch=False
    )
    return MXDataIter(source, **kwargs)


class _MNISTSource(_ArraySource):
    @property
    def data(self) -> Any:
        pixels = self.all_data[self.rows].astype(np.float32)
        pixels *= np.float32(1.0 / 256.0)
        return ndarray.array(pixels)


def _part(count: int, parts: int, index: int) -> slice:
    if not 0 <= index < parts:
        raise MXNetError(f"part_index={index} must be at least 0 and less than num_parts={parts}")
    return slice(int(count / parts * index), int(count / parts * (index + 1)))


def LibSVMIter(*args: Any, **kwargs: Any) -> MXDataIter:
    """Iterate over a LibSVM file: lines of a label and ``index:value`` pairs, with indices from 0.

    Parameters
    ----------
    data_libsvm : str
        Path of a file or of a folder with files.
    data_shape : tuple of int
        Length of a sample, as a shape.
    label_libsvm : str, optional
        File with sparse labels, which replace those of ``data_libsvm``.
    label_shape : tuple of int
        Shape of a label, (1,) by default.
    num_parts, part_index : int
        Only use part ``part_index`` of ``num_parts``.
    batch_size : int
        Number of samples in a batch.
    round_batch : bool
        Whether to pad the last batch with the first samples. The next epoch then starts after them.

    Returns
    -------
    MXDataIter
        Iterator over CSR arrays. Sparse labels are CSR arrays too.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> name = os.path.join(folder.name, 'data.libsvm')
    >>> with open(name, 'w') as file:
    ...     print('1 0:5', '0 1:6', sep=chr(10), file=file)
    >>> batches = mx.io.LibSVMIter(data_libsvm=name, data_shape=(3,), batch_size=2)
    >>> batches.next().data[0].asnumpy()
    array([[5., 0., 0.],
           [0., 6., 0.]], dtype=float32)
    >>> folder.cleanup()
    """
    arguments = Arguments("LibSVMIter", args, kwargs)
    (width,) = arguments.shape("data_shape")
    data = _SparseRows(_files_at(arguments.text("data_libsvm")), width)
    label_file = arguments.text("label_libsvm", _NO_FILE)
    label: Any = data.labels
    if label_file != _NO_FILE:
        (label_width,) = arguments.shape("label_shape", (1,))
        label = _SparseRows(_files_at(label_file), label_width)
        if len(label) < len(data):
            raise MXNetError(f"LibSVMIter: {label_file} has {len(label)} rows, but the data has {len(data)}")
    part = _part(len(data), arguments.integer("num_parts", 1), arguments.integer("part_index", 0))
    batch_size, round_batch = arguments.integer("batch_size"), arguments.flag("round_batch", True)
    return MXDataIter(_SparseSource(data, label, part, batch_size, round_batch), **kwargs)


class _SparseRows:
    """Rows of LibSVM files."""

    def __init__(self, paths: list[str], width: int) -> None:
        self.width = width
        labels: list[float] = []
        self.indices: list[np.ndarray] = []
        self.values: list[np.ndarray] = []
        for path in paths:
            for number, line in files.lines(path):
                if line.strip():
                    labels.append(self._add_row(line.split(), f"{path}, line {number}"))
        self.labels = np.array(labels, dtype=np.float32)

    def _add_row(self, fields: list[str], where: str) -> float:
        try:
            pairs = [field.split(":") for field in fields[1:]]
            indices = np.array([int(index) for index, _ in pairs], dtype=np.int64)
            values = np.array([float(value) for _, value in pairs], dtype=np.float32)
            label = float(fields[0])
        except (ValueError, OverflowError) as error:
            raise MXNetError(f"{where}: not of the form 'label index:value ...'") from error
        if indices.size and not (indices.min() >= 0 and indices.max() < self.width):
            raise MXNetError(f"{where}: an index is not in the range 0 to {self.width - 1}")
        order = np.argsort(indices, kind="stable")
        self.indices.append(indices[order])
        self.values.append(values[order])
        return label

    def __len__(self) -> int:
        return len(self.labels)

    def csr(self, rows: np.ndarray) -> Any:
        from ..ndarray import sparse

        pointers = np.concatenate([[0], np.cumsum([self.indices[row].size for row in rows])])
        indices = np.concatenate([self.indices[row] for row in rows])
        values = np.concatenate([self.values[row] for row in rows])
        return sparse.csr_matrix((values, indices, pointers), shape=(len(rows), self.width))


class _SparseSource(_Rows):
    def __init__(self, data: _SparseRows, label: Any, part: slice, batch_size: int, round_batch: bool) -> None:
        super().__init__(part.stop - part.start, batch_size, round_batch)
        self.start = part.start
        self.all_data = data
        self.all_label = label

    @property
    def data(self) -> Any:
        return self.all_data.csr(self.rows + self.start)

    @property
    def label(self) -> Any:
        rows = self.rows + self.start
        return (
            self.all_label.csr(rows) if isinstance(self.all_label, _SparseRows) else ndarray.array(self.all_label[rows])
        )

    @property
    def index(self) -> np.ndarray:
        return self.rows.astype(np.uint64)


concise_module(__name__)
