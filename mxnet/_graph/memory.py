"""How much memory the inner results of a graph take."""

from __future__ import annotations

from .infer import Inference
from .ir import Entry, Graph, Node, Operation, Variable
from .passes.recompute import recomputed_nodes, segments


def differentiated(graph: Graph, wanted: set[str]) -> set[int]:
    """Ids of nodes through which gradients flow from the outputs to the variables `wanted`."""
    leads: set[int] = set()
    for node in graph.nodes:
        if isinstance(node, Variable):
            if node.name in wanted:
                leads.add(id(node))
        elif node.op.effects.gradient_for(node.params) != "zero" and any(
                id(source) in leads for source, _ in node.inputs):
            leads.add(id(node))
    reached: set[int] = set()
    todo: list[Node] = [node for node, _ in graph.outputs]
    while todo:
        node = todo.pop()
        if id(node) in leads and id(node) not in reached:
            reached.add(id(node))
            todo.extend(source for source, _ in node.inputs)
    return reached


def _recomputed(graph: Graph, mirror: bool) -> set[Entry]:
    """Return the results that the backward pass recomputes, without the inputs of other recomputations."""
    owner = {id(node): i for i, members in enumerate(segments(graph, recomputed_nodes(graph, mirror)))
             for node in members}
    starts = {e for node in graph.nodes if id(node) in owner for e in node.inputs
              if owner.get(id(e[0])) != owner[id(node)]}
    return {(n, i) for n in graph.nodes if id(n) in owner for i in range(n.output_count)} - starts


def inner_bytes(graph: Graph, found: Inference, wanted: set[str], mirror: bool = False) -> int:
    """Return the peak memory of the results of operators, in bytes.

    A result is freed after its last consumer. Results that the backward pass to `wanted` needs are kept, unless they
    are recomputed. With `mirror`, all cheap results are recomputed.
    """

    def size(entry: Entry) -> int:
        total = found.types[entry].itemsize if entry in found.types else 0
        for s in found.shapes.get(entry) or ():
            total *= s
        return total

    kept = differentiated(graph, wanted)
    again = _recomputed(graph, mirror)
    last = {entry: position for position, node in enumerate(graph.nodes) for entry in node.inputs}
    last.update(dict.fromkeys(graph.outputs, len(graph.nodes)))
    live = largest = 0
    for position, node in enumerate(graph.nodes):
        if isinstance(node, Variable):
            continue
        live += sum(size((node, i)) for i in range(node.output_count))
        largest = max(largest, live)
        live -= sum(size(e) for e in set(node.inputs)
                    if isinstance(e[0], Operation) and last[e] == position and (id(node) not in kept or e in again))
    return largest
