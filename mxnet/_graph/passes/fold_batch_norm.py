"""Fold normalization by moving statistics into the weight and bias of the layer before it, for prediction.

Before::

    %c = Convolution(%x, %w)
    %n = BatchNorm(%c, %gamma, %beta, %mean, %var)

After, where all but the last line is computed once (see `packing`)::

    %n_scale = _normalization_scale(%gamma, %var)
    %w_scaled = _scaled_rows(%w, %n_scale)
    %n_bias = _folded_bias(%n_scale, %beta, %mean)
    %n = Convolution(%x, %w_scaled, %n_bias)

Where there is no such layer, both are applied to the data::

    %n = _scale_and_shift(%x, %n_scale, %n_bias)
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..._ops.opdef import find
from ..ir import Entry, Graph, Node, Operation, Variable
from ..packed_kernels import FOLDED_BIAS, NORMALIZATION_SCALE, SCALE_AND_SHIFT, SCALED_ROWS
from .options import PassOptions
from .packed_convolution import is_derived

_CAST = find("Cast")


def _normalizes_channels(node: Node, uses: dict[Entry, int], rank: int) -> bool:
    return (node.is_op("BatchNorm") and node.params["axis"] in (1, 1 - rank)
            and not node.params["output_mean_var"]
            and not any(uses.get((node, i)) for i in range(1, node.output_count)))


def _has_filters_first(layer: Operation, rank: int) -> bool:
    """Whether the result of a layer has its filters along axis 1."""
    if layer.is_op("FullyConnected"):
        return rank == 2
    return layer.is_op("Convolution") and (layer.params["layout"] or "NC").startswith("NC")


def fold_batch_norm(graph: Graph, options: PassOptions) -> Graph:
    """Fold batch normalization into the layer before it, or replace it by a scale and shift. Prediction only."""
    if options.recording or options.training or not any(n.is_op("BatchNorm") for n in graph.nodes):
        return graph
    uses = graph.consumers()
    shapes, types = graph.shapes, graph.types

    def fixed(entries: Sequence[Entry], dtype: torch.dtype | None = torch.float32) -> bool:
        return all(is_derived(entry[0], options) and types.get(entry) is dtype for entry in entries)

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        shape = shapes.get(node.inputs[0]) if node.inputs else None
        if shape is None or not (_normalizes_channels(node, uses, len(shape)) and fixed(node.inputs[1:])):
            return None
        dtype = types.get(node.inputs[0])
        if dtype not in (torch.float32, torch.bfloat16):
            return None
        data, gamma, beta, mean, variance = inputs
        params = {key: node.params[key] for key in ("eps", "fix_gamma")}
        scale = Operation(NORMALIZATION_SCALE, f"{node.name}_scale", params, [gamma, variance])
        layer = data[0]
        if isinstance(layer, Variable) or uses[node.inputs[0]] != 1 or not (
                _has_filters_first(layer, len(shape)) and fixed(layer.inputs[1:], dtype)):
            if dtype is not torch.float32:
                return None
            bias = Operation(FOLDED_BIAS, f"{node.name}_bias", {}, [(scale, 0), beta, mean])
            return Operation(SCALE_AND_SHIFT, node.name, {}, [data, (scale, 0), (bias, 0)])
        weight = Operation(SCALED_ROWS, f"{layer.inputs[1][0].name}_scaled", {}, [layer.inputs[1], (scale, 0)])
        bias = Operation(FOLDED_BIAS, f"{node.name}_bias", {}, [(scale, 0), beta, mean, *layer.inputs[2:]])
        if dtype is not torch.float32:  # normalized in single precision, then rounded once
            weight, bias = (Operation(_CAST, f"{made.name}_rounded", {"dtype": dtype}, [(made, 0)])
                            for made in (weight, bias))
        return layer.copy([layer.inputs[0], (weight, 0), (bias, 0)], node.name, {"no_bias": False})

    return graph.rewrite(change)
