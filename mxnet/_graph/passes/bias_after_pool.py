"""Add the bias of a convolution to the smaller result of max pooling.

Before::

    %c = Convolution(%x, %w, %b)
    %p = Pooling(%c) {pool_type=max}

After::

    %c = Convolution(%x, %w) {no_bias=True}
    %p = Pooling(%c) {pool_type=max}
    %p_bias = _channel_bias(%p, %b)

Rounding is monotonic, so the values are the same bits. The gradient of the bias is a sum over all elements it was added
to: now over a fraction of them.
"""

from __future__ import annotations

from ..ir import Entry, Graph, Node, Operation
from ..kernels import CHANNEL_BIAS
from .options import PassOptions
from .pool_before_relu import is_max_pooling


def _has_channel_bias(node: Node) -> bool:
    return (node.is_op("Convolution") and len(node.inputs) == 3
            and (node.params["layout"] or "NC").startswith("NC"))


def bias_after_pool(graph: Graph, options: PassOptions) -> Graph:
    """Move the bias of convolutions whose only user is a max pooling, when results are differentiated."""
    if not options.recording:
        return graph
    pools = [n for n in graph.nodes if is_max_pooling(n) and not n.params["global_pool"]]
    if not pools:
        return graph
    uses = graph.consumers()
    moved = {id(n.inputs[0][0]) for n in pools if _has_channel_bias(n.inputs[0][0]) and uses.get(n.inputs[0]) == 1}

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if id(node.inputs[0][0] if node.inputs else None) not in moved:
            return None
        convolution = inputs[0][0]
        assert isinstance(convolution, Operation)
        plain = convolution.copy(convolution.inputs[:2], params={"no_bias": True})
        pool = node.copy([(plain, 0)])
        return Operation(CHANNEL_BIAS, f"{node.name}_bias", {}, [(pool, 0), convolution.inputs[2]])

    return graph.rewrite(change)
