"""Weights of dense layers are packed: transposed for few rows, for oneDNN if they are large."""

from __future__ import annotations

import numpy as np
import pytest
from pass_graphs import facts, inferred, operators

import mxnet as mx
from mxnet import gluon
from mxnet._graph.packed_kernels import AVAILABLE
from mxnet._graph.passes.packed_dense import packed_dense


def test_dense_weights_are_packed_for_few_rows() -> None:
    net = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), mx.sym.var("b"), num_hidden=3)
    few, many = ({"x": (rows, 5), "w": (3, 5), "b": (3,)} for rows in (1, 64))
    given = facts(parameters=("w", "b"))
    assert operators(packed_dense(inferred(net, **few), given)) == ["_transposed", "_dense_kn"]
    assert operators(packed_dense(inferred(net, **many), given)) == ["FullyConnected"]
    recorded = facts(recording=True, parameters=("w", "b"))
    assert operators(packed_dense(inferred(net, **few), recorded)) == ["FullyConnected"]


@pytest.mark.skipif(not AVAILABLE, reason="this torch has no oneDNN")
@pytest.mark.parametrize("rows", [1, 64])
def test_large_weights_are_packed_for_onednn(rows: int) -> None:
    net = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), mx.sym.var("b"), num_hidden=512)
    net = mx.sym.Activation(net, act_type="relu")
    shapes = {"x": (rows, 32, 16), "w": (512, 512), "b": (512,)}
    graph = packed_dense(inferred(net, **shapes), facts(parameters=("w", "b")))
    assert operators(graph) == ["_packed_dense_weight", "_packed_dense"]
    assert graph.outputs[0][0].params == {"flatten": True, "act": "relu", "limits": ()}
    without = packed_dense(inferred(net, **shapes), facts(recording=True, parameters=("w", "b")))
    assert operators(without) == ["FullyConnected", "Activation"]
    variable = packed_dense(inferred(net, **shapes), facts(parameters=("b",)))
    assert operators(variable) == ["FullyConnected", "Activation"]


@pytest.mark.parametrize("activation", ["relu", "leaky", "gelu", "sigmoid", None])
@pytest.mark.parametrize("flatten, no_bias", [(True, False), (False, True)])
def test_packed_layers_compute_the_same(activation: str | None, flatten: bool, no_bias: bool) -> None:
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(600, flatten=flatten, use_bias=not no_bias))
    if activation is not None:
        layers = {"leaky": gluon.nn.LeakyReLU(0.25), "gelu": gluon.nn.GELU()}
        net.add(layers.get(activation) or gluon.nn.Activation(activation))
    net.initialize(mx.init.Normal(0.1))
    inputs = [mx.nd.random.normal(shape=(rows, 3, 600)) for rows in (2, 1, 40, 2)]
    inputs[2][0, 0, 0] = float("nan")
    expected = [net(x).asnumpy() for x in inputs]
    net.hybridize()
    for x, values in zip(inputs, expected):
        np.testing.assert_allclose(net(x).asnumpy(), values, rtol=2e-5, atol=2e-5)
    net[0].weight.set_data(net[0].weight.data() * 2)
    doubled = net(inputs[0]).asnumpy()
    net.hybridize(False)
    np.testing.assert_allclose(doubled, net(inputs[0]).asnumpy(), rtol=2e-5, atol=2e-5)
