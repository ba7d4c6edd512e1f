"""Replace operators of ``mx.np`` with equivalent operators of ``mx.nd``, so that other passes apply to them.

Before::

    %s = _npi_add(%a, %b)
    %r = _npx_relu(%s)

After::

    %s = broadcast_add(%a, %b)
    %r = relu(%s)

Valid if all inputs have the same floating point dtype.
"""

from __future__ import annotations

from ..._ops.opdef import find
from ..ir import Entry, Graph, Node, Operation
from .options import PassOptions


def nd_twins(graph: Graph, options: PassOptions) -> Graph:
    """Replace operators that are declared as twins."""

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        name = node.op.form.twin
        if name is None:
            return None
        kinds = {graph.types.get(entry) for entry in node.inputs}
        kind = kinds.pop() if len(kinds) == 1 else None
        if kind is None or not kind.is_floating_point:
            return None
        return Operation(find(name), node.name, node.params, inputs, node.attributes)

    return graph.rewrite(change) if any(n.op.form.twin for n in graph.operations()) else graph
