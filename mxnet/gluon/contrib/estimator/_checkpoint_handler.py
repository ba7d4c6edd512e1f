"""Checkpoints of parameters and trainer states, from which training can be resumed."""

from __future__ import annotations

import os
import re
import warnings
from typing import Any

import numpy as np

from ...._runtime.tracebacks import user_level
from ....metric import EvalMetric
from ._events import BatchEnd, EpochEnd, TrainBegin
from ._monitoring import check_monitor, comparison, missing_value_message, worst

_SAME_PERIOD = ("resume_from_checkpoint needs checkpoints in the unit of fit: pass only epoch_period if fit has "
                "epochs, and only batch_period if fit has batches; set the other one to None")


class CheckpointHandler(TrainBegin, BatchEnd, EpochEnd):
    """Saves the graph once, and parameters and trainer states periodically.

    Parameters
    ----------
    model_dir : str
        Folder of the files. It is created if it does not exist.
    model_prefix : str
        Prefix of the file names.
    monitor : EvalMetric, optional
        Metric that determines the best model.
    verbose : int
        1 logs each checkpoint.
    save_best : bool
        Also save the best model as ``<prefix>-best``.
    mode : {'auto', 'min', 'max'}
        Whether smaller or larger values of `monitor` are better.
    epoch_period, batch_period : int, optional
        Number of epochs or batches between checkpoints.
    max_checkpoints : int
        Maximum number of checkpoints, in addition to the best model.
    resume_from_checkpoint : bool
        Resume from the last checkpoint in `model_dir`.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
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
    >>> net.hybridize()
    >>> handler = estimator.CheckpointHandler(folder.name, model_prefix='net')
    >>> training.fit(data, epochs=1, event_handlers=[handler])
    >>> 'net-symbol.json' in os.listdir(folder.name)
    True
    >>> folder.cleanup()
    """

    def __init__(self, model_dir: str, model_prefix: str = "model", monitor: EvalMetric | None = None,
                 verbose: int = 0, save_best: bool = False, mode: str = "auto", epoch_period: int | None = 1,
                 batch_period: int | None = None, max_checkpoints: int = 5,
                 resume_from_checkpoint: bool = False) -> None:
        self.monitor = monitor
        self.verbose = verbose
        os.makedirs(model_dir, exist_ok=True)
        self.model_dir = model_dir
        self.model_prefix = model_prefix
        self.save_best = save_best
        if save_best:
            check_monitor("CheckpointHandler with save_best", monitor)
        self.epoch_period = epoch_period
        self.batch_period = batch_period
        self.current_batch = 0
        self.current_epoch = 0
        self.trained_epoch = self.trained_batch = -1
        self.max_checkpoints = max_checkpoints
        self.resume_from_checkpoint = resume_from_checkpoint
        self.saved_checkpoints: list[str] = []
        if save_best:
            self.monitor_op = comparison(mode, monitor, "ModelCheckpoint")
            self.best = worst(self.monitor_op)

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting, and load the last checkpoint if requested.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        self.current_epoch = 0
        self.current_batch = 0
        if self.save_best:
            self.best = worst(self.monitor_op)
        if self.resume_from_checkpoint:
            by_batch = bool(self.batch_period) and not self.epoch_period
            by_epoch = bool(self.epoch_period) and not self.batch_period
            if (estimator.max_batch and not by_batch) or (estimator.max_epoch and not by_epoch):
                raise AssertionError(_SAME_PERIOD)
            self._resume(estimator)

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Save the graph after the first batch, and a checkpoint after every `batch_period` batches.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Keyword ``batch``, and the lists ``pred``, ``label`` and ``loss`` with one array per device.
        """
        if not self.current_batch:
            self._save_symbol(estimator)
        self._save_if_due(estimator, self.current_batch + 1, self.batch_period)
        self.current_batch += 1

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Save a checkpoint after every `epoch_period` epochs.

        Parameters
        ----------
        estimator : Estimator
            The estimator.
        *args, **kwargs
            Empty for this event.
        """
        self._save_if_due(estimator, self.current_epoch + 1, self.epoch_period)
        self.current_epoch += 1

    def _save_if_due(self, estimator: Any, count: int, period: int | None) -> None:
        if period and count % period == 0:
            self._save_checkpoint(estimator)

    def _numbers(self, estimator: Any) -> tuple[int, int]:
        """Return the epoch and batch in the names of the next files, including those of a resumed checkpoint."""
        if not self.resume_from_checkpoint:
            return self.current_epoch, self.current_batch
        # At the end of an epoch, the batch has already been counted.
        behind = 0 if estimator.max_epoch else 1
        return self.current_epoch + self.trained_epoch + 1, self.current_batch + self.trained_batch + behind

    def _save_checkpoint(self, estimator: Any) -> None:
        epoch, batch = self._numbers(estimator)
        prefix = f"{self.model_prefix}-epoch{epoch}batch{batch}"
        self._save_params_and_trainer(estimator, prefix)
        self._log(estimator, "[Epoch %d] CheckpointHandler: saved %s in %s after %d batches",
                   self.current_epoch, prefix, self.model_dir, self.current_batch + 1)
        if self.save_best:
            self._save_if_best(estimator)

    def _log(self, estimator: Any, message: str, *values: Any) -> None:
        if self.verbose > 0:
            estimator.logger.info(message, *values)

    def _save_if_best(self, estimator: Any) -> None:
        name, value = self.monitor.get()  # type: ignore[union-attr]
        if np.isnan(value):
            message = missing_value_message(name, "CheckpointHandler does not change the best model")
            warnings.warn(message, RuntimeWarning, stacklevel=user_level())
        elif self.monitor_op(value, self.best):
            prefix = f"{self.model_prefix}-best"
            self._save_params_and_trainer(estimator, prefix)
            self._log(estimator, "[Epoch %d] CheckpointHandler: %s is %0.5f, better than %0.5f; saved %s in %s",
                       self.current_epoch, name, value, self.best, prefix, self.model_dir)
            self.best = value
        else:
            self._log(estimator, "[Epoch %d] CheckpointHandler: %s is %0.5f, the best model has %0.5f",
                       self.current_epoch, name, value, self.best)

    def _save_symbol(self, estimator: Any) -> None:
        path = os.path.join(self.model_dir, f"{self.model_prefix}-symbol.json")
        graph = getattr(estimator.net, "_cached_graph", None)
        if graph:
            graph[1].save(path)
        else:
            estimator.logger.info("CheckpointHandler: %s is not written, because the network is not hybridized and has "
                                  "no graph; call hybridize() on a HybridBlock before fit", path)

    def _save_params_and_trainer(self, estimator: Any, prefix: str) -> None:
        estimator.net.save_parameters(os.path.join(self.model_dir, f"{prefix}.params"))
        estimator.trainer.save_states(os.path.join(self.model_dir, f"{prefix}.states"))
        if "best" not in prefix:
            self.saved_checkpoints.append(prefix)
        if len(self.saved_checkpoints) > self.max_checkpoints:
            oldest = self.saved_checkpoints.pop(0)
            for name in os.listdir(self.model_dir):
                if name in (f"{oldest}.params", f"{oldest}.states"):
                    os.remove(os.path.join(self.model_dir, name))

    def _last_saved(self) -> tuple[int, int]:
        """Find all checkpoints and return epoch and batch of the newest, or -1 and -1."""
        checkpoints = []
        for name in os.listdir(self.model_dir):
            if not (name.startswith(f"{self.model_prefix}-epoch") and name.endswith(".params")):
                continue
            numbers = re.fullmatch(r"epoch(\d+)batch(\d+)\.params", name[len(self.model_prefix) + 1:])
            if numbers is None:
                raise ValueError(f"{name} in {self.model_dir} is not the name of a checkpoint; expected "
                                 f"{self.model_prefix}-epoch<number>batch<number>.params and a .states file")
            checkpoints.append((int(numbers[1]), int(numbers[2])))
        self.saved_checkpoints = [f"{self.model_prefix}-epoch{epoch}batch{batch}"
                                  for epoch, batch in sorted(checkpoints)]
        return max(checkpoints, default=(-1, -1))

    def _resume(self, estimator: Any) -> None:
        self.trained_epoch, self.trained_batch = self._last_saved()
        if self.trained_epoch == -1:
            todo = f"{estimator.max_batch} batches" if estimator.max_batch else f"{estimator.max_epoch} epochs"
            estimator.logger.info("CheckpointHandler: no checkpoint in %s, training for %s from the start",
                                  self.model_dir, todo)
            return
        if estimator.max_epoch:
            estimator.max_epoch = self._remaining(estimator.max_epoch, self.trained_epoch, "epoch")
            todo = f"{estimator.max_epoch} epochs"
        else:
            estimator.max_batch = self._remaining(estimator.max_batch, self.trained_batch, "batch")
            todo = f"{estimator.max_batch} batches"
        prefix = os.path.join(self.model_dir, self.saved_checkpoints[-1])
        for extension in ("params", "states"):
            if not os.path.exists(f"{prefix}.{extension}"):
                raise AssertionError(f"the checkpoint cannot be resumed: {prefix}.{extension} is missing")
        estimator.net.load_parameters(f"{prefix}.params", ctx=estimator.context)
        estimator.trainer.load_states(f"{prefix}.states")
        estimator.logger.warning("CheckpointHandler: resumed after epoch %d, batch %d; %s to go",
                                 self.trained_epoch, self.trained_batch, todo)

    def _remaining(self, total: int, done: int, unit: str) -> int:
        if done >= total - 1:
            raise ValueError(f"the last checkpoint is of {unit} {done}, so all {total} are already finished; pass a "
                             "larger number to fit, or resume_from_checkpoint=False to start again")
        return total - done - 1
