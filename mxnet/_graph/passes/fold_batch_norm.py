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

import torch

from ..ir import Entry, Graph, Node
from ..packed_kernels import FOLDED_BIAS, NORMALIZATION_SCALE, SCALE_AND_SHIFT, SCALED_ROWS
from .facts import Facts

_LAYERS = {"Convolution", "FullyConnected"}


def _normalizes_channels(node: Node, uses: dict[Entry, int], rank: int) -> bool:
    return (node.op is not None and node.op.name == "BatchNorm" and node.params["axis"] in (1, 1 - rank)
            and not node.params["output_mean_var"]
            and not any(uses.get((node, i)) for i in range(1, node.output_count)))


def _has_filters_first(layer: Node, rank: int) -> bool:
    """Whether the result of a layer has its filters along axis 1."""
    if layer.op is None or layer.op.name not in _LAYERS:
        return False
    return rank == 2 if layer.op.name == "FullyConnected" else (layer.params["layout"] or "NC").startswith("NC")


def fold_batch_norm(graph: Graph, facts: Facts) -> Graph:
    """Fold where a layer has no other user, scale where there is none; only when nothing is recorded or trained."""
    if facts.recording or facts.training or not any(n.op is not None and n.op.name == "BatchNorm" for n in graph.nodes):
        return graph
    uses = graph.consumers()
    shapes, types = graph.shapes, graph.types

    def fixed(entries: list[Entry]) -> bool:
        return all(source.op is None and source.name in facts.parameters and types[source, index] is torch.float32
                   for source, index in entries)

    def change(node: Node, inputs: list[Entry]) -> Node | None:
        shape = shapes.get(node.inputs[0]) if node.inputs else None
        if shape is None or types.get(node.inputs[0]) is not torch.float32 or not (
                _normalizes_channels(node, uses, len(shape)) and fixed(node.inputs[1:])):
            return None
        data, gamma, beta, mean, variance = inputs
        params = {key: node.params[key] for key in ("eps", "fix_gamma")}
        scale = Node(NORMALIZATION_SCALE, f"{node.name}_scale", params, [gamma, variance])
        layer = data[0]
        if uses[node.inputs[0]] != 1 or not (_has_filters_first(layer, len(shape)) and fixed(layer.inputs[1:])):
            bias = Node(FOLDED_BIAS, f"{node.name}_bias", {}, [(scale, 0), beta, mean])
            return Node(SCALE_AND_SHIFT, node.name, {}, [data, (scale, 0), (bias, 0)])
        weight = Node(SCALED_ROWS, f"{layer.inputs[1][0].name}_scaled", {}, [layer.inputs[1], (scale, 0)])
        bias = Node(FOLDED_BIAS, f"{node.name}_bias", {}, [(scale, 0), beta, mean, *layer.inputs[2:]])
        return layer.copy([layer.inputs[0], (weight, 0), (bias, 0)], node.name, {"no_bias": False})

    return graph.rewrite(change)
