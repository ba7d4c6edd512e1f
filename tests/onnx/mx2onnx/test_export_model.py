"""Tests of ``mx.onnx.export_model``: complete models from all sources, dynamic sizes, and unsupported models."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import quantization
from mxnet.onnx.mx2onnx._export_model import make_model

pytest.importorskip("onnx.helper")  # not just a folder with this name
import onnx

runtime = pytest.importorskip("onnxruntime")


def run(model: Any, **inputs: np.ndarray) -> list[np.ndarray]:
    content = model if isinstance(model, (str, Path)) else model.SerializeToString()
    session = runtime.InferenceSession(content if isinstance(content, bytes) else str(content),
                                       providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def expected(symbol: mx.sym.Symbol, params: dict[str, Any], **inputs: np.ndarray) -> list[np.ndarray]:
    arrays = {**params, **{k: mx.nd.array(v, dtype=v.dtype) for k, v in inputs.items()}}
    names, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    executor = symbol.bind(mx.cpu(), {k: v for k, v in arrays.items() if k in names},
                           aux_states={k: v for k, v in arrays.items() if k in states}, grad_req="null")
    return [output.asnumpy() for output in executor.forward(is_train=False)]


def agree(symbol: mx.sym.Symbol, params: dict[str, Any], shapes: list[tuple[int, ...]], inputs: dict[str, np.ndarray],
          rtol: float = 1e-4, **options: Any) -> Any:
    model = make_model(symbol, params, shapes, [a.dtype for a in inputs.values()], **options)
    onnx.checker.check_model(model)
    for found, wanted in zip(run(model, **inputs), expected(symbol, params, **inputs), strict=True):
        assert found.shape == wanted.shape
        np.testing.assert_allclose(found, wanted, rtol, 1e-5)
    return model


def values(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype("float32")


def network() -> mx.gluon.nn.HybridSequential:
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Conv2D(4, 3, in_channels=2, activation="relu"), mx.gluon.nn.MaxPool2D(2, 2, ceil_mode=True),
                mx.gluon.nn.BatchNorm(in_channels=4), mx.gluon.nn.Dropout(0.5), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(mx.nd.zeros((1, 2, 9, 9)))
    return net


def test_signature_is_that_of_the_original() -> None:
    names = list(inspect.signature(mx.onnx.export_model).parameters)
    assert names == ["sym", "params", "in_shapes", "in_types", "onnx_file_path", "verbose", "dynamic",
                     "dynamic_input_shapes", "run_shape_inference", "input_type", "input_shape", "opset_version"]
    assert mx.contrib.onnx.export_model is mx.onnx.export_model
    assert {"Convolution", "RNN", "_contrib_box_nms"} <= set(mx.onnx.get_operator_support())


def test_files_symbols_and_blocks_give_the_same(tmp_path: Path) -> None:
    net, x = network(), values(2, 2, 9, 9)
    wanted = net(mx.nd.array(x)).asnumpy()
    symbol_file, params_file = net.export(str(tmp_path / "net"))
    symbol, arguments, states = mx.model.load_checkpoint(str(tmp_path / "net"), 0)
    models = [(symbol_file, params_file), (symbol, {**arguments, **states}), (symbol, [arguments, states]), (net, None)]
    for source, params in models:
        target = str(tmp_path / "model.onnx")
        assert mx.onnx.export_model(source, params, [x.shape], onnx_file_path=target) == target
        np.testing.assert_allclose(run(target, data=x)[0], wanted, 1e-4, 1e-5)


def test_batches_may_differ() -> None:
    net = network()
    model = make_model(net, None, [(1, 2, 9, 9)], dynamic=True, dynamic_input_shapes=[("batch", 2, 9, 9)])
    assert model.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "batch"
    for size in (1, 5):
        x = values(size, 2, 9, 9)
        np.testing.assert_allclose(run(model, data=x)[0], net(mx.nd.array(x)).asnumpy(), 1e-4, 1e-5)


def test_all_sizes_may_differ_that_weights_do_not_fix() -> None:
    data = mx.sym.var("data")
    layer = mx.sym.Convolution(data, num_filter=3, kernel=(3, 3), name="conv")
    layer = mx.sym.Pooling(layer, kernel=(3, 3), stride=(2, 2), pooling_convention="full", pool_type="avg", pad=(1, 1))
    symbol = mx.sym.reshape(layer, shape=(0, -1, 0)) * 2
    params = {"conv_weight": mx.nd.array(values(3, 2, 3, 3)), "conv_bias": mx.nd.array(values(3))}
    model = make_model(symbol, params, [(1, 2, 8, 8)], dynamic=True)
    sizes = [d.dim_value for d in model.graph.input[0].type.tensor_type.shape.dim]
    assert sizes == [0, 2, 0, 0]
    for shape in ((1, 2, 8, 8), (3, 2, 11, 14), (2, 2, 7, 9)):
        x = values(*shape)
        np.testing.assert_allclose(run(model, data=x)[0], expected(symbol, params, data=x)[0], 1e-4, 1e-5)


def test_labels_are_left_out() -> None:
    layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    label = mx.sym.Reshape(mx.sym.var("softmax_label"), shape=(-1,))
    symbol = mx.sym.SoftmaxOutput(layer, label, name="softmax")
    params = {"fc_weight": mx.nd.array(values(3, 4)), "fc_bias": mx.nd.array(values(3))}
    model = make_model(symbol, params, [(2, 4)])
    assert [entry.name for entry in model.graph.input] == ["data"]
    assert [entry.name for entry in model.graph.output] == ["softmax"]
    assert run(model, data=values(2, 4))[0].sum() == pytest.approx(2.0, rel=1e-5)


# Cases with wrong results in other converters


@pytest.mark.parametrize("fix_gamma", [True, False])
@pytest.mark.parametrize("axis", [1, -1])
def test_batch_norm_with_a_gamma_that_is_not_one(fix_gamma: bool, axis: int) -> None:
    symbol = mx.sym.BatchNorm(mx.sym.var("data"), fix_gamma=fix_gamma, axis=axis, eps=1e-3, name="bn")
    x = values(2, 3, 4, 3)
    params = {f"bn_{name}": mx.nd.array(values(3, seed=i)) for i, name in enumerate(("gamma", "beta", "moving_mean"))}
    params["bn_moving_var"] = mx.nd.array(np.abs(values(3, seed=9)) + 0.5)
    agree(symbol, params, [x.shape], {"data": x})


def test_slopes_of_prelu_are_those_of_channels() -> None:
    symbol = mx.sym.LeakyReLU(mx.sym.var("data"), act_type="prelu", name="act")
    agree(symbol, {"act_gamma": mx.nd.array([0.1, 0.2, 0.3])}, [(2, 3, 3, 3)], {"data": values(2, 3, 3, 3)})


@pytest.mark.parametrize("options", [
    {"kernel": (3, 3), "num_filter": 6, "num_group": 3, "pad": (1, 1), "stride": (2, 2), "adj": (1, 1)},
    {"kernel": (4, 4), "num_filter": 3, "stride": (2, 2), "target_shape": (9, 10)},
    {"kernel": (3, 3), "num_filter": 3, "stride": (1, 1), "adj": (0, 0), "dilate": (2, 2)},
])
def test_transposed_convolutions(options: dict[str, Any]) -> None:
    symbol = mx.sym.Deconvolution(mx.sym.var("data"), name="up", no_bias=True, **options)
    group = options.get("num_group", 1)
    params = {"up_weight": mx.nd.array(values(3, options["num_filter"] // group, *options["kernel"]))}
    agree(symbol, params, [(1, 3, 5, 5)], {"data": values(1, 3, 5, 5)})


@pytest.mark.parametrize("convention", ["valid", "full"])
@pytest.mark.parametrize("kind", ["max", "avg", "sum"])
@pytest.mark.parametrize("include", [True, False])
@pytest.mark.parametrize(("size", "kernel", "stride", "pad"), [(7, 3, 2, 1), (8, 3, 2, 0), (6, 2, 3, 1), (5, 2, 4, 0)])
def test_pooling(convention: str, kind: str, include: bool, size: int, kernel: int, stride: int, pad: int) -> None:
    symbol = mx.sym.Pooling(mx.sym.var("data"), kernel=(kernel,) * 2, stride=(stride,) * 2, pad=(pad,) * 2,
                            pool_type=kind, pooling_convention=convention, count_include_pad=include)
    x = values(1, 2, size, size + 1)
    agree(symbol, {}, [x.shape], {"data": x})
    agree(symbol, {}, [x.shape], {"data": x}, dynamic=True)


def test_slices_with_negative_steps_and_softmax_with_lengths() -> None:
    data, length = mx.sym.var("data"), mx.sym.var("length")
    cut = mx.sym.slice(data, begin=(None, 4), end=(None, None), step=(1, -2))
    scores = mx.sym.softmax(data, length, axis=1, temperature=2.0, use_length=True)
    x, ends = values(3, 6), np.array([6, 2, 0], "int32")
    agree(mx.sym.Group([cut, scores]), {}, [x.shape, ends.shape], {"data": x, "length": ends})


# Nested graphs


def test_foreach_is_a_scan_over_any_number_of_steps() -> None:
    weight = mx.sym.var("weight")
    outputs, state = mx.sym.contrib.foreach(
        lambda x, s: (mx.sym.tanh(mx.sym.broadcast_mul(x, weight) + s), 0.5 * x + s), mx.sym.var("data"),
        mx.sym.var("state"))
    params = {"weight": mx.nd.array(values(1, 3))}
    inputs = {"data": values(5, 2, 3), "state": values(2, 3)}
    model = agree(mx.sym.Group([outputs, state]), params, [(5, 2, 3), (2, 3)], inputs, dynamic=True,
                  dynamic_input_shapes=[("steps", 2, 3), (2, 3)])
    assert "Scan" in {node.op_type for node in model.graph.node}
    assert run(model, data=values(9, 2, 3), state=values(2, 3))[0].shape == (9, 2, 3)


def test_while_loop_and_cond() -> None:
    i, total = mx.sym.var("i"), mx.sym.var("total")
    outputs, last = mx.sym.contrib.while_loop(
        lambda i, total: i < 4, lambda i, total: (mx.sym.broadcast_mul(total, i), [i + 1, total * 2]), [i, total],
        max_iterations=6)
    outputs = outputs[0] if isinstance(outputs, list) else outputs
    agree(mx.sym.Group([outputs, *last]), {}, [(1,), (2, 3)],
          {"i": np.zeros(1, "float32"), "total": values(2, 3)})
    branch = mx.sym.contrib.cond(mx.sym.var("p") > 0, lambda: mx.sym.var("x") * 2, lambda: mx.sym.var("y") + 1)
    for sign in (1.0, -1.0):
        agree(branch, {}, [(1,), (2,), (2,)], {"p": np.array([sign], "float32"), "x": values(2), "y": values(2)})


def test_graphs_of_8_bits_are_quantized_around_float_layers() -> None:
    data = mx.sym.var("data")
    layer = mx.sym.Activation(mx.sym.Convolution(data, num_filter=8, kernel=(3, 3), name="conv"), act_type="relu")
    layer = mx.sym.Pooling(layer, kernel=(2, 2), stride=(2, 2))
    symbol = mx.sym.FullyConnected(mx.sym.flatten(layer), num_hidden=4, name="fc")
    params = {"conv_weight": mx.nd.array(values(8, 3, 3, 3)), "conv_bias": mx.nd.array(values(8)),
              "fc_weight": mx.nd.array(values(4, 72, seed=2) * 0.1), "fc_bias": mx.nd.array(values(4))}
    x = values(4, 3, 8, 8)
    batches = mx.io.NDArrayIter(x, None, 4)
    small, arguments, states = quantization.quantize_model(
        symbol, params, {}, calib_data=batches, num_calib_examples=4, calib_mode="naive", ctx=mx.cpu(),
        data_names=["data"], label_names=None, quantized_dtype="int8")
    found = {**arguments, **states}
    model = make_model(small, found, [x.shape])
    assert {"QuantizeLinear", "DequantizeLinear", "Conv"} <= {node.op_type for node in model.graph.node}
    wanted = expected(small, found, data=x)[0]
    # Values may differ by one quantization step.
    np.testing.assert_allclose(run(model, data=x)[0], wanted, atol=0.03 * np.abs(wanted).max())


# Unsupported models


def test_all_blockers_are_named_at_once() -> None:
    data = mx.sym.var("data")
    symbol = mx.sym.Group([mx.sym.Dropout(data, mode="always", name="first"),
                           mx.sym.contrib.fft(data, name="second"), mx.sym.relu(data)])
    with pytest.raises(mx.MXNetError, match=r"(?s)Dropout \(first\).*_contrib_fft \(second\)"):
        make_model(symbol, {}, [(2, 4)])


def test_shapes_and_opsets_are_checked() -> None:
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    params = {"fc_weight": mx.nd.zeros((3, 4)), "fc_bias": mx.nd.zeros(3)}
    with pytest.raises(mx.MXNetError, match="each of the 1 inputs data; received 2"):
        make_model(symbol, params, [(2, 4), (3,)])
    with pytest.raises(mx.MXNetError, match="each of the 3 inputs data, fc_weight, fc_bias; received 1"):
        make_model(symbol, {}, [(2, 4)])
    with pytest.raises(mx.MXNetError, match="opset_version must be between 13"):
        make_model(symbol, params, [(2, 4)], opset_version=11)
    with pytest.raises(mx.MXNetError, match="dynamic=True"):
        make_model(symbol, params, [(2, 4)], dynamic_input_shapes=[(None, 4)])
    with pytest.raises(ValueError, match="two file names, a Symbol"):
        make_model(symbol, "file.params", [(2, 4)])
