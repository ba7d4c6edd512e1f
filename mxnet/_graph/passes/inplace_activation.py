"""Let relu overwrite its input where nobody else needs it.

Before::

    %c = Convolution(%x, %w)
    %r = Activation(%c) {act_type=relu}

After::

    %r = _activation_inplace(%c)

Legal where the input is the fresh result of an operator whose gradient does not need it.
"""

from __future__ import annotations

from ..._ops.opdef import OpDef
from ..ir import Entry, Graph, Node
from ..kernels import ACTIVATION_INPLACE, RELU_INPLACE
from .facts import Facts
from .pool_before_relu import is_relu

# Their backward needs inputs and weights, never the result, and the result is new memory.
_FRESH = {"Convolution", "FullyConnected", "_dense_kn", "_dense_kn_flat", "Pooling", "_channel_bias", "BatchNorm",
          "elemwise_add", "broadcast_add", "_packed_convolution", "_packed_convolution_onto", "_scale_and_shift"}


def _kernel(node: Node) -> OpDef | None:
    if is_relu(node):
        return ACTIVATION_INPLACE
    return RELU_INPLACE if node.op is not None and node.op.name == "relu" else None


def inplace_activation(graph: Graph, facts: Facts) -> Graph:
    """Rewrite relu after a convolution, dense or pooling layer that has no other user."""
    uses = graph.consumers()

    def change(node: Node, inputs: list[Entry]) -> Node | None:
        source = node.inputs[0][0] if node.inputs else None
        kernel = _kernel(node)
        if source is None or source.op is None or kernel is None or uses.get(node.inputs[0]) != 1:
            return None
        if source.op.name not in _FRESH or (source.op.name == "Pooling" and source.params["global_pool"]):
            return None
        if source.op.name == "BatchNorm" and (source.params["axis"] != 1 or source.output_count > 1):
            return None  # a view, or the moments would be gone
        return Node(kernel, node.name, {}, inputs)

    return graph.rewrite(change)
