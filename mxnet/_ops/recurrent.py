"""Recurrent layers."""

from __future__ import annotations

import warnings
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from .._runtime import storage, streams
from . import low_precision, random_stream
from .dropout import drop
from .facts import LOW, METHOD, Form, Inference
from .opdef import ShapeLike, register
from .params import Bool, Choice, Float, Generator, Int, OptFloat, OptInt, Training

Limits = tuple[float, float, bool] | None
_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_Mode = Annotated[str, Choice(*_GATES)]
States = tuple[Tensor, ...]


def _limit(cell: Tensor, limits: Limits) -> Tensor:
    if limits is None:
        return cell
    low, high, stop_nan = limits
    if stop_nan:
        cell = torch.where(torch.isnan(cell), low, cell)
    return torch.clamp(cell, low, high)


def _step(x: Tensor, hidden: Tensor, cell: Tensor, weights: list[Tensor], limits: Limits) -> tuple[Tensor, Tensor]:
    """Return the next hidden and cell state; `x` is the contribution of the input to the gates."""
    gates = x + low_precision.linear(hidden, weights[1], weights[3])
    write, keep, new, read = gates.chunk(4, 1)
    cell = _limit(torch.sigmoid(keep) * cell + torch.sigmoid(write) * torch.tanh(new), limits)
    hidden = torch.sigmoid(read) * torch.tanh(cell)
    return (low_precision.linear(hidden, weights[4]) if len(weights) > 4 else hidden), cell


def _direction(data: Tensor, hidden: Tensor, cell: Tensor, weights: list[Tensor], backwards: bool,
               lengths: Tensor | None, limits: Limits) -> tuple[Tensor, Tensor, Tensor]:
    shares = low_precision.linear(data, weights[0], weights[2])
    steps = range(data.shape[0])
    outputs: list[Tensor] = []
    for time in reversed(steps) if backwards else steps:
        following, following_cell = _step(shares[time], hidden, cell, weights, limits)
        if lengths is None:
            hidden, cell, output = following, following_cell, following
        else:
            inside = (lengths > time).unsqueeze(1)
            hidden, cell = torch.where(inside, following, hidden), torch.where(inside, following_cell, cell)
            output = torch.where(inside, following, 0.0)
        outputs.append(output)
    return torch.stack(outputs[::-1] if backwards else outputs), hidden, cell


def stepwise_layer(data: Tensor, states: tuple[Tensor, ...], weights: list[Tensor], directions: int,
                  lengths: Tensor | None, limits: Limits) -> tuple[Tensor, ...]:
    """Run one LSTM layer with its cell state clipped to `limits`; return output, hidden states and cell states."""
    each = len(weights) // directions
    results = [_direction(data, states[0][d], states[1][d], weights[d * each:(d + 1) * each], d == 1, lengths, limits)
               for d in range(directions)]
    outputs, hidden, cells = zip(*results, strict=True)
    return torch.cat(outputs, 2), torch.stack(hidden), torch.stack(cells)


class Net(NamedTuple):
    """Configuration of a stack of recurrent layers."""

    mode: str
    layers: int
    directions: int
    size: int
    projection: int | None

    @property
    def width(self) -> int:
        """Output size of one direction of a layer."""
        return self.projection or self.size


def _weight_sizes(net: Net, input_size: int) -> list[tuple[int, int]]:
    """Return the matrix shapes of all layers and directions in the order of MXNet's parameter vector."""
    rows = _GATES[net.mode] * net.size
    shapes = []
    for layer in range(net.layers):
        columns = net.width * net.directions if layer else input_size
        for _ in range(net.directions):
            shapes += [(rows, columns), (rows, net.width)]
            if net.projection:
                shapes.append((net.projection, net.size))
    return shapes


def _parameter_count(net: Net, input_size: int) -> int:
    biases = 2 * _GATES[net.mode] * net.size * net.directions * net.layers
    return biases + sum(rows * columns for rows, columns in _weight_sizes(net, input_size))


def weights_by_layer(parameters: Tensor | list[Tensor], net: Net, input_size: int) -> list[list[Tensor]]:
    """Return the weights and biases of each layer in torch's order; `parameters` has all weights first."""
    shapes = _weight_sizes(net, input_size)
    rows, cells = _GATES[net.mode] * net.size, net.layers * net.directions
    sizes = [r * c for r, c in shapes] + [rows] * (2 * cells)
    if isinstance(parameters, list) and [part.numel() for part in parameters] != sizes:
        parameters = torch.cat([part.reshape(-1) for part in parameters])  # the pieces do not match the layers
    # A single split has a single concatenation as its gradient.
    parts = parameters.split(sizes) if isinstance(parameters, Tensor) else parameters
    matrices = [part.view(shape) for part, shape in zip(parts, shapes, strict=False)]
    biases = parts[len(shapes):]
    per_cell = len(shapes) // cells
    ordered: list[list[Tensor]] = [[] for _ in range(net.layers)]
    for cell in range(cells):
        own = matrices[cell * per_cell:(cell + 1) * per_cell]
        ordered[cell // net.directions] += [*own[:2], *biases[2 * cell:2 * cell + 2], *own[2:]]
    return ordered


def _run(net: Net, data: Tensor, states: States, weights: list[Tensor], layers: int) -> tuple[Tensor, ...]:
    """Run torch's fused layers; return the output and the final states."""
    if net.mode == "lstm" and not torch.compiler.is_compiling():
        # oneDNN's layer requires writable memory.
        data, *states = map(storage.own_memory, (data, *states))
        weights = list(map(storage.own_memory, weights))
    first: Any = tuple(states) if net.mode == "lstm" else states[0]
    arguments = (data, first, weights, True, layers, 0.0, torch.is_grad_enabled(), net.directions == 2, False)
    if net.projection:
        # Torch warns that oneDNN does not support projections and falls back.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return tuple(low_precision.recurrent[net.mode](*arguments))
    results: tuple[Tensor, ...] = low_precision.recurrent[net.mode](*arguments)
    return results


def _run_packed(net: Net, data: Tensor, states: States, weights: list[Tensor], layers: int,
                lengths: Tensor) -> tuple[Tensor, ...]:
    """Apply `_run` to sequences of different lengths; the output past their ends is 0."""
    order = torch.argsort(lengths, descending=True, stable=True)
    packed = torch.nn.utils.rnn.pack_padded_sequence(data.index_select(1, order), lengths[order].cpu())
    sorted_states = tuple(state.index_select(1, order) for state in states)
    first: Any = sorted_states if net.mode == "lstm" else sorted_states[0]
    output, *finals = low_precision.recurrent[net.mode](
        packed.data, packed.batch_sizes, first, weights, True, layers, 0.0, torch.is_grad_enabled(),
        net.directions == 2)
    padded, _ = torch.nn.utils.rnn.pad_packed_sequence(
        torch.nn.utils.rnn.PackedSequence(output, packed.batch_sizes), total_length=data.shape[0])
    back = torch.argsort(order)
    return padded.index_select(1, back), *[state.index_select(1, back) for state in finals]


def _drop(data: Tensor, p: float, generator: torch.Generator | None) -> Tensor:
    if (own := streams.of(generator, "recurrent_dropout")) is not None:
        rest = float(np.float32(1.0) - np.float32(random_stream.in_single(p)))
        return torch.where(random_stream.kept_between_layers(own, tuple(data.shape), p), data / rest, 0.0)
    return drop(data, p, generator)


class _Plan(NamedTuple):
    """Execution plan of the layers: dropout, lengths and limits, and which layers run in one call."""

    net: Net
    dropout: float
    generator: torch.Generator | None
    lengths: Tensor | None
    limits: tuple[float, float, bool] | None

    @property
    def stepwise(self) -> bool:
        """Whether torch's layers cannot be used: with limits, or if the projection has the hidden size.

        They also cannot be used if ``torch.compile`` may differentiate an LSTM: it then selects oneDNN's prediction
        layer, which saves nothing for the backward pass.
        """
        traced = self.net.mode == "lstm" and torch.compiler.is_dynamo_compiling() and torch.is_grad_enabled()
        return traced or self.limits is not None or self.net.projection == self.net.size

    def layers(self, data: Tensor, states: States, weights: list[list[Tensor]]) -> tuple[Tensor, ...]:
        """Run all layers in one call if possible, else layer by layer."""
        if not (self.stepwise or self.dropout):
            return self._call(data, states, [w for layer in weights for w in layer], self.net.layers)
        finals: list[tuple[Tensor, ...]] = []
        step = self.net.directions
        for layer, own in enumerate(weights):
            if layer and self.dropout:
                data = _drop(data, self.dropout, self.generator)
            first = tuple(state[layer * step:(layer + 1) * step] for state in states)
            data, *last = self._call(data, first, own, 1)
            finals.append(tuple(last))
        return data, *[torch.cat(parts) for parts in zip(*finals, strict=True)]

    def _call(self, data: Tensor, states: States, weights: list[Tensor], layers: int) -> tuple[Tensor, ...]:
        if self.stepwise:
            return stepwise_layer(data, states, weights, self.net.directions, self.lengths, self.limits)
        if self.lengths is not None and not data.is_meta:
            return _run_packed(self.net, data, states, weights, layers, self.lengths)
        return _run(self.net, data, states, weights, layers)


def net_of(params: dict[str, Any]) -> Net:
    return Net(params["mode"], params["num_layers"], 2 if params["bidirectional"] else 1, params["state_size"],
               params["projection_size"])


Place = tuple[int, tuple[int, ...]]


def layer_parts(net: Net, input_size: int) -> tuple[list[Place], list[Place]]:
    """Return offsets and shapes of the matrices and biases of all cells in the parameter vector."""
    matrices: list[Place] = []
    biases: list[Place] = []
    start = 0
    for shape in _weight_sizes(net, input_size):
        matrices.append((start, tuple(shape)))
        start += shape[0] * shape[1]
    rows = _GATES[net.mode] * net.size
    for _ in range(2 * net.layers * net.directions):
        biases.append((start, (rows,)))
        start += rows
    return matrices, biases


def _rnn_inputs(params: dict[str, Any]) -> list[str]:
    names = ["data", "parameters", "state"]
    if params["mode"] == "lstm":
        names.append("state_cell")
    return [*names, "sequence_length"] if params["use_sequence_length"] else names


def _rnn_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    data = shapes[0]
    if data is None:
        return shapes
    net = net_of(params)
    cells = net.layers * net.directions
    known: dict[str, ShapeLike] = {
        "data": data, "parameters": (_parameter_count(net, data[2]),) if data[2] else None,
        "state": (cells, data[1], net.width), "state_cell": (cells, data[1], net.size), "sequence_length": (data[1],)}
    return [known[name] for name in _rnn_inputs(params)]


def _rnn_outputs(params: dict[str, Any]) -> int:
    if not params["state_outputs"]:
        return 1
    return 3 if params["mode"] == "lstm" else 2


def _expected_width(net: Net, data: Tensor, received: tuple[int, ...]) -> str:
    """Describe the input size that matches the number of parameters."""
    each = _parameter_count(net, 2) - _parameter_count(net, 1)
    features, rest = divmod(received[0] - _parameter_count(net, 0), each) if len(received) == 1 else (0, 1)
    return f": data has {data.shape[2]} features where they expect {features}" if features > 0 and not rest else ""


def _check(net: Net, data: Tensor, parameters: Tensor | list[Tensor], states: States) -> None:
    if data.ndim != 3:
        raise ValueError("Input data should be rank-3 tensor of dim [sequence length, batch size, input size]")
    if net.projection and net.mode != "lstm":
        raise ValueError(f"projection_size is for lstm, received projection_size={net.projection} with mode={net.mode}")
    wanted = _parameter_count(net, data.shape[2])
    received = (sum(w.numel() for w in parameters),) if isinstance(parameters, list) else tuple(parameters.shape)
    if received != (wanted,):
        hint = _expected_width(net, data, received)
        raise ValueError(f"parameters must have shape {(wanted,)}, received {received}{hint}")
    for name, state, size in zip(("state", "state_cell"), states, (net.width, net.size), strict=False):
        if state.shape != (net.layers * net.directions, data.shape[1], size):
            raise ValueError(f"{name} must have shape {(net.layers * net.directions, data.shape[1], size)}, "
                             f"received {tuple(state.shape)}")


@register("RNN", "_npx_rnn", present=_rnn_inputs, outputs=_rnn_outputs, inference=Inference(fill=_rnn_shapes),
          form=Form(method=True, output_names=("output", "state_output", "statecell_output"), named_outputs=True),
          precision=LOW)
def rnn(data: Tensor, parameters: Tensor, state: Tensor, state_cell: Tensor | None = None,
        sequence_length: Tensor | None = None, *, state_size: Int, num_layers: Int, bidirectional: Bool = False,
        mode: _Mode, p: Float = 0.0, state_outputs: Bool = False, projection_size: OptInt = None,
        lstm_state_clip_min: OptFloat = None, lstm_state_clip_max: OptFloat = None, lstm_state_clip_nan: Bool = False,
        use_sequence_length: Bool = False, training: Training = False,
        generator: Generator = None) -> Tensor | tuple[Tensor, ...]:
    """Run recurrent layers over data (sequence, batch, input); `parameters` has all weights, then all biases.

    `p` is the dropout between layers. `sequence_length` is the length of each sequence; results past it are 0.
    """
    net = Net(mode, num_layers, 2 if bidirectional else 1, state_size, projection_size)
    if mode == "lstm":
        if state_cell is None:
            raise ValueError("mode lstm requires state_cell")
        states: States = (state, state_cell)
    else:
        states, sequence_length = (state,), state_cell if use_sequence_length else None
    _check(net, data, parameters, states)
    limits = None
    if lstm_state_clip_min is not None and lstm_state_clip_max is not None and mode == "lstm":
        limits = (lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan)
    lengths = sequence_length.detach().long() if use_sequence_length and sequence_length is not None else None
    plan = _Plan(net, p if training and num_layers > 1 else 0.0, generator, lengths, limits)
    results = plan.layers(data, states, weights_by_layer(parameters, net, data.shape[2]))
    return results if state_outputs else results[0]


def _concat_back(params: dict[str, Any], shapes: list[ShapeLike], result: tuple[int, ...]) -> list[ShapeLike]:
    """Infer vectors of unknown size, those of the first layer's directions: they share the remaining size equally."""
    unknown = sum(shape == (0,) for shape in shapes)
    if not unknown or result == (0,) or any(shape is None or len(shape) != 1 for shape in shapes):
        return shapes
    rest = result[0] - sum(shape[0] for shape in shapes if shape is not None)
    return [(rest // unknown,) if shape == (0,) else shape for shape in shapes]


@register("_rnn_param_concat", "_npi_rnn_param_concat", variadic="num_args", inference=Inference(back=_concat_back),
          form=METHOD)
def rnn_param_concat(*data: Tensor, dim: Int = 1) -> Tensor:
    """Concatenate the parameters of recurrent layers."""
    return torch.cat(data, dim)
