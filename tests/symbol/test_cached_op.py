"""Tests of ``_CachedOp``, which is a graph as a node of another graph."""

import json
import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn

# Written by MXNet 1.9.1: dense layer and batch normalization as one node, then tanh.
FILE = pathlib.Path(__file__).parent / "golden_cached_op.json"
cached = mx.sym._internal._CachedOp


def operators(symbol: mx.sym.Symbol) -> list[str]:
    return [node.op.name for node in symbol._graph().operations()]


def test_files_of_the_original() -> None:
    symbol = mx.sym.load(str(FILE))
    assert symbol.tojson() == FILE.read_text()
    assert symbol.list_arguments() == ["data", "w", "b", "g", "be"]
    assert symbol.list_auxiliary_states() == ["m", "v"]
    assert symbol.get_internals().list_outputs()[-2:] == ["inner_bn_output", "t_output"]
    assert symbol.infer_shape(data=(2, 2)) == ([(2, 2), (3, 2), (3,), (3,), (3,)], [(2, 3)], [(3,), (3,)])
    assert set(symbol.infer_type(data="float64")[0]) == {np.float64}


def test_results_and_gradients_are_those_of_the_original() -> None:
    symbol = mx.sym.load(str(FILE))
    executor = symbol.simple_bind(mx.cpu(), data=(2, 2))
    values = iter(np.linspace(-1, 1, 40).astype("float32"))
    for array in executor.arg_arrays:
        array[:] = np.array([next(values) for _ in range(array.size)]).reshape(array.shape)
    for array in executor.aux_arrays:
        array[:] = 0.5
    (output,) = executor.forward(is_train=True)
    executor.backward(nd.array([[1, 2, 3], [4, 5, 6]]))
    expected = [[-0.4533366, -0.366353, -0.2723675], [0.1291916, 0.1271027, 0.1249172]]
    np.testing.assert_allclose(output.asnumpy(), expected, rtol=1e-5)
    gradients = {name: array.asnumpy() for name, array in executor.grad_dict.items()}
    np.testing.assert_allclose(gradients["data"], [[-2.147868, -1.98567], [2.14787, 1.985672]], rtol=1e-5)
    np.testing.assert_allclose(gradients["g"], [-2.913435, -2.89322, -2.745581], rtol=1e-5)
    np.testing.assert_allclose(gradients["be"], [4.727724, 6.650795, 8.683822], rtol=1e-5)
    np.testing.assert_allclose(executor.aux_dict["m"].asnumpy(), [0.5434254, 0.5296187, 0.515812], rtol=1e-6)
    np.testing.assert_allclose(executor.aux_dict["v"].asnumpy(), [0.4506224, 0.4504675, 0.4503347], rtol=1e-6)


def test_names_and_missing_inputs() -> None:
    data = mx.sym.var("data")
    symbol = cached(mx.sym.var("x"), subgraph=mx.sym.BatchNorm(data, name="bn").tojson(), name="foo", static_alloc=True)
    assert symbol.list_arguments() == ["x", "foo_bn_gamma", "foo_bn_beta"]
    assert symbol.list_auxiliary_states() == ["foo_bn_moving_mean", "foo_bn_moving_var"]
    assert symbol.attr("static_alloc") == "True"
    halves = cached(data, subgraph=mx.sym.SliceChannel(data, num_outputs=2, name="sl").tojson(), name="n")
    assert halves.list_outputs() == ["n_sl_output0", "n_sl_output1"]
    assert cached(data, subgraph=data.tojson(), name="n").list_outputs() == ["n_data"]
    with mx.name.NameManager():
        assert cached(data, subgraph=data.tojson()).name == "_cachedop0"


def test_wrong_arguments() -> None:
    data, text = mx.sym.var("data"), mx.sym.exp(mx.sym.var("data")).tojson()
    with pytest.raises(mx.MXNetError, match="requires 1, provided 2"):
        cached(data, data, subgraph=text)
    with pytest.raises(mx.MXNetError, match="Cannot find argument 'foo'"):
        cached(data, subgraph=text, foo=3)
    with pytest.raises(mx.MXNetError, match="invalid JSON graph"):
        cached(data, subgraph="xx")
    broken = json.loads(cached(data, subgraph=text, name="n").tojson())
    broken["nodes"][1]["inputs"] = []
    with pytest.raises(mx.MXNetError, match="1 variables, received 0 inputs"):
        mx.sym.load_json(json.dumps(broken))
    del broken["nodes"][1]["attrs"]["subgraph"]
    with pytest.raises(mx.MXNetError, match="n of type _CachedOp has no subgraph"):
        mx.sym.load_json(json.dumps(broken))


def test_nested_twice_and_used_twice() -> None:
    data = mx.sym.var("data")
    inner = cached(data, subgraph=mx.sym.sin(data, name="e").tojson(), name="in")
    first = cached(data, subgraph=mx.sym.exp(data, name="e").tojson(), name="n")
    outer = cached(first, subgraph=inner.tojson(), name="m")
    assert outer.list_outputs() == ["m_in_e_output"]
    both = outer + outer(data=mx.sym.exp(data))
    x = np.array([0.1, 0.2], "float32")
    (result,) = both.eval(data=nd.array(x))
    np.testing.assert_allclose(result.asnumpy(), np.sin(np.exp(x)) + np.sin(np.exp(np.exp(x))), rtol=1e-6)


def test_random_numbers_of_two_nodes_differ() -> None:
    draw = mx.sym.random.uniform(shape=(4,)) + mx.sym.var("data")
    data = mx.sym.var("a")
    symbol = cached(data, subgraph=draw.tojson()) - cached(data, subgraph=draw.tojson())
    assert np.abs(symbol.eval(a=nd.zeros((4,)))[0].asnumpy()).min() > 0


def test_inference_goes_through_both_ways() -> None:
    weight = cached(mx.sym.var("w", shape=(1, 0, 2, 2)), subgraph=mx.sym.sin(mx.sym.var("x")).tojson())
    symbol = mx.sym.Convolution(mx.sym.var("data"), weight, kernel=(2, 2), num_filter=1, no_bias=True)
    assert symbol.infer_shape(data=(3, 3, 10, 10))[0] == [(3, 3, 10, 10), (1, 3, 2, 2)]


def test_loops_of_nested_graphs() -> None:
    text = (mx.sym.var("x") * mx.sym.var("y")).tojson()
    outputs, _ = mx.sym.contrib.foreach(lambda d, s: (cached(d, s, subgraph=text), d + s), mx.sym.var("data"),
                                        mx.sym.var("state"))
    loaded = mx.sym.load_json(outputs.tojson())
    arrays = {"data": nd.array([[1.0], [2], [3]]), "state": nd.array([1.0])}
    assert loaded.eval(**arrays)[0].asnumpy().ravel().tolist() == [1, 4, 12]


def test_arrays() -> None:
    x = nd.array([1.0, 2])
    x.attach_grad()
    text = (mx.sym.var("a") * mx.sym.var("b")).tojson()
    with autograd.record():
        y = nd._internal._CachedOp(x, x, subgraph=text)
    y.backward()
    assert y.asnumpy().tolist() == [1, 4] and x.grad.asnumpy().tolist() == [2, 4]
    with pytest.raises(mx.MXNetError, match="needs 2 arrays"):
        nd._internal._CachedOp(x, subgraph=text)


def dense_layers() -> nn.HybridSequential:
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(3), nn.BatchNorm(), nn.Dense(3))
    net.initialize()
    return net


@pytest.mark.parametrize(("flags", "expected"), [
    ({"inline_limit": 3}, ["FullyConnected", "BatchNorm", "FullyConnected"]),
    ({}, ["_CachedOp"]),
    ({"inline_limit": 3, "static_alloc": True}, ["_CachedOp"]),
])
def test_recorded_calls_of_blocks(flags: dict, expected: list[str]) -> None:
    net = dense_layers()
    net.hybridize(**flags)
    with autograd.record(train_mode=False):
        y = net(nd.ones((2, 4)))
    symbol = autograd.get_symbol(y)
    assert operators(symbol) == expected
    loaded = mx.sym.load_json(symbol.tojson())
    assert operators(loaded) == expected and len(loaded.list_auxiliary_states()) == 2
    assert operators(net(mx.sym.var("x"))) == ["FullyConnected", "BatchNorm", "FullyConnected"]


def test_several_outputs_of_one_recorded_call() -> None:
    x = mx.sym.var("data")
    op = nd.CachedOp(mx.sym.Group([mx.sym.exp(x), mx.sym.sin(x)]), [("inline_limit", 0)])
    data = nd.array([1.0])
    data.attach_grad()
    with autograd.record():
        one, two = op(data)
        total = one * two
    assert operators(autograd.get_symbol(total)) == ["_CachedOp", "broadcast_mul"]
