"""Wrapping of operator functions, so that torch's profiler sees MXNet's names while it measures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from .._graph import codegen
from .._runtime import profiling
from ..ndarray import NDArray, register
from ..ndarray._fluent import FluentMethods
from ..numpy import ndarray

_PACKAGE = __name__.partition(".")[0]
_CLASSES = (FluentMethods, NDArray, ndarray)


class Names:
    """The operator functions in all namespaces of this package and of user programs."""

    def __init__(self) -> None:
        self._replaced: list[tuple[Any, str, Any, Any]] = []

    def install(self) -> None:
        """Replace all operator functions with wrappers that report their names."""
        for owner, name, function in list(_functions()):
            other = profiling.named(function)
            if other is not None:
                _put(owner, name, other)
                self._replaced.append((owner, name, function, other))
        profiling.state.active = True
        codegen.tell_names(True)

    def restore(self) -> None:
        """Restore the original functions, except those that were replaced in the meantime."""
        profiling.state.active = False
        codegen.tell_names(False)
        for owner, name, function, other in self._replaced:
            if (owner.get(name) if isinstance(owner, dict) else vars(owner).get(name)) is other:
                _put(owner, name, function)
        self._replaced.clear()


def _functions() -> Iterator[tuple[Any, str, Any]]:
    """Yield all places of operator functions, as (namespace, name, function)."""
    modules = [vars(module) for name, module in list(sys.modules.items())
               if name.partition(".")[0] == _PACKAGE and module is not None]
    # Modules of this package also store functions in dictionaries, by operator name.
    kept = [value for module in modules for name, value in module.items()
            if type(value) is dict and name != "__builtins__"]
    for namespace in (*modules, *kept, *register.FUNCTIONS.values()):
        yield from ((namespace, name, value) for name, value in list(namespace.items()))
    for kind in _CLASSES:
        yield from ((kind, name, value) for name, value in list(vars(kind).items()))


def _put(owner: Any, name: str, function: Any) -> None:
    if isinstance(owner, dict):
        owner[name] = function
    else:
        setattr(owner, name, function)
