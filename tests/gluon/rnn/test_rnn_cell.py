"""Tests of recurrent cells: unrolling, states, names and modifiers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import rnn

CELLS = [rnn.RNNCell, rnn.LSTMCell, rnn.GRUCell]


def _data(*shape: int) -> Any:
    return mx.nd.array(np.sin(np.arange(np.prod(shape)) * 0.9).reshape(shape))


def _ready(cell: Any) -> Any:
    mx.random.seed(3)
    cell.initialize(mx.init.Uniform(0.5))
    return cell


def _same(first: Any, second: Any) -> None:
    np.testing.assert_allclose(first.asnumpy(), second.asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("kind", CELLS)
def test_unroll_is_steps(kind: Any) -> None:
    cell = _ready(kind(4))
    data = _data(2, 3, 5)
    outputs, states = cell.unroll(3, data)
    own = cell.begin_state(batch_size=2)
    for step in range(3):
        output, own = cell(data[:, step], own)
        _same(outputs[step], output)
    for state, wanted in zip(states, own, strict=True):
        _same(state, wanted)


@pytest.mark.parametrize("kind", CELLS)
def test_layouts_and_merging_agree(kind: Any) -> None:
    cell = _ready(kind(4))
    data = _data(2, 3, 5)
    merged, _ = cell.unroll(3, data, merge_outputs=True)
    steps, _ = cell.unroll(3, [data[:, i] for i in range(3)], merge_outputs=False)
    time_first, _ = cell.unroll(3, data.swapaxes(0, 1), layout="TNC", merge_outputs=True)
    assert merged.shape == (2, 3, 4) and isinstance(steps, list)
    _same(merged, mx.nd.stack(*steps, axis=1))
    _same(merged, time_first.swapaxes(0, 1))


def test_begin_state_is_used() -> None:
    cell = _ready(rnn.GRUCell(4))
    start = [_data(2, 4)]
    outputs, _ = cell.unroll(1, _data(2, 1, 5), begin_state=start)
    _same(outputs[0], cell(_data(2, 1, 5)[:, 0], start)[0])


def test_unroll_wants_as_many_steps_as_it_is_told() -> None:
    with pytest.raises(AssertionError, match="length is 2, but inputs has 3 steps"):
        _ready(rnn.RNNCell(4)).unroll(2, _data(2, 3, 5))
    with pytest.raises(AssertionError, match="unroll needs inputs"):
        rnn.RNNCell(4).unroll(2, None)


@pytest.mark.parametrize("kind", CELLS)
def test_valid_length_ends_sequences(kind: Any) -> None:
    cell = _ready(kind(4))
    data = _data(2, 4, 5)
    outputs, states = cell.unroll(4, data, merge_outputs=True, valid_length=mx.nd.array([4, 2]))
    whole, _ = cell.unroll(4, data, merge_outputs=True)
    short, short_states = cell.unroll(2, data[1:, :2], merge_outputs=True)
    _same(outputs[0], whole[0])
    _same(outputs[1:, :2], short)
    assert not outputs[1, 2:].asnumpy().any()
    for state, wanted in zip(states, short_states, strict=True):
        _same(state[1:], wanted)


@pytest.mark.parametrize("merge", [None, False, True])
@pytest.mark.parametrize("steps", [1, 3])
def test_bidirectional_lengths(merge: bool | None, steps: int) -> None:
    cell = _ready(rnn.BidirectionalCell(rnn.LSTMCell(4), rnn.GRUCell(4)))
    data = _data(2, steps, 5)
    lengths = mx.nd.array([steps, 1])
    outputs, states = cell.unroll(steps, data, merge_outputs=merge, valid_length=lengths)
    if isinstance(outputs, list):
        outputs = mx.nd.stack(*outputs, axis=1)
    first, _ = cell.unroll(steps, data[:1], merge_outputs=True)
    second, _ = cell.unroll(1, data[1:, :1], merge_outputs=True)
    _same(outputs[:1], first)
    _same(outputs[1:, :1], second)
    assert not outputs[1, 1:].asnumpy().any()
    assert len(states) == 3


def test_bidirectional_cannot_be_stepped() -> None:
    cell = rnn.BidirectionalCell(rnn.RNNCell(4), rnn.RNNCell(4))
    with pytest.raises(NotImplementedError, match="unroll"):
        cell(_data(2, 5), cell.begin_state(batch_size=2))
    stack = rnn.SequentialRNNCell()
    stack.add(cell)
    with pytest.raises(AssertionError, match="unroll"):
        stack(_data(2, 5), stack.begin_state(batch_size=2))


@pytest.mark.parametrize("kind", [rnn.SequentialRNNCell, rnn.HybridSequentialRNNCell])
def test_stack(kind: Any) -> None:
    stack = kind(prefix="s_")
    with stack.name_scope():
        stack.add(rnn.LSTMCell(6))
        stack.add(rnn.DropoutCell(0.5))
        stack.add(rnn.GRUCell(4))
    _ready(stack)
    data = _data(2, 3, 5)
    outputs, states = stack.unroll(3, data)
    own = stack.begin_state(batch_size=2)
    for step in range(3):
        output, own = stack(data[:, step], own)
        _same(outputs[step], output)
    assert [s.shape for s in states] == [i["shape"] for i in stack.state_info(2)] == [(2, 6), (2, 6), (2, 4)]
    assert len(stack) == 3 and isinstance(stack[2], rnn.GRUCell)
    assert "s_lstm0_i2h_weight" in stack.collect_params()


def test_hybrid_stack_takes_hybrid_cells_only() -> None:
    with pytest.raises(ValueError, match="HybridBlock"):
        rnn.HybridSequentialRNNCell().add(rnn.SequentialRNNCell())


@pytest.mark.parametrize("kind", CELLS)
def test_residual_adds_the_input(kind: Any) -> None:
    base = _ready(kind(5, prefix="x_"))
    data = _data(2, 3, 5)
    plain, _ = base.unroll(3, data, merge_outputs=True)
    cell = rnn.ResidualCell(base)
    outputs, _ = cell.unroll(3, data, merge_outputs=True)
    _same(outputs, plain + data)
    step, _ = cell(data[:, 0], cell.begin_state(func=mx.nd.zeros, batch_size=2))
    _same(step, outputs[:, 0])


def test_modified_cells_are_not_called_themselves() -> None:
    base = rnn.RNNCell(4, prefix="x_")
    cell = rnn.ZoneoutCell(base, 0.1, 0.2)
    assert cell.prefix == "x_zoneout"
    assert repr(cell) == "ZoneoutCell(p_out=0.1, p_state=0.2, RNNCell(None -> 4, tanh))"
    with pytest.raises(AssertionError, match="modifier cell"):
        base.begin_state()
    with pytest.raises(AssertionError, match="already inside another modifier cell"):
        rnn.ResidualCell(base)
    assert cell.begin_state(func=mx.nd.zeros, batch_size=2)[0].shape == (2, 4)
    assert list(cell.collect_params()) == list(base.collect_params())


def test_zoneout_keeps_previous_values() -> None:
    cell = rnn.ZoneoutCell(_ready(rnn.RNNCell(50)), 0.5, 0.5)
    data, start = _data(4, 2, 5), [_data(4, 50)]
    with mx.autograd.record():
        outputs, states = cell.unroll(2, data, begin_state=start)
    first, second = outputs[0].asnumpy(), outputs[1].asnumpy()
    assert 0.3 < (first == 0).mean() < 0.7
    kept = (second == first).mean()
    assert 0.3 < kept < 0.7
    assert 0.1 < (states[0].asnumpy() == start[0].asnumpy()).mean() < 0.45
    quiet, _ = cell.unroll(2, data, begin_state=start)
    assert not (quiet[0].asnumpy() == 0).any()


def test_zoneout_is_not_for_both_directions() -> None:
    pair = rnn.BidirectionalCell(rnn.RNNCell(4), rnn.RNNCell(4))
    stack = rnn.SequentialRNNCell()
    stack.add(pair)
    for base in (pair, stack):
        with pytest.raises(AssertionError, match="zoneout"):
            rnn.ZoneoutCell(base)


def test_dropout_cell() -> None:
    cell = rnn.DropoutCell(0.5, axes=(1,))
    assert repr(cell) == "DropoutCell(rate=0.5, axes=(1,))" and cell.state_info() == []
    data = mx.nd.ones((2, 30, 5))
    with mx.autograd.record():
        merged, states = cell.unroll(30, data, merge_outputs=True)
        steps, _ = rnn.DropoutCell(0.5).unroll(30, data, merge_outputs=False)
    assert states == [] and len(steps) == 30
    assert set(np.unique(merged.asnumpy())) == {0.0, 2.0}
    assert (merged.asnumpy() == merged.asnumpy()[:, :1]).all()
    with pytest.raises(AssertionError, match="rate must be a number"):
        rnn.DropoutCell("half")  # type: ignore[arg-type]


def test_activation_may_be_a_block() -> None:
    cell = _ready(rnn.RNNCell(4, activation=mx.gluon.nn.LeakyReLU(0.3)))
    data = _data(2, 5)
    output, _ = cell(data, cell.begin_state(batch_size=2))
    plain = mx.nd.dot(data, cell.i2h_weight.data().T)
    _same(output, mx.nd.LeakyReLU(plain, act_type="leaky", slope=0.3))


def test_names_in_symbols() -> None:
    cell = rnn.LSTMCell(4, prefix="x_")
    outputs, states = cell.unroll(2, [mx.sym.var("a"), mx.sym.var("b")])
    assert [o.list_outputs()[0] for o in outputs] == ["x_t0_out_output", "x_t1_out_output"]
    assert states[1].list_outputs() == ["x_t1_state_output"]
    internals = outputs[0].get_internals().list_outputs()
    assert {"x_begin_state_0_output", "x_begin_state_1_output", "x_t0_slice_output3", "x_t0_activation0_output"} <= set(
        internals)
    _, shapes, _ = mx.sym.Group(outputs).infer_shape(a=(3, 5), b=(3, 5))
    assert shapes == [(3, 4), (3, 4)]


def test_grouped_symbols_are_refused() -> None:
    with pytest.raises(AssertionError, match="grouped symbol"):
        rnn.RNNCell(4).unroll(2, mx.sym.Group([mx.sym.var("a"), mx.sym.var("b")]))


def test_save_and_load(tmp_path: Any) -> None:
    def stack() -> Any:
        cells = rnn.HybridSequentialRNNCell()
        cells.add(rnn.BidirectionalCell(rnn.LSTMCell(4), rnn.GRUCell(4)))
        cells.add(rnn.ResidualCell(rnn.RNNCell(8)))
        return cells

    data = _data(2, 3, 5)
    cells = _ready(stack())
    wanted, _ = cells.unroll(3, data, merge_outputs=True)
    cells.save_parameters(str(tmp_path / "cells.params"))
    other = stack()
    other.load_parameters(str(tmp_path / "cells.params"))
    _same(other.unroll(3, data, merge_outputs=True)[0], wanted)
