"""Drop operators that return their input.

Before::

    %d = Dropout(%x) {p=0.5}
    %y = FullyConnected(%d, ...)

After, in prediction::

    %y = FullyConnected(%x, ...)

The casts of mixed precision to the dtype that an array already has are copies too. Before::

    %a, %b = amp_multicast(%x, %y)        (both float16)
    %z = elemwise_add(%a, %b)

After::

    %z = elemwise_add(%x, %y)
"""

from __future__ import annotations

from ..ir import Entry, Graph, Operation, Variable
from .options import PassOptions


def _without_idle_casts(graph: Graph, options: PassOptions) -> Graph:
    """Let operators read the inputs of casts that keep the dtype, except for arguments in recorded graphs."""
    if not any(node.op.precision.casts for node in graph.operations()):
        return graph
    types = graph.types

    def is_idle(entry: Entry) -> bool:
        node, index = entry
        if not isinstance(node, Operation) or not node.op.precision.casts:
            return False
        source, dtype = node.inputs[index], types.get(entry)
        is_argument = options.recording and isinstance(source[0], Variable)
        return dtype is not None and types.get(source) is dtype and not is_argument

    def change(node: Operation, inputs: list[Entry]) -> Operation | None:
        if node.op.effects.mutates or not any(map(is_idle, node.inputs)):
            return None
        states = node.aux_positions()
        return node.copy([new[0].inputs[old[1]] if position not in states and is_idle(old) else new
                          for position, (old, new) in enumerate(zip(node.inputs, inputs, strict=True))])

    return graph.rewrite(change)


def remove_identities(graph: Graph, options: PassOptions) -> Graph:
    """Drop Dropout in prediction, idle casts and plain copies, except where they are results of the graph.

    Copies of arguments stay in recorded graphs: the argument may be overwritten before the backward pass.
    """
    graph = _without_idle_casts(graph, options)
    results = {id(node) for node, _ in graph.outputs}

    def change(node: Operation, inputs: list[Entry]) -> Entry | None:
        if id(node) in results or (options.recording and inputs and isinstance(inputs[0][0], Variable)):
            return None
        if node.op.name == "_copy":
            return inputs[0]
        idle = not options.training and node.op.name == "Dropout" and node.params["mode"] == "training"
        return inputs[0] if idle else None

    return graph.rewrite(change)
