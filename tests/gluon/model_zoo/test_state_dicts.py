"""Test the conversion of state dicts and ONNX models to zoo parameters."""

from __future__ import annotations

import collections
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet._runtime.files import tensors_file
from mxnet.gluon.model_zoo import _references, _state_dicts, vision

Arrays = dict[str, np.ndarray]


class Fire(torch.nn.Module):
    """A fire module with torchvision's names."""

    def __init__(self, before: int, width: int) -> None:
        super().__init__()
        self.squeeze = torch.nn.Conv2d(before, width, 1)
        self.expand1x1 = torch.nn.Conv2d(width, 4 * width, 1)
        self.expand3x3 = torch.nn.Conv2d(width, 4 * width, 3, padding=1)

    def forward(self, data: torch.Tensor) -> torch.Tensor:
        data = self.squeeze(data).relu()
        return torch.cat([self.expand1x1(data).relu(), self.expand3x3(data).relu()], 1)


class SqueezeNet(torch.nn.Module):
    """SqueezeNet 1.1 with torchvision's names."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        layers: list[torch.nn.Module] = [torch.nn.Conv2d(3, 64, 3, stride=2), torch.nn.ReLU()]
        before = 64
        for width in (None, 16, 16, None, 32, 32, None, 48, 48, 64, 64):
            layers.append(torch.nn.MaxPool2d(3, 2, ceil_mode=True) if width is None else Fire(before, width))
            before = before if width is None else 8 * width
        self.features = torch.nn.Sequential(*layers)
        self.classifier = torch.nn.Sequential(torch.nn.Dropout(), torch.nn.Conv2d(before, classes, 1), torch.nn.ReLU(),
                                              torch.nn.AdaptiveAvgPool2d(1))

    def forward(self, data: torch.Tensor) -> torch.Tensor:
        return self.classifier(self.features(data)).flatten(1)


def keyed_arrays(network: str, library: str, classes: int = 1000) -> Arrays:
    """Return random parameters of a zoo network under the names of a library."""
    net = vision.get_model(network, classes=classes)
    size = _state_dicts.input_size(network)
    net.infer_shape(nd.zeros((1, 3, size, size)))
    layout = _state_dicts.find_layout(network, library)
    assert layout is not None
    parameters = net._collect_params_with_prefix()
    keys = _state_dicts._list_keys(parameters, layout)
    random = np.random.default_rng(0)
    return {key: random.random(parameters[name].shape, np.float32) for name, key in keys.items()}


@pytest.fixture(scope="module")
def squeezenet() -> SqueezeNet:
    torch.manual_seed(0)
    return SqueezeNet(7).eval()


def arrays_of(model: torch.nn.Module) -> Arrays:
    return {key: value.numpy() for key, value in model.state_dict().items()}


def test_outputs_are_those_of_the_torch_model(squeezenet: SqueezeNet) -> None:
    net = _state_dicts.convert("squeezenet1.1", "torchvision", arrays_of(squeezenet))
    images = _references.random_images("squeezenet1.1")
    with torch.no_grad():
        expected = squeezenet(torch.from_numpy(images)).numpy()
    assert expected.shape == (1, 7)
    assert _references.relative_error(expected, net(nd.array(images)).asnumpy()) < 1e-5


@pytest.mark.parametrize(("change", "message"), [
    (lambda arrays: arrays.pop("classifier.1.bias"), r"1 missing: classifier\.1\.bias"),
    (lambda arrays: arrays.update({"extra.weight": np.zeros(3)}), r"1 left over: extra\.weight"),
    (lambda arrays: arrays.update({"features.0.bias": np.zeros(3)}),
     r"1 of a different shape: features\.0\.bias \(3,\) instead of \(64,\)"),
    (lambda arrays: arrays.clear(), r"52 missing: features\.0\.weight, .* and 47 more"),
])
def test_arrays_that_do_not_fit(squeezenet: SqueezeNet, change: Any, message: str) -> None:
    arrays = arrays_of(squeezenet)
    change(arrays)
    with pytest.raises(mx.MXNetError, match=message):
        _state_dicts.convert("squeezenet1.1", "torchvision", arrays)


def test_libraries_without_an_equal_network() -> None:
    for network, library in (("resnet50_v1", "torchvision"), ("mobilenet1.0", "timm"), ("alexnet", "timm")):
        with pytest.raises(mx.MXNetError, match=f"{library} has no network that computes the same as {network}"):
            _state_dicts.convert(network, library, {})


@pytest.mark.parametrize("style", ["plain", "wrapped", "parallel", "legacy"])
def test_files_of_torch(squeezenet: SqueezeNet, style: str, tmp_path: Path) -> None:
    state: Any = squeezenet.state_dict()
    if style == "parallel":
        state = {f"module.{key}": value for key, value in state.items()}
    if style == "wrapped":
        state = {"epoch": 3, "state_dict": state}
    path = tmp_path / "a.pth"
    torch.save(state, path, _use_new_zipfile_serialization=style != "legacy")
    read = _state_dicts.read(path)
    assert {key: value.tolist() for key, value in read.items()} == {
        key: value.tolist() for key, value in arrays_of(squeezenet).items()}


def test_safetensors(squeezenet: SqueezeNet, tmp_path: Path) -> None:
    tensors_file.save(tmp_path / "a.safetensors", arrays_of(squeezenet))
    assert list(_state_dicts.read(tmp_path / "a.safetensors")) == list(squeezenet.state_dict())


class Harmful:
    """An object whose unpickling runs a function."""

    def __reduce__(self) -> Any:
        return Path.touch, (Path("harm"),)


@pytest.mark.parametrize(("content", "message"), [
    (Harmful(), "objects other than tensors"), ({"a": Harmful()}, "objects other than tensors"),
    ([1, 2], "a list, not a dictionary of tensors"), (collections.OrderedDict(a=1), "not a dictionary of tensors"),
])
def test_other_objects_are_rejected(content: Any, message: str, tmp_path: Path,
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    torch.save(content, "a.pth")
    with pytest.raises(mx.MXNetError, match=message) as caught:
        _state_dicts.read("a.pth")
    assert "weights_only" not in str(caught.value)
    assert not Path("harm").exists()


def test_damaged_files(tmp_path: Path) -> None:
    for content in (b"", b"PK\x03\x04 no archive", b"text"):
        (tmp_path / "a.pth").write_bytes(content)
        with pytest.raises(mx.MXNetError, match=r"a\.pth"):
            _state_dicts.read(tmp_path / "a.pth")
    with pytest.raises(FileNotFoundError):
        _state_dicts.read(tmp_path / "missing.pth")


def test_published_names_of_densenet() -> None:
    arrays = keyed_arrays("densenet121", "torchvision", classes=3)
    old = {key.replace("norm1.", "norm.1.").replace("conv2.", "conv.2."): value for key, value in arrays.items()}
    assert "features.denseblock1.denselayer1.norm.1.weight" in old
    counters = {"features.norm0.num_batches_tracked": np.array(5)}
    net = _state_dicts.convert("densenet121", "torchvision", {**old, **counters})
    parameters = net._collect_params_with_prefix()
    assert np.array_equal(parameters["features.4.0.1.0.gamma"].data().asnumpy(),
                          arrays["features.denseblock1.denselayer1.norm1.weight"])


def test_convolutions_in_place_of_dense_layers() -> None:
    arrays = keyed_arrays("vgg11", "timm", classes=2)
    dense = arrays["pre_logits.fc1.weight"]
    for name, size in (("fc1", 7), ("fc2", 1)):
        weight = arrays[f"pre_logits.{name}.weight"]
        arrays[f"pre_logits.{name}.weight"] = weight.reshape(weight.shape[0], -1, size, size)
    net = _state_dicts.convert("vgg11", "timm", arrays)
    assert np.array_equal(net._collect_params_with_prefix()["features.21.weight"].data().asnumpy(), dense)


def test_scaling_of_the_input_is_folded() -> None:
    random = np.random.default_rng(0)
    convolution, normalization = torch.nn.Conv2d(3, 5, 3, 2, bias=False).eval(), torch.nn.BatchNorm2d(5).eval()
    images = torch.tensor(random.standard_normal((1, 3, 9, 9), np.float32))
    values = {"weight": convolution.weight.detach().numpy(), "mean": random.random(5, np.float32)}
    normalization.running_mean = torch.tensor(values["mean"])
    pixels = images * torch.tensor([0.229, 0.224, 0.225])[:, None, None] + torch.tensor(
        [0.485, 0.456, 0.406])[:, None, None]
    with torch.no_grad():
        expected = normalization(convolution(pixels * 2 - 1))
        _state_dicts._fold_scaling(values, "weight", "mean")
        convolution.weight.copy_(torch.tensor(values["weight"]))
        normalization.running_mean = torch.tensor(values["mean"])
        assert torch.allclose(normalization(convolution(images)), expected, atol=1e-5)


def test_inception_ignores_its_auxiliary_layers_and_folds_the_scaling() -> None:
    arrays = keyed_arrays("inceptionv3", "torchvision", classes=2)
    arrays["AuxLogits.fc.weight"] = np.zeros((2, 768), np.float32)
    torchvision = _state_dicts.convert("inceptionv3", "torchvision", arrays)._collect_params_with_prefix()
    timm = _state_dicts.convert("inceptionv3", "timm", arrays)._collect_params_with_prefix()
    different = {name for name, parameter in timm.items()
                 if not np.array_equal(parameter.data().asnumpy(), torchvision[name].data().asnumpy())}
    assert different == {"features.0.0.weight", "features.0.1.running_mean"}


def test_a_library_that_cannot_be_imported(monkeypatch: pytest.MonkeyPatch, squeezenet: SqueezeNet) -> None:
    def fail(name: str) -> None:
        raise RuntimeError("operator torchvision::nms does not exist\nmore")

    monkeypatch.setattr(_references.importlib, "import_module", fail)
    with pytest.raises(ImportError, match=r"torchvision cannot be imported \(RuntimeError: operator .* exist\)$"):
        _references.torch_outputs("squeezenet1.1", "torchvision", arrays_of(squeezenet), np.zeros((1, 3, 224, 224)))
