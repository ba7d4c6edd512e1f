"""Parameter names, printed form, outputs, states and gradients of recurrent cells and layers."""

from __future__ import annotations

from typing import Any

import numpy as np

import mxnet as mx
from mxnet.gluon import rnn

FILE = "golden/rnn.npz"
BATCH, STEPS, CHANNELS = 3, 4, 5
LENGTHS = (4, 2, 3)


def _stack(*cells: Any) -> Any:
    stack = rnn.SequentialRNNCell(prefix="s_")
    for cell in cells:
        stack.add(cell)
    return stack


def _both_ways() -> Any:
    return rnn.BidirectionalCell(rnn.LSTMCell(4, prefix="l_"), rnn.GRUCell(4, prefix="r_"))


# A case is a function that creates the network, and the options of its `unroll`. Layers have no options.
CASES: dict[str, tuple[Any, Any]] = {
    "rnn_cell": (lambda: rnn.RNNCell(4, prefix="x_"), {}),
    "rnn_cell_relu": (lambda: rnn.RNNCell(4, "relu", prefix="x_"), {"layout": "TNC"}),
    "rnn_cell_softrelu": (lambda: rnn.RNNCell(4, "softrelu", prefix="x_"), {}),
    "lstm_cell": (lambda: rnn.LSTMCell(4, prefix="x_"), {}),
    "lstm_cell_activations": (lambda: rnn.LSTMCell(4, prefix="x_", activation="relu", recurrent_activation="tanh"),
                              {"merge_outputs": True}),
    "gru_cell": (lambda: rnn.GRUCell(4, prefix="x_"), {}),
    "gru_cell_lengths": (lambda: rnn.GRUCell(4, prefix="x_"), {"valid_length": LENGTHS}),
    "lstm_cell_lengths": (lambda: rnn.LSTMCell(4, prefix="x_"),
                          {"valid_length": LENGTHS, "layout": "TNC", "merge_outputs": False}),
    "stack": (lambda: _stack(rnn.RNNCell(6, prefix="a_"), rnn.DropoutCell(0.0, prefix="d_"),
                             rnn.LSTMCell(4, prefix="b_")), {}),
    "stack_lengths": (lambda: _stack(_both_ways(), rnn.GRUCell(4, prefix="b_")),
                      {"valid_length": LENGTHS, "layout": "TNC", "merge_outputs": True}),
    "residual": (lambda: rnn.ResidualCell(rnn.GRUCell(5, prefix="x_")), {}),
    "residual_lengths": (lambda: rnn.ResidualCell(rnn.RNNCell(5, prefix="x_")), {"valid_length": LENGTHS}),
    "zoneout_none": (lambda: rnn.ZoneoutCell(rnn.RNNCell(4, prefix="x_")), {}),
    "bidirectional": (_both_ways, {}),
    "bidirectional_time_first": (_both_ways, {"layout": "TNC", "merge_outputs": True}),
    "bidirectional_lengths": (_both_ways, {"valid_length": LENGTHS, "merge_outputs": False}),
    "rnn": (lambda: rnn.RNN(4, prefix="x_"), None),
    "rnn_tanh": (lambda: rnn.RNN(4, 2, "tanh", "NTC", prefix="x_"), None),
    "lstm": (lambda: rnn.LSTM(4, 2, prefix="x_"), None),
    "lstm_both_ways": (lambda: rnn.LSTM(4, 2, "NTC", 0, True, prefix="x_"), None),
    "lstm_projection": (lambda: rnn.LSTM(4, 2, projection_size=3, prefix="x_"), None),
    "gru": (lambda: rnn.GRU(4, prefix="x_"), None),
    "gru_both_ways": (lambda: rnn.GRU(4, 2, "NTC", bidirectional=True, input_size=CHANNELS, prefix="x_"), None),
}

# MXNet has no gradient of projections on CPUs.
FORWARD_ONLY = {"lstm_projection"}


def wave(number: int, shape: tuple[int, ...]) -> np.ndarray:
    """Return values that differ for each `number` and do not need a file."""
    return (0.6 * np.sin(np.arange(np.prod(shape)) * (0.7 + 0.13 * number) + number)).reshape(shape).astype("float32")


def set_parameters(block: Any) -> None:
    """Set each parameter to a different wave, in the order of names."""
    for number, (_, parameter) in enumerate(sorted(block.collect_params().items())):
        parameter.set_data(mx.nd.array(wave(number, parameter.shape)))


def _unroll_options(options: dict[str, Any]) -> dict[str, Any]:
    if "valid_length" not in options:
        return options
    return {**options, "valid_length": mx.nd.array(options["valid_length"])}


def forward(block: Any, data: Any, options: dict[str, Any] | None) -> tuple[Any, list[Any]]:
    """Return the output as one array, and the states."""
    if options is None:
        batch = data.shape[block._layout.find("N")]
        states = [mx.nd.array(wave(20 + i, s["shape"])) for i, s in enumerate(block.state_info(batch))]
        return block(data, states)
    output, states = block.unroll(STEPS, data, **_unroll_options(options))
    if isinstance(output, list):
        output = mx.nd.stack(*output, axis=options.get("layout", "NTC").find("T"))
    return output, states


def run(name: str, hybrid: bool = False) -> dict[str, np.ndarray]:
    """Return all values to compare."""
    make, options = CASES[name]
    block = make()
    layout = block._layout if options is None else options.get("layout", "NTC")
    data = mx.nd.array(wave(30, (BATCH, STEPS, CHANNELS) if layout == "NTC" else (STEPS, BATCH, CHANNELS)))
    before = repr(block)
    block.initialize()
    if hybrid:
        block.hybridize()
    forward(block, data, options)  # completes the shapes of parameters
    set_parameters(block)
    parameters = block.collect_params()
    found = {"names": np.array(list(parameters.keys())), "repr": np.array([before, repr(block)])}
    if name in FORWARD_ONLY:
        output, states = forward(block, data, options)
    else:
        output, states = _with_gradients(block, data, options, found)
    found["output"] = output.asnumpy()
    found.update({f"state/{i}": state.asnumpy() for i, state in enumerate(states)})
    return found


def _with_gradients(block: Any, data: Any, options: Any, found: dict[str, np.ndarray]) -> tuple[Any, list[Any]]:
    data.attach_grad()
    with mx.autograd.record():
        output, states = forward(block, data, options)
        total = (output * output).sum()
        for state in states:
            total = total + state.sum()
    total.backward()
    found["gradient/input"] = data.grad.asnumpy()
    found.update({f"gradient/{key}": value.grad().asnumpy() for key, value in block.collect_params().items()})
    return output, states


def observe(case: str) -> dict[str, np.ndarray]:
    return {f"{case}/{key}": value for key, value in run(case).items()}
