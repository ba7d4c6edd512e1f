"""Tests of recurrent layers: comparison with cells, names, files, lengths, states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import rnn

LAYERS: dict[str, Any] = {
    "relu": lambda **options: rnn.RNN(4, **options),
    "tanh": lambda **options: rnn.RNN(4, activation="tanh", **options),
    "lstm": lambda **options: rnn.LSTM(4, **options),
    "gru": lambda **options: rnn.GRU(4, **options),
}
STEPS, BATCH, CHANNELS = 3, 2, 5


def _data(*shape: int) -> Any:
    return mx.nd.array(np.sin(np.arange(np.prod(shape)) * 0.9).reshape(shape))


def _ready(layer: Any) -> Any:
    mx.random.seed(5)
    layer.initialize(mx.init.Uniform(0.5))
    return layer


def _same(first: Any, second: Any, tolerance: float = 1e-6) -> None:
    np.testing.assert_allclose(first.asnumpy(), second.asnumpy(), rtol=1e-5, atol=tolerance)


@pytest.mark.parametrize("both_ways", [False, True])
@pytest.mark.parametrize("kind", LAYERS)
def test_layer_is_its_cells(kind: str, both_ways: bool) -> None:
    layer = _ready(LAYERS[kind](num_layers=2, bidirectional=both_ways, input_size=CHANNELS))
    cells = layer._unfuse()
    data = _data(STEPS, BATCH, CHANNELS)
    results = []
    for run in (lambda: layer(data), lambda: cells.unroll(STEPS, data, layout="TNC", merge_outputs=True)[0]):
        data.attach_grad()
        with mx.autograd.record():
            output = run()
            total = (output * output).sum()
        total.backward()
        gradients = {name: p.grad().copy() for name, p in layer.collect_params().items()}
        results.append((output, data.grad.copy(), gradients))
    (output, gradient, gradients), (wanted, wanted_gradient, wanted_gradients) = results
    _same(output, wanted)
    _same(gradient, wanted_gradient, 1e-5)
    for name, value in gradients.items():
        _same(value, wanted_gradients[name], 1e-5)


@pytest.mark.parametrize("kind", LAYERS)
def test_layouts_agree(kind: str) -> None:
    first, second = LAYERS[kind](prefix="x_"), LAYERS[kind](prefix="x_", layout="NTC")
    data = _data(STEPS, BATCH, CHANNELS)
    output = _ready(first)(data)
    _ready(second)(data.swapaxes(0, 1))
    for name, parameter in second.collect_params().items():
        parameter.set_data(first.collect_params()[name].data())
    _same(second(data.swapaxes(0, 1)).swapaxes(0, 1), output)


@pytest.mark.parametrize("hybrid", [False, True])
def test_states_come_back_when_they_are_given(hybrid: bool) -> None:
    layer = _ready(rnn.LSTM(4, 2))
    if hybrid:
        layer.hybridize()
    data = _data(STEPS, BATCH, CHANNELS)
    alone = layer(data)
    output, states = layer(data, layer.begin_state(batch_size=BATCH))
    assert [s.shape for s in states] == [(2, BATCH, 4)] * 2
    _same(output, alone)
    _same(layer(data), alone)
    _same(output[-1], states[0][-1])
    gru = _ready(rnn.GRU(4))
    output, states = gru(data, mx.nd.ones((1, BATCH, 4)))
    assert len(states) == 1


def test_halves_of_a_sequence_through_states() -> None:
    layer = _ready(rnn.GRU(4))
    data = _data(4, BATCH, CHANNELS)
    whole = layer(data)
    first, states = layer(data[:2], layer.begin_state(batch_size=BATCH))
    second, _ = layer(data[2:], states)
    _same(whole, mx.nd.concat(first, second, dim=0))


def test_wrong_state_shape() -> None:
    layer = _ready(rnn.GRU(4))
    with pytest.raises(ValueError, match=r"states of shape \(1, 2, 4\), received \(1, 3, 4\)"):
        layer(_data(STEPS, BATCH, CHANNELS), mx.nd.zeros((1, 3, 4)))


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("kind", LAYERS)
def test_sequence_length(kind: str, hybrid: bool) -> None:
    layer = _ready(LAYERS[kind](bidirectional=True, use_sequence_length=True, input_size=CHANNELS, prefix="x_"))
    plain = LAYERS[kind](bidirectional=True, input_size=CHANNELS, prefix="x_", params=layer.collect_params())
    if hybrid:
        layer.hybridize()
    data = _data(STEPS, BATCH, CHANNELS)
    output, states = layer(data, layer.begin_state(batch_size=BATCH), mx.nd.array([3, 2]))
    short, short_states = plain(data[:2, 1:], plain.begin_state(batch_size=1))
    _same(output[:, :1], plain(data[:, :1]))
    _same(output[:2, 1:], short)
    assert not output[2, 1].asnumpy().any()
    for state, wanted in zip(states, short_states, strict=True):
        _same(state[:, 1:], wanted)


def test_projection_gradients_against_differences() -> None:
    layer = _ready(rnn.LSTM(4, projection_size=3, input_size=CHANNELS))
    assert [i["shape"] for i in layer.state_info(2)] == [(1, 2, 3), (1, 2, 4)]
    data = _data(STEPS, BATCH, CHANNELS)
    with mx.autograd.record():
        output = layer(data)
        total = (output * output).sum()
    total.backward()
    assert output.shape == (STEPS, BATCH, 3)
    weight = layer.l0_h2r_weight
    value, step = weight.data().asnumpy(), 1e-2
    for place in ((0, 0), (2, 3)):
        sums = []
        for sign in (1, -1):
            moved = value.copy()
            moved[place] += sign * step
            weight.set_data(mx.nd.array(moved))
            sums.append(float((layer(data) ** 2).sum().asscalar()))
        np.testing.assert_allclose(weight.grad().asnumpy()[place], (sums[0] - sums[1]) / (2 * step), rtol=2e-2,
                                   atol=1e-3)


def test_clipped_states() -> None:
    layer = _ready(rnn.LSTM(4, state_clip_min=-0.05, state_clip_max=0.05))
    _, (_, memory) = layer(_data(STEPS, BATCH, CHANNELS), layer.begin_state(batch_size=BATCH))
    assert np.abs(memory.asnumpy()).max() == pytest.approx(0.05)
    with pytest.raises(AssertionError, match="clipping"):
        layer._unfuse()


def test_dropout_between_layers_in_training_only() -> None:
    layer = _ready(rnn.LSTM(4, 2, dropout=0.9))
    data = _data(STEPS, BATCH, CHANNELS)
    quiet = layer(data)
    _same(layer(data), quiet)
    with mx.autograd.record():
        noisy = layer(data)
    assert not np.allclose(noisy.asnumpy(), quiet.asnumpy())


@pytest.mark.parametrize("hybrid", [False, True])
def test_input_size_is_deferred(hybrid: bool) -> None:
    layer = rnn.GRU(4, 2, bidirectional=True, dropout=0.5)
    assert repr(layer) == "GRU(None -> 4, TNC, num_layers=2, dropout=0.5, bidirectional)"
    _ready(layer)
    if hybrid:
        layer.hybridize()
    layer(_data(STEPS, BATCH, CHANNELS))
    assert layer.r0_i2h_weight.shape == (12, CHANNELS) and layer.l1_i2h_weight.shape == (12, 8)
    assert repr(layer).startswith("GRU(5 -> 4, TNC")


@pytest.mark.parametrize("both_ways", [False, True])
def test_files_use_the_names_of_cells(both_ways: bool, tmp_path: Any) -> None:
    layer = _ready(rnn.LSTM(4, 2, bidirectional=both_ways))
    data = _data(STEPS, BATCH, CHANNELS)
    wanted = layer(data)
    file = str(tmp_path / "layer.params")
    layer.save_parameters(file)
    name = "_unfused.1.l_cell.h2h_weight" if both_ways else "_unfused.1.h2h_weight"
    assert name in mx.nd.load(file)
    other = rnn.LSTM(4, 2, bidirectional=both_ways)
    other.load_parameters(file)
    _same(other(data), wanted)


def test_more_than_ten_layers_have_names() -> None:
    names = rnn.RNN(2, 11)._collect_params_with_prefix("body")
    assert "body._unfused.10.i2h_bias" in names


def test_cast() -> None:
    layer = rnn.LSTM(4)
    layer.cast("float64")
    _ready(layer)
    assert layer(_data(STEPS, BATCH, CHANNELS).astype("float64")).dtype == np.float64
    assert layer.begin_state(batch_size=2)[0].dtype == np.float64


def test_training_in_a_network() -> None:
    net = mx.gluon.nn.Sequential()
    net.add(mx.gluon.nn.Embedding(7, 6), rnn.LSTM(8, layout="NTC"), mx.gluon.nn.Dense(7, flatten=False))
    _ready(net)
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05})
    loss = mx.gluon.loss.SoftmaxCELoss()
    tokens = mx.nd.array([[0, 1, 2, 3, 4, 5], [3, 2, 1, 0, 6, 5]])
    losses = []
    for _ in range(40):
        with mx.autograd.record():
            value = loss(net(tokens[:, :-1]), tokens[:, 1:]).mean()
        value.backward()
        trainer.step(1)
        losses.append(float(value.asscalar()))
    assert losses[-1] < 0.1 * losses[0]


def test_wrong_options() -> None:
    with pytest.raises(AssertionError, match="layout must be 'TNC' or 'NTC', received 'NCT'"):
        rnn.RNN(4, layout="NCT")
    with pytest.raises(ValueError, match="activation must be 'relu' or 'tanh', received 'elu'"):
        rnn.RNN(4, activation="elu")
