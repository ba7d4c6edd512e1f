"""The operators whose names begin with ``_npx_``, as functions that make symbols, without this prefix."""

from ...numpy._operators import attributes_of, on_symbols

__getattr__, __dir__ = attributes_of(globals(), "_npx_", on_symbols)
