"""Run 2-d convolutions and what follows them with channels innermost in memory.

Before::

    %c = Convolution(%x, %w, %b)

After::

    %x_last = _channels_last(%x)
    %c = Convolution(%x_last, %w, %b)

Logical shapes do not change. Torch propagates the memory format from operator to operator.
Outputs of the graph keep their memory format; arrays are read through their strides.

In training, a layer with a weight that is much larger than its input gets `_channels_first(%x)`: its weight and the
gradient of its weight are stored with channels outermost, and converting them would take longer than the layer gains.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from ..._ops.opdef import OpDef, ShapeLike
from ..infer import extend
from ..ir import Entry, Graph, Node, Operation
from ..kernels import CHANNELS_FIRST, CHANNELS_LAST
from .options import PassOptions

# Torch converts weights in the forward pass and again in the backward pass. Larger weights are converted once for both.
_LARGE_WEIGHT = 1 << 15
# Weights with this many times the elements of the input are not converted in training (measured).
_MUCH_LARGER = 4


def _gains(node: Node, shape: ShapeLike) -> bool:
    """Return whether a convolution is faster in channels-last format. Deep layers with 7x7 maps are not (measured)."""
    if shape is None or len(shape) != 4:
        return False
    return not (shape[1] >= 512 and shape[2] <= 7)


def _mirrored(node: Operation) -> dict[str, str]:
    """Return the attribute with which a conversion is kept, or computed again, together with `node`."""
    return {k: v for k, v in node.attributes.items() if k == "__force_mirroring__"}


def _weight_dominates(node: Operation, shapes: Mapping[Entry, ShapeLike]) -> bool:
    """Return whether converting the weight and its gradient costs more than converting the input."""
    data, weight = (shapes.get(entry) for entry in node.inputs[:2])
    if data is None or weight is None or math.prod(node.params["kernel"]) == 1:
        return False
    return math.prod(weight) >= _MUCH_LARGER * math.prod(data)


def channels_last(graph: Graph, options: PassOptions) -> Graph:
    """Convert the input of each 2-d convolution that is not in channels-last order already."""
    convolutions = [n for n in graph.operations() if n.op.name == "Convolution"
                    and len(n.params["kernel"]) == 2 and (n.params["layout"] or "NCHW") == "NCHW"]
    if not convolutions or options.device.type != "cpu":
        return graph
    shapes = extend(graph).shapes
    first = {id(n) for n in convolutions if options.recording and not _gains(n, shapes.get(n.inputs[0]))
             and _weight_dominates(n, shapes)}
    known = {id(n): _gains(n, shapes.get(n.inputs[0])) for n in convolutions}
    last: set[int] = set()
    converted: dict[tuple[OpDef, Entry], Node] = {}

    def convert(source: Entry, node: Operation, op: OpDef = CHANNELS_LAST) -> Entry:
        if (op, source) not in converted:
            suffix = "last" if op is CHANNELS_LAST else "first"
            converted[op, source] = Operation(op, f"{source[0].name}_{suffix}", {}, [source], _mirrored(node))
        return converted[op, source], 0

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if id(node) in first:
            return node.copy([convert(inputs[0], node, CHANNELS_FIRST), *inputs[1:]])
        if known.get(id(node)) or (id(node) in known and id(inputs[0][0]) in last):
            if id(inputs[0][0]) not in last:
                inputs = [convert(inputs[0], node), *inputs[1:]]
            if options.recording and math.prod(shapes.get(node.inputs[1]) or ()) >= _LARGE_WEIGHT:
                inputs = [inputs[0], convert(inputs[1], node), *inputs[2:]]
        elif not (node.op.effects.keeps_layout and id(inputs[0][0]) in last):
            return None
        copy = node.copy(inputs)
        last.add(id(copy))
        return copy

    return graph.rewrite(change)
