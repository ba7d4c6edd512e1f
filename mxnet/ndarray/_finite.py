"""Tests for finite values, which can be combined with the result of an earlier test."""

from __future__ import annotations

from ._array import NDArray
from .register import functions

_public = functions("")


def all_finite(data: NDArray, init_output: bool = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Return 1 if all elements are finite, otherwise 0. Without `init_output`, a 0 in `out` is kept."""
    return _combine(_public["all_finite"](data), init_output, out)


def multi_all_finite(*data: NDArray, num_arrays: int = 1, init_output: bool = True, out: NDArray | None = None,
                     name: str | None = None) -> NDArray:
    """Return 1 if all elements of all arrays are finite, otherwise 0. Without `init_output`, a 0 in `out` is kept."""
    return _combine(_public["multi_all_finite"](*data, num_arrays=num_arrays), init_output, out)


def _combine(result: NDArray, init_output: bool, out: NDArray | None) -> NDArray:
    if out is None:
        return result
    out[:] = result if init_output else result * out
    return out
