"""The role of a parameter server, which a process takes in distributed training."""

from __future__ import annotations

from typing import Any

from mxnet_records import environment

from .._runtime.error import MXNetError


class KVStoreServer:
    """Serves a store to the workers of distributed training.

    Parameters
    ----------
    kvstore : KVStore
    """

    def __init__(self, kvstore: Any) -> None:
        self.kvstore = kvstore
        self.handle = kvstore.handle
        self.init_logginig = False

    def run(self) -> None:
        """Serve until training ends; importing mxnet does so in processes that are started as servers."""
        if environment.DMLC_ROLE.text() != "server":
            raise MXNetError(f"KVStoreServer.run: this process is no server of {self.kvstore.type!r}; launchers start "
                             "servers with DMLC_ROLE=server")
        _init_kvstore_server_module()


def _init_kvstore_server_module() -> None:
    """Serve and end the process if a launcher started it as a server or a scheduler."""
    if environment.DMLC_ROLE.text() in ("server", "scheduler"):
        from .dist.roles import take_role

        take_role()
