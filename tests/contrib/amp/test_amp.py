"""Tests of training in mixed precision."""

from __future__ import annotations

import json
import logging
import pathlib
from collections.abc import Iterator
from typing import Any

import golden_amp
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd
from mxnet.contrib import amp
from mxnet.contrib.amp import _wrapping
from mxnet.contrib.amp.loss_scaler import LossScaler

GOLDEN = json.loads((pathlib.Path(__file__).parent / "golden.json").read_text())


@pytest.fixture
def initialize() -> Iterator[Any]:
    yield amp.init
    _wrapping.restore()
    amp.amp._amp_initialized = amp.amp._amp_loss_scale_initialized = False
    amp.amp._loss_scaler = None


@pytest.mark.parametrize("target", ["float16", "bfloat16"])
def test_symbols_as_the_original(initialize: Any, target: str) -> None:
    before = mx.sym.FullyConnected, mx.nd.FullyConnected
    initialize(target)
    assert golden_amp.initialized() == GOLDEN["initialized"][target]
    _wrapping.restore()
    assert (mx.sym.FullyConnected, mx.nd.FullyConnected) == before


def test_arrays_are_cast(initialize: Any) -> None:
    single, half = mx.nd.ones((2, 3)), mx.nd.ones((2, 3), dtype="float16")
    initialize("float16")
    initialize("bfloat16")  # has no effect
    assert mx.nd.FullyConnected(single, mx.nd.ones((4, 3)), mx.nd.ones(4), num_hidden=4).dtype == np.float16
    assert mx.nd.exp(half).dtype == half.exp().dtype == np.float32
    assert mx.nd.relu(half).dtype == np.float16
    for total in (mx.nd.broadcast_add(single, half), single + half, mx.nd.add(half, single)):
        assert total.dtype == np.float32
    assert (half + half).dtype == np.float16
    assert mx.nd.concat(single, half, dim=0).dtype == np.float32
    assert mx.nd.LeakyReLU(half, act_type="elu").dtype == np.float32
    assert mx.nd.LeakyReLU(half, act_type="leaky").dtype == np.float16
    assert mx.nd.linalg.gemm2(half, half, transpose_b=True).dtype == np.float32


def test_own_lists(initialize: Any) -> None:
    initialize("float16", target_precision_ops=["exp"], fp32_ops=["FullyConnected"], conditional_fp32_ops=[])
    half = mx.nd.ones((2, 3), dtype="float16")
    assert mx.nd.exp(mx.nd.ones(2)).dtype == np.float16
    assert mx.nd.FullyConnected(half, half, no_bias=True, num_hidden=2).dtype == np.float32
    assert mx.nd.LeakyReLU(half, act_type="elu").dtype == np.float16


def _trained(hybrid: bool) -> tuple[float, Any, Any, Any]:
    nn = mx.gluon.nn
    generator = np.random.RandomState(0)
    classes = generator.randint(0, 3, 24)
    data = mx.nd.array(generator.rand(24, 1, 8, 8) + 2 * classes.reshape(24, 1, 1, 1) * (np.arange(8) < 3))
    labels = mx.nd.array(classes)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(), nn.Dense(3))
    mx.random.seed(3)
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.02})
    amp.init_trainer(trainer)
    measure = mx.gluon.loss.SoftmaxCrossEntropyLoss()

    def step(factor: float = 1.0) -> Any:
        with autograd.record():
            scores = net(data)
            loss = measure(scores, labels) * factor
            with amp.scale_loss(loss, trainer) as scaled:
                autograd.backward(scaled)
        trainer.step(24)
        return scores, loss

    for _ in range(40):
        scores, loss = step()
    assert scores.dtype == np.float16 and loss.dtype == np.float32
    return float(loss.mean().asscalar()), net, trainer, step


@pytest.mark.parametrize("hybrid", [False, True])
def test_training(initialize: Any, hybrid: bool) -> None:
    initialize("float16")
    loss, net, trainer, step = _trained(hybrid)
    assert loss < 0.3
    weight = net[0].weight
    assert weight.data().dtype == weight.grad().dtype == np.float32
    scaler = trainer._amp_loss_scaler
    before, scale = weight.data().asnumpy(), scaler._next_loss_scale
    step(float("inf"))
    np.testing.assert_array_equal(weight.data().asnumpy(), before)
    assert scaler._next_loss_scale == scale / 2
    step()
    assert scaler.loss_scale == scale / 2 and np.abs(weight.data().asnumpy() - before).max() > 0


def test_gradients_do_not_depend_on_the_scale(initialize: Any) -> None:
    initialize("float16")
    parameter = mx.gluon.Parameter("w", shape=(3,))
    parameter.initialize(mx.init.One())
    trainer = mx.gluon.Trainer([parameter], "sgd", {"learning_rate": 1.0})
    amp.init_trainer(trainer)
    trainer._amp_loss_scaler._loss_scale = trainer._amp_loss_scaler._next_loss_scale = 1024.0
    with autograd.record():
        losses = [(parameter.data() * 2).sum(), parameter.data().sum()]
        with amp.scale_loss(losses, trainer) as scaled:
            autograd.backward(scaled)
    np.testing.assert_array_equal(parameter.grad().asnumpy(), [3 * 1024.0] * 3)
    amp.unscale(trainer)
    np.testing.assert_array_equal(parameter.grad().asnumpy(), [3.0] * 3)
    trainer.step(1)
    np.testing.assert_array_equal(parameter.data().asnumpy(), [-2.0] * 3)


def test_losses_with_their_own_gradient_are_scaled(initialize: Any, caplog: pytest.LogCaptureFixture) -> None:
    data, label = mx.nd.array([[1.0, 2.0]]), mx.nd.array([0.0])
    data.attach_grad()
    with autograd.record():
        plain = mx.nd.SoftmaxOutput(data, label)
    plain.backward()
    expected = data.grad.asnumpy() * 2.0 ** 16
    initialize("float16")
    with autograd.record():
        scaled = mx.nd.SoftmaxOutput(data, label)
    scaled.backward()
    np.testing.assert_allclose(data.grad.asnumpy(), expected, rtol=1e-6)
    with caplog.at_level(logging.WARNING):
        mx.sym.SoftmaxOutput(mx.sym.var("data"))
    assert "ignores the loss scale" in caplog.text


def test_scale_grows_after_many_good_steps() -> None:
    parameter = mx.gluon.Parameter("w", shape=(1,))
    parameter.initialize()
    scaler = LossScaler()
    scaler._scale_seq_len = 3
    assert [scaler.has_overflow([parameter]) for _ in range(3)] == [False] * 3
    assert scaler.loss_scale == 2.0 ** 16 and scaler._next_loss_scale == 2.0 ** 17


def test_wrong_use(initialize: Any) -> None:
    parameter = mx.gluon.Parameter("w", shape=(1,))
    parameter.initialize()
    trainer = mx.gluon.Trainer([parameter], "sgd")
    with pytest.raises(AssertionError, match="amp.init()"):
        amp.init_trainer(trainer)
    with pytest.raises(AssertionError, match="float64"):
        initialize("float64")
    initialize()
    with pytest.raises(AssertionError, match="init_trainer"), amp.scale_loss(mx.nd.ones(1), trainer):
        pass
    for call in (amp.init_trainer, amp.unscale):
        with pytest.raises(TypeError, match="gluon.Trainer"):
            call(mx.optimizer.SGD())
        with pytest.raises(TypeError, match="gluon.Trainer"):
            call("sgd")
