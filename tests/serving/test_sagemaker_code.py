"""Archives of SageMaker."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import serving_models as samples
from serving_models import ask, read_error

import mxnet as mx
from mxnet.serving.interface import Request

BLOCK = """
import mxnet as mx

def model_fn(model_dir):
    return mx.gluon.SymbolBlock.imports(model_dir + "/net-symbol.json", ["data"], model_dir + "/net-0000.params")
"""
ALL = """
import json
from helper import FACTOR

def model_fn(model_dir, context):
    return {"folder": context.system_properties["model_dir"] == model_dir}

def input_fn(request_body, content_type):
    return json.loads(request_body), content_type

def predict_fn(data, model):
    value, content_type = data
    if value == "fail":
        raise ValueError("what went wrong")
    return {"value": value * FACTOR, "type": content_type, **model}

def output_fn(prediction, accept):
    return json.dumps(prediction), "application/special+json"
"""


def _load(path: Path, files: dict[str, str], graph: str | None = None) -> Any:
    content = {name: text.encode() for name, text in files.items()}
    if graph is not None:
        samples.save_dense(path / "graph", graph)
        content.update(samples.read_files(path / "graph"))
    return samples.load(samples.pack(path / "model.tar.gz", content), allow_code=True)


def _expected(rows: Any) -> np.ndarray:
    return np.asarray(rows) @ (np.arange(12).reshape(3, 4) / 10).T + [1, 2, 3]


def test_archives_without_code_need_no_permission(tmp_path: Path) -> None:
    samples.save_dense(tmp_path / "graph", "model")
    files = {**samples.read_files(tmp_path / "graph"),
             "model-shapes.json": b'[{"name": "data", "shape": [1, 4]}]'}
    model = samples.load(samples.pack(tmp_path / "model.tar.gz", {f"./{name}": data for name, data in files.items()}))
    assert model.description.inputs[0].shape == (None, 4)
    assert np.array(json.loads(ask(model, "[[1, 2, 3, 4], [5, 6, 7, 8]]").body)) == pytest.approx(
        _expected([[1, 2, 3, 4], [5, 6, 7, 8]]))


def test_all_functions(tmp_path: Path) -> None:
    model = _load(tmp_path, {"code/inference.py": ALL, "code/helper.py": "FACTOR = 2"})
    answer = ask(model, "[1]", "application/json")
    assert answer.content_type == "application/special+json"
    assert json.loads(answer.body) == {"value": [1, 1], "type": "application/json", "folder": True}
    failed = ask(model, '"fail"')
    assert (failed.status, read_error(failed)) == (500, "what went wrong")


def test_transform_fn(tmp_path: Path) -> None:
    source = ("def model_fn(model_dir):\n    return 3\n\n"
              "def transform_fn(model, data, content_type, accept):\n"
              "    return f'{model} {type(data).__name__} {content_type}', accept\n")
    model = _load(tmp_path, {"code/inference.py": source})
    assert ask(model, "1", "text/csv", "text/plain").body == b"3 str text/csv"
    answer = ask(model, b"\xff", "image/png", "text/plain")
    assert (answer.body, answer.content_type) == (b"3 bytes image/png", "text/plain")


@pytest.mark.parametrize(("files", "graph"), [({"code/inference.py": BLOCK}, "net"),
                                              ({"code/inference.py": "", "model-shapes.json":
                                                '[{"name": "data", "shape": [1, 4]}]'}, "model")])
def test_defaults_of_blocks_and_modules(files: dict[str, str], graph: str, tmp_path: Path) -> None:
    model = _load(tmp_path, files, graph)
    rows = np.random.rand(3, 4).astype("float32")
    stream = io.BytesIO()
    np.save(stream, rows)
    for body, kind in ((json.dumps(rows.tolist()).encode(), "application/json"),
                       (stream.getvalue(), "application/x-npy")):
        assert np.array(json.loads(ask(model, body, kind).body)) == pytest.approx(_expected(rows), rel=1e-5)
    answer = ask(model, stream.getvalue(), "application/x-npy", "application/x-npy")
    assert np.load(io.BytesIO(answer.body)) == pytest.approx(_expected(rows), rel=1e-5)
    csv = ask(model, "1,2,3,4\n", "text/csv")
    assert csv.status == (200 if graph == "model" else 415)
    arrays = model.answer([Request(arrays={"data": rows})])[0].arrays["output"]
    assert arrays == pytest.approx(_expected(rows), rel=1e-5)


def test_the_default_type_of_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = _load(tmp_path, {"code/inference.py": BLOCK}, "net")
    monkeypatch.setenv("SAGEMAKER_DEFAULT_INVOCATIONS_ACCEPT", "text/csv")
    assert ask(model, "[[0, 0, 0, 0]]", accept="*/*").body == b"1.0,2.0,3.0\n"


@pytest.mark.parametrize(("body", "kind", "accept", "status"), [
    (b"{", "application/json", "", 400), (b"\xff", "application/json", "", 400), (b"x", "image/png", "", 415),
    (b"[[0, 0, 0, 0]]", "application/json", "image/png", 406), (b"x", "application/x-npy", "", 400)])
def test_invalid_requests(body: bytes, kind: str, accept: str, status: int, tmp_path: Path) -> None:
    assert ask(_load(tmp_path, {"code/inference.py": BLOCK}, "net"), body, kind, accept).status == status


@pytest.mark.parametrize(("source", "words"), [
    ("def model_fn(folder):\n    return 3", "model_fn returned int"),
    ("def model_fn(folder):\n    raise OSError('no weights')", "model_fn failed: OSError: no weights"),
    ("def transform_fn(*a):\n    pass\ndef input_fn(*a):\n    pass", "transform_fn and input_fn"),
    ("", "has no model_fn and lacks model-symbol.json"), ("import sagemaker_not_here", "sagemaker_not_here")])
def test_code_that_cannot_be_loaded(source: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(mx.MXNetError, match=words):
        _load(tmp_path, {"code/inference.py": source})
