"""The original autograd interface, which combines training mode and recording; see ``mxnet.autograd``."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from .. import autograd
from ..ndarray import zeros_like
from ..ndarray.ndarray import NDArray as NDArray


def set_is_training(is_train: bool) -> bool:
    """Set recording and training mode together.

    Parameters
    ----------
    is_train : bool
        The new state of both.

    Returns
    -------
    bool
        Whether operators were recorded before.

    Examples
    --------
    >>> from mxnet.contrib import autograd
    >>> previous = autograd.set_is_training(True)
    >>> mx.autograd.is_recording(), mx.autograd.is_training()
    (True, True)
    >>> autograd.set_is_training(previous)
    True
    """
    autograd.set_training(is_train)
    return autograd.set_recording(is_train)


class TrainingStateScope:
    """Context manager that sets recording and training mode together.

    Parameters
    ----------
    enter_state : bool
        State inside the ``with`` block.

    Examples
    --------
    >>> with mx.contrib.autograd.TrainingStateScope(True):
    ...     mx.autograd.is_recording(), mx.autograd.is_training()
    (True, True)
    """

    def __init__(self, enter_state: bool) -> None:
        self._enter_state = enter_state
        self._previous = enter_state

    def __enter__(self) -> None:
        self._previous = set_is_training(self._enter_state)

    def __exit__(self, ptype: Any, value: Any, trace: Any) -> None:
        if self._previous != self._enter_state:
            set_is_training(self._previous)


def train_section() -> TrainingStateScope:
    """Record operators, and enable training mode, in a ``with`` block.

    Returns
    -------
    TrainingStateScope
        The context manager.

    Examples
    --------
    >>> from mxnet.contrib import autograd
    >>> x, dx = mx.nd.array([1, 2]), mx.nd.zeros(2)
    >>> autograd.mark_variables([x], [dx])
    >>> with autograd.train_section():
    ...     y = x * x
    >>> autograd.backward([y])
    >>> dx.asnumpy().tolist()
    [2.0, 4.0]
    """
    return TrainingStateScope(True)


def test_section() -> TrainingStateScope:
    """Disable recording and training mode in a ``with`` block.

    Returns
    -------
    TrainingStateScope
        The context manager.

    Examples
    --------
    >>> from mxnet.contrib import autograd
    >>> with autograd.train_section():
    ...     with autograd.test_section():
    ...         mx.autograd.is_recording()
    False
    """
    return TrainingStateScope(False)


def mark_variables(variables: Any, gradients: Any, grad_reqs: Any = "write") -> None:
    """Mark arrays as variables whose gradients are computed.

    Parameters
    ----------
    variables : list of NDArray
        The variables.
    gradients : list of NDArray
        Arrays that receive the gradients.
    grad_reqs : {'write', 'add', 'null'} or list
        Overwrite the gradients, add to them, or compute none. A list has one entry per variable.

    Returns
    -------
    None

    Examples
    --------
    >>> from mxnet.contrib import autograd
    >>> x, dx = mx.nd.array([1, 2]), mx.nd.zeros(2)
    >>> autograd.mark_variables([x], [dx])
    >>> with autograd.train_section():
    ...     y = 3 * x
    >>> autograd.backward([y])
    >>> dx.asnumpy().tolist()
    [3.0, 3.0]
    """
    autograd.mark_variables(variables, gradients, grad_reqs)


def backward(outputs: Sequence[NDArray], out_grads: Any = None, retain_graph: bool = False) -> None:
    """Compute the gradients of `outputs` with respect to all marked arrays.

    Parameters
    ----------
    outputs : list of NDArray
        Results of recorded operators.
    out_grads : list of NDArray, optional
        Gradients with respect to `outputs`. The default is 1 for all elements.
    retain_graph : bool
        Whether to keep the record for another call.

    Returns
    -------
    None

    Examples
    --------
    >>> from mxnet.contrib import autograd
    >>> x, dx = mx.nd.array([1, 2]), mx.nd.zeros(2)
    >>> autograd.mark_variables([x], [dx])
    >>> with autograd.train_section():
    ...     y = x * x
    >>> autograd.backward([y], [mx.nd.array([1, 10])])
    >>> dx.asnumpy().tolist()
    [2.0, 40.0]
    """
    if not isinstance(outputs, (list, tuple)):
        raise TypeError(f"backward: outputs must be a list of NDArrays, received {type(outputs)}")
    autograd.backward(outputs, out_grads, retain_graph)


def compute_gradient(outputs: Sequence[NDArray]) -> None:
    """Compute gradients. This is an old name of `backward`.

    Parameters
    ----------
    outputs : list of NDArray
        Results of recorded operators.

    Returns
    -------
    None

    Examples
    --------
    >>> from mxnet.contrib import autograd
    >>> x, dx = mx.nd.array([1, 2]), mx.nd.zeros(2)
    >>> autograd.mark_variables([x], [dx])
    >>> with autograd.train_section():
    ...     y = x * x
    >>> autograd.compute_gradient([y])
    >>> dx.asnumpy().tolist()
    [2.0, 4.0]
    """
    backward(outputs)


def grad_and_loss(func: Callable[..., Any], argnum: int | list[int] | None = None) -> Callable[..., Any]:
    """Create a function that computes the gradients of `func` with respect to its arguments, and its result.

    Parameters
    ----------
    func : callable
        Function of arrays that returns an array or a list of arrays.
    argnum : int or list of int, optional
        Positions of the arguments to differentiate with respect to. The default is all.

    Returns
    -------
    callable
        Function of the same arguments. It returns the list of gradients and the result of `func`.

    Examples
    --------
    >>> squares = mx.contrib.autograd.grad_and_loss(lambda x: (x * x).sum())
    >>> gradients, loss = squares(mx.nd.array([1, 2]))
    >>> gradients[0].asnumpy().tolist(), loss.asscalar()
    ([2.0, 4.0], np.float32(5.0))
    """

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
    """Create a function that computes the gradients of `func` with respect to its arguments.

    Parameters
    ----------
    func : callable
        Function of arrays that returns an array or a list of arrays.
    argnum : int or list of int, optional
        Positions of the arguments to differentiate with respect to. The default is all.

    Returns
    -------
    callable
        Function of the same arguments that returns the list of gradients.

    Examples
    --------
    >>> gradient = mx.contrib.autograd.grad(lambda x, y: x * y, argnum=0)
    >>> gradient(mx.nd.array([1, 2]), mx.nd.array([3, 4]))[0].asnumpy().tolist()
    [3.0, 4.0]
    """
    both = grad_and_loss(func, argnum)

    @functools.wraps(both)
    def wrapped(*args: Any) -> list[NDArray]:
        return both(*args)[0]

    return wrapped
