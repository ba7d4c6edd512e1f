"""Tests of Monitor with a fake executor."""

from __future__ import annotations

import logging

import pytest

import mxnet as mx
from mxnet.monitor import Monitor


class Symbol:
    def list_arguments(self):
        return ["data", "fc_weight"]

    def list_auxiliary_states(self):
        return ["bn_mean"]


class Executor:
    _symbol = Symbol()

    def __init__(self):
        self.arg_arrays = [mx.nd.ones((4,)), mx.nd.full((4,), 2.0)]
        self.aux_arrays = [mx.nd.zeros((2,))]

    def set_monitor_callback(self, callback, monitor_all):
        self.callback = callback
        self.monitor_all = monitor_all


def run(monitor, executor):
    monitor.tic()
    executor.callback("fc_output", mx.nd.full((9,), 3.0))
    return monitor.toc()


def test_statistics_every_interval():
    monitor, executor = Monitor(2), Executor()
    monitor.install(executor)
    assert run(monitor, executor) == [
        (1, "fc_output", "3.0\t"),
        (1, "data", "1.0\t"),
        (1, "fc_weight", "2.0\t"),
        (1, "bn_mean", "0.0\t"),
    ]
    assert run(monitor, executor) == []
    assert len(run(monitor, executor)) == 4
    assert executor.monitor_all is False


def test_pattern_sorting_and_own_statistics():
    monitor = Monitor(1, stat_func=lambda x: [x.max(), x[:2]], pattern="fc.*", sort=True, monitor_all=True)
    executor = Executor()
    monitor.install(executor)
    assert run(monitor, executor) == [(1, "fc_output", "3.0\t[3. 3.]\t"), (1, "fc_weight", "2.0\t[2. 2.]\t")]
    assert executor.monitor_all is True


def test_numbers_are_written_with_their_own_digits():
    monitor, executor = Monitor(1, pattern="fc_output", stat_func=lambda array: mx.nd.full((1,), 0.1)), Executor()
    monitor.install(executor)
    assert run(monitor, executor) == [(1, "fc_output", "0.1\t")]


def test_print(caplog):
    caplog.set_level(logging.INFO)
    monitor, executor = Monitor(1, pattern="data"), Executor()
    monitor.install(executor)
    monitor.tic()
    monitor.toc_print()
    assert caplog.records[0].getMessage() == "Batch:       1 data                           1.0\t"


def test_wrong_statistic():
    monitor, executor = Monitor(1, stat_func=lambda x: 5), Executor()
    monitor.install(executor)
    with pytest.raises(AssertionError, match="stat_func"):
        run(monitor, executor)
