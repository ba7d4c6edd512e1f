"""Checks that a graph is well formed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from .._runtime.error import MXNetError
from .infer import depends_on_values, is_known, results_on_meta
from .ir import Entry, Graph, Operation, Variable
from .passes.complete_shapes import is_open


def lint(graph: Graph, after: str = "") -> None:
    """Raise ValueError that names the first fault of a graph; see `Graph.lint`."""
    for fault in _faults(graph):
        raise ValueError(f"graph after {after}: {fault}" if after else fault)


def _faults(graph: Graph) -> Iterator[str]:
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
        elif not isinstance(node, Variable):
            yield f"{node!r} is a {type(node).__name__}, neither a variable nor an operation"
        seen.add(id(node))
    for node, index in graph.outputs:
        if id(node) not in seen:
            yield f"output {node!r} is not part of the graph"
        elif not 0 <= index < node.output_count:
            yield f"the graph returns output {index} of {node!r}, which has {node.output_count}"
    yield from _records(graph, seen)
    for node in graph.operations():
        yield from _inferred(graph, node)


def _arity(node: Operation) -> Iterator[str]:
    """Faults of the number of inputs."""
    op, count = node.op, len(node.inputs)
    if op.dynamic:
        return
    if op.variadic is not None:
        wanted = node.params.get(op.variadic)
        if wanted is not None and wanted != count:
            yield f"{node!r} has {count} inputs, but its {op.variadic} is {wanted}"
        return
    if count > len(op.inputs):
        yield f"{node!r} has {count} inputs, {op.name} takes {op.inputs}"
        return
    needed = [name for name in op.input_names(node.params) if name not in op.optional]
    if count < len(needed):
        yield f"{node!r} has {count} inputs, {op.name} needs {', '.join(needed)}"


def _records(graph: Graph, seen: set[int]) -> Iterator[str]:
    """Faults of the keys of recorded shapes and types."""
    records: Sequence[tuple[str, dict[Entry, Any]]] = (("shape", graph.shapes), ("type", graph.types))
    for what, values in records:
        for (node, index), value in values.items():
            if id(node) not in seen:
                yield f"a {what}, {value}, is recorded for {node!r}, which is not part of the graph"
            elif not 0 <= index < node.output_count:
                yield f"a {what}, {value}, is recorded for output {index} of {node!r}, which has {node.output_count}"


def _inferred(graph: Graph, node: Operation) -> Iterator[str]:
    """Faults of recorded shapes and types, where they differ from those that the operator infers."""
    entries = [(node, index) for index in range(node.output_count)]
    if not any(e in graph.shapes or e in graph.types for e in entries) or not all(
            is_known(graph.shapes.get(e)) and e in graph.types for e in node.inputs) or is_open(node):
        return
    inputs = [(graph.shapes[e], graph.types[e]) for e in node.inputs]
    shown = ", ".join(f"{shape} {_name(kind)}" for shape, kind in inputs) or "nothing"
    try:
        results = results_on_meta(node, inputs)
    except MXNetError as error:
        if not depends_on_values(error):
            yield f"{node!r} does not take {shown}: {error}"
        return
    if len(results) != len(entries):
        yield f"{node!r} infers {len(results)} results, but has {len(entries)} outputs"
        return
    for entry, tensor in zip(entries, results, strict=True):
        shape, kind = graph.shapes.get(entry), graph.types.get(entry)
        if not isinstance(tensor, torch.Tensor):
            yield f"output {entry[1]} of {node!r} has shape {shape}, but is a {type(tensor).__name__}"
        elif shape is not None and not _agree(shape, tuple(tensor.shape)):
            yield f"output {entry[1]} of {node!r} has shape {shape}, but {shown} gives {tuple(tensor.shape)}"
        elif kind is not None and kind is not tensor.dtype:
            yield f"output {entry[1]} of {node!r} has type {_name(kind)}, but {shown} gives {_name(tensor.dtype)}"


def _agree(recorded: tuple[int, ...], inferred: tuple[int, ...]) -> bool:
    """Whether a recorded shape, in which 0 may mean unknown, is the inferred one."""
    return len(recorded) == len(inferred) and all(a in (0, b) for a, b in zip(recorded, inferred, strict=True))


def _name(kind: torch.dtype) -> str:
    return str(kind).removeprefix("torch.")
