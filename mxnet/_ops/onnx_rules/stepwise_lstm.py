"""LSTM layers with projections or clipped cell states, which ONNX's layer lacks, written as a scan over steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .emit import Emitter, Value
from .rule import Params


@dataclass
class Cell:
    """One direction of one layer: its weights, biases and optional projection."""

    input_weight: Value
    hidden_weight: Value
    input_bias: Value
    hidden_bias: Value
    projection: Value | None


def _linear(g: Emitter, data: Value, weight: Value) -> Value:
    return g("MatMul", data, g("Transpose", weight, perm=[1, 0]))


def _limit(g: Emitter, p: Params, cell: Value) -> Value:
    if p["lstm_state_clip_min"] is None or p["lstm_state_clip_max"] is None:
        return cell
    low, high = (g.like(p[key], cell) for key in ("lstm_state_clip_min", "lstm_state_clip_max"))
    if p["lstm_state_clip_nan"]:
        cell = g.where(g("IsNaN", cell, result=bool), low, cell)
    return g("Clip", cell, low, high)


def direction(g: Emitter, p: Params, data: Value, cell: Cell, first: list[Value], lengths: Value | None,
              backwards: bool) -> tuple[Value, Value, Value]:
    """Return outputs (time, batch, size) and the last hidden and cell states."""
    bias = g("Add", cell.input_bias, cell.hidden_bias)
    shares = g("Add", _linear(g, data, cell.input_weight), bias)
    sequences = [shares]
    if lengths is not None:
        times = g.counting(g.size(data, 0))
        sequences.append(g("Greater", g.unsqueeze(g.whole(lengths), 0), g.unsqueeze(times, 1), result=bool))

    def step(states: list[Value], now: list[Value]) -> tuple[list[Value], Value]:
        hidden, memory = states
        gates = g("Add", now[0], _linear(g, hidden, cell.hidden_weight))
        write, keep, new, read = g.split(gates, [p["state_size"]] * 4, 1)
        kept = g("Mul", g("Sigmoid", keep), memory)
        following = _limit(g, p, g("Add", kept, g("Mul", g("Sigmoid", write), g("Tanh", new))))
        result = g("Mul", g("Sigmoid", read), g("Tanh", following))
        if cell.projection is not None:
            result = _linear(g, result, cell.projection)
        if lengths is None:
            return [result, following], result
        inside = g.unsqueeze(now[1], 1)
        return ([g.where(inside, result, hidden), g.where(inside, following, memory)],
                g.where(inside, result, g.like(0.0, result)))

    last, outputs = g.scan(first, sequences, step, backwards)
    return outputs, last[0], last[1]


def layer(g: Emitter, p: Params, data: Value, cells: list[Cell], first: list[list[Value]],
          lengths: Value | None) -> list[Value]:
    """Return the concatenated outputs of all directions and the stacked last states."""
    results: list[Any] = [direction(g, p, data, cell, own, lengths, number == 1)
                          for number, (cell, own) in enumerate(zip(cells, first, strict=True))]
    outputs, hidden, memory = zip(*results, strict=True)
    stacked = (g.concat([g.unsqueeze(value, 0) for value in parts], 0) for parts in (hidden, memory))
    return [g.concat(list(outputs), 2), *stacked]
