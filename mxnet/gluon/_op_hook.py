"""Telling a callback about every operator of a compiled block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._graph.compiled import CompiledGraph
from .._graph.ir import Node
from ..executor._monitoring import input_name
from ..ndarray.ndarray import NDArray

# Name of the value, operator, value
Callback = Callable[[str, str, NDArray], Any]


class HookedGraph:
    """A compiled graph that also returns what goes into and comes out of its operators.

    Parameters
    ----------
    result
        The symbol of the block.
    inputs
        Names of its inputs.
    parameters, epoch
        As for `CompiledGraph`.
    """

    def __init__(self, result: Any, inputs: Sequence[str], parameters: Any, epoch: Any) -> None:
        self._nodes: list[Node] = [node for node in result._graph().nodes if node.op is not None]
        entries = list(dict.fromkeys(entry for node in self._nodes for entry in
                                     (*node.inputs, *((node, i) for i in range(node.output_count)))))
        self._count = len(result._outputs)
        self._places = {entry: self._count + i for i, entry in enumerate(entries)}
        self._graph = CompiledGraph([*result._outputs, *entries], list(inputs), parameters, epoch)

    def __call__(self, arrays: Sequence[NDArray], callback: Callback, monitor_all: bool) -> list[NDArray]:
        results = self._graph(arrays)
        for node in self._nodes:
            name = node.op.name  # type: ignore[union-attr]
            if monitor_all:
                for position, entry in enumerate(node.inputs):
                    callback(f"{node.name}_{input_name(node, position)}", name, results[self._places[entry]])
            for index in range(node.output_count):
                callback(node.output_name(index), name, results[self._places[node, index]])
        return results[:self._count]
