"""The estimator and its handlers."""

import logging
import os

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.contrib import estimator as est


@pytest.fixture
def loader():
    """Return two linearly separable classes."""
    random = np.random.RandomState(0)
    x = random.normal(size=(64, 2)).astype("float32")
    return gluon.data.DataLoader(gluon.data.ArrayDataset(x, (x[:, 0] > 0).astype("float32")), batch_size=16)


def make(**kwargs):
    net = gluon.nn.Dense(2, in_units=2)
    net.initialize(mx.init.Zero(), force_reinit=True)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    return est.Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer, context=mx.cpu(), **kwargs)


def messages(estimator):
    """Return a list of all messages that the estimator logs."""
    found = []
    handler = logging.Handler()
    handler.emit = lambda record: found.append(record.getMessage())
    estimator.logger.handlers = [handler]
    return found


def test_fits_validates_and_logs(loader):
    estimator = make()
    log = messages(estimator)
    estimator.fit(loader, val_data=loader, epochs=4)
    names = [metric.get()[0] for metric in estimator.train_metrics]
    assert names == ["training accuracy", "training softmaxcrossentropyloss"]
    assert estimator.train_metrics[0].get()[1] > 0.9
    assert estimator.val_metrics[0].get()[0] == "validation accuracy"
    assert estimator.val_metrics[0].get()[1] > 0.9
    assert log[:2] == ["Training begin: using optimizer SGD with current learning rate 1.0000 ", "Train for 4 epochs."]
    assert sum(line == "Validation Begin" for line in log) == 4
    assert log[-1].startswith("Train finished using total ")


def test_stops_after_batches_and_tells_every_handler(loader):
    class Counter(est.TrainBegin, est.BatchBegin, est.BatchEnd, est.EpochEnd, est.TrainEnd):
        def __init__(self):
            self.events = []

        def train_begin(self, estimator, *args, **kwargs):
            self.events.append("train begin")

        def batch_begin(self, estimator, *args, **kwargs):
            self.events.append(kwargs["batch"][0].shape)

        def batch_end(self, estimator, *args, **kwargs):
            self.events.append(len(kwargs["loss"]))

        def epoch_end(self, estimator, *args, **kwargs):
            self.events.append("epoch end")

        def train_end(self, estimator, *args, **kwargs):
            self.events.append("train end")

    counter = Counter()
    make().fit(loader, batches=5, event_handlers=counter)
    batch = [(16, 2), 1]
    assert counter.events == ["train begin", *batch * 4, "epoch end", *batch, "epoch end", "train end"]


def test_early_stopping(loader):
    estimator = make()
    log = messages(estimator)
    handler = est.EarlyStoppingHandler(estimator.train_metrics[0], patience=2, mode="max", baseline=1.5)
    estimator.fit(loader, epochs=10, event_handlers=[handler])
    assert handler.current_epoch == 2
    assert "early stopping, training accuracy has not improved for 2 epochs" in log[-2] + log[-1]
    with pytest.warns(UserWarning, match="larger values of training accuracy are treated as better"):
        est.EarlyStoppingHandler(estimator.train_metrics[0])
    with pytest.raises(ValueError, match="a CompositeEvalMetric has several"):
        est.EarlyStoppingHandler(mx.metric.CompositeEvalMetric())


def test_checkpoints_are_kept_and_resumed_from(loader, tmp_path):
    estimator = make()
    estimator.net.hybridize()
    handler = est.CheckpointHandler(str(tmp_path), "net", monitor=estimator.train_metrics[1], save_best=True,
                                    mode="min", max_checkpoints=2)
    estimator.fit(loader, epochs=3, event_handlers=[handler])
    assert sorted(os.listdir(tmp_path)) == [
        "net-best.params", "net-best.states", "net-epoch1batch8.params", "net-epoch1batch8.states",
        "net-epoch2batch12.params", "net-epoch2batch12.states", "net-symbol.json"]
    weight = estimator.net.weight.data().asnumpy()

    again = make()
    log = messages(again)
    again.fit(loader, epochs=5, event_handlers=[
        est.CheckpointHandler(str(tmp_path), "net", resume_from_checkpoint=True, max_checkpoints=9)])
    assert "resumed after epoch 2, batch 12; 2 epochs to go" in "".join(log)
    assert "net-epoch4batch20.params" in os.listdir(tmp_path)
    assert not np.array_equal(again.net.weight.data().asnumpy(), weight)
    with pytest.raises(ValueError, match="the last checkpoint is of epoch 4, so all 3 are already finished"):
        make().fit(loader, epochs=3, event_handlers=[
            est.CheckpointHandler(str(tmp_path), "net", resume_from_checkpoint=True)])


def test_own_batch_processor(loader):
    class Twice(est.BatchProcessor):
        def fit_batch(self, estimator, train_batch, batch_axis=0):
            super().fit_batch(estimator, train_batch, batch_axis)
            return super().fit_batch(estimator, train_batch, batch_axis)

    make(batch_processor=Twice()).fit(loader, epochs=1)
    with pytest.raises(ValueError, match="must have the methods fit_batch and evaluate_batch"):
        make(batch_processor=object())


def test_several_contexts(loader, monkeypatch):
    net = gluon.nn.Dense(2, in_units=2)
    contexts = [mx.cpu(0), mx.cpu(1)]
    net.initialize(ctx=contexts)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    estimator = est.Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer, context=contexts)
    estimator.fit(loader, epochs=4)
    assert estimator.train_metrics[0].get()[1] > 0.9


def test_wrong_input_is_named(loader):
    estimator = make()
    with pytest.raises(ValueError, match="must be a gluon.data.DataLoader, received NDArray"):
        estimator.fit(nd.ones((2, 2)), epochs=1)
    with pytest.raises(ValueError, match="exactly one of epochs and batches, received epochs=None, batches=None"):
        estimator.fit(loader)
    with pytest.raises(ValueError, match="must be a list of EventHandler"):
        estimator.fit(loader, epochs=1, event_handlers=[3])
    with pytest.raises(ValueError, match="LoggingHandler uses .*which the estimator does not update"):
        estimator.fit(loader, epochs=1, event_handlers=[est.LoggingHandler(metrics=[mx.metric.Accuracy()])])
    with pytest.raises(ValueError, match="loss must be a Loss of mxnet.gluon.loss, received 3"):
        est.Estimator(gluon.nn.Dense(1), 3)
    with pytest.warns(UserWarning, match="No trainer specified"):
        est.Estimator(gluon.nn.Dense(1), gluon.loss.L2Loss(), context=mx.cpu())
    with pytest.warns(UserWarning, match="only gpu.0. of 4 GPUs is used"):  # tests run with simulated GPUs
        assert est.Estimator(gluon.nn.Dense(1), gluon.loss.L2Loss(), trainer=estimator.trainer).context == [mx.gpu(0)]
