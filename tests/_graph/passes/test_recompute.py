"""Which results are computed again, and in which segments."""

from __future__ import annotations

from pass_graphs import convolution, dense, facts, operators

import mxnet as mx
from mxnet._graph.ir import Graph
from mxnet._graph.passes.recompute import recompute, recomputed_nodes, segments


def recorded(symbol: mx.sym.Symbol, mirror: bool) -> Graph:
    return recompute(symbol._graph(), facts(training=True, recording=True, mirror=mirror))


def test_segments_end_at_operators_that_are_kept() -> None:
    net = mx.sym.var("data")
    for _ in range(3):
        net = mx.sym.tanh(mx.sym.BatchNorm(convolution(net), fix_gamma=False))
    net = mx.sym.sum(dense(net, "last"))
    assert operators(recorded(net, mirror=False)) == operators(net._graph())
    assert operators(recorded(net, mirror=True)) == [
        "Convolution", "_recompute", "Convolution", "_recompute", "Convolution", "_recompute", "FullyConnected",
        "_recompute"]


def test_attributes_decide_for_their_node() -> None:
    def names(mirror: bool, **attributes: str) -> list[str]:
        x = mx.sym.exp(mx.sym.var("x"), name="first")
        y = mx.sym.tanh(x, name="second", attr=attributes)
        return [n.name for n in recomputed_nodes(mx.sym.sqrt(y, name="third")._graph(), mirror)]

    assert names(False) == []
    assert names(False, force_mirroring="True") == ["second"]
    assert names(True) == ["first", "second", "third"]
    assert names(True, force_mirroring="False") == ["first", "third"]
    assert names(True, mirror_stage="True") == ["first", "third"]
    assert names(True, mirror_stage="True", force_mirroring="True") == ["first", "second", "third"]


def test_random_operators_are_never_computed_again() -> None:
    noisy = mx.sym.Dropout(mx.sym.var("x"), p=0.5, attr={"force_mirroring": "True"})
    assert recomputed_nodes(noisy._graph(), True) == []


def test_a_path_that_leaves_a_group_does_not_come_back() -> None:
    x = mx.sym.tanh(mx.sym.var("x"), name="before")
    dense = mx.sym.FullyConnected(x, num_hidden=4, no_bias=True, name="dense")
    net = mx.sym.exp(dense, name="after") + x
    graph = net._graph()
    found = [[n.name for n in members] for members in segments(graph, recomputed_nodes(graph, True))]
    assert found[0] == ["before"] and found[1][0] == "after" and len(found) == 2


def test_long_chains_do_not_exhaust_the_stack() -> None:
    net = mx.sym.var("x")
    for i in range(3000):
        net = mx.sym.FullyConnected(net, num_hidden=1, no_bias=True) if i % 100 == 99 else mx.sym.tanh(net)
    assert operators(recorded(net, mirror=True)).count("_recompute") == 30
