"""Relu is applied to the smaller result of max pooling."""

from __future__ import annotations

from pass_graphs import facts, operators

import mxnet as mx
from mxnet._graph.passes.pool_before_relu import pool_before_relu


def test_relu_moves_behind_max_pooling() -> None:
    relu = mx.sym.Activation(mx.sym.var("x"), act_type="relu")
    net = mx.sym.Pooling(relu, kernel=(2, 2), pool_type="max")
    assert operators(pool_before_relu(net._graph(), facts())) == ["Pooling", "Activation"]
    average = mx.sym.Pooling(relu, kernel=(2, 2), pool_type="avg")
    assert operators(pool_before_relu(average._graph(), facts())) == ["Activation", "Pooling"]
    twice = mx.sym.Group([net, relu])
    assert operators(pool_before_relu(twice._graph(), facts())) == ["Activation", "Pooling"]
