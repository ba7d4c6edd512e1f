"""List the public modules of the package and the functions and classes that users call through them."""

from __future__ import annotations

import importlib
import inspect
import json
from pathlib import Path
from typing import Any

GROUPS: dict[str, tuple[str, ...]] = {
    "arrays": ("ndarray", "ndarray.contrib", "ndarray.image", "ndarray.linalg", "ndarray.random", "ndarray.sparse",
               "numpy", "numpy.linalg", "numpy.random", "numpy_extension", "numpy_extension.image",
               "numpy_extension.random", "autograd", "random", "context", "engine"),
    "gluon": ("gluon", "gluon.nn", "gluon.rnn", "gluon.loss", "gluon.data", "gluon.data.vision",
              "gluon.data.vision.transforms", "gluon.model_zoo.vision", "gluon.utils", "gluon.contrib.nn",
              "gluon.contrib.rnn", "gluon.contrib.cnn", "gluon.contrib.data", "gluon.contrib.estimator"),
    "training": ("initializer", "optimizer", "lr_scheduler", "metric", "callback", "monitor", "kvstore"),
    "graphs": ("symbol", "symbol.contrib", "symbol.image", "symbol.linalg", "symbol.random", "symbol.sparse",
               "executor", "module", "model", "rnn", "operator", "attribute", "name"),
    "data": ("io", "image", "recordio"),
    "contrib": ("contrib.amp", "contrib.autograd", "contrib.checkpoint", "contrib.horovod", "contrib.io",
                "contrib.onnx", "contrib.quantization", "contrib.svrg_optimization.svrg_module",
                "contrib.tensorboard", "contrib.text.embedding", "contrib.text.utils", "contrib.text.vocab"),
    "tools": ("onnx", "serving", "profiler", "visualization", "runtime", "util", "base", "error", "library", "log",
              "notebook.callback", "registry", "rtc", "libinfo", "test_utils"),
}
ALL_MODULES = tuple(module for group in GROUPS.values() for module in group)
# Modules without functions or classes for users.
WITHOUT_CALLABLES = {
    "executor_manager": "helpers of mx.model that old programs import",
    "kvstore_server": "starts the servers of a distributed program",
    "misc": "names of very old programs",
    "ndarray_doc": "base class of MXNet's generated documentation",
    "numpy_dispatch_protocol": "lists of NumPy functions",
    "numpy_op_signature": "signatures of MXNet's generated functions",
    "symbol_doc": "base class of MXNet's generated documentation",
    "cli": "the mxnet command, which has pages by itself",
    "tools": "converters that the mxnet command runs",
}
# Modules whose public names cannot be told from those of the implementation.
ONLY = {
    "context": ("Context", "cpu", "cpu_pinned", "current_context", "gpu", "gpu_memory_info", "num_gpus"),
    "executor": ("Executor",),
    "random": ("exponential", "gamma", "generalized_negative_binomial", "multinomial", "negative_binomial", "normal",
               "poisson", "randint", "randn", "seed", "shuffle", "uniform"),
}
# Functions of the implementation that a module imports under a plain name.
HELPERS = {"computed_by_numpy", "operator", "Distributions", "put_on_tape", "concise_module", "wrap", "to_mode",
           "causes", "replace_file", "near", "user_level", "takes_many_keys", "apart", "operator_of", "provide",
           "type_of_object", "OperatorArguments", "get_operator_arguments", "check_name", "loggable"}
# Short names, which most programs use.
_SHORT = {"ndarray": "nd", "symbol": "sym", "numpy": "np", "numpy_extension": "npx"}

# Names that MXNet 1.9.1 does not have, by module; None for a module that it does not have.
# Written by tools/list_additions.py.
ADDITIONS: dict[str, list[str] | None] = json.loads((Path(__file__).parent / "additions.json").read_text("utf-8"))


def short_name(module: str) -> str:
    """Return the name of a module for programs: ``mxnet.nd.linalg`` for ``ndarray.linalg``."""
    package, dot, below = module.partition(".")
    return f"mxnet.{_SHORT.get(package, package)}{dot}{below}"


def public(module: str) -> dict[str, Any]:
    """Return the callables of ``mxnet.<module>`` by name; names from elsewhere, such as ``Context``, are left out."""
    namespace = importlib.import_module(f"mxnet.{module}")
    if module in ONLY:
        return {name: getattr(namespace, name) for name in ONLY[module]}
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


def is_addition(module: str, name: str) -> bool:
    """Return whether MXNet 1.9.1 does not have a function, class or method of a module."""
    added = ADDITIONS.get(module, [])
    return added is not None and name in added
