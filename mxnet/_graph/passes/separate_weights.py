"""Hand recurrent layers their weights one by one.

Before::

    %a = Reshape(%w0) {shape=(-1,)}
    %b = Reshape(%w1) {shape=(-1,)}
    %all = _rnn_param_concat(%a, %b)
    %y = RNN(%x, %all, %h)

After::

    %all = _weight_list(%w0, %w1)
    %y = RNN(%x, %all, %h)

Torch's layers take separate weights. For prediction the joined vector is made once and split without a
copy; where gradients are wanted, both directions of that detour would copy every weight at every step.
"""

from __future__ import annotations

from ..ir import Entry, Graph, Node, Operation
from ..kernels import WEIGHT_LIST
from .options import PassOptions


def _flattened(entry: Entry) -> Entry | None:
    """What a node flattens to a vector, or None if it does something else."""
    node = entry[0]
    if not node.is_op("Reshape") or tuple(node.params["shape"]) != (-1,):
        return None
    return node.inputs[0]


def separate_weights(graph: Graph, options: PassOptions) -> Graph:
    """Rewrite parameters that are joined for one recurrent layer only, when results are differentiated."""
    if not options.recording or options.mirror:
        return graph
    uses = graph.consumers()
    joined = {id(n.inputs[1][0]) for n in graph.operations() if n.op.name == "RNN"
              and n.inputs[1][0].is_op("_rnn_param_concat")
              and uses.get(n.inputs[1]) == 1}

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if id(node) not in joined:
            return None
        sources = [_flattened(entry) for entry in inputs]
        weights = [source for source in sources if source is not None]
        return Operation(WEIGHT_LIST, node.name, {"num_args": len(weights)}, weights) if len(weights) == len(
            sources) else None

    separate = graph.rewrite(change)
    for node in separate.operations():
        if node.op is WEIGHT_LIST:  # a list has no shape
            separate.shapes.pop((node, 0), None)
            separate.types.pop((node, 0), None)
    return separate
