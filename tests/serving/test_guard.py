"""Tests of limits, the API key, compressed bodies, logs and metrics."""

from __future__ import annotations

import gzip
import json
import logging
import re
import zlib

import pytest
from serving_helpers import Client, DoublerSource

from mxnet.serving.app import Options
from mxnet.serving.guard import Limits
from mxnet.serving.server import JSONFormatter
from mxnet.serving.table import Settings

PATHS = ("/predictions/double", "/v2/models/double/infer")


@pytest.fixture(scope="module")
def client():
    limits = Limits(body=1000, bodies=1500, body_timeout=0.2, requests=4)
    with Client(Options((DoublerSource(),), Settings(), limits, processes=False, key="a key")) as client:
        yield client


KEY = {"Authorization": "Bearer a key"}


def message(response):
    members = response.json()
    return members.get("error") or members["message"]


@pytest.mark.parametrize("path", PATHS)
def test_large_bodies(client, path):
    for content in (b"x" * 1001, iter([b"x" * 600] * 2)):
        response = client.post(path, content=content if isinstance(content, bytes) else _chunks(content), headers=KEY)
        assert response.status_code == 413 and "1000 bytes" in message(response)
    response = client.post(path, headers={**KEY, "Content-Length": "9" * 30}, content=b"x")
    assert response.status_code == 413


async def _chunks(parts):
    for part in parts:
        yield part


def test_bodies_together(client):
    guard = client.application.build().middleware_stack.app
    guard._bytes += 1000
    try:
        response = client.post(PATHS[0], content=b" " * 600, headers=KEY)
        assert response.status_code == 503 and response.headers["retry-after"] == "1"
    finally:
        guard._bytes -= 1000
    assert guard._bytes == 0


def test_too_many_requests(client):
    guard = client.application.build().middleware_stack.app
    guard._requests += 4
    response = client.get("/ping")
    guard._requests -= 4
    assert response.status_code == 503 and response.headers["retry-after"] == "1"
    assert client.get("/ping").status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_slow_bodies(client, path):
    import asyncio

    async def slow():
        yield b"["
        await asyncio.sleep(60)

    response = client.post(path, content=slow(), headers=KEY)
    assert response.status_code == 408 and response.headers["connection"] == "close"


@pytest.mark.parametrize(("encoding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_compressed_bodies(client, encoding, pack):
    headers = {**KEY, "Content-Encoding": encoding}
    assert client.post(PATHS[0], content=pack(b"[1]"), headers=headers).status_code == 200
    assert client.post(PATHS[0], content=pack(b" " * 5_000_000), headers=headers).status_code == 413
    for damaged in (b"nothing", pack(b"[1]")[:-3], pack(b"[1]") + b"x", b""):
        assert client.post(PATHS[0], content=damaged, headers=headers).status_code == 400
    assert client.post(PATHS[0], content=b"x", headers={**KEY, "Content-Encoding": "br"}).status_code == 415


@pytest.mark.parametrize("headers", [
    {}, {"Authorization": "Bearer other"}, {"Authorization": "a key"}, {"X-API-Key": "x"},
    {"Authorization": "Basic a key"}, {"X-API-Key": b"\xff"}, {"Authorization": "Bearer "}])
def test_the_key_is_needed(client, headers):
    for path in (*PATHS, "/models/double/invoke", "/invocations", "/metrics", "/status", "/v2", "/nothing"):
        response = client.request("POST", path, headers=headers)
        assert response.status_code == 401 and response.headers["www-authenticate"] == "Bearer"
    assert client.manage("GET", "/models", headers=headers).status_code == 401
    for path in ("/", "/ping", "/v2/health/live", "/v2/health/ready", "/v2/models/double/ready"):
        assert client.get(path, headers=headers).status_code == 200


@pytest.mark.parametrize("headers", [KEY, {"X-API-Key": "a key"}, {"Authorization": "bearer a key"}])
def test_the_key_is_accepted(client, headers):
    assert client.post(PATHS[0], content=b"[]", headers=headers).status_code == 200


def test_pages_of_other_sites(client):
    response = client.post(PATHS[0], content=b"[]", headers={**KEY, "Origin": "http://evil.example"})
    assert response.status_code == 403
    assert client.post(PATHS[0], content=b"[]", headers={**KEY, "Origin": "http://localhost"}).status_code == 200
    assert client.manage("GET", "/models", headers={**KEY, "Host": "evil.example"}).status_code == 403
    assert client.manage("GET", "/models", headers={**KEY, "Host": "[::1]:8081"}).status_code == 200


def test_identifiers(client):
    assert client.get("/ping", headers={"X-Request-Id": "abc-1"}).headers["x-request-id"] == "abc-1"
    for bad in ("a b", "x" * 65, "<script>", ""):
        found = client.get("/ping", headers={"X-Request-Id": bad}).headers["x-request-id"]
        assert found != bad and re.fullmatch(r"[0-9a-f-]{36}", found)


def test_each_request_is_one_line_of_json(client):
    lines = []
    handler = logging.Handler()
    handler.setFormatter(JSONFormatter())
    handler.emit = lambda record: lines.append(handler.format(record))
    logger = logging.getLogger("mxnet.serving.requests")
    logger.addHandler(handler)
    logger.setLevel("INFO")
    try:
        client.post(PATHS[0], content=b"[]", headers={**KEY, "X-Request-Id": "one"})
        client.get("/bad%0Aline", headers={**KEY, "X-Request-Id": "two"})
    finally:
        logger.removeHandler(handler)
        logger.setLevel("NOTSET")
    first, second = map(json.loads, lines)
    assert (first["id"], first["model"], first["status"], first["batch"]) == ("one", "double", 200, 1)
    assert first["ms"] > 0
    assert (second["id"], second["status"], second["path"]) == ("two", 404, "/bad\nline") and "\n" not in lines[1]


def test_errors_are_logged_with_their_traceback():
    try:
        raise ValueError("a\nb")
    except ValueError as error:
        record = logging.LogRecord("n", logging.ERROR, "f", 1, "failed %s", ("x",), (type(error), error, None))
    line = json.loads(JSONFormatter().format(record))
    assert line["event"] == "failed x" and "ValueError: a\nb" in line["traceback"]


def test_metrics(client):
    text = client.get("/metrics", headers=KEY).text
    assert 'mxnet_serving_requests_total{model="double",status="200"}' in text
    assert 'mxnet_serving_seconds_count{model="double"}' in text
    assert 'mxnet_serving_workers_ready{model="double"} 1.0' in text


def test_faults_of_the_server_are_hidden(client, monkeypatch, caplog):
    def fail(*_):
        raise RuntimeError("a secret detail")

    monkeypatch.setattr("mxnet.serving.table.Table.get", fail)
    for path in PATHS:
        response = client.post(path, content=b"[]", headers=KEY)
        assert response.status_code == 500 and "secret" not in response.text and "log" in message(response)


def test_websockets_are_closed(client):
    sent = []

    async def send(message):
        sent.append(message)

    client.run(client.application({"type": "websocket", "path": "/"}, None, send))
    assert sent == [{"type": "websocket.close", "code": 1000}]
