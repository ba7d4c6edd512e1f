"""Tests for infinite numbers that can go on from the result of an earlier test."""

from __future__ import annotations

from typing import Any

from ._array import NDArray
from .register import functions

_public = functions("")


def all_finite(data: NDArray, init_output: bool = True, out: NDArray | None = None, name: str | None = None) -> Any:
    """1 if no element is infinite or NaN, else 0; without `init_output`, 0 in `out` stays 0."""
    return _combined(_public["all_finite"](data), init_output, out)


def multi_all_finite(*data: NDArray, num_arrays: int = 1, init_output: bool = True, out: NDArray | None = None,
                     name: str | None = None) -> Any:
    """1 if no element of any array is infinite or NaN, else 0; without `init_output`, 0 in `out` stays 0."""
    return _combined(_public["multi_all_finite"](*data, num_arrays=num_arrays), init_output, out)


def _combined(found: NDArray, init_output: bool, out: NDArray | None) -> NDArray:
    if out is None:
        return found
    out[:] = found if init_output else found * out
    return out
