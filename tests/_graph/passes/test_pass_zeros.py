"""Zero gradients reach losses that ignore their head gradient."""

from __future__ import annotations

import numpy as np
from pass_graphs import facts, operators

import mxnet as mx
from mxnet import nd
from mxnet._graph.passes.pass_zeros import pass_zeros


def test_what_lies_behind_a_loss_is_tied_to_it() -> None:
    net = mx.sym.argmax(mx.sym.SoftmaxOutput(mx.sym.exp(mx.sym.var("x")), mx.sym.var("y")), axis=1)
    assert operators(pass_zeros(net._graph(), facts(recording=True))) == ["exp", "SoftmaxOutput", "argmax", "_tied"]
    assert operators(pass_zeros(net._graph(), facts())) == ["exp", "SoftmaxOutput", "argmax"]


def test_graphs_without_losses_stay_the_same_object() -> None:
    graph = mx.sym.argmax(mx.sym.softmax(mx.sym.var("x")), axis=1)._graph()
    assert pass_zeros(graph, facts(recording=True)) is graph


def test_the_loss_gives_its_gradient() -> None:
    net = mx.sym.sum(mx.sym.BlockGrad(mx.sym.SoftmaxOutput(mx.sym.var("x"), mx.sym.var("y"))))
    x, y = nd.array([[1.0, 2.0, 0.5]]), nd.array([1.0])
    gradient = nd.zeros((1, 3))
    executor = net.bind(mx.cpu(), {"x": x, "y": y}, {"x": gradient})
    executor.forward(is_train=True)
    executor.backward()
    np.testing.assert_allclose(gradient.asnumpy(), nd.softmax(x).asnumpy() - [[0, 1, 0]], rtol=1e-6)
