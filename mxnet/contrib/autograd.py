"""The first interface of autograd, in which training and recording were one thing; see ``mxnet.autograd``."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from .. import autograd
from ..ndarray import zeros_like
from ..ndarray.ndarray import NDArray as NDArray


def set_is_training(is_train: bool) -> bool:
    """Switch recording and training behaviour together; returns whether operators were recorded before."""
    autograd.set_training(is_train)
    return autograd.set_recording(is_train)


class TrainingStateScope:
    """Records, or not, in a ``with`` block."""

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
    """Do not record operators in this ``with`` block."""
    return TrainingStateScope(False)


def mark_variables(variables: Any, gradients: Any, grad_reqs: Any = "write") -> None:
    """Make arrays leaves whose gradients are written to the given arrays."""
    autograd.mark_variables(variables, gradients, grad_reqs)


def backward(outputs: Sequence[NDArray], out_grads: Any = None, retain_graph: bool = False) -> None:
    """Write gradients of `outputs` to all marked arrays they depend on."""
    if not isinstance(outputs, (list, tuple)):
        raise TypeError(f"backward: outputs must be in a list, received {type(outputs)}")
    autograd.backward(outputs, out_grads, retain_graph)


def compute_gradient(outputs: Sequence[NDArray]) -> None:
    """Former name of `backward`."""
    backward(outputs)


def grad_and_loss(func: Callable[..., Any], argnum: int | list[int] | None = None) -> Callable[..., Any]:
    """A function that returns the gradients of `func` with respect to its arguments, and its result."""

    @functools.wraps(func)
    def wrapped(*args: Any) -> tuple[list[NDArray], Any]:
        chosen = range(len(args)) if argnum is None else argnum if isinstance(argnum, list) else [argnum]
        variables = [args[i] for i in chosen]
        for variable in variables:
            if not isinstance(variable, NDArray):
                raise AssertionError(f"gradients are taken with respect to NDArrays, received {type(variable)}")
        gradients = list(map(zeros_like, variables))
        mark_variables(variables, gradients)
        with train_section():
            result = func(*args)
        compute_gradient([result] if isinstance(result, NDArray) else result)
        return gradients, result

    return wrapped


def grad(func: Callable[..., Any], argnum: int | list[int] | None = None) -> Callable[..., Any]:
    """A function that returns the gradients of `func` with respect to its arguments."""
    both = grad_and_loss(func, argnum)

    @functools.wraps(both)
    def wrapped(*args: Any) -> list[NDArray]:
        return both(*args)[0]

    return wrapped
