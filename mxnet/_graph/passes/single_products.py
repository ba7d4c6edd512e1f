"""Compute layers of 16 bits in single precision where the processor has no instructions for them.

In prediction, before::

    %y = Convolution(%x, %w)        (float16)
    %n = BatchNorm(%y, %gamma, %beta, %mean, %var)

After::

    %x_single = Cast(%x) {dtype=float32}
    %w_single = Cast(%w) {dtype=float32}        (computed once, see `parameters`)
    %y_single = Convolution(%x_single, %w_single)
    %n_single = BatchNorm(%y_single, %gamma, %beta, %mean, %var)
    %n = Cast(%n_single) {dtype=float16}

The operators do the same without this pass (see `low_precision`), but convert the weights in every call. In float16,
results stay in single precision from layer to layer. In bfloat16, each layer rounds its result, as on processors with
bfloat16 instructions.

In training with mixed precision, weights have single precision already. Before::

    %w_half = amp_cast(%w) {dtype=float16}
    %y = Convolution(%x, %w_half)        (float16)

After::

    %x_single = Cast(%x) {dtype=float32}
    %y_single = Convolution(%x_single, %w)
    %y = Cast(%y_single) {dtype=float16}

This saves four conversions of each weight and its gradient. Results of layers, and gradients with respect to them, are
rounded to 16 bits as before, so that they overflow as before.

A weight that is written between the forward and the backward pass has its new values in the backward pass, as in single
precision.
"""

from __future__ import annotations

import torch

from ..._ops.low_precision import SLOW
from ..._ops.opdef import find
from ..infer import extend
from ..ir import Entry, Graph, Operation, Variable
from .options import PassOptions

_CAST, _AMP_CAST = find("Cast"), find("amp_cast")
_BETWEEN_LAYERS = frozenset({"BatchNorm", "Activation", "relu", "clip", "LeakyReLU", "elemwise_add", "broadcast_add",
                             "Pooling", "Flatten", "Concat"})


def single_products(graph: Graph, options: PassOptions) -> Graph:
    """Put conversions around layers with weights of 16 bits, or remove the conversions of their weights."""
    if options.device.type != "cpu" or not SLOW:
        return graph
    if options.recording or options.training:
        return _with_single_weights(graph, options)
    return _in_single_precision(graph, options)


def _is_layer(node: Operation) -> bool:
    return node.op.precision.of("float16") == "low"


def _is_parameter(entry: Entry, options: PassOptions) -> bool:
    return isinstance(entry[0], Variable) and entry[0].name in options.parameters


def _single(entry: Entry) -> Entry:
    return Operation(_CAST, f"{entry[0].name}_single", {"dtype": torch.float32}, [entry]), 0


def _rounded(layer: Operation, name: str, dtype: torch.dtype | None) -> Entry:
    return Operation(_CAST, name, {"dtype": dtype}, [(layer, 0)]), 0


def _with_single_weights(graph: Graph, options: PassOptions) -> Graph:
    """Pass parameters in single precision to layers that received them in float16."""
    halves = {node for node in graph.operations() if node.op is _AMP_CAST and node.params["dtype"] is torch.float16
              and _is_parameter(node.inputs[0], options)}
    layers = {node for node in graph.operations() if _is_layer(node) and any(e[0] in halves for e in node.inputs)}
    if not layers:
        return graph
    types, uses = extend(graph).types, graph.consumers()
    halves = {node for node in halves if types.get(node.inputs[0]) is torch.float32}

    def change(node: Operation, inputs: list[Entry]) -> Entry | None:
        if node not in layers or any(uses.get((node, i)) for i in range(1, node.output_count)):
            return None
        if {types.get(entry) for entry in node.inputs} != {torch.float16}:
            return None
        given = [new[0].inputs[0] if before[0] in halves else _single(new)
                 for new, before in zip(inputs, node.inputs, strict=True)]
        return _rounded(node.copy(given, f"{node.name}_single"), node.name, torch.float16)

    return extend(graph.rewrite(change))


def _in_single_precision(graph: Graph, options: PassOptions) -> Graph:
    """Convert the inputs and results of layers, and keep single precision between layers of float16."""
    layers = {node for node in graph.operations()
              if _is_layer(node) and any(_is_parameter(entry, options) for entry in node.inputs)}
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
            converted[entry] = _single(entry)
        return converted[entry]

    def change(node: Operation, inputs: list[Entry]) -> Entry | None:
        if not is_chosen(node):
            return None
        given = [single(entry, types.get(before)) for entry, before in zip(inputs, node.inputs, strict=True)]
        layer = node.copy(given, f"{node.name}_single")
        kind = types[node, 0]
        rounded = _rounded(layer, node.name, kind)
        if kind is torch.float16:
            converted[rounded] = layer, 0
        return rounded

    return extend(graph.rewrite(change))
