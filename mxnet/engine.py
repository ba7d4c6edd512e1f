"""Engine settings. Operators run immediately, so the bulk size is accepted but has no effect."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

_size = 0


def set_bulk_size(size: int) -> int:
    """Set the maximum number of bundled operators, and return the previous value.

    Parameters
    ----------
    size : int
        Maximum number of bundled operators. It has no effect on results or speed here.

    Returns
    -------
    int
        The previous number.

    Examples
    --------
    >>> before = mx.engine.set_bulk_size(10)
    >>> mx.engine.set_bulk_size(before)
    10
    """
    global _size
    previous, _size = _size, int(size)
    return previous


@contextlib.contextmanager
def bulk(size: int) -> Iterator[None]:
    """Bundle operators inside the ``with`` block.

    Parameters
    ----------
    size : int
        Maximum number of bundled operators. It has no effect on results or speed here.

    Returns
    -------
    context manager
        A manager for a ``with`` block.

    Examples
    --------
    >>> with mx.engine.bulk(10):
    ...     x = mx.nd.ones(2) + 1
    """
    previous = set_bulk_size(size)
    try:
        yield
    finally:
        set_bulk_size(previous)
