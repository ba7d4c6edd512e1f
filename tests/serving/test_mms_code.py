"""Handlers of Multi Model Server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import serving_models as samples
from serving_models import ask, read_error

import mxnet as mx
from mxnet.serving.interface import Request

FUNCTION = """
import json, os
from mms.service import PredictionException

state = []

def handle(data, context):
    if data is None:
        state.append(context.system_properties["model_dir"])
        return None
    (row,) = data
    value = row.get("body", row.get("data"))
    if value == "fail":
        raise RuntimeError("a secret")
    if value == "refuse":
        raise PredictionException("not today", 422)
    if value == "memory":
        raise MemoryError
    if value == "number":
        return 3
    if value == "many":
        return [1, 2]
    if value == "object":
        return [object()]
    if value == "bytes":
        context.set_response_content_type(0, "image/png")
        return [bytearray(b"PNG")]
    if value == "text":
        return ["some text"]
    if value == "status":
        context.set_response_status(201, "Created", 0)
        return [{}]
    if value == "all":
        context.set_all_response_status(404, "gone")
        return ["[]"]
    context.metrics.add_time("time", 3.5)
    return [{"type": type(value).__name__, "header": context.get_request_header(0, "X-Test"), "names": sorted(row),
             "part": context.get_request_header(0, "data"), "here": os.path.isfile("extra.txt"),
             "state": len(state), "properties": context.system_properties["batch_size"], "id": context.get_request_id(),
             "manifest": context.manifest["model"]["modelName"], "length": len(str(value))}]
"""
CLASS = """
from base import Base

class Service(Base):
    def handle(self, data, context):
        return [self.scale * row["body"] for row in data]
"""
BASE = """
class Base:
    def initialize(self, context):
        self.scale = 3
"""


def _load(path: Path, handler: str, files: dict[str, str], **options: Any) -> Any:
    content = {name: text.encode() for name, text in files.items()}
    archive = samples.pack(path / "a.mar", {**content, "MAR-INF/MANIFEST.json": samples.manifest("code", handler)})
    return samples.load(archive, allow_code=True, **options)


@pytest.fixture
def model(tmp_path: Path) -> Any:
    return _load(tmp_path, "service.py:handle", {"service.py": FUNCTION, "extra.txt": ""})


def test_functions(model: Any) -> None:
    assert model.description.runs_code and not model.description.batchable
    request = Request(body=b'{"a": 1}', headers={"x-test": "yes", "X-Request-Id": "7"})
    answer = json.loads(model.answer([request])[0].body)
    assert answer == {"type": "dict", "header": "yes", "names": ["body"], "part": None, "here": True, "state": 1,
                      "properties": 1, "id": "7", "manifest": "code", "length": 8}


@pytest.mark.parametrize(("body", "kind", "expected"), [
    (b"text that is no command", "text/plain", "str"), (b"[1]", "application/json", "list"),
    (b"\xff", "application/octet-stream", "bytearray"), (b"\xff\xd8", "image/jpeg", "bytearray")])
def test_types_of_bodies(body: bytes, kind: str, expected: str, model: Any) -> None:
    assert json.loads(ask(model, body, kind).body)["type"] == expected


def test_forms(model: Any) -> None:
    answer = json.loads(model.answer([samples.form(("data", "image/png", b"abc"), ("x", "text/plain", b""))])[0].body)
    assert (answer["names"], answer["type"], answer["part"]) == (["data", "x"], "bytearray",
                                                                 {"content-type": "image/png"})


@pytest.mark.parametrize(("command", "status", "message"), [
    ("fail", 503, "Prediction failed"), ("refuse", 422, "not today"), ("memory", 507, "Out of resources"),
    ("number", 503, "Invalid model predict output"), ("many", 503, "number of batch response mismatched"),
    ("object", 503, "Unsupported model output data type.")])
def test_errors(command: str, status: int, message: str, model: Any) -> None:
    answers = model.answer([Request(body=command.encode(), content_type="text/plain"), Request(body=b"[1]")])
    assert (answers[0].status, read_error(answers[0])) == (status, message)
    assert answers[1].status == 200


@pytest.mark.parametrize(("command", "status", "body", "kind"), [
    ("bytes", 200, b"PNG", "image/png"), ("text", 200, b"some text", "text/plain; charset=utf-8"),
    ("status", 201, b"{}", "application/json"), ("all", 404, b"[]", "application/json")])
def test_answers(command: str, status: int, body: bytes, kind: str, model: Any) -> None:
    answer = ask(model, command, "text/plain")
    assert (answer.status, answer.body, answer.content_type) == (status, body, kind)


@pytest.mark.parametrize(("body", "kind"), [(b"{", "application/json"), (b"\xff", "text/plain"),
                                            (b"x", "multipart/form-data")])
def test_invalid_requests(body: bytes, kind: str, model: Any) -> None:
    assert ask(model, body, kind).status == 400


def test_classes_with_a_base_in_the_archive(tmp_path: Path) -> None:
    model = _load(tmp_path, "service", {"service.py": CLASS, "base.py": BASE})
    assert ask(model, "14").body == b"42"


def test_bases_of_the_old_server_in_the_archive(tmp_path: Path) -> None:
    source = CLASS.replace("from base", "from model_service.mxnet_model_service")
    model = _load(tmp_path, "service", {"service.py": source, "model_service/__init__.py": "",
                                        "model_service/mxnet_model_service.py": BASE})
    assert ask(model, "2").body == b"6"
    with pytest.raises(mx.MXNetError, match="No module named 'model_service'"):
        _load(tmp_path, "service", {"service.py": source})


def test_classes_of_old_archives(tmp_path: Path) -> None:
    source = """
class Service:
    def __init__(self, model_name, model_dir, manifest, gpu=None):
        self.name = model_name
    def handle(self, data, context):
        return [self.name]
"""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "service.py").write_text(source)
    (tmp_path / "old" / "MANIFEST.json").write_text(json.dumps(
        {"Model": {"Model-Name": "old", "Service": "service.py", "Signature": "signature.json"}}))
    assert ask(samples.load(tmp_path / "old", allow_code=True), "1").body == b"old"


def test_arrays(tmp_path: Path) -> None:
    source = "def handle(data, context):\n    return data and [(2 * data[0]['x']).tolist()]\n"
    model = _load(tmp_path, "service:handle", {"service.py": source})
    answer = model.answer([Request(arrays={"x": np.arange(3)})])[0]
    assert answer.arrays["output"].tolist() == [0, 2, 4]
    text = "def handle(data, context):\n    return data and ['words']\n"
    model = _load(tmp_path, "service:handle", {"service.py": text})
    assert "not an array" in read_error(model.answer([Request(arrays={"x": np.arange(3)})])[0])


@pytest.mark.parametrize(("source", "words"), [
    ("x = 1", "must have a function handle or one class, found none"),
    ("class A:\n    pass\nclass B:\n    pass", "found A, B"), ("1 / 0", "ZeroDivisionError"),
    ("def handle(data, context):\n    raise KeyError('weights')", "cannot be initialized: KeyError")])
def test_code_that_cannot_be_loaded(source: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(mx.MXNetError, match=words):
        _load(tmp_path, "service", {"service.py": source})
