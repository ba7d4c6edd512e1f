"""Transpose the weights of dense layers for prediction with few rows.

Before::

    %y = FullyConnected(%x, %w, %b)

After::

    %w_t = _transposed(%w)        (computed once, see `packing`)
    %y = _dense_kn(%b, %x, %w_t)
"""

from __future__ import annotations

from ..infer import extend
from ..ir import Entry, Graph, Node, Operation
from ..kernels import DENSE_KN, DENSE_KN_FLAT, TRANSPOSED
from .options import PassOptions

_FEW_ROWS = 16


def packed_dense(graph: Graph, options: PassOptions) -> Graph:
    """Rewrite dense layers with a bias and at most 16 rows, when nothing is recorded."""
    layers = [n for n in graph.operations() if n.op.name == "FullyConnected"]
    if options.recording or not layers:
        return graph
    shapes = extend(graph).shapes

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if node.op.name != "FullyConnected" or len(inputs) != 3 or inputs[1][0].name not in options.parameters:
            return None
        shape = shapes.get(node.inputs[0])
        if shape is None or shape[0] > _FEW_ROWS or len(shape) < 2 or (len(shape) > 2 and not node.params["flatten"]):
            return None
        packed = Operation(TRANSPOSED, f"{inputs[1][0].name}_t", {}, [inputs[1]])
        op = DENSE_KN if len(shape) == 2 else DENSE_KN_FLAT
        return Operation(op, node.name, {}, [inputs[2], inputs[0], (packed, 0)])

    return graph.rewrite(change)
