"""The list of a parameter's arrays. Users may replace its items."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from .._graph.parameters import ParameterSet
from ..ndarray.ndarray import NDArray

_lock = threading.Lock()


def _invalidating(name: str) -> Callable[..., Any]:
    method = getattr(list, name)

    def change(self: ParameterArrays, *args: Any) -> Any:
        result = method(self, *args)
        self.invalidate()
        return result

    return change


class ParameterArrays(list[NDArray]):
    """A list with one array for each context. Replacing an array invalidates compiled graphs.

    MXNet reads a parameter's arrays in every call. Programs rely on this: ``parameter._data[0] = computed`` replaces
    a weight by a value computed from other parameters, also in hybridized blocks.
    """

    def __init__(self, arrays: Iterable[NDArray] = ()) -> None:
        super().__init__(arrays)
        self._users: weakref.WeakSet[ParameterSet] = weakref.WeakSet()

    def __reduce__(self) -> Any:
        """Copy the arrays without the programs that use them."""
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

    __setitem__, __delitem__ = _invalidating("__setitem__"), _invalidating("__delitem__")
    __iadd__, append, extend = _invalidating("__iadd__"), _invalidating("append"), _invalidating("extend")
    insert, remove, pop = _invalidating("insert"), _invalidating("remove"), _invalidating("pop")
    clear, reverse = _invalidating("clear"), _invalidating("reverse")
