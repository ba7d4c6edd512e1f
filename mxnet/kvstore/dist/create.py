"""Creation of distributed stores by name."""

from __future__ import annotations

from typing import Any

from ..._runtime.error import MXNetError
from . import place

_NAMES = ("dist", "dist_sync", "dist_device_sync", "dist_sync_device", "dist_async", "dist_device_async",
          "dist_async_device")
# In MXNet, P3 sends large arrays in parts and prioritizes the first layers. Here the suffix changes nothing.
_P3 = "_p3"


def check(name: str) -> None:
    """Raise unless the store name is valid and this process is part of a distributed program."""
    if name.removesuffix(_P3) not in _NAMES:
        raise MXNetError(f"unknown kvstore {name!r}; use one of {', '.join(_NAMES)}, optionally with the suffix {_P3}")
    place.find()


def create_distributed(name: str) -> Any:
    """Create the distributed store with this name."""
    if "async" in name:
        from .asynchronous import AsynchronousStore

        return AsynchronousStore(name)
    from .synchronous import SynchronousStore

    return SynchronousStore(name)
