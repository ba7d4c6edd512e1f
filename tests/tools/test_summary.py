"""Summaries of models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mxnet as mx
from mxnet.cli import main
from mxnet.gluon import nn
from mxnet.tools.summary import format_bytes, summarize


@pytest.fixture
def prefix(tmp_path: Path) -> str:
    """A network with a convolution, a normalization, a pooling and a dense layer."""
    network = nn.HybridSequential()
    network.add(nn.Conv2D(4, 3, in_channels=3), nn.BatchNorm(in_channels=4), nn.GlobalAvgPool2D(), nn.Dense(2))
    network.initialize()
    network.hybridize()
    network(mx.nd.zeros((1, 3, 8, 8)))
    network.export(str(tmp_path / "net"))
    return str(tmp_path / "net")


def test_layers_and_totals(prefix: str) -> None:
    summary = summarize(prefix, shapes={"data": (2, 3, 8, 8)})
    convolution, norm, pool, dense = summary.layers
    assert [layer.type for layer in summary.layers] == ["Convolution", "BatchNorm", "Pooling", "FullyConnected"]
    assert (convolution.shapes, convolution.parameters) == ([(2, 4, 6, 6)], 3 * 4 * 9 + 4)
    assert convolution.flops == 2 * 2 * 4 * 6 * 6 * 3 * 9
    assert convolution.bytes == 2 * 4 * 6 * 6 * 4
    assert (norm.parameters, pool.parameters, dense.parameters) == (16, 0, 10)
    assert dense.flops == 2 * 2 * 4 * 2
    assert summary.parameters == 112 + 16 + 10
    assert summary.trainable == summary.parameters - 8
    assert summary.weight_bytes == 4 * summary.parameters
    assert summary.flops == convolution.flops + dense.flops
    assert summary.activation_bytes == sum(layer.bytes for layer in summary.layers)
    assert summary.peak_bytes == 2 * 3 * 8 * 8 * 4 + convolution.bytes  # with the input


def test_batch(prefix: str) -> None:
    one, four = (summarize(prefix, shapes={"data": (1, 3, 8, 8)}, batch=batch) for batch in (None, 4))
    assert one.flops is not None and four.flops == 4 * one.flops
    assert four.inputs == {"data": (4, 3, 8, 8)}


def test_shapes_of_the_signature(prefix: str) -> None:
    signature = {"inputs": [{"data_name": "data", "data_shape": [0, 3, 10, 12]}]}
    Path(prefix).with_name("signature.json").write_text(json.dumps(signature))
    assert summarize(prefix).inputs == {"data": (1, 3, 10, 12)}
    assert summarize(prefix, shapes={"data": (2, 3, 8, 8)}).inputs == {"data": (2, 3, 8, 8)}


def test_shared_parameters_count_once(tmp_path: Path) -> None:
    weight = mx.sym.var("weight")
    first = mx.sym.FullyConnected(mx.sym.var("data"), weight, num_hidden=3, no_bias=True)
    second = mx.sym.FullyConnected(first, weight, num_hidden=3, no_bias=True)
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, second, {"weight": mx.nd.ones((3, 3))}, {})
    summary = summarize(str(tmp_path / "net"))
    assert [layer.parameters for layer in summary.layers] == [9, 0]
    assert (summary.parameters, summary.flops) == (9, 2 * 2 * 9)


def test_recurrent_layers_are_counted(tmp_path: Path) -> None:
    result = mx.sym.RNN(mx.sym.var("data"), mx.sym.var("weights"), mx.sym.var("state"), mx.sym.var("cell"),
                        state_size=8, num_layers=2, mode="lstm")
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, result, {"weights": mx.nd.zeros(1024)}, {})
    shapes = {"data": (5, 2, 4), "state": (2, 2, 8), "cell": (2, 2, 8)}
    assert summarize(str(tmp_path / "net"), shapes=shapes).flops == 2 * 5 * 2 * (4 * 8 * (4 + 8) + 4 * 8 * (8 + 8))


def test_networks_of_the_zoo(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", "squeezenet1.1"]) == 0
    printed = capsys.readouterr().out
    assert "parameters: 1,235,496 (1,235,496 trainable), 4.7 MiB" in printed
    assert "squeezenet0_conv0_fwd" in printed


def test_parameter_files(prefix: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", f"{prefix}-0000.params"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == ["array", "type", "shape", "parameters", "memory"]
    assert any(line.split()[1:3] == ["float32", "4x3x3x3"] for line in printed)
    assert printed[-1] == "parameters: 138 (130 trainable), 552 B"


def test_json(prefix: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", prefix, "--shape", "data=1,3,8,8", "--json"]) == 0
    content: Any = json.loads(capsys.readouterr().out)
    assert content["inputs"] == {"data": [1, 3, 8, 8]}
    assert content["layers"][0]["shapes"] == [[1, 4, 6, 6]]
    assert content["parameters"] == 138


def test_operators_that_need_values_have_no_count(tmp_path: Path) -> None:
    result = mx.sym.contrib.boolean_mask(mx.sym.var("data"), mx.sym.var("index"))
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, mx.sym.Group([result, mx.sym.var("other") * 2]), {}, {})
    with pytest.raises(mx.MXNetError):
        summarize(str(tmp_path / "net"), shapes={"data": (3, 2), "index": (3,), "other": (1,)})


@pytest.mark.parametrize("path", ["missing", "missing.params", "missing.onnx"])
def test_errors(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", str(tmp_path / path)]) == 1
    assert "missing" in capsys.readouterr().err


def test_units() -> None:
    assert [format_bytes(count) for count in (0, 1023, 1024, 3 << 19, 5 << 30)] == [
        "0 B", "1023 B", "1.0 KiB", "1.5 MiB", "5.0 GiB"]
