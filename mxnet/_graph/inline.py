"""Nodes that stand for a graph of their own, and the graph in which they are replaced by it.

Before::

    %y = _CachedOp(%a, %b)        with the subgraph  %c = elemwise_mul(%x0, %x1); return %c

After::

    %y_c = elemwise_mul(%a, %b)

Everything that infers, optimizes or runs a graph works on the second form.
"""

from __future__ import annotations

from .._ops.opdef import OpDef
from .ir import Entry, Graph, Variable


class SubgraphDef(OpDef):
    """The operator of a node that is stored with a graph."""

    subgraph: Graph


class NestedDef(SubgraphDef):
    """The operator of a node that stands for the graph `inner`, whose variables are those of `subgraph`.

    Its inputs go to these variables, in order.
    """

    inner: Graph


def inlined(graph: Graph) -> tuple[Graph, dict[Entry, Entry]]:
    """Return the graph with nested graphs inlined, and the new entry of each old one (empty if nothing changed)."""
    if not any(isinstance(node.op, NestedDef) for node in graph.operations()):
        return graph, {}
    places: dict[Entry, Entry] = {}
    _expand(graph, places, "")
    return Graph([places[entry] for entry in graph.outputs]).checked("inlining"), places


def _expand(graph: Graph, places: dict[Entry, Entry], prefix: str) -> None:
    """Note the place of every entry of `graph`; inside of a nested one, variables have theirs already."""
    for node in graph.nodes:
        if isinstance(node, Variable):
            places.setdefault((node, 0), (node, 0))
            continue
        inputs = [places[entry] for entry in node.inputs]
        if isinstance(node.op, NestedDef):
            inner: dict[Entry, Entry] = dict(
                zip(((variable, 0) for variable in node.op.inner.variables()), inputs, strict=True))
            _expand(node.op.inner, inner, f"{prefix}{node.name}_")
            places.update({(node, i): inner[entry] for i, entry in enumerate(node.op.inner.outputs)})
            continue
        same = node
        # Two nodes may stand for one subgraph, each with nodes of its own.
        if prefix or inputs != node.inputs:
            same = node.copy(inputs, prefix + node.name)
        places.update({(node, i): (same, i) for i in range(node.output_count)})
