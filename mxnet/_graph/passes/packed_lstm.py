"""Pack the weights of LSTM layers for oneDNN, for prediction.

Before::

    %y = RNN(%x, %w, %h, %c) {mode=lstm}

After::

    %w_packed = _packed_lstm_weights(%w)        (computed once, see `packing`)
    %y = _packed_lstm(%x, %w_packed, %h, %c)

Torch runs the same layer without this pass, but packs the weights in every call.
"""

from __future__ import annotations

import torch

from ..infer import extend
from ..ir import Entry, Graph, Node, Operation
from ..packed_kernels import LSTM_AVAILABLE, PACKED_LSTM, PACKED_LSTM_WEIGHTS
from ..parameters import depends_on_parameters_only
from .options import PassOptions

_GEOMETRY = ("state_size", "num_layers", "bidirectional")


def _is_plain(node: Operation) -> bool:
    """Return whether oneDNN's layer computes the node: an LSTM without lengths, limits and projection."""
    params = node.params
    is_limited = params["lstm_state_clip_min"] is not None and params["lstm_state_clip_max"] is not None
    return params["mode"] == "lstm" and not (params["use_sequence_length"] or is_limited or params["projection_size"])


def packed_lstm(graph: Graph, options: PassOptions) -> Graph:
    """Rewrite LSTM layers whose weights are parameters, when nothing is recorded."""
    if options.recording or options.training or options.device.type != "cpu" or not LSTM_AVAILABLE:
        return graph
    layers = {node for node in graph.operations() if node.op.name == "RNN" and _is_plain(node)}
    if not layers:
        return graph
    known, fixed = extend(graph), depends_on_parameters_only(graph, options.parameters)

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        size = known.shapes.get(node.inputs[0]) if node in layers else None
        if size is None or 0 in size or id(node.inputs[1][0]) not in fixed:
            return None
        if {known.types.get(entry) for entry in node.inputs} != {torch.float32}:
            return None
        geometry = {name: node.params[name] for name in _GEOMETRY}
        weights = Operation(PACKED_LSTM_WEIGHTS, f"{inputs[1][0].name}_packed", {**geometry, "size": size}, [inputs[1]])
        return Operation(PACKED_LSTM, node.name, {**geometry, "state_outputs": node.params["state_outputs"]},
                         [inputs[0], (weights, 0), *inputs[2:]])

    return graph.rewrite(change)
