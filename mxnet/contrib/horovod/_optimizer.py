"""An optimizer that averages gradients over all workers before each update."""

from __future__ import annotations

from typing import Any

from ... import optimizer as opt
from ._operations import Sum, grouped_allreduce_
from ._processes import processes


class DistributedOptimizer(opt.Optimizer):
    """Wrap an optimizer, so that it averages gradients over all workers before each update.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer to wrap. Its `rescale_grad` is divided by the number of workers.
    gradient_predivide_factor : float
        Part of the division by the number of workers that is applied before the sum.
    num_groups : int
        Ignored: the gradients of one call are always sent together.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> optimizer = hvd.DistributedOptimizer(mx.optimizer.SGD(learning_rate=0.1 * hvd.size()))
    >>> weight, gradient = mx.nd.ones(2), mx.nd.ones(2)
    >>> optimizer.update(0, weight, gradient, optimizer.create_state(0, weight))
    >>> weight.asnumpy()
    array([0.9, 0.9], dtype=float32)
    """

    def __init__(self, optimizer: opt.Optimizer, gradient_predivide_factor: float = 1.0, num_groups: int = 0) -> None:
        self._optimizer = optimizer
        self._before = 1.0 / gradient_predivide_factor
        # The division by the number of workers is combined with the division by the batch size.
        optimizer.rescale_grad *= gradient_predivide_factor / processes.size

    def __getattr__(self, item: str) -> Any:
        return getattr(self.__dict__["_optimizer"], item)

    def create_state_multi_precision(self, index: Any, weight: Any) -> Any:
        """Create the state of a weight, including a float32 copy of a half precision weight.

        Parameters
        ----------
        index : int or str
            Index or name of the weight.
        weight : NDArray
            The weight.

        Returns
        -------
        object
            The state for `update_multi_precision`.
        """
        return self._optimizer.create_state_multi_precision(index, weight)

    def create_state(self, index: Any, weight: Any) -> Any:
        """Create the state of a weight.

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
        return self._optimizer.create_state(index, weight)

    def _reduce(self, index: Any, grad: Any) -> None:
        listed = list(grad) if isinstance(grad, (tuple, list)) else [grad]
        grouped_allreduce_(listed, name=str(index), op=Sum, prescale_factor=self._before)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Sum gradients over all workers, and update the weight.

        Parameters
        ----------
        index : int or str, or a list of them
            Index or name of the weight.
        weight : NDArray or list of NDArray
            The weight, which is overwritten.
        grad : NDArray or list of NDArray
            The gradient of this worker, which is overwritten with the sum.
        state : object, or a list of them
            The state of the weight.
        """
        self._reduce(index, grad)
        self._optimizer.update(index, weight, grad, state)

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Sum gradients over all workers, and update half precision weights with their float32 copies.

        Parameters
        ----------
        index : int or str, or a list of them
            Index or name of the weight.
        weight : NDArray or list of NDArray
            The weight, which is overwritten.
        grad : NDArray or list of NDArray
            The gradient of this worker, which is overwritten with the sum.
        state : object, or a list of them
            The state of the weight.
        """
        self._reduce(index, grad)
        self._optimizer.update_multi_precision(index, weight, grad, state)

    def set_learning_rate(self, lr: float) -> None:
        """Set the learning rate. This is not supported with a scheduler.

        Parameters
        ----------
        lr : float
            The learning rate.
        """
        self._optimizer.set_learning_rate(lr)

    def set_lr_mult(self, args_lr_mult: Any) -> None:
        """Set the learning rate multipliers by parameter.

        Parameters
        ----------
        args_lr_mult : dict of int or str to float
            Multipliers by index or name of a weight.
        """
        self._optimizer.set_lr_mult(args_lr_mult)

    def set_wd_mult(self, args_wd_mult: Any) -> None:
        """Set the weight decay multipliers by parameter.

        Parameters
        ----------
        args_wd_mult : dict of int or str to float
            Multipliers by index or name of a weight.
        """
        self._optimizer.set_wd_mult(args_wd_mult)
