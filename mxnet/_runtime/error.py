"""The exceptions every floor raises."""

from __future__ import annotations

from mxnet_records.error import MXNetError as MXNetError

# What torch and Python's numbers raise for arguments that a function does not take.
TORCH_ERRORS = (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError, ArithmeticError)


class ShapeError(MXNetError, ValueError):
    """A shape does not fit, where numpy users expect ``ValueError``."""


class ArgumentValueError(MXNetError, ValueError):
    """A value that an operator cannot take, where MXNet raises ``ValueError``."""


class ArgumentTypeError(MXNetError, AssertionError, TypeError):
    """An operator was given something else than an array where it needs one.

    MXNet raises ``AssertionError`` here, so code that catches that keeps working.
    """


class IndexKindError(IndexError, ValueError):
    """An index that is none, or whose arrays do not fit together: MXNet raises ``ValueError``, numpy ``IndexError``."""


class OutOfBoundsError(MXNetError, IndexError):
    """An index lies outside an array, where MXNet raises ``IndexError``."""
