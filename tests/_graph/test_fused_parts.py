"""Test reading the layers inside fused nodes."""

import mxnet as mx
from mxnet._graph.fused_parts import CONVOLUTION, DENSE, convolution_layers, dense_layers, has_flag
from mxnet._ops.fused_layers import Curve


def _fused(symbol: mx.sym.Symbol) -> object:
    return symbol.get_backend_symbol("MKLDNN_QUANTIZE")._graph().operations()[-1]


def test_convolution() -> None:
    data = mx.sym.BatchNorm(mx.sym.Convolution(mx.sym.var("x"), num_filter=3, kernel=(3, 3), pad=(1, 1)), eps=1e-3)
    node = _fused(mx.sym.clip(data, a_min=0, a_max=6))
    assert node.op.name == CONVOLUTION and has_flag(node, "with_bn") and not has_flag(node, "quantized")
    layers = convolution_layers({"with_act": True}, node.op.subgraph)
    assert layers.convolution["pad"] == (1, 1) and layers.norm["eps"] == 1e-3
    assert layers.curve == Curve("bounded_relu", 6.0) and layers.last_curve is None


def test_dense() -> None:
    node = _fused(mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=4), act_type="relu"))
    assert node.op.name == DENSE and has_flag(node, "with_eltwise")
    layers = dense_layers(node.op.subgraph)
    assert layers.dense["num_hidden"] == 4 and layers.curve == Curve("relu")
