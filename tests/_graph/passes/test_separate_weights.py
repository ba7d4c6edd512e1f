"""Recurrent layers get their weights one by one."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


@pytest.mark.parametrize("mode", ["lstm", "gru", "rnn_tanh"])
def test_recurrent_layers_get_their_weights_apart(mode: str) -> None:
    layer = {"lstm": mx.gluon.rnn.LSTM, "gru": mx.gluon.rnn.GRU}.get(mode, mx.gluon.rnn.RNN)(
        5, 2, input_size=3, bidirectional=True)
    layer.initialize(mx.init.Normal(0.5))
    x = nd.array(np.random.default_rng(5).normal(size=(4, 2, 3)))
    x.attach_grad()
    results = []
    for hybrid in (False, True):
        layer.hybridize(hybrid)
        with autograd.record():
            out = layer(x)
        out.backward()
        gradients = [x.grad, *(p.grad() for p in layer.collect_params().values())]
        results.append([array.asnumpy() for array in (out, *gradients)])
    assert "weight_list" in layer.generated_source and "concat(" not in layer.generated_source
    for eager, compiled in zip(*results, strict=True):
        np.testing.assert_allclose(compiled, eager, rtol=1e-5, atol=1e-6)


def test_weights_joined_from_other_pieces_are_split_anew() -> None:
    names = ("a", "b", "c")
    whole = mx.sym._internal._rnn_param_concat(*[mx.sym.reshape(mx.sym.var(n), shape=(-1,)) for n in names], dim=0)
    net = mx.sym.RNN(mx.sym.var("x"), whole, mx.sym.var("h"), state_size=2, num_layers=1, mode="rnn_tanh")
    rng = np.random.default_rng(6)
    shapes = {"x": (3, 2, 2), "h": (1, 2, 2), "a": (3, 1), "b": (4,), "c": (5,)}
    values = {name: nd.array(rng.normal(size=shape)) for name, shape in shapes.items()}
    bound = net.bind(mx.cpu(), values, {name: nd.zeros(shape) for name, shape in shapes.items()})
    out = bound.forward(is_train=True)[0]
    bound.backward(nd.ones(out.shape))
    vector = nd.concat(*[values[n].reshape((-1,)) for n in names], dim=0)
    vector.attach_grad()
    with autograd.record():
        expected = nd.RNN(values["x"], vector, values["h"], state_size=2, num_layers=1, mode="rnn_tanh")
    expected.backward()
    np.testing.assert_allclose(out.asnumpy(), expected.asnumpy(), rtol=1e-6)
    got = np.concatenate([bound.grad_dict[n].asnumpy().ravel() for n in names])
    np.testing.assert_allclose(got, vector.grad.asnumpy(), rtol=1e-5)
