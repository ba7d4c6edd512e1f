"""Parameter server process; see ``mxnet.kvstore.kvstore_server``."""

from .kvstore.kvstore_server import KVStoreServer as KVStoreServer
from .kvstore.kvstore_server import _init_kvstore_server_module as _init_kvstore_server_module
