"""Names of operators in what a profiler measures.

Functions of operators are marked with the names of their operators. While a profiler measures, it puts other functions
into their places, which tell torch's profiler these names; when none does, nothing is asked and nothing told.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from torch.profiler import record_function

from .storage import ArrayBase

# How sections of operators, and of the callbacks of custom ones, begin in the events of torch's profiler.
OPERATOR, CUSTOM = "mxnet::", "mxnet custom::"
_MARK, _TELLS = "__operators__", "__tells_operator__"


class Profiling:
    """Whether a profiler measures."""

    active = False


state = Profiling()


def mark(function: Any, name: str, with_number: str | None = None) -> Any:
    """Note which operator a function applies, and which one if its last argument is a number."""
    setattr(function, _MARK, (name, with_number or name))
    return function


def named(function: Any) -> Callable[..., Any] | None:
    """A marked function that tells the name of its operator; None for others."""
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
    """A function that tells the name of the operator that it applies."""
    name = OPERATOR + operator

    def call(*args: Any, **kwargs: Any) -> Any:
        with record_function(name):
            return function(*args, **kwargs)

    return call


def custom_section(op_type: str) -> AbstractContextManager[Any]:
    """The time of a callback of a custom operator."""
    return record_function(CUSTOM + op_type) if state.active else contextlib.nullcontext()
