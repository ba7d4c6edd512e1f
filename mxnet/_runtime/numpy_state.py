"""State of NumPy's global random generator as plain data for JSON files."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from .error import MXNetError

_WORDS = 624


def get() -> dict[str, Any]:
    """Return the state of ``np.random``."""
    _, keys, position, has_gauss, gauss = np.random.get_state()
    return {"keys": encode_array(np.asarray(keys, "<u4")), "position": int(position),
            "gauss": float(gauss) if has_gauss else None}


def set(state: dict[str, Any]) -> None:
    """Continue ``np.random`` at a state of `get`."""
    try:
        keys, position, gauss = decode_array(state["keys"], "<u4"), int(state["position"]), state["gauss"]
        if len(keys) != _WORDS or not 0 <= position <= _WORDS:
            raise ValueError(f"{len(keys)} words, position {position}")
        np.random.set_state(("MT19937", keys, position, int(gauss is not None), 0.0 if gauss is None else float(gauss)))
    except (KeyError, TypeError, ValueError) as error:
        raise MXNetError(f"the stored state of NumPy's random generator is damaged: {error}") from error


@contextlib.contextmanager
def use(state: dict[str, Any] | None) -> Iterator[None]:
    """Draw from another state within the block. None keeps the current state."""
    if state is None:
        yield
        return
    current = np.random.get_state()
    set(state)
    try:
        yield
    finally:
        np.random.set_state(current)


def encode_array(array: np.ndarray) -> str:
    """Return the bytes of an array as text."""
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def decode_array(text: str, dtype: str) -> np.ndarray:
    """Return the array that `encode_array` wrote. Raise ValueError if the text is damaged."""
    return np.frombuffer(base64.b64decode(text, validate=True), dtype)
