"""Tests of importing models that torch exports, and of files that are not models."""

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

pytest.importorskip("onnx.helper")  # not just a folder with this name
import onnx


class Residual(nn.Module):
    """The building blocks of ResNet."""

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
    """Depthwise layers, clipped and hard activations, and channel gates."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.Hardswish(), nn.Conv2d(8, 8, 3, 1, 1, groups=8),
                                    nn.ReLU6(), nn.PReLU(8), nn.SiLU())
        self.gate = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(8, 8, 1), nn.Hardsigmoid())

    def forward(self, x: Any) -> Any:
        x = self.layers(x)
        return functional.avg_pool2d(x * self.gate(x), 3, 2, 1, ceil_mode=True, count_include_pad=False)


class Encoder(nn.Module):
    """A transformer encoder."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(50, 16)
        layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, activation="gelu")
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def forward(self, x: Any) -> Any:
        return self.layers(self.words(x))


class Recurrent(nn.Module):
    """Two bidirectional recurrent layers."""

    def __init__(self, kind: type[nn.Module]) -> None:
        super().__init__()
        self.layers = kind(8, 6, 2, bidirectional=True, batch_first=True)  # type: ignore[call-arg]

    def forward(self, x: Any) -> Any:
        return self.layers(x)[0]


class UNet(nn.Module):
    """A U-Net with one downsampling and one upsampling step."""

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


class Shuffled(nn.Module):
    """Channel shuffle between two groups, as in ShuffleNet, with sizes from the data."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(4, 8, 3, padding=1), nn.Conv2d(4, 8, 1)

    def forward(self, x: Any) -> Any:
        for layer in (self.first, self.second):
            x = layer(x)
            batch, channels, height, width = x.size()
            x = x.view(batch, 2, channels // 2, height, width).transpose(1, 2).contiguous()
            x = x.view(batch, -1, height, width).chunk(2, dim=1)[0]
        return x


class Patches(nn.Module):
    """A class token before the patch tokens, positions and attention, as in vision transformers."""

    def __init__(self) -> None:
        super().__init__()
        self.patches, self.token = nn.Conv2d(3, 8, 4, 4), nn.Parameter(torch.randn(1, 1, 8))
        self.places, self.attention = nn.Parameter(torch.randn(1, 10, 8)), nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x: Any) -> Any:
        batch = x.shape[0]
        x = self.patches(x).reshape(batch, 8, 9).permute(0, 2, 1)
        x = torch.cat([self.token.expand(batch, -1, -1), x], 1) + self.places
        return self.attention(x, x, x, need_weights=False)[0][:, 0]


class Windows(nn.Module):
    """Shifted and padded windows with masks, as in Swin transformers."""

    def __init__(self) -> None:
        super().__init__()
        self.products = nn.Linear(6, 18)

    def forward(self, x: Any) -> Any:
        batch, height, width, channels = x.shape
        x = functional.pad(x, (0, 0, 0, 4 - width % 4, 0, 4 - height % 4))
        tall, wide = x.shape[1:3]
        x = torch.roll(x, (-2, -2), (1, 2)).view(batch, tall // 4, 4, wide // 4, 4, channels)
        x = x.permute(0, 1, 3, 2, 4, 5).reshape(-1, 16, channels)
        query, key, value = self.products(x).reshape(x.size(0), 16, 3, 2, 3).permute(2, 0, 3, 1, 4).unbind(0)
        scores = query @ key.transpose(-2, -1)
        mask = torch.arange(tall * wide).float().reshape(1, -1, 16).sum(-1).reshape(1, -1, 1, 1, 1) / 1000
        count = mask.shape[1]
        scores = scores.view(-1, count, 2, 16, 16) + mask
        x = (scores.view(-1, 2, 16, 16).softmax(-1) @ value).transpose(1, 2).reshape(-1, 16, channels)
        x = x.view(batch, tall // 4, wide // 4, 4, 4, channels).permute(0, 1, 3, 2, 4, 5)
        return torch.roll(x.reshape(batch, tall, wide, channels), (2, 2), (1, 2))[:, :height, :width]


class Causal(nn.Module):
    """Causal attention with positions and a mask that depend on the length."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(50, 8), nn.Embedding(64, 8)
        self.products = nn.Linear(8, 24)

    def forward(self, x: Any) -> Any:
        batch, length = x.shape
        x = self.words(x) + self.places(torch.arange(length))
        query, key, value = self.products(x).view(batch, length, 3, 2, 4).permute(2, 0, 3, 1, 4).unbind(0)
        places = torch.arange(length)
        mask = torch.where(places[None, :] > places[:, None], -1e4, 0.0)
        scores = torch.softmax(query @ key.transpose(-1, -2) / 2.0 + mask, -1)
        return (scores @ value).transpose(1, 2).reshape(batch, length, 8)[:, 1:]


MODELS = {
    "shuffled": (Shuffled, (2, 4, 6, 6)), "patches": (Patches, (2, 3, 12, 12)), "windows": (Windows, (2, 6, 6, 6)),
    "causal": (Causal, None),
    "residual": (Residual, (2, 3, 32, 32)), "mobile": (Mobile, (2, 3, 18, 18)), "unet": (UNet, (2, 3, 16, 16)),
    "encoder": (Encoder, None), "lstm": (lambda: Recurrent(nn.LSTM), (2, 5, 8)),
    "gru": (lambda: Recurrent(nn.GRU), (2, 5, 8)), "rnn": (lambda: Recurrent(nn.RNN), (2, 5, 8)),
}


@pytest.fixture
def gradient_mode() -> Any:
    """Enable gradient mode, as torch's exporters expect."""
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


def exported(model: nn.Module, x: torch.Tensor, dynamic: bool | dict[str, dict[int, str]]) -> Any:
    content = io.BytesIO()
    axes = {"x": {0: "batch"}} if dynamic is True else dynamic or None
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of the old exporter
        torch.onnx.export(model, (x,), content, dynamo=False, opset_version=17, input_names=["x"],
                          dynamic_axes=axes)
    return onnx.load_model_from_string(content.getvalue())


def run(model: Any, x: np.ndarray) -> np.ndarray:
    symbol, arguments, states = import_model(model)
    executor = symbol.bind(mx.cpu(), {**arguments, "x": mx.nd.array(x, dtype=x.dtype)}, aux_states=states,
                           grad_req="null")
    return executor.forward()[0].asnumpy()


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", MODELS)
def test_models_of_torch_compute_the_same(name: str, dynamic: bool, gradient_mode: None) -> None:
    model, x = made(name)
    proto = exported(model, x, dynamic)
    for other in (x, torch.cat([x, x])[:3], x[:1]) if dynamic else (x,):
        np.testing.assert_allclose(run(proto, other.numpy()), model(other).detach().numpy(), 1e-4, 1e-4)


@pytest.mark.parametrize("name", ["residual", "encoder", "windows"])
def test_models_of_the_newer_exporter_compute_the_same(name: str, gradient_mode: None) -> None:
    pytest.importorskip("onnxscript")
    model, x = made(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        proto: Any = torch.onnx.export(model, (x,), dynamo=True, verbose=False, input_names=["x"],
                                       dynamic_shapes=({0: torch.export.Dim.DYNAMIC},))
    for other in (x, torch.cat([x, x])[:3], x[:1]):
        np.testing.assert_allclose(run(proto.model_proto, other.numpy()), model(other).detach().numpy(), 1e-4, 1e-4)


@pytest.mark.parametrize("name", ["causal", "lstm"])
def test_lengths_of_sequences_may_differ(name: str, gradient_mode: None) -> None:
    model, x = made(name)
    proto = exported(model, x, {"x": {0: "batch", 1: "length"}})
    for other in (x, torch.cat([x, x], 1), torch.cat([x, x])[:3, :4], x[:1, :2]):
        np.testing.assert_allclose(run(proto, other.numpy()), model(other).detach().numpy(), 1e-4, 1e-4)


def test_sizes_of_images_may_differ(gradient_mode: None) -> None:
    model, x = made("residual")
    proto = exported(model, x, {"x": {0: "batch", 2: "height", 3: "width"}})
    for other in (x, x.repeat(2, 1, 2, 1)[:3], x[:1, :, :20, :28]):
        np.testing.assert_allclose(run(proto, other.numpy()), model(other).detach().numpy(), 1e-4, 1e-4)


class Pieces(nn.Module):
    """Split images whose size is a multiple of 4 into patches."""

    def forward(self, x: Any) -> Any:
        batch, channels, height, width = x.shape
        x = x.reshape(batch, channels, height // 4, 4, width // 4, 4)
        return x.permute(0, 2, 4, 1, 3, 5).reshape(batch, -1, channels * 16).softmax(-1)


def test_sizes_that_must_be_multiples_may_differ(gradient_mode: None) -> None:
    model, x = Pieces(), torch.randn(2, 3, 8, 12)
    proto = exported(model, x, {"x": {0: "batch", 2: "height", 3: "width"}})
    for other in (x, x.repeat(2, 1, 2, 1)[:3], x[:1, :, :4, :8]):
        np.testing.assert_allclose(run(proto, other.numpy()), model(other).numpy(), 1e-4, 1e-4)


class Cut(nn.Module):
    """Crop the rows of images to a multiple of 4."""

    def forward(self, x: Any) -> Any:
        return x[:, :, torch._shape_as_tensor(x)[2] % 4:]


def test_what_depends_on_the_rest_of_a_size_is_no_constant(gradient_mode: None) -> None:
    """The number of removed rows differs between images, so the model is rejected."""
    x = torch.randn(2, 3, 8, 5)
    with pytest.raises(mx.MXNetError, match="the ends of a slice depend on sizes"):
        import_model(exported(Cut(), x, {"x": {2: "height"}}))


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
    with pytest.raises(FileNotFoundError, match="ONNX file .* does not exist"):
        import_model(str(tmp_path / "none.onnx"))


def test_weights_beside_a_file_that_are_missing(tmp_path: Path, gradient_mode: None) -> None:
    model, x = made("residual")
    file = str(tmp_path / "model.onnx")
    onnx.save_model(exported(model, x, False), file, save_as_external_data=True, location="weights.bin",
                    size_threshold=0)
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(mx.MXNetError, match="missing"):
        import_model(file)
