"""Monitoring of executors: the inputs, outputs and gradients of all nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from .._graph.ir import Entry, Graph, Operation, Variable
from .._graph.program import Program
from .._ops.opdef import OpDef


def input_name(node: Operation, position: int) -> str:
    """Return MXNet's name of an input of a node."""
    op = node.op
    names = list(op.input_names(node.params))
    has_name = position < len(names) and (len(names) > 1 or op.variadic is not None or op.form.named_input)
    return names[position] if has_name else f"input{position}"


def gradient_names(node: Operation, positions: Sequence[int], flows: bool) -> list[str]:
    """Return MXNet's names of the gradients of these inputs of a node.

    `flows` is true if the operator has a gradient. Otherwise a separate node creates zeros for each input.
    """
    op = node.op
    names = op.form.gradient_names
    if names == "inputs":
        inputs = op.input_names(node.params)
        return [f"{node.name}_backward_{inputs[position]}" for position in positions]
    if isinstance(names, tuple):
        return [names[min(position, len(names) - 1)].format(node.name) for position in positions] if names else []
    if len(positions) == 1:
        return [f"{node.name}_backward_output"]
    if names == "zeros" or not flows:
        return [f"{node.name}_in{position}_backward_output" for position in positions]
    return [f"{node.name}_backward_output{number}" for number in range(len(positions))]


def _backward_node(name: str) -> str:
    """Return the node in MXNet's backward graph that computes a gradient, from the gradient's name."""
    return name.rpartition("_output")[0]


def _same(data: torch.Tensor) -> torch.Tensor:
    return data.view_as(data)


class Watcher:
    """A graph that also returns its internal values and passes them to a callback.

    Every input of every node is a separate tensor, so its gradient belongs to this use only.

    Parameters
    ----------
    entries
        Outputs of the graph.
    inputs, parameters
        See `Program`.
    callback
        Function of a name and a tensor.
    everything
        Whether to report inputs of nodes in addition to outputs.
    """

    def __init__(self, entries: Sequence[Entry], inputs: Sequence[str], parameters: Any,
                 callback: Callable[[str, torch.Tensor], Any], everything: bool) -> None:
        self._callback, self._everything = callback, everything
        self._edges: dict[int, list[tuple[int, Entry]]] = {}
        graph = Graph(entries).rewrite(self._split_edges)
        self._nodes = [n for n in graph.operations() if id(n) in self._edges]
        self._count = len(graph.outputs)
        self._watched: list[Entry] = [(n, i) for n in self._nodes for i in range(n.output_count)]
        self._watched += [edge for n in self._nodes for _, edge in self._edges[id(n)]]
        self.program = Program([*graph.outputs, *self._watched], inputs, parameters)
        self._values: dict[Entry, torch.Tensor] = {}

    def _split_edges(self, node: Operation, inputs: list[Entry]) -> Operation:
        states = set(node.aux_positions())
        arguments, edges = list(inputs), []
        for position, source in enumerate(inputs):
            if position not in states:
                # A separate operator for each edge, because equal operators would be merged.
                op = OpDef("_edge", _same, ("data",), {}, {}, "The input.")
                arguments[position] = Operation(op, f"{node.name}_input{position}", {}, [source]), 0
                edges.append((position, arguments[position]))
        copied = node.copy(arguments)
        self._edges[id(copied)] = edges
        return copied

    def after_forward(self, results: list[torch.Tensor], recording: bool) -> list[torch.Tensor]:
        """Report the values of a run, and return the actual results."""
        self._values = dict(zip(self._watched, results[self._count:], strict=True))
        for node in self._nodes:
            if self._everything:
                self._report_inputs(node)
            for index in range(node.output_count):
                self._callback(node.output_name(index), self._values[node, index])
        if not recording:
            self._values = {}
        for node in self._nodes if recording else ():
            for _, edge in self._edges[id(node)]:
                if self._values[edge].requires_grad:
                    self._values[edge].retain_grad()
        return results[:self._count]

    def _report_inputs(self, node: Operation) -> None:
        for position, edge in self._edges[id(node)]:
            source = edge[0].inputs[0][0]
            if isinstance(source, Variable):
                self._callback(source.name, self._values[edge])
            self._callback(f"{node.name}_{input_name(node, position)}", self._values[edge])

    def after_backward(self) -> None:
        """Report the gradients of all inputs of all nodes, starting with the last node."""
        for node in reversed(self._nodes):
            edges = [(position, self._values[edge]) for position, edge in self._edges[id(node)] if edge in self._values]
            flows = any(self._values[node, i].requires_grad for i in range(node.output_count) if self._values)
            names = gradient_names(node, [position for position, _ in edges], flows)
            gradients = [(name, tensor) for name, (_, tensor) in zip(names, edges, strict=False)]
            # MXNet runs a backward node for all its outputs if any of them is requested.
            running = {_backward_node(name) for name, tensor in gradients if tensor.requires_grad}
            for name, tensor in gradients:
                if _backward_node(name) in running:
                    self._callback(name, torch.zeros_like(tensor) if tensor.grad is None else tensor.grad)
            for _, tensor in edges:
                if tensor.requires_grad:
                    tensor.grad = None
