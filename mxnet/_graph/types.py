"""Propagate dtypes through a graph in both directions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from .._ops.facts import TypeLike
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from .ir import Entry, Graph, Operation


def types_of_node(node: Operation, known: Sequence[TypeLike]) -> tuple[list[TypeLike], list[TypeLike]]:
    """The types of inputs and results of an operator that follow from the known ones of its inputs."""
    rules, params = node.op.inference, node.params
    if rules.input_types is not None:
        wanted = rules.input_types(params, known)
    else:
        common = next((kind for i, kind in enumerate(known) if kind is not None and i not in rules.index_inputs), None)
        wanted = [None if i in rules.index_inputs else common for i in range(len(known))]
    inputs = [kind or other for kind, other in zip(known, wanted, strict=True)]
    if rules.result_types is not None:
        return inputs, rules.result_types(params, inputs, node.output_count)
    leading = _leading(node)
    return inputs, [params.get("dtype") or (None if leading is None else inputs[leading])] * node.output_count


def _leading(node: Operation) -> int | None:
    """The position of the first input that holds no indices."""
    return next((i for i in range(len(node.inputs)) if i not in node.op.inference.index_inputs), None)


def _keeps_type(node: Operation) -> bool:
    """Return whether the first result has the dtype of the first input."""
    leading = _leading(node)
    if leading is None or node.op.precision.casts:
        return False
    probe: list[TypeLike] = [torch.complex64 if i == leading else None for i in range(len(node.inputs))]
    return types_of_node(node, probe)[1][0] is torch.complex64


def check_one_type(node: Operation, kinds: Sequence[TypeLike]) -> None:
    """Raise if the operator requires one dtype and the known inputs have different ones."""
    if not node.op.inference.one_type:
        return
    known = [(place, node.inputs[place][0].name, kind) for place, kind in enumerate(kinds) if kind is not None]
    for place, name, kind in known:
        _, first, wanted = known[0]
        if kind is not wanted:
            raise MXNetError(f"Error in operator {node.name}: Incompatible attr in node {node.name} at {place}-th "
                             f"input ({name}): expected {dtypes.NAME_OF_TORCH[wanted]} as that of {first}, got "
                             f"{dtypes.NAME_OF_TORCH[kind]}")


def propagate(graph: Graph, found: dict[Entry, torch.dtype], check: bool = False) -> dict[Entry, torch.dtype]:
    """Complete the types of entries of a graph as far as those in `found` tell."""
    operators = graph.operations()
    entries = sum(node.output_count for node in graph.nodes)
    before = -1
    while len(found) > before:
        before = len(found)
        for node in operators:
            known = [found.get(entry) for entry in node.inputs]
            if check:
                check_one_type(node, known)
            inputs, results = types_of_node(node, known)
            found.update({entry: kind for entry, kind in zip(node.inputs, inputs, strict=True) if kind is not None})
            found.update({(node, i): kind for i, kind in enumerate(results) if kind is not None})
        if len(found) == entries:
            break
        for node in reversed(operators):
            leading = _leading(node)
            if leading is not None and (node, 0) in found and node.inputs[leading] not in found and _keeps_type(node):
                found[node.inputs[leading]] = found[node, 0]
    return found


def declared_types(graph: Graph, given: Mapping[str, torch.dtype]) -> dict[Entry, torch.dtype]:
    """The types of variables that are given or that their attributes declare."""
    kinds = {node: given.get(node.name) or dtypes.of_attribute(node.name, node.attributes.get("__dtype__"))
             for node in graph.variables()}
    return {(node, 0): kind for node, kind in kinds.items() if kind is not None}
