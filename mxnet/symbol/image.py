"""Operators of ``mxnet.symbol.image``, created from the registry. ``image.pyi`` lists them."""

from .register import functions as _functions

globals().update(_functions("image"))
