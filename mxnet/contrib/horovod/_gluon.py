"""Distributed training with Gluon."""

from __future__ import annotations

import logging
from typing import Any

from ... import gluon
from ..._runtime.error import MXNetError
from ...gluon.parameter import DeferredInitializationError
from ._compression import Compression
from ._operations import Sum, broadcast_, grouped_allreduce
from ._optimizer import DistributedOptimizer
from ._processes import processes


class DistributedTrainer(gluon.Trainer):
    """Trainer that averages gradients over all workers.

    Parameters
    ----------
    params : ParameterDict, dict or list of Parameter
        The parameters to train.
    optimizer : str or Optimizer
        The optimizer or its name. A `DistributedOptimizer` is replaced by the optimizer that it wraps.
    optimizer_params : dict, optional
        Arguments for an optimizer that is given by name.
    compression : `Compression.none` or `Compression.fp16`
        Compressor for the gradients.
    gradient_predivide_factor : float
        Part of the division by the number of workers that is applied before the sum.
    prefix : str, optional
        Name prefix, for programs with several trainers. It must be equal in all workers.
    num_groups : int
        Ignored: all gradients are sent together.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize(mx.init.One())
    >>> hvd.broadcast_parameters(net.collect_params())
    >>> trainer = hvd.DistributedTrainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
    >>> with mx.autograd.record():
    ...     loss = net(mx.nd.ones((4, 2))).mean()
    >>> loss.backward()
    >>> trainer.step(1)
    """

    def __init__(self, params: Any, optimizer: Any, optimizer_params: Any = None, compression: Any = Compression.none,
                 gradient_predivide_factor: float = 1.0, prefix: str | None = None, num_groups: int = 0) -> None:
        if isinstance(optimizer, DistributedOptimizer):
            optimizer = optimizer._optimizer
            logging.warning("DistributedTrainer already averages gradients, so it uses the wrapped optimizer")
        self._compression, self._prefix = compression, prefix
        self._before = 1.0 / gradient_predivide_factor
        super().__init__(params, optimizer, optimizer_params, kvstore=None)
        self._scale *= gradient_predivide_factor / processes.size

    def _allreduce_grads(self) -> None:
        if processes.size == 1:
            return
        gradients = [array for p in self._params if p.grad_req != "null" for array in p.list_grad()]
        sent = [self._compression.compress(array) for array in gradients]
        names = f"{self._prefix or ''}gradients"
        sums = grouped_allreduce([array for array, _ in sent], name=names, op=Sum, prescale_factor=self._before)
        for array, total, (_, context) in zip(gradients, sums, sent, strict=True):
            array[:] = self._compression.decompress(total, context)


def broadcast_parameters(params: Any, root_rank: int = 0, prefix: str | None = None) -> None:
    """Broadcast the parameters of one worker to all workers. Deferred parameters follow after their initialization.

    Parameters
    ----------
    params : dict of NDArray, or ParameterDict
        The parameters by name. They are overwritten.
    root_rank : int
        Rank of the worker that provides the values.
    prefix : str, optional
        Name prefix, which must be equal in all workers.

    Returns
    -------
    None

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> net = mx.gluon.nn.Dense(1)
    >>> net.initialize()
    >>> hvd.broadcast_parameters(net.collect_params(), root_rank=0)
    """
    if processes.size == 1:
        return
    if not hasattr(params, "items"):
        raise ValueError(f"invalid params of type: {type(params)}")
    for name, value in sorted(params.items()):
        label = f"{prefix or ''}parameter.{name}"
        if not isinstance(value, gluon.Parameter):
            broadcast_(value, root_rank, label)
            continue
        try:
            _broadcast(value, root_rank, label)
        except DeferredInitializationError:
            _broadcast_later(value, root_rank, label)


def _broadcast(parameter: gluon.Parameter, root_rank: int, label: str) -> None:
    arrays = parameter.list_data()
    broadcast_(arrays[0], root_rank, label)
    for other in arrays[1:]:
        other[:] = arrays[0].as_in_context(other.context)


def _broadcast_later(parameter: Any, root_rank: int, label: str) -> None:
    original = parameter._init_impl
    if original is None:
        raise MXNetError(f"hvd.broadcast_parameters: {parameter.name} cannot be initialized. Call initialize() first")

    def initialize(*args: Any, **kwargs: Any) -> None:
        original(*args, **kwargs)
        _broadcast(parameter, root_rank, label)

    parameter._init_impl = initialize
