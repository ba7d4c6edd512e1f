"""The original autograd interface, which combines training mode and recording; see ``mxnet.autograd``."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from .. import autograd
from ..ndarray import zeros_like
from ..ndarray.ndarray import NDArray as NDArray


def set_is_training(is_train: bool) -> bool:
    """Set recording and training mode together, and return the previous recording state."""
    autograd.set_training(is_train)
    return autograd.set_recording(is_train)


class TrainingStateScope:
    """Context manager that sets the recording state."""

    def __init__(self, enter_state: bool) -> None:
        self._enter_state = enter_state
        self._previous = enter_state

    def __enter__(self) -> None:
        self._previous = set_is_training(self._enter_state)

    def __exit__(self, ptype: Any, value: Any, trace: Any) -> None:
        if self._previous != self._enter_state:
            set_is_training(self._previous)


def train_section() -> TrainingStateScope:
    """Record operators in this ``with`` block."""
    return TrainingStateScope(True)


def test_section() -> TrainingStateScope:
    """Disable recording in this ``with`` block."""
    return TrainingStateScope(False)


def mark_variables(variables: Any, gradients: Any, grad_reqs: Any = "write") -> None:
    """Mark arrays as variables. Their gradients are written to `gradients`."""
    autograd.mark_variables(variables, gradients, grad_reqs)


def backward(outputs: Sequence[NDArray], out_grads: Any = None, retain_graph: bool = False) -> None:
    """Compute the gradients of `outputs` with respect to all marked arrays."""
    if not isinstance(outputs, (list, tuple)):
        raise TypeError(f"backward: outputs must be a list of NDArrays, received {type(outputs)}")
    autograd.backward(outputs, out_grads, retain_graph)


def compute_gradient(outputs: Sequence[NDArray]) -> None:
    """Compute gradients. This is an old name of `backward`."""
    backward(outputs)


def grad_and_loss(func: Callable[..., Any], argnum: int | list[int] | None = None) -> Callable[..., Any]:
    """Return a function that computes the gradients of `func` with respect to its arguments, and its result."""

    @functools.wraps(func)
    def wrapped(*args: Any) -> tuple[list[NDArray], Any]:
        chosen = range(len(args)) if argnum is None else argnum if isinstance(argnum, list) else [argnum]
        variables = [args[i] for i in chosen]
        for variable in variables:
            if not isinstance(variable, NDArray):
                raise AssertionError(f"gradients need NDArray arguments, received {type(variable)}")
        gradients = list(map(zeros_like, variables))
        mark_variables(variables, gradients)
        with train_section():
            result = func(*args)
        compute_gradient([result] if isinstance(result, NDArray) else result)
        return gradients, result

    return wrapped


def grad(func: Callable[..., Any], argnum: int | list[int] | None = None) -> Callable[..., Any]:
    """Return a function that computes the gradients of `func` with respect to its arguments."""
    both = grad_and_loss(func, argnum)

    @functools.wraps(both)
    def wrapped(*args: Any) -> list[NDArray]:
        return both(*args)[0]

    return wrapped
