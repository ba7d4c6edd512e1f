"""Relu overwrites what nobody else needs."""

from __future__ import annotations

from pass_graphs import convolution, facts, operators

import mxnet as mx
from mxnet._graph.passes.inplace_activation import inplace_activation


def test_relu_overwrites_fresh_results_only() -> None:
    net = mx.sym.relu(convolution(mx.sym.var("x")))
    assert operators(inplace_activation(net._graph(), facts())) == ["Convolution", "_relu_inplace"]
    plain = mx.sym.relu(mx.sym.var("x"))
    assert operators(inplace_activation(plain._graph(), facts())) == ["relu"]
    convolved = convolution(mx.sym.var("x"))
    shared = mx.sym.Group([mx.sym.relu(convolved), convolved])
    assert operators(inplace_activation(shared._graph(), facts())) == ["Convolution", "relu"]
