"""Tests of quantized networks."""

from __future__ import annotations

import gzip
import json
import pathlib
import subprocess
import sys
from typing import Any

import golden_quantized
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd
from mxnet.cli.demo import load_data
from mxnet.contrib import quantization

GOLDEN = json.loads((pathlib.Path(__file__).parent / "quantized_golden.json").read_text())


@pytest.mark.parametrize("case", sorted(GOLDEN))
def test_graph_as_the_original(case: str) -> None:
    ours = golden_quantized.described(golden_quantized.CASES[case])
    assert json.loads(json.dumps(ours)) == GOLDEN[case]


@pytest.fixture(scope="module")
def trained() -> tuple[Any, mx.nd.NDArray, mx.nd.NDArray]:
    """Return a network that locates the bright part of an image, with data and labels."""
    mx.random.seed(0)
    generator = np.random.RandomState(0)
    labels = generator.randint(0, 4, 128)
    pictures = generator.rand(128, 1, 12, 12) * 0.6
    for picture, label in zip(pictures, labels, strict=True):
        picture[0, 3 * label:3 * label + 3] += 0.5
    nn = mx.gluon.nn
    net = nn.HybridSequential()
    net.add(nn.Conv2D(8, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(),
            nn.Conv2D(8, 3, activation="relu"), nn.Flatten(), nn.Dense(16, activation="relu"), nn.Dense(4))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    measure = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    data, target = mx.nd.array(pictures), mx.nd.array(labels)
    for _ in range(30):
        with autograd.record():
            loss = measure(net(data), target)
        loss.backward()
        trainer.step(128)
    return net, data, target


def _accuracy(scores: mx.nd.NDArray, target: mx.nd.NDArray) -> float:
    return float((scores.argmax(axis=1) == target).mean().asscalar())


@pytest.mark.parametrize(("mode", "options"), [
    ("naive", {}), ("entropy", {"num_calib_examples": 32}), ("none", {"exclude_operators": ["BatchNorm"]}),
    ("naive", {"quantized_dtype": "int8", "quantize_mode": "smart"}), ("naive", {"exclude_layers_match": ["dense"]}),
])
def test_network_keeps_its_accuracy(trained: Any, mode: str, options: dict) -> None:
    net, data, target = trained
    expected = net(data)
    assert _accuracy(expected, target) > 0.95
    batches = mx.io.NDArrayIter(data[:64], None, 32)
    low = quantization.quantize_net_v2(net, calib_data=batches, calib_mode=mode, **options)
    scores = low(data)
    assert _accuracy(scores, target) > 0.95
    error = float((scores - expected).abs().max().asscalar() / expected.abs().max().asscalar())
    assert 0 < error < 0.12
    assert any(name.startswith("quantized_") for name in low._cached_graph[1].get_internals().list_outputs())


def test_loader_with_labels_and_old_name(trained: Any) -> None:
    net, data, target = trained
    loader = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(data, target), batch_size=32)
    with pytest.warns(UserWarning, match="quantize_net_v2"):
        low = quantization.quantize_net(net, calib_data=loader, calib_mode="naive")
    assert _accuracy(low(data), target) > 0.95


def test_model_through_a_module() -> None:
    symbol = golden_quantized.network()
    data = np.random.RandomState(0).rand(8, 3, 8, 8).astype("float32")
    batches = mx.io.NDArrayIter(data, np.zeros(8), 4, label_name="softmax_label")
    module = mx.mod.Module(symbol)
    module.bind(batches.provide_data, batches.provide_label, for_training=False)
    module.init_params(mx.init.Xavier())
    expected = module.predict(batches).asnumpy()
    arguments, states = module.get_params()
    batches.reset()
    low, stored, states = quantization.quantize_model(symbol, arguments, states, calib_mode="naive",
                                                      calib_data=batches)
    assert stored["c1_weight_quantize"].dtype == np.int8 and stored["c1_weight_quantize_min"].shape == (1,)
    batches.reset()
    small = mx.mod.Module(low)
    small.bind(batches.provide_data, batches.provide_label, for_training=False)
    small.set_params(stored, states)
    assert small._exec_group.execs[0].arg_dict["c1_weight_quantize"].dtype == np.int8
    np.testing.assert_allclose(small.predict(batches).asnumpy(), expected, atol=0.03)


def test_histograms_grow() -> None:
    values = np.array([-1.0, 0.2, 0.9])
    counts, edges = np.histogram(values, bins=5, range=(-1, 1))
    same = quantization.combine_histogram((counts, edges, -1.0, 0.9, 1.0), np.array([0.5]), 0.5, 0.5, 0.5)
    assert same[0].sum() == 4 and len(same[0]) == 5 and same[2:] == (-1.0, 0.9, 1.0)
    wide = quantization.combine_histogram(same, np.array([1.7, -1.1]), -1.1, 1.7, 1.7)
    assert wide[0].sum() == 6 and len(wide[0]) == 9 and wide[2:4] == (-1.1, 1.7)
    assert wide[4] == pytest.approx(1.8) and wide[0][2:7].tolist()[1:4] == same[0].tolist()[1:4]


@pytest.mark.parametrize(("arguments", "message"), [
    ({"quantized_dtype": "int4"}, "int4"),
    ({"quantize_granularity": "row-wise"}, "row-wise"),
    ({"excluded_sym_names": "c1"}, "excluded_sym_names"),
    ({"calib_mode": "best"}, "best"),
    ({"ctx": [mx.cpu(0), mx.cpu(1)]}, "single ctx"),
])
def test_wrong_arguments_are_named(arguments: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        quantization.quantize_model(golden_quantized.network(), {}, {}, **arguments)


def test_reached_as_attribute() -> None:
    code = "import mxnet as mx; assert mx.contrib.quant is mx.contrib.quantization; mx.contrib.amp.init"
    subprocess.run([sys.executable, "-c", code], check=True)


def _digits(folder: pathlib.Path, name: str, count: int) -> tuple[np.ndarray, np.ndarray]:
    with gzip.open(folder / "mnist" / f"{name}-images-idx3-ubyte.gz") as file:
        images = np.frombuffer(file.read(16 + 784 * count), dtype=np.uint8, offset=16)
    with gzip.open(folder / "mnist" / f"{name}-labels-idx1-ubyte.gz") as file:
        labels = np.frombuffer(file.read(8 + count), dtype=np.uint8, offset=8)
    return images.reshape(-1, 1, 28, 28).astype("float32") / 255, labels.astype("float32")


@pytest.mark.real_data
@pytest.mark.parametrize("mode", ["naive", "entropy"])
def test_digits(test_data: pathlib.Path, mode: str) -> None:
    """A convolutional network loses little accuracy on real images."""
    net = mx.sym.Convolution(mx.sym.var("data"), kernel=(5, 5), stride=(2, 2), num_filter=8, name="conv1")
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="relu"), pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=32, name="fc1"), act_type="relu")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc2"), name="softmax")
    training = mx.io.NDArrayIter(*_digits(test_data, "train", 3000), 100)
    testing = mx.io.NDArrayIter(*_digits(test_data, "t10k", 1000), 100)
    module = mx.mod.Module(net)
    module.fit(training, num_epoch=3, initializer=mx.init.Xavier(), optimizer="adam",
               optimizer_params={"learning_rate": 0.005})
    expected = dict(module.score(testing, "acc"))["accuracy"]
    assert expected > 0.85
    training.reset()
    low, arguments, states = quantization.quantize_model(net, *module.get_params(), calib_mode=mode,
                                                         calib_data=training, num_calib_examples=300)
    small = mx.mod.Module(low)
    small.bind(testing.provide_data, testing.provide_label, for_training=False)
    small.set_params(arguments, states)
    assert dict(small.score(testing, "acc"))["accuracy"] > expected - 0.02


def test_normalization_through_a_module() -> None:
    """The statistics stay in float32."""
    data = mx.nd.random.uniform(-127, 127, shape=(8, 5, 4, 4))
    symbol = mx.sym.BatchNorm(mx.sym.var("data"), name="bn", use_global_stats=True, fix_gamma=False)
    arguments = {"bn_gamma": mx.nd.random.uniform(-9, 9, shape=5), "bn_beta": mx.nd.random.uniform(-9, 9, shape=5)}
    states = {"bn_moving_mean": data.mean(axis=(0, 2, 3)), "bn_moving_var": (data ** 2).mean(axis=(0, 2, 3))}
    outputs = []
    low = quantization.quantize_model(symbol, arguments, states, label_names=None, calib_mode="naive",
                                      calib_data=mx.test_utils.DummyIter(mx.io.NDArrayIter(data, None, 8)),
                                      num_calib_examples=8, quantize_mode="full")
    for given in ((symbol, arguments, states), low):
        module = mx.mod.Module(given[0], label_names=None)
        module.bind([("data", data.shape)], for_training=False)
        module.set_params(*given[1:])
        module.forward(mx.io.DataBatch([data]), is_train=False)
        outputs.append(module.get_outputs()[0].asnumpy())
    assert np.abs(outputs[0] - outputs[1]).max() < 0.02 * np.abs(outputs[0]).max()


def test_quantize_symbol_takes_the_device() -> None:
    """GluonCV and MXNet's examples call it."""
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    low, layers = quantization._quantize_symbol(symbol, ctx=mx.cpu(), offline_params=["fc_weight"],
                                                quantize_granularity="tensor-wise")
    assert "fc_weight_quantize" in low.list_arguments() and layers == ["data", "fc_bias", "fc_output"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["naive", "entropy"])
def test_accuracy_of_a_trained_network(photographs: tuple[Any, ...], mode: str) -> None:
    net, images, test_images, labels = photographs
    loader = mx.gluon.data.DataLoader(images[:500], batch_size=100)
    small = quantization.quantize_net_v2(net, calib_data=loader, calib_mode=mode)
    small.hybridize()
    before, after = (part(test_images).asnumpy().argmax(1) for part in (net, small))
    share = (before == labels).mean()
    assert share > 0.75
    assert abs((after == labels).mean() - share) <= 0.01 and (before == after).mean() >= 0.96


@pytest.fixture(scope="module")
def photographs() -> tuple[Any, ...]:
    """Return a network trained on images of clothes, training images, and test images with labels."""
    mx.random.seed(0)
    data = load_data()
    images, test_images = (mx.nd.array(data[name][:, None] / 127.5 - 1) for name in ("train_images", "test_images"))
    labels = mx.nd.array(data["train_labels"])
    nn = mx.gluon.nn
    net = nn.HybridSequential()
    for channels in (16, 32):
        net.add(nn.Conv2D(channels, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"),
                nn.MaxPool2D())
    net.add(nn.Dense(10))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    loss_of = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.003})
    for start in range(0, len(images), 100):
        with autograd.record():
            loss = loss_of(net(images[start:start + 100]), labels[start:start + 100])
        loss.backward()
        trainer.step(100)
    return net, images, test_images, data["test_labels"]
