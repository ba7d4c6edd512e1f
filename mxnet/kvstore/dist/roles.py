"""What processes do that are no workers: servers serve, the scheduler lets the others meet."""

from __future__ import annotations

import atexit
import logging
import sys
import time

from . import place, secret_file
from .cluster import Cluster, host_store, listen, program_key
from .place import Place
from .sealed import SealedStore

# So long after a failure the others can still read what has happened.
_AFTER_FAILURE = 15.0
# So long servers may take to end after the workers; those of a short program may not even have come.
_AFTER_WORKERS = 30.0


def _schedule(where: Place) -> int:
    """Let the processes meet until all of them have ended."""
    hosted = host_store(listen(where.address, where.port))
    if where.secret is None:
        secret, file = secret_file.share(hosted, where.attempt)
        atexit.register(file.unlink, missing_ok=True)
    else:
        secret = where.secret
    store = SealedStore(hosted, program_key(secret))
    code = wait_for_workers(store, where.workers)
    limit = time.monotonic() + _AFTER_WORKERS
    while code == 0 and time.monotonic() < limit and not all(
            store.check([f"left/server {i}"]) for i in range(where.servers)):
        time.sleep(0.1)
    return code


def wait_for_workers(store: SealedStore, count: int) -> int:
    """Wait for the end of all workers; returns the exit code of the program."""
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
    """Serve and end the process, if a launcher started it as a server or a scheduler."""
    where = place.find()
    logging.info("mxnet: this process is the %s", where.name)
    sys.exit(_serve(where) if where.role == "server" else _schedule(where))
