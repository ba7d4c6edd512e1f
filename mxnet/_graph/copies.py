"""Copies of graphs: with other variables, with unique names, or without the casts of mixed precision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .ir import Entry, Graph, Node, Operation, Variable


def composed(graph: Graph, targets: Mapping[str, Entry], new_name: str | None = None) -> Graph:
    """A copy in which variables are replaced; `new_name` renames the nodes of the outputs."""
    made: dict[int, Entry] = {}
    copies: dict[int, Node] = {}
    heads = {id(n) for n, _ in graph.outputs}
    for node in graph.nodes:
        if isinstance(node, Variable) and node.name in targets:
            made[id(node)] = targets[node.name]
            continue
        inputs = [made[id(s)] if id(s) in made else (copies[id(s)], i) for s, i in node.inputs]
        name = new_name if new_name and id(node) in heads else node.name
        copies[id(node)] = node.copy(inputs, name)
    return Graph([made.get(id(n)) or (copies[id(n)], i) for n, i in graph.outputs])


def with_own_names(outputs: Iterable[Entry]) -> list[Entry]:
    """Return the outputs with unique variable names. Nothing is copied if the names are unique."""
    graph = Graph(outputs)
    taken: set[str] = set()
    renamed: dict[int, Node] = {}
    for node in graph.variables():
        name, count = node.name, 1
        while name in taken:
            name, count = f"{node.name}_{count}", count + 1
        taken.add(name)
        if name != node.name:
            renamed[id(node)] = node.copy(name=name)
    if not renamed:
        return graph.outputs

    def change(node: Operation, inputs: list[Entry]) -> Node:
        return node.copy([(renamed.get(id(source), source), i) for source, i in inputs])

    return [(renamed.get(id(node), node), index) for node, index in graph.rewrite(change).outputs]


def without_amp_casts(graph: Graph) -> Graph:
    """The graph in which the results of casts are what was cast."""
    casts = {id(n) for n in graph.operations() if n.op.precision.casts}
    if not casts:
        return graph
    made: dict[int, Node] = {}

    def of(entry: Entry) -> Entry:
        node, index = entry
        while id(node) in casts:
            node, index = node.inputs[index]
        return (made[id(node)] if isinstance(node, Operation) else node), index

    for node in graph.nodes:
        if isinstance(node, Operation) and id(node) not in casts:
            made[id(node)] = node.copy([of(entry) for entry in node.inputs])
    return Graph([of(entry) for entry in graph.outputs]).checked("removing casts")
