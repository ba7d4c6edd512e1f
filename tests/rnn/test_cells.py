"""Comparison of symbolic cells with MXNet (``golden_symbolic_rnn.py``)."""

from __future__ import annotations

import json
import pathlib

import numpy as np
import pytest
from golden_symbolic_rnn import run, values

import mxnet as mx

GOLDEN = np.load(pathlib.Path(__file__).parent / "golden" / "cells.npz")
FACTS = json.loads(str(GOLDEN["facts"]))


@pytest.mark.filterwarnings("ignore:FusedRNNCell swaps the axes")
@pytest.mark.parametrize("case", FACTS)
def test_names_and_outputs(case: str) -> None:
    expected = FACTS[case]
    facts, results, cell, weights = run(case)
    np.testing.assert_allclose(facts.pop("sums"), expected.pop("sums"), rtol=1e-4, atol=1e-4)
    assert facts == expected
    np.testing.assert_allclose(results, GOLDEN[case], rtol=1e-4, atol=1e-5)
    unpacked = cell.unpack_weights(weights)
    packed = cell.pack_weights(unpacked)
    assert set(packed) == set(weights)
    for name, array in weights.items():
        assert (packed[name].asnumpy() == array.asnumpy()).all()


@pytest.mark.parametrize("mode", ["lstm", "gru", "rnn_tanh", "rnn_relu"])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_unfused_gives_the_same(mode: str, bidirectional: bool) -> None:
    fused = mx.rnn.FusedRNNCell(4, num_layers=2, mode=mode, bidirectional=bidirectional, prefix="net_")
    whole = fused.unroll(3, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)[0]
    data = values(1, (3, 2, 5))
    executor = whole.simple_bind(mx.cpu(), data=data.shape)
    array = executor.arg_dict["net_parameters"]
    array[:] = values(2, array.shape)
    executor.arg_dict["data"][:] = data
    expected = executor.forward()[0].asnumpy()

    stack = fused.unfuse()
    single = stack.unroll(3, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)[0]
    weights = stack.pack_weights(fused.unpack_weights({"net_parameters": array}))
    executor = single.simple_bind(mx.cpu(), data=data.shape)
    executor.copy_params_from(weights, allow_extra_params=False)
    executor.arg_dict["data"][:] = data
    np.testing.assert_allclose(executor.forward()[0].asnumpy(), expected, rtol=1e-4, atol=1e-5)


def test_shared_parameters() -> None:
    first = mx.rnn.LSTMCell(3, prefix="shared_")
    second = mx.rnn.LSTMCell(3, prefix="shared_", params=first.params)
    assert second._iW is first._iW
    with pytest.raises(AssertionError, match="both received params"):
        mx.rnn.SequentialRNNCell(params=mx.rnn.RNNParams("x_")).add(second)


def test_forget_bias_is_initialized() -> None:
    cell = mx.rnn.LSTMCell(2, forget_bias=2.0)
    outputs, _ = cell.unroll(1, [mx.sym.Variable("data")])
    init = mx.init.Xavier()
    bias = mx.nd.zeros((8,))
    init(mx.init.InitDesc("lstm_i2h_bias", attrs=outputs[0].attr_dict()["lstm_i2h_bias"]), bias)
    assert bias.asnumpy().tolist() == [0, 0, 2, 2, 0, 0, 0, 0]


def test_modified_cell_is_not_to_be_called() -> None:
    inner = mx.rnn.GRUCell(3)
    outer = mx.rnn.ResidualCell(inner)
    with pytest.raises(AssertionError, match="'gru_' is wrapped by a modifier cell"):
        inner.begin_state()
    assert [state.name for state in outer.begin_state()] == ["gru_begin_state_0"]


def test_what_cannot_be_stepped() -> None:
    pair = mx.rnn.BidirectionalCell(mx.rnn.RNNCell(2, prefix="a_"), mx.rnn.RNNCell(2, prefix="b_"))
    for cell in (pair, mx.rnn.FusedRNNCell(2)):
        with pytest.raises(NotImplementedError, match="cannot be stepped"):
            cell(mx.sym.Variable("x"), [])
        with pytest.raises(AssertionError, match="zoneout"):
            mx.rnn.ZoneoutCell(cell, 0.5)
    with pytest.raises(AssertionError, match="odd"):
        mx.rnn.ConvRNNCell((1, 2, 4, 4), 2, h2h_kernel=(2, 3))


def test_residual_starts_from_variables() -> None:
    states = mx.rnn.LSTMCell(3).begin_state(func=mx.sym.Variable)
    assert [state.name for state in states] == ["lstm_begin_state_0", "lstm_begin_state_1"]


def test_deprecated_unroll() -> None:
    with pytest.warns(UserWarning, match="deprecated"):
        outputs, _ = mx.rnn.rnn_unroll(mx.rnn.RNNCell(2), 2, mx.sym.Variable("data"))
    assert len(outputs) == 2
