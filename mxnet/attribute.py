"""Attributes of all symbols created in a ``with`` block."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any


class _Current(threading.local):
    value: AttrScope | None = None


class _CurrentScope(type):
    """Adds the class attribute ``current``, the scope of this thread, which old code reads and sets."""

    @property
    def current(cls) -> AttrScope:
        return current()

    @current.setter
    def current(cls, scope: AttrScope) -> None:
        AttrScope._current.value = scope


class AttrScope(metaclass=_CurrentScope):
    """Adds attributes, such as ``ctx_group='stage1'``, to all symbols created in a ``with`` block.

    Examples
    --------
    >>> with mx.AttrScope(ctx_group='first'):
    ...     data = mx.sym.var('data')
    >>> data.attr('ctx_group')
    'first'
    """

    _current = _Current()
    # Number of loop and condition bodies that have been traced under each name.
    _subgraph_names: dict[str, int] = defaultdict(int)

    def __init__(self, **kwargs: str) -> None:
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Attributes need to be string, received {key}={value!r}")
        self._attr = dict(kwargs)
        self._old_scope: AttrScope | None = None
        self._outer: dict[str, str] = dict(kwargs)

    def get(self, attr: dict[str, str] | None) -> dict[str, str]:
        """Return the current attributes.

        Parameters
        ----------
        attr : dict of str to str, optional
            Further attributes, which take precedence.

        Returns
        -------
        dict of str to str
            Attributes of this scope and, in its ``with`` block, of the outer scopes.

        Examples
        --------
        >>> mx.AttrScope(ctx_group='first').get({'lr_mult': '2'})
        {'ctx_group': 'first', 'lr_mult': '2'}
        """
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
    """Return the current scope of this thread.

    Returns
    -------
    AttrScope
        The innermost scope.

    Examples
    --------
    >>> type(mx.attribute.current()).__name__
    'AttrScope'
    """
    scope = AttrScope._current.value
    if scope is None:
        scope = AttrScope._current.value = AttrScope()
    return scope
