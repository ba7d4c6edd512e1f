"""Internal operators of passes for prediction: layers with prepared weights."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .._ops.facts import Effects, always
from .._ops.opdef import Count, OpDef, read_signature
from .._ops.params import Bool, Float, Floats, Int, Shape, Str
from .._ops.recurrent import Net, weights_by_layer
from .._runtime import storage
from .._runtime.torch_private import lstm, onednn

AVAILABLE = torch.backends.mkldnn.is_available() and None not in vars(onednn).values()
LSTM_AVAILABLE = AVAILABLE and None not in vars(lstm).values()
_LSTM = 2  # torch's number of this kind of layer


def normalization_scale(gamma: Tensor, variance: Tensor, *, eps: Float, fix_gamma: Bool) -> Tensor:
    """Return the factor of each channel in a normalization by moving statistics.

    The packer sets a fixed gamma to 1.
    """
    scale = torch.rsqrt(variance + eps)
    return scale if fix_gamma else gamma * scale


def scaled_rows(weight: Tensor, scale: Tensor) -> Tensor:
    """Multiply each filter of a weight by a number."""
    return weight * scale.reshape(-1, *(1,) * (weight.ndim - 1))


def folded_bias(scale: Tensor, beta: Tensor, mean: Tensor, bias: Tensor | None = None) -> Tensor:
    """What normalization adds to the result of a layer with a scaled weight."""
    return beta - mean * scale if bias is None else beta + (bias - mean) * scale


def packed_weight(weight: Tensor, *, stride: Shape, pad: Shape, dilate: Shape, num_group: Int, size: Shape) -> Tensor:
    """The weight of a convolution in the memory order that oneDNN computes with, for data of a shape.

    A convolution of data of another shape is right, but may take twenty times as long.
    """
    packed: Tensor = onednn.reorder_weight(weight, pad, stride, dilate, num_group, size)
    return packed


def packed_convolution(data: Tensor, weight: Tensor, bias: Tensor | None = None, *, stride: Shape, pad: Shape,
                       dilate: Shape, num_group: Int, act: Str = "none", limits: Floats = ()) -> Tensor:
    """A convolution with a packed weight, then an activation."""
    return onednn.convolve(data, weight, bias, pad, stride, dilate, num_group, act, limits, "")


def packed_convolution_onto(other: Tensor, data: Tensor, weight: Tensor, bias: Tensor | None = None, *, stride: Shape,
                            pad: Shape, dilate: Shape, num_group: Int, act: Str = "none") -> Tensor:
    """A convolution with a packed weight added to `other`, in its memory, then an activation."""
    return onednn.convolve_onto(other, data, weight, bias, pad, stride, dilate, num_group, "add", 1.0,
                          None if act == "none" else act, [], None)


def packed_dense_weight(weight: Tensor) -> Tensor:
    """The weight of a dense layer in the memory order that oneDNN computes with."""
    packed: Tensor = onednn.reorder_dense(weight)
    return packed


def packed_dense(data: Tensor, weight: Tensor, bias: Tensor | None = None, *, flatten: Bool, act: Str = "none",
                 limits: Floats = ()) -> Tensor:
    """A dense layer with a packed weight, then an activation."""
    data = data.flatten(1) if flatten else data
    return onednn.dense(data, weight, bias, act, limits, "none" if act == "gelu" else "")


def packed_lstm_weights(parameters: Tensor, *, state_size: Int, num_layers: Int, bidirectional: Bool,
                        size: Shape) -> list[Tensor]:
    """Return two weights and two biases for each cell of an LSTM, in oneDNN's memory order for data of a shape."""
    net = Net("lstm", num_layers, 2 if bidirectional else 1, state_size, None)
    weights: list[Tensor] = []
    for layer, own in enumerate(weights_by_layer(parameters, net, size[2])):
        columns = net.width * net.directions if layer else size[2]
        for direction in range(net.directions):
            first, second, *biases = own[4 * direction:4 * direction + 4]
            weights += lstm.pack(first, second, state_size, direction == 1, True, False, [*size[:2], columns])
            weights += [bias.clone() for bias in biases]
    return weights


def packed_lstm(data: Tensor, weights: list[Tensor], state: Tensor, state_cell: Tensor, *, state_size: Int,
                num_layers: Int, bidirectional: Bool, state_outputs: Bool) -> Any:
    """Run an LSTM with packed weights, for prediction."""
    # oneDNN's layer requires contiguous and writable memory.
    data, state, state_cell = (storage.own_memory(one.contiguous()) for one in (data, state, state_cell))
    finals: list[Tensor] = []
    cells: list[Tensor] = []
    for _ in range(num_layers):
        outputs: list[Tensor] = []
        for is_reversed in (False, True) if bidirectional else (False,):
            position = len(finals)
            output, hidden, cell, _ = lstm.layer(
                data, *weights[4 * position:4 * position + 4], state[position], state_cell[position], is_reversed, [],
                _LSTM, state_size, num_layers, True, bidirectional, False, False)
            outputs.append(output)
            finals.append(hidden)
            cells.append(cell)
        data = torch.cat(outputs, 2) if bidirectional else outputs[0]
    return (data, torch.stack(finals), torch.stack(cells)) if state_outputs else data


def scale_and_shift(data: Tensor, scale: Tensor, shift: Tensor) -> Tensor:
    """Scale and shift each channel."""
    shape = (-1, *(1,) * (data.ndim - 2))
    return torch.addcmul(shift.reshape(shape), data, scale.reshape(shape))


def _internal(function: Any, optional: frozenset[str] = frozenset(), effects: Effects = Effects(),
              outputs: Count = 1) -> OpDef:
    inputs, params, defaults, _ = read_signature(function)
    return OpDef(f"_{function.__name__}", function, inputs, params, defaults, function.__doc__, optional=optional,
                 effects=effects, outputs=outputs)


_BIAS = frozenset({"bias"})
NORMALIZATION_SCALE = _internal(normalization_scale)
SCALED_ROWS = _internal(scaled_rows)
FOLDED_BIAS = _internal(folded_bias, optional=_BIAS)
PACKED_WEIGHT = _internal(packed_weight)
PACKED_CONVOLUTION = _internal(packed_convolution, optional=_BIAS, effects=Effects(fresh=True, overwritable=always))
PACKED_CONVOLUTION_ONTO = _internal(packed_convolution_onto, optional=_BIAS,
                                    effects=Effects(fresh=True, overwritable=always))
PACKED_DENSE_WEIGHT = _internal(packed_dense_weight)
PACKED_DENSE = _internal(packed_dense, optional=_BIAS, effects=Effects(fresh=True, overwritable=always))
SCALE_AND_SHIFT = _internal(scale_and_shift, effects=Effects(fresh=True, overwritable=always, keeps_layout=True))
PACKED_LSTM_WEIGHTS = _internal(packed_lstm_weights)
PACKED_LSTM = _internal(packed_lstm, outputs=lambda params: 3 if params["state_outputs"] else 1)
