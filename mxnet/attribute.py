"""Attributes that all symbols made in a ``with`` block receive."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any


class _Current(threading.local):
    value: AttrScope | None = None


class _CurrentScope(type):
    """Gives the class the attribute ``current``, the scope of this thread, which old code reads and sets."""

    @property
    def current(cls) -> AttrScope:
        return current()

    @current.setter
    def current(cls, scope: AttrScope) -> None:
        AttrScope._current.value = scope


class AttrScope(metaclass=_CurrentScope):
    """Attach attributes, such as ``ctx_group='stage1'``, to all symbols created inside."""

    _current = _Current()
    # How many bodies of loops and conditions have been traced under each name.
    _subgraph_names: dict[str, int] = defaultdict(int)

    def __init__(self, **kwargs: str) -> None:
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Attributes need to be string, received {key}={value!r}")
        self._attr = dict(kwargs)
        self._old_scope: AttrScope | None = None
        self._outer: dict[str, str] = dict(kwargs)

    def get(self, attr: dict[str, str] | None) -> dict[str, str]:
        """The attributes in force, with `attr` taking precedence."""
        return {**self._attr, **attr} if attr else dict(self._attr)

    def __enter__(self) -> AttrScope:
        self._old_scope = current()
        self._outer = self._attr
        self._attr = {**self._old_scope._attr, **self._attr}
        AttrScope._current.value = self
        return self

    def __exit__(self, ptype: Any, value: Any, trace: Any) -> None:
        self._attr = self._outer
        AttrScope._current.value = self._old_scope


def current() -> AttrScope:
    """The scope in force for this thread."""
    found = AttrScope._current.value
    if found is None:
        found = AttrScope._current.value = AttrScope()
    return found
