"""Nodes and graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch

from .._frontend.symbolic import attribute_text
from .._ops.opdef import OpDef, ShapeLike

Entry = tuple["Node", int]
_NOTHING: Mapping[str, Any] = {}


def is_parameter(op: OpDef | None, key: str) -> bool:
    """Whether a key of a file belongs to the operator; operators written by users take all but hidden ones."""
    return op is not None and (key in op.params or (op.dynamic and not (key.startswith("__") and key.endswith("__"))))


class Node:
    """A variable (``op is None``) or the application of an operator.

    Attributes
    ----------
    params
        The values of all parameters of the operator; those that are not given have their defaults.
    attributes
        What users attached to the node, such as ``__ctx_group__`` or ``__lr_mult__``.
    texts
        How files show the parameters that were given: the user's own text, or one made from the value.
    """

    __slots__ = ("attributes", "inputs", "name", "op", "params", "texts")

    def __init__(self, op: OpDef | None, name: str, params: Mapping[str, Any], inputs: list[Entry],
                 attributes: Mapping[str, str] = _NOTHING, texts: Mapping[str, str] | None = None) -> None:
        self.op, self.name, self.inputs = op, name, inputs
        self.params: dict[str, Any] = {**op.defaults, **params} if op is not None else {}
        self.attributes = dict(attributes)
        self.texts = dict(texts) if texts is not None else {k: attribute_text(k, v) for k, v in params.items()}

    @classmethod
    def of_texts(cls, op: OpDef | None, name: str, attrs: Mapping[str, str], inputs: list[Entry]) -> Node:
        """A node as files describe it: by the texts of its parameters and attributes."""
        texts = {k: v for k, v in attrs.items() if is_parameter(op, k)}
        others = {k: v for k, v in attrs.items() if k not in texts}
        return cls(op, name, {} if op is None else op.parse(texts), inputs, others, texts)

    @property
    def attrs(self) -> dict[str, str]:
        """Parameters and attributes as files and `Symbol.attr` show them."""
        return {**self.attributes, **self.texts}

    def set_text(self, key: str, text: str | None) -> None:
        """Set a parameter or attribute as files do, by a text, or remove it."""
        held = self.texts if is_parameter(self.op, key) else self.attributes
        changed = {**held, key: text} if text is not None else {k: v for k, v in held.items() if k != key}
        if held is self.texts and self.op is not None:
            self.params = self.op.parse(changed)
        held.clear()
        held.update(changed)

    def copy(self, inputs: list[Entry] | None = None, name: str | None = None,
             params: Mapping[str, Any] = _NOTHING) -> Node:
        """The same node with other inputs, another name or other values of some parameters."""
        texts = {**self.texts, **{k: attribute_text(k, v) for k, v in params.items()}} if params else self.texts
        return Node(self.op, self.name if name is None else name, {**self.params, **params},
                    self.inputs if inputs is None else inputs, self.attributes, texts)

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
    """Outputs and, in the order of a depth-first walk, all nodes they need.

    Attributes
    ----------
    shapes, types
        Of the entries, in a graph that is being compiled (`infer.known`). Rewriting keeps them; `infer.extend` adds
        those of new nodes.
    """

    def __init__(self, outputs: Iterable[Entry], shapes: dict[Entry, ShapeLike] | None = None,
                 types: dict[Entry, torch.dtype] | None = None) -> None:
        self.outputs = list(outputs)
        self.nodes = ordered(self.outputs)
        self.shapes, self.types = shapes or {}, types or {}

    def with_outputs(self, outputs: Iterable[Entry]) -> Graph:
        """A graph of other outputs over the same nodes and new ones."""
        return Graph(outputs, self.shapes, self.types)

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
        """Return a graph in which `change` has replaced nodes; this one if it has replaced none.

        `change` receives each operator node with its already rewritten inputs and returns a node
        (all outputs replaced), an entry (output 0 replaced) or None to keep the node.
        """
        made: dict[int, Node] = {}
        entries: dict[Entry, Entry] = {}
        shapes, types = dict(self.shapes), dict(self.types)

        def of(entry: Entry) -> Entry:
            if entry in entries:
                return entries[entry]
            return (made[id(entry[0])], entry[1]) if id(entry[0]) in made else entry

        for node in self.nodes:
            if node.op is None:
                continue
            inputs = [of(e) for e in node.inputs] if made or entries else node.inputs
            result = change(node, inputs)
            if not isinstance(result, Node):
                if result is not None:
                    entries[(node, 0)] = result
                if inputs == node.inputs:
                    continue
                result = node.copy(inputs)
            made[id(node)] = result
            for index in range(node.output_count if self.shapes else 0):
                if (node, index) in self.shapes:
                    shapes[result, index] = self.shapes[node, index]
                if (node, index) in self.types:
                    types[result, index] = self.types[node, index]
        return Graph([of(e) for e in self.outputs], shapes, types) if made or entries else self

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
