"""Merge equal nodes.

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

from ..ir import Entry, Graph, Node, Operation
from .options import PassOptions


def common_subexpressions(graph: Graph, options: PassOptions) -> Graph:
    """Merge nodes with the same operator, parameters and inputs, unless they are random, impure or write memory."""
    seen: dict[Any, Node] = {}

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        op = node.op
        if not op.effects.pure or "generator" in op.environment or op.aux or op.effects.mutates:
            return None
        # Compare parameters as text: 0.0 equals -0.0 but is a different value.
        key = (id(op), repr(node.params), *inputs)
        if key in seen:
            return seen[key]
        seen[key] = node if inputs == node.inputs else node.copy(inputs)
        return None if seen[key] is node else seen[key]

    return graph.rewrite(change)
