"""Symbols without inputs."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._runtime.tracebacks import concise_module
from ._symbol import Symbol
from .register import functions

_internal = functions("_internal")


def _open(shape: Any) -> Any:
    """Return a shape with 0 for unknown sizes, which may also be -1."""
    if not isinstance(shape, (list, tuple)) or not all(isinstance(size, (int, np.integer)) for size in shape):
        return shape
    return type(shape)(max(0, size) for size in shape)


def zeros(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return a symbol of zeros."""
    return _internal["_zeros"](shape=_open(shape), dtype=dtype or "float32", **kwargs)


def ones(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return a symbol of ones."""
    return _internal["_ones"](shape=_open(shape), dtype=dtype or "float32", **kwargs)


def full(shape: Any, val: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return a symbol filled with `val`."""
    return _internal["_full"](shape=_open(shape), dtype=dtype or "float32", value=float(val), **kwargs)


def arange(start: Any, stop: Any = None, step: Any = 1.0, repeat: int = 1, infer_range: bool = False,
           name: str | None = None, dtype: Any = None) -> Symbol:
    """Return evenly spaced values in ``[start, stop)``."""
    numbers = {"start": start, "stop": stop, "step": step}
    return _internal["_arange"](**numbers, repeat=repeat, infer_range=infer_range, dtype=dtype or "float32", name=name)


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Return a matrix with ones on diagonal `k`."""
    return _internal["_eye"](N=N, M=M, k=k, dtype=dtype or "float32", **kwargs)


def linspace(start: Any, stop: Any, num: int, endpoint: bool = True, name: str | None = None,
             dtype: Any = None) -> Symbol:
    """Return `num` evenly spaced values from `start` to `stop`."""
    return _internal["_linspace"](start=start, stop=stop, num=num, endpoint=endpoint, name=name,
                                  dtype=dtype or "float32")


def histogram(a: Symbol, bins: Any = 10, range: tuple[float, float] | None = None, **kwargs: Any) -> Symbol:
    """Return the counts of elements in bins, and the bin edges."""
    if isinstance(bins, Symbol):
        return _internal["_histogram"](a, bins, **kwargs)
    if range is None:
        raise ValueError("histogram of a symbol needs a range, or the bins as a symbol")
    return _internal["_histogram"](a, bin_cnt=bins, range=range, **kwargs)


def split_v2(ary: Symbol, indices_or_sections: Any, axis: int = 0, squeeze_axis: bool = False) -> Symbol:
    """Split an axis into equal parts, or at the given positions."""
    sections = indices_or_sections if isinstance(indices_or_sections, int) else 0
    indices = [] if sections else [0, *indices_or_sections]
    return _internal["_split_v2"](ary, indices=indices, axis=axis, squeeze_axis=squeeze_axis, sections=sections)


concise_module(__name__)
