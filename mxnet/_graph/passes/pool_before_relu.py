"""Apply relu to the smaller result of max pooling.

Before::

    %r = Activation(%x) {act_type=relu}
    %p = Pooling(%r) {pool_type=max}

After::

    %p = Pooling(%x) {pool_type=max}
    %r = Activation(%p) {act_type=relu}

Both orders give the same values and gradients: relu is monotonic, and both
pass over NaN.
"""

from __future__ import annotations

from ..ir import Entry, Graph, Node
from .facts import Facts


def is_relu(node: Node) -> bool:
    """Whether a node is an `Activation` that computes ``max(x, 0)``.

    The operator `relu` is another matter: where `Activation` gives 0 for NaN, as fused kernels do, it gives NaN.
    """
    return node.op is not None and node.op.name == "Activation" and node.params["act_type"] == "relu"


def pool_before_relu(graph: Graph, facts: Facts) -> Graph:
    """Swap relu and max pooling where the pooling is the only user of the relu."""
    uses = graph.consumers()
    alone = {id(n) for n in graph.nodes if is_relu(n) and uses.get((n, 0)) == 1}
    swapped = {id(n.inputs[0][0]) for n in graph.nodes if n.op is not None and n.op.name == "Pooling"
               and n.params["pool_type"] == "max" and id(n.inputs[0][0]) in alone}

    def change(node: Node, inputs: list[Entry]) -> Node | Entry | None:
        if node.op is None or node.op.name != "Pooling" or id(node.inputs[0][0]) not in swapped:
            return None
        relu = inputs[0][0]
        pool = Node(node.op, node.name, node.attrs, [relu.inputs[0]])
        return Node(relu.op, relu.name, relu.attrs, [(pool, 0)])

    return graph.rewrite(change)
