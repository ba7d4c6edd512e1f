"""An optimizer that averages gradients over all workers before it updates."""

from __future__ import annotations

from typing import Any

from ... import optimizer as opt
from ._operations import Sum, grouped_allreduce_
from ._processes import processes


class DistributedOptimizer(opt.Optimizer):
    """Wraps an optimizer; everything else about it is as before.

    Parameters
    ----------
    optimizer : Optimizer
    gradient_predivide_factor : float
        How much of the division by the number of workers comes before the sum.
    num_groups : int
        Accepted: gradients of one call always travel together.
    """

    def __init__(self, optimizer: opt.Optimizer, gradient_predivide_factor: float = 1.0, num_groups: int = 0) -> None:
        self._optimizer = optimizer
        self._before = 1.0 / gradient_predivide_factor
        # The sum over workers is divided here, together with the division by the batch.
        optimizer.rescale_grad *= gradient_predivide_factor / processes.size

    def __getattr__(self, item: str) -> Any:
        return getattr(self.__dict__["_optimizer"], item)

    def create_state_multi_precision(self, index: Any, weight: Any) -> Any:
        """The state of a weight."""
        return self._optimizer.create_state_multi_precision(index, weight)

    def create_state(self, index: Any, weight: Any) -> Any:
        """The state of a weight."""
        return self._optimizer.create_state(index, weight)

    def _reduce(self, index: Any, grad: Any) -> None:
        listed = list(grad) if isinstance(grad, (tuple, list)) else [grad]
        grouped_allreduce_(listed, name=str(index), op=Sum, prescale_factor=self._before)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Add up gradients over all workers and update."""
        self._reduce(index, grad)
        self._optimizer.update(index, weight, grad, state)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Add up gradients over all workers and update."""
        self._reduce(index, grad)
        self._optimizer.update_multi_precision(index, weight, grad, state)

    def set_learning_rate(self, lr: float) -> None:
        """Change the learning rate."""
        self._optimizer.set_learning_rate(lr)

    def set_lr_mult(self, args_lr_mult: Any) -> None:
        """Factors of the learning rate by parameter."""
        self._optimizer.set_lr_mult(args_lr_mult)

    def set_wd_mult(self, args_wd_mult: Any) -> None:
        """Factors of the weight decay by parameter."""
        self._optimizer.set_wd_mult(args_wd_mult)
