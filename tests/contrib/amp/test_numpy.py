"""Mixed precision in NumPy mode: the numbers of the other mode."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.contrib import amp
from mxnet.contrib.amp import _wrapping
from mxnet.gluon import nn


@pytest.fixture(autouse=True)
def _initialized() -> Iterator[None]:
    amp.init("float16")
    yield
    mx.npx.reset_np()
    _wrapping.restore()
    amp.amp._amp_initialized = amp.amp._amp_loss_scale_initialized = False
    amp.amp._loss_scaler = None


def _train(hybrid: bool) -> list[float]:
    """Losses of some steps, by arrays of the mode that is on."""
    arrays = mx.np if mx.util.is_np_array() else mx.nd
    values = onp.random.RandomState(0)
    data, labels = (arrays.array(one, dtype="float32") for one in (values.rand(32, 8), values.randint(0, 3, 32)))
    mx.random.seed(3)
    net = nn.HybridSequential()
    net.add(nn.Dense(16, activation="relu"), nn.BatchNorm(), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, update_on_kvstore=False)
    amp.init_trainer(trainer)
    measure, losses = gluon.loss.SoftmaxCrossEntropyLoss(), []
    for _ in range(20):
        with autograd.record():
            scores = net(data)
            loss = measure(scores, labels)
            with amp.scale_loss(loss, trainer) as scaled:
                autograd.backward(scaled)
        trainer.step(32)
        assert scores.dtype == onp.float16 and type(scores) is type(data)
        losses.append(float(loss.mean()))
    return losses


@pytest.mark.parametrize("hybrid", [False, True])
def test_training_is_the_same_in_both_modes(hybrid: bool) -> None:
    expected = _train(hybrid)
    mx.npx.set_np()
    assert _train(hybrid) == pytest.approx(expected, rel=1e-3)
    assert expected[-1] < 0.8 * expected[0]
