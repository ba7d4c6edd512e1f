"""Compute layers of 16 bits in single precision where the processor has no instructions for them, for prediction.

Before::

    %y = Convolution(%x, %w)        (float16)
    %n = BatchNorm(%y, %gamma, %beta, %mean, %var)

After::

    %x_single = Cast(%x) {dtype=float32}
    %w_single = Cast(%w) {dtype=float32}        (computed once, see `parameters`)
    %y_single = Convolution(%x_single, %w_single)
    %n_single = BatchNorm(%y_single, %gamma, %beta, %mean, %var)
    %n = Cast(%n_single) {dtype=float16}

The operators do the same without this pass (see `low_precision`), but convert the weights in every call. In float16,
results stay in single precision from layer to layer. In bfloat16 they are rounded after each layer, as processors with
such instructions do.
"""

from __future__ import annotations

import torch

from ..._ops.low_precision import SLOW
from ..._ops.opdef import find
from ..infer import extend
from ..ir import Entry, Graph, Operation, Variable
from .options import PassOptions

_CAST = find("Cast")
_BETWEEN_LAYERS = frozenset({"BatchNorm", "Activation", "relu", "clip", "LeakyReLU", "elemwise_add", "broadcast_add",
                             "Pooling", "Flatten", "Concat"})


def single_products(graph: Graph, options: PassOptions) -> Graph:
    """Put conversions around layers with weights of 16 bits, when nothing is recorded."""
    if options.recording or options.training or options.device.type != "cpu" or not SLOW:
        return graph
    layers = {node for node in graph.operations() if node.op.precision.of("float16") == "low" and any(
        isinstance(source, Variable) and source.name in options.parameters for source, _ in node.inputs)}
    if not layers:
        return graph
    types, uses = extend(graph).types, graph.consumers()

    def is_chosen(node: Operation) -> bool:
        kind = types.get((node, 0))
        if kind not in SLOW or any(uses.get((node, i)) for i in range(1, node.output_count)):
            return False
        given = {types.get(entry) for entry in node.inputs}
        if node in layers:
            return given == {kind}
        # Statistics of a normalization have single precision.
        return kind is torch.float16 and node.op.name in _BETWEEN_LAYERS and given <= {kind, torch.float32}

    converted: dict[Entry, Entry] = {}

    def single(entry: Entry, kind: torch.dtype | None) -> Entry:
        if kind not in SLOW:
            return entry
        if entry not in converted:
            converted[entry] = Operation(_CAST, f"{entry[0].name}_single", {"dtype": torch.float32}, [entry]), 0
        return converted[entry]

    def change(node: Operation, inputs: list[Entry]) -> Entry | None:
        if not is_chosen(node):
            return None
        given = [single(entry, types.get(before)) for entry, before in zip(inputs, node.inputs, strict=True)]
        layer = node.copy(given, f"{node.name}_single")
        kind = types[node, 0]
        rounded = Operation(_CAST, node.name, {"dtype": kind}, [(layer, 0)]), 0
        if kind is torch.float16:
            converted[rounded] = layer, 0
        return rounded

    return extend(graph.rewrite(change))
