"""NumPy mode, which ``npx.set_np()`` activates. Gluon creates ``mx.np`` arrays in this mode.

Operators return arrays of the class of their first input, and layers support arrays of both classes. Functions
that create arrays from other data (parameters, states, images, batches) pass them through `to_mode`.
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
    """Return whether Gluon creates ``mx.np`` arrays in this thread."""
    return state.array


def _convert(value: Any, classes: dict[type, type]) -> Any:
    """Convert arrays and symbols in nested lists and dictionaries to another class."""
    cls = type(value)
    if cls in classes:
        return classes[cls](value._outputs) if issubclass(cls, Symbol) else rewrapped(classes[cls], value)
    if isinstance(value, (list, tuple)):
        parts = [_convert(part, classes) for part in value]
        return cls(*parts) if hasattr(value, "_fields") else cls(parts)
    if isinstance(value, dict):
        return {key: _convert(part, classes) for key, part in value.items()}
    return value


def to_np(value: Any) -> Any:
    """Convert arrays and symbols of ``mx.nd`` in `value` to ``mx.np``, without copying."""
    return _convert(value, {NDArray: ndarray, Symbol: _Symbol})


def to_nd(value: Any) -> Any:
    """Convert arrays and symbols of ``mx.np`` in `value` to ``mx.nd``, without copying."""
    return _convert(value, {ndarray: NDArray, _Symbol: Symbol})


def to_mode(value: Any) -> Any:
    """Convert `value` with `to_np` in NumPy mode."""
    return to_np(value) if state.array else value


def check_all_numpy(block: Any, result: Any) -> None:
    """Raise TypeError if a block returned arrays of ``mx.nd`` in NumPy mode."""
    for array in leaves(result, (NDArray, Symbol)):
        if type(array) is NDArray or type(array) is Symbol:
            raise TypeError(f"{type(block).__name__} returned an array of mx.nd, but blocks must return arrays of "
                            "mx.np in NumPy mode; convert it with as_np_ndarray()")
