"""Send mutated requests to a server of models.

    python tools/fuzz/serving.py --count 100000 --seed 0

Each request must get an answer: a success, or an error from 400 to 499 in the JSON format of its protocol. 503 is
allowed while a model is loaded. A request must not execute code or write files, crash or hang the server, and the
server must still predict at the end. Most requests go directly to the ASGI application, one in ten as bytes through a
socket.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import logging
import pathlib
import random
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from typing import Any

import _common as common
import numpy as np

import mxnet as mx
from mxnet.serving.app import Application, Options
from mxnet.serving.guard import Limits
from mxnet.serving.server import Listen, serve
from mxnet.serving.table import Settings

_TIMEOUT = 20.0
_TYPES = ["application/json", "application/x-npy", "application/octet-stream", "image/jpeg", "image/png", "text/csv",
          "", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x",
          "text/html",
          "application/json; charset=utf-16", "\xff", "a" * 5000, "*/*", "application/x-npz", "application/x-python"]
_PATHS = ["/predictions/line", "/line/predict", "/invocations", "/models/line/invoke", "/v2/models/line/infer",
          "/v2/models/line/versions/1.0/infer", "/ping", "/", "/metrics", "/status", "/v2", "/models", "/models/line",
          "/predictions/../../etc/passwd", "/predictions/..%2f", "/predictions/%00", "/v2/models//infer", "//", "/%",
          "/\xff", "/predictions/" + "a" * 9000, "/v2/models/line/infer/",
          "/predictions/line?model_name=a&model_name=b"]
_VALUES = ["-1", "0", "1", "99999999999999999999", "abc", "", "1e3", "0x10", " 5 ", "NaN", "\r\nX: y", "\0", "5, 5"]
_TEXTS = [b"NaN", b"Infinity", b"-1", b"1e999", b"null", b"true", b"[]", b"{}", b'""', b"9" * 400, b"[" * 3000,
          b'"a":' * 5, b'"\\ud800"', b"18446744073709551616", b"0.1", b'"BYTES"', b'"FP16"', b'"INT64"', b'"BF16"',
          b"1.5", b"-0"]


@dataclass(frozen=True)
class Message:
    """One request."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    managed: bool = False
    raw: bytes | None = None


def _npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def _object_npy() -> bytes:
    file = io.BytesIO()
    np.save(file, np.array([print], object), allow_pickle=True)
    return file.getvalue()


def _seeds() -> list[Message]:
    """Return valid requests of all protocols."""
    json_type = (("content-type", "application/json"),)
    tensor = {"name": "data", "datatype": "FP32", "shape": [2, 3], "data": [1, 2, 3, 4, 5, 6]}
    header = json.dumps({"id": "1", "inputs": [{"name": "data", "datatype": "FP32", "shape": [1, 3], "parameters":
                         {"binary_data_size": 12}}], "outputs": [{"name": "out_output", "parameters":
                                                                  {"binary_data": True}}]}).encode()
    form = (b'--x\r\nContent-Disposition: form-data; name="data"; filename="a.npy"\r\n\r\n' + _npy(np.ones((1, 3)))
            + b"\r\n--x--\r\n")
    rows = np.ones((2, 3), np.float32)
    bodies = [
        (json_type, b'{"data": [[1, 2, 3]]}'), (json_type, b'[[1, 2, 3], [4, 5, 6]]'),
        (json_type, b'{"instances": [{"data": [1, 2, 3]}]}'), ((("content-type", "application/x-npy"),), _npy(rows)),
        ((("content-type", "application/x-npy"),), _object_npy()), ((("content-type", "text/csv"),), b"1,2,3\n4,5,6\n"),
        ((("content-type", "multipart/form-data; boundary=x"),), form),
        ((*json_type, ("content-encoding", "gzip")), gzip.compress(b"[[1, 2, 3]]")),
    ]
    found = [Message("POST", path, headers, body) for path in _PATHS[:4] for headers, body in bodies]
    found += [Message("POST", "/v2/models/line/infer", json_type, json.dumps({"id": "1", "inputs": [tensor]}).encode()),
              Message("POST", "/v2/models/line/infer", json_type, json.dumps(
                  {"inputs": [{**tensor, "data": [[1, 2, 3], [4, 5, 6]]}], "outputs": [
                      {"name": "out_output", "parameters": {"classification": 2}}]}).encode()),
              Message("POST", "/v2/models/line/infer", (("inference-header-content-length", str(len(header))),),
                      header + rows[:1].tobytes())] * 8
    found += [Message(method, path, (), b"") for method in ("GET", "OPTIONS", "HEAD") for path in _PATHS]
    found += [Message(method, path, json_type, body, True) for method, path, body in (
        ("POST", "/models?url=nothing", b""), ("POST", "/models", b'{"url": "nothing", "batch_size": 3}'),
        ("PUT", "/models/line?batch_size=4&max_batch_delay=1", b""), ("GET", "/models?limit=1&next_page_token=0", b""),
        ("GET", "/models/line", b""), ("DELETE", "/models/nobody", b""), ("POST", "/v2/repository/index", b"{}"))]
    return found


def _change(message: Message, choose: random.Random, others: list[Message]) -> Message:
    action = choose.randrange(9)
    if action < 3:
        return replace(message, body=common.mutated(message.body, choose, [other.body for other in others[:40]]))
    if action == 3 and message.body:
        at, text = choose.randrange(len(message.body)), choose.choice(_TEXTS)
        return replace(message, body=message.body[:at] + text + message.body[at + choose.randrange(4):])
    if action == 4:
        return replace(message, path=choose.choice(_PATHS))
    if action == 5:
        name = choose.choice(["content-type", "accept", "x-request-id", "content-encoding", "host", "origin", "expect",
                              "inference-header-content-length", "authorization", "transfer-encoding", "range"])
        value = choose.choice(_TYPES + _VALUES + ["gzip", "deflate", "br", "chunked", "identity"])
        return replace(message, headers=(*message.headers, (name, value)))
    if action == 6:
        return replace(message, method=choose.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]))
    if action == 7 and "?" in message.path:
        name = choose.choice(["batch_size", "limit", "url", "model_name", "x"])
        return replace(message, path=f"{message.path}&{name}=" + choose.choice(_VALUES).strip("\r\n\0"))
    return replace(message, body=choose.choice(others).body)


def make(seeds: list[Message], choose: random.Random) -> Message:
    """Return a mutated request."""
    message = choose.choice(seeds)
    for _ in range(choose.choice((1, 1, 2, 3, 5))):
        message = _change(message, choose, seeds)
    if message.method in ("DELETE", "PUT") and "line" in message.path:
        message = replace(message, managed=False)  # keep the model
    if choose.random() < 0.1:
        lines = [f"{message.method} {message.path} HTTP/1.1", "host: localhost",
                 *(f"{name}: {value}" for name, value in message.headers), f"content-length: {len(message.body)}"]
        raw = "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + message.body
        message = replace(message, raw=common.mutated(raw, choose, [raw]) if choose.random() < 0.5 else raw)
    return message


async def _call(app: Any, message: Message) -> tuple[int, bytes]:
    """Send a request to an ASGI application."""
    path, _, query = message.path.partition("?")
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": message.method,
             "scheme": "http", "path": path, "raw_path": path.encode("latin-1", "replace"),
             "query_string": query.encode(), "root_path": "",
             "headers": [(b"host", b"localhost"), *((name.encode(), value.encode("latin-1", "replace"))
                                                    for name, value in message.headers)],
             "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
    parts = iter([message.body[:100], message.body[100:]])
    status, content = [0], []

    async def receive() -> dict[str, Any]:
        body = next(parts, None)
        if body is None:
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": body, "more_body": body is not None and parts.__length_hint__() > 0}

    async def send(event: dict[str, Any]) -> None:
        if event["type"] == "http.response.start":
            assert not status[0], "two responses"
            status[0] = event["status"]
            texts = [text for pair in event["headers"] for text in pair]
            assert not any(b"\r" in text or b"\n" in text for text in texts), "injected header"
        else:
            content.append(event.get("body", b""))

    await asyncio.wait_for(app(scope, receive, send), _TIMEOUT)
    return status[0], b"".join(content)


async def _talk(port: int, raw: bytes) -> bytes:
    """Send bytes through a socket and return the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(raw)
        writer.write_eof()
        return await asyncio.wait_for(reader.read(), _TIMEOUT)
    except (ConnectionError, OSError):
        return b""
    finally:
        writer.close()


def check(message: Message, status: int, content: bytes) -> str | None:
    """Return what is wrong with an answer."""
    if status < 200 or status >= 600 or (status >= 500 and status != 503):
        return f"status {status} {content[:100]!r}"
    if status >= 400 and message.method != "HEAD":
        members = json.loads(content)
        if message.path.startswith("/v2/") and list(members) != ["error"]:
            return f"an error in the wrong format: {content[:100]!r}"
        if not message.path.startswith("/v2") and not {"code", "type", "message"} <= set(members):
            return f"an error in the wrong format: {content[:100]!r}"
    if b"Traceback" in content:
        return "the answer has a traceback"
    return None


def _save_model(folder: str) -> str:
    output = mx.sym.FullyConnected(mx.sym.var("data"), mx.sym.var("w"), no_bias=True, num_hidden=2, name="out")
    output.save(f"{folder}/line-symbol.json")
    mx.nd.save(f"{folder}/line-0000.params", {"arg:w": mx.nd.array([[1, 2, 3], [4, 5, 6]])})
    pathlib.Path(folder, "signature.json").write_text(json.dumps(
        {"inputs": [{"data_name": "data", "data_shape": [0, 3]}], "input_type": "application/json"}))
    return f"{folder}/line-symbol.json"


async def _run(application: Application, count: int, seed: int, only: int | None) -> common.Report:
    stop, addresses = asyncio.Event(), []
    listen = Listen(port=0, management_port=0, header_timeout=2, keep_alive=2)
    server = asyncio.create_task(serve(application, listen, stop, addresses.extend))
    while not addresses or not application.table or not application.table.ready:
        await asyncio.sleep(0.01)
    apps, port = [application.build(), application.management()], int(addresses[0].rpartition(":")[2])
    good = Message("POST", "/predictions/line", (("content-type", "application/json"),), b"[[1, 1, 1]]")
    report, seeds, guard = common.Report(), _seeds(), common.Guard.installed()
    for message in seeds:  # imports what is imported lazily
        await _call(apps[message.managed], message)
    for number in range(count) if only is None else [only]:
        message, start = make(seeds, random.Random(f"{seed}:{number}")), time.perf_counter()
        failure, accepted = None, False
        try:
            if message.raw is not None:
                answer = await _talk(port, message.raw)
                accepted = answer.startswith(b"HTTP/1.1 2")
                failure = f"answer {answer[:60]!r}" if answer.startswith(b"HTTP/1.1 500") else None
            else:
                with guard.watching():
                    status, content = await _call(apps[message.managed], message)
                failure, accepted = check(message, status, content), status < 400
            if guard.seen and message.raw is None:
                failure = f"ran {guard.seen[0]}"
        except BaseException as error:
            failure = f"{type(error).__name__} {error}"
        report.add(number, failure if failure is None else f"{failure} | {str(message)[:300]}", accepted,
                   time.perf_counter() - start)
        if number % 500 == 0 and (await _call(apps[0], good))[0] != 200:
            report.failures.append(f"input {number}: the server no longer predicts")
    stop.set()
    await server
    return report


def main(count: int, seed: int = 0, only: int | None = None) -> common.Report:
    """Run the inputs and return the report."""
    logging.getLogger("uvicorn").setLevel("CRITICAL")  # it reports each request that is not HTTP
    with tempfile.TemporaryDirectory(prefix="mxnet-fuzz-") as folder:
        options = Options((f"line={_save_model(folder)}",), Settings(batch_size=4, max_batch_delay=0.0),
                          Limits(1 << 20, body_timeout=5), store=folder, processes=False)
        return asyncio.run(_run(Application(options), count, seed, only))


if __name__ == "__main__":
    options = common.arguments(__doc__ or "", 100_000)
    report = main(options.count, options.seed, options.only)
    report.print()
    sys.exit(bool(report.failures))
