"""Functions of the operators of ``mx.np`` and ``mx.npx``, with their signatures."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from . import numpy as _numpy
from . import numpy_extension as _numpy_extension
from ._ops.opdef import REGISTRY
from .numpy._operators import public_name


def _get_builtin_op(op_name: str) -> Callable[..., Any] | None:
    """Return the function of an operator with the prefix ``_np_`` or ``_npx_``, otherwise None."""
    module = {"_np": _numpy, "_npx": _numpy_extension}.get(op_name[:op_name.find("_", 1)])
    function: Callable[..., Any] | None = getattr(module, public_name(op_name), None)
    return function


def _without_types(signature: inspect.Signature) -> inspect.Signature:
    parameters = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return inspect.Signature(parameters)


def _sign() -> None:
    """Set signatures without types, as in MXNet."""
    for name in REGISTRY:
        function = _get_builtin_op(name) if name.startswith(("_np_", "_npx_")) else None
        if inspect.isfunction(function):
            function.__signature__ = _without_types(inspect.signature(function))  # type: ignore[attr-defined]


_sign()
