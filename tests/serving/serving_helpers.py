"""A small model for tests of the server, and clients for its applications."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np

from mxnet.serving.app import Application, Options
from mxnet.serving.interface import Answer, Description, Request, TensorSpec
from mxnet.serving.server import Listen, serve


@dataclass
class Doubler:
    """A model that doubles rows of four numbers. Its JSON bodies can also ask it to misbehave."""

    name: str
    version: str = "1"
    batches: list[int] = field(default_factory=list)
    labels: tuple[str, ...] = ("zero", "one", "two", "three")

    def __post_init__(self) -> None:
        self.description = Description(self.name, self.version, (TensorSpec("data", "float32", (None, 4)),),
                                       (TensorSpec("double", "float32", (None, 4)),), self.labels)

    def answer(self, requests: list[Request]) -> list[Answer]:
        self.batches.append(len(requests))
        return [self._answer(request, len(requests)) for request in requests]

    def _answer(self, request: Request, batch: int) -> Answer:
        if request.arrays is not None:
            array = request.arrays["data"]
            if array.dtype != np.float32 or array.shape[1:] != (4,):
                return Answer(400, body=b"the input data must be float32 with shape (N, 4)")
            return Answer(arrays={"double": array * 2})
        try:
            value = json.loads(request.body)
        except (ValueError, RecursionError):
            return Answer(400, body=json.dumps({"message": "the body is not JSON"}).encode())
        if not isinstance(value, dict):
            return Answer(body=json.dumps({"pid": os.getpid(), "batch": batch, "version": self.version}).encode())
        time.sleep(value.get("sleep", 0))
        if value.get("fail"):
            raise RuntimeError("a secret detail")
        if value.get("exit"):
            os._exit(3)
        return Answer(value.get("status", 200), None, json.dumps({
            "pid": os.getpid(), "batch": batch, "version": self.version, "type": request.content_type}).encode(),
            value.get("type", "application/json"))


@dataclass
class DoublerSource:
    """The source of a `Doubler`. The version is read from a file, if there is one."""

    name: str = "double"
    file: str | None = None
    fails: str | None = None

    def load(self) -> Doubler:
        if self.fails == "memory":
            raise MemoryError
        if self.fails:
            raise ValueError(self.fails)
        version = "1"
        if self.file:
            with open(self.file) as file:
                version = file.read()
        return Doubler(self.name, version)


@contextlib.contextmanager
def running(options: Options, **listen: Any) -> Iterator[tuple[str, str, Application]]:
    """Serve on free ports of the loopback interface. Yield both addresses and the application."""
    application = Application(options)
    stop: list[Any] = []
    addresses: list[str] = []
    ready = threading.Event()

    async def main() -> None:
        event = asyncio.Event()
        stop.extend([asyncio.get_running_loop(), event])
        await serve(application, Listen(port=0, management_port=0, **listen), event, addresses.extend)

    def run() -> None:
        try:
            asyncio.run(main())
        finally:
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        end = time.monotonic() + 60
        while len(addresses) < 2 and thread.is_alive() and time.monotonic() < end:
            time.sleep(0.01)
        assert len(addresses) == 2, "the server did not start"
        yield addresses[0], addresses[1], application
    finally:
        stop[0].call_soon_threadsafe(stop[1].set)
        thread.join(60)
        assert not thread.is_alive()


def wait_ready(address: str, path: str = "/v2/health/ready", **options: Any) -> None:
    """Wait until a path answers with 200."""
    end = time.monotonic() + 60
    while httpx.get(address + path, **options).status_code != 200:
        assert time.monotonic() < end, "not ready"
        time.sleep(0.02)


class Client:
    """Send requests to an application without a socket. Use it as a context manager, which starts the workers."""

    def __init__(self, options: Options) -> None:
        self.application = Application(options)

    def __enter__(self) -> Client:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._app = self.application.build()
        self._context = self._app.router.lifespan_context(self._app)
        self._run(self._context.__aenter__())
        self._clients = [self._client(self._app), self._client(self.application.management())]
        table = self.application.table
        assert table is not None
        while not all(worker.state == "READY" or worker.error for model in list(table.models.values())
                      for worker in model.workers):
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            self._run(client.aclose())
        self._run(self._context.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @staticmethod
    def _client(app: Any) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.ASGITransport(app, raise_app_exceptions=True),
                                 base_url="http://localhost")

    def _run(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)

    def run(self, coroutine: Any) -> Any:
        """Run a coroutine in the event loop of the application."""
        return self._run(coroutine)

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request to the inference interface."""
        return self._run(self._clients[0].request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)

    def manage(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request to the management interface."""
        return self._run(self._clients[1].request(method, path, **options))
