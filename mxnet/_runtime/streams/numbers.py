"""Conversion of words to numbers as in the C++ library, and functions of the C library over arrays."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from .words import UNIT

_ONES = {dtype: torch.ones((), dtype=dtype) for dtype in (torch.float32, torch.float64)}


def words_of(dtype: torch.dtype) -> int:
    """Return the number of words per number in [0, 1)."""
    return 1 if dtype is torch.float32 else 2


def unit(words: np.ndarray, dtype: torch.dtype) -> Tensor:
    """Return numbers in [0, 1): all words as one integer, rounded to `dtype` and divided by its range.

    In single precision, one in thirty million rounds up to 1, as in MXNet.
    """
    if dtype is torch.float32:
        return torch.from_numpy(words).to(torch.float32).mul_(UNIT)
    integers = torch.from_numpy(np.ascontiguousarray(words).view(np.uint64))
    return integers.to(torch.float64).mul_(2.0 ** -64)


def logarithm(values: Tensor) -> Tensor:
    """Compute the logarithm of the C library, which differs from torch's in the last bit.

    ``torch.xlogy`` calls the C library for each number.
    """
    return torch.xlogy(_ONES[values.dtype], values)


@functools.lru_cache(1024)
def _factor(value: float) -> Tensor:
    """Return a number rounded to single precision, as a tensor that makes torch compute in double precision."""
    return torch.tensor([np.float32(value)], dtype=torch.float64)


def scaled_logarithm(values: Tensor, factor: float) -> Tensor:
    """Compute `factor` times the logarithms of a vector in double precision, then round to single precision."""
    return torch.xlogy(_factor(factor), values, out=torch.empty(values.shape))


@functools.cache
def _library() -> ctypes.CDLL | None:
    name = ctypes.util.find_library("m")
    try:
        return ctypes.CDLL(name) if name else None
    except OSError:
        return None


@functools.cache
def _single(name: str, count: int) -> Callable[..., float]:
    """Return a single precision function of the C library.

    If the library lacks it, return Python's function; its result is rounded.
    """
    symbol = getattr(_library(), f"{name}f", None)
    if symbol is None:
        plain: Callable[..., float] = getattr(math, name)
        return plain
    symbol.restype, symbol.argtypes = ctypes.c_float, [ctypes.c_float] * count
    return symbol


def single(name: str, *values: np.ndarray) -> np.ndarray:
    """Apply the single precision function of the C library with this name to each number."""
    first, *others = np.broadcast_arrays(*values)
    function = _single(name, len(values))
    results = map(function, first.ravel().tolist(), *(other.ravel().tolist() for other in others))
    return np.fromiter(results, np.float32, first.size).reshape(first.shape)
