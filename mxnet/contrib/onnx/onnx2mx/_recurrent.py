"""Rules for recurrent layers and region pooling."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import symbol
from ...._ops.onnx_rules import Unsupported
from ._importer import Attributes, Imported, Importer, rule
from ._sizes import filled

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol

# Positions of MXNet's gates in ONNX's order: input, forget, cell, output; reset, update, new.
_ORDER = {"LSTM": (0, 2, 3, 1), "GRU": (1, 0, 2), "RNN": (0,)}
# Approximate memory of the symbols of one time step.
_BYTES_PER_STEP = 16 << 10
_DEFAULTS = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "RNN": ["Tanh"]}


def _gates(weights: np.ndarray, cell: str, size: int) -> np.ndarray:
    """Reorder the rows to MXNet's order of gates."""
    return np.concatenate([weights[gate * size:(gate + 1) * size] for gate in _ORDER[cell]])


def _mode(a: Attributes, directions: int) -> str:
    activations = [v.decode() if isinstance(v, bytes) else v for v in a.get("activations", [])]
    if a.kind == "RNN" and activations in (["Relu"] * directions, ["Tanh"] * directions):
        return "rnn_relu" if activations[0] == "Relu" else "rnn_tanh"
    if activations and activations != _DEFAULTS[a.kind] * directions:
        raise Unsupported(f"activations {activations}")
    return {"LSTM": "lstm", "GRU": "gru", "RNN": "rnn_tanh"}[a.kind]


def _check(a: Attributes) -> None:
    if "clip" in a:
        raise Unsupported("clip")
    if a.get("input_forget", 0):
        raise Unsupported("input_forget=1")


def _vector(cell: str, w: np.ndarray, r: np.ndarray, b: np.ndarray | None, size: int) -> np.ndarray:
    """Concatenate all weights and then all biases, as MXNet's layer expects."""
    weights, biases = [], []
    for direction in range(w.shape[0]):
        weights += [_gates(part[direction], cell, size).reshape(-1) for part in (w, r)]
        rows = w.shape[1]
        own = np.zeros(2 * rows, w.dtype) if b is None else b[direction]
        biases += [_gates(own[:rows], cell, size), _gates(own[rows:], cell, size)]
    return np.concatenate([*weights, *biases])


@rule("LSTM", "GRU", "RNN")
def recurrent(m: Importer, a: Attributes, x: Imported, w: Imported, r: Imported, b: Imported | None = None,
              lengths: Imported | None = None, *states: Imported | None) -> Any:
    _check(a)
    if len(states) > 2 and states[2] is not None:
        raise Unsupported("peepholes")
    direction, by_batch = a.get("direction", "forward"), bool(a.get("layout", 0))
    weights, recurrences = m.known(w, "the weights"), m.known(r, "the weights")
    directions, size = weights.shape[0], a.get("hidden_size", recurrences.shape[2])
    vector = _vector(a.kind, weights, recurrences, None if b is None else m.known(b, "the bias"), size)
    name = m.results[0].name if m.results else a.kind
    data = m.symbol(x)
    if by_batch:
        data = sym.swapaxes(data, dim1=0, dim2=1)
    if direction == "reverse":
        data = _reverse(m, data, lengths)
    if a.kind == "GRU" and not a.get("linear_before_reset", 0):
        given = states[0] if states else None
        turned = direction == "reverse"
        return _gru(m, a, x, data, weights, recurrences, None if b is None else m.known(b, "the bias"), given, lengths,
                    by_batch, turned)
    inputs = [data, m.variable(f"{name}_parameters", vector)]
    batch = x.known_sizes[0 if by_batch else 1]
    for i in range(2 if a.kind == "LSTM" else 1):
        given = states[i] if i < len(states) else None
        if given is None:
            inputs.append(filled(m, f"{name}_state{i}", (directions, batch, size), 0.0, "float32"))
        else:
            inputs.append(sym.swapaxes(m.symbol(given), dim1=0, dim2=1) if by_batch else m.symbol(given))
    if lengths is not None:
        inputs.append(m.symbol(lengths))
    result = list(sym.RNN(*inputs, state_size=size, num_layers=1, mode=_mode(a, directions),
                          bidirectional=directions == 2, state_outputs=True, use_sequence_length=lengths is not None))
    if direction == "reverse":
        result[0] = _reverse(m, result[0], lengths)
    # (time, batch, direction * size) to (time, direction, batch, size) or (batch, time, direction, size)
    apart = sym.reshape(result[0], shape=(0, 0, -4, directions, -1))
    outputs = [sym.transpose(apart, axes=(1, 0, 2, 3) if by_batch else (0, 2, 1, 3)),
               *(sym.swapaxes(s, dim1=0, dim2=1) if by_batch else s for s in result[1:])]
    # Unused outputs have empty names.
    return [output for output, wanted in zip(outputs, a.outputs, strict=False) if wanted]


def _gru(m: Importer, a: Attributes, x: Imported, data: Any, weights: np.ndarray, recurrences: np.ndarray,
         biases: np.ndarray | None, given: Imported | None, lengths: Imported | None, by_batch: bool,
         turned: bool) -> Any:
    """Unroll a GRU that resets the state before the product. MXNet's layer resets after it."""
    _mode(a, weights.shape[0])
    size, name = recurrences.shape[2], m.results[0].name
    steps, batch = x.known_sizes[:2][::-1] if by_batch else x.known_sizes[:2]
    if not isinstance(steps, int):
        raise Unsupported("a GRU with linear_before_reset=0 needs a known number of time steps")
    m.constants.spend(steps * weights.shape[0], _BYTES_PER_STEP)
    first = filled(m, f"{name}_state", (weights.shape[0], batch, size), 0.0, "float32") if given is None else (
        m.symbol(given))
    first = sym.swapaxes(first, dim1=0, dim2=1) if by_batch and given is not None else first
    outputs, finals = [], []
    for number, (w, r) in enumerate(zip(weights, recurrences, strict=True)):
        own = np.zeros(6 * size, np.float32) if biases is None else biases[number]
        both = np.concatenate([own[:2 * size] + own[3 * size:5 * size], own[2 * size:3 * size] + own[5 * size:]])
        parts = [m.variable(f"{name}_{word}{number}", np.ascontiguousarray(array)) for word, array in (
            ("input", w), ("bias", both), ("gates", r[:2 * size]), ("new", r[2 * size:]))]
        shares = sym.FullyConnected(data, *parts[:2], num_hidden=3 * size, flatten=False)
        state = sym.squeeze(sym.slice_axis(first, axis=0, begin=number, end=number + 1), axis=0)
        states: list[Any] = [None] * steps
        for step in range(steps)[::-1] if number else range(steps):
            share = sym.squeeze(sym.slice_axis(shares, axis=0, begin=step, end=step + 1), axis=0)
            gates = sym.sigmoid(sym.slice_axis(share, axis=1, begin=0, end=2 * size)
                                + sym.FullyConnected(state, parts[2], num_hidden=2 * size, no_bias=True))
            update, reset = sym.split(gates, num_outputs=2, axis=1)
            new = sym.tanh(sym.slice_axis(share, axis=1, begin=2 * size, end=3 * size)
                           + sym.FullyConnected(reset * state, parts[3], num_hidden=size, no_bias=True))
            following = (1.0 - update) * new + update * state
            if lengths is not None:
                inside = sym.expand_dims(sym.cast(m.symbol(lengths), dtype="float32") > step, axis=1)
                following = sym.broadcast_mul(inside, following)
                state = following + sym.broadcast_mul(1.0 - inside, state)
            else:
                state = following
            states[step] = following
        outputs.append(sym.stack(*states, axis=0))
        finals.append(state)
    outputs = [_reverse(m, output, lengths) for output in outputs] if turned else outputs
    whole, last = sym.stack(*outputs, axis=1), sym.stack(*finals, axis=0)
    if by_batch:
        whole, last = sym.transpose(whole, axes=(2, 0, 1, 3)), sym.swapaxes(last, dim1=0, dim2=1)
    return [output for output, wanted in zip((whole, last), a.outputs, strict=False) if wanted]


def _reverse(m: Importer, data: Any, lengths: Imported | None) -> Any:
    if lengths is None:
        return sym.reverse(data, axis=0)
    return sym.SequenceReverse(data, m.symbol(lengths), use_sequence_length=True)


@rule("MaxRoiPool")
def max_roi_pool(m: Importer, a: Attributes, x: Imported, rois: Imported) -> Any:
    return sym.ROIPooling(m.symbol(x), m.symbol(rois), pooled_size=a.ints("pooled_shape"),
                          spatial_scale=a.get("spatial_scale", 1.0))


@rule("RoiAlign")
def roi_align(m: Importer, a: Attributes, x: Imported, rois: Imported, images: Imported) -> Any:
    if a.get("mode", "avg") != "avg":
        raise Unsupported(f"mode={a.get('mode')}")
    shifted = a.get("coordinate_transformation_mode", "half_pixel" if a.opset >= 16 else "output_half_pixel")
    column = sym.expand_dims(sym.cast(m.symbol(images), dtype="float32"), axis=1)
    regions = sym.concat(column, m.symbol(rois), dim=1)
    ratio = a.get("sampling_ratio", 0)
    return sym.contrib.ROIAlign(m.symbol(x), regions, pooled_size=(a.get("output_height", 1), a.get("output_width", 1)),
                                spatial_scale=a.get("spatial_scale", 1.0), sample_ratio=ratio if ratio > 0 else -1,
                                aligned=shifted == "half_pixel")


@rule("GridSample")
def grid_sample(m: Importer, a: Attributes, x: Imported, grid: Imported) -> Any:
    outside = a.get("padding_mode", "zeros")
    if a.get("mode", "bilinear") not in ("bilinear", "linear") or outside == "reflection" or x.rank != 4:
        raise Unsupported("MXNet only supports mode=bilinear on images, with padding_mode zeros or border")
    places = sym.transpose(m.symbol(grid), axes=(0, 3, 1, 2))
    if not a.get("align_corners", 0):
        # The range ends at the outer edges of the border pixels, not at their centers.
        sizes = np.array(x.static[:1:-1], np.float32).reshape(1, 2, 1, 1)
        with np.errstate(divide="ignore"):
            scale = m.variable(f"{m.results[0].name}_scale", sizes / (sizes - 1))
        places = sym.broadcast_mul(places, scale)
    if outside == "border":
        places = sym.clip(places, a_min=-1.0, a_max=1.0)
    return sym.BilinearSampler(m.symbol(x), places)


@rule("ReverseSequence")
def reverse_sequence(m: Importer, a: Attributes, x: Imported, lengths: Imported) -> Any:
    time, batch = a.get("time_axis", 0), a.get("batch_axis", 1)
    data = m.symbol(x)
    if (time, batch) == (1, 0):
        turned = sym.SequenceReverse(sym.swapaxes(data, dim1=0, dim2=1), m.symbol(lengths), use_sequence_length=True)
        return sym.swapaxes(turned, dim1=0, dim2=1)
    return sym.SequenceReverse(data, m.symbol(lengths), use_sequence_length=True)
