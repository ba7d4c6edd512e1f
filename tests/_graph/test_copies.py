"""Copies of graphs."""

import mxnet as mx
from mxnet._graph.copies import composed, with_own_names, without_amp_casts


def test_variables_are_replaced_in_a_copy() -> None:
    original = (mx.sym.var("a") * mx.sym.var("b"))._graph()
    copy = composed(original, {"a": mx.sym.exp(mx.sym.var("c"), name="e")._outputs[0]}, "renamed")
    assert [n.name for n in copy.nodes] == ["c", "e", "b", "renamed"]
    assert [n.name for n in original.variables()] == ["a", "b"]
    assert copy.outputs[0][0].op is original.outputs[0][0].op


def test_variables_of_one_name_get_names_of_their_own() -> None:
    twice = mx.sym.var("x") + mx.sym.var("x")
    outputs = with_own_names(twice._outputs)
    assert [n.name for n in mx.sym.Symbol(outputs)._graph().variables()] == ["x", "x_1"]
    once = mx.sym.exp(mx.sym.var("x"))
    assert with_own_names(once._outputs) == once._outputs


def test_casts_of_mixed_precision_are_left_out() -> None:
    x, y = mx.sym.var("x"), mx.sym.var("y")
    cast = mx.sym.amp_cast(x, dtype="float16")
    pair = mx.sym.amp_multicast(cast, y, num_outputs=2)
    plain = without_amp_casts((pair[0] + pair[1])._graph())
    assert [n.op.name for n in plain.operations()] == ["elemwise_add"]
    assert [source.name for source, _ in plain.outputs[0][0].inputs] == ["x", "y"]
    untouched = (x + y)._graph()
    assert without_amp_casts(untouched) is untouched
