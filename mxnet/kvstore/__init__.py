"""Stores that keep arrays by key and add up what several devices push, ``mx.kv``.

`base` has what every store offers and the registry of stores; `kvstore` the store of this process.
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
