"""Version of the library. There are no compiled parts and no headers."""

from __future__ import annotations

__version__ = "1.9.1"


def find_lib_path(prefix: str = "libmxnet") -> list[str]:
    """Raise RuntimeError, because there is no compiled library."""
    raise RuntimeError(f"there is no compiled library {prefix}, because this package is written in Python on PyTorch")


def find_include_path() -> str:
    """Raise RuntimeError, because there are no C++ headers."""
    raise RuntimeError("there are no C++ headers, because this package is written in Python on PyTorch; define custom "
                       "operators with mxnet.operator.CustomOp or mxnet.autograd.Function")


def find_conf_path(prefix: str = "tvmop") -> list[str]:
    """Raise RuntimeError, because there are no TVM operators."""
    raise RuntimeError(f"there is no settings file {prefix}.conf, because this package has no TVM operators")
