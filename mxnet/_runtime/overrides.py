"""Check whether users override methods, so that fast paths can bypass unmodified ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

_PACKAGE = __name__.partition(".")[0]


def _is_own(kind: type, names: tuple[str, ...]) -> bool:
    """Return whether the methods and properties `names` of `kind` are all defined by this package.

    Methods assigned to a class of this package later also count as overrides, if that happens before the first call for
    the class: results are cached.
    """
    return all(_is_own_attribute(kind, name) for name in names)


# Called in every training step. The limit releases classes of programs that create thousands of them.
is_own: Callable[[type, tuple[str, ...]], bool] = lru_cache(maxsize=512)(_is_own)


def _is_own_attribute(kind: type, name: str) -> bool:
    for one in kind.__mro__:
        if name in vars(one):
            return _module_of(one, vars(one)[name]).partition(".")[0] == _PACKAGE
    return True


def _module_of(kind: type, attribute: Any) -> str:
    function = attribute.fget if isinstance(attribute, property) else getattr(attribute, "__func__", attribute)
    return getattr(function, "__module__", None) or kind.__module__
