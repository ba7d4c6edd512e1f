"""Types along a graph, without shapes: what mixed precision needs to know."""

from __future__ import annotations

from collections.abc import Mapping

import torch

from ..._graph.ir import Entry, Graph, Node

Type = torch.dtype | None
CASTABLE = (torch.float16, torch.bfloat16, torch.float32)
_HALVES = (torch.float16, torch.bfloat16)
_NORMALIZATIONS = frozenset({"BatchNorm", "_contrib_BatchNormWithReLU", "_contrib_SyncBatchNorm"})
# Inputs that hold indices or conditions, whose type says nothing about the result.
_FREE_INPUTS = {"Embedding": 0, "take": 1, "batch_take": 1, "pick": 1, "gather_nd": 1, "where": 0, "one_hot": 0}


def types_of_node(node: Node, inputs: list[Type]) -> tuple[list[Type], list[Type]]:
    """The types of inputs and outputs of an operator that follow from the known ones among its inputs."""
    op = node.op
    if op is None:
        return inputs, [None]
    count = node.output_count
    if op.name == "amp_cast":
        return inputs, [node.params["dtype"] if inputs[0] in CASTABLE else inputs[0]]
    if op.name == "amp_multicast":
        return inputs, _of_multicast(inputs, node.params["cast_narrow"])
    if op.name in _NORMALIZATIONS:
        statistics = torch.float32 if inputs[0] in _HALVES else inputs[0]
        return [inputs[0], *(known or statistics for known in inputs[1:])], [inputs[0], *[statistics] * (count - 1)]
    free = _FREE_INPUTS.get(op.name)
    common = next((t for i, t in enumerate(inputs) if t is not None and i != free), None)
    chosen = node.params.get("dtype")
    if free == 0 and common is None:
        common = chosen
    if op.name != "Cast":
        inputs = [known or (None if i == free else common) for i, known in enumerate(inputs)]
    return inputs, [chosen or common] * count


def _of_multicast(inputs: list[Type], narrow: bool) -> list[Type]:
    floating = [t for t in inputs if t in CASTABLE]
    if narrow:
        common = next((t for t in floating if t in _HALVES), torch.float32)
    else:
        common = torch.float32 if torch.float32 in floating else inputs[0]
    return [common if t in CASTABLE else t for t in inputs]


def types_of_graph(graph: Graph, given: Mapping[str, torch.dtype]) -> dict[Entry, torch.dtype]:
    """The types of all entries that follow from those of some variables."""
    found: dict[Entry, torch.dtype] = {(n, 0): given[n.name] for n in graph.variables() if n.name in given}
    progress = True
    while progress:
        before = len(found)
        for node in graph.nodes:
            if node.op is None:
                continue
            inputs, outputs = types_of_node(node, [found.get(e) for e in node.inputs])
            for entry, kind in (*zip(node.inputs, inputs, strict=True),
                                *(((node, i), kind) for i, kind in enumerate(outputs))):
                if kind is not None:
                    found.setdefault(entry, kind)
        progress = len(found) > before
    return found
