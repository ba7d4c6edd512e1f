"""Operators of ``mxnet.symbol._internal``, created from the registry. ``_internal.pyi`` lists them."""

from ._cached_op import cached_op as _cached_op
from ._control_flow import OPERATORS as _OPERATORS
from .register import functions as _functions

# Operators with subgraphs have separate functions.
globals().update({**_functions("_internal"), **_OPERATORS, "_CachedOp": _cached_op})
