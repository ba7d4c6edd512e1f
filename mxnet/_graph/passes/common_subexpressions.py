"""Compute equal things once.

Before::

    %a = exp(%x)
    %b = exp(%x)
    %y = elemwise_add(%a, %b)

After::

    %a = exp(%x)
    %y = elemwise_add(%a, %a)
"""

from __future__ import annotations

from typing import Any

from ..ir import Entry, Graph, Node
from .facts import Facts


def common_subexpressions(graph: Graph, facts: Facts) -> Graph:
    """Merge nodes of one operator with equal parameters and inputs, unless they draw random numbers or write."""
    seen: dict[Any, Node] = {}

    def change(node: Node, inputs: list[Entry]) -> Node | None:
        op = node.op
        if op is None or "generator" in op.environment or op.aux or op.mutates:
            return None
        key = (id(op), tuple(sorted(node.params.items(), key=lambda item: item[0])),
               tuple((id(source), index) for source, index in inputs))
        try:
            found = seen.get(key)
        except TypeError:
            return None
        if found is None:
            found = seen[key] = Node(op, node.name, node.attrs, inputs)
        return found

    return graph.rewrite(change)
