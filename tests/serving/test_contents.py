"""Manifests, signatures and labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import serving_models as samples

import mxnet as mx
from mxnet.serving.contents import read_folder, read_labels, read_signature


def _write(path: Path, content: Any) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_a_signature_of_multi_model_server(tmp_path: Path) -> None:
    file = _write(tmp_path / "signature.json", {
        "inputs": [{"data_name": "data", "data_shape": [0, 3, 224, 224]}], "input_type": "image/jpeg",
        "outputs": [{"data_name": "softmax", "data_shape": [0, 1000]}], "output_type": "application/json"})
    signature = read_signature(file)
    assert signature.shapes == {"data": (0, 3, 224, 224)}
    assert (signature.input_type, signature.preprocess) == ("image/jpeg", {})


def test_shapes_of_sagemaker(tmp_path: Path) -> None:
    samples.save_dense(tmp_path, "model")
    _write(tmp_path / "model-shapes.json", [{"name": "data", "shape": [-1, 4]}])
    assert read_folder(tmp_path).signature().shapes == {"data": (0, 4)}


def test_preprocessing(tmp_path: Path) -> None:
    stated = {"resize": 256, "mean": [1, 2, 3], "std": [4.5], "layout": "NHWC", "channels": "BGR"}
    signature = read_signature(_write(tmp_path / "signature.json", {"inputs": [], "preprocess": stated}))
    assert signature.preprocess == stated


@pytest.mark.parametrize("stated", [
    {"resize": -1}, {"resize": 1e9}, {"resize": True}, {"resize": 1 << 20}, {"mean": "1"}, {"mean": [1, 2]},
    {"mean": [None]}, {"mean": [float("nan")]}, {"std": [0]}, {"std": [float("inf")]}, {"layout": "CHW"},
    {"channels": "RGBA"}, {"crop": 3}])
def test_invalid_preprocessing(stated: dict[str, Any], tmp_path: Path) -> None:
    file = _write(tmp_path / "signature.json", {"inputs": [], "preprocess": stated})
    with pytest.raises(mx.MXNetError, match="signature.json: preprocess"):
        read_signature(file)


@pytest.mark.parametrize("content", ["[" * 100000, "{", "\ud800", '{"inputs": 3}', '{"inputs": [3]}',
                                     '{"inputs": [{"data_name": "a", "data_shape": "b"}]}',
                                     '{"inputs": [{"data_name": "a", "data_shape": [9999999999]}]}'])
def test_damaged_signatures(content: str, tmp_path: Path) -> None:
    (tmp_path / "signature.json").write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(mx.MXNetError):
        read_signature(tmp_path / "signature.json")


@pytest.mark.parametrize("content", ["[]", "3", "nothing"])
def test_damaged_manifests(content: str, tmp_path: Path) -> None:
    _write(tmp_path / "MANIFEST.json", content)
    with pytest.raises(mx.MXNetError, match="MANIFEST.json"):
        read_folder(tmp_path)


@pytest.mark.parametrize("content", [{"model": 3}, {"model": {"modelName": 3, "handler": []}}, {"Model": [1]},
                                     {"Model": {"Signature": "../../signature.json", "Parameters": 3}}])
def test_manifests_with_other_types_name_nothing(content: Any, tmp_path: Path) -> None:
    samples.save_dense(tmp_path / "model")
    _write(tmp_path / "signature.json", {"inputs": [{"data_name": "other", "data_shape": [1]}]})
    _write(tmp_path / "model" / "MANIFEST.json", content)
    contents = read_folder(tmp_path / "model")
    assert (contents.name, contents.code) == (None, None)
    assert not contents.signature().shapes


def test_the_manifest_chooses_among_symbols(tmp_path: Path) -> None:
    samples.save_dense(tmp_path, "a")
    samples.save_dense(tmp_path, "b")
    with pytest.raises(mx.MXNetError, match="contains 2 symbols: a-symbol.json, b-symbol.json"):
        read_folder(tmp_path)
    _write(tmp_path / "MANIFEST.json", {"model": {"modelName": "b"}})
    assert Path(str(read_folder(tmp_path).symbol)).name == "b-symbol.json"


def test_labels(tmp_path: Path) -> None:
    (tmp_path / "synset.txt").write_bytes("n01 tench\r\n n02 Tüte \nn03".encode())
    assert read_labels(tmp_path / "synset.txt") == ("n01 tench", "n02 Tüte", "n03")


def test_the_program_of_sagemaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "entry.py").write_text("")
    assert read_folder(tmp_path).program is None
    monkeypatch.setenv("SAGEMAKER_PROGRAM", "entry.py")
    assert read_folder(tmp_path).program == "code/entry.py"
