"""Inference in both directions, with unknown sizes."""

import pytest

import mxnet as mx


def shapes(symbol: mx.sym.Symbol, **known) -> dict[str, tuple[int, ...]]:
    return dict(zip(symbol.list_arguments(), symbol.infer_shape(**known)[0], strict=True))


def test_elementwise_operators_share_what_they_know() -> None:
    total = mx.sym.var("a", shape=(12, 0)) * 2 + mx.sym.var("b", shape=(0, 10))
    assert shapes(total) == {"a": (12, 10), "b": (12, 10)}


def test_results_tell_about_inputs() -> None:
    dense = mx.sym.FullyConnected(mx.sym.var("a", shape=(0, 10)), num_hidden=21, name="fc")
    assert shapes(dense + mx.sym.var("c", shape=(5, 0)))["a"] == (5, 10)
    filtered = mx.sym.Convolution(mx.sym.var("a", shape=(0, 10, 0, 0)), num_filter=21, kernel=(3, 3), pad=(1, 1))
    assert shapes(filtered + mx.sym.var("c", shape=(5, 21, 32, 32)))["a"] == (5, 10, 32, 32)
    part = mx.sym.SliceChannel(mx.sym.var("a", shape=(0, 15, 0)), num_outputs=3)
    assert shapes(part[1] + mx.sym.var("c", shape=(3, 5, 2)))["a"] == (3, 15, 2)
    joined = mx.sym.Concat(mx.sym.var("a", shape=(0, 10)), mx.sym.var("b", shape=(0, 5)), dim=1)
    assert shapes(joined + mx.sym.var("c", shape=(3, 0)))["b"] == (3, 5)


def test_partial_shapes() -> None:
    product = mx.sym.dot(mx.sym.var("a", shape=(0, 3, 4)), mx.sym.var("b", shape=(4, 5)))
    assert product.infer_shape_partial()[1] == [(0, 3, 5)]
    assert product.infer_shape() == (None, None, None)
    assert product.infer_shape(a=(2, 3, 4))[1] == [(2, 3, 5)]


def test_contradictions_name_the_variable() -> None:
    dense = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    with pytest.raises(mx.MXNetError, match=r"fc_weight.*\(3, 4\).*\(3, 5\)"):
        dense.infer_shape(data=(2, 4), fc_weight=(3, 5))
