"""Nodes that stand for graphs, replaced by them."""

import numpy as np

import mxnet as mx
from mxnet import nd
from mxnet._graph import nested
from mxnet._graph.inline import NestedDef, inlined
from mxnet._graph.ir import Graph, Variable


def _inner() -> Graph:
    a, b = mx.sym.var("a"), mx.sym.var("b")
    return Graph((mx.sym.exp(a, name="power") - b)._outputs)


def _outer(levels: int) -> Graph:
    """``exp(x) - y`` within `levels` nested graphs."""
    graph = _inner()
    for level in range(levels):
        inputs = [(Variable(name, {}), 0) for name in "ab"]
        graph = Graph([(nested.make_node(nested.NAME, f"level{level}", {}, graph, inputs), 0)])
    return graph


def test_a_graph_without_nested_ones_stays_what_it_is() -> None:
    graph = _inner()
    assert inlined(graph) == (graph, {})


def test_graphs_within_graphs_are_unfolded() -> None:
    graph = _outer(3)
    flat, places = inlined(graph)
    assert not any(isinstance(node.op, NestedDef) for node in flat.operations())
    assert [node.name for node in flat.variables()] == ["a", "b"]
    assert "level2_level1_level0_power" in [node.name for node in flat.nodes]
    assert places[graph.outputs[0]] == flat.outputs[0]


def test_two_nodes_of_one_graph_have_nodes_of_their_own() -> None:
    inner = _inner()
    x, y = ((Variable(name, {}), 0) for name in "xy")
    first = nested.make_node(nested.NAME, "first", {}, inner, [x, y])
    second = nested.make_node(nested.NAME, "second", {}, inner, [y, (first, 0)])
    symbol = mx.sym.Symbol(inlined(Graph([(second, 0)]))[0].outputs)
    names = [name for name in symbol.get_internals().list_outputs() if name.endswith("power_output")]
    assert sorted(names) == ["first_power_output", "second_power_output"]
    given = {"x": nd.array([0.5]), "y": nd.array([0.25])}
    result = symbol.bind(mx.cpu(), given, grad_req="null").forward()[0].asnumpy()
    np.testing.assert_allclose(result, np.exp(0.25) - (np.exp(0.5) - 0.25), rtol=1e-6)
