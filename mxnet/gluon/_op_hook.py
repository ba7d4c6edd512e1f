"""Hooks that receive the results of all operators of a compiled block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._graph.ir import Operation
from .._graph.program import Program
from ..executor._monitoring import input_name
from ..ndarray.ndarray import NDArray

# Name of the value, operator, value
Callback = Callable[[str, str, NDArray], Any]


class ObservedProgram(Program):
    """A program that also returns the inputs and outputs of its operators.

    Parameters
    ----------
    result
        The symbol of the block.
    inputs, parameters
        See `Program`.
    """

    def __init__(self, result: Any, inputs: Sequence[str], parameters: Any) -> None:
        self._nodes: list[Operation] = result._graph().operations()
        entries = list(dict.fromkeys(entry for node in self._nodes for entry in
                                     (*node.inputs, *((node, i) for i in range(node.output_count)))))
        self._count = len(result._outputs)
        self._places = {entry: self._count + i for i, entry in enumerate(entries)}
        super().__init__([*result._outputs, *entries], inputs, parameters)

    def observe(self, arrays: Sequence[NDArray], callback: Callback, monitor_all: bool) -> list[NDArray]:
        """Return the results, and call `callback` with the results of every operator."""
        results = self.apply(arrays)
        for node in self._nodes:
            name = node.op.name
            if monitor_all:
                for position, entry in enumerate(node.inputs):
                    callback(f"{node.name}_{input_name(node, position)}", name, results[self._places[entry]])
            for index in range(node.output_count):
                callback(node.output_name(index), name, results[self._places[node, index]])
        return results[:self._count]
