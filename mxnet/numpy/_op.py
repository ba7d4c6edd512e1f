"""Operators with the prefix ``_np_`` as functions of arrays and symbols, without the prefix."""

from ._operators import attributes_of

__getattr__, __dir__ = attributes_of(globals(), "_np_")
