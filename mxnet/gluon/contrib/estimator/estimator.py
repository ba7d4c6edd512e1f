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
        Metrics of training and validation; the usual ones of the loss if not given.
    initializer : Initializer, optional
        For parameters that are not initialized yet.
    trainer : Trainer, optional
        By default SGD with learning rate 0.001.
    context : Context or list of Context, optional
        Devices; by default the first GPU, or the CPU.
    val_net : Block, optional
        Another network for validation, which usually shares parameters.
    val_loss : gluon.loss.Loss, optional
        Another loss for validation.
    batch_processor : BatchProcessor, optional
        What to do with each batch.

    Attributes
    ----------
    logger : logging.Logger
        Where all messages go; it writes to standard output.
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
            raise ValueError(f"context must name devices, as mx.cpu() or a list of such, received {context!r}")
        for one in chosen:
            if one not in gpus and not str(one).startswith("cpu"):
                available = ", ".join(["cpu()", *map(str, gpus)])
                raise AssertionError(f"there is no {one} on this machine, only {available}")
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
            given = {"init": initializer} if initializer else {}
            self.net.initialize(ctx=self.context, **given)
        elif initializer:
            # Programs look for the first four words.
            warnings.warn("Network already fully initialized: the initializer is not used. Call "
                          "net.initialize(init=..., force_reinit=True) to draw its parameters again.",
                          stacklevel=user_level())

    def _check_trainer(self, trainer: Any) -> Trainer:
        if not trainer:
            warnings.warn(f"No trainer specified: SGD with learning rate {_LEARNING_RATE} trains the network",
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
        """Metrics of training."""
        return self._train_metrics

    @property
    def val_metrics(self) -> list[EvalMetric]:
        """Metrics of validation."""
        return self._val_metrics

    def _check_loader(self, data: Any) -> None:
        if not isinstance(data, DataLoader):
            raise ValueError(f"data must come as a gluon.data.DataLoader, received {type(data).__name__}; wrap arrays "
                             "in an ArrayDataset first")

    def evaluate(self, val_data: Any, batch_axis: int = 0, event_handlers: Any = None) -> None:
        """Run the network on validation data and update the validation metrics.

        Parameters
        ----------
        val_data : DataLoader
            Data and labels.
        batch_axis : int
            The axis to split over devices.
        event_handlers : EventHandler or list, optional
            Handlers beside those that update and log the metrics.
        """
        self._check_loader(val_data)
        for metric in self.val_metrics:
            metric.reset()
        told = self._told(self._prepare_default_validation_handlers(event_handlers))
        for handler in told["epoch_begin"]:
            handler.epoch_begin(self)
        for batch in val_data:
            for handler in told["batch_begin"]:
                handler.batch_begin(self, batch=batch)
            _, label, predictions, loss = self.batch_processor.evaluate_batch(self, batch, batch_axis)
            for handler in told["batch_end"]:
                handler.batch_end(self, batch=batch, pred=predictions, label=label, loss=loss)
        for handler in told["epoch_end"]:
            handler.epoch_end(self)

    def fit(self, train_data: Any, val_data: Any = None, epochs: int | None = None, event_handlers: Any = None,
            batches: int | None = None, batch_axis: int = 0) -> None:
        """Train for a number of epochs or of batches.

        Parameters
        ----------
        train_data, val_data : DataLoader
            Data and labels of training, and of validation after each epoch.
        epochs, batches : int, optional
            How many; exactly one of both.
        event_handlers : EventHandler or list, optional
            Handlers beside those that stop, update, validate and log.
        batch_axis : int
            The axis to split over devices.
        """
        self._check_loader(train_data)
        if (not epochs) == (not batches):
            raise ValueError(f"fit needs exactly one of epochs and batches, received epochs={epochs}, "
                             f"batches={batches}")
        self.max_epoch = epochs
        self.max_batch = batches
        self.batch_axis = batch_axis
        told = self._told(self._prepare_default_handlers(val_data, event_handlers))
        for handler in told["train_begin"]:
            handler.train_begin(self)
        stop = False
        while not stop:
            self._fit_epoch(train_data, told, batch_axis)
            # Every handler is told, also after one has asked to stop.
            answers = [handler.epoch_end(self) for handler in told["epoch_end"]]
            stop = any(answers)
        for handler in told["train_end"]:
            handler.train_end(self)

    def _fit_epoch(self, train_data: Any, told: dict[str, list[Any]], batch_axis: int) -> None:
        for handler in told["epoch_begin"]:
            handler.epoch_begin(self)
        for batch in train_data:
            for handler in told["batch_begin"]:
                handler.batch_begin(self, batch=batch)
            _, label, predictions, loss = self.batch_processor.fit_batch(self, batch, batch_axis)
            answers = [handler.batch_end(self, batch=batch, pred=predictions, label=label, loss=loss)
                       for handler in told["batch_end"]]
            if any(answers):
                return

    def _prepare_default_handlers(self, val_data: Any, event_handlers: Any) -> list[EventHandler]:
        added: list[Any] = [StoppingHandler(self.max_epoch, self.max_batch)]
        handlers = _check_event_handlers(event_handlers)

        def lacks(kind: type) -> bool:
            return not any(isinstance(handler, kind) for handler in handlers)

        if lacks(GradientUpdateHandler):
            added.append(GradientUpdateHandler())
        if lacks(MetricHandler):
            added.append(MetricHandler(metrics=self.train_metrics))
        if val_data and lacks(ValidationHandler):
            added.append(ValidationHandler(val_data=val_data, eval_fn=self.evaluate))
        if lacks(LoggingHandler):
            added.append(LoggingHandler(metrics=self.train_metrics))
        return self._joined(handlers, added, [*self.train_metrics, *self.val_metrics])

    def _prepare_default_validation_handlers(self, event_handlers: Any) -> list[EventHandler]:
        handlers = _check_event_handlers(event_handlers)
        added: list[Any] = [kind(metrics=self.val_metrics) for kind in (MetricHandler, LoggingHandler)
                            if not any(isinstance(handler, kind) for handler in handlers)]
        return self._joined(handlers, added, self.val_metrics)

    def _joined(self, handlers: list[EventHandler], added: list[Any], metrics: list[EvalMetric]) -> list[EventHandler]:
        """Given and default handlers in the order of their priority; when mixed, they must use the same metrics."""
        mixed = handlers and added
        # The given list itself grows: callers look there for the defaults.
        handlers.extend(added)
        if mixed:
            for handler in handlers:
                _check_handler_metric_ref(handler, set(metrics))
        handlers.sort(key=lambda handler: getattr(handler, "priority", 0))
        return handlers

    def _categorize_handlers(self, event_handlers: list[EventHandler]) -> tuple[list[Any], ...]:
        """The handlers of each event, in the order in which events happen."""
        return tuple([h for h in event_handlers if isinstance(h, kind)] for kind in _EVENTS.values())

    def _told(self, event_handlers: list[EventHandler]) -> dict[str, list[Any]]:
        return dict(zip(_EVENTS, self._categorize_handlers(event_handlers), strict=True))


concise_module(__name__)
