"""Comparison of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ndarray.ndarray import NDArray
from ._tolerance import get_etol, get_tols


def _plain(values: Any) -> np.ndarray:
    return values.asnumpy() if isinstance(values, NDArray) else np.asarray(values)


def same(a: Any, b: Any) -> bool:
    """Return whether two arrays have the same shape and equal elements.

    Parameters
    ----------
    a, b : NDArray, numpy.ndarray or list
        Arrays to compare.

    Returns
    -------
    bool

    Examples
    --------
    >>> mx.test_utils.same(mx.nd.arange(3), [0, 1, 2])
    True
    """
    return np.array_equal(_plain(a), _plain(b))


def checkShapes(a: Any, b: Any) -> None:
    """Raise AssertionError unless two arrays have the same shape.

    Parameters
    ----------
    a, b : NDArray or numpy.ndarray
        Arrays to compare.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.test_utils.checkShapes(mx.nd.ones((2, 3)), mx.nd.ones((3, 2)))
    Traceback (most recent call last):
        ...
    AssertionError: the arrays have different shapes, (2, 3) and (3, 2)
    """
    if a.shape != b.shape:
        raise AssertionError(f"the arrays have different shapes, {a.shape} and {b.shape}")


def _tolerances(a: Any, b: Any, rtol: Any, atol: Any, use_broadcast: bool) -> tuple[Any, Any]:
    """Return the tolerances of a comparison. Without broadcasting, check that the shapes are equal."""
    if not use_broadcast:
        checkShapes(a, b)
    return get_tols(a, b, rtol, atol)


def almost_equal(a: Any, b: Any, rtol: Any = None, atol: Any = None, equal_nan: bool = False,
                 use_broadcast: bool = True) -> bool:
    """Return whether two arrays are equal within tolerances.

    Parameters
    ----------
    a, b : NDArray, numpy.ndarray or number
        Values to compare.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype. The defaults depend on the dtypes; see `get_tols`.
    equal_nan : bool
        Whether NaN equals NaN.
    use_broadcast : bool
        Whether to broadcast arrays of different shapes. Otherwise they raise AssertionError.

    Returns
    -------
    bool

    Examples
    --------
    >>> mx.test_utils.almost_equal(mx.nd.array([1, 2]), mx.nd.array([1, 2.0001]))
    True
    >>> mx.test_utils.almost_equal(mx.nd.array([1, 2]), mx.nd.array([1, 2.1]), atol=0.01)
    False
    """
    rtol, atol = _tolerances(a, b, rtol, atol, use_broadcast)
    return bool(np.allclose(_plain(a), _plain(b), rtol=rtol, atol=atol, equal_nan=equal_nan))


def locationError(a: np.ndarray, b: np.ndarray, index: Any, names: tuple[str, str],
                  maxError: bool = False) -> str:
    """Return a line that describes an element of two arrays.

    Parameters
    ----------
    a, b : numpy.ndarray
        Arrays of numbers.
    index : tuple of int
        Position of the element.
    names : tuple of str
        Names of the arrays.
    maxError : bool
        Whether to describe the element as the one with the maximum error.

    Returns
    -------
    str

    Examples
    --------
    >>> import numpy
    >>> mx.test_utils.locationError(numpy.array([1, 2]), numpy.array([1, 3]), (1,), ('have', 'want'))
    'Location of error: (1,), have=2.00000000, want=3.00000000'
    """
    mark = "maximum error" if maxError else "error"
    return f"Location of {mark}: {tuple(int(i) for i in index)}, {names[0]}={a[index]:.8f}, {names[1]}={b[index]:.8f}"


def _relative_errors(a: np.ndarray, b: np.ndarray, rtol: float, atol: float) -> np.ndarray:
    a, b = a.astype("float64"), b.astype("float64")
    with np.errstate(invalid="ignore", divide="ignore"):
        error = np.abs(a - b) / (atol + rtol * np.abs(b) + 1e-300)
    error[(a == b) | (np.isnan(a) & np.isnan(b))] = 0
    return np.nan_to_num(error, nan=np.inf)


def assert_almost_equal(a: Any, b: Any, rtol: Any = None, atol: Any = None, names: tuple[str, str] = ("a", "b"),
                        equal_nan: bool = False, use_broadcast: bool = True,
                        mismatches: tuple[int, int] = (10, 10)) -> None:
    """Raise AssertionError unless two arrays are equal within tolerances.

    The message shows the largest error and its position.

    Parameters
    ----------
    a, b : NDArray, numpy.ndarray or number
        Values to compare. `b` is the reference of the relative tolerance.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype. The defaults depend on the dtypes; see `get_tols`.
    names : tuple of str
        Names of the arrays in the message.
    equal_nan : bool
        Whether NaN equals NaN.
    use_broadcast : bool
        Whether to broadcast arrays of different shapes. Otherwise they raise.
    mismatches : tuple of int
        The second number limits how many wrong elements the message lists. The first number is ignored.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.test_utils.assert_almost_equal(mx.nd.array([1, 2]), mx.nd.array([1, 2.0001]))
    >>> mx.test_utils.assert_almost_equal(mx.nd.array([1, 2]), mx.nd.array([1, 3]), names=('have', 'want'))
    Traceback (most recent call last):
        ...
    AssertionError: Error 769.230769 exceeds tolerance rtol=1.000000e-04, atol=1.000000e-03 (mismatch 50.000000%).
    Location of maximum error: (1,), have=2.00000000, want=3.00000000
    Location of error: (1,), have=2.00000000, want=3.00000000
    have: [1. 2.]
    want: [1. 3.]
    """
    rtol, atol = _tolerances(a, b, rtol, atol, use_broadcast)
    left, right = np.broadcast_arrays(_plain(a), _plain(b))
    if np.allclose(left, right, rtol=rtol, atol=atol, equal_nan=equal_nan):
        return
    errors = _relative_errors(left, right, rtol, atol)
    worst = np.unravel_index(int(errors.argmax()), errors.shape)
    wrong = np.argwhere(errors > 1)[: mismatches[1]]
    shown = "\n".join(locationError(left, right, tuple(index), names) for index in wrong)
    raise AssertionError(
        f"Error {errors[worst]:f} exceeds tolerance rtol={rtol:e}, atol={atol:e} (mismatch "
        f"{100.0 * (errors > 1).mean():f}%).\n{locationError(left, right, worst, names, True)}\n{shown}\n"
        f"{names[0]}: {left}\n{names[1]}: {right}")


def assert_allclose(a: Any, b: Any, rtol: float = 1e-07, atol: float = 0, equal_nan: bool = True) -> None:
    """Raise AssertionError unless two arrays are equal within the default tolerances of NumPy.

    Parameters
    ----------
    a, b : NDArray, numpy.ndarray or number
        Values to compare.
    rtol : float
        Relative tolerance.
    atol : float
        Absolute tolerance.
    equal_nan : bool
        Whether NaN equals NaN.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.test_utils.assert_allclose(mx.nd.array([1, 2]), mx.nd.array([1, 2.1]), rtol=0.1)
    """
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_with_err(a: Any, b: Any, rtol: Any = None, atol: Any = None, etol: float | None = None,
                                 names: tuple[str, str] = ("a", "b"), equal_nan: bool = False,
                                 mismatches: tuple[int, int] = (10, 10)) -> None:
    """Raise AssertionError if too many elements of two arrays differ.

    Parameters
    ----------
    a, b : NDArray, numpy.ndarray or number
        Values to compare.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype. The defaults depend on the dtypes; see `get_tols`.
    etol : float, optional
        Fraction of elements that may differ. The default is 0.
    names : tuple of str
        Names of the arrays in the message.
    equal_nan : bool
        Whether NaN equals NaN.
    mismatches : tuple of int
        See `assert_almost_equal`. It has no effect if `etol` is positive.

    Returns
    -------
    None

    Examples
    --------
    >>> a, b = mx.nd.array([1, 2, 3, 4]), mx.nd.array([1, 2, 3, 5])
    >>> mx.test_utils.assert_almost_equal_with_err(a, b, etol=0.25)
    >>> mx.test_utils.assert_almost_equal_with_err(a, b, etol=0.1)
    Traceback (most recent call last):
        ...
    AssertionError: 25.000000% of the elements of a and b differ, but at most 10.000000% are allowed
    """
    share = get_etol(etol)
    if share <= 0:
        assert_almost_equal(a, b, rtol=rtol, atol=atol, names=names, equal_nan=equal_nan, mismatches=mismatches)
        return
    rtol, atol = get_tols(a, b, rtol, atol)
    left, right = np.broadcast_arrays(_plain(a), _plain(b))
    wrong = 1.0 - np.isclose(left, right, rtol=rtol, atol=atol, equal_nan=equal_nan).mean()
    if wrong > share:
        raise AssertionError(f"{100 * wrong:f}% of the elements of {names[0]} and {names[1]} differ, but at most "
                             f"{100 * share:f}% are allowed")


def assert_almost_equal_ignore_nan(a: Any, b: Any, rtol: Any = None, atol: Any = None,
                                   names: tuple[str, str] = ("a", "b")) -> None:
    """Raise AssertionError unless two arrays are almost equal. Ignore elements that are NaN in either array.

    Parameters
    ----------
    a, b : NDArray or numpy.ndarray
        Arrays of the same shape.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype. The defaults depend on the dtypes; see `get_tols`.
    names : tuple of str
        Names of the arrays in the message.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.test_utils.assert_almost_equal_ignore_nan(mx.nd.array([1, float('nan')]), mx.nd.array([1, 5]))
    """
    left, right = np.copy(_plain(a)), np.copy(_plain(b))
    skipped = np.isnan(left) | np.isnan(right)
    left[skipped] = right[skipped] = 0
    assert_almost_equal(left, right, rtol, atol, names)


def compare_ndarray_tuple(t1: Any, t2: Any, rtol: Any = None, atol: Any = None) -> None:
    """Raise AssertionError unless nested tuples of arrays are almost equal.

    Parameters
    ----------
    t1, t2 : NDArray, tuple or None
        Arrays or nested tuples, such as optimizer states. None matches everything.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype. The defaults depend on the dtypes; see `get_tols`.

    Returns
    -------
    None

    Examples
    --------
    >>> states = mx.nd.ones(2), (mx.nd.zeros(3), None)
    >>> mx.test_utils.compare_ndarray_tuple(states, (mx.nd.ones(2), (mx.nd.zeros(3), None)))
    """
    if t1 is None or t2 is None:
        return
    if isinstance(t1, tuple):
        for first, second in zip(t1, t2, strict=True):
            compare_ndarray_tuple(first, second, rtol, atol)
    else:
        assert_almost_equal(t1, t2, rtol=rtol, atol=atol)


def same_array(array1: NDArray, array2: NDArray) -> bool:
    """Return whether two arrays share memory.

    The function adds 1 to the first array for a moment.

    Parameters
    ----------
    array1, array2 : NDArray
        Arrays to compare.

    Returns
    -------
    bool

    Examples
    --------
    >>> data = mx.nd.zeros((2, 3))
    >>> mx.test_utils.same_array(data, data.reshape((2, 3))), mx.test_utils.same_array(data, data.copy())
    (True, False)
    """
    array1[:] += 1
    if not same(array1, array2):
        array1[:] -= 1
        return False
    array1[:] -= 1
    return same(array1, array2)


def assert_exception(f: Any, exception_type: Any, *args: Any, **kwargs: Any) -> None:
    """Raise AssertionError unless a call raises an exception.

    Parameters
    ----------
    f : callable
        Function to call.
    exception_type : type
        Expected exception. Other exceptions are passed on.
    *args
        Positional arguments of `f`.
    **kwargs
        Keyword arguments of `f`.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.test_utils.assert_exception(mx.nd.reshape, mx.MXNetError, mx.nd.ones(3), shape=(2, 2))
    """
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{f} did not raise {exception_type}")


def same_symbol_structure(sym1: Any, sym2: Any) -> bool:
    """Return whether two symbols have the same operators in the same order.

    Names of nodes may differ.

    Parameters
    ----------
    sym1, sym2 : Symbol
        Symbols to compare.

    Returns
    -------
    bool

    Examples
    --------
    >>> a, b = mx.sym.var('a'), mx.sym.var('b')
    >>> mx.test_utils.same_symbol_structure(mx.sym.exp(a), mx.sym.exp(b))
    True
    >>> mx.test_utils.same_symbol_structure(mx.sym.exp(a), mx.sym.log(b))
    False
    """
    first, second = (s.get_internals() for s in (sym1, sym2))
    if len(first) != len(second):
        return False
    return all(str(a) == str(b) or _operator_names(a) == _operator_names(b) for a, b in zip(first, second, strict=True))


def _operator_names(symbol: Any) -> list[str]:
    return [n.kind for n in symbol._graph().nodes]


def np_reduce(dat: np.ndarray, axis: Any, keepdims: bool, numpy_reduce_func: Any) -> np.ndarray:
    """Reduce several axes with a function that reduces one axis.

    Parameters
    ----------
    dat : numpy.ndarray
        Array to reduce.
    axis : int, tuple of int or None
        Axes to reduce, or None for all axes.
    keepdims : bool
        Whether to keep reduced axes with size 1.
    numpy_reduce_func : callable
        Function with the keyword argument `axis`, such as ``numpy.sum``.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> import numpy
    >>> mx.test_utils.np_reduce(numpy.ones((2, 3, 4)), (0, 2), True, numpy.sum).tolist()
    [[[8.0], [8.0], [8.0]]]
    """
    axes = list(range(dat.ndim)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    result = dat
    for axis in sorted((a % dat.ndim for a in axes), reverse=True):
        result = numpy_reduce_func(result, axis=axis)
    if keepdims:
        result = result.reshape([1 if i in [a % dat.ndim for a in axes] else s for i, s in enumerate(dat.shape)])
    return result


def collapse_sum_like(a: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Sum an array over broadcast axes, so that the result has the given shape.

    Parameters
    ----------
    a : numpy.ndarray
        Array to sum.
    shape : tuple of int
        Shape of the result. It must broadcast to the shape of `a`.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> import numpy
    >>> mx.test_utils.collapse_sum_like(numpy.ones((2, 3)), (1, 3)).tolist()
    [[2.0, 2.0, 2.0]]
    """
    extra = a.ndim - len(shape)
    result = a.sum(axis=tuple(range(extra)))
    axes = tuple(i for i, (have, want) in enumerate(zip(result.shape, shape, strict=True)) if have != want)
    return result.sum(axis=axes, keepdims=True) if axes else result
