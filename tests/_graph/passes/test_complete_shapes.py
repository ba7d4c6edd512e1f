"""Arrays made from nothing get the sizes that the rest of the graph implies."""

from __future__ import annotations

import pytest
from pass_graphs import facts, inferred

import mxnet as mx
from mxnet import nd
from mxnet._graph.ir import Graph
from mxnet._graph.passes.complete_shapes import complete_shapes, has_open_shapes


def parameters(graph: Graph, operator: str) -> dict[str, object]:
    (node,) = [n for n in graph.operations() if n.op.name == operator]
    return node.params


def test_unknown_sizes_are_filled_in() -> None:
    net = mx.sym.elemwise_add(mx.sym.var("x"), mx.sym.zeros((0, 4)))
    graph = inferred(net, x=(8, 4))
    assert has_open_shapes(graph)
    completed = complete_shapes(graph, facts())
    assert parameters(completed, "_zeros")["shape"] == (8, 4)
    assert not has_open_shapes(completed)
    assert net.bind(mx.cpu(), {"x": nd.ones((8, 4))}).forward()[0].asnumpy().sum() == 32


def test_a_range_ends_where_its_length_says() -> None:
    net = mx.sym.elemwise_add(mx.sym.var("x"), mx.sym.arange(1, step=2, repeat=3, infer_range=True))
    found = parameters(complete_shapes(inferred(net, x=(6,)), facts()), "_arange")
    assert (found["stop"], found["infer_range"]) == (5, False)
    with pytest.raises(mx.MXNetError, match="repeat=3 cannot give"):
        complete_shapes(inferred(net, x=(7,)), facts())


def test_known_sizes_stay() -> None:
    graph = inferred(mx.sym.var("x") + mx.sym.zeros((2, 4)), x=(2, 4))
    assert not has_open_shapes(graph)
    assert complete_shapes(graph, facts()) is graph
