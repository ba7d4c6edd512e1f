"""Training loop of ``mxnet train``: steps, validation, and the schedule of the learning rate."""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, lr_scheduler, nd
from mxnet.base import MXNetError
from mxnet.contrib import amp

from . import _checkpoint
from ._batches import Batch, Reader, order, steps_per_epoch
from ._checkpoint import Checkpoints, State
from ._data import Dataset, Pictures
from ._networks import Network
from ._workers import StopRequest, Workers


class Interrupted(Exception):
    """The user stopped the run, and a checkpoint was written."""


@dataclass
class Predictions:
    """Result for each image of the validation set.

    Attributes
    ----------
    classes, confidence
        Most probable class and its probability.
    losses
        Cross entropy of the true class.
    ranks
        Number of classes that are more probable than the true one.
    read
        Whether the image could be read. The other values are 0 if not.
    """

    classes: np.ndarray
    confidence: np.ndarray
    losses: np.ndarray
    ranks: np.ndarray
    read: np.ndarray

    @property
    def accuracy(self) -> float:
        return float((self.ranks[self.read] == 0).mean())

    @property
    def top5(self) -> float:
        return float((self.ranks[self.read] < 5).mean())

    @property
    def loss(self) -> float:
        return float(self.losses[self.read].mean())


@dataclass
class Training:
    """A training run."""

    options: argparse.Namespace
    dataset: Dataset
    network: Network
    devices: list[mx.Context]
    reader: Reader
    workers: Workers
    trainer: gluon.Trainer
    state: State
    checkpoints: Checkpoints
    report: Callable[[str], None]
    on_epoch: Callable[[dict[str, Any]], None]

    @property
    def steps(self) -> int:
        """Steps per epoch."""
        return steps_per_epoch(len(self.dataset.train), self.options.batch_size, self.workers.count)

    def run(self) -> None:
        """Train until the last epoch, early stopping or an interruption."""
        rate = make_schedule(self.options, self.steps)
        with StopRequest() as stop:
            while not self.state.finished and self.state.epoch < self.options.epochs:
                started = time.perf_counter()
                self._train_epoch(rate, stop)
                self._end_epoch(rate, time.perf_counter() - started)
                if self.workers.gather(float(stop.is_set)).any() and not self.state.finished:
                    raise Interrupted

    def _train_epoch(self, rate: Callable[[int], float], stop: StopRequest) -> None:
        state, options = self.state, self.options
        parts = order(len(self.dataset.train), options.batch_size, self.workers.count, self.workers.rank, options.seed,
                      state.epoch)
        batches = self.reader.read(self.dataset.train, parts[state.step :], state.epoch)
        with progress(batches, f"Epoch {state.epoch + 1}/{options.epochs}", len(parts), state.step,
                      self.workers.rank == 0) as shown:
            for batch in shown:
                self.trainer.set_learning_rate(rate(state.updates + 1))
                stops = self._step(batch, stop)
                state.step += 1
                state.updates += 1
                every = options.checkpoint_every
                if stops or (every and state.updates % every == 0 and state.step < len(parts)):
                    self.save()
                if stops:
                    raise Interrupted

    def _step(self, batch: Batch, stop: StopRequest) -> bool:
        """Update the parameters with a batch. Return whether a worker has to stop."""
        # Dropout and mixup depend on the step only, so that a resumed run needs no stored generator.
        key = (self.options.seed, 3, self.state.updates, self.workers.rank)
        generator = np.random.default_rng(key)
        mx.random.seed(int(generator.integers(1 << 31)))
        pieces = [self._load(array) for array in self._targets(batch, generator)]
        criterion = gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)
        with autograd.record():
            losses = [criterion(self.network.block(x), y, w) for x, y, w in zip(*pieces, strict=True)]
            if self.trainer._amp_loss_scaler is None:
                autograd.backward(losses)
            else:
                with amp.scale_loss(losses, self.trainer) as scaled:
                    autograd.backward(scaled)
        loss = sum(float(part.sum().asscalar()) for part in losses)
        count, loss, stops = self.workers.sum(np.array([batch.weights.sum(), loss, stop.is_set], np.float64)).tolist()
        if count:
            self.trainer.step(count)
        self.state.loss_sum += loss
        self.state.loss_count += count
        return bool(stops)

    def _targets(self, batch: Batch, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return images, label distributions and weights after label smoothing and mixup."""
        classes, smoothing = len(self.dataset.classes), self.options.label_smoothing
        images, targets = batch.images, np.eye(classes, dtype=np.float32)[batch.labels]
        targets = targets * np.float32(1 - smoothing) + np.float32(smoothing / classes)
        if self.options.mixup:
            share = np.float32(generator.beta(self.options.mixup, self.options.mixup))
            images = images * share + images[::-1] * (1 - share)
            targets = targets * share + targets[::-1] * (1 - share)
        weights = batch.weights[:, np.newaxis]
        missing = len(self.devices) - len(images)
        if missing > 0:  # each device needs an image
            images, targets = (np.concatenate([array, array[:1].repeat(missing, 0)]) for array in (images, targets))
            weights = np.concatenate([weights, np.zeros((missing, 1), np.float32)])
        return images, targets, weights

    def _load(self, array: np.ndarray) -> list[nd.NDArray]:
        return gluon.utils.split_and_load(nd.array(array), self.devices, even_split=False)

    def _end_epoch(self, rate: Callable[[int], float], seconds: float) -> None:
        state = self.state
        self._share_statistics()
        found = self.evaluate()
        if not math.isfinite(state.loss_sum + found.loss):
            raise MXNetError(f"the loss of epoch {state.epoch + 1} is not finite; use a smaller --learning-rate, or "
                             "--warmup")
        state.epoch, state.step = state.epoch + 1, 0
        result = {"epoch": state.epoch, "loss": state.loss_sum / max(state.loss_count, 1.0), "val_loss": found.loss,
                  "accuracy": found.accuracy, "learning_rate": rate(state.updates), "seconds": round(seconds, 2)}
        state.loss_sum = state.loss_count = 0.0
        state.history.append(result)
        better = (found.accuracy, -found.loss) > (state.best_accuracy, -state.best_loss)
        if better:
            state.best_accuracy, state.best_loss, state.best_epoch = found.accuracy, found.loss, state.epoch
        patience = self.options.patience
        state.finished = bool(patience and state.epoch - state.best_epoch >= patience)
        self.report(f"Epoch {state.epoch}/{self.options.epochs}: loss {result['loss']:.4f}, validation loss "
                    f"{found.loss:.4f}, accuracy {found.accuracy:.4f}{' (best)' if better else ''}, rate "
                    f"{result['learning_rate']:.2g}, {seconds:.1f} s")
        self.on_epoch(result)
        self.save(better)
        if state.finished:
            self.report(f"Stopped early: no better result than accuracy {state.best_accuracy:.4f} since epoch "
                        f"{state.best_epoch}")

    def save(self, best: bool = False) -> None:
        """Write a checkpoint."""
        folder = Path(self.options.output)
        (folder / "checkpoints").mkdir(exist_ok=True)
        if best and self.workers.rank == 0:
            _checkpoint.save_best(folder, self.network)
        self.checkpoints.save(self.state)

    def _share_statistics(self) -> None:
        """Replace the running statistics of batch normalization by their mean over all devices and workers."""
        for parameter in self.network.parameters().values():
            if parameter.grad_req != "null" or self.workers.count * len(self.devices) == 1:
                continue
            arrays = parameter.list_data()
            total = self.workers.sum(np.sum([array.asnumpy().astype(np.float64) for array in arrays], axis=0))
            mean = nd.array(total / (self.workers.count * len(arrays)))
            for array in arrays:
                array[:] = mean.as_in_context(array.context)

    def share_parameters(self) -> None:
        """Copy all parameters of worker 0 to the other workers."""
        for parameter in self.network.parameters().values() if self.workers.count > 1 else ():
            value = parameter.list_data()[0].asnumpy()
            shared = nd.array(self.workers.sum(value if self.workers.rank == 0 else np.zeros_like(value)))
            for array in parameter.list_data():
                array[:] = shared.as_in_context(array.context)

    def evaluate(self) -> Predictions:
        """Predict the validation set. Each worker predicts its part."""
        pictures = self.dataset.val
        own = np.arange(self.workers.rank, len(pictures), self.workers.count)
        parts = [own[start : start + self.options.batch_size] for start in range(0, len(own), self.options.batch_size)]
        results = np.zeros((5, len(pictures)))
        for indices, batch in zip(parts, self.reader.read(pictures, parts), strict=True):
            scores = self._predict(batch.images).astype(np.float64)
            results[:, indices] = _judge(scores, batch.labels) * batch.weights
        results = self.workers.sum(results)
        if not results[4].any():
            raise MXNetError("none of the validation images can be read")
        return Predictions(results[0].astype(int), results[1], results[2], results[3].astype(int), results[4] > 0)

    def _predict(self, images: np.ndarray) -> np.ndarray:
        devices = self.devices[: len(images)]
        pieces = gluon.utils.split_and_load(nd.array(images), devices, even_split=False)
        outputs = [self.network.block(piece) for piece in pieces]
        return np.concatenate([output.astype("float32").asnumpy() for output in outputs])


def _judge(scores: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the rows of `Predictions` for class scores."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    predicted = scores.argmax(axis=1)
    rows = np.arange(len(scores))
    ranks = (scores > scores[rows, labels][:, np.newaxis]).sum(axis=1)
    # With equal scores, only the first class counts as predicted.
    ranks = np.maximum(ranks, (predicted != labels).astype(int))
    return np.stack([predicted, np.exp(logs[rows, predicted]), -logs[rows, labels], ranks, np.ones(len(scores))])


def fingerprint(*parts: Pictures) -> str:
    """Return a hash of the labels and names of all images, without their folders."""
    digest = hashlib.sha256()
    for pictures in parts:
        digest.update(pictures.labels.tobytes())
        for name in pictures.names:
            digest.update(Path(name).name.encode(errors="surrogateescape") + b"\0")
    return digest.hexdigest()


def make_schedule(options: argparse.Namespace, steps: int) -> Callable[[int], float]:
    """Return the learning rate as a function of the step, counted from 1."""
    total, warmup = options.epochs * steps, round(options.warmup * steps)
    if warmup >= total:
        raise MXNetError(f"--warmup {options.warmup:g} takes all of the {options.epochs} epochs; use a smaller value")
    common: dict[str, Any] = {"base_lr": options.learning_rate, "warmup_steps": warmup}
    if options.schedule == "cosine":
        return lr_scheduler.CosineScheduler(total + 1, final_lr=0.0, **common)
    if options.schedule == "step":
        epochs = options.lr_steps or sorted({max(1, options.epochs // 2), max(1, options.epochs * 3 // 4)})
        return lr_scheduler.MultiFactorScheduler([epoch * steps for epoch in epochs], factor=0.1, **common)
    return lr_scheduler.FactorScheduler(total + 1, factor=1.0, **common)


@contextmanager
def progress(batches: Iterator[Batch], title: str, total: int, done: int, shows: bool) -> Iterator[Iterable[Batch]]:
    """Yield the batches, with a progress bar if tqdm is installed and the output is a terminal."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield batches
        return
    with tqdm(batches, desc=title, unit="batch", total=total, initial=done, leave=False,
              disable=not (shows and sys.stderr.isatty())) as bar:
        yield bar
