"""Normalization by moving statistics is folded into the layer before it."""

from __future__ import annotations

import numpy as np
import pytest
from pass_graphs import convolution, facts, inferred, operators

import mxnet as mx
from mxnet._graph.passes.fold_batch_norm import fold_batch_norm

PREPARED = ["_normalization_scale", "_scaled_rows", "_folded_bias"]


def folded(net: mx.sym.Symbol, recording: bool = False, training: bool = False) -> list[str]:
    given = facts(training, recording, tuple(n for n in (*net.list_arguments(), *net.list_auxiliary_states())
                                            if n != "x"))
    return operators(fold_batch_norm(inferred(net, x=(2, 4, 8, 8)), given))


def test_behind_a_convolution() -> None:
    found = folded(mx.sym.BatchNorm(convolution(mx.sym.var("x"))))
    assert sorted(found[:-1]) == sorted(PREPARED) and found[-1] == "Convolution"


def test_without_a_layer_before_it() -> None:
    found = folded(mx.sym.BatchNorm(mx.sym.var("x")))
    assert found[-1] == "_scale_and_shift" and "_scaled_rows" not in found


def test_a_layer_with_two_users_keeps_its_weight() -> None:
    layer = convolution(mx.sym.var("x"))
    assert "_scaled_rows" not in folded(mx.sym.Group([mx.sym.BatchNorm(layer), layer]))


@pytest.mark.parametrize("circumstances", [{"training": True}, {"recording": True}])
def test_training_is_left_alone(circumstances: dict[str, bool]) -> None:
    assert folded(mx.sym.BatchNorm(convolution(mx.sym.var("x"))), **circumstances) == ["Convolution", "BatchNorm"]


def test_bfloat16_is_rounded_once() -> None:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(8, 3, padding=1, use_bias=False), mx.gluon.nn.BatchNorm(),
            mx.gluon.nn.Activation("relu"), mx.gluon.nn.BatchNorm())
    net.initialize()
    data = mx.nd.random.normal(shape=(2, 4, 6, 6))
    net(data)
    for name, parameter in net.collect_params().items():
        if name.endswith(("gamma", "var", "beta", "mean")):
            parameter.set_data(mx.nd.random.uniform(0.5, 1.5, shape=parameter.shape))
    expected = net(data).asnumpy()
    net.cast("bfloat16")
    net.hybridize()
    result = net(data.astype("bfloat16"))
    assert result.dtype == data.astype("bfloat16").dtype
    np.testing.assert_allclose(result.astype("float32").asnumpy(), expected, rtol=0.05, atol=0.05)
    # The first normalization is folded. The second has no layer before it and stays.
    source = net.generated_source
    assert source.count("fix_gamma=False, training=training") == 1 and "scaled_rows" in source
