"""Callbacks after each batch or epoch of ``Module.fit`` and ``FeedForward.fit``."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._runtime.tracebacks import concise_module

if TYPE_CHECKING:
    from .model import BatchEndParam
    from .ndarray import NDArray
    from .symbol import Symbol


def loggable(value: Any) -> Any:
    """Convert a value for ``%f``. Custom metrics often return arrays of one number, which newer NumPy rejects."""
    return value.item() if getattr(value, "size", 0) == 1 and hasattr(value, "item") else value


def _round_period(period: float) -> int:
    return max(1, int(period))


def module_checkpoint(mod: Any, prefix: str, period: int = 1,
                      save_optimizer_states: bool = False) -> Callable[..., None]:
    """Save a module at the end of every ``period``-th epoch.

    Parameters
    ----------
    mod : Module
        Module to save.
    prefix : str
        Prefix of the file names.
    period : int
        Number of epochs between checkpoints.
    save_optimizer_states : bool
        Also save the state of the optimizer.

    Returns
    -------
    callable
        Callback for the end of an epoch.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2),
    ...                                             name='softmax'))
    >>> data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2)
    >>> save = mx.callback.module_checkpoint(module, os.path.join(folder.name, 'net'), save_optimizer_states=True)
    >>> module.fit(data, num_epoch=1, epoch_end_callback=save)
    >>> sorted(os.listdir(folder.name))
    ['net-0001.params', 'net-0001.states', 'net-symbol.json']
    >>> folder.cleanup()
    """
    every = _round_period(period)

    def _callback(iter_no: int, sym: Symbol | None = None, arg: dict[str, NDArray] | None = None,
                  aux: dict[str, NDArray] | None = None) -> None:
        done = iter_no + 1
        if done % every == 0:
            mod.save_checkpoint(prefix, done, save_optimizer_states)

    return _callback


def do_checkpoint(prefix: str, period: int = 1) -> Callable[..., None]:
    """Save symbol and parameters at the end of every ``period``-th epoch.

    Parameters
    ----------
    prefix : str
        Prefix of the file names.
    period : int
        Number of epochs between checkpoints.

    Returns
    -------
    callable
        Callback for the end of an epoch.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2),
    ...                                             name='softmax'))
    >>> data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2)
    >>> module.fit(data, num_epoch=2,
    ...            epoch_end_callback=mx.callback.do_checkpoint(os.path.join(folder.name, 'net')))
    >>> sorted(os.listdir(folder.name))
    ['net-0001.params', 'net-0002.params', 'net-symbol.json']
    >>> folder.cleanup()
    """
    every = _round_period(period)

    def _callback(iter_no: int, sym: Symbol, arg: dict[str, NDArray], aux: dict[str, NDArray]) -> None:
        from .model import save_checkpoint

        done = iter_no + 1
        if done % every == 0:
            save_checkpoint(prefix, done, sym, arg, aux)

    return _callback


def log_train_metric(period: int, auto_reset: bool = False) -> Callable[[BatchEndParam], None]:
    """Log the training metric after every ``period`` batches.

    Parameters
    ----------
    period : int
        Number of batches between messages.
    auto_reset : bool
        Reset the metric after each message.

    Returns
    -------
    callable
        Callback for the end of a batch.

    Examples
    --------
    >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2),
    ...                                             name='softmax'))
    >>> data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2)
    >>> module.fit(data, num_epoch=1, batch_end_callback=mx.callback.log_train_metric(1))
    """

    def _callback(param: BatchEndParam) -> None:
        metric = param.eval_metric
        if metric is None or param.nbatch % period:
            return
        for name, value in metric.get_name_value():
            logging.info("Iter[%d] Batch[%d] Train-%s=%f", param.epoch, param.nbatch, name, loggable(value))
        if auto_reset:
            metric.reset_local()

    return _callback


class Speedometer:
    """Logs samples per second and the training metric.

    Parameters
    ----------
    batch_size : int
        Number of samples in a batch.
    frequent : int
        Number of batches between messages.
    auto_reset : bool
        Reset the metric after each message.

    Examples
    --------
    >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2),
    ...                                             name='softmax'))
    >>> data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2)
    >>> module.fit(data, num_epoch=1, batch_end_callback=mx.callback.Speedometer(batch_size=2, frequent=1))
    """

    def __init__(self, batch_size: int, frequent: int = 50, auto_reset: bool = True) -> None:
        self.batch_size, self.frequent, self.auto_reset = batch_size, frequent, auto_reset
        # Whether the timer is running, its start, and the last batch.
        self.init, self.tic, self.last_count = False, 0.0, 0

    def __call__(self, param: BatchEndParam) -> None:
        """Log speed and metric, if the batch is due.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, number of the batch and metric.
        """
        new_epoch = param.nbatch < self.last_count
        self.last_count = param.nbatch
        if new_epoch or not self.init:
            self.init, self.tic = True, time.time()
        elif param.nbatch % self.frequent == 0:
            elapsed = time.time() - self.tic
            speed = self.frequent * self.batch_size / elapsed if elapsed else float("inf")
            self._log(param, param.nbatch, speed)
            self.tic = time.time()

    def _log(self, param: BatchEndParam, count: int, speed: float) -> None:
        if param.eval_metric is None:
            logging.info("Iter[%d] Batch [%d]\tSpeed: %.2f samples/sec", param.epoch, count, speed)
            return
        name_value = param.eval_metric.get_name_value()
        first = 0
        if self.auto_reset:
            param.eval_metric.reset_local()
            first = count - self.frequent
        values = "\t%s=%f" * len(name_value)
        logging.info(
            "Epoch[%d] Batch [%d-%d]\tSpeed: %.2f samples/sec" + values,
            param.epoch,
            first,
            count,
            speed,
            *(loggable(part) for pair in name_value for part in pair),
        )


class ProgressBar:
    """Logs a bar that grows with the number of batches.

    Parameters
    ----------
    total : int
        Number of batches.
    length : int
        Number of characters.

    Examples
    --------
    >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2),
    ...                                             name='softmax'))
    >>> data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2)
    >>> module.fit(data, num_epoch=1, batch_end_callback=mx.callback.ProgressBar(total=2))
    """

    def __init__(self, total: int, length: int = 80) -> None:
        self.bar_len = length
        self.total = total

    def __call__(self, param: BatchEndParam) -> None:
        """Log the bar.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, number of the batch and metric.
        """
        share = param.nbatch / float(self.total)
        filled = round(self.bar_len * share)
        bar = "=" * filled + "-" * (self.bar_len - filled)
        logging.info("[%s] %s%s\r", bar, math.ceil(100.0 * share), "%")


class LogValidationMetricsCallback:
    """Logs the validation metric at the end of an epoch.

    Examples
    --------
    >>> module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2),
    ...                                             name='softmax'))
    >>> data = mx.io.NDArrayIter(mx.nd.ones((4, 3)), mx.nd.zeros(4), batch_size=2)
    >>> module.fit(data, eval_data=data, num_epoch=1,
    ...            eval_end_callback=mx.callback.LogValidationMetricsCallback())
    """

    def __call__(self, param: BatchEndParam) -> None:
        """Log the metric.

        Parameters
        ----------
        param : BatchEndParam
            Epoch, number of the batch and metric.
        """
        if not param.eval_metric:
            return
        for name, value in param.eval_metric.get_name_value():
            logging.info("Epoch[%d] Validation-%s=%f", param.epoch, name, loggable(value))


concise_module(__name__)
