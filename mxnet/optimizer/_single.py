"""Optimizers that update one weight at a time."""

from __future__ import annotations

import math
from typing import Any

from .. import ndarray as nd
from .. import random
from .._ops.optimizer_lists import LISTS
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from ._base import Optimizer, register, zeros_like_weight
from ._lists import ListOptimizer, Tensors


def prepare_gradient(optimizer: Optimizer, grad: NDArray) -> NDArray:
    """Return the rescaled and clipped gradient."""
    step = (grad if grad.stype == "default" else grad.tostype("default")) * optimizer.rescale_grad
    if optimizer.clip_gradient is not None:
        step = nd.clip(step, -optimizer.clip_gradient, optimizer.clip_gradient)
    return step


def common_arguments(optimizer: Optimizer) -> dict[str, Any]:
    """Return rescaling and clipping as arguments of update operators."""
    arguments: dict[str, Any] = {"rescale_grad": optimizer.rescale_grad}
    if optimizer.clip_gradient:
        arguments["clip_gradient"] = optimizer.clip_gradient
    return arguments


@register
class FTML(Optimizer):
    """Follow the moving leader.

    Parameters
    ----------
    beta1, beta2 : float
        Decay rates of the running means of gradients and of squared gradients.
    epsilon : float
        Small number that avoids a division by zero.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.FTML(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    def __init__(self, beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-8, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray, NDArray]:
        """Create the operator's ``d``, ``v`` and ``z``.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight.

        Returns
        -------
        object
            The state: an array, a tuple, or None.
        """
        return zeros_like_weight(weight), zeros_like_weight(weight), zeros_like_weight(weight)

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Update a weight.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight, which is overwritten.
        grad : NDArray
            The gradient.
        state : object
            The result of `create_state`, which is overwritten.
        """
        self._update_count(index)
        d, v, z = state
        nd.ftml_update(weight, grad, d, v, z, out=weight, lr=self._get_lr(index), wd=self._get_wd(index),
                       beta1=self.beta1, beta2=self.beta2, epsilon=self.epsilon, rescale_grad=self.rescale_grad,
                       t=self._index_update_count[index], clip_grad=self.clip_gradient or -1.0)


@register
class Ftrl(Optimizer):
    """Follow the regularized leader. Small weights become exactly zero.

    Parameters
    ----------
    lamda1 : float
        Strength of the L1 regularization.
    learning_rate : float
        Learning rate.
    beta : float
        Offset of the denominator of the step, which grows with the sum of squared gradients.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.Ftrl(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.4495, 0.9495], dtype=float32)
    """

    def __init__(self, lamda1: float = 0.01, learning_rate: float = 0.1, beta: float = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lamda1, self.beta, self.lr = lamda1, beta, learning_rate

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray]:
        """Create the operator's ``z`` and ``n``.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight.

        Returns
        -------
        object
            The state: an array, a tuple, or None.
        """
        return zeros_like_weight(weight, keep_storage=True), zeros_like_weight(weight, keep_storage=True)

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Update a weight.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight, which is overwritten.
        grad : NDArray
            The gradient.
        state : object
            The result of `create_state`, which is overwritten.
        """
        self._update_count(index)
        z, n = state
        if weight.stype == "default" and grad.stype != "default":
            grad = grad.tostype("default")  # as in MXNet, only sparse weights are updated by rows
        nd.ftrl_update(weight, grad, z, n, out=weight, wd=self._get_wd(index), lr=self._get_lr(index),
                       lamda1=self.lamda1, beta=self.beta, **common_arguments(self))


@register
class DCASGD(ListOptimizer):
    """Asynchronous gradient descent with compensation of delayed gradients.

    Parameters
    ----------
    momentum : float
        Share of the last step that is kept.
    lamda : float
        Strength of the compensation for weight changes since the gradient was computed.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.DCASGD(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    def __init__(self, momentum: float = 0.0, lamda: float = 0.04, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum, self.lamda = momentum, lamda
        self.weight_previous: dict[Any, NDArray] = {}

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray | None, NDArray]:
        """Create the momentum, if any, and the weight before the last update.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight.

        Returns
        -------
        object
            The state: an array, a tuple, or None.
        """
        return (zeros_like_weight(weight) if self.momentum != 0.0 else None), weight.copy()

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        momenta, previous = states if len(states) == 2 else (None, states[0])
        LISTS.dcasgd(weights, grads, momenta, previous, lr, wd, self.momentum, self.lamda, self.rescale_grad,
                     self.clip_gradient)


@register
class SGLD(Optimizer):
    """Stochastic gradient Langevin dynamics. Half steps with normal noise of variance `learning_rate`.

    Parameters
    ----------
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.SGLD(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.shape
    (2,)
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def create_state(self, index: Any, weight: NDArray) -> None:
        """Return None, because there is no state.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight.

        Returns
        -------
        object
            The state: an array, a tuple, or None.
        """
        return None

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Update a weight.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight, which is overwritten.
        grad : NDArray
            The gradient.
        state : object
            The result of `create_state`, which is overwritten.
        """
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        weight[:] += -lr / 2 * (prepare_gradient(self, grad) + wd * weight)
        noise = random.normal(0, math.sqrt(lr), weight.shape, weight.dtype, ctx=weight.context)
        weight[:] += noise


@register
class Test(Optimizer):
    """Adds the rescaled gradient, for tests of updaters.

    Parameters
    ----------
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.Test())
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([2., 3.], dtype=float32)
    """

    __test__ = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def create_state(self, index: Any, weight: NDArray) -> NDArray:
        """Create a float32 copy of the updated weight.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight.

        Returns
        -------
        object
            The state: an array, a tuple, or None.
        """
        return nd.zeros(weight.shape, weight.context)

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Update a weight.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight, which is overwritten.
        grad : NDArray
            The gradient.
        state : object
            The result of `create_state`, which is overwritten.
        """
        weight[:] += grad * self.rescale_grad
        state[:] = weight


for _class in (FTML, Ftrl, DCASGD, SGLD, Test):
    _class.__module__ = "mxnet.optimizer.optimizer"


concise_module(__name__, only=("__init__",))
