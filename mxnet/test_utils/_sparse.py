"""Random sparse arrays for tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import ndarray as nd
from ..ndarray import sparse
from ._data import assign_each
from ._tolerance import default_context, default_dtype


def shuffle_csr_column_indices(csr: Any) -> None:
    """Shuffle the column indices in each row of a CSR matrix, in place.

    Parameters
    ----------
    csr : scipy.sparse.csr_matrix
        Matrix to change. Its values keep their positions in memory.

    Returns
    -------
    None

    Examples
    --------
    >>> matrix = mx.nd.ones((2, 3)).tostype('csr').asscipy()
    >>> mx.test_utils.shuffle_csr_column_indices(matrix)
    >>> sorted(matrix.indices[:3].tolist())
    [0, 1, 2]
    """
    for begin, end in zip(csr.indptr[:-1], csr.indptr[1:], strict=True):
        columns = np.array(csr.indices[begin:end])
        np.random.shuffle(columns)
        csr.indices[begin:end] = columns


def _distinct(total: int, count: int) -> np.ndarray:
    """Draw `count` distinct integers below `total`, in ascending order."""
    if count > total // 10:
        return np.sort(np.random.permutation(total)[:count])
    # A permutation of all integers would not fit into memory for the sizes of sparse arrays.
    integers = np.unique(np.random.randint(0, total, count))
    while integers.size < count:
        integers = np.union1d(integers, np.random.randint(0, total, count - integers.size))
    return integers


def _uniform_csr(shape: tuple[int, int], density: float, dtype: Any, data_init: Any, shuffle: bool) -> Any:
    """Return a CSR matrix with uniform values at distinct random positions."""
    rows, columns = shape
    keys = _distinct(rows * columns, round(density * rows * columns))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(keys // columns, minlength=rows))])
    indices = keys % columns
    values = np.random.rand(keys.size) if data_init is None else np.full(keys.size, data_init)
    if shuffle:
        # Adding a random number below one to the row index shuffles within rows only.
        indices = indices[np.argsort(keys // columns + np.random.rand(keys.size), kind="stable")]
    return sparse.csr_matrix((values.astype(dtype), indices, indptr), shape=shape, dtype=dtype)


def _power_law_csr(shape: tuple[int, int], density: float, dtype: Any) -> Any:
    """Return a CSR matrix with one value in each row, then rows with 2, 4, 8 ... values up to the total number."""
    rows, columns = shape
    total = int(rows * columns * density)
    if total < rows:
        counts = (np.arange(rows) < total).astype(np.int64)
    else:
        counts = np.minimum(2 ** np.minimum(np.arange(1, rows + 1), 62), columns)
        left = total - rows
        extra = np.minimum(np.cumsum(counts - 1), left)
        if extra[-1] < left:
            raise ValueError(f"density {density} is too high for a power law of shape {shape}")
        counts = 1 + np.diff(extra, prepend=0)
    indptr = np.concatenate([[0], np.cumsum(counts)])
    indices = np.arange(indptr[-1]) - np.repeat(indptr[:-1], counts)
    values = 1 + np.random.uniform(0.001, 2, size=indices.size)
    return sparse.csr_matrix((values.astype(dtype), indices, indptr), shape=shape, dtype=dtype)


def _check_density(density: float) -> None:
    if not 0 <= density <= 1:
        raise ValueError(f"density must be between 0 and 1, received {density}")


def rand_sparse_ndarray(shape: Any, stype: str, density: float | None = None, dtype: Any = None,
                        distribution: str | None = None, data_init: Any = None, rsp_indices: Any = None,
                        modifier_func: Any = None, shuffle_csr_indices: bool = False, ctx: Any = None) -> Any:
    """Create a random sparse array.

    Parameters
    ----------
    shape : tuple of int
        Shape of the array.
    stype : {'row_sparse', 'csr'}
        Storage type.
    density : float, optional
        Share of the rows or elements that are stored, from 0 to 1. It is random by default.
    dtype : type or str, optional
        Dtype of the array. The default is float32.
    distribution : {'uniform', 'powerlaw'}, optional
        Positions of the values. The default is ``'uniform'``. With ``'powerlaw'``, which only CSR arrays support, the
        first rows have 2, 4, 8 ... values and the remaining rows have one value each.
    data_init : float, optional
        Value of all stored elements. By default the values are uniformly distributed from 0 to 1. It has no effect
        with ``'powerlaw'``.
    rsp_indices : sequence of int, optional
        Rows that a row-sparse array stores, in place of random ones.
    modifier_func : callable, optional
        Function that changes each value of a row-sparse array. CSR arrays ignore it.
    shuffle_csr_indices : bool
        Whether to shuffle the columns in each row of a CSR array with uniform positions.
    ctx : Context, optional
        Device. The default is `default_context`.

    Returns
    -------
    tuple
        The array and a tuple of its parts, which is ``(data, indices)`` for row-sparse and ``(indptr, indices, data)``
        for CSR arrays.

    Examples
    --------
    >>> array, (values, rows) = mx.test_utils.rand_sparse_ndarray((4, 2), 'row_sparse', rsp_indices=[0, 3], data_init=1)
    >>> array.stype, rows.tolist(), values.tolist()
    ('row_sparse', [0, 3], [[1.0, 1.0], [1.0, 1.0]])
    """
    context = default_context() if ctx is None else ctx
    density = np.random.rand() if density is None else density
    element_dtype = default_dtype() if dtype is None else dtype
    _check_density(density)
    if stype == "row_sparse":
        if distribution not in (None, "uniform"):
            raise AssertionError(f"row_sparse arrays have no distribution {distribution!r}")
        return _random_rows(shape, density, element_dtype, data_init, rsp_indices, modifier_func, context)
    if stype != "csr":
        raise AssertionError(f"unknown storage type {stype}")
    if distribution in (None, "uniform"):
        matrix = _uniform_csr(shape, density, element_dtype, data_init, shuffle_csr_indices)
    elif distribution == "powerlaw":
        matrix = _power_law_csr(shape, density, element_dtype)
    else:
        raise AssertionError(f"Distribution not supported: {distribution}")
    matrix = matrix.as_in_context(context)
    return matrix, (matrix.indptr, matrix.indices, matrix.data)


def _random_rows(shape: Any, density: float, dtype: Any, data_init: Any, rows: Any, modifier: Any, ctx: Any) -> Any:
    indices = np.flatnonzero(np.random.rand(shape[0]) < density) if rows is None else np.asarray(rows)
    if indices.shape[0] == 0:
        return nd.zeros(shape, stype="row_sparse", dtype=dtype, ctx=ctx), (np.array([], dtype=dtype), np.array([]))
    values = np.random.rand(indices.shape[0], *shape[1:]).astype(dtype)
    if data_init is not None:
        values.fill(data_init)
    if modifier is not None:
        values = assign_each(values, modifier)
    array = sparse.row_sparse_array((values, indices), shape=shape, dtype=dtype, ctx=ctx)
    return array, (values, indices)


def create_sparse_array(shape: Any, stype: str, data_init: Any = None, rsp_indices: Any = None, dtype: Any = None,
                        modifier_func: Any = None, density: float = 0.5, shuffle_csr_indices: bool = False) -> Any:
    """Create a random sparse array, without its parts.

    Parameters
    ----------
    shape : tuple of int
        Shape of the array.
    stype : {'row_sparse', 'csr'}
        Storage type.
    data_init : float, optional
        Value of all stored elements. By default the values are uniformly distributed from 0 to 1.
    rsp_indices : sequence of int, optional
        Rows that a row-sparse array stores, in any order. They are random by default.
    dtype : type or str, optional
        Dtype of the array. The default is float32.
    modifier_func : callable, optional
        Function that changes each value of a row-sparse array. CSR arrays ignore it.
    density : float
        Share of the rows or elements that are stored.
    shuffle_csr_indices : bool
        Whether to shuffle the columns in each row of a CSR array.

    Returns
    -------
    RowSparseNDArray or CSRNDArray

    Examples
    --------
    >>> mx.test_utils.create_sparse_array((3, 2), 'row_sparse', data_init=1, rsp_indices=[2, 0]).asnumpy()
    array([[1., 1.],
           [0., 0.],
           [1., 1.]], dtype=float32)
    """
    if stype == "row_sparse":
        indices = None if rsp_indices is None else np.sort(np.asarray(rsp_indices))
        return rand_sparse_ndarray(shape, stype, density, dtype, data_init=data_init, rsp_indices=indices,
                                   modifier_func=modifier_func)[0]
    if stype != "csr":
        raise AssertionError(f"Unknown storage type: {stype}")
    return rand_sparse_ndarray(shape, stype, density, dtype, data_init=data_init, modifier_func=modifier_func,
                               shuffle_csr_indices=shuffle_csr_indices)[0]


def create_sparse_array_zd(shape: Any, stype: str, density: float, data_init: Any = None, rsp_indices: Any = None,
                           dtype: Any = None, modifier_func: Any = None, shuffle_csr_indices: bool = False) -> Any:
    """Create a random sparse array. Row-sparse arrays only store the given rows.

    Parameters
    ----------
    shape : tuple of int
        Shape of the array.
    stype : {'row_sparse', 'csr'}
        Storage type.
    density : float
        Share of the elements that a CSR array stores. Row-sparse arrays ignore it.
    data_init : float, optional
        Value of all stored elements. By default the values are uniformly distributed from 0 to 1.
    rsp_indices : sequence of int, optional
        Rows that a row-sparse array stores. By default it is empty.
    dtype : type or str, optional
        Dtype of the array. The default is float32.
    modifier_func : callable, optional
        Function that changes each value of a row-sparse array. CSR arrays ignore it.
    shuffle_csr_indices : bool
        Whether to shuffle the columns in each row of a CSR array.

    Returns
    -------
    RowSparseNDArray or CSRNDArray

    Examples
    --------
    >>> mx.test_utils.create_sparse_array_zd((3, 2), 'row_sparse', 0.5).indices.shape
    (0,)
    >>> mx.test_utils.create_sparse_array_zd((3, 2), 'csr', 0.5).data.shape
    (3,)
    """
    return create_sparse_array(shape, stype, data_init, rsp_indices, dtype, modifier_func,
                               0.0 if stype == "row_sparse" else density, shuffle_csr_indices)
