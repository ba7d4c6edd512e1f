"""Fuse relu into dense layers with few rows. The fused kernel propagates NaN, MXNet's relu does not.

Before::

    %y = _dense_kn(%b, %x, %w)
    %r = Activation(%y) {act_type=relu}
    %z = _dense_kn(%c, %r, %v)

After::

    %r = _dense_kn_relu(%b, %x, %w)
    %z = _dense_kn(%c, %r, %v)
    %o = _checked(%z)

Valid if NaN would reach an output: if an output is not finite, the graph runs again without this pass.
"""

from __future__ import annotations

from ..ir import Entry, Graph, Node, Operation
from ..kernels import CHECKED, DENSE_KN, DENSE_KN_FLAT, DENSE_KN_RELU, DENSE_KN_RELU_FLAT
from .options import PassOptions
from .pool_before_relu import is_relu

_WITH_RELU = {DENSE_KN.name: DENSE_KN_RELU, DENSE_KN_FLAT.name: DENSE_KN_RELU_FLAT}


def _seen(graph: Graph, chosen: set[int]) -> set[int]:
    """Return the nodes whose NaN would reach an output."""
    seen = {id(node) for node, _ in graph.outputs}
    for node in reversed(graph.nodes):
        passes = id(node) in chosen or (isinstance(node, Operation) and node.op.effects.passes_nan(node.params))
        if passes and id(node) in seen:
            seen.update(id(source) for source, _ in node.inputs)
    return seen


def dense_with_relu(graph: Graph, options: PassOptions) -> Graph:
    """Fuse relu into the dense layer before it, in prediction."""
    if options.recording or options.training or options.exact or options.device.type != "cpu":
        return graph
    uses = graph.consumers()
    chosen = {id(n) for n in graph.nodes if is_relu(n) and uses.get(n.inputs[0]) == 1
              and isinstance(n.inputs[0][0], Operation) and n.inputs[0][0].op.name in _WITH_RELU}
    seen = _seen(graph, chosen)
    if not chosen & seen:
        return graph

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if id(node) not in chosen or id(node) not in seen:
            return None
        layer = inputs[0][0]
        assert isinstance(layer, Operation)
        return Operation(_WITH_RELU[layer.op.name], node.name, {}, layer.inputs)

    fused = graph.rewrite(change)
    return fused.with_outputs(
        [(Operation(CHECKED, f"{node.name}_checked", {}, [(node, index)]), 0) for node, index in fused.outputs])
