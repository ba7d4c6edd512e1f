"""The arrays of a parameter, which users may replace behind its back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..ndarray.ndarray import NDArray
from ..numpy._mode import inward


class _Epoch:
    """Grows whenever any parameter gets other arrays; compiled graphs compare it to notice."""

    number = 0


epoch = _Epoch()


def arrays_epoch() -> int:
    """A number that changes whenever a parameter's arrays are replaced."""
    return epoch.number


def _noticed(name: str) -> Callable[..., Any]:
    method = getattr(list, name)

    def change(self: ParameterArrays, *args: Any) -> Any:
        result = method(self, *map(inward, args))
        self.shown = None
        epoch.number += 1
        return result

    return change


class ParameterArrays(list[NDArray]):
    """A list, one array for each context, that compiled graphs follow.

    MXNet asks parameters for their arrays at each call, and programs rely on it: ``parameter._data[0] = computed`` puts
    a result of other parameters in place of a weight, in hybridized blocks too.
    """

    def __init__(self, arrays: Iterable[NDArray] = ()) -> None:
        super().__init__(map(inward, arrays))
        # The same arrays as users of mx.np see them.
        self.shown: list[NDArray] | None = None

    __setitem__, __delitem__, __iadd__ = _noticed("__setitem__"), _noticed("__delitem__"), _noticed("__iadd__")
    append, extend, insert, remove = _noticed("append"), _noticed("extend"), _noticed("insert"), _noticed("remove")
    pop, clear, reverse = _noticed("pop"), _noticed("clear"), _noticed("reverse")
