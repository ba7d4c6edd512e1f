"""Facts about the library that builds ask for: its version. There are no compiled parts and no headers."""

from __future__ import annotations

__version__ = "1.9.1"


def find_lib_path(prefix: str = "libmxnet") -> list[str]:
    """Files of the compiled library: there are none, and this raises RuntimeError."""
    raise RuntimeError(f"there is no compiled library {prefix}: this package is written in Python, over PyTorch")


def find_include_path() -> str:
    """Folder of C++ headers: there is none, and this raises RuntimeError."""
    raise RuntimeError("there are no C++ headers: this package is written in Python, over PyTorch; operators of one's "
                       "own are classes of mxnet.operator.CustomOp or mxnet.autograd.Function")


def find_conf_path(prefix: str = "tvmop") -> list[str]:
    """Files of settings for TVM operators: there are none, and this raises RuntimeError."""
    raise RuntimeError(f"there is no file of settings {prefix}.conf: this package has no operators made by TVM")
