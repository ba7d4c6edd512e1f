"""Tolerances of comparisons by dtype."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from ..context import Context, current_context

_EXACT = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")


def default_context() -> Context:
    """Return the context of tests."""
    return current_context()


def set_default_context(ctx: Context) -> None:
    """Set the context of tests."""
    Context._default_ctx.value = ctx


def default_dtype() -> Any:
    """Return the dtype of tests."""
    return np.float32


def _table(half: float, single: float, double: float) -> dict[np.dtype, float]:
    table: dict[np.dtype, float] = {np.dtype("float16"): half, np.dtype("float32"): single, np.dtype("float64"): double}
    table.update({np.dtype(name): 0.0 for name in _EXACT})
    return table


def default_rtols() -> dict[np.dtype, float]:
    """Return relative tolerances by dtype."""
    return _table(1e-2, 1e-4, 1e-5)


def default_atols() -> dict[np.dtype, float]:
    """Return absolute tolerances by dtype."""
    return _table(1e-1, 1e-3, 1e-20)


def default_numeric_eps() -> dict[np.dtype, float]:
    """Return the steps of numeric gradients by dtype. They are powers of two, which are exact."""
    return {np.dtype("float16"): 2.0**-6, np.dtype("float32"): 2.0**-9, np.dtype("float64"): 2.0**-14}


def effective_dtype(dat: Any) -> np.dtype:
    """Return the dtype that determines the tolerance of `dat`."""
    return np.dtype(dat.dtype)


def get_tolerance(dat: Any, tol: Any, default_tol: dict[np.dtype, float]) -> float:
    """Return the tolerance for `dat`. `tol` is a number, a table by dtype, or None for the default."""
    if isinstance(tol, numbers.Number):
        return float(tol)  # type: ignore[arg-type]
    table = default_tol if tol is None else tol
    return table.get(effective_dtype(dat), default_tol[np.dtype("float64")])


def get_tols(x: Any, y: Any, rtol: Any, atol: Any) -> tuple[float, float]:
    """Return the tolerances of a comparison, which are the larger ones of both arrays."""
    x, y = (np.array(v) if isinstance(v, numbers.Number) else v for v in (x, y))
    return (max(get_tolerance(v, rtol, default_rtols()) for v in (x, y)),
            max(get_tolerance(v, atol, default_atols()) for v in (x, y)))


def get_atol(atol: float | None = None, dtype: Any = np.float64) -> float:
    """Return `atol`, or the default."""
    return default_atols()[np.dtype(dtype)] if atol is None else atol


def get_rtol(rtol: float | None = None, dtype: Any = np.float64) -> float:
    """Return `rtol`, or the default."""
    return default_rtols()[np.dtype(dtype)] if rtol is None else rtol


def get_etol(etol: float | None = None) -> float:
    """Return the tolerated fraction of wrong elements."""
    return 0 if etol is None else etol
