"""Public modules and the functions and classes that users call through them."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

MODULES = (
    "ndarray", "ndarray.contrib", "ndarray.linalg", "ndarray.image", "ndarray.sparse", "ndarray.random",
    "symbol", "symbol.contrib", "symbol.linalg", "symbol.image", "symbol.sparse", "symbol.random",
    "numpy", "numpy.linalg", "numpy.random", "numpy_extension", "numpy_extension.image", "numpy_extension.random",
    "gluon", "gluon.nn", "gluon.rnn", "gluon.loss", "gluon.data", "gluon.data.vision",
    "gluon.data.vision.transforms", "metric", "optimizer", "initializer", "lr_scheduler", "io", "image", "autograd",
)
# Functions of the implementation that a module imports under a plain name.
HELPERS = {"computed_by_numpy", "operator", "Distributions", "put_on_tape", "concise_module", "wrap"}


def public(module: str) -> dict[str, Any]:
    """Return the callables of ``mxnet.<module>`` by name; names from elsewhere, such as ``Context``, are left out."""
    namespace = importlib.import_module(f"mxnet.{module}")
    exported = getattr(namespace, "__all__", None)
    names = exported if exported is not None else [name for name in vars(namespace) if not name.startswith("_")]
    found = {}
    for name in sorted(names):
        value = getattr(namespace, name)
        if name in HELPERS or not callable(value) or inspect.ismodule(value):
            continue
        home = getattr(value, "__module__", "") or ""
        package = module.split(".")[0]
        if home.startswith((f"mxnet.{package}", "mxnet._frontend")) or (
                package == "numpy_extension" and home.startswith("mxnet.numpy")):
            found[name] = value
    return found
