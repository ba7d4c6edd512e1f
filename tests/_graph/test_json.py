"""Graphs as JSON and back."""

from __future__ import annotations

import json

import pytest

import mxnet as mx
from mxnet._graph.json import dumps, loads
from mxnet.base import MXNetError


def network() -> mx.sym.Symbol:
    hidden = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="fc")
    return mx.sym.Group([mx.sym.Activation(hidden, act_type="relu", name="act"), mx.sym.BlockGrad(hidden, name="stop")])


def test_a_graph_survives_the_text() -> None:
    graph = network()._graph()
    loaded = loads(dumps(graph))
    assert [node.name for node in loaded.nodes] == [node.name for node in graph.nodes]
    assert [node.params for node in loaded.nodes] == [node.params for node in graph.nodes]
    assert [(node.name, index) for node, index in loaded.outputs] == [("act", 0), ("stop", 0)]
    assert dumps(loaded) == dumps(graph)


def test_the_text_has_the_fields_of_the_original() -> None:
    content = json.loads(dumps(network()._graph()))
    assert list(content) == ["nodes", "arg_nodes", "node_row_ptr", "heads", "attrs"]
    assert content["arg_nodes"] == [0, 1, 2] and content["heads"] == [[4, 0, 0], [5, 0, 0]]
    assert content["attrs"] == {"mxnet_version": ["int", 10901]}
    assert content["nodes"][3] == {"op": "FullyConnected", "name": "fc", "attrs": {"num_hidden": "3"},
                                   "inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}


def test_numpy_shapes_are_marked() -> None:
    assert json.loads(dumps(network()._graph(), numpy_shapes=True))["attrs"]["is_np_shape"] == ["int", 1]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"nodes": 3, "heads": []}', '{"nodes": [{}], "heads": [[0, 0, 0]]}',
                                  '{"nodes": [{"op": "null", "name": "x", "inputs": []}], "heads": [[4, 0, 0]]}'])
def test_text_that_is_no_graph_is_refused(text: str) -> None:
    with pytest.raises(MXNetError):
        loads(text)
