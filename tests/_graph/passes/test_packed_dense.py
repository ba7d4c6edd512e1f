"""Weights of dense layers are packed for few rows."""

from __future__ import annotations

from pass_graphs import facts, inferred, operators

import mxnet as mx
from mxnet._graph.passes.packed_dense import packed_dense


def test_dense_weights_are_packed_for_few_rows() -> None:
    net = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), mx.sym.var("b"), num_hidden=3)
    few, many = ({"x": (rows, 5), "w": (3, 5), "b": (3,)} for rows in (1, 64))
    given = facts(parameters=("w", "b"))
    assert operators(packed_dense(inferred(net, **few), given)) == ["_transposed", "_dense_kn"]
    assert operators(packed_dense(inferred(net, **many), given)) == ["FullyConnected"]
    recorded = facts(recording=True, parameters=("w", "b"))
    assert operators(packed_dense(inferred(net, **few), recorded)) == ["FullyConnected"]
