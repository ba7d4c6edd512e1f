"""A parameter server: holds parts of the values and updates them as gradients arrive, without a barrier."""

from __future__ import annotations

import logging
import queue
import socket
import threading
from concurrent.futures import Future
from typing import Any

from ..._runtime.error import MXNetError
from .cluster import Cluster, listen
from .values import COMMANDS, Values
from .wire import Connection, Message, Stranger, identity

# Maximum number of queued messages. Further senders block.
_LONGEST_QUEUE = 8


class Server:
    """One parameter server of a program.

    One thread per worker reads and writes messages. The thread that calls `run` processes them one at a time. It must
    be the thread that imports this package, because other threads cannot import parts of it until that import has
    finished.

    Parameters
    ----------
    cluster
        The processes of the program.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._stores: dict[int, Values] = {}
        self._work: queue.Queue[tuple[Message | None, Future[Message]]] = queue.Queue(_LONGEST_QUEUE)
        self._listener = listen(cluster.place.host, 0)
        address = ":".join(map(str, self._listener.getsockname()))
        self._identity = identity(cluster.name, address)
        cluster.publish(f"address/{cluster.name}", address)

    def run(self) -> None:
        """Serve until all workers have exited."""
        threading.Thread(target=self._accept, name="mxnet-accept", daemon=True).start()
        left = 0
        while left < self._cluster.place.workers:
            try:
                message, answer = self._work.get(timeout=1.0)
            except queue.Empty:
                if self._cluster.has_failed() or self._cluster.all_left("worker", self._cluster.place.workers):
                    return  # only synchronous stores were used
                continue
            if message is None:
                left += 1
            else:
                self._carry_out(message, answer)

    def _carry_out(self, message: Message, answer: Future[Message]) -> None:
        content, tensors = message
        try:
            if content.get("do") not in COMMANDS:
                raise MXNetError(f"unknown server command {content.get('do')!r}; use one of {list(COMMANDS)}")
            values = self._stores.setdefault(int(content["store"]), Values(self._cluster.rank))
            answer.set_result(COMMANDS[content["do"]](values, content, tensors) or ({}, []))
        except MXNetError as error:
            answer.set_exception(error)
        except Exception as error:
            logging.exception("kvstore %s", self._cluster.name)
            answer.set_exception(MXNetError(f"{type(error).__name__}: {error}"))

    # Other threads

    def _accept(self) -> None:
        while True:
            sock, address = self._listener.accept()
            threading.Thread(target=self._serve, args=(sock, address), daemon=True).start()

    def _serve(self, sock: socket.socket, address: Any) -> None:
        connection = Connection(sock, lambda: None)
        try:
            name = connection.admit(self._cluster.key, self._identity)
        except Stranger as error:
            logging.warning("kvstore %s: rejected a connection from %s: %s", self._cluster.name, address, error)
            connection.close()
            return
        try:
            self._answer(connection)
        except (OSError, EOFError, MXNetError) as error:
            self._cluster.failure(f"{name} has died and closed its connection to {self._cluster.name} ({error})")
        finally:
            connection.close()
            self._work.put((None, Future()))

    def _answer(self, connection: Connection) -> None:
        """Queue the requests of a worker. Pushes get no response: their errors are sent with the next response."""
        pushes: list[Future[Message]] = []
        while True:
            message = connection.receive()
            if message[0].get("do") == "end":
                return
            answer: Future[Message] = Future()
            self._work.put((message, answer))
            if message[0].get("do") == "push":
                failed = [push for push in pushes if push.done() and push.exception()][:1]
                pushes = [*failed, *(push for push in pushes if not push.done()), answer]
                continue
            try:
                for push in pushes:
                    push.result()
                response = answer.result()
                if self._cluster.has_failed():
                    self._cluster.raise_failures()
            except MXNetError as error:
                response = {"error": str(error)}, []
            pushes = []
            connection.send(*response)
