"""Tolerances of comparisons by dtype."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from ..context import Context, current_context

_EXACT = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")


def default_context() -> Context:
    """Return the context on which tests run.

    Returns
    -------
    Context
        The current context.

    Examples
    --------
    >>> with mx.cpu(1):
    ...     mx.test_utils.default_context()
    cpu(1)
    """
    return current_context()


def set_default_context(ctx: Context) -> None:
    """Set the context on which tests run.

    It also becomes the default context of the current thread.

    Parameters
    ----------
    ctx : Context
        The new default.

    Returns
    -------
    None

    Examples
    --------
    >>> before = mx.test_utils.default_context()
    >>> mx.test_utils.set_default_context(mx.cpu(1))
    >>> mx.nd.zeros(2).context
    cpu(1)
    >>> mx.test_utils.set_default_context(before)
    """
    Context._default_ctx.value = ctx


def default_dtype() -> Any:
    """Return the dtype that the random arrays of this module have by default.

    Returns
    -------
    type
        ``numpy.float32``.

    Examples
    --------
    >>> mx.test_utils.default_dtype().__name__
    'float32'
    """
    return np.float32


def _table(half: float, single: float, double: float) -> dict[np.dtype, float]:
    table: dict[np.dtype, float] = {np.dtype("float16"): half, np.dtype("float32"): single, np.dtype("float64"): double}
    table.update({np.dtype(name): 0.0 for name in _EXACT})
    return table


def default_rtols() -> dict[np.dtype, float]:
    """Return the default relative tolerances.

    Returns
    -------
    dict of numpy.dtype to float
        Tolerances by dtype. They are 0 for integers and booleans.

    Examples
    --------
    >>> import numpy
    >>> mx.test_utils.default_rtols()[numpy.dtype('float32')]
    0.0001
    """
    return _table(1e-2, 1e-4, 1e-5)


def default_atols() -> dict[np.dtype, float]:
    """Return the default absolute tolerances.

    Returns
    -------
    dict of numpy.dtype to float
        Tolerances by dtype. They are 0 for integers and booleans.

    Examples
    --------
    >>> import numpy
    >>> mx.test_utils.default_atols()[numpy.dtype('float32')]
    0.001
    """
    return _table(1e-1, 1e-3, 1e-20)


def default_numeric_eps() -> dict[np.dtype, float]:
    """Return the default steps of numeric gradients. They are powers of two, which are exact.

    Returns
    -------
    dict of numpy.dtype to float
        Steps of float16, float32 and float64.

    Examples
    --------
    >>> import numpy
    >>> mx.test_utils.default_numeric_eps()[numpy.dtype('float16')]
    0.015625
    """
    return {np.dtype("float16"): 2.0**-6, np.dtype("float32"): 2.0**-9, np.dtype("float64"): 2.0**-14}


def effective_dtype(dat: Any) -> np.dtype:
    """Return the dtype that determines the tolerance for an array.

    Parameters
    ----------
    dat : NDArray or numpy.ndarray
        The array.

    Returns
    -------
    numpy.dtype
        The dtype of `dat`.

    Examples
    --------
    >>> mx.test_utils.effective_dtype(mx.nd.ones(2, dtype='float16'))
    dtype('float16')
    """
    return np.dtype(dat.dtype)


def get_tolerance(dat: Any, tol: Any, default_tol: dict[np.dtype, float]) -> float:
    """Return the tolerance for an array.

    Parameters
    ----------
    dat : NDArray or numpy.ndarray
        The array. Its dtype selects the tolerance from a table.
    tol : float, dict or None
        A number, which is returned as it is, or a table by dtype. None stands for `default_tol`.
    default_tol : dict of numpy.dtype to float
        Table of defaults. Dtypes that the table lacks get the default of float64.

    Returns
    -------
    float
        The tolerance.

    Examples
    --------
    >>> data = mx.nd.ones(2, dtype='float16')
    >>> mx.test_utils.get_tolerance(data, None, mx.test_utils.default_rtols())
    0.01
    >>> mx.test_utils.get_tolerance(data, 0.5, mx.test_utils.default_rtols())
    0.5
    """
    if isinstance(tol, numbers.Number):
        return float(tol)  # type: ignore[arg-type]
    table = default_tol if tol is None else tol
    return table.get(effective_dtype(dat), default_tol[np.dtype("float64")])


def get_tols(x: Any, y: Any, rtol: Any, atol: Any) -> tuple[float, float]:
    """Return the tolerances for comparing two arrays.

    Parameters
    ----------
    x, y : NDArray, numpy.ndarray or number
        Values to compare.
    rtol, atol : float, dict or None
        Relative and absolute tolerance, or tables by dtype. The defaults are `default_rtols` and `default_atols`.

    Returns
    -------
    tuple of two float
        Relative and absolute tolerance. Each is the maximum over both arrays.

    Examples
    --------
    >>> half, single = mx.nd.ones(2, dtype='float16'), mx.nd.ones(2)
    >>> mx.test_utils.get_tols(half, single, None, None)
    (0.01, 0.1)
    """
    x, y = (np.array(v) if isinstance(v, numbers.Number) else v for v in (x, y))
    return (max(get_tolerance(v, rtol, default_rtols()) for v in (x, y)),
            max(get_tolerance(v, atol, default_atols()) for v in (x, y)))


def get_atol(atol: float | None = None, dtype: Any = np.float64) -> float:
    """Return an absolute tolerance.

    Parameters
    ----------
    atol : float, optional
        Value to return.
    dtype : type or str
        Dtype whose default is returned without `atol`.

    Returns
    -------
    float
        The tolerance.

    Examples
    --------
    >>> mx.test_utils.get_atol(dtype='float32'), mx.test_utils.get_atol(0.5)
    (0.001, 0.5)
    """
    return default_atols()[np.dtype(dtype)] if atol is None else atol


def get_rtol(rtol: float | None = None, dtype: Any = np.float64) -> float:
    """Return a relative tolerance.

    Parameters
    ----------
    rtol : float, optional
        Value to return.
    dtype : type or str
        Dtype whose default is returned without `rtol`.

    Returns
    -------
    float
        The tolerance.

    Examples
    --------
    >>> mx.test_utils.get_rtol(dtype='float32'), mx.test_utils.get_rtol(0.5)
    (0.0001, 0.5)
    """
    return default_rtols()[np.dtype(dtype)] if rtol is None else rtol


def get_etol(etol: float | None = None) -> float:
    """Return the fraction of elements that may differ.

    Parameters
    ----------
    etol : float, optional
        Value to return. The default is 0.

    Returns
    -------
    float
        The fraction.

    Examples
    --------
    >>> mx.test_utils.get_etol(), mx.test_utils.get_etol(0.1)
    (0, 0.1)
    """
    return 0 if etol is None else etol
