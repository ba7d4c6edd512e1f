"""``_CachedOp`` nodes: graphs inside a node of another graph."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import torch

from .._ops.facts import Form, Inference
from .._ops.opdef import ShapeLike, find
from .._runtime.error import MXNetError
from .control_flow import Body
from .infer import is_known
from .inline import NestedDef
from .ir import Entry, Graph, Operation

NAME = "_CachedOp"
NAMES = (NAME, "_CachedOpThreadSafe")
# Settings of the original's engine, which files may hold.
_SETTINGS = frozenset({"inline_limit", "forward_bulk_size", "backward_bulk_size", "static_alloc", "static_shape",
                       "is_dynamic", "data_indices", "param_indices"})


def check_settings(attrs: Mapping[str, Any]) -> None:
    """Raise for attributes that are neither settings nor user attributes."""
    for key in attrs:
        if key not in _SETTINGS and key != "subgraph" and not (key.startswith("__") and key.endswith("__")):
            raise MXNetError(f"operator {NAME}: Cannot find argument '{key}', Possible Arguments: subgraph, "
                             f"{', '.join(sorted(_SETTINGS))}")


def check_given(subgraph: str) -> None:
    """Raise unless there is a text of a graph."""
    if not subgraph:
        find(NAME).input_names({})


def _output_names(outputs: list[Entry]) -> tuple[str, ...]:
    """Names of outputs; MXNet makes a copy of one that is listed again."""
    seen: dict[Entry, int] = {}
    names = []
    for node, index in outputs:
        count = seen.get((node, index), 0)
        seen[node, index] = count + 1
        names.append(f"{node.name}_copy{count - 1}_output" if count else node.output_name(index))
    return tuple(names)


def definition(subgraph: Graph, kind: str = NAME, inner: Graph | None = None,
               output_names: tuple[str, ...] = ()) -> NestedDef:
    """The operator that computes the outputs of `subgraph` from its variables, in their order.

    Parameters
    ----------
    subgraph
        As stored in files.
    kind
        Name of the operator.
    inner
        What is computed, if it is not `subgraph` but another graph over its variables.
    output_names
        Defaults to the names in `subgraph`.
    """
    if not subgraph.outputs:
        raise MXNetError(f"operator {kind}: its subgraph has no outputs")
    count = len(subgraph.outputs)
    computed = subgraph if inner is None else inner

    @functools.cache
    def body() -> Body:
        # Most subgraphs are inlined before they would run.
        return Body(computed)

    def run(*tensors: torch.Tensor, **environment: Any) -> Any:
        results = body().run(*tensors, **environment)
        return results if count > 1 else results[0]

    def fill(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
        found = body().shapes(shapes)
        return [known if is_known(known) else other for known, other in zip(shapes, found, strict=True)]

    wanted = {name for node in computed.operations() for name in node.op.environment}
    op = NestedDef(kind, run, tuple(v.name for v in subgraph.variables()), {}, {}, find(kind).doc,
                   environment=frozenset(wanted), aux=tuple(v.name for v in subgraph.auxiliary()), outputs=count,
                   inference=Inference(fill=fill),
                   form=Form(output_names=output_names or _output_names(subgraph.outputs)))
    op.subgraph, op.inner = subgraph, computed
    return op


class Recorded:
    """How autograd records the call of a compiled graph: its operators if there are few, otherwise one node.

    Parameters
    ----------
    graph
    inline_limit
        Largest number of operators that are recorded one by one.
    """

    def __init__(self, graph: Graph, inline_limit: int) -> None:
        self.graph, self._inline_limit = graph, inline_limit
        self._definition: NestedDef | None = None

    def definition(self) -> NestedDef | None:
        """The operator of the one node, None for a graph that is a part of the one around it."""
        if self._definition is None:
            if len(self.graph.operations()) <= self._inline_limit:
                return None
            self._definition = definition(self.graph)
        return self._definition


def make_node(kind: str, name: str, attrs: dict[str, str], subgraph: Graph, inputs: list[Entry]) -> Operation:
    """A node that stands for `subgraph`."""
    wanted = len(subgraph.variables())
    if len(inputs) != wanted:
        raise MXNetError(f"operator {kind} ({name}): its subgraph has {wanted} variables, received {len(inputs)} "
                         "inputs")
    return Operation(definition(subgraph, kind), name, {}, inputs, attrs)
