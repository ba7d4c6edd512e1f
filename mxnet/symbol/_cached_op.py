"""Graphs as a single node of another graph: ``_CachedOp``."""

from __future__ import annotations

from typing import Any

from .._frontend.symbolic import attribute_text
from .._graph import json as graph_json
from .._graph import nested
from .._runtime.error import MXNetError
from ._create import compose
from ._symbol import Symbol


def cached_op(*data: Symbol, subgraph: str = "", name: str | None = None, attr: dict[str, str] | None = None,
              **kwargs: Any) -> Symbol:
    """Create a node for the graph in a JSON string.

    Parameters
    ----------
    data
        Values of its variables, in order. Missing values become variables of this graph.
    subgraph
        Graph in the format of `Symbol.tojson`.
    """
    nested.check_given(subgraph)
    op = nested.definition(graph_json.loads(subgraph))
    symbols = [*data, *(v for v in kwargs.values() if isinstance(v, Symbol))]
    flags = {k: attribute_text(k, v) for k, v in kwargs.items() if not isinstance(v, Symbol)}
    nested.check_settings(flags)
    if len(symbols) > len(op.inputs):
        raise MXNetError(f"operator {op.name}: Incorrect number of arguments, requires {len(op.inputs)}, provided "
                         f"{len(symbols)}")
    inputs = dict(zip(op.inputs, symbols, strict=False))
    return compose(op, inputs, {"subgraph": subgraph, **flags}, name, op.name.lower(), attr)
