"""Compute layers of 16 bits in single precision where the processor has no instructions for them, for prediction.

Before::

    %y = Convolution(%x, %w)        (float16)

After::

    %x_single = Cast(%x) {dtype=float32}
    %w_single = Cast(%w) {dtype=float32}        (computed once, see `parameters`)
    %y_single = Convolution(%x_single, %w_single)
    %y = Cast(%y_single) {dtype=float16}

The operators do the same without this pass (see `low_precision`), but convert the weights in every call.
"""

from __future__ import annotations

import torch

from ..._ops.low_precision import SLOW
from ..._ops.opdef import find
from ..infer import extend
from ..ir import Entry, Graph, Operation, Variable
from .options import PassOptions

_CAST = find("Cast")


def single_products(graph: Graph, options: PassOptions) -> Graph:
    """Put conversions around layers with weights of 16 bits, when nothing is recorded."""
    if options.recording or options.device.type != "cpu" or not SLOW:
        return graph
    layers = [node for node in graph.operations() if node.op.precision.of("float16") == "low" and any(
        isinstance(source, Variable) and source.name in options.parameters for source, _ in node.inputs)]
    if not layers:
        return graph
    types = extend(graph).types
    chosen = {node: types[node, 0] for node in layers if node.output_count == 1 and types.get((node, 0)) in SLOW
              and all(types.get(entry) is types[node, 0] for entry in node.inputs)}
    converted: dict[Entry, Entry] = {}

    def single(entry: Entry) -> Entry:
        if entry not in converted:
            converted[entry] = Operation(_CAST, f"{entry[0].name}_single", {"dtype": torch.float32}, [entry]), 0
        return converted[entry]

    def change(node: Operation, inputs: list[Entry]) -> Operation | None:
        if node not in chosen:
            return None
        layer = node.copy([single(entry) for entry in inputs], f"{node.name}_single")
        return Operation(_CAST, node.name, {"dtype": chosen[node]}, [(layer, 0)])

    return graph.rewrite(change) if chosen else graph
