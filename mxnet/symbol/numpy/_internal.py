"""The operators of ``mx.np`` as functions that make symbols, under their own names without the prefix."""

from ...numpy._operators import attributes_of, on_symbols

__getattr__, __dir__ = attributes_of(globals(), "_npi_", on_symbols)
