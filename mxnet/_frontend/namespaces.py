"""Mapping of operators to public modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._ops.opdef import REGISTRY, OpDef
from .signature import dress

# Prefix of the registered name -> submodule, as ``nd.linalg.gemm`` for ``_linalg_gemm``.
SUBMODULES = {"_contrib_": "contrib", "_linalg_": "linalg", "_random_": "random", "_image_": "image",
              "_sparse_": "sparse"}


# Operators of mx.np arrays, which the other modules do not contain.
NUMPY_PREFIXES = ("_np_", "_npi_", "_npx_")


def place(name: str) -> tuple[str, str]:
    """Return the submodule ('' for the module itself, '_internal' for private names) and the public name."""
    for prefix, module in SUBMODULES.items():
        # ``nd.random`` has separate functions for distributions, which select among operators.
        if name.startswith(prefix) and (module != "random" or name.endswith("_like")):
            return module, name[len(prefix):]
    return ("_internal" if name.startswith("_") else ""), name


def build(make: Callable[[OpDef, str], Any], package: str, array: str) -> dict[str, dict[str, Any]]:
    """Return the functions of all operators by submodule; `make` creates one per operator and name."""
    modules: dict[str, dict[str, Any]] = {}
    for name, op in REGISTRY.items():
        if name.startswith(NUMPY_PREFIXES):
            continue
        module, public = place(name)
        path = f"{package}.{module}" if module else package
        function = dress(make(op, name), op, public, path, array)
        modules.setdefault(module, {})[public] = function
        if module != "_internal" and module:
            modules.setdefault("_internal", {})[name] = function
    everything = {**modules["_internal"], **modules[""]}
    modules.setdefault("sparse", {}).update({name: everything[name] for name in sparse_names()})
    return modules


def sparse_names() -> list[str]:
    """Return the operators in ``nd.sparse`` and ``sym.sparse``, in addition to those named ``_sparse_``."""
    return sorted({name for op in REGISTRY.values() for name in op.form.in_sparse})


def fluent(functions: dict[str, Any]) -> dict[str, Any]:
    """Return the functions that are also methods of arrays and symbols."""
    ops = ((name, REGISTRY[name]) for name in functions if name.islower())
    return {name: functions[name] for name, op in ops if op.form.method and op.inputs and op.variadic is None}
