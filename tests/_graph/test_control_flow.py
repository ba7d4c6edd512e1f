"""Subgraphs as functions, and the nodes that run them."""

from __future__ import annotations

import pytest
import torch

import mxnet as mx
from mxnet._graph.control_flow import Body, is_control_flow, make_node
from mxnet.base import MXNetError


def test_a_body_is_a_function_of_its_variables() -> None:
    body = Body((mx.sym.var("a") * 2 + mx.sym.var("b"))._graph())
    result, = body.run(torch.ones(2), torch.full((2,), 5.0))
    assert result.tolist() == [7, 7]
    assert [node.name for node in body.variables] == ["a", "b"]


def test_shapes_of_variables_follow_from_each_other() -> None:
    body = Body(mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=4, name="fc")._graph())
    assert body.shapes([(2, 3), None, None]) == [(2, 3), (4, 3), (4,)]


def test_results_of_a_body_have_memory_of_their_own() -> None:
    a = mx.sym.var("a")
    data = torch.zeros(3)
    same, view = Body(mx.sym.Group([a, mx.sym.reshape(a, shape=(3, 1))])._graph()).run(data)
    same.add_(1)
    view.add_(2)
    assert data.tolist() == [0, 0, 0] and same.tolist() == [1, 1, 1]


def test_only_loops_and_conditions_are_control_flow() -> None:
    assert all(map(is_control_flow, ("_foreach", "_while_loop", "_cond")))
    assert not is_control_flow("relu")


def test_a_node_needs_as_many_subgraphs_as_it_runs() -> None:
    with pytest.raises(MXNetError, match="has 1 subgraphs, not 3"):
        make_node("_cond", "c", {}, [mx.sym.var("a")._graph()], [])
