"""Where threads, each with the batch of one device, exchange what they computed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from .._runtime.error import MXNetError

_PATIENCE = 60.0


class _Round:
    """One exchange: what has been brought so far."""

    def __init__(self) -> None:
        self.brought: list[Any] = []
        self.complete = threading.Event()


_lock = threading.Lock()
_rounds: dict[str, _Round] = {}


def exchange(key: str, count: int, mine: Any) -> Sequence[Any]:
    """Wait until `count` threads have brought something under `key`, and return all of it in order of arrival.

    Raises
    ------
    MXNetError
        If not all of them come within a minute.
    """
    with _lock:
        this = _rounds.setdefault(key, _Round())
        this.brought.append(mine)
        if len(this.brought) == count:
            del _rounds[key]
            this.complete.set()
    if not this.complete.wait(_PATIENCE):
        with _lock:
            if _rounds.get(key) is this:
                del _rounds[key]
        raise MXNetError(f"only {len(this.brought)} of {count} devices came to the exchange {key!r}: each device needs "
                         "a thread of its own that runs the same network")
    return this.brought
