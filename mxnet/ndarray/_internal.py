"""Operators of ``mxnet.ndarray._internal``, made from the registry; ``_internal.pyi`` lists them."""

from ._cached_op import cached_op as _CachedOp  # noqa: F401
from .register import functions as _functions

globals().update(_functions("_internal"))
