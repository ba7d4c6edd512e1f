"""Operators of ``mxnet.symbol._internal``, made from the registry; ``_internal.pyi`` lists them."""

from .register import functions as _functions

globals().update(_functions("_internal"))
