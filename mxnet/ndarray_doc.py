"""`NDArrayDoc`, the counterpart of `SymbolDoc` for arrays."""

from __future__ import annotations


class NDArrayDoc:
    """Base class of what MXNet adds to the documentation of an operator of arrays."""
