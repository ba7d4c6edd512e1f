"""Runtime compilation of CUDA source, which needs MXNet's own runtime."""

from __future__ import annotations

from typing import Any

from .base import MXNetError
from .context import num_gpus

__all__ = ["CudaModule"]


class CudaModule:
    """CUDA kernels from source. The constructor raises an error with alternatives.

    Parameters
    ----------
    source : str
        Source of the kernels.
    options : tuple of str
        Options of the compiler.
    exports : tuple of str
        Names of kernels.

    Examples
    --------
    >>> mx.rtc.CudaModule('__global__ void scale(float *x) {}')  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mxnet.base.MXNetError: rtc.CudaModule: ...
    """

    def __init__(self, source: str, options: Any = (), exports: Any = ()) -> None:
        if num_gpus() == 0:
            raise MXNetError("rtc.CudaModule: CUDA source needs a GPU, but this machine has none")
        raise MXNetError("rtc.CudaModule: compiling CUDA source is not supported. Compile it for torch with "
                         "torch.utils.cpp_extension.load_inline and call it on NDArray.to_torch()")
