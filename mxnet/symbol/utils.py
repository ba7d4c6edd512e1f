"""Symbols without inputs."""

from __future__ import annotations

from typing import Any

from .register import functions
from .symbol import Symbol

_internal = functions("_internal")


def zeros(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """A symbol of zeros."""
    return _internal["_zeros"](shape=shape, dtype=dtype or "float32", **kwargs)


def ones(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """A symbol of ones."""
    return _internal["_ones"](shape=shape, dtype=dtype or "float32", **kwargs)


def full(shape: Any, val: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """A symbol filled with `val`."""
    return _internal["_full"](shape=shape, dtype=dtype or "float32", value=float(val), **kwargs)


def arange(start: Any, stop: Any = None, step: Any = 1.0, repeat: int = 1, infer_range: bool = False,
           name: str | None = None, dtype: Any = None) -> Symbol:
    """Evenly spaced values in ``[start, stop)``."""
    return _internal["_arange"](start=start, stop=stop, step=step, repeat=repeat, infer_range=infer_range, name=name,
                                dtype=dtype or "float32")


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = None, **kwargs: Any) -> Symbol:
    """A matrix with ones on diagonal `k`."""
    return _internal["_eye"](N=N, M=M, k=k, dtype=dtype or "float32", **kwargs)
