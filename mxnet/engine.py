"""Engine settings. Operators run immediately, so the bulk size is accepted but has no effect."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

_size = 0


def set_bulk_size(size: int) -> int:
    """Set the maximum number of bundled operators, and return the previous value."""
    global _size
    previous, _size = _size, int(size)
    return previous


@contextlib.contextmanager
def bulk(size: int) -> Iterator[None]:
    """Bundle operators inside the ``with`` block."""
    previous = set_bulk_size(size)
    try:
        yield
    finally:
        set_bulk_size(previous)
