"""Tests of `SVRGModule`: means over all data, corrected gradients, and training on one or several devices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule
from mxnet.contrib.svrg_optimization.svrg_optimizer import _SVRGOptimizer

GENERATOR = np.random.default_rng(0)
DATA = GENERATOR.uniform(-1, 1, (50, 3)).astype("float32")
LABEL = DATA @ np.array([1.0, 2.0, -1.0], "float32")
FIRST = {"fc_weight": mx.nd.array([[0.1, 0.2, 0.3]]), "fc_bias": mx.nd.array([0.5])}


def iterator(batch_size: int = 8) -> mx.io.DataIter:
    return mx.io.NDArrayIter(DATA, LABEL, batch_size=batch_size, label_name="label")


def made(context: Any = None, update_freq: int = 2) -> SVRGModule:
    layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc")
    symbol = mx.sym.LinearRegressionOutput(layer, mx.sym.var("label"))
    return SVRGModule(symbol, ["data"], ["label"], context=context, update_freq=update_freq)


def started(module: SVRGModule, batch_size: int = 8, **optimizer: Any) -> mx.io.DataIter:
    data = iterator(batch_size)
    module.bind(data.provide_data, data.provide_label)
    module.init_params(arg_params=FIRST)
    module.init_optimizer(**optimizer)
    return data


def gradient(weight: np.ndarray, bias: np.ndarray, data: np.ndarray, label: np.ndarray) -> np.ndarray:
    """Return the gradient sum over a batch, for the weights and then the bias."""
    error = data @ weight.ravel() + bias - label
    return np.concatenate([error @ data, [error.sum()]])


def test_the_mean_is_that_of_all_batches_and_of_the_mean_before() -> None:
    module = made()
    data = started(module, 10)
    wanted = gradient(*(FIRST[name].asnumpy() for name in ("fc_weight", "fc_bias")), DATA, LABEL) / 5
    for share in (1, 1.2, 1.24):  # as in MXNet, the previous mean is added to the sum over the 5 batches
        module.update_full_grads(data)
        assert module._param_dict is not None
        found = np.concatenate([module._param_dict[0][name].asnumpy().ravel() for name in ("fc_weight", "fc_bias")])
        np.testing.assert_allclose(found, wanted * share, 1e-4)


def test_gradients_are_corrected_by_the_older_weights() -> None:
    module = made()
    data = started(module, 10, optimizer_params=(("learning_rate", 0.5),))
    module.update_full_grads(data)
    old = np.array([0.1, 0.2, 0.3]), 0.5
    moved = np.array([0.4, 0.1, -0.2]), 0.25
    module.set_params({"fc_weight": mx.nd.array([moved[0]]), "fc_bias": mx.nd.array([moved[1]])}, {})
    data.reset()
    batch = next(data)
    module.forward_backward(batch)
    module.update()
    part = DATA[:10], LABEL[:10]
    corrected = gradient(*moved, *part) - gradient(*old, *part) + gradient(*old, DATA, LABEL) / 5
    weights = module.get_params()[0]
    np.testing.assert_allclose(weights["fc_weight"].asnumpy()[0], moved[0] - 0.5 / 10 * corrected[:3], 1e-4, 1e-6)
    np.testing.assert_allclose(weights["fc_bias"].asnumpy(), moved[1] - 0.5 / 10 * corrected[3:], 1e-4, 1e-6)


def trained(context: Any, kvstore: Any, epochs: int = 4, optimizer: str = "sgd") -> np.ndarray:
    module = made(context)
    module.fit(iterator(), eval_metric="mse", optimizer=optimizer, optimizer_params=(("learning_rate", 0.05),),
               arg_params=FIRST, num_epoch=epochs, kvstore=kvstore)
    return module.get_params()[0]["fc_weight"].asnumpy()


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_devices_and_stores_make_no_difference(optimizer: str) -> None:
    alone = trained(mx.cpu(), "local", optimizer=optimizer)
    pair = [mx.cpu(0), mx.cpu(1)]
    for context, store in ((mx.cpu(), mx.kv.create("local")), (pair, "local"), (pair, "device"), (mx.cpu(), None)):
        np.testing.assert_allclose(trained(context, store, optimizer=optimizer), alone, 1e-4, 1e-5)


def test_data_are_shuffled_as_often_as_by_mxnet() -> None:
    class Counted(mx.io.NDArrayIter):
        resets = 0

        def reset(self) -> None:
            self.resets += 1
            super().reset()

    data = Counted(DATA, LABEL, batch_size=10, label_name="label")
    before = data.resets
    made(update_freq=2).fit(data, eval_metric="mse", num_epoch=5)
    assert data.resets - before == 5 + 3  # before each epoch, and before each mean of gradients


def test_the_logged_value_is_that_since_the_last_reset(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        made().fit(iterator(10), eval_metric="mse", num_epoch=1, arg_params=FIRST,
                   batch_end_callback=lambda told: told.eval_metric.reset_local())
    logged = [record.getMessage() for record in caplog.records if "Train-mse" in record.getMessage()]
    assert logged == ["Epoch[0] Train-mse=1.485197"]  # MXNet's value for the last batch


def test_training_finds_the_weights() -> None:
    np.testing.assert_allclose(trained(mx.cpu(), "local", 120), [[1.0, 2.0, -1.0]], atol=1e-3)


@pytest.mark.parametrize(("frequency", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError),
                                                  (None, TypeError), (True, TypeError)])
def test_frequencies(frequency: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="update_freq"):
        made(update_freq=frequency)


def test_the_optimizer_is_chosen_by_the_key() -> None:
    optimizer = _SVRGOptimizer("sgd", param_idx2name={0: "weight", 1: "weight_full"}, learning_rate=1.0, momentum=0.9)
    assert optimizer.default_opt.momentum == 0.9  # type: ignore[attr-defined]
    store = mx.kv.create("local")
    store.set_optimizer(optimizer)
    for key, wanted in ((0, -2.0), (1, 2.0)):
        store.init(key, mx.nd.zeros(2))
        store.push(key, mx.nd.full(2, 2.0))
        result = mx.nd.zeros(2)
        store.pull(key, result)
        assert result.asnumpy().tolist() == [wanted, wanted]
