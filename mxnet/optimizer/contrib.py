"""Optimizers of ``mx.optimizer.contrib``."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .._runtime.tracebacks import concise_module
from ..ndarray.ndarray import NDArray
from ..ndarray.register import functions
from ._base import Optimizer
from ._single import common_arguments, prepare_gradient

_update_rows = functions("contrib")["group_adagrad_update"]

__all__ = ["GroupAdaGrad"]


@Optimizer.register
class GroupAdaGrad(Optimizer):
    """AdaGrad with one sum of squared gradients per row. Weight decay is not supported.

    Parameters
    ----------
    eps : float
        Added to the sum.
    **kwargs
        Arguments of `Optimizer`.
    """

    def __init__(self, eps: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: NDArray) -> NDArray:
        """Create one sum per row."""
        if len(weight.shape) != 2:
            raise AssertionError(f"GroupAdaGrad: weights must be matrices, received shape {weight.shape}")
        return nd.zeros((weight.shape[0], 1), weight.context, dtype=weight.dtype, stype=weight.stype)

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: NDArray) -> None:
        """Update a weight."""
        self._update_count(index)
        wd = self._get_wd(index)
        if wd != 0:
            raise AssertionError(f"GroupAdaGrad does not support weight decay, received wd={wd}")
        if grad.stype == "row_sparse":
            _update_rows(weight, grad, state, out=weight, lr=self._get_lr(index),
                         epsilon=self.float_stable_eps, **common_arguments(self))
            return
        step = prepare_gradient(self, grad)
        state[:] += nd.mean(nd.square(step), axis=1, keepdims=True)
        weight[:] -= self._get_lr(index) * nd.broadcast_div(step, nd.sqrt(state + self.float_stable_eps))


concise_module(__name__, only=("__init__",))
