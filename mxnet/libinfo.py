"""Version of the library. There are no compiled parts and no headers."""

from __future__ import annotations

__version__ = "1.9.1"


def find_lib_path(prefix: str = "libmxnet") -> list[str]:
    """Raise RuntimeError, because there is no compiled library.

    Parameters
    ----------
    prefix : str
        Name of the library in the message.

    Returns
    -------
    None
        The function never returns.

    Examples
    --------
    >>> mx.libinfo.find_lib_path()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    RuntimeError: there is no compiled library libmxnet, ...
    """
    raise RuntimeError(f"there is no compiled library {prefix}, because this package is written in Python on PyTorch")


def find_include_path() -> str:
    """Raise RuntimeError, because there are no C++ headers.

    Returns
    -------
    None
        The function never returns.

    Examples
    --------
    >>> mx.libinfo.find_include_path()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    RuntimeError: there are no C++ headers, ...
    """
    raise RuntimeError("there are no C++ headers, because this package is written in Python on PyTorch; define custom "
                       "operators with mxnet.operator.CustomOp or mxnet.autograd.Function")


def find_conf_path(prefix: str = "tvmop") -> list[str]:
    """Raise RuntimeError, because there are no TVM operators.

    Parameters
    ----------
    prefix : str
        Name of the settings file in the message.

    Returns
    -------
    None
        The function never returns.

    Examples
    --------
    >>> mx.libinfo.find_conf_path()
    Traceback (most recent call last):
        ...
    RuntimeError: there is no settings file tvmop.conf, because this package has no TVM operators
    """
    raise RuntimeError(f"there is no settings file {prefix}.conf, because this package has no TVM operators")
