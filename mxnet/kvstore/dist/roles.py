"""Main loops of processes that are not workers: parameter servers and the scheduler."""

from __future__ import annotations

import atexit
import logging
import sys
import time

from . import place, secret_file
from .cluster import Cluster, host_store, listen, program_key
from .place import Place
from .sealed import SealedStore

# How long the scheduler stays up after a failure, so that other processes can read the reason.
_AFTER_FAILURE = 15.0
# How long servers may take to exit after the workers. In a short program they may not even have joined.
_AFTER_WORKERS = 30.0


def _schedule(where: Place) -> int:
    """Host the rendezvous store until all processes have exited."""
    hosted = host_store(listen(where.address, where.port))
    if where.secret is None:
        secret, file = secret_file.share(hosted, where.attempt)
        atexit.register(file.unlink, missing_ok=True)
    else:
        secret = where.secret
    store = SealedStore(hosted, program_key(secret))
    store.sign(secret_file.signature(where.name, where.attempt))
    code = wait_for_workers(store, where.workers)
    limit = time.monotonic() + _AFTER_WORKERS
    while code == 0 and time.monotonic() < limit and not all(
            store.check([f"left/server {i}"]) for i in range(where.servers)):
        time.sleep(0.1)
    return code


def wait_for_workers(store: SealedStore, count: int) -> int:
    """Wait until all workers have exited, and return the exit code of the program."""
    while True:
        if store.check(["failure"]):
            time.sleep(_AFTER_FAILURE)
            return 1
        if all(store.check([f"left/worker {i}"]) for i in range(count)):
            return 0
        time.sleep(0.2)


def _serve(where: Place) -> int:
    from .server import Server

    cluster = Cluster(where)
    try:
        Server(cluster).run()
        return int(cluster.has_failed())
    finally:
        cluster.leave()


def take_role() -> None:
    """Run the server or scheduler loop and exit, if this process was started as one."""
    where = place.find()
    logging.info("mxnet: this process is the %s", where.name)
    sys.exit(_serve(where) if where.role == "server" else _schedule(where))
