"""Stochastic gradient descent."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ndarray.ndarray import NDArray
from . import _fused
from ._base import Optimizer, register, zeros_like_weight


def as_lists(index: Any, weight: Any, grad: Any, state: Any) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """The arguments of `Optimizer.update` as lists."""
    if isinstance(index, (list, tuple)):
        return list(index), list(weight), list(grad), list(state)
    return [index], [weight], [grad], [state]


@register
class SGD(Optimizer):
    """Gradient descent with momentum and weight decay.

    Parameters
    ----------
    momentum : float
    lazy_update : bool
        For sparse gradients, update only rows that have one.
    multi_precision : bool
        Keep a float32 copy of half precision weights.
    """

    def __init__(self, learning_rate: float | None = None, momentum: float = 0.0, lazy_update: bool = True,
                 **kwargs: Any) -> None:
        super().__init__(learning_rate=0.01 if learning_rate is None and kwargs.get("lr_scheduler") is None
                         else learning_rate, **kwargs)
        self.momentum, self.lazy_update = momentum, lazy_update
        self.aggregate_num = 64

    def create_state(self, index: Any, weight: NDArray) -> NDArray | None:
        return zeros_like_weight(weight) if self.momentum != 0.0 else None

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        self._update_count(indices)
        keys = list(zip(self._get_lrs(indices), self._get_wds(indices), [w._data.dtype for w in weights], strict=True))
        for (lr, wd, _), chosen in _fused.groups(keys):
            targets = _fused.write_targets([weights[i] for i in chosen])
            gradients, rescale = _fused.clipped([grads[i]._data for i in chosen], self.rescale_grad,
                                                self.clip_gradient)
            if self.momentum == 0.0:
                _fused.sgd(targets, gradients, lr, wd, rescale)
            else:
                momenta = _fused.write_targets([states[i] for i in chosen])
                _fused.sgd_momentum(targets, gradients, momenta, lr, wd, self.momentum, rescale)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        if not self.multi_precision or not any(w.dtype == np.float16 for w in weights):
            self.update(indices, weights, grads, states)
            return
        masters = [s[0] if w.dtype == np.float16 else w for w, s in zip(weights, states, strict=True)]
        wide = [g.astype(np.float32) if w.dtype == np.float16 else g for w, g in zip(weights, grads, strict=True)]
        inner = [s[1] if w.dtype == np.float16 else s for w, s in zip(weights, states, strict=True)]
        self.update(indices, masters, wide, inner)
        for array, master in zip(weights, masters, strict=True):
            if array is not master:
                master.astype(array.dtype).copyto(array)


SGD.__module__ = "mxnet.optimizer.optimizer"
