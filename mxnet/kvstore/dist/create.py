"""Distributed stores by their names."""

from __future__ import annotations

from typing import Any

from ..._runtime.error import MXNetError
from . import place

_NAMES = ("dist", "dist_sync", "dist_device_sync", "dist_sync_device", "dist_async", "dist_device_async",
          "dist_async_device")
# With P3 the original sends large arrays in parts, the first layers first; here that is no choice.
_P3 = "_p3"


def check(name: str) -> None:
    """Raise unless the name is known and this process is one of a distributed program."""
    if name.removesuffix(_P3) not in _NAMES:
        raise MXNetError(f"unknown kvstore {name!r}; distributed ones are {', '.join(_NAMES)}, each also with {_P3}")
    place.find()


def distributed(name: str) -> Any:
    """Make the store that a name asks for."""
    if "async" in name:
        from .asynchronous import AsynchronousStore

        return AsynchronousStore(name)
    from .synchronous import SynchronousStore

    return SynchronousStore(name)
