"""Adam."""

from __future__ import annotations

import math
from typing import Any

from ..ndarray.ndarray import NDArray
from . import _fused
from ._base import Optimizer, register, zeros_like_weight
from ._sgd import as_lists


@register
class Adam(Optimizer):
    """Adam: steps scaled by running means of gradients and of their squares.

    Parameters
    ----------
    beta1, beta2 : float
        How slowly the running means change.
    epsilon : float
        Added to the root of the second mean.
    lazy_update : bool
        For sparse gradients, update only rows that have one.
    """

    def __init__(self, learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 lazy_update: bool = True, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon, self.lazy_update = beta1, beta2, epsilon, lazy_update
        self.aggregate_num = 64

    def create_state(self, index: Any, weight: NDArray) -> tuple[NDArray, NDArray]:
        return zeros_like_weight(weight), zeros_like_weight(weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        self._update_count(indices)
        rates = []
        for one, lr in zip(indices, self._get_lrs(indices), strict=True):
            count = self._index_update_count[one]
            rates.append(lr * math.sqrt(1.0 - self.beta2**count) / (1.0 - self.beta1**count))
        keys = list(zip(rates, self._get_wds(indices), [w._data.dtype for w in weights], strict=True))
        for (lr, wd, _), chosen in _fused.groups(keys):
            _fused.adam(_fused.write_targets([weights[i] for i in chosen]), [grads[i]._data for i in chosen],
                        _fused.write_targets([states[i][0] for i in chosen]),
                        _fused.write_targets([states[i][1] for i in chosen]), lr, wd, self.beta1, self.beta2,
                        self.epsilon, self.rescale_grad, self.clip_gradient)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        for one in zip(*as_lists(index, weight, grad, state), strict=True) if self.multi_precision else ():
            super().update_multi_precision(*one)
        if not self.multi_precision:
            self.update(index, weight, grad, state)


Adam.__module__ = "mxnet.optimizer.optimizer"
