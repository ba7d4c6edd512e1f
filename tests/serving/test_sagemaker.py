"""Tests of SageMaker's contract."""

from __future__ import annotations

import pytest
from serving_helpers import Client, DoublerSource

from mxnet.serving.app import Options
from mxnet.serving.table import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    options = Options((DoublerSource(), DoublerSource("second"), DoublerSource("third", fails="memory")),
                      Settings(min_workers=1), several=True, processes=False, store=str(tmp_path_factory.mktemp("s")))
    with Client(options) as client:
        client.manage("DELETE", "/models/second")
        client.manage("DELETE", "/models/third")
        yield client


def test_invocations(client):
    assert client.get("/ping").status_code == 200
    response = client.post("/invocations", content=b"[]")
    assert response.status_code == 200 and response.json()["batch"] == 1
    assert client.post("/invocations?model_name=double", content=b"[]").status_code == 200
    assert client.post("/invocations?model_name=nobody", content=b"[]").status_code == 404


def test_models_on_demand(client):
    response = client.post("/models", json={"model_name": "second", "url": "source:second"})
    assert response.status_code == 200
    assert client.post("/models", json={"model_name": "second", "url": "source:second"}).status_code == 409
    listed = client.get("/models").json()["models"]
    assert listed == [{"modelName": name, "modelUrl": f"source:{name}"} for name in ("double", "second")]
    assert client.get("/models/second").json() == {"modelName": "second", "modelUrl": "source:second"}
    assert client.post("/models/second/invoke", content=b"[]").status_code == 200
    assert client.post("/invocations", content=b"[]").json()["message"] == "Parameter model_name is required."
    assert client.request("DELETE", "/models/second").status_code == 200
    for method, path in (("DELETE", "/models/second"), ("GET", "/models/second"), ("POST", "/models/second/invoke")):
        assert client.request(method, path).status_code == 404


def test_a_model_that_does_not_fit_into_memory(client):
    response = client.post("/models", json={"model_name": "third", "url": "source:third"})
    assert response.status_code == 507 and response.json()["code"] == 507
    assert client.get("/models/third").status_code == 404


@pytest.mark.parametrize("body", [{}, {"url": "x"}, {"model_name": "x"}, {"url": 3, "model_name": "x"}, [], "x",
                                  {"url": "/etc", "model_name": "a/b"}])
def test_bad_requests(client, body):
    assert client.post("/models", json=body).status_code == 400


def test_models_outside_of_the_store(client):
    for url in ("/etc", "/opt/ml/models/../../etc", "nothing", ""):
        response = client.post("/models", json={"model_name": "x", "url": url})
        assert response.status_code in (400, 404)


def test_one_model_has_no_management_here():
    with Client(Options((DoublerSource(),), Settings(), processes=False)) as client:
        assert client.post("/models", json={"model_name": "x", "url": "x"}).status_code == 404
        assert client.request("DELETE", "/models/double").status_code == 404
        assert client.post("/models/double/invoke", content=b"[]").status_code == 200
