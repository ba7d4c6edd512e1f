"""Loops and conditions on ``mx.np`` arrays and symbols. In MXNet 1.9.1 they only exist in ``mx.nd.contrib``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ndarray import _control_flow as _on_arrays
from ..numpy._operators import any_symbol
from ..symbol import _control_flow as _on_symbols


def foreach(body: Callable[[Any, Any], Any], data: Any, init_states: Any) -> Any:
    """Run ``out, states = body(data[i], states)`` over the first axis and stack the outputs."""
    return (_on_symbols if any_symbol((data, init_states)) else _on_arrays).foreach(body, data, init_states)


def while_loop(cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any,
               max_iterations: int | None = None) -> Any:
    """Run ``out, loop_vars = func(*loop_vars)`` while ``cond(*loop_vars)`` is true.

    Outputs are stacked and padded with zeros to `max_iterations` rows.
    """
    module = _on_symbols if any_symbol((loop_vars,)) else _on_arrays
    return module.while_loop(cond, func, loop_vars, max_iterations)


def cond(pred: Any, then_func: Callable[[], Any], else_func: Callable[[], Any]) -> Any:
    """Return ``then_func()`` if `pred` is not zero, otherwise ``else_func()``."""
    return (_on_symbols if any_symbol((pred,)) else _on_arrays).cond(pred, then_func, else_func)
