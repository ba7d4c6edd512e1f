"""Operators with the prefix ``_npx_`` as functions that create symbols, without the prefix."""

from ...numpy._operators import attributes_of, on_symbols

__getattr__, __dir__ = attributes_of(globals(), "_npx_", on_symbols)
