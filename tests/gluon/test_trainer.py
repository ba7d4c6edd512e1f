"""Tests of the trainer: steps, learning rates, several devices, states and stale gradients."""

import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def parameter(value: float = 1.0, ctx=None, **kwargs) -> gluon.Parameter:
    made = gluon.Parameter("x", shape=(1,), **kwargs)
    made.initialize(mx.init.Constant(value), ctx=ctx)
    return made


def backward(param: gluon.Parameter, factor: float = 1.0) -> None:
    with autograd.record():
        losses = [data * factor for data in param.list_data()]
    for loss in losses:
        loss.backward()


def test_sgd_formula_with_momentum_and_decay() -> None:
    """Compare with MXNet 1.9.1: mom = 0.9 mom - lr (g / batch + wd w)."""
    param = parameter()
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01})
    weight, momentum = 1.0, 0.0
    for _ in range(3):
        backward(param, 4.0)
        trainer.step(2)
        momentum = 0.9 * momentum - 0.1 * (2.0 + 0.01 * weight)
        weight += momentum
        assert param.data().asscalar() == pytest.approx(weight, rel=1e-5)


@pytest.mark.parametrize("clip", [None, 0.5])
def test_adam_formula(clip: float | None) -> None:
    param = parameter()
    trainer = gluon.Trainer([param], "adam", {"learning_rate": 0.1, "wd": 0.1, "clip_gradient": clip})
    weight, mean, var = 1.0, 0.0, 0.0
    for step in range(1, 4):
        backward(param, 4.0)
        trainer.step(2)
        grad = 2.0 + 0.1 * weight
        grad = grad if clip is None else min(max(grad, -clip), clip)
        mean, var = 0.9 * mean + 0.1 * grad, 0.999 * var + 0.001 * grad * grad
        rate = 0.1 * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        weight -= rate * mean / (np.sqrt(var) + 1e-8)
        assert param.data().asscalar() == pytest.approx(weight, rel=1e-4)


def test_multipliers_and_rate_changes() -> None:
    param = parameter(lr_mult=2.0)
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 0.1})
    backward(param)
    trainer.step(1)
    assert param.data().asscalar() == pytest.approx(0.8)
    trainer.set_learning_rate(0.2)
    assert trainer.learning_rate == 0.2
    param.lr_mult = 1.0
    backward(param)
    trainer.step(1)
    assert param.data().asscalar() == pytest.approx(0.6)


def test_gradients_of_several_devices_are_added() -> None:
    contexts = [mx.gpu(0), mx.gpu(1)]
    param = parameter(ctx=contexts)
    trainer = gluon.Trainer([param], "sgd", {"learning_rate": 0.1})
    backward(param)
    trainer.step(1)
    for ctx in contexts:
        assert param.data(ctx).context == ctx
        assert param.data(ctx).asscalar() == pytest.approx(0.8)


def test_stale_gradients() -> None:
    used, unused = parameter(), parameter()
    unused.name = "unused"
    trainer = gluon.Trainer([used, unused], "sgd", {"learning_rate": 0.1})
    backward(used)
    with pytest.raises(UserWarning, match="`unused` on context cpu.0. has not been updated"):
        trainer.step(1)
    backward(used)
    trainer.step(1, ignore_stale_grad=True)
    assert unused.data().asscalar() == 1


@pytest.mark.parametrize("name", ["sgd", "adam"])
def test_states_survive_a_file(name: str, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "trainer.states")
    options = {"learning_rate": 0.1} | ({"momentum": 0.9} if name == "sgd" else {})
    one, two = parameter(), parameter()
    first = gluon.Trainer([one], name, dict(options))
    for _ in range(2):
        backward(one)
        first.step(1)
    first.save_states(path)
    two.set_data(one.data())
    second = gluon.Trainer([two], name, dict(options))
    second.load_states(path)
    for param, trainer in ((one, first), (two, second)):
        backward(param)
        trainer.step(1)
    assert one.data().asscalar() == two.data().asscalar()


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="dict or list of Parameter, received"):
        gluon.Trainer(5, "sgd")
    with pytest.raises(ValueError, match="Cannot find optimizer nonsense"):
        gluon.Trainer([parameter()], "nonsense")


@pytest.mark.parametrize("options", [{"kvstore": "dist_sync"}, {"kvstore": "dist_async"}])
def test_what_cannot_be_done_is_refused(options: dict) -> None:
    with pytest.raises(mx.MXNetError, match="mxnet launch"):
        gluon.Trainer([parameter()], "sgd", **options)


def test_linear_regression_converges() -> None:
    net = nn.Dense(1)
    net.initialize()
    x = nd.random.normal(shape=(200, 2))
    y = nd.dot(x, nd.array([[2.0], [-3.4]])) + 4.2
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.2})
    loss = gluon.loss.L2Loss()
    for _ in range(100):
        with autograd.record():
            error = loss(net(x), y)
        error.backward()
        trainer.step(200)
    assert net.weight.data().asnumpy().ravel() == pytest.approx([2, -3.4], abs=0.01)
    assert net.bias.data().asscalar() == pytest.approx(4.2, abs=0.01)
