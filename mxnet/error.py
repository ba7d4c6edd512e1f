"""Errors and their registry."""

from .base import MXNetError as MXNetError
from .base import register_error as register_error

register = register_error


@register_error
class InternalError(MXNetError):
    """An internal error of the package.

    Parameters
    ----------
    msg : str
        The message. A hint to report the error is added.

    Examples
    --------
    >>> issubclass(mx.error.InternalError, mx.MXNetError)
    True
    """

    def __init__(self, msg: str) -> None:
        hint = "\nMXNet hint: You hit an internal error of this package; please report it."
        super().__init__(msg if "MXNet hint:" in msg else msg + hint)


for _class in (ValueError, TypeError, AttributeError, IndexError, NotImplementedError):
    register_error(_class.__name__, _class)
