"""Numbers made of words as C++'s library makes them, and the C library's functions over arrays."""

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
    """How many words a number in [0, 1) takes."""
    return 1 if dtype is torch.float32 else 2


def unit(words: np.ndarray, dtype: torch.dtype) -> Tensor:
    """Numbers in [0, 1): all words as one whole number, rounded to `dtype` and divided by its range.

    Once in thirty million times one rounds up to 1 in single precision, in MXNet too.
    """
    if dtype is torch.float32:
        return torch.from_numpy(words).to(torch.float32).mul_(UNIT)
    whole = torch.from_numpy(np.ascontiguousarray(words).view(np.uint64))
    return whole.to(torch.float64).mul_(2.0 ** -64)


def logarithm(values: Tensor) -> Tensor:
    """The C library's logarithm, which torch's own differs from in the last bit.

    This is the function of torch that calls the C library for each number.
    """
    return torch.xlogy(_ONES[values.dtype], values)


@functools.lru_cache(1024)
def _factor(value: float) -> Tensor:
    """A number, rounded to single precision, that makes torch compute in double precision."""
    return torch.tensor([np.float32(value)], dtype=torch.float64)


def scaled_logarithm(values: Tensor, factor: float) -> Tensor:
    """`factor` times the logarithms of a vector, in double precision, then rounded to single."""
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
    """A function of the C library over single precision; where there is none, Python's, whose result gets rounded."""
    found = getattr(_library(), f"{name}f", None)
    if found is None:
        plain: Callable[..., float] = getattr(math, name)
        return plain
    found.restype, found.argtypes = ctypes.c_float, [ctypes.c_float] * count
    return found


def single(name: str, *values: np.ndarray) -> np.ndarray:
    """The C library's function of that name in single precision, called for each number."""
    first, *others = np.broadcast_arrays(*values)
    function = _single(name, len(values))
    made = map(function, first.ravel().tolist(), *(other.ravel().tolist() for other in others))
    return np.fromiter(made, np.float32, first.size).reshape(first.shape)
