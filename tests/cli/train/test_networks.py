"""Tests of the networks of ``mxnet train``: fine-tuning, new output layers, freezing and export."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mxnet as mx
from mxnet import cli, gluon, nd
from mxnet.gluon.model_zoo import vision

SMALL = ("--image-size", "32", "--batch-size", "8", "--epochs", "1", "--workers", "1", "--devices", "cpu")


def train(*words):
    return cli.main(["train", *map(str, words)])


def arrays(folder):
    return {name.split(":")[1]: array.asnumpy() for name, array in nd.load(str(folder / "model-0000.params")).items()}


def predict(folder, x):
    net = gluon.SymbolBlock.imports(str(folder / "model-symbol.json"), ["data"], str(folder / "model-0000.params"))
    return net(nd.array(x)).asnumpy()


@pytest.mark.parametrize("network", ["lenet", "mobilenet0.25", "mobilenetv2_0.25", "resnet18_v1_thumbnail",
                                     "resnet18_v2_thumbnail"])
def test_networks_are_trained_and_exported(network, images, tmp_path):
    assert train(images, *SMALL, "--network", network, "--output", tmp_path) == 0
    result = predict(tmp_path, np.zeros((2, 3, 32, 32), "float32"))
    assert result.shape == (2, 3)
    np.testing.assert_allclose(result.sum(axis=1), 1, rtol=1e-5)  # the exported network ends in softmax


@pytest.fixture
def tuned_from(images, write_images, tmp_path):
    """A trained network, and a folder with one class fewer."""
    assert train(images, *SMALL, "--network", "mobilenet0.25", "--output", tmp_path / "first") == 0
    return tmp_path / "first", write_images(tmp_path / "two", classes=("blue", "red"))


@pytest.mark.parametrize("form", ["folder", "symbol", "prefix"])
def test_symbol_gets_a_new_output_layer(form, tuned_from, tmp_path):
    first, two = tuned_from
    start = {"folder": first, "symbol": first / "model-symbol.json", "prefix": first / "model"}[form]
    words = (two, *SMALL, "--from", start, "--freeze", "--output", tmp_path / "second")
    assert train(*words) == 0
    before, after = arrays(first), arrays(tmp_path / "second")
    changed = {name for name in before if before[name].shape != after[name].shape}
    assert len(changed) == 2 and all("dense" in name for name in changed)
    for name in before.keys() - changed:  # frozen layers keep their weights and statistics
        np.testing.assert_array_equal(before[name], after[name], err_msg=name)
    operators = json.loads((tmp_path / "second" / "model-symbol.json").read_text())["nodes"]
    assert all(node.get("attrs", {}).get("use_global_stats", "False") == "False" for node in operators)
    assert predict(tmp_path / "second", np.zeros((1, 3, 32, 32), "float32")).shape == (1, 2)


def test_input_of_the_first_training_is_the_default(write_images, tmp_path, capsys):
    words = ("--network", "lenet", "--image-size", "36", "--channels", "1", "--epochs", "1", "--devices", "cpu")
    images = write_images(tmp_path / "images")
    assert train(images, *words, "--output", tmp_path / "first") == 0
    capsys.readouterr()
    assert train(images, "--from", tmp_path / "first", "--epochs", "1", "--output", tmp_path / "second") == 0
    assert f"{tmp_path / 'first'} on images: 15 training and 3 validation images of 36 x 36" in capsys.readouterr().out
    assert predict(tmp_path / "second", np.zeros((1, 1, 36, 36), "float32")).shape == (1, 3)
    assert train(images, "--from", tmp_path / "first", "--channels", "3", "--output", tmp_path / "third") == 1
    assert "cannot process images of 3 x 36 x 36" in capsys.readouterr().err


def test_same_classes_keep_the_output_layer(tuned_from, images, tmp_path):
    first, _ = tuned_from
    words = (images, *SMALL, "--from", first, "--learning-rate", "1e-12", "--weight-decay", "0")
    assert train(*words, "--output", tmp_path / "second") == 0
    before, after = arrays(first), arrays(tmp_path / "second")
    for name in before:
        if "running" not in name:
            np.testing.assert_allclose(before[name], after[name], atol=1e-6, err_msg=name)


@pytest.mark.parametrize("network", ["mobilenet0.25", "mobilenetv2_0.25"])
def test_parameters_of_a_block_are_loaded(network, images, tmp_path):
    source = vision.get_model(network, classes=7)
    source.initialize(mx.init.Xavier())
    source(nd.zeros((1, 3, 32, 32)))
    source.save_parameters(str(tmp_path / "source.params"))
    assert train(images, *SMALL, "--network", network, "--from", tmp_path / "source.params", "--freeze",
                 "--output", tmp_path / "run") == 0
    trained = arrays(tmp_path / "run")
    stored = {name: array.asnumpy() for name, array in source._collect_params_with_prefix().items()
              for array in [array.data()] if name.startswith("features.")}
    features = [array for name, array in trained.items() if "pred" not in name and "dense" not in name]
    assert len(stored) == len(features)
    for array in stored.values():
        assert any(array.shape == other.shape and np.array_equal(array, other) for other in features)


def test_checkpoint_of_a_module(images, tmp_path):
    """A symbol with SoftmaxOutput and a label, as Module saves it."""
    data = mx.sym.var("data")
    body = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Flatten(data), num_hidden=8, name="fc1"), act_type="relu")
    symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(body, num_hidden=5, name="fc2"), name="softmax")
    module = mx.mod.Module(symbol)
    module.bind([("data", (4, 3, 32, 32))], [("softmax_label", (4,))])
    module.init_params(mx.init.Xavier())
    module.save_checkpoint(str(tmp_path / "old"), 3)
    assert train(images, *SMALL, "--from", tmp_path / "old", "--output", tmp_path / "run") == 0
    assert arrays(tmp_path / "run")["fc2_weight"].shape == (3, 8)


def test_mixed_precision_of_a_symbol(tuned_from, tmp_path, restored_amp):
    first, two = tuned_from
    assert train(two, *SMALL, "--from", first, "--dtype", "bfloat16", "--output", tmp_path / "second") == 0
    nodes = json.loads((tmp_path / "second" / "model-symbol.json").read_text())["nodes"]
    assert "amp_cast" not in {node["op"] for node in nodes}  # the file works without amp
    assert {array.dtype for array in arrays(tmp_path / "second").values()} == {np.dtype("float32")}


def test_mixed_precision_trains(images, tmp_path, restored_amp):
    assert train(images, *SMALL, "--epochs", "2", "--network", "mobilenet0.25", "--dtype", "bfloat16",
                 "--output", tmp_path) == 0
    assert "amp_cast" not in (tmp_path / "model-symbol.json").read_text()


def test_pretrained_weights(images, tmp_path, monkeypatch):
    source = vision.get_model("mobilenet0.25")
    source.initialize(mx.init.Xavier())
    source(nd.zeros((1, 3, 32, 32)))
    plain = vision.get_model
    monkeypatch.setattr(vision, "get_model", lambda name, pretrained=False, **kwargs: source if pretrained else
                        plain(name, **kwargs))
    assert train(images, *SMALL, "--network", "mobilenet0.25", "--pretrained", "--freeze", "--output", tmp_path) == 0
    first = source._collect_params_with_prefix()["features.0.weight"].data().asnumpy()
    assert any(np.array_equal(first, array) for array in arrays(tmp_path).values())


@pytest.mark.parametrize(("words", "message"), [
    (("--network", "resnet81_v1"), "there is no network 'resnet81_v1'; similar names are resnet"),
    (("--network", "vgg11_thumbnail"), "there is no network 'vgg11_thumbnail'"),
    (("--network", "squeezenet1.1"), "squeezenet1.1 cannot process images of 3 x 32 x 32"),
    (("--network", "lenet", "--pretrained"), "there are no pretrained weights for lenet"),
    (("--network", "lenet", "--freeze"), "pass --pretrained or --from"),
    (("--network", "lenet", "--from", "nothing.params"), "nothing.params does not exist; pass a .params file"),
    (("--network", "lenet", "--from", "a", "--pretrained"), "two sources of weights"),
    (("--network", "lenet", "--optimizer", "magic"), "there is no optimizer 'magic'; use one of"),
    (("--network", "lenet", "--devices", "tpu"), "devices must be contexts such as cpu"),
    (("--network", "lenet", "--devices", "cpu,cpu(0)"), "contain one twice"),
    (("--network", "lenet", "--warmup", "1"), "--warmup 1 takes all of the 1 epochs"),
])
def test_errors_name_the_cause(words, message, images, tmp_path, capsys):
    assert train(images, *SMALL, *words, "--output", tmp_path) == 1
    assert message in capsys.readouterr().err


def test_parameters_of_another_network_are_refused(images, tmp_path, capsys):
    net = gluon.nn.Dense(3, in_units=4)
    net.initialize()
    net.save_parameters(str(tmp_path / "dense.params"))
    assert train(images, *SMALL, "--network", "lenet", "--from", tmp_path / "dense.params", "--output", tmp_path) == 1
    assert "has no parameter 0.weight; pass the network it belongs to with --network" in capsys.readouterr().err
    nd.save(str(tmp_path / "symbol.params"), {"arg:a": nd.zeros(1)})
    assert train(images, *SMALL, "--network", "lenet", "--from", tmp_path / "symbol.params", "--output", tmp_path) == 1
    assert "belongs to a symbol; pass its -symbol.json file to --from" in capsys.readouterr().err


def test_graph_without_output_layer_is_refused(images, tmp_path, capsys):
    symbol = mx.sym.sum(mx.sym.var("data"), axis=(2, 3)) + mx.sym.var("bias")
    symbol.save(str(tmp_path / "sum-symbol.json"))
    nd.save(str(tmp_path / "sum-0000.params"), {"arg:bias": nd.zeros((1, 3))})
    assert train(images, *SMALL, "--from", tmp_path / "sum", "--output", tmp_path / "run") == 1
    assert "does not end in a dense or convolutional output layer" in capsys.readouterr().err
