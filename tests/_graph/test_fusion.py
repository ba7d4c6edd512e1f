"""Test fusing layers for 8-bit prediction."""

from typing import Any

import numpy as np

import mxnet as mx
from mxnet import nd


def _convolution(data: Any, name: str, **options: Any) -> Any:
    return mx.sym.Convolution(data, num_filter=4, kernel=(3, 3), pad=(1, 1), name=name, **options)


def _network() -> mx.sym.Symbol:
    data = mx.sym.Activation(mx.sym.BatchNorm(_convolution(mx.sym.var("data"), "a"), name="an"), act_type="relu",
                             name="ar")
    side = mx.sym.BatchNorm(_convolution(data, "c", no_bias=True), name="cn")
    total = mx.sym.elemwise_add(_convolution(data, "b"), side, name="sum")
    data = mx.sym.Dropout(mx.sym.Activation(total, act_type="relu", name="sr"))
    data = mx.sym.LeakyReLU(mx.sym.FullyConnected(data, num_hidden=5, name="d"), act_type="leaky")
    return mx.sym.FullyConnected(data, num_hidden=3, name="e")


def _nodes(symbol: mx.sym.Symbol) -> list[tuple[str, list[str]]]:
    return [(node.name, [source.name for source, _ in node.inputs]) for node in symbol._graph().operations()]


def _run(symbol: mx.sym.Symbol, **data: nd.NDArray) -> np.ndarray:
    executor = symbol.simple_bind(mx.cpu(), grad_req="null", **{name: array.shape for name, array in data.items()})
    for name, array in sorted({**executor.arg_dict, **executor.aux_dict}.items()):
        values = np.random.RandomState(sum(map(ord, name))).uniform(0.1, 1.0, array.shape)
        array[:] = data.get(name, nd.array(values - (0.5 if name.endswith("weight") else 0)))
    return executor.forward(is_train=False)[0].asnumpy()


def test_names_and_inputs() -> None:
    fused = _network().get_backend_symbol("MKLDNN_QUANTIZE")
    found = _nodes(fused)
    # The first of two convolutions takes the sum.
    assert [name for name, _ in found] == ["sg_mkldnn_conv_bn_act_0", "sg_mkldnn_conv_bn_2", "sg_mkldnn_conv_add_act_1",
                                           "sg_mkldnn_fully_connected_eltwise_0", "sg_mkldnn_fully_connected_1"]
    inputs = dict(found)
    first = "sg_mkldnn_conv_bn_act_0"
    assert inputs[first] == ["data", "a_weight", "a_bias", "an_gamma", "an_beta", "an_moving_mean", "an_moving_var"]
    assert inputs["sg_mkldnn_conv_add_act_1"] == [first, "b_weight", "b_bias", "sg_mkldnn_conv_bn_2"]
    assert fused.list_arguments() and set(fused.list_arguments()) == set(_network().list_arguments())


def test_results_are_the_same() -> None:
    data = nd.random.normal(shape=(2, 3, 6, 6))
    symbol = _network()
    fused = symbol.get_backend_symbol("MKLDNN_QUANTIZE")
    np.testing.assert_allclose(_run(fused, data=data), _run(symbol, data=data), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(_run(mx.sym.load_json(fused.tojson()), data=data), _run(symbol, data=data), rtol=1e-4,
                               atol=1e-5)


def test_results_with_other_consumers_stay() -> None:
    layer = _convolution(mx.sym.var("data"), "a")
    relu = mx.sym.Activation(layer, act_type="relu", name="r")
    for outputs in ([relu, layer], [relu, mx.sym.exp(layer)]):
        symbol = mx.sym.Group(outputs)
        names = [name for name, _ in _nodes(symbol.get_backend_symbol("MKLDNN_QUANTIZE"))]
        assert names[:2] == ["sg_mkldnn_conv_0", "r"]


def test_activations_that_stay() -> None:
    for act in ("tanh", "sigmoid"):
        symbol = mx.sym.Activation(_convolution(mx.sym.var("data"), "a"), act_type=act, name="r")
        assert [name for name, _ in _nodes(symbol.get_backend_symbol("MKLDNN_QUANTIZE"))] == ["sg_mkldnn_conv_0", "r"]
    # The sum of a value with itself is no residual.
    layer = _convolution(mx.sym.var("data"), "a")
    assert [name for name, _ in _nodes(mx.sym.elemwise_add(layer, layer, name="s").get_backend_symbol(
        "MKLDNN_QUANTIZE"))] == ["sg_mkldnn_conv_0", "s"]


def test_ranges_move_into_layers() -> None:
    data = mx.sym.contrib.quantize_v2(mx.sym.var("data"), min_calib_range=-1, max_calib_range=1)
    triples = [mx.sym.var(name) for name in ("l", "r", "l_min", "l_max", "r_min", "r_max")]
    total = mx.sym.contrib.quantized_elemwise_add(*triples, name="total")
    low = mx.sym.contrib.requantize(*total, min_calib_range=-2.0, max_calib_range=2.0)
    fused = mx.sym.Group([low[0], data[0]]).get_backend_symbol("MKLDNN_QUANTIZE")
    node = next(node for node in fused._graph().operations() if node.name == "total")
    assert float(node.params["min_calib_range"]) == -2.0
    assert not any(one.op.name == "_contrib_requantize" for one in fused._graph().operations())


def test_float_backend_fuses_more_activations() -> None:
    layer = mx.sym.Activation(_convolution(mx.sym.var("data"), "a"), act_type="tanh")
    symbol = mx.sym.exp(mx.sym.FullyConnected(layer, num_hidden=3, name="d"))
    fused = symbol.get_backend_symbol("MKLDNN")
    assert [name for name, _ in _nodes(fused)] == ["sg_mkldnn_conv_act_0", "sg_mkldnn_fully_connected_eltwise_0"]
    data = nd.random.normal(shape=(2, 3, 6, 6))
    np.testing.assert_allclose(_run(fused, data=data), _run(symbol, data=data), rtol=1e-4)
