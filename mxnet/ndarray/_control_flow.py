"""Loops and conditions on arrays in plain Python, with MXNet's arguments and results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._runtime.structure import flatten, regroup
from .._runtime.tracebacks import concise_module
from ._array import NDArray
from .register import functions

_stack, _zeros_like = functions("")["stack"], functions("")["zeros_like"]


def _stack_arrays(column: Sequence[Any]) -> Any:
    """Stack arrays along a new first axis, and keep their class."""
    result = _stack(*column)
    return result.as_np_ndarray() if column[0].as_np_ndarray() is column[0] else result


def foreach(body: Callable[[Any, Any], Any], data: Any, init_states: Any) -> Any:
    """Run ``out, states = body(data[i], states)`` over the first axis and stack the outputs."""
    flat, form = flatten(data, NDArray, "foreach input")
    flatten(init_states, NDArray, "foreach states")
    states, outputs, out_form = init_states, [], None
    for i in range(flat[0].shape[0]):
        result, states = body(regroup([d[i] for d in flat], form), states)
        leaves, out_form = flatten(result, NDArray, "foreach output")
        outputs.append(leaves)
    stacked = [_stack_arrays(column) for column in zip(*outputs, strict=True)]
    return regroup(stacked, out_form), states


def while_loop(cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any,
               max_iterations: int | None = None) -> Any:
    """Run ``out, loop_vars = func(*loop_vars)`` while ``cond(*loop_vars)`` is true.

    Outputs are stacked and padded with zeros to `max_iterations` rows.
    """
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    limit = int(max_iterations)
    single = isinstance(loop_vars, NDArray)
    variables = [loop_vars] if single else list(loop_vars)
    if not variables:
        raise ValueError("while_loop needs at least one variable in loop_vars")
    rows: list[list[Any]] = []
    out_form: Any = None
    while len(rows) < limit and bool(_number(cond(*variables))):
        result, new = func(*variables)
        leaves, out_form = flatten([] if result is None else result, NDArray, "while output")
        fresh = [new] if isinstance(new, NDArray) else list(new)
        if len(fresh) != len(variables):
            raise ValueError(f"while_loop: func must return {len(variables)} variables, the same number as loop_vars, "
                             f"received {len(fresh)}")
        if rows and len(rows[0]) != len(leaves):
            raise ValueError(f"while_loop: func must always return the same number of outputs, received {len(rows[0])} "
                             f"and then {len(leaves)}")
        variables = fresh
        rows.append(leaves)
    stacked = [_pad(list(column), limit) for column in zip(*rows, strict=True)]
    outputs = regroup(stacked, out_form) if out_form is not None else []
    return outputs, variables[0] if single else variables


def _number(value: Any) -> Any:
    return NDArray.asscalar(value) if isinstance(value, NDArray) else value


def _pad(column: list[Any], rows: int) -> Any:
    missing = rows - len(column)
    return _stack_arrays([*column, *[_zeros_like(column[0])] * missing])


def cond(pred: Any, then_func: Callable[[], Any], else_func: Callable[[], Any]) -> NDArray:
    """Return ``then_func()`` if `pred` is not zero, otherwise ``else_func()``."""
    return then_func() if bool(_number(pred)) else else_func()


concise_module(__name__)
