"""Recorded computations of an array as a symbol, for ``autograd.get_symbol``."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from .. import name as names
from .._graph import json as graph_json
from .._graph.ir import Entry, Graph, Node, Operation, Variable
from .._graph.nested import Recorded
from .._ops.opdef import OpDef
from .._runtime.autograd import tape
from .._runtime.error import MXNetError
from .._runtime.storage import ArrayBase


class _Writer:
    """Creates one node for each record of the arrays (`results.record`)."""

    def __init__(self) -> None:
        self._nodes: dict[int, Any] = {}
        self._numbers = itertools.count()

    def entry(self, record: Any) -> Entry:
        """Return the entry of a record. Entries of its sources are created first, without recursion."""
        todo = [record]
        while todo:
            current = todo[-1]
            missing = [] if not isinstance(current, tuple) else [
                source for source in current[2] if id(source) not in self._nodes]
            if missing:
                todo.extend(reversed(missing))
            else:
                todo.pop()
                if id(current) not in self._nodes:
                    self._nodes[id(current)] = self._make(current)
        return self._nodes[id(record)]

    def _make(self, record: Any) -> Entry:
        if record is None:
            raise MXNetError("get_symbol: the recorded graph contains an index or a sparse array, which symbols do not "
                             "support")
        if not isinstance(record, tuple):
            return Variable(f"var{next(self._numbers)}"), 0
        operator, run, sources, index = record
        inputs = [self._nodes[id(source)] for source in sources]
        if isinstance(operator, Recorded):
            by_name = dict(zip(run, inputs, strict=True))
            nested = operator.definition()
            if nested is None:
                return self._insert_graph(operator.graph, by_name, index)
            inputs = [by_name[name] for name in nested.inputs]
            text = {"subgraph": graph_json.dumps(nested.subgraph)}
            return self._node(nested, {}, run, sources, inputs, text), index
        if operator is None:
            return self._make(None)
        params = _parameters(operator, run)
        if operator.variadic is not None:
            params = {**params, operator.variadic: len(inputs)}
        return self._node(operator, params, run, sources, inputs), index

    def _node(self, operator: OpDef, params: dict[str, Any], run: Any, sources: Sequence[Any], inputs: list[Entry],
              attributes: Mapping[str, str] = {}) -> Node:
        # Several results of a call have the same sources.
        key = (id(operator), id(run), *map(id, sources))
        existing = self._nodes.get(hash(key))
        if operator.outputs != 1 and existing is not None:
            return existing
        node = Operation(operator, names.current().get(None, operator.name.lower()), params, inputs, attributes)
        self._nodes[hash(key)] = node
        return node

    def _insert_graph(self, graph: Graph, variables: dict[str, Entry], index: int) -> Entry:
        """Insert a compiled graph with its variables replaced, and return one of its outputs."""
        made: dict[int, Node] = {}

        def moved(entry: Entry) -> Entry:
            node, number = entry
            return variables[node.name] if isinstance(node, Variable) else (made[id(node)], number)

        for node in graph.nodes:
            if isinstance(node, Operation):
                made[id(node)] = node.copy([moved(entry) for entry in node.inputs])
        return moved(graph.outputs[index])


def _parameters(operator: OpDef, run: Any) -> dict[str, Any]:
    """Return the parameters that differ from the defaults, as passed to `results.record`."""
    if run is None:
        return {}
    if isinstance(run, dict):
        return run
    if not callable(run):
        return {"scalar": float(run)}
    fixed = getattr(run, "__kwdefaults__", None) or getattr(run, "keywords", {})
    return {k: v for k, v in fixed.items() if k in operator.params and v is not operator.defaults.get(k)}


def recorded_entry(array: ArrayBase) -> Entry:
    """Return the last entry of the graph that was recorded for `array`."""
    if array._tape is None:
        raise MXNetError(tape.NOT_IN_GRAPH)
    return _Writer().entry(array._made)
