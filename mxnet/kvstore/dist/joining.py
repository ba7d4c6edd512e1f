"""Mutual authentication of the workers, first through the store and then over each connection.

Each worker publishes an introduction with a fresh nonce. Its proof is an HMAC over the introductions of all workers, so
a proof is valid for one run only and replayed entries are rejected. Gloo does not authenticate its connections and
accepts the first client. Therefore the workers also exchange a challenge and a response over each connection.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from typing import Any

from ..._runtime.error import MXNetError
from .cluster import Cluster
from .sealed import authenticate

NONCE = 32


def register(cluster: Cluster) -> None:
    """Reserve the rank of this worker, and compare the number of processes with the first worker's.

    Without this, a wrong rank or number would only be noticed after all workers have come.

    Raises
    ------
    MXNetError
        If another process has the rank. A program that is already complete is not disturbed.
    """
    own = json.dumps({"name": cluster.name, "workers": cluster.place.workers, "servers": cluster.place.servers,
                      "nonce": os.urandom(NONCE).hex()})
    if cluster.store.claim(f"reserved/{cluster.name}", own) != own:
        reason = (f"two processes have come as {cluster.name} (launcher: {cluster.place.launcher}; read: "
                  f"{cluster.place.read}); give each worker a different rank, and each program a different port")
        raise MXNetError(reason) if cluster.store.check([f"proof/{cluster.name}"]) else cluster.failure(reason)
    _check_counts(cluster, json.loads(cluster.store.claim("program", own)))


def join(cluster: Cluster) -> bytes:
    """Wait for all workers and verify their proofs; return the session key, which only the workers can compute.

    Raises
    ------
    MXNetError
        If a worker is missing, has no valid proof, or was started for another number of processes.
    """
    where = cluster.place
    names = [f"worker {rank}" for rank in range(where.workers)]
    own = json.dumps({"name": cluster.name, "workers": where.workers, "servers": where.servers, "host": where.host,
                      "nonce": os.urandom(NONCE).hex()})
    cluster.publish(f"introduction/{cluster.name}", own)
    introductions = cluster.collect([f"introduction/{name}" for name in names], "the introduction")
    texts = [introductions[f"introduction/{name}"] for name in names]
    _check_introductions(cluster, own, texts)
    seen = hashlib.sha256(json.dumps(texts).encode()).digest()
    cluster.publish(f"proof/{cluster.name}", authenticate(cluster.key, b"proof", cluster.name.encode(), seen).hex())
    for key, proof in cluster.collect([f"proof/{name}" for name in names], "the proof").items():
        name = key.partition("/")[2]
        if not hmac.compare_digest(proof, authenticate(cluster.key, b"proof", name.encode(), seen).hex()):
            raise cluster.failure(f"{name} has not proved that it knows the secret and sees the same workers. Its "
                                  "entries come from an earlier run, or two processes have the same rank")
    return authenticate(cluster.key, b"run", seen)


def _check_introductions(cluster: Cluster, own: str, texts: list[str]) -> None:
    if own not in texts:
        raise cluster.failure(f"another process has come as {cluster.name}; give each worker a different rank")
    for text in texts:
        _check_counts(cluster, json.loads(text))


def _check_counts(cluster: Cluster, other: dict[str, Any]) -> None:
    for count, here in (("workers", cluster.place.workers), ("servers", cluster.place.servers)):
        if other[count] != here:
            (most, first), (least, second) = sorted([(other[count], other["name"]), (here, cluster.name)], reverse=True)
            raise cluster.failure(f"{first} was started for {most} {count}, {second} for {least}. "
                                  "Start all processes with the same numbers")


def line_proof(key: bytes, line: str, ends: tuple[int, int], sent: bytes, received: bytes) -> bytes:
    """Return the response that the first rank sends to the second over a connection."""
    return authenticate(key, b"line", line.encode(), json.dumps(ends).encode(), sent, received)
