"""Operators of ``mx.np`` without their prefix, for arrays and symbols."""

from ._operators import attributes_of

__getattr__, __dir__ = attributes_of(globals(), "_npi_")
