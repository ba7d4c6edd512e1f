"""Comparison of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ndarray.ndarray import NDArray
from ._tolerance import get_etol, get_tols


def _plain(values: Any) -> np.ndarray:
    return values.asnumpy() if isinstance(values, NDArray) else np.asarray(values)


def same(a: Any, b: Any) -> bool:
    """Whether two arrays are equal."""
    return np.array_equal(_plain(a), _plain(b))


def checkShapes(a: Any, b: Any) -> None:
    """Raise unless both arrays have the same shape."""
    if a.shape != b.shape:
        raise AssertionError(f"the arrays have different shapes, {a.shape} and {b.shape}")


def _tolerances(a: Any, b: Any, rtol: Any, atol: Any, use_broadcast: bool) -> tuple[Any, Any]:
    """Return the tolerances of a comparison. Without broadcasting, check that the shapes are equal."""
    if not use_broadcast:
        checkShapes(a, b)
    return get_tols(a, b, rtol, atol)


def almost_equal(a: Any, b: Any, rtol: Any = None, atol: Any = None, equal_nan: bool = False,
                 use_broadcast: bool = True) -> bool:
    """Whether two arrays are equal within tolerances."""
    rtol, atol = _tolerances(a, b, rtol, atol, use_broadcast)
    return bool(np.allclose(_plain(a), _plain(b), rtol=rtol, atol=atol, equal_nan=equal_nan))


def locationError(a: np.ndarray, b: np.ndarray, index: Any, names: tuple[str, str],
                  maxError: bool = False) -> str:
    """Return a description of a differing element."""
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
    """Raise AssertionError with the location of the largest error unless arrays are equal within tolerances."""
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
    """`assert_almost_equal` with numpy's defaults."""
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_with_err(a: Any, b: Any, rtol: Any = None, atol: Any = None, etol: float | None = None,
                                 names: tuple[str, str] = ("a", "b"), equal_nan: bool = False,
                                 mismatches: tuple[int, int] = (10, 10)) -> None:
    """Like `assert_almost_equal`, but tolerate a fraction `etol` of wrong elements."""
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
    """Like `assert_almost_equal`, but ignore elements that are NaN in either array."""
    left, right = np.copy(_plain(a)), np.copy(_plain(b))
    skipped = np.isnan(left) | np.isnan(right)
    left[skipped] = right[skipped] = 0
    assert_almost_equal(left, right, rtol, atol, names)


def compare_ndarray_tuple(t1: Any, t2: Any, rtol: Any = None, atol: Any = None) -> None:
    """Compare nested tuples of arrays."""
    if t1 is None or t2 is None:
        return
    if isinstance(t1, tuple):
        for first, second in zip(t1, t2, strict=True):
            compare_ndarray_tuple(first, second, rtol, atol)
    else:
        assert_almost_equal(t1, t2, rtol=rtol, atol=atol)


def same_array(array1: NDArray, array2: NDArray) -> bool:
    """Whether two arrays share memory."""
    array1[:] += 1
    if not same(array1, array2):
        array1[:] -= 1
        return False
    array1[:] -= 1
    return same(array1, array2)


def assert_exception(f: Any, exception_type: Any, *args: Any, **kwargs: Any) -> None:
    """Raise unless ``f(*args)`` raises the given exception."""
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{f} did not raise {exception_type}")


def same_symbol_structure(sym1: Any, sym2: Any) -> bool:
    """Whether two symbols have the same operators in the same order."""
    first, second = (s.get_internals() for s in (sym1, sym2))
    if len(first) != len(second):
        return False
    return all(str(a) == str(b) or _operator_names(a) == _operator_names(b) for a, b in zip(first, second, strict=True))


def _operator_names(symbol: Any) -> list[str]:
    return [n.kind for n in symbol._graph().nodes]


def np_reduce(dat: np.ndarray, axis: Any, keepdims: bool, numpy_reduce_func: Any) -> np.ndarray:
    """Run a numpy reduction over several axes, with keepdims for functions that do not support it."""
    axes = list(range(dat.ndim)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    result = dat
    for axis in sorted((a % dat.ndim for a in axes), reverse=True):
        result = numpy_reduce_func(result, axis=axis)
    if keepdims:
        result = result.reshape([1 if i in [a % dat.ndim for a in axes] else s for i, s in enumerate(dat.shape)])
    return result


def collapse_sum_like(a: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Sum over broadcast axes, so that the result has `shape`."""
    extra = a.ndim - len(shape)
    result = a.sum(axis=tuple(range(extra)))
    axes = tuple(i for i, (have, want) in enumerate(zip(result.shape, shape, strict=True)) if have != want)
    return result.sum(axis=axes, keepdims=True) if axes else result
