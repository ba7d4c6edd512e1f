"""Test ``mxnet convert --from``: weights of other libraries as parameters of the model zoo."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet._runtime.files import tensors_file
from mxnet.cli import main
from mxnet.gluon.model_zoo import _layouts, _references, _state_dicts, vision

NETWORK, CLASSES = "squeezenet1.1", 6


@pytest.fixture(scope="module")
def net() -> Any:
    net = vision.get_model(NETWORK, classes=CLASSES)
    net.initialize(mx.init.Uniform(0.2))
    net(nd.zeros((1, 3, 224, 224)))
    return net


@pytest.fixture
def arrays(net: Any) -> dict[str, np.ndarray]:
    """The parameters under torchvision's names."""
    layout = _layouts.find_layout(NETWORK, "torchvision")
    assert layout is not None
    parameters = net._collect_params_with_prefix()
    return {key: parameters[name].data().asnumpy() for name, key in
            _state_dicts._list_keys(parameters, layout).items()}


@pytest.fixture
def library(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A torchvision whose network has the parameters of `net`."""
    monkeypatch.setattr(_references, "torch_outputs",
                        lambda network, library, arrays, images: net(nd.array(images)).asnumpy())


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torchvision.models", None)


def command(source: Path, *words: str) -> int:
    return main(["convert", str(source), "--from", "torchvision", "--zoo", NETWORK, "--to", "params", *words])


@pytest.mark.parametrize("extension", ["pth", "safetensors"])
def test_weights_are_converted_and_compared(extension: str, net: Any, arrays: dict[str, np.ndarray], library: None,
                                            tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / f"a.{extension}"
    if extension == "pth":
        torch.save({key: torch.tensor(value) for key, value in arrays.items()}, source)
    else:
        tensors_file.save(source, arrays)
    assert command(source) == 0
    printed = capsys.readouterr().out
    assert "has all 52 parameters of squeezenet1.1\nboth networks on random images:" in printed
    assert "(1, 6)" in printed and "wrote squeezenet1.1.params" in printed
    again = vision.get_model(NETWORK, classes=CLASSES)
    again.load_parameters("squeezenet1.1.params")
    images = nd.array(_references.random_images(NETWORK))
    assert np.array_equal(again(images).asnumpy(), net(images).asnumpy())
    assert command(source) == 1  # the file exists
    assert "replace it with --force" in capsys.readouterr().err
    assert command(source, "--force") == 0


def test_different_outputs_fail(arrays: dict[str, np.ndarray], library: None, tmp_path: Path,
                                capsys: pytest.CaptureFixture[str]) -> None:
    arrays["features.0.bias"] = arrays["features.0.bias"] + 1
    tensors_file.save(tmp_path / "a.safetensors", arrays)
    assert command(tmp_path / "a.safetensors", "-o", str(tmp_path / "a.params")) == 1
    captured = capsys.readouterr()
    assert "DIFFERS" in captured.out and "outputs differ by more than 1e-05" in captured.err


def test_without_the_library_only_names_and_shapes_are_checked(arrays: dict[str, np.ndarray], no_library: None,
                                                               tmp_path: Path,
                                                               capsys: pytest.CaptureFixture[str]) -> None:
    tensors_file.save(tmp_path / "a.safetensors", arrays)
    assert command(tmp_path / "a.safetensors", "-o", str(tmp_path / "a.params")) == 0
    assert "the outputs were not compared: torchvision cannot be imported" in capsys.readouterr().out
    arrays.pop("features.0.bias")
    tensors_file.save(tmp_path / "b.safetensors", arrays)
    assert command(tmp_path / "b.safetensors", "-o", str(tmp_path / "b.params")) == 1
    assert "1 missing: features.0.bias" in capsys.readouterr().err
    assert not (tmp_path / "b.params").exists()


def test_onnx_models_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = vision.get_model("mobilenetv2_1.0", prefix="mobilenetv20_")
    net.initialize(mx.init.Normal(0.05))
    net.hybridize()
    net(nd.zeros((1, 3, 224, 224)))
    net.export(str(tmp_path / "net"))
    mx.onnx.export_model(str(tmp_path / "net-symbol.json"), str(tmp_path / "net-0000.params"), [(1, 3, 224, 224)],
                         np.float32, str(tmp_path / "net.onnx"))
    assert main(["convert", str(tmp_path / "net.onnx"), "--from", "onnx", "--zoo", "MobileNetV2_1.0", "--to", "params",
                 "-o", str(tmp_path / "a.params")]) == 0
    assert "both networks on random images" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "message"), [
    (["--to", "params", "--zoo", NETWORK], "pass both --from LIBRARY and --zoo NETWORK"),
    (["--to", "params", "--from", "timm"], "pass both --from LIBRARY and --zoo NETWORK"),
    (["--to", "onnx", "--from", "torchvision", "--zoo", NETWORK], "convert the weights to params first"),
    (["--to", "params", "--from", "timm", "--zoo", "resnet19"], "similar names are"),
    (["--to", "params", "--from", "timm", "--zoo", "resnet50_v1"], "timm has no network that computes the same"),
    (["--to", "params", "--from", "timm", "--zoo", "resnet18_v1", "-o", "missing/a.params"], "does not exist"),
])
def test_words_that_do_not_fit(words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                               capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    torch.save({}, "a.pth")
    assert main(["convert", "a.pth", *words]) == 1
    assert message in capsys.readouterr().err
