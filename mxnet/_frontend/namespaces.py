"""Which public module each operator appears in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._ops.opdef import REGISTRY, OpDef
from .signature import dress

# Prefix of the registered name -> submodule, as ``nd.linalg.gemm`` for ``_linalg_gemm``.
SUBMODULES = {"_contrib_": "contrib", "_linalg_": "linalg", "_random_": "random", "_sample_": "random",
              "_image_": "image", "_sparse_": "sparse"}

# Operators that ``nd.sparse`` and ``sym.sparse`` show besides those named ``_sparse_``.
SPARSE_NAMES = (
    "ElementWiseSum", "Embedding", "FullyConnected", "LinearRegressionOutput", "LogisticRegressionOutput",
    "MAERegressionOutput", "abs", "adam_update", "add_n", "arccos", "arccosh", "arcsin", "arcsinh", "arctan",
    "arctanh", "broadcast_add", "broadcast_div", "broadcast_minus", "broadcast_mul", "broadcast_plus",
    "broadcast_sub", "cast_storage", "cbrt", "ceil", "clip", "concat", "cos", "cosh", "degrees", "dot",
    "elemwise_add", "elemwise_div", "elemwise_mul", "elemwise_sub", "exp", "expm1", "fix", "floor", "ftrl_update",
    "gamma", "gammaln", "log", "log10", "log1p", "log2", "make_loss", "mean", "negative", "norm", "radians", "relu",
    "rint", "round", "rsqrt", "sgd_mom_update", "sgd_update", "sigmoid", "sign", "sin", "sinh", "slice", "sqrt",
    "square", "stop_gradient", "sum", "tan", "tanh", "trunc", "where", "zeros_like",
)


def place(name: str) -> tuple[str, str]:
    """Submodule ('' for the module itself, '_internal' for private names) and public name."""
    for prefix, module in SUBMODULES.items():
        if name.startswith(prefix):
            return module, name[len(prefix):]
    return ("_internal" if name.startswith("_") else ""), name


def build(make: Callable[[OpDef, str], Any], package: str, array: str) -> dict[str, dict[str, Any]]:
    """Functions of all operators by submodule, made by `make` once per operator and name."""
    modules: dict[str, dict[str, Any]] = {}
    for name, op in REGISTRY.items():
        module, public = place(name)
        path = f"{package}.{module}" if module else package
        function = dress(make(op, name), op, public, path, array)
        modules.setdefault(module, {})[public] = function
        if module != "_internal" and module:
            modules.setdefault("_internal", {})[name] = function
    modules.setdefault("sparse", {}).update({name: modules[""][name] for name in SPARSE_NAMES})
    for name in ("_contrib_round_ste", "_contrib_sign_ste"):
        modules["sparse"][name] = modules["_internal"][name]
    return modules


def fluent(functions: dict[str, Any]) -> dict[str, Any]:
    """The functions that arrays and symbols also have as methods."""
    ops = ((name, REGISTRY[name]) for name in functions if name.islower())
    return {name: functions[name] for name, op in ops if op.form.method and op.inputs and op.variadic is None}
