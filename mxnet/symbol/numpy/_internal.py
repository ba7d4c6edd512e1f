"""Operators of ``mx.np`` as functions that create symbols, without their prefix."""

from ...numpy._operators import attributes_of, on_symbols

__getattr__, __dir__ = attributes_of(globals(), "_npi_", on_symbols)
