"""Creation of sparse arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .._frontend import sparse as dispatch
from .._frontend.results import wrap
from .._runtime import device
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from .._runtime.storage.sparse import KINDS, Csr, RowSparse
from .._runtime.tracebacks import concise_module
from . import _convert
from ._array import NDArray
from ._sparse_array import BaseSparseNDArray, CSRNDArray, RowSparseNDArray

_INTEGERS = (int, np.integer)


def is_scipy(source: Any) -> bool:
    """Whether `source` is a scipy sparse matrix. This does not import scipy."""
    return type(source).__module__.startswith("scipy.sparse")


def _default_type(source: Any, dtype: Any) -> torch.dtype:
    """Return the requested dtype, the dtype of an array, or float32."""
    if dtype is not None:
        return dtypes.to_torch(dtype)
    has_dtype = isinstance(source, (NDArray, np.ndarray)) or is_scipy(source)
    return dtypes.to_torch(source.dtype) if has_dtype else torch.float32


def _tensor(source: Any, dtype: torch.dtype, context: device.Context) -> torch.Tensor:
    if isinstance(source, BaseSparseNDArray):
        source = source.tostype("default")
    if isinstance(source, NDArray):
        return source._data.detach().to(device=device.torch_device(context), dtype=dtype, copy=True)
    try:
        return _convert.from_numpy(np.asarray(source), dtype, context)
    except (ValueError, TypeError) as error:
        raise TypeError(f"values cannot be converted to an array: {error}") from None


def _check_shape(actual: Any, expected: Any) -> None:
    if actual and expected and tuple(actual) != tuple(expected):
        raise ValueError(f"shape={tuple(expected)} does not match the shape {tuple(actual)} of the first argument")


def _sizes(shape: Any) -> tuple[int, ...]:
    sizes = (shape,) if isinstance(shape, _INTEGERS) else tuple(shape)
    return tuple(int(s) for s in sizes)


def csr_matrix(arg1: Any, shape: Any = None, ctx: Any = None, dtype: Any = None) -> CSRNDArray:
    """Create a `CSRNDArray`.

    Parameters
    ----------
    arg1
        ``(data, indices, indptr)``, ``(data, (row, col))``, a shape ``(M, N)`` without stored values, a dense
        matrix, a CSRNDArray or a scipy sparse matrix.
    shape : tuple, optional
        Shape. By default it is inferred from the indices.
    ctx, dtype
        Context and dtype of the result. The default is the dtype of the values.

    Examples
    --------
    >>> a = mx.nd.sparse.csr_matrix(([1, 2, 3], [1, 0, 2], [0, 1, 2, 2, 3]), shape=(4, 3))
    >>> a.asnumpy()[0]
    array([0., 1., 0.], dtype=float32)

    Returns
    -------
    CSRNDArray
    """
    if isinstance(arg1, tuple):
        if len(arg1) == 3:
            return _csr_of_parts(*arg1, shape, ctx, dtype)
        if len(arg1) != 2:
            raise ValueError(f"a tuple of {len(arg1)} elements does not describe a sparse array")
        if isinstance(arg1[1], tuple) and len(arg1[1]) == 2:
            return _csr_of_coordinates(arg1[0], *arg1[1], shape, ctx, dtype)
        _check_shape(arg1, shape)
        return empty("csr", arg1, ctx, dtype)
    if isinstance(arg1, RowSparseNDArray):
        raise ValueError("a RowSparseNDArray cannot be converted to a CSRNDArray; convert it to a dense array first")
    if isinstance(arg1, CSRNDArray) or is_scipy(arg1):
        _check_shape(arg1.shape, shape)
        return array(arg1, ctx, dtype)
    return _of_dense(arg1, "csr", shape, ctx, dtype)


def _of_dense(source: Any, stype: str, shape: Any, ctx: Any, dtype: Any) -> Any:
    context = source._ctx if isinstance(source, NDArray) and ctx is None else device.resolve(ctx)
    tensor = _tensor(source, _default_type(source, dtype), context)
    _check_shape(tensor.shape, shape)
    return wrap(NDArray, tensor, context).tostype(stype)


def _csr_of_parts(data: Any, indices: Any, indptr: Any, shape: Any, ctx: Any, dtype: Any) -> CSRNDArray:
    context = device.resolve(ctx)
    values = _tensor(data, _default_type(data, dtype), context)
    columns, starts = (_tensor(p, torch.int64, context) for p in (indices, indptr))
    if shape is None:
        if not columns.numel():
            raise ValueError("invalid shape: it cannot be inferred from no indices")
        shape = (starts.numel() - 1, int(columns.max()) + 1)
    shape = _sizes(shape)
    if values.ndim != 1 or starts.ndim != 1 or columns.ndim != 1 or not starts.numel() or len(shape) != 2:
        raise ValueError(f"invalid shape: data, indices and indptr need one axis, received {tuple(values.shape)}, "
                         f"{tuple(columns.shape)}, {tuple(starts.shape)} for an array of shape {shape}")
    return dispatch.wrap(Csr(values, columns, starts, shape), context)


def _csr_of_coordinates(data: Any, row: Any, column: Any, shape: Any, ctx: Any, dtype: Any) -> CSRNDArray:
    """Create a matrix from values and coordinates. Values with the same coordinates are added."""
    context = device.resolve(ctx)
    source = data.asnumpy() if isinstance(data, NDArray) else np.asarray(data)
    values = _tensor(source, dtypes.to_torch(source.dtype if dtype is None else dtype), context)
    rows, columns = (_tensor(p, torch.int64, context).reshape(-1) for p in (row, column))
    if shape is None:
        if not rows.numel():
            raise ValueError("cannot infer dimensions from zero sized index arrays")
        shape = (int(rows.max()) + 1, int(columns.max()) + 1)
    shape = _sizes(shape)
    keys, place = (rows * shape[1] + columns).unique(return_inverse=True)
    merged = values.new_zeros(keys.numel()).index_add_(0, place, values.reshape(-1))
    return dispatch.wrap(Csr.from_keys(merged, keys, shape), context)


def row_sparse_array(arg1: Any, shape: Any = None, ctx: Any = None, dtype: Any = None) -> RowSparseNDArray:
    """Create a `RowSparseNDArray`.

    Parameters
    ----------
    arg1
        ``(data, indices)``, a shape without stored rows, a dense array or a RowSparseNDArray.
    shape : tuple of int, optional
        Shape. By default it is inferred from the last index.
    ctx, dtype
        Context and dtype of the result. The default is the dtype of the values.

    Examples
    --------
    >>> mx.nd.sparse.row_sparse_array(([[1, 2]], [1]), shape=(3, 2)).asnumpy()[1]
    array([1., 2.], dtype=float32)

    Returns
    -------
    RowSparseNDArray
    """
    if isinstance(arg1, tuple):
        if len(arg1) < 2:
            raise ValueError(f"a tuple of {len(arg1)} elements does not describe a sparse array")
        if len(arg1) > 2 or all(isinstance(a, _INTEGERS) for a in arg1):
            _check_shape(arg1, shape)
            return empty("row_sparse", arg1, ctx, dtype)
        return _rows_of_parts(arg1[0], arg1[1], shape, ctx, dtype)
    if isinstance(arg1, CSRNDArray):
        raise ValueError("a CSRNDArray cannot be converted to a RowSparseNDArray; convert it to a dense array first")
    if isinstance(arg1, RowSparseNDArray):
        _check_shape(arg1.shape, shape)
        return array(arg1, ctx, dtype)
    return _of_dense(arg1, "row_sparse", shape, ctx, dtype)


def _rows_of_parts(data: Any, indices: Any, shape: Any, ctx: Any, dtype: Any) -> RowSparseNDArray:
    context = device.resolve(ctx)
    values = _tensor(data, _default_type(data, dtype), context)
    places = _tensor(indices, torch.int64, context)
    if shape is None:
        if not places.numel():
            raise ValueError("invalid shape: it cannot be inferred from no indices")
        shape = (int(places[-1]) + 1, *values.shape[1:])
    shape = _sizes(shape)
    if values.ndim != len(shape) or places.ndim != 1 or 0 in shape[1:]:
        raise ValueError(f"invalid shape: data of shape {tuple(values.shape)} and indices of shape "
                         f"{tuple(places.shape)} for an array of shape {shape}")
    return dispatch.wrap(RowSparse(values, places, shape), context)


def zeros(stype: str, shape: Any, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> Any:
    """Return an array of zeros. With storage type 'csr' or 'row_sparse', it has no stored values."""
    if stype == "default":
        from .utils import zeros as dense_zeros

        return dense_zeros(shape, ctx, dtype, **kwargs)
    if stype not in KINDS:
        raise ValueError(f"unknown storage type: {stype}")
    sizes, context = _sizes(shape), device.resolve(ctx)
    if stype == "csr" and len(sizes) != 2:
        raise MXNetError(f"zeros: csr arrays must have two axes, received shape {sizes}")
    stored = KINDS[stype].zeros(sizes, dtypes.default_of_none(dtype), device.torch_device(context))
    return dispatch.wrap(stored, context)


def empty(stype: str, shape: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """Return a sparse array without stored values."""
    if stype not in KINDS:
        raise ValueError(f"unknown stype : {stype}")
    return zeros(stype, shape, ctx, dtype)


def array(source_array: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """Return a copy of a sparse array or a scipy sparse matrix."""
    context = device.resolve(ctx)
    if isinstance(source_array, BaseSparseNDArray):
        target = source_array._stored.dtype if dtype is None else dtypes.to_torch(dtype)
        moved = source_array.copyto(context)
        return moved if moved._stored.dtype is target else moved.astype(dtypes.NUMPY_OF_TORCH[target])
    if isinstance(source_array, NDArray):
        raise AssertionError("sparse.array takes sparse arrays; call tostype of the NDArray instead")
    if is_scipy(source_array):
        matrix = source_array.tocsr().sorted_indices()
        matrix.sum_duplicates()
        return _csr_of_parts(matrix.data, matrix.indices, matrix.indptr, matrix.shape, ctx,
                             matrix.dtype if dtype is None else dtype)
    if isinstance(source_array, (np.ndarray, np.generic)):
        raise ValueError(f"sparse.array takes sparse arrays, received {type(source_array)}; use nd.array for dense "
                         "arrays")
    raise ValueError(f"Unexpected source_array type: {type(source_array)}")


concise_module(__name__)
