"""Operators of ``mxnet.symbol.linalg``, created from the registry. ``linalg.pyi`` lists them."""

from .register import functions as _functions

globals().update(_functions("linalg"))
