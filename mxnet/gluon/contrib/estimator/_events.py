"""Events of a training run. A handler receives the events of its base classes."""

from __future__ import annotations

from typing import Any


class EventHandler:
    """Base class of all handlers."""


class TrainBegin(EventHandler):
    """Handler of the start of training.

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
    >>> class Count(estimator.TrainBegin):
    ...     calls = 0
    ...     def train_begin(self, estimator, *args, **kwargs):
    ...         self.calls += 1
    >>> count = Count()
    >>> training.fit(data, epochs=2, event_handlers=[count])
    >>> count.calls
    1
    """

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run once before training.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """


class TrainEnd(EventHandler):
    """Handler of the end of training.

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
    >>> class Count(estimator.TrainEnd):
    ...     calls = 0
    ...     def train_end(self, estimator, *args, **kwargs):
    ...         self.calls += 1
    >>> count = Count()
    >>> training.fit(data, epochs=2, event_handlers=[count])
    >>> count.calls
    1
    """

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run once after training.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """


class EpochBegin(EventHandler):
    """Handler of the start of an epoch.

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
    >>> class Count(estimator.EpochBegin):
    ...     calls = 0
    ...     def epoch_begin(self, estimator, *args, **kwargs):
    ...         self.calls += 1
    >>> count = Count()
    >>> training.fit(data, epochs=2, event_handlers=[count])
    >>> count.calls
    2
    """

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run before each epoch.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """


class EpochEnd(EventHandler):
    """Handler of the end of an epoch, which can stop training.

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
    >>> class Count(estimator.EpochEnd):
    ...     calls = 0
    ...     def epoch_end(self, estimator, *args, **kwargs):
    ...         self.calls += 1
    >>> count = Count()
    >>> training.fit(data, epochs=2, event_handlers=[count])
    >>> count.calls
    2
    """

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool | None:
        """Run after each epoch.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.

        Returns
        -------
        bool, optional
            True stops training.
        """
        return False


class BatchBegin(EventHandler):
    """Handler of the start of a batch.

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
    >>> class Count(estimator.BatchBegin):
    ...     calls = 0
    ...     def batch_begin(self, estimator, *args, **kwargs):
    ...         self.calls += 1
    >>> count = Count()
    >>> training.fit(data, epochs=2, event_handlers=[count])
    >>> count.calls
    4
    """

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Run before each batch.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch`` with data and labels.
        """


class BatchEnd(EventHandler):
    """Handler of the end of a batch, which can end the epoch.

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
    >>> class Count(estimator.BatchEnd):
    ...     calls = 0
    ...     def batch_end(self, estimator, *args, **kwargs):
    ...         self.calls += 1
    >>> count = Count()
    >>> training.fit(data, epochs=2, event_handlers=[count])
    >>> count.calls
    4
    """

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool | None:
        """Run after each batch.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch``, and the lists ``pred``, ``label`` and ``loss`` with one array per device.

        Returns
        -------
        bool, optional
            True ends the epoch.
        """
        return False


def _check_event_handlers(handlers: Any) -> list[EventHandler]:
    """Return a list of handlers from a handler, a list or None."""
    if isinstance(handlers, EventHandler):
        return [handlers]
    listed = handlers or []
    if not all(isinstance(handler, EventHandler) for handler in listed):
        raise ValueError(f"event_handlers must be a list of EventHandler (or a single one), received {handlers!r}")
    return listed
