"""Random numbers as symbols: ``sym.random.uniform`` and others."""

from __future__ import annotations

from typing import Any

from .register import functions as _functions

_internal = _functions("_internal")


def uniform(low: Any = 0, high: Any = 1, shape: Any = (), dtype: Any = None, **kwargs: Any) -> Any:
    """Uniform numbers in ``[low, high)``."""
    return _internal["_random_uniform"](low=low, high=high, shape=shape, dtype=dtype, **kwargs)


def normal(loc: Any = 0, scale: Any = 1, shape: Any = (), dtype: Any = None, **kwargs: Any) -> Any:
    """Normal numbers with mean `loc` and standard deviation `scale`."""
    return _internal["_random_normal"](loc=loc, scale=scale, shape=shape, dtype=dtype, **kwargs)
