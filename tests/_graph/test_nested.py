"""``_CachedOp``: a graph as one node."""

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet._graph import nested
from mxnet._graph.ir import Graph, Node, Variable


def _graph(symbol: mx.sym.Symbol) -> Graph:
    return Graph(symbol._outputs)


def _variables(*names: str) -> list[tuple[Node, int]]:
    return [(Variable(name, {}), 0) for name in names]


def test_a_definition_computes_the_outputs_of_its_graph() -> None:
    a, b = mx.sym.var("a"), mx.sym.var("b")
    op = nested.definition(_graph(mx.sym.Group([a * b, a - b])))
    product, difference = op.lower(torch.tensor([3.0]), torch.tensor([2.0]))
    assert (op.inputs, op.outputs) == (("a", "b"), 2)
    np.testing.assert_array_equal([product.item(), difference.item()], [6, 1])


def test_states_of_the_graph_are_states_of_the_node() -> None:
    normalized = mx.sym.BatchNorm(mx.sym.var("x"), name="bn")
    op = nested.definition(_graph(normalized))
    assert op.aux == ("bn_moving_mean", "bn_moving_var") and "training" in op.environment


def test_an_output_that_is_listed_twice_has_two_names() -> None:
    doubled = mx.sym.var("a") * 2
    op = nested.definition(Graph(doubled._outputs * 2))
    name = doubled.list_outputs()[0].removesuffix("_output")
    assert op.form.output_names == (f"{name}_output", f"{name}_copy0_output")


def test_inputs_must_be_as_many_as_variables() -> None:
    graph = _graph(mx.sym.var("a") + mx.sym.var("b"))
    assert nested.make_node(nested.NAME, "n", {}, graph, _variables("x", "y")).output_count == 1
    with pytest.raises(mx.MXNetError, match=r"_CachedOp \(n\): its subgraph has 2 variables, received 1"):
        nested.make_node(nested.NAME, "n", {}, graph, _variables("x"))


def test_small_graphs_are_parts_of_the_graph_around_them() -> None:
    graph = _graph(mx.sym.exp(mx.sym.var("a")) * 2)
    assert nested.Recorded(graph, inline_limit=2).definition() is None
    large = nested.Recorded(graph, inline_limit=1)
    assert large.definition() is large.definition() is not None


def test_settings_of_files() -> None:
    nested.check_settings({"inline_limit": "2", "subgraph": "0", "__note__": "kept"})
    with pytest.raises(mx.MXNetError, match="'speed'"):
        nested.check_settings({"speed": "9"})
