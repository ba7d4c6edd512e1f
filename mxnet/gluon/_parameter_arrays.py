"""The arrays of a parameter, which users may replace behind its back."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from .._graph.parameters import ParameterSet
from ..ndarray.ndarray import NDArray

_lock = threading.Lock()


def _noticed(name: str) -> Callable[..., Any]:
    method = getattr(list, name)

    def change(self: ParameterArrays, *args: Any) -> Any:
        result = method(self, *args)
        self.invalidate()
        return result

    return change


class ParameterArrays(list[NDArray]):
    """A list, one array for each context, that compiled graphs follow.

    MXNet asks parameters for their arrays at each call, and programs rely on it: ``parameter._data[0] = computed`` puts
    a result of other parameters in place of a weight, in hybridized blocks too.
    """

    def __init__(self, arrays: Iterable[NDArray] = ()) -> None:
        super().__init__(arrays)
        self._users: weakref.WeakSet[ParameterSet] = weakref.WeakSet()

    def __reduce__(self) -> Any:
        """For copies, which no program uses yet."""
        return type(self), (list(self),)

    def add_user(self, parameters: ParameterSet) -> None:
        """Invalidate `parameters` when an array of this list is replaced."""
        with _lock:
            self._users.add(parameters)

    def invalidate(self) -> None:
        """Invalidate all parameter sets that contain an array of this list."""
        with _lock:
            users = list(self._users)
            self._users.clear()
        for user in users:
            user.invalidate()

    __setitem__, __delitem__, __iadd__ = _noticed("__setitem__"), _noticed("__delitem__"), _noticed("__iadd__")
    append, extend, insert, remove = _noticed("append"), _noticed("extend"), _noticed("insert"), _noticed("remove")
    pop, clear, reverse = _noticed("pop"), _noticed("clear"), _noticed("reverse")
