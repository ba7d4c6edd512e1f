"""Run torch on ``meta`` tensors without importing its compiler or sympy.

Meta kernels import three modules for trivial purposes: to mark themselves as not compiled, to test whether sizes are
symbolic, and to combine conditions on sizes. That would load torch's compiler, which takes two seconds, or sympy, which
takes a quarter of a second and 35 MB. Shape inference uses plain integers only, so stand-in modules replace those that
are not loaded yet.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import operator
import sys
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

from mxnet_records import environment


class _Blocks(threading.local):
    """How many ``with`` blocks this thread has open."""

    count = 0


_OFF = environment.is_off("meta")
_lock = threading.RLock()
_mine = _Blocks()


class _StandIn(types.ModuleType):
    """In the place of a module of which kernels for meta tensors want only what is offered here.

    Whoever asks for anything else, and every thread that does not infer sizes, gets the real module.
    """

    def __init__(self, name: str, **offered: Any) -> None:
        super().__init__(name)
        self._offered = {key: value if isinstance(value, type) else self._guarded(key, value)
                         for key, value in offered.items()}

    def _guarded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """`function` while sizes are inferred; a module that torch loads meanwhile may keep it for later."""
        def choose(*args: Any, **kwargs: Any) -> Any:
            return (function if _mine.count else getattr(self.real(), name))(*args, **kwargs)
        return choose

    def remove(self) -> None:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]

    def real(self) -> types.ModuleType:
        with _lock:
            self.remove()
        return importlib.import_module(self.__name__)

    def __getattr__(self, name: str) -> Any:
        if name == "__path__" and _mine.count and self is _SIZES:
            # Asked by each ``from ... import`` of this module, which is no package.
            raise AttributeError(name)
        return self._offered[name] if _mine.count and name in self._offered else getattr(self.real(), name)


class _NoExpression:
    """No number is an expression of sympy."""


def _same(value: Any, *_: Any, **__: Any) -> Any:
    return value


def _equal(x: Any, y: Any) -> bool:
    return len(x) == len(y) and all(map(_equal, x, y)) if isinstance(x, (tuple, list)) else x == y


_SIZES = _StandIn(
    "torch.fx.experimental.symbolic_shapes",
    expect_true=_same, guard_or_false=_same, guard_or_true=_same, guard_size_oblivious=_same,
    guarding_hint_or_throw=_same, size_hint=_same, statically_known_true=_same,
    has_guarding_hint=lambda value: True, has_hint=lambda value: True, is_nested_int=lambda value: False,
    sym_and=lambda *conditions: functools.reduce(operator.and_, conditions),
    sym_or=lambda *conditions: functools.reduce(operator.or_, conditions), sym_eq=_equal)
_STAND_INS = (_StandIn("torch._dynamo", disable=_same), _SIZES, _StandIn("sympy", Basic=_NoExpression))
# How many ``with`` blocks are open in all threads.
_open = 0


@contextlib.contextmanager
def without_compiler() -> Iterator[None]:
    """Keep torch from loading its compiler and sympy while a ``with`` block runs, unless they are loaded already."""
    global _open
    if _OFF:
        yield
        return
    with _lock:
        _open += 1
        for stand_in in _STAND_INS:
            sys.modules.setdefault(stand_in.__name__, stand_in)
    _mine.count += 1
    try:
        yield
    finally:
        _mine.count -= 1
        with _lock:
            _open -= 1
            if not _open:
                for stand_in in _STAND_INS:
                    stand_in.remove()
