"""Convolutions run channels last."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pass_graphs import convolution, facts, inferred, operators

import mxnet as mx
from mxnet._graph.passes.channels_last import channels_last


def test_convolutions_run_channels_last() -> None:
    net = convolution(mx.sym.relu(convolution(mx.sym.var("x"))))
    shapes = {"x": (2, 4, 16, 16), "w": (4, 4, 3, 3)}
    assert operators(channels_last(inferred(net, **shapes), facts())) == [
        "_channels_last", "Convolution", "relu", "Convolution"]


def _deep(size: int, kernel: int) -> tuple[mx.sym.Symbol, dict[str, tuple[int, ...]]]:
    """Return two convolutions, of which the second has 512 channels."""
    options: dict[str, Any] = {"num_filter": 512, "no_bias": True}
    net = mx.sym.Convolution(mx.sym.var("x"), mx.sym.var("v"), kernel=(3, 3), pad=(1, 1), **options)
    net = mx.sym.Convolution(mx.sym.relu(net), mx.sym.var("w"), kernel=(kernel, kernel), **options)
    return net, {"x": (1, 4, size, size), "v": (512, 4, 3, 3), "w": (512, 512, kernel, kernel)}


@pytest.mark.parametrize(("size", "kernel", "recording", "converts"), [
    (4, 3, True, True), (4, 3, False, False), (4, 1, True, False), (8, 3, True, False)])
def test_large_weights_stay_in_training(size: int, kernel: int, recording: bool, converts: bool) -> None:
    net, shapes = _deep(size, kernel)
    found = operators(channels_last(inferred(net, **shapes), facts(training=recording, recording=recording)))
    assert ("_channels_first" in found) is converts


def test_layers_in_both_formats_have_the_gradients_of_one_format() -> None:
    net, shapes = _deep(4, 3)
    net = mx.sym.sum(mx.sym.Convolution(mx.sym.relu(net), kernel=(1, 1), num_filter=2, no_bias=True) ** 2)
    block = mx.gluon.SymbolBlock(net, mx.sym.var("x"))
    block.initialize(mx.init.Normal(0.05))
    x = mx.nd.random.normal(shape=shapes["x"])
    gradients = []
    for active in (False, True):
        block.hybridize(active)
        with mx.autograd.record():
            loss = block(x)
        loss.backward()
        gradients.append([p.grad().asnumpy() for p in block.collect_params().values()])
    assert "channels_first(" in block.generated_source
    for one, other in zip(*gradients, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5 * np.abs(other).max())
