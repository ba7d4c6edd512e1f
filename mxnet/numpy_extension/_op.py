"""Operators with the prefix ``_npx_`` as functions of arrays and symbols, without the prefix."""

from ..numpy._operators import attributes_of

__getattr__, __dir__ = attributes_of(globals(), "_npx_")
