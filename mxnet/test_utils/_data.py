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
    """Create NumPy arrays with normally distributed values.

    Parameters
    ----------
    *shapes : tuple of int
        One shape for each array. ``()`` stands for a number.

    Returns
    -------
    numpy.ndarray, or list of numpy.ndarray for several shapes
        Arrays of float32.

    Examples
    --------
    >>> a, b = mx.test_utils.random_arrays((2, 3), (4,))
    >>> a.shape, b.shape
    ((2, 3), (4,))
    """
    arrays = [np.array(np.random.randn(*s), dtype=default_dtype()) for s in shapes]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes: tuple[int, ...], **kwargs: Any) -> list[np.ndarray]:
    """Create NumPy arrays with uniformly distributed values.

    Parameters
    ----------
    *shapes : tuple of int
        One shape for each array.
    **kwargs
        ``low`` and ``high`` are the limits of the values, by default 0 and 1. ``dtype`` is float32 by default.

    Returns
    -------
    list of numpy.ndarray
        One array for each shape, even for a single one.

    Examples
    --------
    >>> (array,) = mx.test_utils.random_uniform_arrays((2, 3), low=5, high=6)
    >>> array.shape, bool((array >= 5).all())
    ((2, 3), True)
    """
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", default_dtype())
    if kwargs:
        raise TypeError(f"random_uniform_arrays takes low, high and dtype, not {list(kwargs)}")
    return [np.random.uniform(low, high, shape).astype(dtype) for shape in shapes]


def random_sample(population: Any, k: int) -> list[Any]:
    """Draw distinct elements in random order.

    Parameters
    ----------
    population : sequence
        Elements to draw from.
    k : int
        Number of elements to draw.

    Returns
    -------
    list

    Examples
    --------
    >>> sorted(mx.test_utils.random_sample('abc', 3))
    ['a', 'b', 'c']
    """
    if not 0 <= k <= len(population):
        raise AssertionError(f"k must be between 0 and {len(population)}, received {k}")
    shuffled = list(population)
    np.random.shuffle(shuffled)
    return shuffled[:k]


def rand_coord_2d(x_low: int, x_high: int, y_low: int, y_high: int) -> tuple[int, int]:
    """Draw a pair of integers.

    Parameters
    ----------
    x_low, x_high : int
        Limits of the first integer. The upper limit is excluded.
    y_low, y_high : int
        Limits of the second integer. The upper limit is excluded.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> mx.test_utils.rand_coord_2d(2, 3, 5, 6)
    (2, 5)
    """
    return int(np.random.randint(x_low, x_high)), int(np.random.randint(y_low, y_high))


def rand_shape_nd(num_dim: int, dim: int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """Draw a shape with any number of axes.

    Parameters
    ----------
    num_dim : int
        Number of axes.
    dim : int
        Maximum size of an axis.
    allow_zero_size : bool
        Whether sizes may be 0. Otherwise they are at least 1.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> shape = mx.test_utils.rand_shape_nd(4, dim=3)
    >>> len(shape), set(shape) <= {1, 2, 3}
    (4, True)
    """
    return tuple(int(s) for s in np.random.randint(0 if allow_zero_size else 1, dim + 1, size=num_dim))


def rand_shape_2d(dim0: int = 10, dim1: int = 10, allow_zero_size: bool = False) -> tuple[int, int]:
    """Draw a shape with two axes.

    Parameters
    ----------
    dim0, dim1 : int
        Maximum sizes of the axes.
    allow_zero_size : bool
        Whether sizes may be 0. Otherwise they are at least 1.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> rows, columns = mx.test_utils.rand_shape_2d(3, 20)
    >>> rows in (1, 2, 3)
    True
    """
    low = 0 if allow_zero_size else 1
    return random.randint(low, dim0), random.randint(low, dim1)


def rand_shape_3d(dim0: int = 10, dim1: int = 10, dim2: int = 10,
                  allow_zero_size: bool = False) -> tuple[int, int, int]:
    """Draw a shape with three axes.

    Parameters
    ----------
    dim0, dim1, dim2 : int
        Maximum sizes of the axes.
    allow_zero_size : bool
        Whether sizes may be 0. Otherwise they are at least 1.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> mx.test_utils.rand_shape_3d(1, 1, 1)
    (1, 1, 1)
    """
    low = 0 if allow_zero_size else 1
    return random.randint(low, dim0), random.randint(low, dim1), random.randint(low, dim2)


def rand_ndarray(shape: Any, stype: str = "default", density: float | None = None, dtype: Any = None,
                 modifier_func: Any = None, shuffle_csr_indices: bool = False, distribution: str | None = None,
                 ctx: Any = None) -> NDArray:
    """Create a random array, dense or sparse.

    Dense arrays contain normally distributed values.

    Parameters
    ----------
    shape : tuple of int
        Shape of the array.
    stype : {'default', 'row_sparse', 'csr'}
        Storage type.
    density : float, optional
        Share of the elements that a sparse array stores. It is random by default.
    dtype : str or type, optional
        Dtype of the array. The default is float32.
    modifier_func : callable, optional
        Function that changes each value of a row-sparse array.
    shuffle_csr_indices : bool
        Whether to shuffle the columns in each row of a CSR array.
    distribution : {'uniform', 'powerlaw'}, optional
        Positions of the values of a CSR array. See `rand_sparse_ndarray`.
    ctx : Context, optional
        Device. The default is `default_context`.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.test_utils.rand_ndarray((2, 3)).shape
    (2, 3)
    >>> mx.test_utils.rand_ndarray((10, 10), 'csr', density=0.2).data.shape
    (20,)
    """
    context = default_context() if ctx is None else ctx
    element_dtype = default_dtype() if dtype is None else dtype
    if stype != "default":
        from ._sparse import rand_sparse_ndarray

        return rand_sparse_ndarray(shape, stype, density, element_dtype, distribution, modifier_func=modifier_func,
                                   shuffle_csr_indices=shuffle_csr_indices, ctx=context)[0]
    return nd.array(random_arrays(shape), dtype=element_dtype, ctx=context)


def assign_each(the_input: np.ndarray, function: Any) -> np.ndarray:
    """Apply a function to each element of an array.

    Parameters
    ----------
    the_input : numpy.ndarray
        Array, which is not changed.
    function : callable or None
        Function of one number. None returns a copy of the array.

    Returns
    -------
    numpy.ndarray
        Array of the same dtype.

    Examples
    --------
    >>> import numpy
    >>> mx.test_utils.assign_each(numpy.array([1, 2, 3]), lambda x: x * x).tolist()
    [1, 4, 9]
    """
    return np.array(the_input) if function is None else np.vectorize(function, otypes=[the_input.dtype])(the_input)


def assign_each2(input1: np.ndarray, input2: np.ndarray, function: Any) -> np.ndarray:
    """Apply a function to each pair of elements of two arrays.

    Parameters
    ----------
    input1, input2 : numpy.ndarray
        Arrays, which are not changed.
    function : callable or None
        Function of two numbers. None returns a copy of the first array.

    Returns
    -------
    numpy.ndarray
        Array of the dtype of `input1`.

    Examples
    --------
    >>> import numpy
    >>> mx.test_utils.assign_each2(numpy.array([1, 2]), numpy.array([3, 4]), lambda x, y: x * y).tolist()
    [3, 8]
    """
    if function is None:
        return np.array(input1)
    return np.vectorize(function, otypes=[input1.dtype])(input1, input2)


def create_2d_tensor(rows: int, columns: int, dtype: Any = np.int64) -> NDArray:
    """Create a matrix in which each element is the index of its row.

    Parameters
    ----------
    rows, columns : int
        Shape of the matrix.
    dtype : type or str
        Dtype of the matrix.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.test_utils.create_2d_tensor(2, 3).asnumpy()
    array([[0, 0, 0],
           [1, 1, 1]])
    """
    return nd.array(np.repeat(np.arange(rows).reshape(rows, 1), columns, axis=1), dtype=dtype)


def create_vector(size: int, dtype: Any = np.int64) -> NDArray:
    """Create a vector with the numbers from 0 to ``size - 1``.

    Parameters
    ----------
    size : int
        Number of elements.
    dtype : type or str
        Dtype of the vector.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.test_utils.create_vector(4).asnumpy()
    array([0, 1, 2, 3])
    """
    return nd.arange(0, size, dtype=dtype)


def get_identity_mat(size: int) -> np.ndarray:
    """Create an identity matrix.

    Parameters
    ----------
    size : int
        Number of rows and columns.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> mx.test_utils.get_identity_mat(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return np.eye(size)


def get_identity_mat_batch(size: int) -> np.ndarray:
    """Create a batch of two identity matrices.

    Parameters
    ----------
    size : int
        Number of rows and columns.

    Returns
    -------
    numpy.ndarray
        Array of shape ``(2, size, size)``.

    Examples
    --------
    >>> mx.test_utils.get_identity_mat_batch(3).shape
    (2, 3, 3)
    """
    return np.array([np.eye(size), np.eye(size)])


def new_orthonormal_matrix_2d(n: int) -> np.ndarray:
    """Create a random matrix with orthonormal columns.

    Parameters
    ----------
    n : int
        Number of rows and columns.

    Returns
    -------
    numpy.ndarray
        Matrix of float64.

    Examples
    --------
    >>> basis = mx.test_utils.new_orthonormal_matrix_2d(3)
    >>> abs(basis.T @ basis).round(6)
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    return np.linalg.qr(np.random.randn(n, n))[0]


def new_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Create a random matrix with real eigenvalues between -1 and 1.

    Parameters
    ----------
    n : int
        Number of rows and columns.

    Returns
    -------
    numpy.ndarray
        Matrix of float64.

    Examples
    --------
    >>> import numpy
    >>> matrix = mx.test_utils.new_matrix_with_real_eigvals_2d(3)
    >>> bool((abs(numpy.linalg.eigvals(matrix)) < 1.0001).all())
    True
    """
    basis = new_orthonormal_matrix_2d(n) + 2 * np.eye(n)
    return basis @ np.diag(np.random.uniform(-1.0, 1.0, n)) @ np.linalg.inv(basis)


def new_matrix_with_real_eigvals_nd(shape: tuple[int, ...]) -> np.ndarray:
    """Create a batch of random matrices with real eigenvalues between -1 and 1.

    Parameters
    ----------
    shape : tuple of int
        Shape of the batch. The last two sizes must be equal.

    Returns
    -------
    numpy.ndarray
        Array of float64.

    Examples
    --------
    >>> mx.test_utils.new_matrix_with_real_eigvals_nd((2, 3, 3)).shape
    (2, 3, 3)
    """
    return _stack(new_matrix_with_real_eigvals_2d, shape)


def new_sym_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Create a random symmetric matrix with eigenvalues between -10 and 10.

    Parameters
    ----------
    n : int
        Number of rows and columns.

    Returns
    -------
    numpy.ndarray
        Matrix of float64.

    Examples
    --------
    >>> matrix = mx.test_utils.new_sym_matrix_with_real_eigvals_2d(3)
    >>> mx.test_utils.almost_equal(matrix, matrix.T, atol=1e-8)
    True
    """
    basis = new_orthonormal_matrix_2d(n)
    return basis @ np.diag(np.random.uniform(-10.0, 10.0, n)) @ basis.T


def new_sym_matrix_with_real_eigvals_nd(shape: tuple[int, ...]) -> np.ndarray:
    """Create a batch of random symmetric matrices with eigenvalues between -10 and 10.

    Parameters
    ----------
    shape : tuple of int
        Shape of the batch. The last two sizes must be equal.

    Returns
    -------
    numpy.ndarray
        Array of float64.

    Examples
    --------
    >>> mx.test_utils.new_sym_matrix_with_real_eigvals_nd((2, 3, 3)).shape
    (2, 3, 3)
    """
    return _stack(new_sym_matrix_with_real_eigvals_2d, shape)


def _stack(make: Callable[[int], np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """Stack square matrices. The last axis of `shape` is the size of a matrix."""
    *outer, _, size = shape
    return np.array([make(size) for _ in range(math.prod(outer))]).reshape(shape)
