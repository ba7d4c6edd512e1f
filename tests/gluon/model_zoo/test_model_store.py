"""Test the sources of pretrained parameters: local files, servers, and published weights of other libraries."""

from __future__ import annotations

import hashlib
import sys
import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet.gluon.model_zoo import _layouts, _references, _state_dicts, _weights, model_store, vision

NETWORK = "squeezenet1.1"
PUBLISHED = _weights.WEIGHTS[NETWORK][0]


class Network:
    """Files by address, in place of the network. All other addresses are unreachable."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.requests: list[str] = []

    def download(self, url: str, path: str, overwrite: bool) -> str:
        self.requests.append(url)
        if url not in self.files:
            raise ConnectionRefusedError(111, "Connection refused")
        Path(path).write_bytes(self.files[url])
        return path


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()
    monkeypatch.setattr(model_store, "download", network.download)
    monkeypatch.delenv("MXNET_GLUON_REPO", raising=False)
    return network


@pytest.fixture(scope="module")
def state_dict(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of torch.save with random parameters of the network."""
    net = vision.get_model(NETWORK)
    net.infer_shape(nd.zeros((1, 3, 224, 224)))
    layout = _layouts.find_layout(NETWORK, "torchvision")
    assert layout is not None
    parameters = net._collect_params_with_prefix()
    torch.manual_seed(0)
    state = {key: torch.rand(parameters[name].shape) for name, key in
             _state_dicts._list_keys(parameters, layout).items()}
    path = tmp_path_factory.mktemp("published") / "a.pth"
    torch.save(state, path)
    return path.read_bytes()


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch, state_dict: bytes) -> _weights.Weights:
    """An entry of the manifest for the random parameters."""
    weights = PUBLISHED._replace(checksum=f"sha256:{hashlib.sha256(state_dict).hexdigest()[:8]}")
    monkeypatch.setitem(_weights.WEIGHTS, NETWORK, [weights])
    return weights


def original(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[str, bytes]:
    """Return the address and archive of a new original file."""
    net = vision.get_model(NETWORK)
    net.initialize(mx.init.Xavier())
    net(nd.zeros((1, 3, 224, 224)))
    net.save_parameters(str(tmp_path / "original"))
    content = (tmp_path / "original").read_bytes()
    monkeypatch.setitem(model_store._model_sha1, NETWORK, hashlib.sha1(content).hexdigest())
    name = f"{NETWORK}-{model_store.short_hash(NETWORK)}"
    with zipfile.ZipFile(tmp_path / "archive", "w") as archive:
        archive.write(tmp_path / "original", f"{name}.params")
    return f"gluon/models/{name}.zip", (tmp_path / "archive").read_bytes()


def load(root: Path) -> Any:
    return vision.get_model(NETWORK, pretrained=True, root=str(root))


def test_published_weights_are_converted_once(network: Network, published: _weights.Weights, state_dict: bytes,
                                              tmp_path: Path) -> None:
    network.files[published.url] = state_dict
    message = r"not the original's.*torchvision.*squeezenet1_1-b8a52dc0\.pth.*BSD-3-Clause.*converted from torchvision"
    with pytest.warns(UserWarning, match=message) as caught:
        net = load(tmp_path)
    assert [warning.filename for warning in caught] == [__file__]
    assert [path.name for path in tmp_path.iterdir()] == [published.params]
    assert network.requests == [f"{model_store._REPOSITORY}gluon/models/squeezenet1.1-33ba0f93.zip", published.url]
    with pytest.warns(UserWarning, match="not the original's"):
        again = load(tmp_path)
    assert len(network.requests) == 2
    images = nd.array(_references.random_images(NETWORK))
    assert np.array_equal(net(images).asnumpy(), again(images).asnumpy())
    model_store.purge(str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_published_file_in_the_folder(network: Network, published: _weights.Weights, state_dict: bytes,
                                      tmp_path: Path) -> None:
    (tmp_path / published.file).write_bytes(state_dict)
    with pytest.warns(UserWarning, match="not the original's"):
        load(tmp_path)
    assert not network.requests
    assert {path.name for path in tmp_path.iterdir()} == {published.file, published.params}


def test_wrong_checksums_are_not_used(network: Network, published: _weights.Weights, state_dict: bytes, tmp_path: Path,
                                      caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / published.file).write_bytes(state_dict + b"0")
    network.files[published.url] = state_dict + b"1"
    with pytest.raises(mx.MXNetError, match=f"does not have the published checksum {published.checksum}"):
        load(tmp_path)
    assert f"{published.file} does not have the published checksum" in caplog.text
    assert [path.name for path in tmp_path.iterdir()] == [published.file]


def test_the_original_goes_first(network: Network, published: _weights.Weights, state_dict: bytes, tmp_path: Path,
                                 monkeypatch: pytest.MonkeyPatch) -> None:
    address, archive = original(monkeypatch, tmp_path)
    network.files[model_store._REPOSITORY + address] = archive
    network.files[published.url] = state_dict
    root = tmp_path / "models"
    load(root)
    assert network.requests == [model_store._REPOSITORY + address]
    # An original next to converted parameters is used, too.
    (root / published.params).write_bytes(b"not read")
    load(root)
    assert len(network.requests) == 1


def test_order_of_servers(network: Network, published: _weights.Weights, tmp_path: Path,
                          monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://mirror.invalid/files/")
    with pytest.raises(mx.MXNetError):
        load(tmp_path)
    name = "gluon/models/squeezenet1.1-33ba0f93.zip"
    assert network.requests == [f"http://mirror.invalid/files/{name}", model_store._REPOSITORY + name, published.url]


def test_damaged_archives_lead_to_the_next_source(network: Network, published: _weights.Weights, state_dict: bytes,
                                                  tmp_path: Path) -> None:
    network.files[f"{model_store._REPOSITORY}gluon/models/squeezenet1.1-33ba0f93.zip"] = b"an error page"
    network.files[published.url] = state_dict
    with pytest.warns(UserWarning, match="not the original's"):
        load(tmp_path)


@pytest.mark.parametrize("name", ["vgg16", "resnet50_v1", "mobilenet0.5"])
def test_offline_error_is_one_exception(network: Network, name: str, tmp_path: Path) -> None:
    root = tmp_path / "my models"
    with pytest.raises(mx.MXNetError) as caught:
        vision.get_model(name, pretrained=True, root=str(root))
    error = caught.value
    assert error.__cause__ is None and error.__context__ is None
    text = str(error)
    assert model_store._model_sha1[name] in text and "Connection refused" in text
    for weights in _weights.WEIGHTS.get(name, []):
        assert f"curl -L --create-dirs -o '{root / weights.file}' {weights.url}" in text
    assert ("No other published weights fit this network exactly" in text) == (name not in _weights.WEIGHTS)
    assert len(traceback.format_exception(error)) < (12 if sys.version_info >= (3, 11) else 16)
    assert list(root.iterdir()) == []


def test_every_entry_of_the_manifest() -> None:
    entries = [weights for row in _weights.WEIGHTS.values() for weights in row]
    assert {weights.network for weights in entries} <= set(model_store._model_sha1)
    assert len({weights.params for weights in entries}) == len({weights.file for weights in entries}) == len(entries)
    for weights in entries:
        assert weights.library == "onnx" or _layouts.find_layout(weights.network, weights.library) is not None
        algorithm, _, digits = weights.checksum.partition(":")
        assert (algorithm, len(digits)) in (("sha256", 8), ("sha256", 64), ("", 0))
        assert weights.url.startswith("https://") and weights.licence
        assert not weights.params.startswith(f"{weights.network}-{model_store.short_hash(weights.network)}")


def onnx_file(path: Path, change: Callable[[Any], None] = lambda net: None) -> str:
    """Export a network as MXNet did for the ONNX Model Zoo. Return its checksum."""
    net = vision.get_model("resnet18_v2", prefix="resnetv22_")
    change(net)
    net.initialize(mx.init.Normal(0.05))
    net.hybridize()
    net(nd.zeros((1, 3, 224, 224)))
    net.export(str(path.parent / "net"))
    mx.onnx.export_model(str(path.parent / "net-symbol.json"), str(path.parent / "net-0000.params"),
                         [(1, 3, 224, 224)], np.float32, str(path))
    for name in ("net-symbol.json", "net-0000.params"):
        (path.parent / name).unlink()
    return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


def test_onnx_model(network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = _weights.WEIGHTS["resnet18_v2"][0]
    path = tmp_path / weights.file
    weights = weights._replace(checksum=onnx_file(path))
    monkeypatch.setitem(_weights.WEIGHTS, "resnet18_v2", [weights])
    with pytest.warns(UserWarning, match="resnet18-v2-7 of onnx"):
        net = vision.resnet18_v2(pretrained=True, root=str(tmp_path))
    images = _references.random_images("resnet18_v2")
    expected = _references.onnx_outputs(str(path), images)
    assert _references.relative_error(expected, net(nd.array(images)).asnumpy()) < 1e-5


def test_onnx_model_of_another_architecture(network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def move_stride(net: Any) -> None:
        first = net.features[6][0]
        first.conv1._kwargs["stride"], first.conv2._kwargs["stride"] = (1, 1), (2, 2)

    weights = _weights.WEIGHTS["resnet18_v2"][0]
    checksum = onnx_file(tmp_path / weights.file, move_stride)
    monkeypatch.setitem(_weights.WEIGHTS, "resnet18_v2", [weights._replace(checksum=checksum)])
    with pytest.raises(mx.MXNetError, match="computes different outputs than resnet18_v2"):
        vision.resnet18_v2(pretrained=True, root=str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == [weights.file]


def test_other_numbers_of_classes_fail_as_in_mxnet(network: Network, published: _weights.Weights, state_dict: bytes,
                                                   tmp_path: Path) -> None:
    network.files[published.url] = state_dict
    with pytest.warns(UserWarning, match="not the original's"), pytest.raises(Exception, match="shape"):
        vision.squeezenet1_1(pretrained=True, classes=10, root=str(tmp_path))
