"""The role of a parameter server, which a process takes in distributed training."""

from __future__ import annotations

import os

from .._runtime.error import MXNetError


class KVStoreServer:
    """Serves a store to the workers of distributed training.

    Parameters
    ----------
    kvstore : KVStore
    """

    def __init__(self, kvstore):
        self.kvstore = kvstore
        self.handle = kvstore.handle
        self.init_logginig = False

    def run(self):
        """Serve until training ends; only distributed stores have servers."""
        raise MXNetError(f"KVStoreServer.run: a store of type {self.kvstore.type!r} has no servers; distributed "
                         "stores are not available yet")


def _init_kvstore_server_module() -> None:
    """Refuse to go on where a launcher started this process as a server: it would train alone, unnoticed."""
    role = os.environ.get("DMLC_ROLE", "worker")
    if role in ("server", "scheduler"):
        raise MXNetError(f"DMLC_ROLE={role}: this process was started for distributed training, which is not "
                         "available yet; unset DMLC_ROLE to train with the devices of one process")


_init_kvstore_server_module()
