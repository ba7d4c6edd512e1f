"""Random shapes and arrays for tests."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..ndarray.ndarray import NDArray
from ._tolerance import default_context, default_dtype


def random_arrays(*shapes: tuple[int, ...]) -> Any:
    """Return numpy arrays with normal values. A single array is not wrapped in a list."""
    arrays = [np.array(np.random.randn(*s), dtype=default_dtype()) for s in shapes]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes: tuple[int, ...], **kwargs: Any) -> list[np.ndarray]:
    """Return numpy arrays with uniform values. Keywords: low, high and dtype."""
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", default_dtype())
    if kwargs:
        raise TypeError(f"random_uniform_arrays takes low, high and dtype, not {list(kwargs)}")
    return [np.random.uniform(low, high, shape).astype(dtype) for shape in shapes]


def random_sample(population: Any, k: int) -> list[Any]:
    """Return `k` distinct elements in random order."""
    if not 0 <= k <= len(population):
        raise AssertionError(f"k must be between 0 and {len(population)}, received {k}")
    shuffled = list(population)
    np.random.shuffle(shuffled)
    return shuffled[:k]


def rand_coord_2d(x_low: int, x_high: int, y_low: int, y_high: int) -> tuple[int, int]:
    """Return a random pair of coordinates."""
    return int(np.random.randint(x_low, x_high)), int(np.random.randint(y_low, y_high))


def rand_shape_nd(num_dim: int, dim: int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """Return a random shape with sizes up to `dim`."""
    return tuple(int(s) for s in np.random.randint(0 if allow_zero_size else 1, dim + 1, size=num_dim))


def rand_shape_2d(dim0: int = 10, dim1: int = 10, allow_zero_size: bool = False) -> tuple[int, int]:
    """Return a random shape with two axes."""
    low = 0 if allow_zero_size else 1
    return random.randint(low, dim0), random.randint(low, dim1)


def rand_shape_3d(dim0: int = 10, dim1: int = 10, dim2: int = 10,
                  allow_zero_size: bool = False) -> tuple[int, int, int]:
    """Return a random shape with three axes."""
    low = 0 if allow_zero_size else 1
    return random.randint(low, dim0), random.randint(low, dim1), random.randint(low, dim2)


def rand_ndarray(shape: Any, stype: str = "default", density: float | None = None, dtype: Any = None,
                 modifier_func: Any = None, shuffle_csr_indices: bool = False, distribution: str | None = None,
                 ctx: Any = None) -> NDArray:
    """Return a random array."""
    context = default_context() if ctx is None else ctx
    element_dtype = default_dtype() if dtype is None else dtype
    if stype != "default":
        from ._sparse import rand_sparse_ndarray

        return rand_sparse_ndarray(shape, stype, density, element_dtype, distribution, modifier_func=modifier_func,
                                   shuffle_csr_indices=shuffle_csr_indices, ctx=context)[0]
    return nd.array(random_arrays(shape), dtype=element_dtype, ctx=context)


def assign_each(the_input: np.ndarray, function: Any) -> np.ndarray:
    """Apply `function` to each element."""
    return np.array(the_input) if function is None else np.vectorize(function, otypes=[the_input.dtype])(the_input)


def assign_each2(input1: np.ndarray, input2: np.ndarray, function: Any) -> np.ndarray:
    """Apply `function` to each pair of elements."""
    if function is None:
        return np.array(input1)
    return np.vectorize(function, otypes=[input1.dtype])(input1, input2)


def create_2d_tensor(rows: int, columns: int, dtype: Any = np.int64) -> NDArray:
    """Return a matrix whose rows contain their index."""
    return nd.array(np.repeat(np.arange(rows).reshape(rows, 1), columns, axis=1), dtype=dtype)


def create_vector(size: int, dtype: Any = np.int64) -> NDArray:
    """Return the numbers from 0 to ``size - 1``."""
    return nd.arange(0, size, dtype=dtype)


def get_identity_mat(size: int) -> np.ndarray:
    """Return an identity matrix."""
    return np.eye(size)


def get_identity_mat_batch(size: int) -> np.ndarray:
    """Return two identity matrices."""
    return np.array([np.eye(size), np.eye(size)])


def new_orthonormal_matrix_2d(n: int) -> np.ndarray:
    """Return a random orthonormal matrix."""
    return np.linalg.qr(np.random.randn(n, n))[0]


def new_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Return a random matrix with real eigenvalues between -1 and 1."""
    basis = new_orthonormal_matrix_2d(n) + 2 * np.eye(n)
    return basis @ np.diag(np.random.uniform(-1.0, 1.0, n)) @ np.linalg.inv(basis)


def new_matrix_with_real_eigvals_nd(shape: tuple[int, ...]) -> np.ndarray:
    """Return a stack of random matrices with real eigenvalues."""
    return _stack(new_matrix_with_real_eigvals_2d, shape)


def new_sym_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Return a random symmetric matrix."""
    basis = new_orthonormal_matrix_2d(n)
    return basis @ np.diag(np.random.uniform(-10.0, 10.0, n)) @ basis.T


def new_sym_matrix_with_real_eigvals_nd(shape: tuple[int, ...]) -> np.ndarray:
    """Return a stack of random symmetric matrices."""
    return _stack(new_sym_matrix_with_real_eigvals_2d, shape)


def _stack(make: Callable[[int], np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """Stack square matrices. The last axis of `shape` is the size of a matrix."""
    *outer, _, size = shape
    return np.array([make(size) for _ in range(math.prod(outer))]).reshape(shape)
