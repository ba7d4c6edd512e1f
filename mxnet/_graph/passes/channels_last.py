"""Run 2-d convolutions and what follows them with channels innermost in memory.

Before::

    %c = Convolution(%x, %w, %b)

After::

    %x_last = _channels_last(%x)
    %c = Convolution(%x_last, %w, %b)

Logical shapes stay as they are, torch passes the memory order on from operator to operator.
Results of the graph are whatever order they come in; arrays are read through their strides.
"""

from __future__ import annotations

from ..._ops.opdef import ShapeLike
from ..ir import Entry, Graph, Node
from ..kernels import CHANNELS_LAST
from .facts import Facts

# Operators whose result keeps the memory order of their first input.
_KEEPS = {"Convolution", "Pooling", "Activation", "relu", "BatchNorm", "LeakyReLU", "Dropout", "clip",
          "elemwise_add", "broadcast_add", "Concat", "_channel_bias", "_scale_and_shift"}


def _gains(node: Node, shape: ShapeLike) -> bool:
    """Whether a convolution is faster channels-last: measured, deep 7x7 maps are not."""
    if shape is None or len(shape) != 4:
        return False
    return not (shape[1] >= 512 and shape[2] <= 7)


def channels_last(graph: Graph, facts: Facts) -> Graph:
    """Convert the input of each 2-d convolution that is not in channels-last order already."""
    convolutions = [n for n in graph.nodes if n.op is not None and n.op.name == "Convolution"
                    and len(n.params["kernel"]) == 2 and (n.params["layout"] or "NCHW") == "NCHW"]
    if not convolutions or facts.device.type != "cpu":
        return graph
    shapes = facts.shapes_of(graph)
    chosen = {id(n) for n in convolutions if _gains(n, shapes.get(n.inputs[0]))}
    last: set[int] = set()
    converted: dict[Entry, Node] = {}

    def change(node: Node, inputs: list[Entry]) -> Node | None:
        assert node.op is not None
        if id(node) in chosen:
            source = inputs[0]
            if id(source[0]) not in last:
                if source not in converted:
                    # It is kept or computed again together with the convolution.
                    attrs = {k: v for k, v in node.attrs.items() if k == "__force_mirroring__"}
                    converted[source] = Node(CHANNELS_LAST, f"{source[0].name}_last", attrs, [source])
                inputs = [(converted[source], 0), *inputs[1:]]
        elif not (node.op.name in _KEEPS and node.op.name != "Convolution" and id(inputs[0][0]) in last):
            return None
        copy = Node(node.op, node.name, node.attrs, inputs)
        last.add(id(copy))
        return copy

    return graph.rewrite(change)
