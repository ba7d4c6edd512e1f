"""Datasets with random access to samples, and views of datasets."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from ..._runtime.tracebacks import concise_module
from ...ndarray import NDArray
from ...numpy._mode import to_mode
from ._gather import Gatherer, batch_transform_of, check_indices, column_gatherer, gatherer_of
from ._pixels import ImageLoader, PixelChain, blocks_of, image_loader_of
from .sampler import FilterSampler, Sampler, SequentialSampler

__all__ = ["ArrayDataset", "Dataset", "RecordFileDataset", "SimpleDataset"]


class Dataset:
    """Base class of datasets. Subclasses define ``__getitem__`` and ``__len__``.

    Examples
    --------
    >>> class Squares(mx.gluon.data.Dataset):
    ...     def __getitem__(self, index):
    ...         return index * index
    ...     def __len__(self):
    ...         return 3
    >>> Squares()[2]
    4
    """

    def __getitem__(self, idx: int) -> None:
        raise NotImplementedError(f"{type(self).__name__} must override __getitem__")

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} must override __len__")

    def filter(self, fn: Callable[..., Any]) -> Any:
        """Return the samples for which a function is true.

        Parameters
        ----------
        fn : callable
            Function of a sample. It runs on all samples immediately.

        Returns
        -------
        Dataset

        Examples
        --------
        >>> data = mx.gluon.data.SimpleDataset([1, 2, 3, 4])
        >>> list(data.filter(lambda sample: sample % 2 == 0))
        [2, 4]
        """
        return _SampledDataset(self, FilterSampler(fn, self))

    def shard(self, num_shards: int, index: int) -> Any:
        """Return one of several parts. Their lengths differ by at most one.

        Parameters
        ----------
        num_shards : int
            Number of parts.
        index : int
            Index of the part, from 0.

        Returns
        -------
        Dataset

        Examples
        --------
        >>> data = mx.gluon.data.SimpleDataset([1, 2, 3, 4, 5])
        >>> list(data.shard(2, 0)), list(data.shard(2, 1))
        ([1, 2, 3], [4, 5])
        """
        if num_shards <= 0:
            raise AssertionError(f"num_shards must be at least 1, received {num_shards}")
        if index < 0:
            raise AssertionError(f"Index must be non-negative, received {index}")
        if index >= num_shards:
            raise AssertionError(f"index must be less than num_shards, received {index} of {num_shards}")
        length, remainder = divmod(len(self), num_shards)
        start = length * index + min(index, remainder)
        return _SampledDataset(self, SequentialSampler(length + (index < remainder), start))

    def take(self, count: int) -> Any:
        """Return the first samples.

        Parameters
        ----------
        count : int or None
            Maximum number of samples. None takes all.

        Returns
        -------
        Dataset

        Examples
        --------
        >>> list(mx.gluon.data.SimpleDataset([1, 2, 3, 4, 5]).take(2))
        [1, 2]
        """
        count = len(self) if count is None else min(count, len(self))
        return _SampledDataset(self, SequentialSampler(count))

    def sample(self, sampler: Any) -> Any:
        """Return the samples selected by a sampler, in its order.

        Parameters
        ----------
        sampler : Sampler
            Sampler of indices. It runs once, immediately.

        Returns
        -------
        Dataset

        Examples
        --------
        >>> data = mx.gluon.data.SimpleDataset(['a', 'b', 'c', 'd'])
        >>> list(data.sample(mx.gluon.data.SequentialSampler(2, start=1)))
        ['b', 'c']
        """
        if not isinstance(sampler, Sampler):
            raise TypeError(f"sampler must be a gluon.data.Sampler, received {type(sampler)}")
        return _SampledDataset(self, sampler)

    def transform(self, fn: Callable[..., Any], lazy: bool = True) -> Any:
        """Apply a function to all samples.

        Parameters
        ----------
        fn : callable
            Function from the parts of a sample to a new sample.
        lazy : bool
            Apply the function at each access. Otherwise apply it to all samples immediately.

        Returns
        -------
        Dataset

        Examples
        --------
        >>> data = mx.gluon.data.ArrayDataset([1, 2, 3], [4, 5, 6])
        >>> list(data.transform(lambda x, y: x * y))
        [4, 10, 18]
        """
        transformed: Any = _LazyTransformDataset(self, fn)
        # Not list(), which would also call the length that a user may have overridden.
        return transformed if lazy else SimpleDataset([sample for sample in transformed])  # noqa: C416

    def transform_first(self, fn: Callable[..., Any], lazy: bool = True) -> Any:
        """Apply a function to the first part of each sample, such as the image.

        Parameters
        ----------
        fn : callable
            Function of the first part.
        lazy : bool
            Apply the function at each access. Otherwise apply it to all samples immediately.

        Returns
        -------
        Dataset

        Examples
        --------
        >>> data = mx.gluon.data.ArrayDataset([1, 2, 3], ['a', 'b', 'c'])
        >>> list(data.transform_first(lambda x: x * 10))
        [(10, 'a'), (20, 'b'), (30, 'c')]
        """
        of_first = _TransformFirstClosure(fn)
        return self.transform(of_first, lazy)


class SimpleDataset(Dataset):
    """A dataset of a list, or of any object with ``__getitem__`` and ``__len__``.

    Parameters
    ----------
    data
        List, or other object with indices.

    Examples
    --------
    >>> mx.gluon.data.SimpleDataset([1, 2, 3]).transform(lambda x: x * 2)[1]
    4
    """

    def __init__(self, data: Any) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, idx: int) -> Any:
        return self._data[idx]


class _LazyTransformDataset(Dataset):
    """A dataset that transforms samples when they are accessed."""

    def __init__(self, data: Any, fn: Any) -> None:
        self._data, self._fn = data, fn

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, idx: int) -> Any:
        sample = self._data[idx]
        parts = sample if isinstance(sample, tuple) else (sample,)
        return self._fn(*parts)

    def _gatherer(self) -> Gatherer | None:
        gather = gatherer_of(self._data)
        first_only = type(self._fn) is _TransformFirstClosure
        transform = batch_transform_of(self._fn._fn if first_only else self._fn)
        if gather is None or transform is None:
            return None

        def gather_and_transform(indices: np.ndarray) -> Any:
            columns = gather(indices)
            if not isinstance(columns, list):
                return transform(columns)
            if not first_only:
                raise TypeError(f"{type(self._fn).__name__} takes one array, but the samples have {len(columns)}")
            return [transform(columns[0]), *columns[1:]]

        return gather_and_transform

    def _image_loader(self) -> tuple[ImageLoader, PixelChain] | None:
        loader = image_loader_of(self._data)
        if loader is None or type(self._fn) is not _TransformFirstClosure:
            return None
        load, chain = loader
        longer = chain.then(blocks_of(self._fn._fn))
        return None if longer is None else (load, longer)


class _TransformFirstClosure:
    """Applies a function to its first argument. It is a class so that it can be pickled."""

    def __init__(self, fn: Callable[..., Any]) -> None:
        self._fn = fn

    def __call__(self, x: Any, *args: Any) -> Any:
        return (self._fn(x), *args) if args else self._fn(x)


class _SampledDataset(Dataset):
    """The samples selected by a sampler."""

    def __init__(self, dataset: Any, sampler: Any) -> None:
        self._dataset = dataset
        self._sampler = sampler
        self._indices = [index for index in sampler]  # noqa: C416 - list() would also call the length

    def __len__(self) -> int:
        return len(self._sampler)

    def __getitem__(self, idx: int) -> Any:
        return self._dataset[self._indices[idx]]

    def _gatherer(self) -> Gatherer | None:
        gather = gatherer_of(self._dataset)
        chosen = np.asarray(self._indices)
        if gather is None or (chosen.size and chosen.dtype.kind not in "iu"):
            return None
        return lambda indices: gather(chosen[check_indices(indices, len(chosen))])

    def _image_loader(self) -> tuple[ImageLoader, PixelChain] | None:
        loader = image_loader_of(self._dataset)
        if loader is None:
            return None
        load, chain = loader
        return lambda index: load(self._indices[index]), chain


class ArrayDataset(Dataset):
    """Several arrays or lists of the same length. A sample is a tuple with one item of each.

    Parameters
    ----------
    *args : NDArray, numpy.ndarray or list
        The arrays. With a single array, samples are its items.

    Examples
    --------
    >>> data = mx.gluon.data.ArrayDataset([1, 2, 3], ['a', 'b', 'c'])
    >>> data[1]
    (2, 'b')
    """

    def __init__(self, *args: Any) -> None:
        if not args:
            raise AssertionError("an ArrayDataset needs at least one array")
        lengths = [len(array) for array in args]
        self._length = lengths[0]
        if any(length != self._length for length in lengths):
            raise AssertionError(f"the arrays of an ArrayDataset must have the same length, received {lengths}")
        # The items of a vector are scalars, which numpy returns directly.
        self._data = [array.asnumpy() if isinstance(array, NDArray) and array.ndim == 1 else array for array in args]

    def __getitem__(self, idx: int) -> Any:
        items = tuple(array[idx] for array in self._data)
        return items if len(items) > 1 else items[0]

    def __len__(self) -> int:
        return self._length

    def _gatherer(self) -> Gatherer | None:
        return _gatherer_of_columns(self._data)


def _gatherer_of_columns(columns: list) -> Gatherer | None:
    gatherers: list[Gatherer] = []
    for column in columns:
        gather = column_gatherer(column)
        if gather is None:
            return None
        gatherers.append(gather)
    if len(gatherers) == 1:
        return gatherers[0]
    return lambda indices: [gather(indices) for gather in gatherers]


class RecordFileDataset(Dataset):
    """The raw records of a ``.rec`` file with an ``.idx`` file.

    Parameters
    ----------
    filename : str
        Path of the ``.rec`` file.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> names = [os.path.join(folder.name, 'data' + end) for end in ('.idx', '.rec')]
    >>> record = mx.recordio.MXIndexedRecordIO(*names, 'w')
    >>> _ = record.write_idx(0, b'hello')
    >>> record.close()
    >>> mx.gluon.data.RecordFileDataset(names[1])[0]
    b'hello'
    >>> folder.cleanup()
    """

    def __init__(self, filename: str) -> None:
        from ...recordio import MXIndexedRecordIO

        stem, _ = os.path.splitext(filename)
        self.filename, self.idx_file = filename, f"{stem}.idx"
        self._record = MXIndexedRecordIO(self.idx_file, filename, "r")

    def __getitem__(self, idx: int) -> Any:
        return self._record.read_idx(self._record.keys[idx])

    def __len__(self) -> int:
        return len(self._record.keys)


class _DownloadedDataset(Dataset):
    """Base class of datasets that consist of files in a folder. Subclasses define ``_get_data``."""

    def __init__(self, root: str, transform: Callable[..., Any] | None) -> None:
        self._transform = transform
        self._data: Any = None
        self._label: Any = None
        self._root = os.path.expanduser(root)
        os.makedirs(self._root, exist_ok=True)
        self._get_data()

    def __getitem__(self, idx: int) -> Any:
        data, label = to_mode(self._data[idx]), self._label[idx]
        return (data, label) if self._transform is None else self._transform(data, label)

    def __len__(self) -> int:
        return len(self._label)

    def _get_data(self) -> None:
        raise NotImplementedError(f"{type(self).__name__} must override _get_data")

    def _gatherer(self) -> Gatherer | None:
        return None if self._transform is not None else _gatherer_of_columns([self._data, self._label])


concise_module(__name__)
