"""Operators of ``mx.np`` become those of ``mx.nd`` where both compute the same."""

from __future__ import annotations

import torch
from pass_graphs import facts, inferred, operators

import mxnet as mx
from mxnet._graph.infer import Inference
from mxnet._graph.ir import Graph
from mxnet._graph.passes.nd_twins import nd_twins


def test_twins_of_one_floating_type() -> None:
    net = mx.sym.npx.relu(mx.sym.np.add(mx.sym.var("a").as_np_ndarray(), mx.sym.var("b").as_np_ndarray()))
    graph = inferred(net, a=(2, 3), b=(1, 3))
    assert operators(graph) == ["_npi_add", "_npx_relu"]
    assert operators(nd_twins(graph, facts())) == ["broadcast_add", "relu"]


def test_other_types_stay() -> None:
    net = mx.sym.np.add(mx.sym.var("a").as_np_ndarray(), mx.sym.var("b").as_np_ndarray())
    for kinds in ({"a": torch.int32, "b": torch.int32}, {"a": torch.float32, "b": torch.float64}):
        found = Inference(net._graph(), {"a": (2, 3), "b": (2, 3)}, kinds).run()
        graph = Graph(net._outputs, found.shapes, found.types)
        assert operators(nd_twins(graph, facts())) == ["_npi_add"]


def test_graphs_without_twins_stay_the_same_object() -> None:
    graph = inferred(mx.sym.exp(mx.sym.var("a")), a=(2,))
    assert nd_twins(graph, facts()) is graph
