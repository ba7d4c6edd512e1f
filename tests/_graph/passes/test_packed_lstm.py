"""Test that the weights of LSTM layers are packed for prediction."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from mxnet import autograd, gluon, nd, sym
from mxnet._graph.passes import packed_lstm
from mxnet._graph.passes.packed_lstm import LSTM_AVAILABLE
from mxnet.gluon import rnn

pytestmark = pytest.mark.skipif(not LSTM_AVAILABLE, reason="torch has no packed LSTM here")


def _results(net: Any, data: nd.NDArray, states: list[nd.NDArray] | None) -> list[np.ndarray]:
    if states is None:
        return [net(data).asnumpy()]
    output, finals = net(data, states)
    return [output.asnumpy(), *[state.asnumpy() for state in finals]]


@pytest.mark.parametrize("layout", ["TNC", "NTC"])
@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("given", [False, True])
def test_results_equal_those_of_the_layer(layout: str, bidirectional: bool, layers: int, given: bool) -> None:
    net = rnn.LSTM(7, layers, layout=layout, bidirectional=bidirectional, dropout=0.3)
    net.initialize()
    for batch, length in ((2, 5), (1, 1), (6, 3)):
        data = nd.random.normal(shape=(length, batch, 4) if layout == "TNC" else (batch, length, 4))
        states = [nd.random.normal(shape=(layers * (1 + bidirectional), batch, 7)) for _ in range(2)] if given else None
        net.hybridize(active=False)
        expected = _results(net, data, states)
        net.hybridize()
        for one, other in zip(_results(net, data, states), expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-7)
        assert "packed_lstm(" in net.generated_source


def test_new_weights_are_packed_again() -> None:
    net = rnn.LSTM(5)
    net.initialize()
    net.hybridize()
    data = nd.random.normal(shape=(3, 2, 4))
    before = net(data).asnumpy()
    net.l0_h2h_bias.set_data(nd.ones(20))
    changed = net(data).asnumpy()
    assert np.abs(changed - before).max() > 1e-2
    net.l0_i2h_weight.data()[:] *= 2
    net.hybridize(active=False)
    expected = net(data).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(data).asnumpy(), expected, rtol=1e-6, atol=1e-7)


def test_recorded_layers_and_other_cells_stay() -> None:
    net = rnn.LSTM(5)
    net.initialize()
    net.hybridize()
    with autograd.record():
        net(nd.ones((3, 2, 4)))
    assert "packed_lstm(" not in net.generated_source
    for other in (rnn.GRU(5), rnn.RNN(5), rnn.LSTM(5, projection_size=3), rnn.LSTM(5, use_sequence_length=True)):
        other.initialize()
        other.hybridize()
        data = [nd.ones((3, 2, 4))]
        if other._use_sequence_length:
            data.append(nd.array([3, 1]))
        other(data[0], other.begin_state(2), *data[1:])
        assert "packed_lstm(" not in other.generated_source


def test_weights_that_are_inputs_stay() -> None:
    net = sym.RNN(sym.var("data"), sym.var("weights"), sym.var("h"), sym.var("c"), mode="lstm", state_size=3,
                  num_layers=1)
    block = gluon.SymbolBlock(net, [sym.var(name) for name in ("data", "weights", "h", "c")])
    block.hybridize()
    arguments = [nd.random.normal(shape=shape) for shape in ((4, 2, 3), (96,), (1, 2, 3), (1, 2, 3))]
    first = block(*arguments).asnumpy()
    arguments[1] += 1
    assert np.abs(block(*arguments).asnumpy() - first).max() > 1e-2
    assert "packed_lstm(" not in block.generated_source


def test_without_the_layer_of_onednn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[packed_lstm.__module__], "LSTM_AVAILABLE", False)
    net = rnn.LSTM(5)
    net.initialize()
    net.hybridize()
    net(nd.ones((3, 2, 4)))
    assert "packed_lstm(" not in net.generated_source
