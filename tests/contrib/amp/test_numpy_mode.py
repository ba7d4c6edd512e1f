"""Mixed precision gives the same results with ``mx.np`` and ``mx.nd`` arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, np, npx
from mxnet.contrib import amp
from mxnet.contrib.amp import _wrapping
from mxnet.gluon import nn

HALF = np.float16


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    yield
    npx.reset_np()
    _wrapping.restore()
    amp.amp._amp_initialized = amp.amp._amp_loss_scale_initialized = False
    amp.amp._loss_scaler = None


class Attention(nn.HybridBlock):
    """Self attention with the functions of either array type."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.query, self.key, self.value = (nn.Dense(4, flatten=False, in_units=4) for _ in range(3))
            self.norm = nn.LayerNorm(in_channels=4)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        functions = F.npx if npx.is_np_array() else F
        shares = functions.softmax(functions.batch_dot(self.query(x), self.key(x), transpose_b=True) * 0.5)
        return self.norm(x + functions.batch_dot(shares, self.value(x)))


def _sequential(*layers: Any) -> nn.HybridSequential:
    net = nn.HybridSequential(prefix="net_")
    net.add(*layers)
    return net


NETWORKS = {
    "convolutions": (lambda: _sequential(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(),
                                         nn.Dense(3)), (4, 1, 8, 8)),
    "attention": (lambda: _sequential(Attention(), nn.Dense(3)), (4, 5, 4)),
    "recurrent": (lambda: _sequential(gluon.rnn.LSTM(4, layout="NTC"), nn.Dense(3)), (4, 5, 3)),
}


def _trained(name: str, numpy: bool, hybrid: bool) -> list[onp.ndarray]:
    """Return losses and results of training, and of the converted network."""
    make, shape = NETWORKS[name]
    if numpy:
        npx.set_np()
    array = np.array if numpy else mx.nd.array
    draw = onp.random.RandomState(0)
    data, label = array(draw.normal(size=shape).astype("float32")), array(draw.randint(0, 3, shape[0]))
    net = make()
    net.initialize()
    net(data)
    for parameter in net.collect_params().values():
        if parameter.grad_req != "null":
            parameter.set_data(array(draw.normal(0, 0.3, parameter.shape).astype("float32")))
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, update_on_kvstore=False)
    amp.init_trainer(trainer)
    loss_function, found = gluon.loss.SoftmaxCrossEntropyLoss(), []
    for step in range(3):
        with autograd.record():
            result = net(data)
            loss = loss_function(result, label)
            with amp.scale_loss(loss, trainer) as scaled:
                autograd.backward(scaled)
        if step == 1:
            amp.unscale(trainer)
        trainer.step(shape[0])
        assert isinstance(result, np.ndarray) == numpy and result.dtype == HALF
        found += [result.asnumpy(), loss.asnumpy()]
    if hybrid:
        converted = amp.convert_hybrid_block(net, "float16")(data)
        assert isinstance(converted, np.ndarray) == numpy and converted.dtype == onp.float32
        found.append(converted.asnumpy())
    npx.reset_np()
    return found


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("name", NETWORKS)
def test_training_as_in_the_other_mode(name: str, hybrid: bool) -> None:
    amp.init("float16")
    for ours, wanted in zip(_trained(name, True, hybrid), _trained(name, False, hybrid), strict=True):
        onp.testing.assert_array_equal(ours, wanted)


def test_functions_cast_what_they_are_given() -> None:
    amp.init("float16")
    single, half = np.ones((2, 3)), np.ones((2, 3), dtype="float16")
    assert npx.fully_connected(single, np.ones((4, 3)), np.ones(4), num_hidden=4).dtype == HALF
    for result in (np.exp(half), np.sum(half), half.sum(), npx.softmax(half), np.linalg.norm(half),
                   npx.leaky_relu(half, act_type="elu"), np.dot(half, single.T), np.matmul(single, half.T)):
        assert type(result) is np.ndarray and result.dtype == onp.float32
    for result in (npx.relu(half), npx.leaky_relu(half, act_type="leaky"), half + half, np.dot(half, half.T)):
        assert result.dtype == HALF
    before = np.exp
    _wrapping.restore()
    assert np.exp is not before and np.exp(half).dtype == HALF


def test_symbols_get_casts() -> None:
    amp.init("float16")
    data, weight = mx.sym.var("data").as_np_ndarray(), mx.sym.var("weight").as_np_ndarray()
    layer = mx.sym.npx.fully_connected(data, weight, num_hidden=4, no_bias=True)
    result = mx.sym.np.sum(mx.sym.np.exp(layer))
    assert result.infer_type(data="float32", weight="float32")[1][0] == onp.float32
    assert layer.infer_type(data="float32", weight="float32")[1][0] == HALF
