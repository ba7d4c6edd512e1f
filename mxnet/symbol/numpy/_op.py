"""Operators with the prefix ``_np_`` as functions that create symbols, without the prefix."""

from ...numpy._operators import attributes_of, on_symbols

__getattr__, __dir__ = attributes_of(globals(), "_np_", on_symbols)
