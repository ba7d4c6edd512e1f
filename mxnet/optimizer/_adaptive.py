"""Optimizers that scale steps by the magnitude of previous gradients: AdaGrad, AdaDelta, RMSProp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._ops.optimizer_lists import LISTS
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from ..ndarray.register import functions
from ._base import register, zeros_like_weight
from ._lists import ListOptimizer, Tensors
from ._single import common_arguments

_update_rows = functions("sparse")["adagrad_update"]


@register
class AdaGrad(ListOptimizer):
    """Steps divided by the root of the sum of squared gradients.

    Parameters
    ----------
    eps : float
        Added to the sum before its root.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.AdaGrad(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    def __init__(self, eps: float = 1e-7, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: NDArray) -> NDArray:
        """Create the sum of squared gradients.

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
        return zeros_like_weight(weight, keep_storage=True)

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        LISTS.adagrad(weights, grads, states[0], lr, wd, self.float_stable_eps, self.rescale_grad,
                      self.clip_gradient)

    def _sparse_step(self, weight: NDArray, grad: NDArray, state: NDArray, lr: float, wd: float) -> None:
        if grad.stype != "row_sparse":
            super()._sparse_step(weight, grad, state, lr, wd)
            return
        _update_rows(weight, grad, state, out=weight, lr=lr, wd=wd, epsilon=self.float_stable_eps,
                     **common_arguments(self))


@register
class AdaDelta(ListOptimizer):
    """Steps scaled by the ratio of the magnitudes of previous steps and gradients. It needs no learning rate.

    Parameters
    ----------
    rho : float
        Decay rate of the running means of squared gradients and of squared steps.
    epsilon : float
        Added to both running means.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.AdaDelta())
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.99, 1.99], dtype=float32)
    """

    _calls_per_weight = ("_get_wd", "_update_count")

    def __init__(self, rho: float = 0.90, epsilon: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rho, self.epsilon = rho, epsilon

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray]:
        """Create running means of squared gradients and of squared steps.

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
        return zeros_like_weight(weight), zeros_like_weight(weight)

    def _step_sizes(self, lrs: list[float], wds: list[float], indices: Sequence[Any], weights: list[NDArray],
                    grads: list[NDArray]) -> list[float]:
        return [1.0] * len(indices)

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        LISTS.adadelta(weights, grads, states[0], states[1], wd, self.rho, self.epsilon, self.rescale_grad,
                       self.clip_gradient)


@register
class RMSProp(ListOptimizer):
    """Steps divided by the root of a running mean of squared gradients.

    Parameters
    ----------
    learning_rate : float
        Learning rate.
    gamma1 : float
        Decay rate of the running means.
    gamma2 : float
        Share of the last step that the centered variant keeps.
    epsilon : float
        Added to the mean.
    centered : bool
        Whether to divide by the running standard deviation and use momentum.
    clip_weights : float, optional
        Clip weights to ``[-clip_weights, clip_weights]``. None does not clip.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.RMSProp(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.6838, 1.6838], dtype=float32)
    """

    def __init__(self, learning_rate: float = 0.001, gamma1: float = 0.9, gamma2: float = 0.9, epsilon: float = 1e-8,
                 centered: bool = False, clip_weights: float | None = None, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1, self.gamma2, self.epsilon = gamma1, gamma2, epsilon
        self.centered, self.clip_weights = centered, clip_weights

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, ...]:
        """Create running means and, if centered, the last step.

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
        return tuple(zeros_like_weight(weight, keep_storage=True) for _ in range(3 if self.centered else 1))

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        common = self.epsilon, self.rescale_grad, self.clip_gradient or None, self.clip_weights
        if self.centered:
            squares, means, deltas = states
            LISTS.rmsprop_centered(weights, grads, squares, means, deltas, lr, wd, self.gamma1, self.gamma2, *common)
        else:
            LISTS.rmsprop(weights, grads, states[0], lr, wd, self.gamma1, *common)


for _class in (AdaGrad, AdaDelta, RMSProp):
    _class.__module__ = "mxnet.optimizer.optimizer"


concise_module(__name__, only=("__init__",))
