"""Numbers that stand for objects where code written for the original's C library passes pointers.

Nothing is registered until a handle is asked for, and a registered object is not kept alive, but for results that
nobody has taken yet.
"""

from __future__ import annotations

import ctypes
import itertools
import weakref
from typing import Any

from .error import MXNetError

Handle = ctypes.c_void_p
_numbers = itertools.count(16, 16)
_objects: dict[int, weakref.ref[Any]] = {}
_known: dict[int, int] = {}  # id of an object -> its number
_results: dict[int, Any] = {}


def of(item: Any) -> ctypes.c_void_p:
    """The handle of an object."""
    number = _known.get(id(item))
    return Handle(_register(item, next(_numbers)) if number is None else number)


def _register(item: Any, number: int) -> int:
    key = id(item)

    def forget(reference: weakref.ref[Any]) -> None:
        if _known.get(key) == number:
            del _known[key]
        if _objects.get(number) is reference:
            del _objects[number]

    _known[key], _objects[number] = number, weakref.ref(item, forget)
    return number


def number_of(handle: Any) -> int:
    """The number of a handle given as ctypes object, number or object that has a handle."""
    handle = getattr(handle, "_as_parameter_", handle)
    return int((handle.value if isinstance(handle, ctypes.c_void_p) else handle) or 0)


def find(handle: Any, kind: type[Any]) -> Any:
    """The object of a handle."""
    reference = _objects.get(number_of(handle))
    item = None if reference is None else reference()
    if not isinstance(item, kind):
        found = "stands for nothing that exists" if item is None else f"stands for a {type(item).__name__}"
        raise MXNetError(f"handle {number_of(handle):#x} {found}, not for a {kind.__name__}")
    return item


def keep(item: Any) -> int:
    """Register the result of a call; it is kept alive until it is taken or freed."""
    number = number_of(of(item))
    _results[number] = item
    return number


def take(handle: Any, kind: type[Any], heir: Any) -> Any:
    """The object of a handle, which `heir` will wrap; the handle of a result belongs to `heir` from now on."""
    item = find(handle, kind)
    number = number_of(handle)
    if _results.pop(number, None) is not None:
        del _known[id(item)]
        _register(heir, number)
    return item


def free(handle: Any) -> None:
    """Free a result that was not taken."""
    _results.pop(number_of(handle), None)
