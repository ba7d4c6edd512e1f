"""Tests of the Open Inference Protocol."""

from __future__ import annotations

import json

import numpy as np
import pytest
from serving_helpers import Client, DoublerSource, running, wait_ready

from mxnet.serving.app import Options
from mxnet.serving.table import Settings

BODY = {"inputs": [{"name": "data", "datatype": "FP32", "shape": [1, 4], "data": [1, 2, 3, 4]}]}


@pytest.fixture(scope="module")
def client():
    with Client(Options((DoublerSource(),), Settings(), processes=False)) as client:
        yield client


def test_metadata(client):
    server = client.get("/v2").json()
    assert server["name"] == "mxnet" and "binary_tensor_data" in server["extensions"]
    assert client.get("/v2/health/live").json() == {"live": True}
    assert client.get("/v2/health/ready").json() == {"live": True, "ready": True}
    assert client.get("/v2/models").json() == {"models": ["double"]}
    for path in ("/v2/models/double", "/v2/models/double/versions/1"):
        assert client.get(path).json() == {
            "name": "double", "versions": ["1"], "platform": "mxnet_mxnet",
            "inputs": [{"name": "data", "datatype": "FP32", "shape": [-1, 4]}],
            "outputs": [{"name": "double", "datatype": "FP32", "shape": [-1, 4]}]}
        assert client.get(path + "/ready").json() == {"name": "double", "ready": True}


def test_infer(client):
    for path in ("/v2/models/double/infer", "/v2/models/double/versions/1/infer"):
        response = client.post(path, json={**BODY, "id": "42", "outputs": [{"name": "double"}]})
        assert response.status_code == 200 and response.json() == {
            "model_name": "double", "model_version": "1", "id": "42",
            "outputs": [{"name": "double", "datatype": "FP32", "shape": [1, 4], "data": [2, 4, 6, 8]}]}


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/v2/models/nobody", 404), ("GET", "/v2/models/nobody/ready", 404),
    ("POST", "/v2/models/nobody/infer", 404),
    ("POST", "/v2/models/double/versions/2/infer", 404), ("GET", "/v2/models/double/versions/2", 404),
    ("GET", "/v2/models/double/infer", 405), ("GET", "/v2/nothing", 404), ("POST", "/v2/models/double/infer", 400),
    ("POST", "/v2/repository/models/double/unload", 404),
])
def test_errors_are_objects_with_one_text(client, method, path, status):
    response = client.request(method, path)
    assert response.status_code == status and list(response.json()) == ["error"]


def test_errors_of_the_model(client):
    body = {"inputs": [{**BODY["inputs"][0], "shape": [4]}]}
    response = client.post("/v2/models/double/infer", json=body)
    assert response.status_code == 400 and "must be float32" in response.json()["error"]
    response = client.post("/v2/models/double/infer", content=json.dumps(BODY).encode(),
                           headers={"Inference-Header-Content-Length": "-1"})
    assert response.status_code == 400


def test_repository(client):
    index = client.manage("POST", "/v2/repository/index").json()
    assert index == [{"name": "double", "version": "1", "state": "READY"}]
    assert client.manage("POST", "/v2/repository/models/double/load").status_code == 200
    assert client.manage("POST", "/v2/repository/models/nobody/load").status_code == 404
    assert client.manage("POST", "/v2/repository/models/double/load", content=b"[").status_code == 400


def test_models_that_are_not_loaded_yet():
    with Client(Options((DoublerSource(fails="no"),), Settings(), processes=False)) as client:
        for path in ("/v2/health/ready", "/v2/models/double/ready", "/v2/models/double"):
            assert client.get(path).status_code == 503
        assert client.get("/v2/health/live").status_code == 200
        assert client.post("/v2/models/double/infer", json=BODY).status_code == 503


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_public_client_of_triton():
    triton = pytest.importorskip("tritonclient.http")
    with running(Options((DoublerSource(),), Settings(), processes=False)) as (address, management, _):
        wait_ready(address)
        with triton.InferenceServerClient(address.removeprefix("http://")) as client:
            assert client.is_server_live() and client.is_server_ready() and client.is_model_ready("double", "1")
            assert client.get_server_metadata()["name"] == "mxnet"
            assert client.get_model_metadata("double")["inputs"][0]["shape"] == [-1, 4]
            array = np.float32([[1, 2, 3, 4], [5, 6, 7, 8]])
            for binary in (True, False):
                sent = triton.InferInput("data", [2, 4], "FP32")
                sent.set_data_from_numpy(array, binary_data=binary)
                for outputs in (None, [triton.InferRequestedOutput("double", binary_data=binary)]):
                    result = client.infer("double", [sent], outputs=outputs, request_id="7")
                    np.testing.assert_array_equal(result.as_numpy("double"), array * 2)
                    assert result.get_response()["id"] == "7"
                packed = client.infer("double", [sent], request_compression_algorithm="gzip")
                np.testing.assert_array_equal(packed.as_numpy("double"), array * 2)
            classes = client.infer("double", [sent], outputs=[triton.InferRequestedOutput("double", class_count=1)])
            assert classes.as_numpy("double").tolist() == [[b"8.000000:3:three"], [b"16.000000:3:three"]]
            assert client.get_model_repository_index()[0]["name"] == "double"
            with pytest.raises(triton.InferenceServerException, match="Model not found: nobody"):
                client.infer("nobody", [sent])
        with triton.InferenceServerClient(management.removeprefix("http://")) as manager:
            manager.load_model("double")
            manager.unload_model("double")
