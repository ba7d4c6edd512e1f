"""Run the applications with uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from .app import Application

logger = logging.getLogger("mxnet.serving")


@dataclass(frozen=True)
class Listen:
    """Where the server listens. Times are in seconds."""

    host: str = "127.0.0.1"
    port: int = 8080
    management_host: str = "127.0.0.1"
    management_port: int | None = 8081
    header_timeout: float = 30.0
    keep_alive: int = 30
    grace: int = 30
    certificate: str | None = None
    private_key: str | None = None
    private_key_password: str | None = None


class JSONFormatter(logging.Formatter):
    """Write each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
                "level": record.levelname.lower(), "event": record.getMessage(), **getattr(record, "record", {})}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True, default=str)


def configure_logging(level: str = "info") -> None:
    """Write logs of the server and of uvicorn as JSON to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONFormatter())
    for name in ("mxnet.serving", "uvicorn"):
        target = logging.getLogger(name)
        target.handlers, target.propagate = [handler], False
        target.setLevel("WARNING" if name == "uvicorn" and level == "info" else level.upper())


def _bad_request(message: str) -> bytes:
    """Return the answer to bytes that are not HTTP. It fits all protocols, because the path is unknown."""
    text = json.dumps({"code": 400, "type": "BadRequestException", "message": message, "error": message}).encode()
    return (b"HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n" % len(text) + text)


def make_protocol(header_timeout: float) -> type[asyncio.Protocol]:
    """Return uvicorn's protocol with timeouts for clients that send headers or read answers slowly.

    Uvicorn only limits the time between requests. It reports requests that it cannot parse as plain text.
    """

    class Protocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        _waiting: asyncio.TimerHandle | None = None
        _writing: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._waiting = self.loop.call_later(header_timeout, transport.abort)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._cancel()
            elif self._waiting is None:  # the first part of further headers, or a body that nobody reads
                self._waiting = self.loop.call_later(header_timeout, self.transport.abort)

        def on_response_complete(self) -> None:
            self._cancel()
            super().on_response_complete()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._writing = self.loop.call_later(header_timeout, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._writing is not None:
                self._writing.cancel()

        def connection_lost(self, exc: Exception | None) -> None:
            self._cancel()
            if self._writing is not None:
                self._writing.cancel()
            super().connection_lost(exc)

        def _cancel(self) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

        def send_400_response(self, msg: str) -> None:
            self.transport.write(_bad_request(msg))
            self.transport.close()

    return Protocol


class _Server(uvicorn.Server):
    """A server that leaves signals to `serve`, because there are two of them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def addresses(self) -> list[str]:
        """Return the addresses at which the server listens."""
        scheme = "https" if self.config.is_ssl else "http"
        names = [sock.getsockname() for server in self.servers for sock in server.sockets]
        return [f"{scheme}://{f'[{name[0]}]' if ':' in name[0] else name[0]}:{name[1]}" for name in names]


def _server(app: Any, listen: Listen, host: str, port: int, lifespan: str) -> _Server:
    return _Server(uvicorn.Config(
        app, host, port, http=make_protocol(listen.header_timeout), ws="none", lifespan=lifespan,  # type: ignore[arg-type]
        log_config=None, access_log=False, server_header=False, proxy_headers=False,
        timeout_keep_alive=listen.keep_alive, timeout_graceful_shutdown=listen.grace, ssl_certfile=listen.certificate,
        ssl_keyfile=listen.private_key, ssl_keyfile_password=listen.private_key_password))


async def serve(application: Application, listen: Listen, stop: asyncio.Event | None = None,
                started: Callable[[list[str]], object] | None = None) -> bool:
    """Serve until SIGTERM, SIGINT or `stop`. Return whether the server could start.

    Parameters
    ----------
    application
    listen
    stop
    started
        Called with the addresses of both interfaces.
    """
    stop = stop or asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
            loop.add_signal_handler(number, stop.set)
    servers = [_server(application, listen, listen.host, listen.port, "on")]
    if listen.management_port is not None:
        hosts = frozenset({"127.0.0.1", "localhost", "::1"})
        management = application.management(hosts if listen.management_host in hosts else None)
        servers.append(_server(management, listen, listen.management_host, listen.management_port, "off"))
    tasks = [asyncio.create_task(_run(server)) for server in servers]
    stopped = asyncio.create_task(stop.wait())
    while not all(server.started for server in servers) and not any(task.done() for task in (*tasks, stopped)):
        await asyncio.sleep(0.01)
    succeeded = all(server.started for server in servers)
    if succeeded:
        addresses = [address for server in servers for address in server.addresses()]
        logger.info("started", extra={"record": {"addresses": addresses}})
        if started is not None:
            started(addresses)
    await asyncio.wait([*tasks, stopped], return_when=asyncio.FIRST_COMPLETED)
    for server in servers:
        server.should_exit = True
    await asyncio.gather(*tasks)
    stopped.cancel()
    logger.info("stopped")
    return succeeded


async def _run(server: _Server) -> None:
    """Run a server. A port that is in use ends it, not the process."""
    try:
        await server.serve()
    except SystemExit:
        server.started = False
