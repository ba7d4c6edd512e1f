"""Tests of FeedForward, and of the functions of ``mx.model`` that modules and trainers share."""

from __future__ import annotations

import logging
import pathlib
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

pytestmark = pytest.mark.filterwarnings("ignore:.*FeedForward has been deprecated:DeprecationWarning")


def network(classes: int = 3) -> mx.sym.Symbol:
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=classes, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(net, name="bn"), name="softmax")


@pytest.fixture(scope="module")
def points() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.RandomState(3)
    labels = np.arange(50) % 3
    return (random.randn(3, 5)[labels] * 3 + random.randn(50, 5) * 0.3).astype("float32"), labels.astype("float32")


def test_deprecated() -> None:
    with pytest.warns(DeprecationWarning, match="Please use mxnet.mod.Module instead"):
        mx.model.FeedForward(network())


@pytest.mark.parametrize("context", [None, mx.gpu(0), [mx.gpu(0), mx.gpu(1)]])
def test_fit_predict_and_score(points, context) -> None:
    data, labels = points
    model = mx.model.FeedForward(network(), ctx=context, num_epoch=12, learning_rate=0.3, momentum=0.9,
                                 numpy_batch_size=10, initializer=mx.init.Xavier())
    model.fit(data, labels, eval_data=(data, labels))
    outputs = model.predict(data)
    assert isinstance(outputs, np.ndarray) and outputs.shape == (50, 3)
    np.testing.assert_array_equal(outputs.argmax(1), labels)
    assert model.predict(nd.array(data), num_batch=2).shape == (20, 3)
    iterator = mx.io.NDArrayIter(data, labels, 16)
    assert model.score(iterator) == 1.0
    found, seen, targets = model.predict(iterator, return_data=True)
    np.testing.assert_array_equal(seen, data)
    np.testing.assert_array_equal(targets, labels)
    np.testing.assert_allclose(found, outputs, rtol=1e-4, atol=1e-6)


def test_files_and_pickle(points, tmp_path: pathlib.Path) -> None:
    data, labels = points
    prefix = str(tmp_path / "model")
    model = mx.model.FeedForward.create(network(), data, labels, num_epoch=2, learning_rate=0.1,
                                        numpy_batch_size=25)
    model.save(prefix)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model-0002.params", "model-symbol.json"]
    loaded = mx.model.FeedForward.load(prefix, 2, numpy_batch_size=25)
    assert loaded.begin_epoch == 2
    np.testing.assert_allclose(loaded.predict(data), model.predict(data), rtol=1e-5)
    np.testing.assert_allclose(pickle.loads(pickle.dumps(model)).predict(data), model.predict(data), rtol=1e-5)
    module = mx.mod.Module.load(prefix, 2)
    module.bind([("data", (50, 5))], [("softmax_label", (50,))], for_training=False)
    np.testing.assert_allclose(module.predict(data).asnumpy(), model.predict(data), rtol=1e-5, atol=1e-6)


def test_epochs_of_a_given_size_and_callbacks(points, caplog: pytest.LogCaptureFixture) -> None:
    data, labels = points
    seen: list[tuple[int, int]] = []
    model = mx.model.FeedForward(network(), num_epoch=3, epoch_size=2, optimizer=mx.optimizer.SGD(rescale_grad=0.1))
    with caplog.at_level(logging.INFO):
        model.fit(mx.io.NDArrayIter(data, labels, 10), eval_data=mx.io.NDArrayIter(data, labels, 10),
                  batch_end_callback=lambda p: seen.append((p.epoch, p.nbatch)), eval_metric="ce")
    assert seen == [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)]
    lines = [record.getMessage() for record in caplog.records]
    assert any(line.startswith("Start training with [cpu(0)]") for line in lines)
    assert any(line.startswith("Epoch[2] Validation-cross-entropy=") for line in lines)


def test_buckets(points) -> None:
    """Return a symbol for a bucket key."""

    class Batches(mx.io.DataIter):
        default_bucket_key = 5
        provide_data, provide_label = [("data", (10, 5))], [("softmax_label", (10,))]

        def __init__(self) -> None:
            super().__init__(10)
            self.reset()

        def reset(self) -> None:
            self.count = 0

        def next(self) -> mx.io.DataBatch:
            self.count += 1
            if self.count > 4:
                raise StopIteration
            part = slice(self.count * 10 - 10, self.count * 10)
            return mx.io.DataBatch([nd.array(points[0][part])], [nd.array(points[1][part])], pad=0,
                                   bucket_key=5 + self.count % 2, provide_data=self.provide_data,
                                   provide_label=self.provide_label)

    keys = []

    def sym_gen(key: int) -> mx.sym.Symbol:
        keys.append(key)
        return network()

    model = mx.model.FeedForward(sym_gen, num_epoch=12, learning_rate=0.3, momentum=0.9, initializer=mx.init.Xavier())
    model.fit(Batches())
    assert keys == [5, 6]
    assert model.score(mx.io.NDArrayIter(*points, 10)) > 0.9


def test_wrong_arguments(points) -> None:
    data, labels = points
    model = mx.model.FeedForward(network(), num_epoch=1)
    with pytest.raises(ValueError, match="y is required, because X is an array"):
        model.fit(data)
    with pytest.raises(ValueError, match="must have the same length, received 50 samples and 3 labels"):
        model.fit(data, labels[:3])
    with pytest.raises(ValueError, match=r"y must have one label per sample and shape \(50,\)"):
        model.fit(data, np.zeros((50, 2)))
    with pytest.raises(TypeError, match="X must be an array or a DataIter"):
        model.fit([1, 2])
    with pytest.raises(TypeError, match="eval_data must be a DataIter or a pair"):
        model.fit(data, labels, eval_data=data)
    with pytest.raises(mx.MXNetError, match="parameters are not initialized"):
        model.predict(data)
    with pytest.raises(mx.MXNetError, match="please specify number of epochs"):
        mx.model.FeedForward(network()).fit(data, labels)
    with pytest.raises(TypeError, match="symbol must be a Symbol"):
        mx.model.FeedForward("network")
    twice = mx.sym.Variable("a") + mx.sym.Variable("a")
    with pytest.raises(ValueError, match='duplicated argument name "a"'):
        mx.model.FeedForward(twice)


def test_column_of_labels_and_extra_parameters(points) -> None:
    data, labels = points
    model = mx.model.FeedForward(network(), num_epoch=1, allow_extra_params=True, numpy_batch_size=25,
                                 arg_params={"fc_weight": nd.ones((3, 5)), "stranger": nd.ones((1,))},
                                 aux_params={"stranger": nd.ones((1,))}, learning_rate=0.0)
    model.fit(data, labels.reshape(-1, 1))
    assert set(model.arg_params) == {"fc_weight", "fc_bias", "bn_gamma", "bn_beta"}
    assert (model.arg_params["fc_weight"].asnumpy() == 1).all()


def test_which_store_and_where_updates_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"w": nd.ones((2,))}
    large = {"w": nd.zeros((1024 * 1024 * 16 + 1,), dtype="int8")}
    create = mx.model._create_kvstore
    assert create(None, 2, small) == (None, False)
    assert create("local", 1, small) == (None, False)
    assert [create("local", 2, small)[i] if i else create("local", 2, small)[0].type for i in (0, 1)] == ["local", True]
    assert create("local", 2, large)[1] is False and create("device", 2, large)[1] is True
    store = mx.kv.create("device")
    assert create(store, 1, small) == (store, True)
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", "0")
    assert create("device", 2, small)[1] is False
    with pytest.raises(TypeError, match="kvstore must be a KVStore, its name or None"):
        create(3, 1, small)
    with pytest.raises(mx.MXNetError, match="mxnet launch"):
        create("dist_sync", 1, small)


def test_a_model_without_parameters_is_not_saved(tmp_path: pathlib.Path) -> None:
    model = mx.model.FeedForward(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), num_epoch=1)
    with pytest.raises(mx.MXNetError, match="not initialized"):
        model.save(str(tmp_path / "model"))
    assert not list(tmp_path.iterdir())
