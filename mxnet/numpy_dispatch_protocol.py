"""NumPy functions that run directly on ``mx.np`` arrays, see ``numpy._protocol``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .numpy._protocol import FUNCTIONS, UNIVERSAL_FUNCTIONS

_NUMPY_ARRAY_FUNCTION_LIST = list(FUNCTIONS)
_NUMPY_ARRAY_UFUNC_LIST = list(UNIVERSAL_FUNCTIONS)


def _name_protocol(protocol: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds the protocol to the error of a failed function."""

    def decorator(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def run(*args: Any, **kwargs: Any) -> None:
            try:
                func(*args, **kwargs)
            except Exception as error:
                message = f"{func.__name__} does not work through NumPy's {protocol} protocol: {error}"
                raise RuntimeError(message) from error

        return run

    return decorator


with_array_function_protocol = _name_protocol("__array_function__")
with_array_ufunc_protocol = _name_protocol("__array_ufunc__")
