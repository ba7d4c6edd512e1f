"""Running torch on ``meta`` tensors without loading its compiler."""

from __future__ import annotations

import contextlib
import importlib
import sys
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

_COMPILER = "torch._dynamo"


class _StandIn(types.ModuleType):
    """In the place of ``torch._dynamo``: offers the one function that kernels for meta tensors want of it.

    They mark themselves as not to be compiled when they first run. For that alone torch would load its whole compiler,
    for two seconds. Whoever asks for anything else, and every thread that does not run such kernels, gets the real
    module.
    """

    def __init__(self) -> None:
        super().__init__(_COMPILER)
        self._lock = threading.RLock()
        # How many ``with`` blocks are open, in all threads and in this one.
        self._users, self._mine = 0, threading.local()

    def enter(self) -> None:
        with self._lock:
            self._users += 1
            sys.modules.setdefault(_COMPILER, self)
        self._mine.count = getattr(self._mine, "count", 0) + 1

    def leave(self) -> None:
        self._mine.count -= 1
        with self._lock:
            self._users -= 1
            if not self._users:
                self._remove()

    def _remove(self) -> None:
        if sys.modules.get(_COMPILER) is self:
            del sys.modules[_COMPILER]

    def disable(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return fn if getattr(self._mine, "count", 0) else self._real().disable(fn, *args, **kwargs)

    def _real(self) -> types.ModuleType:
        with self._lock:
            self._remove()
        return importlib.import_module(_COMPILER)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real(), name)


_stand_in = _StandIn()


@contextlib.contextmanager
def without_compiler() -> Iterator[None]:
    """Keep torch from loading its compiler while a ``with`` block runs, unless it is loaded already."""
    if sys.modules.get(_COMPILER, _stand_in) is not _stand_in:
        yield
        return
    _stand_in.enter()
    try:
        yield
    finally:
        _stand_in.leave()
