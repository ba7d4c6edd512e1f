"""Apply relu to the smaller result of max pooling.

Before::

    %r = Activation(%x) {act_type=relu}
    %p = Pooling(%r) {pool_type=max}

After::

    %p = Pooling(%x) {pool_type=max}
    %r = Activation(%p) {act_type=relu}

Both orders give the same values and gradients: relu is monotonic, and both pass over NaN. Windows that lie outside of
the data would make a difference: their maximum is the lowest number, before relu or after it.
"""

from __future__ import annotations

from ..ir import Entry, Graph, Node, Operation
from .options import PassOptions


def is_relu(node: Node) -> bool:
    """Whether a node is an `Activation` that computes ``max(x, 0)``.

    The operator `relu` is different: it propagates NaN, while `Activation` returns 0 like fused kernels.
    """
    return node.is_op("Activation") and node.params["act_type"] == "relu"


def is_max_pooling(node: Node) -> bool:
    """Return whether a node is a max pooling in which no window consists of padding only."""
    if not node.is_op("Pooling") or node.params["pool_type"] != "max":
        return False
    params = node.params
    if params["global_pool"]:
        return True
    kernel = params["kernel"]
    strides, pads = params["stride"] or (1,) * len(kernel), params["pad"] or (0,) * len(kernel)
    # The last window of the convention 'full' begins less than a stride after the last one of 'valid'.
    beyond = [stride - 1 if params["pooling_convention"] == "full" else 0 for stride in strides]
    return all(pad + more < size for size, pad, more in zip(kernel, pads, beyond))


def pool_before_relu(graph: Graph, options: PassOptions) -> Graph:
    """Swap relu and max pooling if the pooling is the only consumer of the relu."""
    pools = [n for n in graph.nodes if is_max_pooling(n)]
    if not pools:
        return graph
    uses = graph.consumers()
    swapped = {id(n.inputs[0][0]) for n in pools if is_relu(n.inputs[0][0]) and uses.get((n.inputs[0][0], 0)) == 1}

    def change(node: Operation, inputs: list[Entry]) -> Node | Entry | None:
        if not node.is_op("Pooling") or id(node.inputs[0][0]) not in swapped:
            return None
        relu = inputs[0][0]
        return relu.copy([(node.copy([relu.inputs[0]]), 0)])

    return graph.rewrite(change)
