"""Adam and its variants Adamax and Nadam."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from .. import ndarray as nd
from .._ops.optimizer_lists import LISTS
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from . import _fused
from ._base import register, zeros_like_weight
from ._lists import ListOptimizer, Tensors
from ._single import common_arguments


def create_two_states(weight: NDArray, keep_storage: bool = False) -> tuple[NDArray, NDArray]:
    """Return zeros for the running means of gradients and of their magnitudes."""
    return zeros_like_weight(weight, keep_storage), zeros_like_weight(weight, keep_storage)


@register
class Adam(ListOptimizer):
    """Steps scaled by running means of gradients and squared gradients.

    Parameters
    ----------
    learning_rate : float
        Learning rate.
    beta1, beta2 : float
        Decay rates of the running means of gradients and of squared gradients.
    epsilon : float
        Added to the root of the second mean.
    lazy_update : bool
        Only update rows with a gradient if the gradient is sparse.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.Adam(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    def __init__(self, learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 lazy_update: bool = True, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon, self.lazy_update = beta1, beta2, epsilon, lazy_update

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray]:
        """Create running means of gradients and of squared gradients.

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
        return create_two_states(weight, self.lazy_update)

    def _step_sizes(self, lrs: list[float], wds: list[float], indices: Sequence[Any], weights: list[NDArray],
                    grads: list[NDArray]) -> list[float]:
        counts = [self._index_update_count[index] for index in indices]
        return [lr * math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count)
                for lr, count in zip(lrs, counts, strict=True)]

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        _fused.adam(weights, grads, states[0], states[1], lr, wd, self.beta1, self.beta2, self.epsilon,
                    self.rescale_grad, self.clip_gradient or None)

    def _sparse_step(self, weight: NDArray, grad: NDArray, state: Any, lr: float, wd: float) -> None:
        mean, square = state
        nd.adam_update(weight, grad, mean, square, out=weight, lr=lr, wd=wd, beta1=self.beta1, beta2=self.beta2,
                       epsilon=self.epsilon, lazy_update=self.lazy_update, **common_arguments(self))


@register
class Adamax(ListOptimizer):
    """Adam with a decaying maximum of gradients instead of the mean of squared gradients.

    Parameters
    ----------
    learning_rate : float
        Learning rate.
    beta1, beta2 : float
        Decay rates of the running mean of gradients and of the maximum.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.Adamax(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    def __init__(self, learning_rate: float = 0.002, beta1: float = 0.9, beta2: float = 0.999, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2 = beta1, beta2

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray]:
        """Create the running mean and the decaying maximum.

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
        return create_two_states(weight)

    def _step_sizes(self, lrs: list[float], wds: list[float], indices: Sequence[Any], weights: list[NDArray],
                    grads: list[NDArray]) -> list[float]:
        return [lr / (1.0 - self.beta1 ** self._index_update_count[index])
                for lr, index in zip(lrs, indices, strict=True)]

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        LISTS.adamax(weights, grads, states[0], states[1], lr, wd, self.beta1, self.beta2, self.rescale_grad,
                     self.clip_gradient)


@register
class Nadam(ListOptimizer):
    """Adam with Nesterov momentum and a momentum schedule.

    Parameters
    ----------
    learning_rate : float
        Learning rate.
    beta1, beta2 : float
        Decay rates of the running means of gradients and of squared gradients.
    epsilon : float
        Added to the root of the second mean.
    schedule_decay : float
        Rate at which the momentum grows from half of `beta1` to `beta1`.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.Nadam(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.8944, 1.8944], dtype=float32)
    """

    def __init__(self, learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 schedule_decay: float = 0.004, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon, self.schedule_decay = beta1, beta2, epsilon, schedule_decay
        # A single product for all weights, as in MXNet. It shrinks with each updated weight.
        self.m_schedule = 1.0

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray]:
        """Create running means of gradients and of squared gradients.

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
        return create_two_states(weight)

    def _momentum(self, count: int) -> float:
        return self.beta1 * (1.0 - 0.5 * 0.96 ** (count * self.schedule_decay))

    def _step_sizes(self, lrs: list[float], wds: list[float], indices: Sequence[Any], weights: list[NDArray],
                    grads: list[NDArray]) -> list[Any]:
        sizes = []
        for lr, index in zip(lrs, indices, strict=True):
            count = self._index_update_count[index]
            now, following = self._momentum(count), self._momentum(count + 1)
            self.m_schedule *= now
            sizes.append((lr, (1.0 - now) / (1.0 - self.m_schedule), following / (1.0 - self.m_schedule * following),
                          1.0 - self.beta2**count))
        return sizes

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: Any, wd: float) -> None:
        rate, now, ahead, unbiased = lr
        LISTS.nadam(weights, grads, states[0], states[1], rate, wd, self.beta1, self.beta2, self.epsilon, now, ahead,
                    unbiased, self.rescale_grad, self.clip_gradient)


for _class in (Adam, Adamax, Nadam):
    _class.__module__ = "mxnet.optimizer.optimizer"


concise_module(__name__, only=("__init__",))
