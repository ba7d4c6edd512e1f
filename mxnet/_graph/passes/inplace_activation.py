"""Compute relu in place if its input has no other consumer.

Before::

    %c = Convolution(%x, %w)
    %r = Activation(%c) {act_type=relu}

After::

    %r = _activation_inplace(%c)

Legal where the input is the fresh result of an operator whose gradient does not need it.
"""

from __future__ import annotations

from ..._ops.opdef import OpDef
from ..ir import Entry, Graph, Node, Operation, Variable
from ..kernels import ACTIVATION_INPLACE, RELU_INPLACE
from .options import PassOptions
from .pool_before_relu import is_relu


def _kernel(node: Node) -> OpDef | None:
    if is_relu(node):
        return ACTIVATION_INPLACE
    return RELU_INPLACE if node.is_op("relu") else None


def inplace_activation(graph: Graph, options: PassOptions) -> Graph:
    """Replace relu after a convolution, dense or pooling layer without other consumers."""
    uses = graph.consumers()

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        source = node.inputs[0][0] if node.inputs else None
        kernel = _kernel(node)
        if source is None or isinstance(source, Variable) or kernel is None or uses.get(node.inputs[0]) != 1:
            return None
        if not source.op.effects.overwritable(source.params):
            return None
        return Operation(kernel, node.name, {}, inputs)

    return graph.rewrite(change)
