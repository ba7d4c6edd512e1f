"""Prepare the weights of dense layers for prediction: packed for oneDNN if they are large, else transposed.

Before::

    %y = FullyConnected(%x, %w, %b)
    %r = Activation(%y) {act_type=relu}

After, for a large weight::

    %w_packed = _packed_dense_weight(%w)        (computed once, see `packing`)
    %r = _packed_dense(%x, %w_packed, %b) {act=relu}

After, for a small weight and few rows::

    %w_t = _transposed(%w)
    %y = _dense_kn(%b, %x, %w_t)
    %r = Activation(%y) {act_type=relu}
"""

from __future__ import annotations

from ..infer import extend
from ..ir import Entry, Graph, Node, Operation
from ..kernels import DENSE_KN, DENSE_KN_FLAT, TRANSPOSED
from ..packed_kernels import AVAILABLE, PACKED_DENSE, PACKED_DENSE_WEIGHT
from .options import PassOptions
from .packed_convolution import PACKED_TYPES, fuse_activations, is_derived

_FEW_ROWS = 16
# Elements of a weight above which oneDNN is faster for any number of rows.
_LARGE = 1 << 18


def packed_dense(graph: Graph, options: PassOptions) -> Graph:
    """Rewrite dense layers with a parameter as weight, when nothing is recorded."""
    if options.recording or not any(n.op.name == "FullyConnected" for n in graph.operations()):
        return graph
    known = extend(graph)
    packs = AVAILABLE and options.device.type == "cpu"

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if node.op.name != "FullyConnected" or not is_derived(inputs[1][0], options):
            return None
        data, weight = known.shapes.get(node.inputs[0]), known.shapes.get(node.inputs[1])
        if data is None or weight is None or len(data) < 2:
            return None
        if packs and weight[0] * weight[1] >= _LARGE and {known.types.get(e) for e in node.inputs} in PACKED_TYPES:
            packed = Operation(PACKED_DENSE_WEIGHT, f"{inputs[1][0].name}_packed", {}, [inputs[1]])
            flatten = {"flatten": len(data) > 2 and node.params["flatten"]}
            return Operation(PACKED_DENSE, node.name, flatten, [inputs[0], (packed, 0), *inputs[2:]])
        if len(inputs) != 3 or data[0] > _FEW_ROWS or (len(data) > 2 and not node.params["flatten"]):
            return None
        packed = Operation(TRANSPOSED, f"{inputs[1][0].name}_t", {}, [inputs[1]])
        op = DENSE_KN if len(data) == 2 else DENSE_KN_FLAT
        return Operation(op, node.name, {}, [inputs[2], inputs[0], (packed, 0)])

    return fuse_activations(graph.rewrite(change))
