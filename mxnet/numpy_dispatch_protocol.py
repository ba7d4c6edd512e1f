"""Which functions of NumPy run on arrays of ``mx.np`` without leaving them; see ``numpy._protocol``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .numpy._protocol import FUNCTIONS, UNIVERSAL_FUNCTIONS

_NUMPY_ARRAY_FUNCTION_LIST = list(FUNCTIONS)
_NUMPY_ARRAY_UFUNC_LIST = list(UNIVERSAL_FUNCTIONS)


def _told(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes decorators that say by which protocol a function failed."""

    def decorator(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def run(*args: Any, **kwargs: Any) -> None:
            try:
                func(*args, **kwargs)
            except Exception as error:
                raise RuntimeError(f"{func.__name__} does not work through NumPy's {what} protocol: {error}") from error

        return run

    return decorator


with_array_function_protocol = _told("__array_function__")
with_array_ufunc_protocol = _told("__array_ufunc__")
