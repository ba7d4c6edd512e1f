"""The training loop of ``FeedForward.fit`` with batches, updates and callbacks on several devices."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Any

from .. import model
from .._runtime.tracebacks import concise_module
from ..executor_manager import DataParallelExecutorManager
from ..optimizer import get_updater


class TrainingLoop:
    """Trains a symbol for a number of epochs.

    Parameters
    ----------
    manager : DataParallelExecutorManager
    optimizer : Optimizer
    kvstore : KVStore or None
    update_on_kvstore : bool
    arg_params, aux_params : dict of str to NDArray
        Initial values. The results are written to them.
    """

    def __init__(self, manager: DataParallelExecutorManager, optimizer: Any, kvstore: Any, update_on_kvstore: bool,
                 arg_params: Any, aux_params: Any) -> None:
        self._manager, self._kvstore, self._update_on_kvstore = manager, kvstore, update_on_kvstore
        self._arg_params, self._aux_params = arg_params, aux_params
        self._updater = None
        manager.set_params(arg_params, aux_params)
        if update_on_kvstore:
            kvstore.set_optimizer(optimizer)
        else:
            self._updater = get_updater(optimizer)
        if kvstore:
            model._initialize_kvstore(kvstore, manager.param_arrays, arg_params, manager.param_names,
                                      update_on_kvstore)

    def _step(self) -> None:
        manager = self._manager
        manager.forward(is_train=True)
        manager.backward()
        if self._update_on_kvstore:
            model._update_params_on_kvstore(manager.param_arrays, manager.grad_arrays, self._kvstore,
                                            manager.param_names)
        else:
            model._update_params(manager.param_arrays, manager.grad_arrays, updater=self._updater,
                                 num_device=len(manager.ctx), kvstore=self._kvstore, param_names=manager.param_names)

    def _batches(self, train_data: Any, epoch_size: int | None, epoch: int, logger: Any) -> Iterator[Any]:
        """Yield the batches of an epoch. With an epoch size, it continues where the last epoch stopped."""
        count = 0
        while True:
            for batch in train_data:
                yield batch
                count += 1
                if epoch_size is not None and count >= epoch_size:
                    return
            logger.info("Epoch[%d] Resetting Data Iterator", epoch)
            train_data.reset()
            if epoch_size is None or count == 0:
                return

    def run(self, train_data: Any, epochs: range, epoch_size: int | None, eval_data: Any, eval_metric: Any,
            symbol: Any, monitor: Any, logger: Any, callbacks: dict[str, Any]) -> None:
        """Run the training. `callbacks` contains the callbacks after batches, epochs and evaluations."""
        logger = logger or logging
        train_data.reset()
        for epoch in epochs:
            started = time.time()
            eval_metric.reset()
            for number, batch in enumerate(self._batches(train_data, epoch_size, epoch, logger), start=1):
                self._manager.load_data_batch(batch)
                if monitor is not None:
                    monitor.tic()
                self._step()
                if monitor is not None:
                    monitor.toc_print()
                self._manager.update_metric(eval_metric, batch.label)
                _call_back(callbacks.get("batch_end"), epoch, number, eval_metric, locals())
            logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - started)
            if callbacks.get("epoch_end") or epoch + 1 == epochs.stop:
                self._manager.copy_to(self._arg_params, self._aux_params)
            model._multiple_callbacks(callbacks.get("epoch_end"), epoch, symbol, self._arg_params, self._aux_params)
            if eval_data:
                self._evaluate(eval_data, eval_metric, epoch, callbacks)

    def _evaluate(self, eval_data: Any, eval_metric: Any, epoch: int, callbacks: dict[str, Any]) -> None:
        eval_metric.reset()
        eval_data.reset()
        count = 0
        for number, batch in enumerate(eval_data):
            self._manager.load_data_batch(batch)
            self._manager.forward(is_train=False)
            self._manager.update_metric(eval_metric, batch.label)
            _call_back(callbacks.get("eval_batch_end"), epoch, number, eval_metric, locals())
            count += 1
        _call_back(callbacks.get("eval_end"), epoch, count, eval_metric, locals())
        eval_data.reset()


def _call_back(callbacks: Any, epoch: int, number: int, eval_metric: Any, values: dict[str, Any]) -> None:
    if callbacks is not None:
        model._multiple_callbacks(callbacks, model.BatchEndParam(epoch, number, eval_metric, values))


concise_module(__name__)
