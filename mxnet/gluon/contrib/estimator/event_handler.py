"""Handlers that stop training, update metrics, validate and update parameters."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ...._runtime.tracebacks import user_level
from ....metric import CompositeEvalMetric, EvalMetric
from ....metric import Loss as _LossMetric
from ._checkpoint_handler import CheckpointHandler as CheckpointHandler
from ._events import BatchBegin as BatchBegin
from ._events import BatchEnd as BatchEnd
from ._events import EpochBegin as EpochBegin
from ._events import EpochEnd as EpochEnd
from ._events import EventHandler as EventHandler
from ._events import TrainBegin as TrainBegin
from ._events import TrainEnd as TrainEnd
from ._events import _check_event_handlers as _check_event_handlers
from ._logging_handler import LoggingHandler as LoggingHandler
from ._monitoring import check_monitor, comparison, missing_value_message, worst
from .utils import _check_metrics

__all__ = ["BatchBegin", "BatchEnd", "CheckpointHandler", "EarlyStoppingHandler", "EpochBegin", "EpochEnd",
           "GradientUpdateHandler", "LoggingHandler", "MetricHandler", "StoppingHandler", "TrainBegin", "TrainEnd",
           "ValidationHandler"]


class StoppingHandler(TrainBegin, BatchEnd, EpochEnd):
    """Stops after a number of epochs or batches, which are arguments of ``fit``.

    Parameters
    ----------
    max_epoch, max_batch : int, optional
        Number of epochs or batches.

    Examples
    --------
    >>> from mxnet.gluon.contrib import estimator
    >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 3)), mx.nd.zeros(4))
    >>> data = mx.gluon.data.DataLoader(samples, batch_size=2)
    >>> net = mx.gluon.nn.Dense(2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    >>> training = estimator.Estimator(net, loss, train_metrics=mx.metric.Accuracy(), trainer=trainer,
    ...                                context=mx.cpu())
    >>> training.logger.setLevel('ERROR')
    >>> training.fit(data, batches=3)  # it adds a StoppingHandler
    >>> estimator.StoppingHandler(max_epoch=2).max_epoch
    2
    """

    def __init__(self, max_epoch: int | None = None, max_batch: int | None = None) -> None:
        self._start_counting(max_epoch, max_batch)
        self.stop_training = False

    def _start_counting(self, max_epoch: int | None, max_batch: int | None) -> None:
        self.max_epoch, self.max_batch = max_epoch, max_batch
        self.current_epoch = self.current_batch = 0

    def _stop_at(self, count: int, last: int | None) -> bool:
        self.stop_training = self.stop_training or count == last
        return self.stop_training

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        self._start_counting(estimator.max_epoch, estimator.max_batch)

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Return whether this was the last batch.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch``, and the lists ``pred``, ``label`` and ``loss`` with one array per device.

        Returns
        -------
        bool
            True ends the epoch.
        """
        self.current_batch += 1
        return self._stop_at(self.current_batch, self.max_batch)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Return whether this was the last epoch.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.

        Returns
        -------
        bool
            True stops training.
        """
        self.current_epoch += 1
        return self._stop_at(self.current_epoch, self.max_epoch)


class MetricHandler(EpochBegin, BatchEnd):
    """Updates metrics after each batch.

    Parameters
    ----------
    metrics : list of EvalMetric
        Metrics of labels and predictions, or of the loss.
    priority : float
        Handlers run in ascending order of priority. This handler runs early, because others read the metrics.

    Examples
    --------
    >>> from mxnet.gluon.contrib import estimator
    >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 3)), mx.nd.zeros(4))
    >>> data = mx.gluon.data.DataLoader(samples, batch_size=2)
    >>> net = mx.gluon.nn.Dense(2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    >>> training = estimator.Estimator(net, loss, train_metrics=mx.metric.Accuracy(), trainer=trainer,
    ...                                context=mx.cpu())
    >>> training.logger.setLevel('ERROR')
    >>> handler = estimator.MetricHandler(training.train_metrics)
    >>> training.fit(data, epochs=2, event_handlers=[handler])
    """

    def __init__(self, metrics: Any, priority: float = -1000) -> None:
        self.metrics = _check_metrics(metrics)
        self.priority = priority

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Reset the metrics.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        for metric in self.metrics:
            metric.reset()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Update the metrics with the batch.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch``, and the lists ``pred``, ``label`` and ``loss`` with one array per device.
        """
        for metric in self.metrics:
            if isinstance(metric, _LossMetric):
                metric.update(0, kwargs["loss"])
            else:
                metric.update(kwargs["label"], kwargs["pred"])


class ValidationHandler(TrainBegin, BatchEnd, EpochEnd):
    """Evaluates the network on validation data periodically.

    Parameters
    ----------
    val_data : DataLoader
        Validation data.
    eval_fn : function
        Function of `val_data`, ``batch_axis`` and `event_handlers`, usually ``Estimator.evaluate``.
    epoch_period, batch_period : int, optional
        Number of epochs or batches between evaluations.
    priority : float
        Handlers run in ascending order of priority. This handler runs early, because others read the metrics.
    event_handlers : list of EventHandler, optional
        Handlers of the evaluation.

    Examples
    --------
    >>> from mxnet.gluon.contrib import estimator
    >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 3)), mx.nd.zeros(4))
    >>> data = mx.gluon.data.DataLoader(samples, batch_size=2)
    >>> net = mx.gluon.nn.Dense(2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    >>> training = estimator.Estimator(net, loss, train_metrics=mx.metric.Accuracy(), trainer=trainer,
    ...                                context=mx.cpu())
    >>> training.logger.setLevel('ERROR')
    >>> handler = estimator.ValidationHandler(data, training.evaluate)
    >>> training.fit(data, epochs=2, event_handlers=[handler])
    """

    def __init__(self, val_data: Any, eval_fn: Callable[..., Any], epoch_period: int | None = 1,
                 batch_period: int | None = None, priority: float = -1000, event_handlers: Any = None) -> None:
        self.val_data, self.eval_fn, self.event_handlers = val_data, eval_fn, event_handlers
        self.epoch_period, self.batch_period = epoch_period, batch_period
        self.current_epoch = self.current_batch = 0
        self.priority = priority

    def _evaluate_if_due(self, estimator: Any, count: int, period: int | None) -> None:
        if not period or count % period:
            return
        self.eval_fn(val_data=self.val_data, batch_axis=estimator.batch_axis, event_handlers=self.event_handlers)

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        self.current_epoch = self.current_batch = 0

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Evaluate after every `batch_period` batches.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch``, and the lists ``pred``, ``label`` and ``loss`` with one array per device.
        """
        self.current_batch += 1
        self._evaluate_if_due(estimator, self.current_batch, self.batch_period)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Evaluate after every `epoch_period` epochs.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        self.current_epoch += 1
        self._evaluate_if_due(estimator, self.current_epoch, self.epoch_period)


class EarlyStoppingHandler(TrainBegin, EpochEnd, TrainEnd):
    """Stops when a metric no longer improves.

    Parameters
    ----------
    monitor : EvalMetric
        The metric to monitor.
    min_delta : float
        Minimum change that counts as an improvement.
    patience : int
        Number of epochs to wait for an improvement.
    mode : {'auto', 'min', 'max'}
        Whether smaller or larger values are better.
    baseline : float, optional
        Value that the first epoch must improve on.

    Examples
    --------
    >>> from mxnet.gluon.contrib import estimator
    >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 3)), mx.nd.zeros(4))
    >>> data = mx.gluon.data.DataLoader(samples, batch_size=2)
    >>> net = mx.gluon.nn.Dense(2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    >>> training = estimator.Estimator(net, loss, train_metrics=mx.metric.Accuracy(), trainer=trainer,
    ...                                context=mx.cpu())
    >>> training.logger.setLevel('ERROR')
    >>> handler = estimator.EarlyStoppingHandler(training.train_metrics[0], patience=1, mode='max')
    >>> training.fit(data, epochs=2, event_handlers=[handler])
    """

    def __init__(self, monitor: EvalMetric, min_delta: float = 0, patience: int = 0, mode: str = "auto",
                 baseline: float | None = None) -> None:
        if isinstance(monitor, CompositeEvalMetric):
            raise ValueError("EarlyStoppingHandler compares one value, but a CompositeEvalMetric has several values; "
                             "pass one of its metrics as monitor")
        check_monitor("EarlyStoppingHandler", monitor)
        self.monitor, self.baseline, self.patience = monitor, baseline, patience
        self.monitor_op = comparison(mode, monitor, "EarlyStopping")
        self.min_delta = -min_delta if self.monitor_op is np.less else min_delta
        self._reset()

    def _reset(self) -> None:
        self.wait = 0
        self.stopped_epoch = 0
        self.current_epoch = 0
        self.stop_training = False
        self.best = worst(self.monitor_op) if self.baseline is None else self.baseline

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Reset the best value.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        self._reset()

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Return whether the metric has not improved for `patience` epochs.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.

        Returns
        -------
        bool
            True stops training.
        """
        name, value = self.monitor.get()
        if np.isnan(value):
            warnings.warn(missing_value_message(name, "EarlyStoppingHandler ignores this epoch"), RuntimeWarning,
                          stacklevel=user_level())
        elif self.monitor_op(value - self.min_delta, self.best):
            self.best, self.wait = value, 0
        else:
            self.wait += 1
            if self.wait >= self.patience:
                self.stop_training, self.stopped_epoch = True, self.current_epoch
        self.current_epoch += 1
        return self.stop_training

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the reason if training stopped early.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        if self.stopped_epoch > 0:
            name, _ = self.monitor.get()
            estimator.logger.info("[Epoch %d] EarlyStoppingHandler: early stopping, %s has not improved for %d epochs",
                                  self.stopped_epoch, name, self.wait)


class GradientUpdateHandler(BatchEnd):
    """Updates the parameters after each batch.

    Parameters
    ----------
    priority : float
        Handlers run in ascending order of priority. This handler runs first.

    Examples
    --------
    >>> from mxnet.gluon.contrib import estimator
    >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 3)), mx.nd.zeros(4))
    >>> data = mx.gluon.data.DataLoader(samples, batch_size=2)
    >>> net = mx.gluon.nn.Dense(2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    >>> training = estimator.Estimator(net, loss, train_metrics=mx.metric.Accuracy(), trainer=trainer,
    ...                                context=mx.cpu())
    >>> training.logger.setLevel('ERROR')
    >>> handler = estimator.GradientUpdateHandler()
    >>> training.fit(data, epochs=2, event_handlers=[handler])
    """

    def __init__(self, priority: float = -2000) -> None:
        self.priority = priority

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run one step of the trainer. The batch size is the total number of losses.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch``, and the lists ``pred``, ``label`` and ``loss`` with one array per device.
        """
        loss = kwargs["loss"]
        estimator.trainer.step(sum(part.shape[0] for part in (loss if isinstance(loss, list) else [loss])))
