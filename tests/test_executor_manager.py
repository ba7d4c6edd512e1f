"""Test splitting batches between devices, and the executors of FeedForward."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import executor_manager, nd


@pytest.mark.parametrize(("size", "loads", "stops"), [
    (10, [1], [10]), (10, [1, 1], [5, 10]), (10, [1, 1, 1], [3, 6, 10]), (8, [1, 3], [2, 8]),
    (7, [0.5, 0.5], [4, 7]), (5, [2, 1], [3, 5])])
def test_slices_follow_the_work_load(size: int, loads: list, stops: list[int]) -> None:
    slices = executor_manager._split_input_slice(size, loads)
    assert [s.stop for s in slices] == stops and [s.start for s in slices] == [0, *stops[:-1]]


def test_slices_must_not_be_empty() -> None:
    with pytest.raises(ValueError, match=r"some devices would get an empty part: a batch of 2 .*\[1, 1, 1\]"):
        executor_manager._split_input_slice(2, [1, 1, 1])


def test_manager_runs_a_batch_on_two_devices() -> None:
    net = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, name="fc"),
                                        name="loss")
    data = mx.io.NDArrayIter({"data": np.arange(12).reshape(6, 2)}, {"loss_label": np.zeros((6, 1))}, batch_size=6)
    manager = executor_manager.DataParallelExecutorManager(
        net, [mx.gpu(0), mx.gpu(1)], data, net.list_arguments(), ["fc_weight", "fc_bias"], [], work_load_list=[1, 2])
    with pytest.raises(mx.MXNetError, match="call load_data_batch first"):
        manager.forward()
    weights = {"fc_weight": nd.ones((1, 2)), "fc_bias": nd.zeros((1,))}
    manager.set_params(weights, {})
    batch = next(data)
    manager.load_data_batch(batch)
    manager.forward(is_train=True)
    manager.backward()
    outputs = [e.outputs[0].asnumpy().ravel().tolist() for e in manager.curr_execgrp.train_execs]
    assert outputs == [[1, 5], [9, 13, 17, 21]]
    gradients = [g.asnumpy().tolist() for g in manager.grad_arrays[1]]
    assert gradients == [[6], [60]]
    metric = mx.metric.MSE()
    manager.update_metric(metric, batch.label)
    assert metric.num_inst == 2
    manager.param_arrays[1][0][:] = 4
    manager.copy_to(weights, {})
    assert weights["fc_bias"].asnumpy().tolist() == [2]  # the mean over devices
    with pytest.raises(AssertionError, match="bound to batch size 6, received batch size 5"):
        manager.load_data_batch(mx.io.DataBatch([nd.ones((5, 2))], [nd.ones((5, 1))]))
    with pytest.raises(AssertionError, match="work_load_list must have a number for each of"):
        executor_manager.DataParallelExecutorManager(net, [mx.cpu()], data, [], [], [], work_load_list=[1, 1])
