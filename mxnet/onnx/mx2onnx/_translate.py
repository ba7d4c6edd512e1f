"""Translation of graph nodes to ONNX records by the rules of their operators."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from ..._graph.control_flow import ControlFlowDef
from ..._graph.ir import Entry, Graph, Node, Operation
from ..._ops.onnx_rules import LABELS, RULES, TAKES_FILL, Body, Emitter, Record, Unsupported, Value, unsupported_reason
from ...base import MXNetError
from ...ndarray import NDArray
from . import _control_flow
from ._sizes import Facts

_LARGEST_FOLDED = 1 << 28


class Translation:
    """The ONNX values of the entries of a graph that were translated so far.

    Attributes
    ----------
    blockers
        Reasons why nodes cannot be exported. All of them are collected before an error is raised.
    """

    def __init__(self, emitter: Emitter, facts: Facts, log: Callable[..., None]) -> None:
        self.emitter, self.facts, self._log = emitter, facts, log
        self.values: dict[Entry, Value] = {}
        self.blockers: list[str] = []

    def add_variables(self, nodes: Sequence[Node], params: dict[str, NDArray]) -> list[Value]:
        """Create values for all variables, and return those without a parameter as inputs."""
        inputs = []
        for node in nodes:
            if isinstance(node, Operation):
                continue
            fact = self.facts[node, 0]
            value = Value(self.emitter.unique(node.name), fact.shape, fact.dtype)
            if node.name in params:
                value.array = functools.cache(params[node.name].asnumpy)
            else:
                inputs.append(value)
            self.values[node, 0] = value
        return inputs

    def run(self, nodes: Sequence[Node]) -> None:
        """Translate all operators. Variables must have values already."""
        for node in nodes:
            if isinstance(node, Operation):
                self._log("%s %s", node.op.name, node.name)
                self._write(node)

    def _write(self, node: Operation) -> None:
        g = self.emitter
        labels = LABELS.get(node.op.name, ())
        inputs = [self.values[entry] for i, entry in enumerate(node.inputs) if i not in labels]
        g.results = [self.facts[node, i] for i in range(node.output_count)]
        g.prefix = f"{node.name}_"
        start = len(g.records)
        try:
            values = self._results(node, inputs)
        except Unsupported as reason:
            self.blockers.append(f"{node.op.name} ({node.name}): {reason}")
            values = [Value(node.name) for _ in g.results]
        for index, value in enumerate(values):
            self.values[node, index] = self._rename_value(node, index, value, start, inputs)

    def _results(self, node: Operation, inputs: list[Value]) -> list[Value]:
        op, g = node.op, self.emitter
        if isinstance(op, ControlFlowDef):
            return _control_flow.write(self, node, inputs)
        if op.name not in RULES:
            raise Unsupported(unsupported_reason(op))
        if any(value.fill is not None for value in inputs) and op.name not in TAKES_FILL:
            raise Unsupported("it reads an array whose size depends on the input, which ONNX cannot create; "
                              "make that array an input of the model")
        values = RULES[op.name](g, node.params, *inputs)
        listed = list(values) if isinstance(values, list) else [values]
        return [g.typed(value, i) if value.dtype is not None and value.real is None else value
                for i, value in enumerate(listed)]

    def _rename_value(self, node: Operation, index: int, value: Value, start: int, inputs: list[Value]) -> Value:
        """Rename a value after its node, and set its shape and dtype."""
        g, fact = self.emitter, self.facts[node, index]
        written = [record for record in g.records[start:] if value.name in record.outputs]
        constant = value.array() is not None and value.name in g.constants
        array = value.array if constant else self._fold(node, index, inputs)
        named = Value(value.name, fact.shape, fact.dtype, array, value.real, value.fill)
        if written:
            named.name = g.unique(_output_name(node, index))
            _rename(g.records[start:], value.name, named.name)
            value.name = named.name
        return named

    def _fold(self, node: Operation, index: int, inputs: list[Value]) -> Callable[[], np.ndarray | None]:
        """Return a function that computes a node with constant inputs, for rules that need its value."""
        op = node.op

        @functools.cache
        def compute() -> np.ndarray | None:
            size = 1
            for known in self.facts[node, index].shape:
                size *= known or 0
            if op.environment - {"device"} or not inputs or size > _LARGEST_FOLDED:
                return None
            arrays = [value.array() for value in inputs]
            if any(array is None for array in arrays):
                return None
            tensors = [torch.from_numpy(np.array(array)) for array in arrays]
            device = {"device": torch.device("cpu")} if "device" in op.environment else {}
            results = op.bind(node.params)(*tensors, **device)
            return (results[index] if isinstance(results, tuple) else results).numpy()

        return compute

    def check(self) -> None:
        """Raise one error that lists everything that cannot be exported."""
        if self.blockers:
            listed = "\n".join(f"  {blocker}" for blocker in self.blockers)
            raise MXNetError(f"the model cannot be exported to ONNX, opset {self.emitter.opset}:\n{listed}")


def _output_name(node: Operation, index: int) -> str:
    return node.name if node.output_count == 1 else f"{node.name}{index}"


def _rename(records: list[Record], old: str, new: str) -> None:
    for record in records:
        record.inputs = [new if name == old else name for name in record.inputs]
        record.outputs = [new if name == old else name for name in record.outputs]
        for body in bodies_of(record):
            _rename(body.records, old, new)
            for value in body.outputs:
                if value.name == old:
                    value.name = new


def bodies_of(record: Record) -> list[Body]:
    """Return the subgraphs of a node."""
    return [value for value in record.attributes.values() if isinstance(value, Body)]


def names_used(records: list[Record]) -> set[str]:
    """Return the names that nodes read, including nodes of subgraphs."""
    used: set[str] = set()
    for record in records:
        used.update(name for name in record.inputs if name)
        for body in bodies_of(record):
            used |= names_used(body.records) | {value.name for value in body.outputs}
    return used


def find_needed(records: list[Record], outputs: set[str]) -> list[Record]:
    """Return the nodes that the outputs depend on, in order."""
    wanted, kept = set(outputs), []
    for record in reversed(records):
        if wanted.intersection(record.outputs):
            kept.append(record)
            wanted |= names_used([record])
    return kept[::-1]


def finish(translation: Translation, graph: Graph) -> list[Value]:
    """Return the outputs of the graph. Each has a unique name and is written by a node."""
    g = translation.emitter
    produced = {name for record in g.records for name in record.outputs}
    outputs: list[Value] = []
    for node, index in graph.outputs:
        value = translation.values[node, index]
        if value.fill is not None:
            raise MXNetError(f"output {node.name} has a size that depends on the input, which ONNX cannot express here")
        if value.name not in produced or any(value.name == other.name for other in outputs):
            g.prefix = f"{node.name}_output_"
            copy = g("Identity", value)
            value = Value(copy.name, value.shape, value.dtype)
        outputs.append(value)
    return outputs


def note(verbose: bool) -> Callable[..., Any]:
    """Return the function that logs each converted node."""
    return logging.info if verbose else (lambda *arguments: None)
