"""Operators of ``mxnet.symbol.contrib``, made from the registry; ``contrib.pyi`` lists them."""

from .register import functions as _functions

globals().update(_functions("contrib"))
