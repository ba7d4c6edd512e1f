"""Shapes, dtypes and batches of networks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import serving_models as samples

import mxnet as mx
from mxnet.gluon import nn, rnn
from mxnet.serving.network import Network
from mxnet.tools.convert._sources import read_symbol


def _network(folder: Path, result: Any, params: dict[str, Any], stated: Any = None) -> Network:
    mx.model.save_checkpoint(str(folder / "net"), 0, result, params, {})
    return Network(read_symbol(folder / "net-symbol.json", folder / "net-0000.params"), stated or {})


def _export(folder: Path, block: Any, *inputs: Any, stated: Any = None) -> Network:
    block.initialize()
    block.hybridize()
    block(*inputs)
    block.export(str(folder / "net"))
    return Network(read_symbol(folder / "net-symbol.json", folder / "net-0000.params"), stated or {})


def test_shapes_follow_from_the_weights(tmp_path: Path) -> None:
    expected = samples.save_dense(tmp_path)
    network = Network(read_symbol(tmp_path / "net-symbol.json", tmp_path / "net-0000.params"), {})
    assert [(spec.name, spec.dtype, spec.shape) for spec in network.inputs] == [("data", "float32", (None, 4))]
    assert [(spec.dtype, spec.shape) for spec in network.outputs] == [("float32", (None, 3))]
    rows = np.random.rand(5, 4).astype("float32")
    np.testing.assert_allclose(network.run({"data": rows})[0], rows @ expected["weight"].T + expected["bias"],
                               rtol=1e-5)


def test_sizes_that_the_network_leaves_open(tmp_path: Path) -> None:
    block = nn.HybridSequential()
    block.add(nn.Conv2D(4, 3), nn.GlobalAvgPool2D(), nn.Dense(2))
    network = _export(tmp_path, block, mx.nd.zeros((1, 3, 32, 32)))
    assert network.inputs[0].shape == (None, 3, None, None)
    assert network.outputs[0].shape == (None, 2)
    fixed = Network(read_symbol(tmp_path / "net-symbol.json", tmp_path / "net-0000.params"), {"data": (0, 3, 20, 30)})
    assert fixed.inputs[0].shape == (None, 3, 20, 30)
    assert fixed.sample_shapes == {"data": (3, 20, 30)}
    varying = Network(read_symbol(tmp_path / "net-symbol.json", tmp_path / "net-0000.params"), {"data": (0, 3, 0, 0)})
    assert varying.inputs[0].shape == (None, 3, None, None)


def test_open_sizes_of_outputs(tmp_path: Path) -> None:
    block = nn.HybridSequential()
    block.add(nn.Conv2D(4, 3))
    assert _export(tmp_path, block, mx.nd.zeros((1, 3, 32, 32))).outputs[0].shape == (None, 4, None, None)


def test_labels_of_losses_are_no_inputs(tmp_path: Path) -> None:
    result = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc"), name="softmax")
    network = _network(tmp_path, result, {"fc_weight": mx.nd.ones((3, 2)), "fc_bias": mx.nd.zeros(3)})
    assert [spec.name for spec in network.inputs] == ["data"]
    for rows in (1, 4, 2):
        np.testing.assert_allclose(network.run({"data": np.ones((rows, 2), "float32")})[0], np.full((rows, 3), 1 / 3),
                                   rtol=1e-6)


def test_rows_that_depend_on_each_other_share_no_batch(tmp_path: Path) -> None:
    data = mx.sym.var("data", shape=(0, 3))
    mixed = mx.sym.broadcast_sub(data, mx.sym.mean(data, axis=0, keepdims=True))
    network = _network(tmp_path, mixed, {}, {"data": (0, 3)})
    assert not network.batchable
    assert (network.inputs[0].shape, network.outputs[0].shape) == ((None, 3), (None, 3))
    block = rnn.LSTM(4, input_size=2)  # time is the first axis
    stated = {"data0": (0, 1, 2), "data1": (1, 1, 4), "data2": (1, 1, 4)}
    network = _export(tmp_path, block, mx.nd.zeros((5, 1, 2)), stated=stated)
    assert not network.batchable
    assert [spec.shape for spec in network.inputs] == [(None, 1, 2), (1, 1, 4), (1, 1, 4)]
    assert network.outputs[0].shape == (None, 1, 4)


def test_a_fixed_batch(tmp_path: Path) -> None:
    result = mx.sym.reshape(mx.sym.var("data"), shape=(1, 6))
    network = _network(tmp_path, result, {}, {"data": (0, 2, 3)})
    assert not network.batchable
    assert network.inputs[0].shape == (1, 2, 3)


def test_outputs_without_a_batch(tmp_path: Path) -> None:
    network = _network(tmp_path, mx.sym.sum(mx.sym.var("data")), {}, {"data": (0, 3)})
    assert not network.batchable


def test_half_precision(tmp_path: Path) -> None:
    block = nn.HybridSequential()
    block.add(nn.Dense(3, in_units=2))
    block.cast("float16")
    network = _export(tmp_path, block, mx.nd.zeros((1, 2), dtype="float16"))
    assert (network.inputs[0].dtype, network.outputs[0].dtype) == ("float16", "float16")
    assert network.run({"data": np.ones((2, 2), "float16")})[0].shape == (2, 3)


def test_bfloat16_is_float32_outside(tmp_path: Path) -> None:
    result = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, no_bias=True, name="fc")
    network = _network(tmp_path, result, {"fc_weight": mx.nd.ones((3, 2)).astype("bfloat16")})
    assert (network.inputs[0].dtype, network.outputs[0].dtype) == ("float32", "float32")
    assert network.run({"data": np.ones((2, 2), "float32")})[0].shape == (2, 3)


def test_weights_that_are_not_finite(tmp_path: Path) -> None:
    result = mx.sym.broadcast_mul(mx.sym.var("data"), mx.sym.var("scale", shape=(1, 3)))
    network = _network(tmp_path, result, {"scale": mx.nd.array([[np.inf, np.nan, 1]])}, {"data": (0, 3)})
    assert network.batchable


def test_several_inputs_and_outputs(tmp_path: Path) -> None:
    a, b = mx.sym.var("a"), mx.sym.var("b")
    network = _network(tmp_path, mx.sym.Group([a + b, a * b]), {}, {"a": (0, 2), "b": (0, 2)})
    assert [spec.name for spec in network.inputs] == ["a", "b"]
    assert [spec.shape for spec in network.outputs] == [(None, 2), (None, 2)]
    total, product = network.run({"a": np.full((1, 2), 3, "float32"), "b": np.full((1, 2), 4, "float32")})
    assert (total[0, 0], product[0, 0]) == (7, 12)


def test_shapes_that_do_not_fit(tmp_path: Path) -> None:
    samples.save_dense(tmp_path)
    model = read_symbol(tmp_path / "net-symbol.json", tmp_path / "net-0000.params")
    with pytest.raises(mx.MXNetError, match=r"\(0, 5\).* do not fit the model net"):
        Network(model, {"data": (0, 5)})
    result = mx.sym.var("data") * mx.sym.var("other")
    with pytest.raises(mx.MXNetError, match="write it into a file signature.json"):
        _network(tmp_path, result, {})
