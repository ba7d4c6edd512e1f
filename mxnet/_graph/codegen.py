"""Graph -> straight-line Python source over torch. The only place that compiles source text.

The source is registered in ``linecache``, so that tracebacks and debuggers show it, and kept
on the function as ``__source__`` for printing.
"""

from __future__ import annotations

import itertools
import keyword
import linecache
import re
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .._ops.opdef import OpDef
from .ir import Entry, Graph, Node

_numbers = itertools.count()
_SOURCE = "__source__"


class _Names:
    """Python identifiers for nodes and functions, unique within one source."""

    def __init__(self) -> None:
        self._taken: set[str] = {"training", "generator", "device", "inf", "nan", *keyword.kwlist}

    def take(self, wish: str) -> str:
        base = re.sub(r"\W", "_", wish) or "v"
        base = f"v{base}" if base[0].isdigit() else base
        name, count = base, 1
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        return name


def _shown(op: OpDef, params: dict[str, Any]) -> str:
    """The parameters that differ from their defaults, as keyword arguments."""
    parts = [f"{k}={v!r}" for k, v in params.items()
             if k != op.variadic and (k not in op.defaults or (op.defaults[k] is not v and op.defaults[k] != v))]
    return "".join(f", {p}" for p in parts)


class _Writer:
    def __init__(self, graph: Graph, inputs: Sequence[str | Node]) -> None:
        self.graph, self.names = graph, _Names()
        self.namespace: dict[str, Any] = {"torch": torch, "inf": float("inf"), "nan": float("nan")}
        self.lines: list[str] = []
        self.functions: dict[int, str] = {}
        self.values: dict[Entry, str] = {}
        self.arguments = [self.names.take(i.name if isinstance(i, Node) else i) for i in inputs]
        # Variables given as nodes may share a name, as in the bodies of loops.
        by_key = {id(i) if isinstance(i, Node) else i: a for i, a in zip(inputs, self.arguments, strict=True)}
        for node in graph.variables():
            self.values[(node, 0)] = by_key[id(node)] if id(node) in by_key else by_key[node.name]

    def function_name(self, node: Node) -> str:
        op = node.op
        assert op is not None
        name = self.functions.get(id(op))
        if name is None:
            name = self.functions[id(op)] = self.names.take(op.name.lstrip("_").lower())
            self.namespace[name] = op.lower
        return name

    def emit(self, node: Node, last: dict[Entry, int], position: int) -> None:
        op = node.op
        assert op is not None
        arguments = ", ".join(self.values[e] for e in node.inputs)
        supplied = "".join(f", {k}={k}" for k in sorted(op.environment))
        call = f"{self.function_name(node)}({arguments}{_shown(op, node.params)}{supplied})".replace("(, ", "(")
        names = []
        for index in range(node.output_count):
            entry = (node, index)
            used = entry in last
            self.values[entry] = self.names.take(node.name if index == 0 else f"{node.name}_{index}") if used else "_"
            names.append(self.values[entry])
        target = names[0] if len(names) == 1 else ", ".join(names)
        self.lines.append(f"    {target} = {call}")
        # Only what this node used last can be freed, and never an argument of the function.
        dead = {self.values[e] for e in node.inputs if last[e] == position and e[0].op is not None}
        if dead:
            self.lines.append(f"    del {', '.join(sorted(dead))}")

    def write(self, name: str) -> str:
        last: dict[Entry, int] = {}
        for position, node in enumerate(self.graph.nodes):
            for entry in node.inputs:
                last[entry] = position
        for entry in self.graph.outputs:
            last[entry] = len(self.graph.nodes)
        for position, node in enumerate(self.graph.nodes):
            if node.op is not None:
                self.emit(node, last, position)
        results = ", ".join(self.values[e] for e in self.graph.outputs)
        head = ", ".join([*self.arguments, "*", "training=False", "generator=None", "device=None"])
        return "\n".join([f"def {name}({head}):", *self.lines, f"    return ({results},)", ""])


def generate(graph: Graph, inputs: Sequence[str | Node],
             name: str = "forward") -> Callable[..., tuple[torch.Tensor, ...]]:
    """A function of the tensors for the variables `inputs`, given by name or node, that returns the outputs."""
    writer = _Writer(graph, inputs)
    source = writer.write(name)
    filename = f"<mxnet graph {next(_numbers)}: {name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    exec(compile(source, filename, "exec"), writer.namespace)
    function: Callable[..., tuple[torch.Tensor, ...]] = writer.namespace[name]
    setattr(function, _SOURCE, source)
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function


def source_of(function: Callable[..., Any]) -> str:
    """The source of a generated function."""
    source: str = getattr(function, _SOURCE)
    return source
