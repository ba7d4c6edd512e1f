"""Convolutions with packed weights apply activations and add residuals themselves, for prediction."""

from __future__ import annotations

import pytest
from pass_graphs import convolution, facts, inferred, operators

import mxnet as mx
from mxnet._graph.packed_kernels import AVAILABLE
from mxnet._graph.passes.channels_last import channels_last
from mxnet._graph.passes.packed_convolution import packed_convolution

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="torch was built without oneDNN")


def packed(net: mx.sym.Symbol, recording: bool = False) -> list[str]:
    given = facts(recording=recording, parameters=("u", "v", "w"))
    graph = channels_last(inferred(net, x=(1, 4, 16, 16)), given)
    found = operators(packed_convolution(graph, given))
    return [name for name in found if name not in ("_channels_last", "_packed_weight")]


def second(data: mx.sym.Symbol) -> mx.sym.Symbol:
    return mx.sym.Convolution(data, mx.sym.var("v"), kernel=(3, 3), pad=(1, 1), num_filter=4, no_bias=True)


def test_relu_is_part_of_the_convolution() -> None:
    layer = convolution(mx.sym.var("x"))
    assert packed(mx.sym.Activation(layer, act_type="relu")) == ["_packed_convolution"]
    assert packed(layer) == ["_packed_convolution"]
    assert packed(layer, recording=True) == ["Convolution"]


def test_a_residual_that_nobody_else_needs_is_written_to() -> None:
    shortcut = mx.sym.Convolution(mx.sym.var("x"), mx.sym.var("u"), kernel=(3, 3), num_filter=4, no_bias=True)
    branch = second(mx.sym.Activation(convolution(mx.sym.var("x")), act_type="relu"))
    net = mx.sym.Activation(branch + shortcut, act_type="relu")
    assert sorted(packed(net)) == ["_packed_convolution", "_packed_convolution", "_packed_convolution_onto"]
    assert "_packed_convolution_onto" not in packed(mx.sym.Group([net, shortcut]))


def test_the_data_of_the_convolution_is_not_written_to() -> None:
    data = mx.sym.Activation(convolution(mx.sym.var("x")), act_type="relu")
    assert "_packed_convolution_onto" not in packed(mx.sym.Activation(second(data) + data, act_type="relu"))
