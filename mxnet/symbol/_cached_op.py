"""Graphs as one node of another graph: ``_CachedOp``."""

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
    """A node that stands for the graph in a JSON text.

    Parameters
    ----------
    data
        What its variables are, in their order; those that are missing become variables of this graph.
    subgraph
        As `Symbol.tojson` writes it.
    """
    nested.check_given(subgraph)
    op = nested.definition(graph_json.loads(subgraph))
    given = [*data, *(v for v in kwargs.values() if isinstance(v, Symbol))]
    flags = {k: attribute_text(k, v) for k, v in kwargs.items() if not isinstance(v, Symbol)}
    nested.check_settings(flags)
    if len(given) > len(op.inputs):
        raise MXNetError(f"operator {op.name}: Incorrect number of arguments, requires {len(op.inputs)}, provided "
                         f"{len(given)}")
    inputs = dict(zip(op.inputs, given, strict=False))
    return compose(op, inputs, {"subgraph": subgraph, **flags}, name, op.name.lower(), attr)
