"""Nodes and graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .._ops.opdef import OpDef

Entry = tuple["Node", int]


class Node:
    """A variable (``op is None``) or the application of an operator.

    ``attrs`` holds attribute strings as JSON files store them: operator parameters and user
    attributes such as ``ctx_group`` or ``__lr_mult__``.
    """

    __slots__ = ("_params", "attrs", "inputs", "name", "op")

    def __init__(self, op: OpDef | None, name: str, attrs: dict[str, str], inputs: list[Entry]) -> None:
        self.op, self.name, self.attrs, self.inputs = op, name, attrs, inputs
        self._params: dict[str, Any] | None = None

    @property
    def params(self) -> dict[str, Any]:
        """Checked parameter values of the operator."""
        if self._params is None:
            self._params = {} if self.op is None else self.op.parse(
                {k: v for k, v in self.attrs.items() if k in self.op.params or self.op.dynamic})
        return self._params

    @property
    def output_count(self) -> int:
        return 1 if self.op is None else self.op.output_count(self.params)

    @property
    def visible_count(self) -> int:
        return 1 if self.op is None else self.op.visible_count(self.params)

    def aux_positions(self) -> list[int]:
        """Which inputs are auxiliary states."""
        if self.op is None or not (self.op.aux or self.op.dynamic):
            return []
        aux = self.op.aux_names(self.params)
        return [i for i, name in enumerate(self.op.input_names(self.params)) if name in aux] if aux else []

    def output_name(self, index: int) -> str:
        """'fc_output', or 'bn_mean' for one of several outputs."""
        if self.op is None:
            return self.name
        names = self.op.form.output_names
        if not isinstance(names, tuple):
            names = names(self.params)
        if len(names) >= self.output_count:
            return f"{self.name}_{names[index]}"
        return f"{self.name}_output{index}"

    def __repr__(self) -> str:
        kind = "variable" if self.op is None else self.op.name
        return f"<{kind} {self.name}({', '.join(n.name for n, _ in self.inputs)})>"


class Graph:
    """Outputs and, in the order of a depth-first walk, all nodes they need."""

    def __init__(self, outputs: Iterable[Entry]) -> None:
        self.outputs = list(outputs)
        self.nodes = ordered(self.outputs)

    def variables(self) -> list[Node]:
        """All variables in order."""
        return [n for n in self.nodes if n.op is None]

    def auxiliary(self) -> list[Node]:
        """Variables that are auxiliary states of some operator."""
        marked = {id(n.inputs[i][0]) for n in self.nodes for i in n.aux_positions()}
        return [n for n in self.variables() if id(n) in marked]

    def arguments(self) -> list[Node]:
        """Variables that are not auxiliary states."""
        marked = {id(n) for n in self.auxiliary()}
        return [n for n in self.variables() if id(n) not in marked]

    def consumers(self) -> dict[Entry, int]:
        """How often each entry is used, outputs of the graph included."""
        counts: dict[Entry, int] = {}
        for node in self.nodes:
            for entry in node.inputs:
                counts[entry] = counts.get(entry, 0) + 1
        for entry in self.outputs:
            counts[entry] = counts.get(entry, 0) + 1
        return counts

    def rewrite(self, change: Callable[[Node, list[Entry]], Entry | Node | None]) -> Graph:
        """A new graph in which `change` has replaced nodes.

        `change` receives each operator node with its already rewritten inputs and returns a node
        (all outputs replaced), an entry (output 0 replaced) or None to keep the node.
        """
        made: dict[int, Node] = {}
        entries: dict[Entry, Entry] = {}

        def of(entry: Entry) -> Entry:
            return entries.get(entry) or (made[id(entry[0])], entry[1])

        for node in self.nodes:
            if node.op is None:
                made[id(node)] = node
                continue
            inputs = [of(e) for e in node.inputs]
            result = change(node, inputs)
            if isinstance(result, Node):
                made[id(node)] = result
            else:
                copy = Node(node.op, node.name, node.attrs, inputs)
                copy._params = node._params
                made[id(node)] = copy
                if result is not None:
                    entries[(node, 0)] = result
        return Graph([of(e) for e in self.outputs])

    def lint(self) -> None:
        """Raise if the graph is not well formed."""
        seen: set[int] = set()
        for node in self.nodes:
            for source, index in node.inputs:
                if id(source) not in seen:
                    raise ValueError(f"{node!r} uses {source.name} before it is defined")
                if not 0 <= index < source.output_count:
                    raise ValueError(f"{node!r} uses output {index} of {source!r}, which has {source.output_count}")
            fixed = node.op is not None and node.op.variadic is None and not node.op.dynamic
            if node.op is not None and fixed and len(node.inputs) > len(node.op.inputs):
                raise ValueError(f"{node!r} has {len(node.inputs)} inputs, {node.op.name} takes {node.op.inputs}")
            seen.add(id(node))
        for node, index in self.outputs:
            if id(node) not in seen:
                raise ValueError(f"output {node!r} is not part of the graph")
            if not 0 <= index < node.output_count:
                raise ValueError(f"the graph returns output {index} of {node!r}, which has {node.output_count}")

    def __str__(self) -> str:
        lines = []
        for node in self.nodes:
            arguments = ", ".join(f"%{n.name}" + (f"[{i}]" if i else "") for n, i in node.inputs)
            shown = ", ".join(f"{k}={v}" for k, v in sorted(node.attrs.items()) if not k.startswith("__"))
            kind = "variable" if node.op is None else node.op.name
            lines.append(f"%{node.name} = {kind}({arguments})" + (f" {{{shown}}}" if shown else ""))
        lines.append("return " + ", ".join(f"%{n.name}" + (f"[{i}]" if i else "") for n, i in self.outputs))
        return "\n".join(lines)


def with_own_names(outputs: Iterable[Entry]) -> list[Entry]:
    """The same outputs, over variables of which no two have the same name; nothing is copied if that is so already."""
    graph = Graph(outputs)
    taken: set[str] = set()
    renamed: dict[int, Node] = {}
    for node in graph.variables():
        name, count = node.name, 1
        while name in taken:
            name, count = f"{node.name}_{count}", count + 1
        taken.add(name)
        if name != node.name:
            renamed[id(node)] = Node(None, name, node.attrs, [])
    if not renamed:
        return graph.outputs

    def change(node: Node, inputs: list[Entry]) -> Node:
        return Node(node.op, node.name, node.attrs, [(renamed.get(id(source), source), i) for source, i in inputs])

    return [(renamed.get(id(node), node), index) for node, index in graph.rewrite(change).outputs]


def ordered(outputs: Iterable[Entry]) -> list[Node]:
    """Nodes below `outputs` in depth-first post-order, inputs before their users."""
    done: set[int] = set()
    result: list[Node] = []
    for head, _ in outputs:
        stack = [(head, iter(head.inputs))] if id(head) not in done else []
        done.add(id(head))
        while stack:
            node, rest = stack[-1]
            for below, _ in rest:
                if id(below) not in done:
                    done.add(id(below))
                    stack.append((below, iter(below.inputs)))
                    break
            else:
                stack.pop()
                result.append(node)
    return result
