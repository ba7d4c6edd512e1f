"""The operators whose names begin with ``_np_``, as functions that make symbols, without this prefix."""

from ...numpy._operators import attributes_of, on_symbols

__getattr__, __dir__ = attributes_of(globals(), "_np_", on_symbols)
