"""Test properties of RNN that samples do not cover: lengths, limits, dropout and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
STEPS, BATCH, INPUT, SIZE, LAYERS = 5, 3, 4, 3, 2
LENGTHS = [5, 2, 3]


def _inputs(mode: str, directions: int, projection: int | None = None) -> list[Any]:
    draw = np.random.RandomState(3)
    width = projection or SIZE
    count = sum(directions * (GATES[mode] * SIZE * ((width * directions if layer else INPUT) + width + 2)
                              + (SIZE * projection if projection else 0)) for layer in range(LAYERS))
    shapes = [(STEPS, BATCH, INPUT), (count,), (LAYERS * directions, BATCH, width)]
    if mode == "lstm":
        shapes.append((LAYERS * directions, BATCH, SIZE))
    return [nd.array(draw.uniform(-1, 1, shape)) for shape in shapes]


def _call(inputs: list[Any], mode: str, directions: int, **params: Any) -> list[Any]:
    return nd.RNN(*inputs, mode=mode, state_size=SIZE, num_layers=LAYERS, bidirectional=directions == 2,
                  state_outputs=True, **params)


@pytest.mark.parametrize("directions", [1, 2])
@pytest.mark.parametrize("mode", GATES)
def test_lengths_end_sequences(mode: str, directions: int) -> None:
    inputs = _inputs(mode, directions)
    together = _call([*inputs, nd.array(LENGTHS)], mode, directions, use_sequence_length=True)
    data, parameters, *states = inputs
    for i, length in enumerate(LENGTHS):
        alone = _call([data[:length, i:i + 1], parameters, *[s[:, i:i + 1] for s in states]], mode, directions)
        np.testing.assert_allclose(together[0][:length, i].asnumpy(), alone[0][:, 0].asnumpy(), atol=1e-6)
        assert (together[0][length:, i].asnumpy() == 0).all()
        for mixed, single in zip(together[1:], alone[1:], strict=True):
            np.testing.assert_allclose(mixed[:, i].asnumpy(), single[:, 0].asnumpy(), atol=1e-6)


@pytest.mark.parametrize("projection", [None, 2])
@pytest.mark.parametrize("directions", [1, 2])
@pytest.mark.parametrize("lengths", [False, True])
def test_large_limits_have_no_effect(directions: int, lengths: bool, projection: int | None) -> None:
    inputs = _inputs("lstm", directions, projection)
    params: dict[str, Any] = {"use_sequence_length": lengths}
    if projection:
        params["projection_size"] = projection
    if lengths:
        inputs.append(nd.array(LENGTHS))
    free = _call(inputs, "lstm", directions, **params)
    limited = _call(inputs, "lstm", directions, lstm_state_clip_min=-100.0, lstm_state_clip_max=100.0, **params)
    for one, other in zip(free, limited, strict=True):
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), atol=1e-6)


def test_limits_bound_the_cell_state() -> None:
    inputs = _inputs("lstm", 1)
    cells = _call(inputs, "lstm", 1, lstm_state_clip_min=-0.1, lstm_state_clip_max=0.2)[2].asnumpy()
    assert cells.min() >= np.float32(-0.1) and cells.max() == pytest.approx(0.2)
    inputs[3][0, 0, 0] = np.nan
    for stop, left in ((False, True), (True, False)):
        results = _call(inputs, "lstm", 1, lstm_state_clip_min=-0.1, lstm_state_clip_max=0.2,
                        lstm_state_clip_nan=stop)
        assert np.isnan(results[2].asnumpy()).any() == left


@pytest.mark.parametrize("mode", ["lstm", "gru"])
def test_dropout_between_layers_in_training_only(mode: str) -> None:
    inputs = _inputs(mode, 2)
    plain = _call(inputs, mode, 2)[0].asnumpy()
    np.testing.assert_array_equal(_call(inputs, mode, 2, p=0.5)[0].asnumpy(), plain)
    drawn = []
    for seed in (1, 1, 2):
        mx.random.seed(seed)
        with autograd.train_mode():
            drawn.append(_call(inputs, mode, 2, p=0.5)[0].asnumpy())
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert abs(drawn[0] - drawn[2]).max() > 1e-3 and abs(drawn[0] - plain).max() > 1e-3


def test_gradient_reaches_projected_layers() -> None:
    inputs = _inputs("lstm", 1, 2)
    inputs[1].attach_grad()
    with autograd.record():
        result = _call(inputs, "lstm", 1, projection_size=2)[0].sum()
    result.backward()
    step, found = 1e-2, inputs[1].grad.asnumpy()
    for place in (0, 100, found.size - 1):
        values = []
        for sign in (1, -1):
            moved = inputs[1].copy()
            moved[place] += sign * step
            values.append(_call([inputs[0], moved, *inputs[2:]], "lstm", 1, projection_size=2)[0].sum().asscalar())
        assert found[place] == pytest.approx((values[0] - values[1]) / (2 * step), rel=2e-2, abs=1e-3)


def test_wrong_shapes_are_named() -> None:
    data, parameters, state = _inputs("gru", 1)
    with pytest.raises(mx.MXNetError, match=r"RNN: parameters must have shape \(\d+,\), received \(7,\)"):
        _call([data, nd.ones(7), state], "gru", 1)
    with pytest.raises(mx.MXNetError, match=r"RNN: state must have shape"):
        _call([data, parameters, state[:1]], "gru", 1)
    with pytest.raises(mx.MXNetError, match=r"rank-3"):
        _call([data[0], parameters, state], "gru", 1)
    with pytest.raises(mx.MXNetError, match=r"projection_size is for lstm"):
        _call([data, parameters, state], "gru", 1, projection_size=2)


def test_projection_may_be_wider_than_the_state() -> None:
    numbers = np.random.RandomState(0)
    net = mx.gluon.rnn.LSTM(2, 2, projection_size=3, input_size=3)
    net.initialize()
    for _, parameter in sorted(net.collect_params().items()):
        parameter.set_data(nd.array(numbers.randn(*parameter.shape) * 0.5))
    result = net(nd.array(numbers.randn(4, 3, 3))).asnumpy()
    # Values of MXNet 1.9.1.
    assert result.ravel()[:4] == pytest.approx([0.14179415, 0.22117321, -0.04533412, 0.12569718], rel=1e-5)
