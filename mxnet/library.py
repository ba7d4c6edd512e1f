"""`load` of compiled extension libraries, which cannot be used here."""

from __future__ import annotations

import os

from .base import MXNetError

__all__ = ["load"]


def load(path: str, verbose: bool = True) -> None:
    """Refuse a compiled library of operators, and say what to do instead.

    Parameters
    ----------
    path : str
        File of the library.
    verbose : bool
        Not looked at: nothing is loaded that could be listed.
    """
    if not os.path.exists(path):
        raise MXNetError(f"library.load: there is no file {path}")
    if not os.path.isabs(path):
        raise MXNetError(f"library.load: the path {path} is not absolute")
    if os.path.splitext(path)[1] not in (".so", ".dll"):
        raise MXNetError(f"library.load: {path} is not a library file; its name must end in .so or .dll")
    raise MXNetError(f"library.load: {path} was compiled for MXNet's engine in C++, which is not here. Write its "
                     "operators in Python with mxnet.operator.CustomOp, or compile them for torch "
                     "(torch.utils.cpp_extension) and call them on NDArray.to_torch() or in a TorchBlock")
