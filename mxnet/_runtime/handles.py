"""Integer handles of objects, for code written for MXNet's C library that passes pointers.

An object is registered when its handle is requested. Registration does not keep the object alive, except for results
that were not taken yet.
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
_known: dict[int, int] = {}  # id of an object -> its handle
_results: dict[int, Any] = {}


def of(item: Any) -> ctypes.c_void_p:
    """Return the handle of an object."""
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
    """Return the number of a handle given as a ctypes object, a number or an object with a handle."""
    handle = getattr(handle, "_as_parameter_", handle)
    return int((handle.value if isinstance(handle, ctypes.c_void_p) else handle) or 0)


def find(handle: Any, kind: type[Any]) -> Any:
    """Return the object of a handle."""
    reference = _objects.get(number_of(handle))
    item = None if reference is None else reference()
    if not isinstance(item, kind):
        found = "stands for nothing that exists" if item is None else f"stands for a {type(item).__name__}"
        raise MXNetError(f"handle {number_of(handle):#x} {found}, not for a {kind.__name__}")
    return item


def keep(item: Any) -> int:
    """Register the result of a call and keep it alive until it is taken or freed."""
    number = number_of(of(item))
    _results[number] = item
    return number


def take(handle: Any, kind: type[Any], heir: Any) -> Any:
    """Return the object of a handle and transfer the handle of a result to `heir`, which wraps the object."""
    item = find(handle, kind)
    number = number_of(handle)
    if _results.pop(number, None) is not None:
        del _known[id(item)]
        _register(heir, number)
    return item


def free(handle: Any) -> None:
    """Free a result that was not taken."""
    _results.pop(number_of(handle), None)
