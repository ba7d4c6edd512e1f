"""Test the positional arguments after the parameters, which are the same as in MXNet 1.9.1."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

DATA = nd.array([[-1, 2], [3, 4]])


@pytest.mark.parametrize("function, args, expected", [
    (nd.relu, (DATA,), [[0, 2], [3, 4]]), (nd.broadcast_add, (DATA, DATA), [[-2, 4], [6, 8]]),
    (nd.elemwise_add, (DATA, DATA), [[-2, 4], [6, 8]]), (nd.dot, (DATA, DATA, False, False, None), [[7, 6], [9, 22]]),
    (nd.clip, (DATA, 0, 3), [[0, 2], [3, 3]]), (nd.Activation, (DATA, "relu"), [[0, 2], [3, 4]]),
    (nd.swapaxes, (DATA, 0, 1), [[-1, 3], [2, 4]]), (nd.zeros_like, (DATA,), [[0, 0], [0, 0]]),
    (nd.linalg.potrf, (nd.array([[4, 2], [2, 2]]),), [[2, 0], [1, 1]])])
def test_results_go_into_the_array_after_the_parameters(function, args, expected):
    for following in ((), ("called",)):
        out = nd.zeros((2, 2))
        assert function(*args, out, *following) is out
        assert out.asnumpy().tolist() == expected
        assert function(*args, None, *following).asnumpy().tolist() == expected


def test_methods_take_them_too():
    out = nd.zeros(2)
    assert DATA.sum(1, False, False, out) is out
    assert out.asnumpy().tolist() == [1, 7]


def test_names_of_symbols():
    data = mx.sym.var("data")
    assert mx.sym.relu(data, "first").name == "first"
    assert mx.sym.Activation(data, "relu", "second").name == "second"
    assert mx.sym.relu(data, "third", {"key": "value"}).attr("key") == "value"
    assert mx.sym.relu(data, None).name.startswith("relu")
    layer = mx.sym.FullyConnected(data, None, None, 3, False, True, "layer")
    assert layer.list_arguments() == ["data", "layer_weight", "layer_bias"]


def test_too_many_and_twice():
    with pytest.raises(TypeError, match="takes 6 arguments, received 7"):
        nd.sum(DATA, 1, False, False, None, "name", 3)
    with pytest.raises(TypeError, match="is out, an array, received 3"):
        nd.tile(DATA, 2, 3)
    with pytest.raises(TypeError, match="multiple values for argument 'out'"):
        nd.relu(DATA, nd.zeros((2, 2)), out=nd.zeros((2, 2)))
    with pytest.raises(TypeError, match="takes 4 arguments, received 5"):
        mx.sym.relu(mx.sym.var("data"), "name", None, None, 1)
