"""Tests of the interface of Multi Model Server."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from serving_helpers import Client, DoublerSource

import mxnet as mx
from mxnet.serving.app import Options
from mxnet.serving.table import Settings


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Path:
    """Return a model store with a linear model."""
    folder = tmp_path_factory.mktemp("store")
    output = mx.sym.FullyConnected(mx.sym.var("data"), mx.sym.var("w"), no_bias=True, num_hidden=2, name="out")
    for name in ("line", "other"):
        (folder / name).mkdir()
        output.save(str(folder / name / "line-symbol.json"))
        mx.nd.save(str(folder / name / "line-0000.params"), {"arg:w": mx.nd.array([[1, 2, 3], [4, 5, 6]])})
        (folder / name / "signature.json").write_text(json.dumps(
            {"inputs": [{"data_name": "data", "data_shape": [0, 3]}], "input_type": "application/json"}))
    (folder / "empty").mkdir()
    return folder


@pytest.fixture(scope="module")
def client(store):
    options = Options((DoublerSource(),), Settings(min_workers=1), store=str(store), processes=False, most_models=3)
    with Client(options) as client:
        yield client


def error(response, status, type, message):
    assert response.status_code == status, response.text
    assert response.json()["code"] == status and response.json()["type"] == type
    assert message in response.json()["message"]
    return True


def test_ping(client):
    response = client.get("/ping")
    assert response.status_code == 200 and response.json() == {"status": "Healthy", "health": "healthy!"}


@pytest.mark.parametrize("path", ["/predictions/double", "/double/predict"])
def test_predictions(client, path):
    response = client.post(path, content=b"{}", headers={"Content-Type": "application/json"})
    assert response.status_code == 200 and response.json()["type"] == "application/json"
    assert client.request("OPTIONS", path).json()["paths"]["/predictions/double"]["post"]["x-inputs"] == [
        {"name": "data", "dtype": "float32", "shape": [-1, 4]}]


def test_errors_of_predictions(client):
    assert error(client.post("/predictions/nobody"), 404, "ModelNotFoundException", "Model not found: nobody")
    assert error(client.post("/nobody/predict"), 404, "ModelNotFoundException", "Model not found: nobody")
    assert error(client.get("/predictions"), 404, "ResourceNotFoundException", "Requested resource is not found")
    assert error(client.get("/predictions/double"), 405, "MethodNotAllowedException", "method is not allowed")
    assert error(client.post("/predictions/..%2f..%2fetc%2fpasswd"), 404, "ResourceNotFoundException", "")
    assert error(client.post("/predictions/double", content=b"{"), 400, "BadRequestException", "not JSON")
    assert error(client.post("/predictions/double", content=b'{"fail": 1}'), 500, "ModelException", "log of the server")


def test_statuses_and_types_of_handlers(client):
    response = client.post("/predictions/double", content=b'{"type": "text/plain"}')
    assert response.headers["content-type"] == "text/plain"
    response = client.post("/predictions/double", content=json.dumps({"type": "a\r\nSet-Cookie: b"}).encode())
    assert response.headers["content-type"] == "application/octet-stream" and "set-cookie" not in response.headers
    assert client.post("/predictions/double", content=b'{"status": 418}').status_code == 418


def test_descriptions(client):
    described = client.request("OPTIONS", "/").json()
    assert described["openapi"] == "3.0.1" and "/predictions/{model_name}" in described["paths"]
    assert client.get("/api-description").json() == described
    managed = client.manage("OPTIONS", "/").json()["paths"]
    assert set(managed["/models"]) == {"get", "post"}
    assert set(managed["/models/{model_name}"]) == {"get", "put", "delete"}


def test_life_of_a_model(client):
    response = client.manage("POST", "/models?url=line")
    assert response.status_code == 200 and response.json() == {"status": 'Model "line" registered'}
    described = client.manage("GET", "/models/line").json()
    assert described | {"loadedAtStartup": None} == {
        "modelName": "line", "modelVersion": "", "modelUrl": "line", "engine": "MXNet", "runtime": "python",
        "minWorkers": 0, "maxWorkers": 0, "batchSize": 1, "maxBatchDelay": 100, "responseTimeout": 120,
        "loadedAtStartup": None, "workers": [],
        "metrics": {"rejectedRequests": 0, "waitingQueueSize": 0, "requests": 0}}
    response = client.post("/predictions/line", content=b"[[1, 1, 1]]")
    assert error(response, 503, "ServiceUnavailableException", "No worker")
    response = client.manage("PUT", "/models/line?min_worker=1&synchronous=true")
    assert response.status_code == 200 and response.json() == {"status": "Worker scaled"}
    response = client.post("/predictions/line", json={"data": [[1, 1, 1]]})
    np.testing.assert_array_equal(response.json(), [[6, 15]])
    (worker,) = client.manage("GET", "/models/line").json()["workers"]
    assert worker["status"] == "READY" and worker["gpu"] is False and worker["memoryUsage"] >= 0
    assert client.manage("PUT", "/models/line?batch_size=4&max_batch_delay=7&response_timeout=9").status_code == 202
    described = client.manage("GET", "/models/line").json()
    assert (described["batchSize"], described["maxBatchDelay"], described["responseTimeout"]) == (4, 7, 9)
    response = client.manage("PUT", "/models/line?min_worker=2")
    assert response.status_code == 202 and response.json() == {"status": "Worker updated"}
    assert client.manage("DELETE", "/models/line").json() == {"status": 'Model "line" unregistered'}
    assert error(client.manage("DELETE", "/models/line"), 404, "ModelNotFoundException", "Model not found: line")


def test_register_with_workers(client):
    response = client.manage("POST", "/models", json={"url": "line", "model_name": "second", "initial_workers": 1,
                                                      "synchronous": True, "batch_size": 8, "runtime": "PYTHON"})
    assert response.status_code == 200 and response.json() == {"status": "Worker scaled"}
    assert client.manage("GET", "/models/second").json()["batchSize"] == 8
    assert error(client.manage("POST", "/models?url=line&model_name=second"), 409, "ConflictStatusException",
                 "Model second is already registered.")
    response = client.manage("POST", "/models?url=line&model_name=third&initial_workers=1")
    assert response.status_code == 202 and response.json() == {"status": "Worker updated"}
    assert error(client.manage("POST", "/models?url=line&model_name=fourth"), 507, "OutOfMemoryException", "3 models")
    first = client.manage("GET", "/models?limit=2").json()
    assert first == {"nextPageToken": "2", "models": [{"modelName": "double", "modelUrl": "source:double"},
                                                      {"modelName": "second", "modelUrl": "line"}]}
    assert client.manage("GET", "/models?limit=2&next_page_token=2").json() == {
        "models": [{"modelName": "third", "modelUrl": "line"}]}
    for name in ("second", "third"):
        client.manage("DELETE", f"/models/{name}")


@pytest.mark.parametrize(("query", "status", "type", "message"), [
    ("", 400, "BadRequestException", "Parameter url is required."),
    ("url=nothing", 404, "ModelNotFoundException", "Model not found in model store: nothing"),
    ("url=../store/line", 404, "ModelNotFoundException", "Relative path is not allowed in url"),
    ("url=/etc/passwd", 404, "ModelNotFoundException", "Model not found in model store"),
    ("url=a%00b", 404, "ModelNotFoundException", "Relative path"),
    ("url=https://example.org/a.mar", 400, "BadRequestException", "not downloaded"),
    ("url=empty", 400, "BadRequestException", "cannot be read"),
    ("url=line&runtime=java", 400, "BadRequestException", "Invalid RuntimeType value: java"),
    ("url=line&handler=os:system", 400, "BadRequestException", "handler"),
    ("url=line&batch_size=0", 400, "BadRequestException", "batch_size"),
    ("url=line&batch_size=many", 400, "BadRequestException", "batch_size"),
    ("url=line&initial_workers=100000", 400, "BadRequestException", "initial_workers"),
    ("url=line&model_name=../a", 400, "BadRequestException", "model name"),
])
def test_errors_of_registering(client, query, status, type, message):
    assert error(client.manage("POST", f"/models?{query}"), status, type, message)


def test_errors_of_management(client):
    assert error(client.manage("PUT", "/models/nobody?min_worker=1"), 404, "ModelNotFoundException", "nobody")
    assert error(client.manage("PUT", "/models/double?min_worker=3&max_worker=2"), 400, "BadRequestException",
                 "max_worker cannot be less than min_worker.")
    assert error(client.manage("PATCH", "/models"), 405, "MethodNotAllowedException", "not allowed")
    assert error(client.manage("POST", "/models", content=b"[", headers={"Content-Type": "application/json"}), 400,
                 "BadRequestException", "JSON")
    assert error(client.manage("POST", "/predictions/double"), 404, "ResourceNotFoundException", "")


def test_workers_that_cannot_load(store):
    options = Options((DoublerSource(fails="broken"),), Settings(), processes=False)
    with Client(options) as client:
        assert client.get("/ping").status_code == 503 and client.get("/ping").json()["status"] == "Unhealthy"
        response = client.manage("PUT", "/models/double?min_worker=1&synchronous=true")
        assert error(response, 500, "InternalServerException", "Failed to start workers: ValueError: broken")
    with Client(Options((DoublerSource(fails="memory"),), Settings(), processes=False)) as client:
        assert client.manage("PUT", "/models/double?min_worker=1&synchronous=true").status_code == 507
