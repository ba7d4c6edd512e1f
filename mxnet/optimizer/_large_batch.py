"""Optimizers for large batches: LARS, LBSGD and LAMB."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module
from ..ndarray._optimizer_updates import multi_lamb_update, multi_mp_lamb_update
from ..ndarray.ndarray import NDArray
from . import _fused
from ._adam import create_two_states
from ._base import Optimizer, register, whole_lists, zeros_like_weight
from ._lists import DirectListOptimizer, Tensors, aggregation_size, as_lists
from ._sgd import MomentumStates
from ._single import common_arguments


@register
class LARS(MomentumStates, DirectListOptimizer):
    """Momentum SGD with a learning rate per layer, from the ratio of weight and gradient norms.

    Parameters
    ----------
    momentum : float
        Share of the last step that is kept.
    lazy_update : bool
        Only update rows with a gradient if the gradient is sparse.
    eta : float
        Trust coefficient: factor of the ratio of weight norm to gradient norm.
    eps : float
        Number added to the denominator of the ratio.
    momentum_correction : bool
        Rescale the momentum when the learning rate changes.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.LARS(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9998, 1.9998], dtype=float32)
    """

    _calls_with_lists = True

    def __init__(self, momentum: float = 0.0, lazy_update: bool = True, eta: float = 0.001, eps: float = 0,
                 momentum_correction: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum, self.lazy_update, self.momentum_correction = momentum, lazy_update, momentum_correction
        self.eta, self.eps = eta, eps
        self.aggregate_num = aggregation_size()
        self.skip = 0
        self.last_lr: float | None = None
        self.cur_lr: float | None = None

    def set_wd_mult(self, args_wd_mult: dict[Any, float]) -> None:
        """Set multipliers of the weight decay. By default it only applies to weights named ``*_weight``.

        Parameters
        ----------
        args_wd_mult : dict of int or str to float
            Multipliers by index or name of a weight. They override attributes ``__wd_mult__`` of the symbol.
        """
        super().set_wd_mult({})
        plain = {name: 0.0 for name in self.idx2name.values() if not name.endswith("_weight")}
        self.wd_mult = {**plain, **self._multipliers_in_symbol("__wd_mult__"), **args_wd_mult}

    def _get_lrs(self, indices: Any) -> list[float]:
        lr = self._scheduled_rate()
        self.last_lr = lr if self.cur_lr is None else self.cur_lr
        self.cur_lr = lr
        return self._apply_multipliers(lr, indices, "lr_mult")

    def _step_sizes(self, lrs: list[float], wds: list[float], indices: Sequence[Any], weights: list[NDArray],
                    grads: list[NDArray]) -> list[float]:
        rates = list(lrs)
        names = [self.idx2name.get(index, str(index)) for index in indices]
        scaled_positions = [i for i, name in enumerate(names) if not name.endswith(("gamma", "beta", "bias"))]
        if not scaled_positions:
            return rates
        norms = [*_norms([weights[i] for i in scaled_positions]), *_norms([grads[i] for i in scaled_positions])]
        sizes = torch.stack(norms).reshape(2, -1).tolist()
        for i, weight_norm, grad_norm in zip(scaled_positions, *sizes, strict=True):
            if weight_norm > 0 and grad_norm > 0:
                rates[i] *= self.eta * weight_norm / (grad_norm * self.rescale_grad + wds[i] * weight_norm
                                                      + self.eps)
        return rates

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        common = self.rescale_grad, self.clip_gradient
        if states:
            _fused.sgd_momentum(weights, grads, states[0], lr, wd, self._momentum(), *common)
        else:
            _fused.sgd(weights, grads, lr, wd, *common)

    def _sparse_step(self, weight: NDArray, grad: NDArray, state: NDArray | None, lr: float, wd: float) -> None:
        self._sparse_sgd(weight, grad, state, lr, wd, self._momentum())

    def _momentum(self) -> float:
        """Return the momentum, corrected if the learning rate has just changed."""
        momentum = max(self.momentum, 0.0)
        if self.momentum_correction and self.last_lr and self.cur_lr is not None:
            momentum *= self.cur_lr / self.last_lr
        return momentum


def _norms(arrays: list[NDArray]) -> Tensors:
    # Torch accumulates in a wider dtype than the array, but not in a narrower one.
    return [torch.linalg.vector_norm(array._data.float() if array._data.dtype is torch.float64 else array._data,
                                     dtype=torch.float32) for array in arrays]


@register
class LBSGD(Optimizer):
    """Gradient descent that accumulates gradients of large batches and warms up the learning rate.

    Parameters
    ----------
    momentum : float
        Share of the last step that is kept.
    multi_precision : bool
        Update half precision weights through float32 copies.
    warmup_strategy : str
        Growth of the factor of the learning rate from 1 to `batch_scale`: ``'linear'``, ``'power2'`` or ``'sqrt'``.
        ``'lars'`` uses the ratio of weight norm to gradient norm instead.
    warmup_epochs : int
        Number of epochs until the factor is `batch_scale`.
    batch_scale : int
        Number of gradients in a large batch.
    updates_per_epoch : int
        Number of gradients per epoch.
    begin_epoch : int
        Epoch at which training starts.
    num_epochs : int
        Accepted for compatibility; it has no effect.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.LBSGD(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    def __init__(self, momentum: float = 0.0, multi_precision: bool = False, warmup_strategy: str = "linear",
                 warmup_epochs: int = 5, batch_scale: int = 1, updates_per_epoch: int = 32, begin_epoch: int = 0,
                 num_epochs: int = 60, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        logging.info("Running Large-Batch SGD Algorithm")
        logging.info("(Batch_scale=%f, warmup_epochs=%d, warmup_strategy=%s, updates_per_epoch=%d)", batch_scale,
                     warmup_epochs, warmup_strategy, updates_per_epoch)
        self.momentum, self.multi_precision = momentum, multi_precision
        self.warmup_strategy, self.warmup_epochs = warmup_strategy, warmup_epochs
        self.batch_scale, self.updates_per_epoch, self.num_epochs = batch_scale, updates_per_epoch, num_epochs
        self.init_updates = begin_epoch * updates_per_epoch
        self.lbmult = self.admult = 1
        self.cumgrads: dict[Any, dict[str, Any]] = {}
        self.adaptive = False

    def create_state(self, index: Any, weight: NDArray) -> NDArray | None:
        """Create the momentum, if any.

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
        return zeros_like_weight(weight, keep_storage=True) if self.momentum != 0.0 else None

    def _get_lbmult(self, nup: int) -> float:
        """Return the factor on the learning rate after `nup` gradients."""
        length, largest = self.warmup_epochs * self.updates_per_epoch, float(self.batch_scale)
        if nup >= length:
            return largest
        shares = {"linear": nup / length, "power2": (nup / length) ** 2, "sqrt": math.sqrt(nup / length)}
        return 1.0 + (largest - 1.0) * shares.get(self.warmup_strategy, 0.0) if length > 1 else 1.0

    def _get_lars(self, weight: NDArray, g: NDArray, wd: float) -> float:
        """Return the factor on the learning rate from the norms of weight and gradient."""
        weight_square, grad_square = (float((v.astype(np.float32) ** 2).sum().asscalar()) for v in (weight, g))
        return min(max(math.sqrt(weight_square / (grad_square + wd * weight_square + 1e-18)), 0.01), 100.0)

    def _cumulate_gradient(self, grad: NDArray, index: Any) -> dict[str, Any]:
        previous = self.cumgrads.get(index)
        if previous and previous["num_cums"] > 0:
            total = {"cum_grad": previous["cum_grad"] + grad, "num_cums": previous["num_cums"] + 1}
        else:
            # Copy, because the next backward pass overwrites the caller's gradient array.
            total = {"cum_grad": grad.copy(), "num_cums": self.init_updates + 1}
        self.cumgrads[index] = total
        return total

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Accumulate a gradient, and update the weight when the large batch is complete.

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
        lr, wd = self._get_lr(index), self._get_wd(index)
        self._update_count(index)
        total = self._cumulate_gradient(grad, index)
        if total["num_cums"] % self.batch_scale:
            return
        grad = total["cum_grad"] / self.batch_scale
        lr *= (self._get_lars(weight, grad, wd) if self.warmup_strategy == "lars"
               else self._get_lbmult(total["num_cums"]))
        arguments = common_arguments(self)
        if state is None:
            nd.sgd_update(weight, grad, out=weight, lr=lr, wd=wd, **arguments)
        else:
            nd.sgd_mom_update(weight, grad, state, out=weight, lr=lr, wd=wd, momentum=max(self.momentum, 0.0),
                              **arguments)
        total["cum_grad"] = 0


@register
class LAMB(Optimizer):
    """Adam with steps that are scaled to the norm of the weights of each layer.

    Parameters
    ----------
    learning_rate : float
        Learning rate.
    beta1, beta2 : float
        Decay rates of the running means of gradients and of squared gradients.
    epsilon : float
        Added to the root of the second mean.
    lower_bound, upper_bound : float, optional
        Bounds of the norm of the weights. None or 0 sets none.
    bias_correction : bool
        Whether to correct the bias of the running means, which start at zero.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.LAMB(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.8419, 1.8419], dtype=float32)
    """

    def __init__(self, learning_rate: float = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-6,
                 lower_bound: float | None = None, upper_bound: float | None = None, bias_correction: bool = True,
                 **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.lower_bound, self.upper_bound, self.bias_correction = lower_bound, upper_bound, bias_correction
        self.aggregate_num = max(1, min(45, aggregation_size(45)))

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

    def _arguments(self, indices: Sequence[Any]) -> dict[str, Any]:
        bounds = {"lower_bound": self.lower_bound, "upper_bound": self.upper_bound}
        settings = [self._count_update(index) for index in indices]
        counts, rates, decays = (list(column) for column in zip(*settings, strict=True))
        return {**{name: value for name, value in bounds.items() if value}, **common_arguments(self),
                "beta1": self.beta1, "beta2": self.beta2, "epsilon": self.epsilon,
                "bias_correction": self.bias_correction, "lrs": rates, "wds": decays, "step_count": counts}

    def _count_update(self, index: Any) -> tuple[int, float, float]:
        """Count an update of a weight. Return the count, the learning rate and the weight decay."""
        self._update_count(index)
        return self._index_update_count[index], self._get_lr(index), self._get_wd(index)

    @whole_lists
    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        self._update_impl(index, weight, grad, state, multi_precision=False)

    @whole_lists
    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        if not isinstance(index, (list, tuple)):
            self._update_impl(index, weight, grad, state, multi_precision=self._has_master(weight))
            return
        for half in (False, True):
            chosen = [i for i, one in enumerate(weight) if self._has_master(one) == half]
            if len(chosen) == len(index):
                self._update_impl(index, weight, grad, state, multi_precision=half)
            elif chosen:
                part = [[column[i] for i in chosen] for column in (index, weight, grad, state)]
                self._update_impl(part[0], part[1], part[2], part[3], multi_precision=half)

    def _has_master(self, weight: NDArray) -> bool:
        return self.multi_precision and weight.dtype == np.float16

    def _update_impl(self, index: Any, weight: Any, grad: Any, state: Any, multi_precision: bool = False) -> None:
        indices, weights, grads, states = as_lists(index, weight, grad, state)
        arguments = self._arguments(indices)
        if multi_precision:
            masters, states = zip(*states, strict=True)
            means, squares = zip(*states, strict=True)
            multi_mp_lamb_update(weights, grads, means, squares, masters, out=weights, **arguments)
        else:
            means, squares = zip(*states, strict=True)
            multi_lamb_update(weights, grads, means, squares, out=weights, **arguments)


for _class in (LARS, LBSGD, LAMB):
    _class.__module__ = "mxnet.optimizer.optimizer"


concise_module(__name__, only=("__init__",))
