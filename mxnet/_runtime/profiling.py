"""Operator names in profiler traces.

Functions of operators are marked with operator names. While a profiler runs, it replaces them by functions that report
these names to torch's profiler. Without a profiler there is no overhead.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from torch.profiler import record_function

from .storage import ArrayBase

# Prefixes of operators and of callbacks of custom operators in the events of torch's profiler.
OPERATOR, CUSTOM = "mxnet::", "mxnet custom::"
_MARK, _TELLS = "__operators__", "__tells_operator__"


class Profiling:
    """Whether a profiler is running."""

    active = False


state = Profiling()


def mark(function: Any, name: str, with_number: str | None = None) -> Any:
    """Mark a function with its operator, and with the operator for a number as the last argument."""
    setattr(function, _MARK, (name, with_number or name))
    return function


def named(function: Any) -> Callable[..., Any] | None:
    """Return a marked function that reports its operator name; None for other functions."""
    names: tuple[str, str] | None = getattr(function, _MARK, None)
    if names is None or hasattr(function, _TELLS):
        return None
    of_arrays, with_number = (OPERATOR + name for name in names)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with record_function(of_arrays if args and isinstance(args[-1], ArrayBase) else with_number):
            return function(*args, **kwargs)

    setattr(call, _TELLS, True)
    return call


def telling(function: Callable[..., Any], operator: str) -> Callable[..., Any]:
    """Return a function that reports the name of its operator."""
    name = OPERATOR + operator

    def call(*args: Any, **kwargs: Any) -> Any:
        with record_function(name):
            return function(*args, **kwargs)

    return call


def custom_section(op_type: str) -> AbstractContextManager[Any]:
    """Return a context manager that profiles a callback of a custom operator."""
    return record_function(CUSTOM + op_type) if state.active else contextlib.nullcontext()
