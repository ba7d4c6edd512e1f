"""Test all networks of the zoo: names and outputs of MXNet, a training step, export and import."""

import hashlib
import logging
import zipfile
from pathlib import Path

import numpy as np
import pytest
from golden_zoo import CASES, fill, picture

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon.model_zoo import model_store, vision

GOLDEN = np.load(Path(__file__).parent.parent / "golden" / "model_zoo.npz")
# SHA-1 hash of MXNet 1.9.1's JSON for the first network of each class, which covers all names and their order.
GRAPHS = {
    "alexnet": "12e0539d7accebabf58d41bab51dc1f43c99dd17",
    "densenet121": "0c959c08310a68f7376a3e9a9846aa000604f613",
    "inceptionv3": "8fd7ab3f7af5b70d6206c3ff90981a9ebb51f155",
    "mobilenet0.25": "f920e6ee8f94a23d40ce0b50b7f781d1fe9268fd",
    "mobilenetv2_0.25": "4fec791cb41d305fac8a5764e2b052894b681fdb",
    "resnet18_v1": "ef16f4ac632e49de72c7149838ec14390ed42d9e",
    "resnet50_v2": "4679863b37261c7a32b6727f6e9b650bf941222b",
    "squeezenet1.1": "06ae4996745db6e174ff4e5b0cca4c0d21382525",
    "vgg11_bn": "37460cab0875aece800c7ab6b3fce3943c4d54db",
}


@pytest.mark.parametrize("name", CASES)
def test_network(name, tmp_path):
    size = CASES[name]
    net = vision.get_model(name)
    fill(net, size)
    net.hybridize()
    data = nd.array(picture(size))
    output = net(data)
    scale = max(1.0, np.abs(GOLDEN[name]).max())
    np.testing.assert_allclose(output.asnumpy()[0, :10] / scale, GOLDEN[name] / scale, atol=1e-4)

    net.export(str(tmp_path / "net"))
    imported = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(imported(data).asnumpy(), output.asnumpy(), rtol=1e-3, atol=1e-4 * scale)


@pytest.mark.parametrize("name", CASES)
def test_training_step(name):
    size = CASES[name]
    net = vision.get_model(name, classes=4)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    data, label = nd.array(np.repeat(picture(size), 2, axis=0)), nd.array([0, 3])
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    before = {k: p.data().asnumpy() for k, p in net.output.collect_params().items()}
    trainer.step(2)
    assert np.isfinite(loss.asnumpy()).all()
    assert any(not np.array_equal(before[k], p.data().asnumpy()) for k, p in net.output.collect_params().items())


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_is_the_original_one(name):
    with mx.name.NameManager():
        net = vision.get_model(name, prefix=f"{type(vision.get_model(name)).__name__.lower()}0_")
        text = net(mx.sym.var("data")).tojson()
    assert hashlib.sha1(text.encode()).hexdigest() == GRAPHS[name]


def test_unknown_name_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"(?s)model resnet19_v1 does not exist; available models are.*resnet18_v1"):
        vision.get_model("resnet19_v1")


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Source of parameter archives for downloads without network access."""
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://127.0.0.1:9/nowhere")
    monkeypatch.setattr(model_store, "download", lambda url, path, overwrite: _copy(tmp_path, url, path))
    return tmp_path


def _copy(folder, url, path):
    source = folder / Path(url).name
    if not source.exists():
        raise OSError(f"{url} cannot be reached")
    Path(path).write_bytes(source.read_bytes())
    return path


def test_missing_parameters_say_which_file_to_put_where(repository):
    root = repository / "models"
    with pytest.raises(mx.MXNetError) as caught:
        vision.resnet18_v1(pretrained=True, root=str(root))
    message = str(caught.value)
    assert "resnet18_v1-a0666292.params" in message
    assert "a0666292f0a30ff61f857b0b66efc0228eb6a54b" in message
    assert str(root) in message
    assert list(root.iterdir()) == []


def test_downloaded_parameters_are_checked_and_kept(repository, monkeypatch, caplog):
    net = vision.mobilenet0_25()
    fill(net, 48)
    file = repository / "made.params"
    net.save_parameters(str(file))
    monkeypatch.setitem(model_store._model_sha1, "mobilenet0.25", hashlib.sha1(file.read_bytes()).hexdigest())
    name = f"mobilenet0.25-{model_store.short_hash('mobilenet0.25')}"
    with zipfile.ZipFile(repository / f"{name}.zip", "w") as archive:
        archive.write(file, f"{name}.params")
    root = repository / "models"
    with caplog.at_level(logging.WARNING):
        loaded = vision.mobilenet0_25(pretrained=True, root=str(root))
        (root / f"{name}.params").write_bytes(b"damaged")
        loaded = vision.mobilenet0_25(pretrained=True, root=str(root))
    assert "does not have the expected content" in caplog.text
    data = nd.array(picture(48))
    np.testing.assert_array_equal(loaded(data).asnumpy(), net(data).asnumpy())
    model_store.purge(str(root))
    assert list(root.iterdir()) == []
