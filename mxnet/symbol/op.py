"""Operators of ``mxnet.symbol.op``, created from the registry. ``op.pyi`` lists them."""

from .register import functions as _functions

globals().update(_functions(""))
