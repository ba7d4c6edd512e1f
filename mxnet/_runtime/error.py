"""Exceptions shared by all layers."""

from __future__ import annotations

from mxnet_records.error import MXNetError as MXNetError

# Errors of torch and Python for invalid arguments.
TORCH_ERRORS = (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError, ArithmeticError)


class ShapeError(MXNetError, ValueError):
    """Invalid shape, where NumPy users expect ``ValueError``."""


class ArgumentValueError(MXNetError, ValueError):
    """Invalid argument value, where MXNet raises ``ValueError``."""


class ArgumentTypeError(MXNetError, AssertionError, TypeError):
    """An argument of an operator is not an array.

    MXNet raises ``AssertionError`` here, so code that catches that keeps working.
    """


class IndexKindError(IndexError, ValueError):
    """Invalid index, or index arrays that do not match: MXNet raises ``ValueError``, NumPy ``IndexError``."""


class OutOfBoundsError(MXNetError, IndexError):
    """Index outside of an array, where MXNet raises ``IndexError``."""
