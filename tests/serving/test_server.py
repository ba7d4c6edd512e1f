"""Tests of the sockets: slow clients, requests that are not HTTP, TLS, ports in use."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import ssl
import subprocess
import time
import unittest.mock

import httpx
import pytest
import uvicorn
from serving_helpers import DoublerSource, running, wait_ready
from uvicorn.server import ServerState

from mxnet.serving.app import Application, Options
from mxnet.serving.guard import Limits
from mxnet.serving.server import Listen, make_protocol, serve
from mxnet.serving.table import Settings


@pytest.fixture(scope="module")
def server():
    options = Options((DoublerSource(),), Settings(), Limits(body=1 << 20, body_timeout=0.5), processes=False)
    with running(options, header_timeout=0.5, keep_alive=1) as (address, _, _):
        wait_ready(address)
        yield address


def talk(address: str, *parts: bytes, pause: float = 0.0) -> bytes:
    """Send bytes and return everything until the server closes the connection."""
    host, port = address.removeprefix("http://").split(":")
    received = b""
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        try:
            for part in parts:
                connection.sendall(part)
                time.sleep(pause)
            while data := connection.recv(65536):
                received += data
        except (ConnectionResetError, BrokenPipeError):
            pass
    return received


HEAD = b"POST /predictions/double HTTP/1.1\r\nHost: a\r\n"


@pytest.mark.parametrize("parts", [(b"",), (b"GET / HT",), (HEAD,),
                                   (b"GET /ping HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP",)])
def test_slow_headers_end_the_connection(server, parts):
    assert talk(server, *parts).count(b"HTTP/1.1 200") == (b"ping" in parts[0])


def test_headers_that_trickle_end_the_connection(server):
    assert talk(server, *(bytes([byte]) for byte in HEAD[:40]), pause=0.05) == b""


def test_slow_bodies_get_an_answer(server):
    for head in (b"Content-Length: 10\r\n\r\n[", b"Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n"):
        answer = talk(server, HEAD + head)
        assert answer.startswith(b"HTTP/1.1 408") and b'"code": 408' in answer


@pytest.mark.parametrize("request_bytes", [
    b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\0" * 100 + b"\r\n\r\n",
    HEAD + b"Content-Length: x\r\n\r\n", HEAD + b"Content-Length: -5\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n[]",
    HEAD + b"Bad Header\r\n\r\n", HEAD + b": x\r\n\r\n",
])
def test_requests_that_are_not_http(server, request_bytes):
    answer = talk(server, request_bytes)
    assert not answer or answer.startswith(b"HTTP/1.1 4")
    if answer:
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] >= 400
    assert httpx.get(server + "/ping").status_code == 200


def test_giant_bodies_get_an_answer(server):
    response = httpx.post(server + "/predictions/double", content=b"x" * (8 << 20))
    assert response.status_code == 413
    with httpx.Client() as client:  # the connection stays usable
        for _ in range(2):
            assert client.post(server + "/v2/models/double/infer", content=b"x" * (2 << 20)).status_code == 413
        assert client.get(server + "/ping").status_code == 200


def test_pipelined_requests(server):
    answer = talk(server, b"GET /ping HTTP/1.1\r\nHost: a\r\n\r\n" * 3)
    assert answer.count(b"HTTP/1.1 200") == 3


@pytest.mark.parametrize("reads", [True, False])
def test_clients_that_do_not_read_are_dropped(reads):
    async def main() -> bool:
        config = uvicorn.Config(Application(Options()), http=make_protocol(0.05))
        config.load()
        protocol = config.http_protocol_class(config=config, server_state=ServerState(), app_state={})
        transport = unittest.mock.Mock()
        protocol.connection_made(transport)
        protocol._cancel()
        protocol.pause_writing()
        if reads:
            protocol.resume_writing()
        await asyncio.sleep(0.1)
        aborted = bool(transport.abort.called)
        protocol.connection_lost(None)
        return aborted

    assert asyncio.run(main()) is not reads


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
def test_tls(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    options = Options((DoublerSource(),), Settings(), processes=False)
    with running(options, certificate=str(certificate), private_key=str(key)) as (address, *_):
        assert address.startswith("https://")
        context = ssl.create_default_context(cafile=str(certificate))
        assert httpx.get(address + "/v2/health/live", verify=context).status_code == 200


def test_a_port_in_use_is_a_failure():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = Listen(port=taken.getsockname()[1], management_port=0)
        application = Application(Options((DoublerSource(),), Settings(), processes=False))
        assert asyncio.run(serve(application, listen)) is False
