"""Running torch on ``meta`` tensors without loading its compiler."""

from __future__ import annotations

import contextlib
import importlib
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

_COMPILER = "torch._dynamo"


class _StandIn(types.ModuleType):
    """In the place of ``torch._dynamo``: offers the one function that kernels for meta tensors want of it.

    They mark themselves as not to be compiled when they first run. For that alone torch would load its whole compiler,
    for two seconds. Whoever asks for anything else gets the real module.
    """

    @staticmethod
    def disable(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[..., Any]:
        return fn

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(_COMPILER) is self:
            del sys.modules[_COMPILER]
        return getattr(importlib.import_module(_COMPILER), name)


_stand_in = _StandIn(_COMPILER)


@contextlib.contextmanager
def without_compiler() -> Iterator[None]:
    """Keep torch from loading its compiler while a ``with`` block runs, unless it is loaded already."""
    if _COMPILER in sys.modules:
        yield
        return
    sys.modules[_COMPILER] = _stand_in
    try:
        yield
    finally:
        if sys.modules.get(_COMPILER) is _stand_in:
            del sys.modules[_COMPILER]
