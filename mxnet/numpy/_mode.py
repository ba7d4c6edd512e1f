"""Gluon with arrays of ``mx.np``, after ``npx.set_np()``.

The layers of this package are written for arrays of ``mx.nd``. In NumPy mode they get such arrays on the same memory
and the same place on the tape, run with the mode switched off, and what they return becomes arrays of ``mx.np`` again.
Blocks that users write, and containers with such blocks in them, see arrays of ``mx.np`` only.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .. import util
from ..ndarray import NDArray
from .multiarray import ndarray, rewrapped

_OURS = "mxnet.gluon."
_mode = util._mode


def is_active() -> bool:
    """Whether Gluon gives and takes arrays of ``mx.np`` in this thread."""
    return _mode.array


def _converted(value: Any, old: type, new: type) -> Any:
    if type(value) is old:
        return rewrapped(new, value)
    if isinstance(value, (list, tuple)):
        parts = [_converted(part, old, new) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, dict):
        return {key: _converted(part, old, new) for key, part in value.items()}
    return value


def outward(value: Any) -> Any:
    """`value` with arrays of ``mx.nd`` in it as arrays of ``mx.np``."""
    return _converted(value, NDArray, ndarray)


def inward(value: Any) -> Any:
    """`value` with arrays of ``mx.np`` in it as arrays of ``mx.nd``."""
    return _converted(value, ndarray, NDArray)


def given_out(value: Any) -> Any:
    """`outward` in NumPy mode, else `value`."""
    return outward(value) if _mode.array else value


def with_legacy_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function that computes on arrays of ``mx.nd`` be called in NumPy mode."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not _mode.array:
            return function(*args, **kwargs)
        with util.np_array(False):
            result = function(*inward(args), **inward(kwargs))
        return outward(result)

    return call


@functools.cache
def _is_ours(block_class: Any) -> bool:
    """Whether what blocks of this class compute is written in this package."""
    own = block_class.forward
    if own.__qualname__ == "HybridBlock.forward":  # which only calls the other
        own = block_class.hybrid_forward
    return str(own.__module__).startswith(_OURS)


def wants_numpy(block: Any) -> bool:
    """Whether a block has to see arrays of ``mx.np``: it, or one it passes arrays on to, is written by users."""
    kind: Any = type(block)
    if block._calls_users_code or not _is_ours(kind):
        return True
    return any(wants_numpy(child) for child in block._children.values())
