"""Let zero gradients pass operators that torch does not differentiate, back to losses that ignore their head gradient.

Before::

    %p = SoftmaxOutput(%x, %label)
    %c = argmax(%p)

After::

    %p = SoftmaxOutput(%x, %label)
    %c = argmax(%p)
    %c_tied = _tied(%c, %p)

Other graphs do not change. Outputs are tied in the same way to
operators that update moving statistics in their backward pass, which MXNet runs even if only zeros reach it.
"""

from __future__ import annotations

from ..ir import Entry, Graph, Node, Operation
from ..kernels import TIED, TIED_TO_STATISTICS
from .options import PassOptions


def has_losses(graph: Graph) -> bool:
    """Whether an operator in the graph ignores the gradient of its result."""
    return any(node.op.effects.ignores_head for node in graph.operations())


def _behind_losses(graph: Graph) -> set[int]:
    """Return the nodes that depend on the result of a loss."""
    found: set[int] = set()
    for node in graph.nodes:
        if any(id(source) in found or (isinstance(source, Operation) and source.op.effects.ignores_head)
               for source, _ in node.inputs):
            found.add(id(node))
    return found


def tie(graph: Graph, everywhere: bool = False) -> Graph:
    """Connect the results of nodes that depend on losses, or of all nodes, to their inputs."""
    chosen = {id(n) for n in graph.operations() if n.inputs} if everywhere else _behind_losses(graph)
    made: dict[Entry, Entry] = {}

    def tied(old: Entry, new: Entry) -> Entry:
        if id(old[0]) not in chosen:
            return new
        if old not in made:
            name = f"{old[0].name}_tied{old[1] or ''}"
            made[old] = Operation(TIED, name, {"num_args": 1 + len(new[0].inputs)}, [new, *new[0].inputs]), 0
        return made[old]

    def change(node: Operation, inputs: list[Entry]) -> Node:
        return node.copy([tied(*pair) for pair in zip(node.inputs, inputs, strict=True)])

    rewritten = graph.rewrite(change)
    return rewritten.with_outputs([tied(*pair) for pair in zip(graph.outputs, rewritten.outputs, strict=True)])


def _may_cut(node: Node) -> bool:
    """Return whether torch may record no path from the results of a node to one of its inputs."""
    return isinstance(node, Operation) and (node.op.effects.gradient_for(node.params) == "zero"
                                    or bool(node.op.inference.index_inputs))


def tie_statistics(graph: Graph) -> Graph:
    """Connect outputs to operators with moving statistics that torch may not reach."""
    if not any(node.op.aux for node in graph.operations()):
        return graph
    behind: dict[int, dict[Entry, None]] = {}
    cut: dict[int, dict[Entry, None]] = {}
    for node in graph.nodes:
        own = behind[id(node)] = {}
        lost = cut[id(node)] = {}
        for source, _ in node.inputs:
            own.update(behind[id(source)])
            lost.update(cut[id(source)])
        if _may_cut(node):
            lost.update(own)
        if isinstance(node, Operation) and node.op.aux:
            own[node, 0] = None
    outputs: list[Entry] = []
    for node, index in graph.outputs:
        inputs = [(node, index), *cut[id(node)]]
        tied = Operation(TIED_TO_STATISTICS, f"{node.name}_followed{index or ''}", {"num_args": len(inputs)}, inputs)
        outputs.append((tied, 0) if len(inputs) > 1 else (node, index))
    return graph if outputs == graph.outputs else graph.with_outputs(outputs)


def pass_zeros(graph: Graph, options: PassOptions) -> Graph:
    """Tie what is computed from the results of losses, when results are differentiated."""
    if not options.recording:
        return graph
    if has_losses(graph):
        graph = tie(graph)
    return tie_statistics(graph) if options.training else graph
