"""Whether methods are this package's own, so that a shorter way to the same result may be taken."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

_PACKAGE = __name__.partition(".")[0]


def _is_own(kind: type, names: tuple[str, ...]) -> bool:
    """Whether no class outside this package defines one of the methods or properties `names` of `kind`.

    Methods that are put into a class of this package later count as foreign too, if that happens before the first
    question for the class: answers are kept.
    """
    return all(_is_own_attribute(kind, name) for name in names)


# Asked in every training step; the bound lets go of classes that programs make by the thousand.
is_own: Callable[[type, tuple[str, ...]], bool] = lru_cache(maxsize=512)(_is_own)


def _is_own_attribute(kind: type, name: str) -> bool:
    for one in kind.__mro__:
        if name in vars(one):
            return _module_of(one, vars(one)[name]).partition(".")[0] == _PACKAGE
    return True


def _module_of(kind: type, attribute: Any) -> str:
    function = attribute.fget if isinstance(attribute, property) else getattr(attribute, "__func__", attribute)
    return getattr(function, "__module__", None) or kind.__module__
