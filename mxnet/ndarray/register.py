"""Functions of all operators on NDArray, created once from the registry."""

from __future__ import annotations

from typing import Any

from .. import _ops as _ops
from .._frontend import methods, namespaces, short
from .._ops.families import ARITHMETIC, COMPARISONS
from ._array import NDArray, eager_functions
from ._fluent import FluentMethods

FUNCTIONS = namespaces.build(lambda op, _: short.make(op, NDArray), "mxnet.ndarray", "NDArray")
FUNCTIONS[""].update({name: methods.module_function(NDArray, name) for name in methods.MODULE_FUNCTIONS})


def _rename_operands(function: Any) -> Any:
    """Rename the operands of `power` to base and exp."""
    return lambda base, exp: function(base, exp)


FUNCTIONS[""]["power"] = _rename_operands(FUNCTIONS[""]["power"])
for _name in methods.MODULE_FUNCTIONS:
    _function = FUNCTIONS[""][_name]
    _function.__name__ = _function.__qualname__ = _name
    _function.__module__ = "mxnet.ndarray"
    _function.__doc__ = f"Elementwise {_name.replace('_', ' ')} of two arrays, or an array and a number."

methods.install_operators(FluentMethods, NDArray, ARITHMETIC, COMPARISONS)
for _name, _method in namespaces.fluent(
        {n: f for n, f in FUNCTIONS[""].items() if n not in methods.MODULE_FUNCTIONS}).items():
    if not hasattr(NDArray, _name):
        setattr(FluentMethods, _name, _method)
eager_functions.update(FUNCTIONS[""])


def functions(submodule: str) -> dict[str, Any]:
    """Return the functions of a submodule of ``mxnet.ndarray``."""
    return dict(FUNCTIONS.get(submodule, {}))
