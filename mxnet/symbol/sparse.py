"""Operators of ``mxnet.symbol.sparse``; which storage types they work on is decided by the arrays bound."""

from .register import functions as _functions

globals().update(_functions("sparse"))
