"""Operators of ``mxnet.ndarray._internal``, created from the registry. ``_internal.pyi`` lists them."""

from ._cached_op import cached_op as _cached_op
from .register import functions as _functions

globals().update({**_functions("_internal"), "_CachedOp": _cached_op})
