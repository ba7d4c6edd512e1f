"""Test recurrent layers in compiled networks, where input and batch sizes are inferred from the graph."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import nn, rnn


class Unrolled(mx.gluon.HybridBlock):
    """Unroll a stack of cells over three steps."""

    def __init__(self, *cells: Any) -> None:
        super().__init__()
        with self.name_scope():
            self.stack = rnn.HybridSequentialRNNCell()
        for cell in cells:
            self.stack.add(cell)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.stack.unroll(3, x, merge_outputs=True)[0]


def _networks() -> dict[str, Any]:
    return {
        "rnn_cell": lambda: Unrolled(rnn.RNNCell(4)),
        "lstm_cell": lambda: Unrolled(rnn.LSTMCell(4), rnn.DropoutCell(0.5), rnn.GRUCell(3)),
        "both_ways": lambda: Unrolled(rnn.BidirectionalCell(rnn.LSTMCell(4), rnn.GRUCell(3))),
        "lstm": lambda: rnn.LSTM(4, 2, layout="NTC", bidirectional=True),
        "projection": lambda: rnn.LSTM(4, layout="NTC", projection_size=2),
        "gru": lambda: rnn.GRU(4, 2, layout="NTC"),
    }


def _network(name: str) -> Any:
    network = nn.HybridSequential()
    network.add(nn.Dense(6, flatten=False), _networks()[name](), nn.Dense(2, flatten=False))
    mx.random.seed(7)
    network.initialize(mx.init.Uniform(0.5))
    network.hybridize()
    return network


def _data(batch: int) -> Any:
    return mx.nd.array(np.sin(np.arange(batch * 15)).reshape(batch, 3, 5))


@pytest.mark.parametrize("name", _networks())
def test_deferred_sizes_and_other_batches(name: str, tmp_path: Any) -> None:
    network = _network(name)
    results = {batch: network(_data(batch)).asnumpy() for batch in (2, 4)}
    path = str(tmp_path / name)
    imported = mx.gluon.SymbolBlock.imports(network.export(path)[0], "data", f"{path}-0000.params")
    for batch, wanted in results.items():
        np.testing.assert_allclose(imported(_data(batch)).asnumpy(), wanted, rtol=1e-5, atol=1e-6)
    network.hybridize(False)
    for batch, wanted in results.items():
        np.testing.assert_allclose(network(_data(batch)).asnumpy(), wanted, rtol=1e-5, atol=1e-6)


def test_symbols_evaluate_with_inferred_batch() -> None:
    cell = rnn.RNNCell(2, prefix="x_")
    outputs, _ = cell.unroll(2, mx.sym.var("data"), merge_outputs=True)
    ones = {"x_i2h_weight": mx.nd.ones((2, 3)), "x_h2h_weight": mx.nd.ones((2, 2)), "x_i2h_bias": mx.nd.zeros(2),
            "x_h2h_bias": mx.nd.zeros(2)}
    value = outputs.eval(data=mx.nd.ones((4, 2, 3)), **ones)[0].asnumpy()
    first = np.tanh(3)
    np.testing.assert_allclose(value[:, 0], np.full((4, 2), first), rtol=1e-6)
    np.testing.assert_allclose(value[:, 1], np.full((4, 2), np.tanh(3 + 2 * first)), rtol=1e-6)
