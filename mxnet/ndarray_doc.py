"""`NDArrayDoc`, the counterpart of `SymbolDoc` for arrays."""

from __future__ import annotations


class NDArrayDoc:
    """Base class of MXNet's additions to the documentation of array operators."""
