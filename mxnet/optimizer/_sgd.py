"""Gradient descent and variants: momentum, Nesterov momentum and sign descent."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from .._ops.optimizer_lists import LISTS
from .._runtime.tracebacks import concise_module
from ..base import MXNetError
from ..ndarray.ndarray import NDArray
from . import _fused
from ._base import register, whole_lists, zeros_like_weight
from ._lists import DirectListOptimizer, ListOptimizer, Tensors, aggregation_size
from ._single import common_arguments


class MomentumStates(ListOptimizer):
    """Base class of optimizers with one momentum array per weight."""

    momentum: float
    lazy_update = True

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
        return zeros_like_weight(weight, self.lazy_update) if self.momentum != 0.0 else None

    def _sparse_sgd(self, weight: NDArray, grad: NDArray, state: NDArray | None, lr: float, wd: float,
                    momentum: float) -> None:
        """Run momentum SGD with operators, which handle rows without a gradient."""
        arguments = {"lr": lr, "wd": wd, "lazy_update": self.lazy_update, **common_arguments(self)}
        if state is None:
            nd.sgd_update(weight, grad, out=weight, **arguments)
        else:
            nd.sgd_mom_update(weight, grad, state, out=weight, momentum=momentum, **arguments)


@register
class SGD(MomentumStates, DirectListOptimizer):
    """Gradient descent with momentum and weight decay.

    Parameters
    ----------
    momentum : float
        Share of the last step that is kept.
    lazy_update : bool
        Only update rows with a gradient if the gradient is sparse.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.1, momentum=0.9))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    _calls_with_lists = True

    def __init__(self, momentum: float = 0.0, lazy_update: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum, self.lazy_update = momentum, lazy_update
        self.aggregate_num = aggregation_size()

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        common = self.rescale_grad, self.clip_gradient
        if states:
            _fused.sgd_momentum(weights, grads, states[0], lr, wd, max(self.momentum, 0.0), *common)
        else:
            _fused.sgd(weights, grads, lr, wd, *common)

    def _sparse_step(self, weight: NDArray, grad: NDArray, state: NDArray | None, lr: float, wd: float) -> None:
        self._sparse_sgd(weight, grad, state, lr, wd, max(self.momentum, 0.0))


@register
class ccSGD(SGD):
    """Old name of `SGD`.

    Parameters
    ----------
    *args, **kwargs
        Arguments of `SGD`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.ccSGD(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)


@register
class NAG(MomentumStates, DirectListOptimizer):
    """Nesterov accelerated gradient.

    Parameters
    ----------
    momentum : float
        Share of the last step that is kept.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.NAG(learning_rate=0.1, momentum=0.9))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.81, 1.81], dtype=float32)
    """

    lazy_update = False

    def __init__(self, momentum: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        common = self.rescale_grad, self.clip_gradient
        if states:
            LISTS.nesterov(weights, grads, states[0], lr, wd, max(self.momentum, 0.0), *common)
        else:
            _fused.sgd(weights, grads, lr, wd, *common)

    def _sparse_step(self, weight: NDArray, grad: NDArray, state: NDArray | None, lr: float, wd: float) -> None:
        if state is None:  # without momentum, rows without a gradient do not change
            nd.sgd_update(weight, grad, out=weight, lr=lr, wd=wd, **common_arguments(self))
        else:
            super()._sparse_step(weight, grad, state, lr, wd)


@register
class Signum(MomentumStates):
    """Steps of a fixed size along the sign of the momentum, or of the gradient without momentum.

    Parameters
    ----------
    learning_rate : float
        Size of the steps.
    momentum : float
        Decay rate of the moving mean of gradients. With 0, the sign of the gradient is used.
    wd_lh : float
        Weight decay that is applied to the weight directly; it needs a momentum.
    **kwargs
        Arguments of `Optimizer`.

    Examples
    --------
    >>> weight = mx.nd.array([1, 2])
    >>> updater = mx.optimizer.get_updater(mx.optimizer.Signum(learning_rate=0.1))
    >>> updater(0, mx.nd.array([1, 1]), weight)
    >>> weight.asnumpy().round(4)
    array([0.9, 1.9], dtype=float32)
    """

    def __init__(self, learning_rate: float = 0.01, momentum: float = 0.9, wd_lh: float = 0.0, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum, self.wd_lh = momentum, wd_lh

    @whole_lists
    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        self._update_impl(index, weight, grad, state)

    def _update_impl(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        self._update_lists(index, weight, grad, state)

    def _step(self, weights: Tensors, grads: Tensors, states: list[Tensors], lr: float, wd: float) -> None:
        if not states:
            if self.wd_lh:
                raise MXNetError(f"Signum only supports wd_lh={self.wd_lh} with momentum, received momentum=0; use wd "
                                 "instead")
            LISTS.sign_sgd(weights, grads, lr, wd)
        else:
            LISTS.signum(weights, grads, states[0], lr, wd, max(self.momentum, 0.0), self.wd_lh or 0.0,
                         self.rescale_grad, self.clip_gradient)


for _class in (SGD, ccSGD, NAG, Signum):
    _class.__module__ = "mxnet.optimizer.optimizer"


concise_module(__name__, only=("__init__",))
