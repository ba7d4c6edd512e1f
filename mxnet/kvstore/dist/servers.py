"""Client side of the parameter servers."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any

from ..._runtime.error import MXNetError
from .cluster import Cluster, frozen_seconds
from .wire import Connection, Message, Stranger, identity


class Servers:
    """Connections to all servers of a program.

    Parameters
    ----------
    cluster
        The processes of the program.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self.count = cluster.place.servers
        if not self.count:
            raise MXNetError("an asynchronous kvstore needs servers, but the program was started without them. Use "
                             "`mxnet launch -n WORKERS -s SERVERS`")
        names = [f"server {i}" for i in range(self.count)]
        cluster.publish("wanted/servers", "1")  # makes the launcher start them
        cluster.check_versions(names)
        addresses = cluster.collect([f"address/{name}" for name in names], "the address")
        self._connections = [self._connect(name, addresses[f"address/{name}"]) for name in names]

    def _connect(self, name: str, address: str) -> Connection:
        host, _, port = address.rpartition(":")
        watching: list[str] = []

        def check() -> None:
            if not watching:
                watching.append(name)
                self._cluster.reset_heartbeats()
            self._cluster.raise_failures()
            if self._cluster.find_silent([name], frozen_seconds()):
                raise self._cluster.failure(f"{name} has had no heartbeat for {frozen_seconds()} s: the process is "
                                            "frozen, or its machine cannot be reached")

        try:
            connection = Connection(socket.create_connection((host, int(port)), timeout=10.0), check)
            connection.greet(self._cluster.key, self._cluster.name, identity(name, address))
        except (OSError, EOFError, Stranger) as error:
            raise self._cluster.failure(
                f"{self._cluster.name} cannot connect to {name} at {address}: {error}") from error
        return connection

    def tell(self, requests: Mapping[int, Message]) -> None:
        """Send messages without waiting for a response."""
        for server, message in requests.items():
            try:
                self._connections[server].send(*message)
            except OSError as error:
                raise self._lost(server) from error

    def ask(self, requests: Mapping[int, Message]) -> dict[int, Message]:
        """Send a message to some of the servers, and wait for the responses."""
        self.tell(requests)
        answers = {}
        for server in requests:
            try:
                answers[server] = self._connections[server].receive()
            except (OSError, EOFError) as error:
                raise self._lost(server) from error
        wrong = [(server, content["error"]) for server, (content, _) in answers.items() if "error" in content]
        if wrong:
            raise MXNetError(f"{wrong[0][1]} (server {wrong[0][0]})")
        return answers

    def ask_all(self, content: dict[str, Any], tensors: Any = ()) -> dict[int, Message]:
        """Send the same request to every server."""
        return self.ask({server: (content, list(tensors)) for server in range(self.count)})

    def _lost(self, server: int) -> MXNetError:
        try:
            self._cluster.raise_failures()
        except MXNetError as known:
            return known
        return self._cluster.failure(f"server {server} has died and closed its connection to {self._cluster.name}")

    def leave(self) -> None:
        """Disconnect from the servers."""
        self.tell({server: ({"do": "end"}, []) for server in range(self.count)})
