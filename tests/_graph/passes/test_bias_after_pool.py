"""The bias of a convolution is added behind max pooling."""

from __future__ import annotations

import numpy as np
import pytest
from pass_graphs import facts, operators

import mxnet as mx
from mxnet import autograd, nd
from mxnet._graph.passes.bias_after_pool import bias_after_pool


def test_bias_of_a_convolution_moves_behind_max_pooling() -> None:
    layer = mx.sym.Convolution(mx.sym.var("x"), mx.sym.var("w"), mx.sym.var("b"), kernel=(3, 3), num_filter=4)
    net = mx.sym.Pooling(layer, kernel=(2, 2), stride=(2, 2), pool_type="max")
    changed = bias_after_pool(net._graph(), facts(recording=True))
    assert operators(changed) == ["Convolution", "Pooling", "_channel_bias"]
    assert changed.nodes[-1].inputs[1][0].name == "b"
    assert operators(bias_after_pool(net._graph(), facts())) == ["Convolution", "Pooling"]
    twice = mx.sym.Group([net, layer])
    assert operators(bias_after_pool(twice._graph(), facts(recording=True))) == ["Convolution", "Pooling"]
    average = mx.sym.Pooling(layer, kernel=(2, 2), pool_type="avg")
    assert operators(bias_after_pool(average._graph(), facts(recording=True))) == ["Convolution", "Pooling"]


@pytest.mark.parametrize("padding", [(0, 0), (1, 1)])
def test_moved_bias_gives_the_same_values_and_gradients(padding: tuple[int, int]) -> None:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(6, 3), mx.gluon.nn.MaxPool2D(3, 2, padding), mx.gluon.nn.Activation("relu"))
    net.initialize(mx.init.Normal(0.5))
    x = nd.array(np.random.default_rng(3).normal(size=(2, 3, 11, 11)))
    net(x)
    net[0].bias.set_data(nd.array(np.linspace(-2, 2, 6)))
    x.attach_grad()
    results = []
    for hybrid in (False, True):
        net.hybridize(hybrid)
        with autograd.record():
            out = net(x)
        out.backward()
        results.append([out.asnumpy(), *(a.asnumpy() for a in (x.grad, net[0].weight.grad(), net[0].bias.grad()))])
    assert "channel_bias" in net.generated_source
    for eager, compiled in zip(*results, strict=True):
        np.testing.assert_allclose(compiled, eager, rtol=1e-5, atol=1e-5)
