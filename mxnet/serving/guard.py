"""Middleware of all protocols: limits, API key, errors in JSON, logs and metrics."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import re
import time
import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .metrics import Metrics
from .table import Problem

logger = logging.getLogger("mxnet.serving")
requests_log = logging.getLogger("mxnet.serving.requests")
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_OPEN = re.compile(r"/|/ping|/v2/health/(live|ready)|/v2/models/[^/]+(/versions/[^/]+)?/ready")
_WINDOWS = {"gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}


@dataclass(frozen=True)
class Limits:
    """Limits for clients. Sizes are in bytes, times in seconds."""

    body: int = 64 << 20
    bodies: int = 512 << 20  # all bodies that are being read or answered
    body_timeout: float = 60.0
    requests: int = 1024  # at the same time


def render(path: str, problem: Problem) -> Response:
    """Return an error in the form of the protocol to which the path belongs."""
    content: dict[str, Any] = {"code": problem.status, "type": problem.type, "message": problem.message}
    if path == "/v2" or path.startswith("/v2/"):
        content = {"error": problem.message}
    headers = {}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if problem.close:
        headers["Connection"] = "close"
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(json.dumps(content) + "\n", problem.status, headers, "application/json")


def to_problem(error: HTTPException) -> Problem:
    """Convert an error of the router."""
    texts = {404: "Requested resource is not found, please refer to API document.",
             405: "Requested method is not allowed, please refer to API document."}
    return Problem(error.status_code, texts.get(error.status_code, error.detail))


def on_http_error(request: Request, error: Exception) -> Response:
    """Answer an error of the router."""
    assert isinstance(error, HTTPException)
    response = render(request.url.path, to_problem(error))
    response.headers.update(error.headers or {})
    return response


class Guard:
    """Apply the limits to each request, and answer each error in JSON.

    Parameters
    ----------
    app
    limits
    metrics
    key
        API key. None lets everybody in.
    hosts
        Values of the header ``Host`` that are accepted, without the port. None accepts all. It protects an application
        on the loopback interface from pages of the browser (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics, key: str | None = None,
                 hosts: frozenset[str] | None = None) -> None:
        self._app, self._limits, self._metrics, self._hosts = app, limits, metrics, hosts
        self._key = None if key is None else hashlib.sha256(key.encode()).digest()
        self._requests = self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        elif scope["type"] != "http":
            await self._app(scope, receive, send)
        else:
            await self._handle(scope, receive, send)

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin, headers = time.perf_counter(), Headers(scope=scope)
        given = headers.get("x-request-id", "")
        record: dict[str, Any] = {"id": given if _ID.fullmatch(given) else str(uuid.uuid4()), "model": None}
        scope["mxnet.record"] = record
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started, record["status"] = True, message["status"]
                added = MutableHeaders(scope=message)
                added["X-Request-Id"] = record["id"]
                added["X-Content-Type-Options"] = "nosniff"
                added.setdefault("Cache-Control", "no-store")
            await send(message)

        body = _Body(self, headers, receive)
        self._requests += 1
        try:
            self._admit(scope, headers)
            await self._app(scope, body.receive, send_with_headers)
        except Problem as problem:
            if not started:
                await render(scope["path"], problem)(scope, receive, send_with_headers)
        except ClientDisconnect:
            record["status"] = 499
        except Exception:
            logger.exception("request %s failed", record["id"])
            if not started:
                problem = Problem(500, "the server failed with an error that its log shows", close=True)
                await render(scope["path"], problem)(scope, receive, send_with_headers)
        finally:
            self._requests -= 1
            self._bytes -= body.size
            self._log(scope, record, time.perf_counter() - begin)

    def _log(self, scope: Scope, record: dict[str, Any], seconds: float) -> None:
        record.setdefault("status", 499)  # the client left
        self._metrics.requests.labels(record["model"] or "", record["status"]).inc()
        if requests_log.isEnabledFor(logging.INFO):
            client = scope.get("client")
            requests_log.info("request", extra={"record": {
                **record, "ms": round(seconds * 1000, 2), "method": scope["method"], "path": scope["path"][:256],
                "client": client[0] if client else None}})

    def _admit(self, scope: Scope, headers: Headers) -> None:
        """Raise Problem for requests that may not pass."""
        if self._requests > self._limits.requests:
            raise Problem(503, f"the limit of {self._limits.requests} concurrent requests is reached; try again later",
                          retry_after=1)
        host = headers.get("host", "")
        if self._hosts is not None and re.sub(r":\d*$", "", host).strip("[]").lower() not in self._hosts:
            raise Problem(403, "the header Host does not name this server")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            raise Problem(403, "pages of other origins may not use this server")
        if self._key is not None and not _OPEN.fullmatch(scope["path"]):
            scheme, _, token = headers.get("authorization", "").partition(" ")
            given = token if scheme.lower() == "bearer" else headers.get("x-api-key", "")
            digest = hashlib.sha256(given.strip().encode("latin-1", "replace")).digest()
            if not hmac.compare_digest(digest, self._key):
                raise Problem(401, "the API key is missing or wrong; send it as 'Authorization: Bearer KEY'")

    def reserve(self, size: int) -> None:
        """Count bytes of a body. Raise Problem if all bodies together are too large."""
        if self._bytes + size > self._limits.bodies:
            raise Problem(503, "the server has too many large requests; try again later", retry_after=1)
        self._bytes += size

    @property
    def limits(self) -> Limits:
        return self._limits


class _Body:
    """The body of a request with its limits."""

    def __init__(self, guard: Guard, headers: Mapping[str, str], receive: Receive) -> None:
        self.size, self.complete = 0, False
        self._guard, self._limits, self._receive = guard, guard.limits, receive
        self._headers, self._begin = headers, time.monotonic()
        self._decoder: Any = None
        self._checked = False

    def _check(self) -> None:
        """Check the headers before the first part is read, so that the client need not send it."""
        self._checked = True
        length = self._headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise Problem(400, "the header Content-Length is not an integer")
        if len(length) > 18 or int(length) > self._limits.body:
            raise self._too_large()
        encoding = self._headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            if encoding not in _WINDOWS:
                raise Problem(415, "the Content-Encoding is not supported; use gzip, deflate or none")
            self._decoder = zlib.decompressobj(_WINDOWS[encoding])

    def _too_large(self) -> Problem:
        return Problem(413, f"the body is larger than {self._limits.body} bytes")

    async def receive(self) -> Message:
        if self.complete:
            return await self._receive()  # waits for the client to disconnect
        if not self._checked:
            self._check()
        left = self._begin + self._limits.body_timeout - time.monotonic()
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0.001))
        except asyncio.TimeoutError:
            raise Problem(408, f"the body timed out after {self._limits.body_timeout:g} s", close=True) from None
        if message["type"] != "http.request":
            return message
        content, self.complete = message.get("body", b""), not message.get("more_body", False)
        if self._decoder is not None:
            content = self._decompress(content)
        self.size += len(content)
        if self.size > self._limits.body:
            self.size -= len(content)
            raise self._too_large()
        try:
            self._guard.reserve(len(content))
        except Problem:
            self.size -= len(content)
            raise
        return {"type": "http.request", "body": content, "more_body": not self.complete}

    def _decompress(self, content: bytes) -> bytes:
        room = self._limits.body - self.size + 1
        try:
            unpacked: bytes = self._decoder.decompress(content, room)
        except zlib.error:
            raise Problem(400, "the body is not compressed as its Content-Encoding says") from None
        if self._decoder.unconsumed_tail:
            raise self._too_large()
        if self._decoder.unused_data or (self.complete and not self._decoder.eof):
            raise Problem(400, "the compressed body ends too early or too late")
        return unpacked
