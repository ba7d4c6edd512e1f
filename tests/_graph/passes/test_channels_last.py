"""Convolutions run channels last."""

from __future__ import annotations

from pass_graphs import convolution, facts, inferred, operators

import mxnet as mx
from mxnet._graph.passes.channels_last import channels_last


def test_convolutions_run_channels_last() -> None:
    net = convolution(mx.sym.relu(convolution(mx.sym.var("x"))))
    shapes = {"x": (2, 4, 16, 16), "w": (4, 4, 3, 3)}
    assert operators(channels_last(inferred(net, **shapes), facts())) == [
        "_channels_last", "Convolution", "relu", "Convolution"]
