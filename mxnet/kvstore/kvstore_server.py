"""Parameter server process of distributed training."""

from __future__ import annotations

from typing import Any

from mxnet_records import environment

from .._runtime.error import MXNetError


class KVStoreServer:
    """Run a parameter server for the workers of distributed training.

    Parameters
    ----------
    kvstore : KVStore
        A store of this process.

    Examples
    --------
    >>> server = mx.kv.KVStoreServer(mx.kv.create('local'))
    >>> server.kvstore.type
    'local'
    """

    def __init__(self, kvstore: Any) -> None:
        self.kvstore = kvstore
        self.handle = kvstore.handle
        self.init_logginig = False

    def run(self) -> None:
        """Serve until training ends. In processes that are started as servers, importing mxnet runs this."""
        if environment.DMLC_ROLE.text() != "server":
            raise MXNetError(f"KVStoreServer.run: this process is no server of {self.kvstore.type!r}. Launchers set "
                             "DMLC_ROLE=server to start one")
        _init_kvstore_server_module()


def _init_kvstore_server_module() -> None:
    """Run the server or scheduler loop and exit, if this process was started as one."""
    if environment.DMLC_ROLE.text() in ("server", "scheduler"):
        from .dist.roles import take_role

        take_role()
