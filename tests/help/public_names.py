"""Public modules whose help texts are complete, and the functions and classes that users call through them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from _site.names import public as public

MODULES = (
    "ndarray", "ndarray.contrib", "ndarray.linalg", "ndarray.image", "ndarray.sparse", "ndarray.random",
    "symbol", "symbol.contrib", "symbol.linalg", "symbol.image", "symbol.sparse", "symbol.random",
    "numpy", "numpy.linalg", "numpy.random", "numpy_extension", "numpy_extension.image", "numpy_extension.random",
    "gluon", "gluon.nn", "gluon.rnn", "gluon.loss", "gluon.data", "gluon.data.vision",
    "gluon.data.vision.transforms", "metric", "optimizer", "initializer", "lr_scheduler", "io", "image", "autograd",
    "contrib.amp", "contrib.autograd", "contrib.horovod", "contrib.onnx", "contrib.quantization",
    "contrib.text.embedding", "rnn",
    "contrib.checkpoint", "contrib.svrg_optimization.svrg_module", "contrib.tensorboard", "contrib.text.utils",
    "contrib.text.vocab", "gluon.contrib.cnn", "gluon.contrib.data", "gluon.contrib.estimator", "gluon.contrib.nn",
    "gluon.contrib.rnn", "gluon.model_zoo.vision", "gluon.utils", "attribute", "callback", "context",
    "engine", "kvstore", "module", "monitor", "name", "onnx", "operator", "random", "recordio", "runtime",
    "base", "contrib.io", "error", "executor", "model", "profiler", "util", "visualization",
    "libinfo", "library", "log", "notebook.callback", "registry", "rtc", "serving", "test_utils",
)
# Modules whose methods also have complete tables of parameters.
WITH_METHODS = (
    "attribute", "callback", "contrib.amp", "contrib.autograd", "contrib.checkpoint", "contrib.quantization",
    "contrib.svrg_optimization.svrg_module", "contrib.tensorboard", "contrib.text.embedding", "contrib.text.vocab",
    "engine", "gluon.contrib.estimator", "gluon.utils", "initializer", "io", "kvstore", "lr_scheduler", "metric",
    "model", "module", "monitor", "name", "operator", "optimizer", "profiler", "recordio", "rnn", "runtime",
)


def methods(module: str) -> Iterator[tuple[str, FunctionType]]:
    """Yield the public methods of the public classes of a module, including inherited ones, by qualified name."""
    for name, value in public(module).items():
        for base in inspect.getmro(value) if inspect.isclass(value) else ():
            for attribute, method in vars(base).items() if base.__module__.startswith("mxnet") else ():
                plain = getattr(method, "__func__", method)
                if isinstance(plain, FunctionType) and (attribute == "__call__" or not attribute.startswith("_")):
                    yield f"{module}.{name}.{attribute}", plain
