"""Read-only arrays, created with ``writable=False``.

They are rare, so the flag is stored here instead of in the arrays.
"""

from __future__ import annotations

import weakref
from typing import Any

# Ids of read-only arrays; removed when the array is garbage collected.
marked: dict[int, Any] = {}


def mark(array: Any) -> None:
    """Make an array read-only."""
    key = id(array)
    marked[key] = weakref.ref(array, lambda _: marked.pop(key, None))


def check(array: Any) -> None:
    """Raise if an array is read-only. Callers skip this while `marked` is empty."""
    if id(array) in marked:
        raise ValueError(f"cannot write to a readonly NDArray of shape {array.shape}: it was made with writable=False")
