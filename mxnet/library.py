"""`load` of compiled extension libraries, which are not supported."""

from __future__ import annotations

import os

from .base import MXNetError

__all__ = ["load"]


def load(path: str, verbose: bool = True) -> None:
    """Raise an error with alternatives, because compiled operator libraries are not supported.

    Parameters
    ----------
    path : str
        Path of the library.
    verbose : bool
        Ignored, because nothing is loaded.

    Returns
    -------
    None
        The function never returns.

    Examples
    --------
    >>> mx.library.load('missing.so')
    Traceback (most recent call last):
        ...
    mxnet.base.MXNetError: library.load: the file missing.so does not exist
    """
    if not os.path.exists(path):
        raise MXNetError(f"library.load: the file {path} does not exist")
    if not os.path.isabs(path):
        raise MXNetError(f"library.load: the path {path} must be absolute")
    if os.path.splitext(path)[1] not in (".so", ".dll"):
        raise MXNetError(f"library.load: {path} is not a library file; its name must end in .so or .dll")
    raise MXNetError(f"library.load: {path} was compiled for MXNet's C++ engine, which is not supported. Write its "
                     "operators in Python with mxnet.operator.CustomOp, or compile them for torch "
                     "(torch.utils.cpp_extension) and call them on NDArray.to_torch() or in a TorchBlock")
