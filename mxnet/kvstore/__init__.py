"""Key-value stores that keep arrays by key and sum the values pushed by several devices, ``mx.kv``.

`base` defines the interface of all stores and their registry. The in-process store is in `kvstore`, the distributed
stores are in `dist`.
"""

from . import base as base
from . import horovod as horovod
from . import kvstore as kvstore
from . import kvstore_server as kvstore_server
from .base import KVStoreBase as KVStoreBase
from .base import check_name as check_name
from .base import create as create
from .kvstore import KVStore as KVStore
from .kvstore_server import KVStoreServer as KVStoreServer
