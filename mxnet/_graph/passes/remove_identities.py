"""Drop operators that return their input.

Before::

    %d = Dropout(%x) {p=0.5}
    %y = FullyConnected(%d, ...)

After, in prediction::

    %y = FullyConnected(%x, ...)
"""

from __future__ import annotations

from ..ir import Entry, Graph, Operation, Variable
from .options import PassOptions


def remove_identities(graph: Graph, options: PassOptions) -> Graph:
    """Drop Dropout in prediction and plain copies, except where they are results of the graph.

    Copies of arguments stay in recorded graphs: the argument may be overwritten before the backward pass.
    """
    results = {id(node) for node, _ in graph.outputs}

    def change(node: Operation, inputs: list[Entry]) -> Entry | None:
        if id(node) in results or (options.recording and inputs and isinstance(inputs[0][0], Variable)):
            return None
        if node.op.name == "_copy":
            return inputs[0]
        idle = not options.training and node.op.name == "Dropout" and node.params["mode"] == "training"
        return inputs[0] if idle else None

    return graph.rewrite(change)
