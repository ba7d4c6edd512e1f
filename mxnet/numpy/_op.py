"""The operators whose names begin with ``_np_``, as functions of arrays and symbols, without this prefix."""

from ._operators import attributes_of

__getattr__, __dir__ = attributes_of(globals(), "_np_")
