"""Tests of Gluon loaders as Module iterators. The expected values are from MXNet 1.9.1."""

from __future__ import annotations

import sys
import types
from collections import namedtuple

import numpy as np

import mxnet as mx
from mxnet.contrib.io import DataLoaderIter
from mxnet.contrib.tensorboard import LogMetricsCallback


def _loader(samples: int, batch_size: int) -> mx.gluon.data.DataLoader:
    data = np.arange(samples * 2, dtype="int32").reshape(samples, 2)
    return mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(data, np.arange(samples)), batch_size)


def test_batches_of_a_loader():
    iterator = DataLoaderIter(_loader(5, 2), dtype="float16")
    assert iterator.provide_data == [("data", (2, 2))] and iterator.provide_data[0].dtype == "float16"
    assert iterator.provide_label == [("softmax_label", (2,))]
    for _ in range(2):
        batches = list(iterator)
        assert [batch.pad for batch in batches] == [0, 0, 1] and batches[0].index is None
        assert batches[0].data[0].dtype == np.float16 and batches[2].data[0].dtype == np.float32
        assert batches[1].data[0].asnumpy().tolist() == [[4, 5], [6, 7]]
        assert batches[2].data[0].shape == (2, 2) and batches[2].label[0].shape == (2,)
        assert batches[2].data[0].asnumpy()[0].tolist() == [8, 9] and batches[2].label[0].asnumpy()[0] == 4
        iterator.reset()


def test_module_learns_from_a_loader():
    data = np.random.RandomState(0).rand(12, 3).astype("float32")
    loader = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(data, (data[:, 0] > 0.5).astype("float32")), 5)
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    module = mx.mod.Module(net)
    module.fit(DataLoaderIter(loader), num_epoch=60, optimizer_params={"learning_rate": 0.5})
    assert module.score(DataLoaderIter(loader), "acc")[0][1] > 0.9
    assert module.predict(DataLoaderIter(loader)).shape == (12, 2)


def test_metrics_go_to_the_writer_of_mxboard(monkeypatch):
    written = []

    class SummaryWriter:
        def __init__(self, logdir):
            written.append(logdir)

        def add_scalar(self, tag, value, global_step):
            written.append((tag, value, global_step))

    module = types.ModuleType("mxboard")
    module.SummaryWriter = SummaryWriter
    monkeypatch.setitem(sys.modules, "mxboard", module)
    param = namedtuple("Param", "epoch eval_metric")
    metric = mx.metric.MSE()
    metric.update([mx.nd.zeros(2)], [mx.nd.ones(2)])
    mx.contrib.tensorboard.LogMetricsCallback("logs")(param(3, metric))
    LogMetricsCallback("logs", prefix="train")(param(4, metric))
    LogMetricsCallback("logs")(param(5, None))
    assert written == ["logs", ("mse", 1.0, 3), "logs", ("train-mse", 1.0, 4), "logs"]


def test_operators_by_dotted_names():
    import mxnet.contrib.ndarray as contrib_ndarray
    import mxnet.contrib.symbol as contrib_symbol

    assert contrib_ndarray.quadratic(mx.nd.array([2]), a=1, b=1, c=1).asnumpy().tolist() == [7]
    assert contrib_symbol.quadratic(mx.sym.var("x"), a=1).list_arguments() == ["x"]
