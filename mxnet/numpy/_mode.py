"""Gluon with arrays of ``mx.np``, after ``npx.set_np()``.

The layers of this package are written for arrays of ``mx.nd`` and declared so (``legacy_arrays=True``). In NumPy mode
they get such arrays on the same memory and the same place on the tape, or symbols of the same nodes, and run with the
mode switched off; what they return becomes arrays or symbols of ``mx.np`` again. All other blocks see those only.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

from .._runtime.numpy_mode import state
from .._runtime.structure import leaves
from ..ndarray import NDArray
from ..symbol._numpy_symbol import _Symbol
from ..symbol._symbol import Symbol
from .multiarray import ndarray, rewrapped


def is_active() -> bool:
    """Whether Gluon gives and takes arrays of ``mx.np`` in this thread."""
    return state.array


def _converted(value: Any, old: type, new: type, old_symbol: type, new_symbol: type) -> Any:
    kind = type(value)
    if kind is old:
        return rewrapped(new, value)
    if kind is old_symbol:
        return new_symbol(value._outputs)
    if isinstance(value, (list, tuple)):
        parts = [_converted(part, old, new, old_symbol, new_symbol) for part in value]
        return kind(*parts) if hasattr(value, "_fields") else kind(parts)
    if isinstance(value, dict):
        return {key: _converted(part, old, new, old_symbol, new_symbol) for key, part in value.items()}
    if old is ndarray and isinstance(value, ndarray):  # deferred arrays
        return rewrapped(new, value)
    return value


def outward(value: Any) -> Any:
    """`value` with arrays and symbols of ``mx.nd`` in it as those of ``mx.np``."""
    return _converted(value, NDArray, ndarray, Symbol, _Symbol)


def inward(value: Any) -> Any:
    """`value` with arrays and symbols of ``mx.np`` in it as those of ``mx.nd``."""
    return _converted(value, ndarray, NDArray, _Symbol, Symbol)


def given_out(value: Any) -> Any:
    """`outward` in NumPy mode, else `value`."""
    return outward(value) if state.array else value


def with_legacy_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function that computes on arrays of ``mx.nd`` be called in NumPy mode."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not state.array:
            return function(*args, **kwargs)
        state.array, state.in_layer = False, True
        try:
            result = function(*inward(args), **inward(kwargs))
        finally:
            state.array, state.in_layer = True, False
        return outward(result)

    return call


def call_with_legacy_arrays(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """The result of a function, or a block, that computes on arrays of ``mx.nd``, in NumPy mode."""
    state.array, state.in_layer = False, True
    try:
        result = function(*inward(args))
    finally:
        state.array, state.in_layer = True, False
    return outward(result)


@contextlib.contextmanager
def as_user_sees() -> Iterator[None]:
    """The mode that the user has chosen, also where a layer of this package has switched it off for itself."""
    if not state.in_layer:
        yield
        return
    state.array, state.in_layer = True, False
    try:
        yield
    finally:
        state.array, state.in_layer = False, True


def check_all_numpy(block: Any, result: Any) -> None:
    """Raise TypeError if a block returned arrays of ``mx.nd`` in NumPy mode."""
    for array in leaves(result, (NDArray, Symbol)):
        if type(array) is NDArray or type(array) is Symbol:
            raise TypeError(f"{type(block).__name__} returned an array of mx.nd; in NumPy mode blocks return arrays of "
                            "mx.np, which as_np_ndarray() makes of it")
