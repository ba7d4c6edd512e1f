"""Thread-local NumPy mode of shapes and arrays, set by ``mx.util`` and ``mx.npx``."""

from __future__ import annotations

import threading


class NumpyMode(threading.local):
    """Flags of NumPy mode.

    Attributes
    ----------
    shape
        () is the shape of a scalar and 0 is a size. Otherwise both mean unknown.
    array
        Gluon accepts and returns ``mx.np`` arrays.
    scoped
        NumPy shapes are active for a block of code only, not permanently.
    """

    shape = False
    array = False
    scoped = False


state = NumpyMode()
