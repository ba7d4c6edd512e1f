"""Rules for recurrent layers and attention products."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..recurrent import layer_parts, net_of
from . import stepwise_lstm
from .emit import Emitter, Unsupported, Value
from .rule import Params, rule

_KINDS = {"rnn_relu": "RNN", "rnn_tanh": "RNN", "lstm": "LSTM", "gru": "GRU"}
# Positions of ONNX's gates in MXNet's order: input, output, forget, cell; update, reset, new.
_ORDER = {"lstm": (0, 3, 1, 2), "gru": (1, 0, 2), "rnn_relu": (0,), "rnn_tanh": (0,)}


def _cut(g: Emitter, parameters: Value, start: int, shape: tuple[int, ...]) -> Value:
    """Extract a matrix or vector from the vector of all parameters."""
    count = int(np.prod(shape))
    known = parameters.array()
    if known is not None:
        return g.constant(known.reshape(-1)[start:start + count].reshape(shape).copy())
    return g.reshape(g.part(parameters, 0, start, start + count), list(shape))


def _reorder(g: Emitter, weight: Value, mode: str, size: int) -> Value:
    """Reorder rows to ONNX's order of gates."""
    order = _ORDER[mode]
    if len(order) == 1:
        return weight
    rows = np.concatenate([np.arange(gate * size, (gate + 1) * size) for gate in order])
    known = weight.array()
    if known is not None:
        return g.constant(known[rows].copy())
    return g("Gather", weight, g.constant(rows), axis=0)


def _stack(g: Emitter, values: list[Value]) -> Value:
    """Stack directions along a new first axis."""
    arrays = [value.array() for value in values]
    known = [array for array in arrays if array is not None]
    if len(known) == len(values):
        return g.constant(np.stack(known))
    return g.concat([g.unsqueeze(value, 0) for value in values], 0)


@rule("RNN", takes_fill=True)
def rnn(g: Emitter, p: Params, data: Value, parameters: Value, *rest: Value) -> Any:
    net = net_of(p)
    inputs = data.sizes[2]
    if inputs is None:
        raise Unsupported("the size of the input must be known")
    lengths = g.cast(rest[-1], "int32") if p["use_sequence_length"] else None
    states = list(rest[:-1]) if p["use_sequence_length"] else list(rest)
    limits = [p["lstm_state_clip_min"], p["lstm_state_clip_max"]]
    if net.projection or (net.mode == "lstm" and None not in limits):
        return _stepwise(g, p, net, data, inputs, parameters, states, lengths)
    shapes, biases = layer_parts(net, inputs)
    step, current, finals = net.directions, data, [[] for _ in states]  # type: ignore[var-annotated]
    for layer in range(net.layers):
        cells = range(layer * step, (layer + 1) * step)
        weights = [_stack(g, [_reorder(g, _cut(g, parameters, *shapes[2 * cell + kind]), net.mode, net.size)
                              for cell in cells]) for kind in (0, 1)]
        bias = [[_reorder(g, _cut(g, parameters, *biases[2 * cell + kind]), net.mode, net.size) for kind in (0, 1)]
                for cell in cells]
        both = _stack(g, [_join(g, pair) for pair in bias])
        first = [_own_state(g, state, layer * step, (layer + 1) * step, net.layers) for state in states]
        outputs = g(_KINDS[net.mode], current, *weights, both, lengths, *first, hidden_size=net.size,
                    outputs=1 + len(states), **_attributes(net.mode, step))
        for kept, final in zip(finals, outputs[1:], strict=True):
            kept.append(final)
        current = _merge_directions(g, outputs[0], step, net.size, data)
    if len(g.results) == 1:
        return current
    return [current, *(g.concat(parts, 0) for parts in finals)]


def _stepwise(g: Emitter, p: Params, net: Any, data: Value, inputs: int, parameters: Value, states: list[Value],
              lengths: Value | None) -> Any:
    """Write LSTM layers that ONNX does not support."""
    shapes, biases = layer_parts(net, inputs)
    each, step, current = 3 if net.projection else 2, net.directions, data
    initial = [_fill_state(g, state, data, size) for state, size in zip(states, (net.width, net.size), strict=True)]
    finals: list[list[Value]] = [[], []]
    for layer in range(net.layers):
        cells, first = [], []
        for number in range(layer * step, (layer + 1) * step):
            own = [_cut(g, parameters, *shapes[each * number + kind]) for kind in range(each)]
            offsets = [_cut(g, parameters, *biases[2 * number + kind]) for kind in (0, 1)]
            cells.append(stepwise_lstm.Cell(own[0], own[1], offsets[0], offsets[1],
                                            own[2] if net.projection else None))
            first.append([g.column(state, number, 0) for state in initial])
        current, *last = stepwise_lstm.layer(g, p, current, cells, first, lengths)
        for kept, final in zip(finals, last, strict=True):
            kept.append(final)
    return current if len(g.results) == 1 else [current, *(g.concat(parts, 0) for parts in finals)]


def _fill_state(g: Emitter, state: Value, data: Value, size: int) -> Value:
    """Return an initial state; zeros are expanded to the batch size."""
    if state.fill != 0:
        return state
    count = state.sizes[0]
    assert count is not None
    return g.expand(g.like(0.0, data), [count, g.sizes_of(data)[1], size])


def _own_state(g: Emitter, state: Value, start: int, end: int, layers: int) -> Value | None:
    """Return the initial state of one layer, or None for zeros."""
    if state.fill == 0:
        return None
    return g.part(state, 0, start, end) if layers > 1 else state


def _join(g: Emitter, pair: list[Value]) -> Value:
    arrays = [value.array() for value in pair]
    known = [array for array in arrays if array is not None]
    return g.constant(np.concatenate(known)) if len(known) == len(pair) else g.concat(pair, 0)


def _attributes(mode: str, directions: int) -> dict[str, Any]:
    attributes: dict[str, Any] = {"direction": "bidirectional" if directions == 2 else "forward"}
    if mode == "gru":
        attributes["linear_before_reset"] = 1
    elif mode.startswith("rnn"):
        attributes["activations"] = ["Relu" if mode == "rnn_relu" else "Tanh"] * directions
    return attributes


def _merge_directions(g: Emitter, output: Value, directions: int, size: int, data: Value) -> Value:
    """Convert (time, direction, batch, size) to (time, batch, direction * size)."""
    if directions == 1:
        return g.squeeze(output, 1)
    time, batch = g.sizes_of(data)[:2]
    return g.reshape(g.transpose(output, [0, 2, 1, 3]), [time, batch, directions * size])


def _heads(g: Emitter, projected: Value, heads: int, parts: int) -> tuple[list[Value], int]:
    """Split the last axis into interleaved matrices (batch * heads, length, size); also return the size."""
    length, batch, width = g.sizes_of(projected)
    if not isinstance(width, int):
        raise Unsupported("the last size must be known")
    size = width // (heads * parts)
    rows: Any = batch * heads if isinstance(batch, int) else g("Mul", batch, g.constant([heads], np.int64))
    split = g.reshape(projected, [length, rows, parts, size])
    return [g.transpose(g.column(split, part, 2), [1, 0, 2]) for part in range(parts)], size


def _scores(g: Emitter, queries: Value, keys: Value, size: int) -> Value:
    return g("MatMul", g("Mul", queries, g.like(size ** -0.5, queries)), g.transpose(keys, [0, 2, 1]))


def _attend(g: Emitter, attention: Value, values: Value, projected: Value, heads: int, size: int) -> Value:
    mixed = g.transpose(g("MatMul", attention, values), [1, 0, 2])
    return g.reshape(mixed, [g.size(attention, 1), g.size(projected, 1), heads * size])


@rule("_contrib_interleaved_matmul_selfatt_qk")
def selfatt_qk(g: Emitter, p: Params, queries_keys_values: Value) -> Value:
    (queries, keys, _), size = _heads(g, queries_keys_values, p["heads"], 3)
    return _scores(g, queries, keys, size)


@rule("_contrib_interleaved_matmul_selfatt_valatt")
def selfatt_valatt(g: Emitter, p: Params, queries_keys_values: Value, attention: Value) -> Value:
    (_, _, values), size = _heads(g, queries_keys_values, p["heads"], 3)
    return _attend(g, attention, values, queries_keys_values, p["heads"], size)


@rule("_contrib_interleaved_matmul_encdec_qk")
def encdec_qk(g: Emitter, p: Params, queries: Value, keys_values: Value) -> Value:
    (wanted,), size = _heads(g, queries, p["heads"], 1)
    (keys, _), _ = _heads(g, keys_values, p["heads"], 2)
    return _scores(g, wanted, keys, size)


@rule("_contrib_interleaved_matmul_encdec_valatt")
def encdec_valatt(g: Emitter, p: Params, keys_values: Value, attention: Value) -> Value:
    (_, values), size = _heads(g, keys_values, p["heads"], 2)
    return _attend(g, attention, values, keys_values, p["heads"], size)
