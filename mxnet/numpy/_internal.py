"""The operators of ``mx.np`` under their own names without the prefix, for arrays and for symbols."""

from ._operators import attributes_of

__getattr__, __dir__ = attributes_of(globals(), "_npi_")
