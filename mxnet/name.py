"""Automatic names of symbols."""

from __future__ import annotations

import threading
from typing import Any


class _Current(threading.local):
    value: NameManager | None = None


class _CurrentManager(type):
    """Gives the class the attribute ``current``, the manager of this thread, which old code reads and sets."""

    @property
    def current(cls) -> NameManager:
        return current()

    @current.setter
    def current(cls, manager: NameManager) -> None:
        NameManager._current.value = manager


class NameManager(metaclass=_CurrentManager):
    """Gives nameless symbols a name from their operator: 'fullyconnected0'.

    Use as ``with NameManager():`` to start counting anew.
    """

    _current = _Current()

    def __init__(self) -> None:
        self._counter: dict[str, int] = {}
        self._old_manager: NameManager | None = None

    def get(self, name: str | None, hint: str) -> str:
        """`name` if given, else `hint` and a running number."""
        if name:
            return name
        number = self._counter.get(hint, 0)
        self._counter[hint] = number + 1
        return f"{hint}{number}"

    def __enter__(self) -> NameManager:
        self._old_manager = current()
        NameManager._current.value = self
        return self

    def __exit__(self, ptype: Any, value: Any, trace: Any) -> None:
        NameManager._current.value = self._old_manager


class Prefix(NameManager):
    """Puts a prefix before all names, given ones included."""

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> str:
        return self._prefix + super().get(name, hint)


def current() -> NameManager:
    """The manager in force for this thread."""
    found = NameManager._current.value
    if found is None:
        found = NameManager._current.value = NameManager()
    return found
