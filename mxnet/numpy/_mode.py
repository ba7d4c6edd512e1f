"""NumPy mode, after ``npx.set_np()``: Gluon makes arrays of ``mx.np``.

Operators return arrays of the class of their first input, and layers compute with arrays of either class. Functions
that make arrays from something else (parameters, states, images, batches) pass them through `to_mode`.
"""

from __future__ import annotations

from typing import Any

from .._runtime.numpy_mode import state
from .._runtime.structure import leaves
from ..ndarray import NDArray
from ..symbol._numpy_symbol import _Symbol
from ..symbol._symbol import Symbol
from .multiarray import ndarray, rewrapped


def is_active() -> bool:
    """Return whether Gluon makes arrays of ``mx.np`` in this thread."""
    return state.array


def _convert(value: Any, classes: dict[type, type]) -> Any:
    """Return nested lists and dictionaries with arrays and symbols of one class as those of another."""
    kind = type(value)
    if kind in classes:
        return classes[kind](value._outputs) if issubclass(kind, Symbol) else rewrapped(classes[kind], value)
    if isinstance(value, (list, tuple)):
        parts = [_convert(part, classes) for part in value]
        return kind(*parts) if hasattr(value, "_fields") else kind(parts)
    if isinstance(value, dict):
        return {key: _convert(part, classes) for key, part in value.items()}
    return value


def to_np(value: Any) -> Any:
    """Return arrays and symbols of ``mx.nd`` in `value` as those of ``mx.np``, on the same memory."""
    return _convert(value, {NDArray: ndarray, Symbol: _Symbol})


def to_nd(value: Any) -> Any:
    """Return arrays and symbols of ``mx.np`` in `value` as those of ``mx.nd``, on the same memory."""
    return _convert(value, {ndarray: NDArray, _Symbol: Symbol})


def to_mode(value: Any) -> Any:
    """Return `to_np` of `value` in NumPy mode, else `value`."""
    return to_np(value) if state.array else value


def check_all_numpy(block: Any, result: Any) -> None:
    """Raise TypeError if a block returned arrays of ``mx.nd`` in NumPy mode."""
    for array in leaves(result, (NDArray, Symbol)):
        if type(array) is NDArray or type(array) is Symbol:
            raise TypeError(f"{type(block).__name__} returned an array of mx.nd; in NumPy mode blocks return arrays of "
                            "mx.np, which as_np_ndarray() makes of it")
