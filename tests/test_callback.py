"""Tests of callbacks of Module.fit."""

from __future__ import annotations

import logging
from collections import namedtuple
from types import SimpleNamespace

import numpy as np
import pytest

import mxnet as mx
from mxnet import callback, metric

Param = namedtuple("Param", ["epoch", "nbatch", "eval_metric", "locals"])


@pytest.fixture
def log(caplog):
    caplog.set_level(logging.INFO)
    return lambda: [record.getMessage() for record in caplog.records]


def measured():
    accuracy = metric.Accuracy()
    accuracy.update([mx.nd.array([1, 0])], [mx.nd.array([1, 1])])
    return accuracy


def set_clock(monkeypatch, *times):
    monkeypatch.setattr(callback, "time", SimpleNamespace(time=iter(times).__next__))


def test_speedometer(log, monkeypatch):
    set_clock(monkeypatch, 100.0, 102.0, 102.0)
    speedometer = callback.Speedometer(batch_size=8, frequent=2)
    accuracy = measured()
    for batch in range(3):
        speedometer(Param(4, batch, accuracy, None))
    assert log() == ["Epoch[4] Batch [0-2]\tSpeed: 8.00 samples/sec\taccuracy=0.500000"]
    assert accuracy.num_inst == 0 and accuracy.global_num_inst == 2


def test_speedometer_without_reset_and_without_metric(log, monkeypatch):
    set_clock(monkeypatch, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0)
    speedometer = callback.Speedometer(1, 3, auto_reset=False)
    for batch in range(4):
        speedometer(Param(0, batch, measured(), None))
    silent = callback.Speedometer(1, 1)
    for batch in range(2):
        silent(Param(0, batch, None, None))
    assert log() == [
        "Epoch[0] Batch [0-3]\tSpeed: 3.00 samples/sec\taccuracy=0.500000",
        "Iter[0] Batch [1]\tSpeed: 1.00 samples/sec",
    ]


def test_progress_bar(log):
    callback.ProgressBar(total=8, length=10)(Param(0, 3, None, None))
    assert log() == ["[====------] 38%\r"]


def test_metric_logs(log):
    accuracy = measured()
    callback.log_train_metric(2, auto_reset=True)(Param(1, 3, accuracy, None))
    callback.log_train_metric(2)(Param(1, 4, accuracy, None))
    callback.LogValidationMetricsCallback()(Param(1, 0, accuracy, None))
    callback.LogValidationMetricsCallback()(Param(1, 0, None, None))
    callback.log_train_metric(2, auto_reset=True)(Param(1, 4, accuracy, None))
    assert log()[:2] == ["Iter[1] Batch[4] Train-accuracy=0.500000", "Epoch[1] Validation-accuracy=0.500000"]
    assert accuracy.num_inst == 0


def test_arrays_of_one_number_are_logged(log, monkeypatch):
    set_clock(monkeypatch, 0.0, 1.0, 1.0)
    own = metric.CustomMetric(lambda label, pred: np.array([0.25]), "own")
    own.update([mx.nd.array([1])], [mx.nd.array([1])])
    callback.log_train_metric(1)(Param(1, 4, own, None))
    callback.LogValidationMetricsCallback()(Param(1, 0, own, None))
    speedometer = callback.Speedometer(1, 1)
    for batch in range(2):
        speedometer(Param(0, batch, own, None))
    assert log() == ["Iter[1] Batch[4] Train-own=0.250000", "Epoch[1] Validation-own=0.250000",
                     "Epoch[0] Batch [0-1]\tSpeed: 1.00 samples/sec\town=0.250000"]


def test_module_checkpoint():
    saved = []

    class Module:
        def save_checkpoint(self, *arguments):
            saved.append(arguments)

    save = callback.module_checkpoint(Module(), "model", period=2, save_optimizer_states=True)
    for epoch in range(4):
        save(epoch)
    assert saved == [("model", 2, True), ("model", 4, True)]
