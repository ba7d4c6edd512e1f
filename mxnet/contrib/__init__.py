"""Experimental features of MXNet, ``mx.contrib``."""

import importlib
import sys

from ..ndarray import contrib as nd
from ..ndarray import contrib as ndarray
from ..symbol import contrib as sym
from ..symbol import contrib as symbol
from . import autograd as autograd
from . import text as text

# Programs also import these modules by their dotted names.
sys.modules[f"{__name__}.ndarray"] = ndarray
sys.modules[f"{__name__}.symbol"] = symbol

_LATER = {"checkpoint": "checkpoint", "quantization": "quantization", "quant": "quantization", "amp": "amp",
          "io": "io", "tensorboard": "tensorboard", "horovod": "horovod", "onnx": "onnx",
          "svrg_optimization": "svrg_optimization"}


def __getattr__(name: str) -> object:
    """Import modules lazily that need Gluon, which is imported after this package."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(f"{__name__}.{_LATER[name]}")
