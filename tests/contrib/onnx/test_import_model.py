"""Models that torch exports, read back as symbols and blocks, and files that are no models."""

from __future__ import annotations

import io
import logging
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

import mxnet as mx
from mxnet.contrib.onnx import get_model_metadata, import_model, import_to_gluon

pytest.importorskip("onnx.helper")  # not only the folder of this name
import onnx


class Residual(nn.Module):
    """The parts of ResNet."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 7, 2, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(),
                                  nn.MaxPool2d(3, 2, 1))
        self.first, self.second = nn.Conv2d(8, 8, 3, padding=1, bias=False), nn.Conv2d(8, 8, 3, padding=1, bias=False)
        self.norms = nn.ModuleList([nn.BatchNorm2d(8), nn.BatchNorm2d(8)])
        self.last = nn.Linear(8, 5)

    def forward(self, x: Any) -> Any:
        x = self.stem(x)
        y = functional.relu(self.norms[0](self.first(x)))
        x = functional.relu(x + self.norms[1](self.second(y)))
        return self.last(torch.flatten(functional.adaptive_avg_pool2d(x, 1), 1))


class Mobile(nn.Module):
    """Depthwise layers, clipped and hard activations, and gates of channels."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.Hardswish(), nn.Conv2d(8, 8, 3, 1, 1, groups=8),
                                    nn.ReLU6(), nn.PReLU(8), nn.SiLU())
        self.gate = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(8, 8, 1), nn.Hardsigmoid())

    def forward(self, x: Any) -> Any:
        x = self.layers(x)
        return functional.avg_pool2d(x * self.gate(x), 3, 2, 1, ceil_mode=True, count_include_pad=False)


class Encoder(nn.Module):
    """A transformer."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(50, 16)
        layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, activation="gelu")
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def forward(self, x: Any) -> Any:
        return self.layers(self.words(x))


class Recurrent(nn.Module):
    """Two layers in both directions."""

    def __init__(self, kind: type[nn.Module]) -> None:
        super().__init__()
        self.layers = kind(8, 6, 2, bidirectional=True, batch_first=True)  # type: ignore[call-arg]

    def forward(self, x: Any) -> Any:
        return self.layers(x)[0]


class UNet(nn.Module):
    """One step down and up."""

    def __init__(self) -> None:
        super().__init__()
        self.down, self.inner = nn.Conv2d(3, 8, 3, padding=1), nn.Conv2d(8, 16, 3, padding=1)
        self.up, self.join = nn.ConvTranspose2d(16, 8, 2, 2), nn.Conv2d(16, 4, 3, padding=1)
        self.norm, self.groups = nn.BatchNorm2d(8), nn.GroupNorm(2, 4)

    def forward(self, x: Any) -> Any:
        outer = functional.relu(self.norm(self.down(x)))
        inner = functional.leaky_relu(self.inner(functional.max_pool2d(outer, 2)))
        bilinear = functional.interpolate(inner[:, :8], scale_factor=2, mode="bilinear", align_corners=False)
        nearest = functional.interpolate(inner[:, 8:], scale_factor=2)
        return self.groups(self.join(torch.cat([self.up(inner) + bilinear + nearest, outer], 1)))


MODELS = {
    "residual": (Residual, (2, 3, 32, 32)), "mobile": (Mobile, (2, 3, 18, 18)), "unet": (UNet, (2, 3, 16, 16)),
    "encoder": (Encoder, None), "lstm": (lambda: Recurrent(nn.LSTM), (2, 5, 8)),
    "gru": (lambda: Recurrent(nn.GRU), (2, 5, 8)), "rnn": (lambda: Recurrent(nn.RNN), (2, 5, 8)),
}
# Sizes of batches that are reshaped together with others cannot be told apart.
FIXED_BATCH = {"encoder"}


@pytest.fixture
def gradient_mode() -> Any:
    """As torch's exporters find it in a program without MXNet."""
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    yield
    torch.set_grad_enabled(before)


def made(name: str) -> tuple[nn.Module, torch.Tensor]:
    torch.manual_seed(3)
    make, shape = MODELS[name]
    model = make().eval()
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            nn.init.uniform_(module.running_mean)
            nn.init.uniform_(module.running_var, 0.5, 2.0)
    return model, torch.randint(0, 50, (2, 7)) if shape is None else torch.randn(shape)


def exported(model: nn.Module, x: torch.Tensor, dynamic: bool) -> Any:
    content = io.BytesIO()
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that this exporter is the older one, and that it traces
        torch.onnx.export(model, (x,), content, dynamo=False, opset_version=17, input_names=["x"],
                          dynamic_axes={"x": {0: "batch"}} if dynamic else None)
    return onnx.load_model_from_string(content.getvalue())


def run(model: Any, x: np.ndarray) -> np.ndarray:
    symbol, arguments, states = import_model(model)
    executor = symbol.bind(mx.cpu(), {**arguments, "x": mx.nd.array(x, dtype=x.dtype)}, aux_states=states,
                           grad_req="null")
    return executor.forward()[0].asnumpy()


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", MODELS)
def test_models_of_torch_compute_the_same(name: str, dynamic: bool, gradient_mode: None) -> None:
    if dynamic and name in FIXED_BATCH:
        return
    model, x = made(name)
    result = run(exported(model, x, dynamic), x.numpy())
    np.testing.assert_allclose(result, model(x).detach().numpy(), 1e-4, 1e-4)


def test_models_of_the_newer_exporter_compute_the_same(gradient_mode: None) -> None:
    pytest.importorskip("onnxscript")
    model, x = made("residual")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        proto = torch.onnx.export(model, (x,), dynamo=True, verbose=False).model_proto  # type: ignore[union-attr]
    np.testing.assert_allclose(run(proto, x.numpy()), model(x).detach().numpy(), 1e-4, 1e-4)


def test_a_file_becomes_a_block(tmp_path: Path, gradient_mode: None) -> None:
    model, x = made("residual")
    file = str(tmp_path / "model.onnx")
    onnx.save_model(exported(model, x, False), file)
    block = import_to_gluon(file, mx.cpu())
    np.testing.assert_allclose(block(mx.nd.array(x.numpy())).asnumpy(), model(x).detach().numpy(), 1e-4, 1e-4)
    block.hybridize()
    np.testing.assert_allclose(block(mx.nd.array(x.numpy())).asnumpy(), model(x).detach().numpy(), 1e-4, 1e-4)
    metadata = get_model_metadata(file)
    assert metadata["input_tensor_data"] == [("x", (2, 3, 32, 32))]
    assert metadata["output_tensor_data"][0][1] == (2, 5)


def graph_of(*nodes: Any, initializers: tuple[Any, ...] = ()) -> Any:
    infos = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [2, 3]) for name in ("x", "y")]
    graph = onnx.helper.make_graph(list(nodes), "graph", infos[:1], infos[1:], list(initializers))
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])


def test_all_unsupported_operators_are_named_at_once() -> None:
    node = onnx.helper.make_node
    model = graph_of(node("Bernoulli", ["x"], ["a"]), node("StringNormalizer", ["a"], ["b"]),
                     node("Relu", ["b"], ["y"]))
    with pytest.raises(mx.MXNetError, match="not supported: Bernoulli, StringNormalizer"):
        import_model(model)


def test_missing_weights_are_named() -> None:
    model = graph_of(onnx.helper.make_node("Add", ["x", "weight"], ["y"]))
    with pytest.raises(mx.MXNetError, match="weight"):
        import_model(model)


def test_settings_that_are_not_supported_are_named_at_once() -> None:
    node = onnx.helper.make_node
    model = graph_of(node("Einsum", ["x"], ["a"], equation="ii->i"), node("Hardmax", ["x"], ["y"]))
    with pytest.raises(mx.MXNetError, match="Einsum"):
        import_model(model)


@pytest.mark.parametrize("content", [b"", b"not a model", b"\x08\x07" * 40])
def test_files_that_are_no_models(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(content)
    with pytest.raises(mx.MXNetError, match="ONNX"):
        import_model(str(file))


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no ONNX file"):
        import_model(str(tmp_path / "none.onnx"))


def test_weights_beside_a_file_that_are_missing(tmp_path: Path, gradient_mode: None) -> None:
    model, x = made("residual")
    file = str(tmp_path / "model.onnx")
    onnx.save_model(exported(model, x, False), file, save_as_external_data=True, location="weights.bin",
                    size_threshold=0)
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(mx.MXNetError, match="missing"):
        import_model(file)
