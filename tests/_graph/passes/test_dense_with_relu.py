"""Dense layers apply relu themselves where NaN would show."""

from __future__ import annotations

from pass_graphs import dense, facts, inferred, operators

import mxnet as mx
from mxnet._graph.passes.dense_with_relu import dense_with_relu
from mxnet._graph.passes.packed_dense import packed_dense


def fused(net: mx.sym.Symbol, **circumstances: bool) -> list[str]:
    given = facts(parameters=tuple(n for n in net.list_arguments() if n != "data"), **circumstances)
    packed = packed_dense(inferred(net, data=(1, 4)), given)
    return [op for op in operators(dense_with_relu(packed, given)) if op != "_transposed"]


def test_dense_layers_apply_relu_where_nan_would_show() -> None:
    hidden = mx.sym.Activation(dense(mx.sym.var("data"), "a"), act_type="relu")
    assert fused(dense(hidden, "b")) == ["_dense_kn_relu", "_dense_kn", "_checked"]
    assert fused(mx.sym.softmax(hidden)) == ["_dense_kn_relu", "softmax", "_checked"]
    assert fused(mx.sym.argmax(dense(hidden, "b"), axis=1)) == ["_dense_kn", "Activation", "_dense_kn", "argmax"]
    assert fused(dense(hidden, "b"), exact=True) == ["_dense_kn", "Activation", "_dense_kn"]
    assert fused(dense(hidden, "b"), training=True) == ["_dense_kn", "Activation", "_dense_kn"]
    layer = dense(mx.sym.var("data"), "a")
    shared = mx.sym.Group([mx.sym.Activation(layer, act_type="relu"), layer])
    assert fused(shared) == ["_dense_kn", "Activation"]
    other = mx.sym.Activation(dense(hidden, "b"), act_type="sigmoid")
    assert fused(other) == ["_dense_kn_relu", "_dense_kn", "Activation", "_checked"]
