"""Nodes and graphs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import torch

from mxnet_records import environment

from .._frontend.symbolic import attribute_text
from .._ops.opdef import OpDef, ShapeLike

Entry = tuple["Node", int]
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_LINT = environment.GRAPH_LINT.get()


class _Node:
    """The common part of variables and operations.

    Attributes
    ----------
    inputs
        The entries that the node reads. Empty for variables.
    attributes
        Attributes set by users, such as ``__ctx_group__`` or ``__lr_mult__``.
    params
        Values of all parameters of the operator, defaults included.
    texts
        The given parameters as strings: the text of the user, or a conversion of the value.
    """

    __slots__ = ("attributes", "name")

    inputs: Sequence[Entry]
    params: Mapping[str, Any]
    texts: Mapping[str, str]

    def __init__(self, name: str, attributes: Mapping[str, str] = _NOTHING) -> None:
        self.name, self.attributes = name, dict(attributes)

    @property
    @abstractmethod
    def output_count(self) -> int:
        """Number of results, hidden ones included."""

    @property
    @abstractmethod
    def visible_count(self) -> int:
        """Number of results that users see."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """The name of the operator, or "null" for a variable, as in files."""

    @abstractmethod
    def output_name(self, index: int) -> str:
        """The name of an output: 'fc_output', or 'bn_mean' for one of several."""

    def is_op(self, *names: str) -> bool:
        """Whether the node applies one of the operators `names`."""
        return False

    @property
    def attrs(self) -> dict[str, str]:
        """Parameters and attributes as files and `Symbol.attr` show them."""
        return {**self.attributes, **self.texts}

    def set_text(self, key: str, text: str | None) -> None:
        """Set a parameter or attribute to a text, as in files; None removes it."""
        if text is None:
            self.attributes.pop(key, None)
        else:
            self.attributes[key] = text

    def aux_positions(self) -> list[int]:
        """Which inputs are auxiliary states."""
        return []

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}({', '.join(n.name for n, _ in self.inputs)})>"


class Variable(_Node):
    """An input of a graph: data, a parameter or an auxiliary state."""

    __slots__ = ()

    inputs: Sequence[Entry] = ()
    params = texts = _NOTHING
    output_count = visible_count = 1
    kind = "null"

    def copy(self, inputs: Sequence[Entry] = (), name: str | None = None) -> Variable:
        """Return a copy of the node, optionally with another name."""
        return Variable(self.name if name is None else name, self.attributes)

    def output_name(self, index: int) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<variable {self.name}>"


class Operation(_Node):
    """The application of an operator to entries of other nodes.

    Parameters
    ----------
    op, name
    params
        Values of parameters; the others get their defaults.
    inputs, attributes
    texts
        Texts of the given parameters; made from the values by default.
    """

    __slots__ = ("inputs", "op", "params", "texts")

    inputs: list[Entry]
    params: dict[str, Any]
    texts: dict[str, str]

    def __init__(self, op: OpDef, name: str, params: Mapping[str, Any], inputs: Sequence[Entry],
                 attributes: Mapping[str, str] = _NOTHING, texts: Mapping[str, str] | None = None) -> None:
        self.op, self.name, self.inputs = op, name, list(inputs)
        self.params = {**op.defaults, **params}
        self.attributes = dict(attributes)
        self.texts = dict(texts) if texts is not None else {k: attribute_text(k, v) for k, v in params.items()}

    @classmethod
    def of_texts(cls, op: OpDef, name: str, attrs: Mapping[str, str], inputs: Sequence[Entry]) -> Operation:
        """Create a node from the strings of its parameters and attributes, as stored in files."""
        texts = {k: v for k, v in attrs.items() if is_parameter(op, k)}
        others = {k: v for k, v in attrs.items() if k not in texts}
        return cls(op, name, op.parse(texts), inputs, others, texts)

    @property
    def kind(self) -> str:
        return self.op.name

    def is_op(self, *names: str) -> bool:
        return self.op.name in names

    def set_text(self, key: str, text: str | None) -> None:
        if not is_parameter(self.op, key):
            super().set_text(key, text)
            return
        texts = {**self.texts, key: text} if text is not None else {k: v for k, v in self.texts.items() if k != key}
        self.params = self.op.parse(texts)
        self.texts = texts

    def copy(self, inputs: Sequence[Entry] | None = None, name: str | None = None,
             params: Mapping[str, Any] = _NOTHING) -> Operation:
        """Return a copy of the node, optionally with other inputs, another name or other parameters."""
        texts = {**self.texts, **{k: attribute_text(k, v) for k, v in params.items()}} if params else self.texts
        return Operation(self.op, self.name if name is None else name, {**self.params, **params},
                         self.inputs if inputs is None else inputs, self.attributes, texts)

    @property
    def output_count(self) -> int:
        return self.op.output_count(self.params)

    @property
    def visible_count(self) -> int:
        return self.op.visible_count(self.params)

    def aux_positions(self) -> list[int]:
        op = self.op
        if not (op.aux or op.dynamic):
            return []
        aux = op.aux_names(self.params)
        return [i for i, name in enumerate(op.input_names(self.params)) if name in aux] if aux else []

    def output_name(self, index: int) -> str:
        names = self.op.form.output_names
        if not isinstance(names, tuple):
            names = names(self.params)
        if len(names) >= self.output_count:
            return f"{self.name}_{names[index]}"
        return f"{self.name}_output{index}"


Node = Variable | Operation


def is_parameter(op: OpDef, key: str) -> bool:
    """Return whether an attribute is a parameter of the operator. Custom operators take all but hidden ones."""
    return key in op.params or (op.dynamic and not (key.startswith("__") and key.endswith("__")))


class Graph:
    """A list of outputs, and all nodes they need in depth-first order.

    Attributes
    ----------
    shapes, types
        Of its entries, in a graph that is being compiled (`infer.known`). Rewriting keeps them; `infer.extend` adds
        those of new nodes.
    """

    def __init__(self, outputs: Iterable[Entry], shapes: dict[Entry, ShapeLike] | None = None,
                 types: dict[Entry, torch.dtype] | None = None) -> None:
        self.outputs = list(outputs)
        self.nodes = ordered(self.outputs)
        self.shapes: dict[Entry, ShapeLike] = {}
        self.types: dict[Entry, torch.dtype] = {}
        if shapes or types:
            nodes = set(self.nodes)
            self.shapes = {entry: shape for entry, shape in (shapes or {}).items() if entry[0] in nodes}
            self.types = {entry: kind for entry, kind in (types or {}).items() if entry[0] in nodes}

    def with_outputs(self, outputs: Iterable[Entry]) -> Graph:
        """A graph of other outputs over the same nodes and new ones."""
        return Graph(outputs, self.shapes, self.types)

    def variables(self) -> list[Variable]:
        """All variables in order."""
        return [n for n in self.nodes if isinstance(n, Variable)]

    def operations(self) -> list[Operation]:
        """All applications of operators in order."""
        return [n for n in self.nodes if isinstance(n, Operation)]

    def auxiliary(self) -> list[Variable]:
        """Variables that are auxiliary states of some operator."""
        marked = {id(n.inputs[i][0]) for n in self.operations() for i in n.aux_positions()}
        return [n for n in self.variables() if id(n) in marked]

    def arguments(self) -> list[Variable]:
        """Variables that are not auxiliary states."""
        marked = {id(n) for n in self.auxiliary()}
        return [n for n in self.variables() if id(n) not in marked]

    def consumers(self) -> dict[Entry, int]:
        """Count the uses of each entry, including outputs of the graph."""
        counts: dict[Entry, int] = {}
        for node in self.nodes:
            for entry in node.inputs:
                counts[entry] = counts.get(entry, 0) + 1
        for entry in self.outputs:
            counts[entry] = counts.get(entry, 0) + 1
        return counts

    def rewrite(self, change: Callable[[Operation, list[Entry]], Entry | Node | None]) -> Graph:
        """Return a graph in which `change` replaced nodes, or this graph if nothing was replaced.

        `change` receives each operation with its already rewritten inputs and returns a node
        (all outputs replaced), an entry (output 0 replaced) or None to keep the node.
        """
        made: dict[int, Node] = {}
        entries: dict[Entry, Entry] = {}
        shapes: dict[Entry, ShapeLike] = {}
        types: dict[Entry, torch.dtype] = {}

        def of(entry: Entry) -> Entry:
            if entry in entries:
                return entries[entry]
            return (made[id(entry[0])], entry[1]) if id(entry[0]) in made else entry

        for node in self.operations():
            inputs = [of(e) for e in node.inputs] if made or entries else node.inputs
            result = change(node, inputs)
            if result is None or isinstance(result, tuple):
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
        if not made and not entries:
            return self
        return Graph([of(e) for e in self.outputs], {**self.shapes, **shapes}, {**self.types, **types})

    def lint(self, after: str = "", before: Graph | None = None) -> None:
        """Raise ValueError unless the graph is well formed.

        Checks that nodes are defined before they are used and have the inputs that their operators take, and that
        recorded shapes and types are those that the operators infer.

        Parameters
        ----------
        after
            The pass that made the graph, for the message.
        before
            The graph that the pass rewrote. It must have the same variables and outputs of the same shapes and types.
        """
        from .lint import lint  # which infers shapes, and inference needs graphs

        lint(self, after, before)

    def checked(self, after: str, before: Graph | None = None) -> Graph:
        """Return the graph. Lint it first if ``MXNET_GRAPH_LINT=1``, as in the tests."""
        if _LINT:
            self.lint(after, before)
        return self

    def __str__(self) -> str:
        lines = []
        for node in self.nodes:
            arguments = ", ".join(f"%{n.name}" + (f"[{i}]" if i else "") for n, i in node.inputs)
            shown = ", ".join(f"{k}={v}" for k, v in sorted(node.attrs.items()) if not k.startswith("__"))
            kind = "variable" if isinstance(node, Variable) else node.kind
            lines.append(f"%{node.name} = {kind}({arguments})" + (f" {{{shown}}}" if shown else ""))
        lines.append("return " + ", ".join(f"%{n.name}" + (f"[{i}]" if i else "") for n, i in self.outputs))
        return "\n".join(lines)


def ordered(outputs: Iterable[Entry]) -> list[Node]:
    """Return all nodes that `outputs` need in depth-first post-order."""
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
