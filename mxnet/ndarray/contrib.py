"""Operators of ``mxnet.ndarray.contrib``: those of the registry (``contrib.pyi``), checks and control flow."""

from __future__ import annotations

from typing import Any

from .register import functions as _functions

globals().update(_functions("contrib"))

from ._control_flow import cond as cond  # noqa: E402
from ._control_flow import foreach as foreach  # noqa: E402
from ._control_flow import while_loop as while_loop  # noqa: E402


def isinf(data: Any) -> Any:
    """1 where an element is infinite, else 0."""
    return data.abs() == float("inf")


def isfinite(data: Any) -> Any:
    """1 where an element is finite, else 0."""
    return (data == data) * (data.abs() != float("inf"))


def isnan(data: Any) -> Any:
    """1 where an element is not a number, else 0."""
    return data != data
