"""The function that stands for each operator of ``mx.np`` and ``mx.npx``, with its signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from . import numpy as _numpy
from . import numpy_extension as _numpy_extension
from ._ops.opdef import REGISTRY
from .numpy._operators import public_name


def _get_builtin_op(op_name: str) -> Callable[..., Any] | None:
    """The function named after an operator whose name begins with ``_np_`` or ``_npx_``; None for others."""
    module = {"_np": _numpy, "_npx": _numpy_extension}.get(op_name[:op_name.find("_", 1)])
    found: Callable[..., Any] | None = getattr(module, public_name(op_name), None)
    return found


def _without_types(signature: inspect.Signature) -> inspect.Signature:
    parameters = [one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()]
    return inspect.Signature(parameters)


def _sign() -> None:
    """Say signatures as MXNet says them, without types."""
    for name in REGISTRY:
        function = _get_builtin_op(name) if name.startswith(("_np_", "_npx_")) else None
        if inspect.isfunction(function):
            function.__signature__ = _without_types(inspect.signature(function))  # type: ignore[attr-defined]


_sign()
