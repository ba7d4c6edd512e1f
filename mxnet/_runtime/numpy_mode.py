"""Whether shapes and arrays follow NumPy, in each thread; ``mx.util`` and ``mx.npx`` switch it."""

from __future__ import annotations

import threading


class NumpyMode(threading.local):
    """The switches.

    Attributes
    ----------
    shape
        () is the shape of a number and 0 a size; otherwise both stand for something unknown.
    array
        Gluon gives and takes arrays of ``mx.np``.
    scoped
        NumPy shapes are on for a block of code only, as opposed to from now on.
    """

    shape = False
    array = False
    scoped = False


state = NumpyMode()
