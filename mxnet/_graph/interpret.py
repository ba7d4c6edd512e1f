"""Run graphs operator by operator, for sparse arrays, which compiled graphs do not support."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._frontend import eager
from .._ops.opdef import REGISTRY, OpDef
from .._runtime.storage import ArrayBase
from .ir import Graph, Variable

_functions: dict[tuple[str, type], Any] = {}


def _function(op: OpDef, array_class: type[ArrayBase]) -> Any:
    if REGISTRY.get(op.name) is not op:
        # A loop or condition has a definition of its own, which must not be kept under its name.
        return eager.make(op, array_class)
    key = op.name, array_class
    if key not in _functions:
        _functions[key] = eager.make(op, array_class)
    return _functions[key]


def run(graph: Graph, variable: Callable[[str], Any], array_class: type[ArrayBase],
        tell: Callable[[str, Any], Any] | None = None) -> list[Any]:
    """The outputs of a graph; `variable` gives the array of a name, `tell` hears of every result."""
    values: dict[tuple[int, int], Any] = {}
    for node in graph.nodes:
        if isinstance(node, Variable):
            values[id(node), 0] = variable(node.name)
            continue
        given = {key: node.params[key] for key in node.texts}
        inputs = [values[id(source), index] for source, index in node.inputs]
        result = _function(node.op, array_class)(*inputs, **given)
        for i, array in enumerate(result if isinstance(result, (list, tuple)) else [result]):
            values[id(node), i] = array
            if tell is not None:
                tell(node.output_name(i), array.detach())
    return [values[id(node), index] for node, index in graph.outputs]
