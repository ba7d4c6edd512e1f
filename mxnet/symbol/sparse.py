"""Operators of ``mxnet.symbol.sparse``. The bound arrays determine the storage types."""

from .register import functions as _functions

globals().update(_functions("sparse"))
