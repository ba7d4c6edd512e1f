"""Automatic names of symbols."""

from __future__ import annotations

import threading
from typing import Any


class _Current(threading.local):
    value: NameManager | None = None


class _CurrentManager(type):
    """Adds the class attribute ``current``, the manager of this thread, which old code reads and sets."""

    @property
    def current(cls) -> NameManager:
        return current()

    @current.setter
    def current(cls, manager: NameManager) -> None:
        NameManager._current.value = manager


class NameManager(metaclass=_CurrentManager):
    """Names unnamed symbols after their operator, such as 'fullyconnected0'.

    Use ``with NameManager():`` to restart the numbers.

    Examples
    --------
    >>> with mx.name.NameManager():
    ...     mx.sym.exp(mx.sym.var('x')).name
    'exp0'
    """

    _current = _Current()

    def __init__(self) -> None:
        self._counter: dict[str, int] = {}
        self._old_manager: NameManager | None = None

    def get(self, name: str | None, hint: str) -> str:
        """Return `name`, or `hint` with a number if `name` is None.

        Parameters
        ----------
        name : str, optional
            The given name.
        hint : str
            Name of the operator.

        Returns
        -------
        str
            The name.

        Examples
        --------
        >>> manager = mx.name.NameManager()
        >>> manager.get(None, 'exp'), manager.get(None, 'exp'), manager.get('mine', 'exp')
        ('exp0', 'exp1', 'mine')
        """
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
    """Adds a prefix to all names, including given names.

    Parameters
    ----------
    prefix : str
        Text before all names.

    Examples
    --------
    >>> with mx.name.Prefix('net_'):
    ...     mx.sym.exp(mx.sym.var('x'), name='layer').name
    'net_layer'
    """

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> str:
        return self._prefix + super().get(name, hint)


def current() -> NameManager:
    """Return the current manager of this thread.

    Returns
    -------
    NameManager
        The innermost manager.

    Examples
    --------
    >>> with mx.name.Prefix('net_') as prefix:
    ...     mx.name.current() is prefix
    True
    """
    manager = NameManager._current.value
    if manager is None:
        manager = NameManager._current.value = NameManager()
    return manager
