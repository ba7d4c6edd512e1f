"""Checks that a graph is well formed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from .._ops.opdef import ShapeLike
from .._runtime.error import MXNetError
from .infer import depends_on_values, is_known, results_on_meta
from .ir import Entry, Graph, Operation
from .passes.complete_shapes import is_open


def lint(graph: Graph, after: str = "", before: Graph | None = None) -> None:
    """Raise ValueError that names the first fault of a graph; see `Graph.lint`."""
    for fault in _faults(graph, before):
        raise ValueError(f"graph after {after}: {fault}" if after else fault)


def _faults(graph: Graph, before: Graph | None) -> Iterator[str]:
    yield from _structure(graph)
    if graph.shapes or graph.types:
        yield from _records(graph)
        facts = _Facts(graph)
        yield from facts.faults()
        if before is not None:
            yield from _new_variables(graph, before)
            yield from facts.changes(before)


def _structure(graph: Graph) -> Iterator[str]:
    """Faults of the order of nodes and of the numbers of inputs and outputs."""
    seen: set[int] = set()
    for node in graph.nodes:
        if id(node) in seen:
            yield f"{node!r} is listed twice"
        for source, index in node.inputs:
            if id(source) not in seen:
                yield f"{node!r} uses {source.name} before it is defined"
            elif not 0 <= index < source.output_count:
                yield f"{node!r} uses output {index} of {source!r}, which has {source.output_count}"
        if isinstance(node, Operation):
            yield from _arity(node)
        seen.add(id(node))
    for node, index in graph.outputs:
        if id(node) not in seen:
            yield f"output {node!r} is not part of the graph"
        elif not 0 <= index < node.output_count:
            yield f"the graph returns output {index} of {node!r}, which has {node.output_count}"


def _new_variables(graph: Graph, before: Graph) -> Iterator[str]:
    """Return the variables that a pass added. Callers pass arrays by name and have none for them."""
    known = set(map(id, before.variables()))
    for node in graph.variables():
        if id(node) not in known:
            yield f"{node!r} was not in the graph before"


def _arity(node: Operation) -> Iterator[str]:
    """Faults of the number of inputs."""
    op, count = node.op, len(node.inputs)
    if op.dynamic:
        return
    if op.variadic is not None:
        wanted = node.params.get(op.variadic)
        # Quantized operators count their arrays without the two range limits of each.
        if wanted and count not in ((wanted, 3 * wanted) if op.quantized.form_of else (wanted,)):
            yield f"{node!r} has {count} inputs, but its {op.variadic} is {wanted}"
        return
    if count > len(op.inputs):
        yield f"{node!r} has {count} inputs, {op.name} takes {op.inputs}"
        return
    needed = [name for name in op.input_names(node.params) if name not in op.optional]
    if count < len(needed):
        yield f"{node!r} has {count} inputs, {op.name} needs {', '.join(needed)}"


def _records(graph: Graph) -> Iterator[str]:
    """Faults of the keys of recorded shapes and types."""
    seen = set(map(id, graph.nodes))
    records: Sequence[tuple[str, dict[Entry, Any]]] = (("shape", graph.shapes), ("type", graph.types))
    for what, values in records:
        for (node, index), value in values.items():
            if id(node) not in seen:
                yield f"a {what}, {value}, is recorded for {node!r}, which is not part of the graph"
            elif not 0 <= index < node.output_count:
                yield f"a {what}, {value}, is recorded for output {index} of {node!r}, which has {node.output_count}"


class _Facts:
    """Shapes and types of the entries of a graph: the recorded ones, completed by what operators infer."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.shapes, self.types = dict(graph.shapes), dict(graph.types)

    def faults(self) -> Iterator[str]:
        """Complete the facts; yield where a recorded one differs from the inferred one."""
        for node in self._graph.operations():
            if all(is_known(self.shapes.get(e)) and e in self.types for e in node.inputs) and not is_open(node):
                yield from self._visit(node)

    def _visit(self, node: Operation) -> Iterator[str]:
        inputs = [(self.shapes[e], self.types[e]) for e in node.inputs]
        shown = ", ".join(f"{shape} {_name(kind)}" for shape, kind in inputs) or "no input"
        try:
            results = results_on_meta(node, inputs)
        except MXNetError as error:
            if not depends_on_values(error):
                yield f"{node!r} does not take {shown}: {error}"
            return
        if len(results) != node.output_count:
            yield f"{node!r} infers {len(results)} results, but has {node.output_count} outputs"
        for index, result in enumerate(results):
            entry = (node, index)
            if not isinstance(result, torch.Tensor):
                if entry in self.shapes or entry in self.types:
                    yield f"output {index} of {node!r} has a recorded shape or type, but is a {type(result).__name__}"
                continue
            shape = self.shapes.setdefault(entry, tuple(result.shape))
            kind = self.types.setdefault(entry, result.dtype)
            if not _agree(shape, tuple(result.shape)):
                yield f"output {index} of {node!r} has shape {shape}, but {shown} gives {tuple(result.shape)}"
            if kind is not result.dtype:
                yield f"output {index} of {node!r} has type {_name(kind)}, but {shown} gives {_name(result.dtype)}"

    def changes(self, before: Graph) -> Iterator[str]:
        """Faults of the outputs, where they differ from those of the graph that was rewritten."""
        if len(before.outputs) != len(self._graph.outputs):
            yield f"the graph has {len(self._graph.outputs)} outputs, before it had {len(before.outputs)}"
        for old, new in zip(before.outputs, self._graph.outputs, strict=False):
            shapes, types = (before.shapes.get(old), self.shapes.get(new)), (before.types.get(old), self.types.get(new))
            if None not in shapes and shapes[0] != shapes[1]:
                yield f"output {new[0]!r} has shape {shapes[1]}, before it was {old[0]!r} of shape {shapes[0]}"
            if types[0] is not types[1] and types[0] is not None and types[1] is not None:
                yield f"output {new[0]!r} has type {_name(types[1])}, before it was {_name(types[0])}"


def _agree(recorded: ShapeLike, inferred: tuple[int, ...]) -> bool:
    """Return whether a recorded shape equals the inferred one. 0 may mean unknown."""
    return recorded is not None and len(recorded) == len(inferred) and all(
        a in (0, b) for a, b in zip(recorded, inferred, strict=True))


def _name(kind: torch.dtype) -> str:
    return str(kind).removeprefix("torch.")
