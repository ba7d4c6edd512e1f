"""The training loop."""

from __future__ import annotations

import copy
import logging
import sys
import warnings
from typing import Any

from ...._runtime.tracebacks import concise_module, user_level
from ....context import Context, cpu, gpu, num_gpus
from ....metric import EvalMetric
from ....metric import Loss as _LossMetric
from ...data import DataLoader
from ...loss import Loss
from ...trainer import Trainer
from ...utils import split_and_load
from .batch_processor import BatchProcessor
from .event_handler import (
    BatchBegin,
    BatchEnd,
    EpochBegin,
    EpochEnd,
    EventHandler,
    GradientUpdateHandler,
    LoggingHandler,
    MetricHandler,
    StoppingHandler,
    TrainBegin,
    TrainEnd,
    ValidationHandler,
    _check_event_handlers,
)
from .utils import _check_handler_metric_ref, _check_metrics, _suggest_metric_for_loss

__all__ = ["Estimator"]

_EVENTS = {"train_begin": TrainBegin, "epoch_begin": EpochBegin, "batch_begin": BatchBegin, "batch_end": BatchEnd,
           "epoch_end": EpochEnd, "train_end": TrainEnd}

_LEARNING_RATE = 0.001


def _stdout_logger() -> logging.Logger:
    logger = logging.Logger("Estimator", logging.INFO)
    logger.addHandler(logging.StreamHandler(sys.stdout))
    return logger


class Estimator:
    """Trains and validates a network.

    Parameters
    ----------
    net : Block
        The network.
    loss : gluon.loss.Loss
        The loss.
    train_metrics, val_metrics : EvalMetric or list of EvalMetric, optional
        Metrics of training and validation. The default is the usual metric of the loss.
    initializer : Initializer, optional
        Initializer of parameters that have not been initialized.
    trainer : Trainer, optional
        The trainer. The default is SGD with learning rate 0.001.
    context : Context or list of Context, optional
        Devices. The default is the first GPU, or the CPU.
    val_net : Block, optional
        Network for validation. It usually shares parameters with `net`.
    val_loss : gluon.loss.Loss, optional
        Loss for validation.
    batch_processor : BatchProcessor, optional
        Object that processes each batch.

    Attributes
    ----------
    logger : logging.Logger
        Logger of all messages. It writes to standard output.

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
    >>> training.fit(data, epochs=2)
    >>> training.train_metrics[0].get()
    ('training accuracy', 1.0)
    """

    logger: logging.Logger | None = None

    def __init__(self, net: Any, loss: Any, train_metrics: Any = None, val_metrics: Any = None,
                 initializer: Any = None, trainer: Any = None, context: Any = None, val_net: Any = None,
                 val_loss: Any = None, batch_processor: Any = None) -> None:
        self.net, self.val_net = net, net if val_net is None else val_net
        self.loss = self._check_loss(loss)
        self._train_metrics, self._val_metrics = map(_check_metrics, (train_metrics, val_metrics))
        self._add_default_training_metrics()
        self._add_validation_metrics()
        self.val_loss = self.loss if val_loss is None else self._check_loss(val_loss)
        self.logger = _stdout_logger()
        self.context = self._check_context(context)
        self._initialize(initializer)
        self.trainer = self._check_trainer(trainer)
        self.batch_processor = self._check_batch_processor(batch_processor)

    def _check_loss(self, loss: Any) -> Any:
        if not isinstance(loss, Loss):
            raise ValueError(f"loss must be a Loss of mxnet.gluon.loss, received {loss!r}")
        return loss

    def _check_context(self, context: Any) -> list[Context]:
        gpus = [gpu(i) for i in range(num_gpus())]
        if not context:
            if len(gpus) > 1:
                warnings.warn(f"only gpu(0) of {len(gpus)} GPUs is used; pass a list of contexts to use more",
                              stacklevel=user_level())
            return gpus[:1] or [cpu()]
        chosen = [context] if isinstance(context, Context) else context
        if not isinstance(chosen, list) or not all(isinstance(c, Context) for c in chosen):
            raise ValueError(f"context must be a Context such as mx.cpu(), or a list of Contexts, received {context!r}")
        for device in chosen:
            if device not in gpus and not str(device).startswith("cpu"):
                available = ", ".join(["cpu()", *map(str, gpus)])
                raise AssertionError(f"{device} does not exist on this machine; available contexts are {available}")
        return chosen

    def _check_batch_processor(self, batch_processor: Any) -> Any:
        if batch_processor is None:
            return BatchProcessor()
        if not all(callable(getattr(batch_processor, name, None)) for name in ("fit_batch", "evaluate_batch")):
            raise ValueError("batch_processor must have the methods fit_batch and evaluate_batch, received "
                             f"{batch_processor!r}")
        return batch_processor

    def _initialize(self, initializer: Any) -> None:
        if not self._is_initialized():
            arguments = {"init": initializer} if initializer else {}
            self.net.initialize(ctx=self.context, **arguments)
        elif initializer:
            # Programs search for the first four words.
            warnings.warn("Network already fully initialized: the initializer is not used. To draw new parameters, "
                          "call net.initialize(init=..., force_reinit=True).",
                          stacklevel=user_level())

    def _check_trainer(self, trainer: Any) -> Trainer:
        if not trainer:
            warnings.warn(f"No trainer specified: the default is SGD with learning rate {_LEARNING_RATE}",
                          stacklevel=user_level())
            return Trainer(self.net.collect_params(), "sgd", {"learning_rate": _LEARNING_RATE})
        if not isinstance(trainer, Trainer):
            raise ValueError(f"trainer must be a mxnet.gluon.Trainer, received {trainer!r}")
        return trainer

    def _is_initialized(self) -> bool:
        for parameter in self.net.collect_params().values():
            try:
                parameter.list_ctx()
            except RuntimeError:
                return False
        return True

    def _get_data_and_label(self, batch: Any, ctx: Any, batch_axis: int = 0) -> tuple[list[Any], list[Any]]:
        data, label = (split_and_load(batch[i], ctx_list=ctx, batch_axis=batch_axis) for i in (0, 1))
        return data, label

    def _add_default_training_metrics(self) -> None:
        if not self._train_metrics:
            suggested = _suggest_metric_for_loss(self.loss)
            self._train_metrics = [suggested] if suggested else []
            self._train_metrics.append(_LossMetric(self.loss.name.rstrip("1234567890")))
        for metric in self._train_metrics:
            metric.name = f"training {metric.name}"

    def _add_validation_metrics(self) -> None:
        self._val_metrics = self._val_metrics or list(map(copy.deepcopy, self._train_metrics))
        for metric in self._val_metrics:
            metric.name = (metric.name.replace("training", "validation") if "training" in metric.name
                           else f"validation {metric.name}")

    @property
    def train_metrics(self) -> list[EvalMetric]:
        """Training metrics.

        Examples
        --------
        >>> from mxnet.gluon.contrib.estimator import Estimator
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> training = Estimator(net, mx.gluon.loss.L2Loss(), train_metrics=mx.metric.MSE(), context=mx.cpu(),
        ...                      trainer=mx.gluon.Trainer(net.collect_params(), 'sgd'))
        >>> [metric.name for metric in training.train_metrics]
        ['training mse']
        """
        return self._train_metrics

    @property
    def val_metrics(self) -> list[EvalMetric]:
        """Validation metrics.

        Examples
        --------
        >>> from mxnet.gluon.contrib.estimator import Estimator
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> training = Estimator(net, mx.gluon.loss.L2Loss(), val_metrics=mx.metric.MAE(), context=mx.cpu(),
        ...                      trainer=mx.gluon.Trainer(net.collect_params(), 'sgd'))
        >>> [metric.name for metric in training.val_metrics]
        ['validation mae']
        """
        return self._val_metrics

    def _check_loader(self, data: Any) -> None:
        if not isinstance(data, DataLoader):
            raise ValueError(f"data must be a gluon.data.DataLoader, received {type(data).__name__}; wrap arrays "
                             "in an ArrayDataset and a DataLoader")

    def evaluate(self, val_data: Any, batch_axis: int = 0, event_handlers: Any = None) -> None:
        """Run the network on validation data and update the validation metrics.

        Parameters
        ----------
        val_data : DataLoader
            Data and labels.
        batch_axis : int
            The axis to split over devices.
        event_handlers : EventHandler or list, optional
            Additional handlers. The default handlers update and log the metrics.

        Returns
        -------
        None

        Examples
        --------
        >>> from mxnet.gluon.contrib.estimator import Estimator
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize(mx.init.One())
        >>> training = Estimator(net, mx.gluon.loss.L2Loss(), val_metrics=mx.metric.MAE(), context=mx.cpu(),
        ...                      trainer=mx.gluon.Trainer(net.collect_params(), 'sgd'))
        >>> training.logger.setLevel('ERROR')
        >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 2)), mx.nd.zeros((4, 1)))
        >>> training.evaluate(mx.gluon.data.DataLoader(samples, batch_size=2))
        >>> training.val_metrics[0].get()
        ('validation mae', 2.0)
        """
        self._check_loader(val_data)
        for metric in self.val_metrics:
            metric.reset()
        handlers_by_event = self._group_by_event(self._prepare_default_validation_handlers(event_handlers))
        for handler in handlers_by_event["epoch_begin"]:
            handler.epoch_begin(self)
        for batch in val_data:
            for handler in handlers_by_event["batch_begin"]:
                handler.batch_begin(self, batch=batch)
            _, label, predictions, loss = self.batch_processor.evaluate_batch(self, batch, batch_axis)
            for handler in handlers_by_event["batch_end"]:
                handler.batch_end(self, batch=batch, pred=predictions, label=label, loss=loss)
        for handler in handlers_by_event["epoch_end"]:
            handler.epoch_end(self)

    def fit(self, train_data: Any, val_data: Any = None, epochs: int | None = None, event_handlers: Any = None,
            batches: int | None = None, batch_axis: int = 0) -> None:
        """Train for a number of epochs or batches.

        Parameters
        ----------
        train_data, val_data : DataLoader
            Training data and labels, and validation data and labels.
        epochs, batches : int, optional
            Number of epochs or batches. Exactly one of them is required.
        event_handlers : EventHandler or list, optional
            Additional handlers. The default handlers stop, update, validate and log.
        batch_axis : int
            The axis to split over devices.

        Returns
        -------
        None

        Examples
        --------
        >>> from mxnet.gluon.contrib.estimator import Estimator
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize(mx.init.One())
        >>> training = Estimator(net, mx.gluon.loss.L2Loss(), train_metrics=mx.metric.MAE(), context=mx.cpu(),
        ...                      trainer=mx.gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5}))
        >>> training.logger.setLevel('ERROR')
        >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 2)), mx.nd.ones((4, 1)))
        >>> training.fit(mx.gluon.data.DataLoader(samples, batch_size=2), epochs=1)
        >>> training.train_metrics[0].get()
        ('training mae', 0.75)
        """
        self._check_loader(train_data)
        if (not epochs) == (not batches):
            raise ValueError(f"fit needs exactly one of epochs and batches, received epochs={epochs}, "
                             f"batches={batches}")
        self.max_epoch = epochs
        self.max_batch = batches
        self.batch_axis = batch_axis
        handlers_by_event = self._group_by_event(self._prepare_default_handlers(val_data, event_handlers))
        for handler in handlers_by_event["train_begin"]:
            handler.train_begin(self)
        stop = False
        while not stop:
            self._fit_epoch(train_data, handlers_by_event, batch_axis)
            # All handlers run, even if one has already requested to stop.
            results = [handler.epoch_end(self) for handler in handlers_by_event["epoch_end"]]
            stop = any(results)
        for handler in handlers_by_event["train_end"]:
            handler.train_end(self)

    def _fit_epoch(self, train_data: Any, handlers_by_event: dict[str, list[Any]], batch_axis: int) -> None:
        for handler in handlers_by_event["epoch_begin"]:
            handler.epoch_begin(self)
        for batch in train_data:
            for handler in handlers_by_event["batch_begin"]:
                handler.batch_begin(self, batch=batch)
            _, label, predictions, loss = self.batch_processor.fit_batch(self, batch, batch_axis)
            results = [handler.batch_end(self, batch=batch, pred=predictions, label=label, loss=loss)
                       for handler in handlers_by_event["batch_end"]]
            if any(results):
                return

    def _prepare_default_handlers(self, val_data: Any, event_handlers: Any) -> list[EventHandler]:
        added: list[Any] = [StoppingHandler(self.max_epoch, self.max_batch)]
        handlers = _check_event_handlers(event_handlers)

        def lacks(handler_class: type) -> bool:
            return not any(isinstance(handler, handler_class) for handler in handlers)

        if lacks(GradientUpdateHandler):
            added.append(GradientUpdateHandler())
        if lacks(MetricHandler):
            added.append(MetricHandler(metrics=self.train_metrics))
        if val_data and lacks(ValidationHandler):
            added.append(ValidationHandler(val_data=val_data, eval_fn=self.evaluate))
        if lacks(LoggingHandler):
            added.append(LoggingHandler(metrics=self.train_metrics))
        return self._merge_handlers(handlers, added, [*self.train_metrics, *self.val_metrics])

    def _prepare_default_validation_handlers(self, event_handlers: Any) -> list[EventHandler]:
        handlers = _check_event_handlers(event_handlers)
        added: list[Any] = [handler_class(metrics=self.val_metrics) for handler_class in (MetricHandler, LoggingHandler)
                            if not any(isinstance(handler, handler_class) for handler in handlers)]
        return self._merge_handlers(handlers, added, self.val_metrics)

    def _merge_handlers(self, handlers: list[EventHandler], added: list[Any],
                        metrics: list[EvalMetric]) -> list[EventHandler]:
        """Add default handlers and sort by priority. If both exist, they must use the same metrics."""
        mixed = handlers and added
        # Extend the given list, because callers expect the default handlers in it.
        handlers.extend(added)
        if mixed:
            for handler in handlers:
                _check_handler_metric_ref(handler, set(metrics))
        handlers.sort(key=lambda handler: getattr(handler, "priority", 0))
        return handlers

    def _categorize_handlers(self, event_handlers: list[EventHandler]) -> tuple[list[Any], ...]:
        """Return the handlers of each event, in the order of the events."""
        return tuple([h for h in event_handlers if isinstance(h, event)] for event in _EVENTS.values())

    def _group_by_event(self, event_handlers: list[EventHandler]) -> dict[str, list[Any]]:
        return dict(zip(_EVENTS, self._categorize_handlers(event_handlers), strict=True))


concise_module(__name__)
