"""The operators whose names begin with ``_npx_``, as functions of arrays and symbols, without this prefix."""

from ..numpy._operators import attributes_of

__getattr__, __dir__ = attributes_of(globals(), "_npx_")
