"""Test layers of 16 bits that are computed in single precision."""

import sys
from typing import Any

import numpy as np
import pytest
import torch

from mxnet import autograd, gluon, nd, sym
from mxnet._graph.passes import single_products
from mxnet._ops import low_precision
from mxnet.gluon import nn


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (low_precision, sys.modules[single_products.__module__]):
        monkeypatch.setattr(module, "SLOW", frozenset({torch.float16, torch.bfloat16}))


def _network(dtype: str) -> tuple[Any, nd.NDArray]:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.Conv2DTranspose(2, 2), nn.Dense(3))
    net.initialize()
    data = nd.random.normal(shape=(2, 3, 6, 6))
    net(data)
    net.cast(dtype)
    net.hybridize()
    return net, data.astype(dtype)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_weights_are_converted_once(dtype: str) -> None:
    net, data = _network(dtype)
    result = net(data)
    assert result.dtype == data.dtype
    source = net.generated_source
    assert "_single" in source
    prepared = source[source.index("def prepare"):source.index("def forward")]
    assert prepared.count("_single = ") >= 4  # the weights and biases, not the data
    net.hybridize(active=False)
    np.testing.assert_allclose(result.astype("float32").asnumpy(), net(data).astype("float32").asnumpy(), rtol=0.05,
                               atol=0.02)


def test_new_weights_are_used() -> None:
    net, data = _network("float16")
    before = net(data).asnumpy()
    net[-1].weight.set_data(net[-1].weight.data() * 2)
    assert np.abs(net(data).asnumpy() - before).max() > 1e-3


def test_recorded_layers_stay() -> None:
    net, data = _network("float16")
    with autograd.record():
        loss = net(data).sum()
    loss.backward()
    assert "_single" not in net.generated_source
    assert net[0].weight.grad().dtype == np.float16 and np.isfinite(net[0].weight.grad().asnumpy()).all()


def test_networks_of_single_precision_stay() -> None:
    net, data = _network("float32")
    net(data)
    assert "_single" not in net.generated_source


def test_trained_with_a_trainer() -> None:
    net, data = _network("float16")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "multi_precision": True})
    losses = []
    for _ in range(5):
        with autograd.record():
            loss = ((net(data) - 1) ** 2).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    assert losses[-1] < losses[0]


def test_float16_stays_in_single_precision_between_layers() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(),
            nn.Conv2D(8, 3, padding=1, groups=8), nn.Dense(3))
    net.initialize()
    data = nd.random.normal(shape=(2, 3, 6, 6))
    expected = net(data).asnumpy()
    net.cast("float16")
    net.hybridize()
    result = net(data.astype("float16"))
    assert result.dtype == np.float16
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=0.01, atol=0.002)
    source = net.generated_source
    forward = source[source.index("def forward"):]
    assert "batchnorm(" not in forward and forward.count("float16") == 1  # folded; one conversion at the end


def test_results_in_16_bits_are_outputs() -> None:
    data, weight = sym.var("data"), sym.var("weight")
    layer = sym.FullyConnected(data, weight, no_bias=True, num_hidden=4, name="layer")
    net = gluon.SymbolBlock(sym.Group([sym.exp(layer), sym.relu(layer), layer]), data)
    net.initialize()
    net.cast("float16")
    x = nd.random.normal(shape=(2, 5), dtype="float16")
    expected = [one.asnumpy() for one in net(x)]
    net.hybridize()
    for one, wanted in zip(net(x), expected, strict=True):
        assert one.dtype == np.float16
        np.testing.assert_allclose(one.asnumpy(), wanted, rtol=0.005, atol=1e-5)


def _mixed(weight: sym.Symbol, parameter: sym.Symbol) -> Any:
    """Return a block with a layer that mixed precision computes in float16, and another user of its weight."""
    data = sym.var("data")
    layer = sym.FullyConnected(sym.amp_cast(data, dtype="float16"), weight, no_bias=True, num_hidden=4, name="layer")
    net = gluon.SymbolBlock(sym.Group([sym.amp_cast(layer, dtype="float32"), parameter * 2]), data)
    net.initialize()
    net.hybridize()
    return net


def test_training_uses_weights_in_single_precision() -> None:
    parameter = sym.var("weight", shape=(4, 5))
    net = _mixed(sym.amp_cast(parameter, dtype="float16"), parameter)
    x = nd.random.normal(shape=(2, 5))
    weight = net.collect_params()["weight"]
    with autograd.record():
        result, double = net(x)
        (nd.sum(result) + nd.sum(double)).backward()
    assert "layer_single = " in net.generated_source and "weight_amp_cast" not in net.generated_source
    half = x.astype("float16").astype("float32").asnumpy()
    expected = (half @ weight.data().asnumpy().T).astype("float16")
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-3, atol=1e-4)
    # The gradient of the sum is not rounded to float16.
    np.testing.assert_allclose(weight.grad().asnumpy(), np.tile(half.sum(0) + 2, (4, 1)), rtol=1e-6)


def test_gradients_of_results_overflow_as_in_float16() -> None:
    parameter = sym.var("weight", shape=(4, 5))
    net = _mixed(sym.amp_cast(parameter, dtype="float16"), parameter)
    with autograd.record():
        result, _ = net(nd.ones((2, 5)))
        loss = result * 1e6
    loss.backward()
    assert not np.isfinite(net.collect_params()["weight"].grad().asnumpy()).any()


def test_weights_that_the_program_rounds_stay_rounded() -> None:
    parameter = sym.var("weight", shape=(4, 5))
    net = _mixed(sym.Cast(parameter, dtype="float16"), parameter)
    with autograd.record():
        net(nd.ones((2, 5)))
    assert "layer_single" not in net.generated_source
