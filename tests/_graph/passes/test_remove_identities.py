"""What changes nothing is left out."""

from __future__ import annotations

import numpy as np
from pass_graphs import facts, inferred, operators

import mxnet as mx
from mxnet._graph.ir import Graph
from mxnet._graph.passes.remove_identities import remove_identities


def test_dropout_disappears_in_prediction() -> None:
    net = mx.sym.exp(mx.sym.Dropout(mx.sym.var("x"), p=0.5))
    assert operators(remove_identities(net._graph(), facts())) == ["exp"]
    assert operators(remove_identities(net._graph(), facts(training=True))) == ["Dropout", "exp"]
    always = mx.sym.exp(mx.sym.Dropout(mx.sym.var("x"), p=0.5, mode="always"))
    assert operators(remove_identities(always._graph(), facts())) == ["Dropout", "exp"]


def _residual() -> Graph:
    """Return exp(x) + relu(exp(x)) with the casts of mixed precision."""
    x = mx.sym.exp(mx.sym.amp_cast(mx.sym.var("x"), dtype="float16"))
    pair = mx.sym.amp_multicast(x, mx.sym.relu(x), num_outputs=2)
    return inferred(mx.sym.sqrt(mx.sym.amp_cast(pair[0] + pair[1], dtype="float16")), x=(2, 3))


def test_casts_to_the_same_dtype_disappear() -> None:
    for options in (facts(), facts(training=True, recording=True)):
        assert operators(remove_identities(_residual(), options)) == ["amp_cast", "exp", "relu", "elemwise_add", "sqrt"]


def test_casts_of_arguments_and_results_stay() -> None:
    cast = mx.sym.amp_cast(mx.sym.var("x"), dtype="float32")
    net = inferred(mx.sym.exp(cast), x=(2,))
    assert operators(remove_identities(net, facts())) == ["exp"]
    assert operators(remove_identities(net, facts(recording=True))) == ["amp_cast", "exp"]  # x may be overwritten
    assert operators(remove_identities(inferred(mx.sym.amp_cast(mx.sym.exp(cast), dtype="float32"), x=(2,)),
                                       facts())) == ["exp", "amp_cast"]


def test_multicast_of_several_dtypes_stays_where_it_converts() -> None:
    half, single = mx.sym.var("h"), mx.sym.var("s")
    pair = mx.sym.amp_multicast(mx.sym.amp_cast(half, dtype="float16"), mx.sym.exp(single), num_outputs=2)
    net = pair[0] * pair[1]
    block = mx.gluon.SymbolBlock(net, [half, single])
    arguments = [mx.nd.array([1.0009, -2]), mx.nd.array([0.5, 3])]
    expected = block(*arguments).asnumpy()
    block.hybridize()
    result = block(*arguments)
    assert result.dtype == np.float32
    np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-6)
    graph = remove_identities(inferred(net, h=(2,), s=(2,)), facts())
    (product,) = [node for node in graph.operations() if node.op.name == "elemwise_mul"]
    assert [source.op.name for source, _ in product.inputs] == ["amp_multicast", "exp"]
