"""Logging of the training progress."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ._events import BatchBegin, BatchEnd, EpochBegin, EpochEnd, TrainBegin, TrainEnd
from .utils import _check_metrics


class LoggingHandler(TrainBegin, TrainEnd, EpochBegin, EpochEnd, BatchBegin, BatchEnd):
    """Logs times and metrics.

    Parameters
    ----------
    log_interval : int or 'epoch'
        Number of batches between messages. 'epoch' only logs epochs.
    metrics : list of EvalMetric
        Metrics to log.
    priority : float
        Handlers run in ascending order of priority. This handler runs last, after the metrics have been updated.

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
    >>> handler = estimator.LoggingHandler(log_interval='epoch')
    >>> training.fit(data, epochs=2, event_handlers=[handler])
    """

    def __init__(self, log_interval: int | str = "epoch", metrics: Any = None, priority: float = np.inf) -> None:
        if not isinstance(log_interval, int) and log_interval != "epoch":
            raise ValueError(f"log_interval must be a number of batches or 'epoch', received {log_interval!r}")
        self.metrics = _check_metrics(metrics)
        self.priority = priority
        self.log_interval = log_interval
        self._reset()

    def _reset(self) -> None:
        self.batch_index = 0
        self.current_epoch = 0
        self.processed_samples = 0
        self.log_interval_time = 0.0

    def _values(self) -> str:
        return ", ".join("{}: {:.4f}".format(*metric.get()) for metric in self.metrics)

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the optimizer and the length of training.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        self.train_start = time.time()
        trainer = estimator.trainer
        estimator.logger.info("Training begin: using optimizer %s with current learning rate %.4f ",
                              type(trainer.optimizer).__name__, trainer.learning_rate)
        todo = (estimator.max_epoch, "epochs") if estimator.max_epoch else (estimator.max_batch, "batches")
        estimator.logger.info("Train for %d %s.", *todo)
        self._reset()

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the time and the final metrics.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        seconds = int(time.time() - self.train_start)
        message = f"Train finished using total {seconds}s with {self.current_epoch} epochs. "
        estimator.logger.info((message + self._values()).rstrip(", "))

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Record the time.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch`` with data and labels.
        """
        self.batch_start = time.time()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the metrics after every `log_interval` batches.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch``, and the lists ``pred``, ``label`` and ``loss`` with one array per device.
        """
        if isinstance(self.log_interval, int):
            self.log_interval_time += time.time() - self.batch_start
            self.processed_samples += kwargs["batch"][0].shape[0]
            if self.batch_index % self.log_interval == 0:
                message = (f"[Epoch {self.current_epoch}][Batch {self.batch_index}][Samples {self.processed_samples}] "
                           f"time/interval: {self.log_interval_time:.3f}s ")
                self.log_interval_time = 0.0
                estimator.logger.info((message + self._values()).rstrip(", "))
        self.batch_index += 1

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the start of an epoch or a validation.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        self.epoch_start = time.time()
        # The estimator adds 'training' to the names of its training metrics.
        if not any("training" in metric.name for metric in self.metrics):
            estimator.logger.info("Validation Begin")
            return
        rate = estimator.trainer.learning_rate
        estimator.logger.info("[Epoch %d] Begin, current learning rate: %.4f", self.current_epoch, rate)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the time and the metrics of the epoch.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        message = f"[Epoch {self.current_epoch}] Finished in {time.time() - self.epoch_start:.3f}s, "
        estimator.logger.info((message + self._values()).rstrip(", "))
        self.current_epoch += 1
        self.batch_index = 0
