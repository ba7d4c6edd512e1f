"""How much memory the inner results of a graph take."""

from __future__ import annotations

import mxnet as mx
from mxnet._graph.infer import Inference
from mxnet._graph.memory import differentiated, inner_bytes

X = mx.sym.var("x")


def taken(net: mx.sym.Symbol, *wanted: str, mirror: bool = False) -> int:
    graph = net._graph()
    return inner_bytes(graph, Inference(graph, {"x": (2, 5)}, {}).run(), set(wanted), mirror)


def test_results_live_until_their_last_user() -> None:
    chain = mx.sym.exp(mx.sym.sin(mx.sym.cos(X)))
    assert taken(chain) == 2 * 40  # a result and the next one
    assert taken(chain + mx.sym.cos(X)) == 3 * 40  # the first one lives on


def test_a_backward_pass_keeps_results() -> None:
    chain = mx.sym.exp(mx.sym.sin(mx.sym.cos(X)))
    assert taken(chain, "x") == 3 * 40
    assert taken(chain, "x", mirror=True) < 3 * 40


def test_gradients_stop_where_they_are_zero() -> None:
    stopped, open_way = mx.sym.BlockGrad(mx.sym.exp(X), name="stop"), mx.sym.sin(X, name="open")
    graph = (stopped + open_way)._graph()
    reached = differentiated(graph, {"x"})
    names = {node.name for node in graph.nodes if id(node) in reached}
    assert "open" in names and "stop" not in names
    assert not differentiated(graph, {"y"})
