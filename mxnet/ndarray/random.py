"""Random arrays: ``nd.random.uniform`` and others."""

from __future__ import annotations

from typing import Any

from .._frontend.signature import Null as _Null
from .._runtime import device as _device
from .register import functions as _functions

_ops = _functions("random")
_internal = _functions("_internal")


def _draw(name: str, shape: Any, dtype: Any, ctx: Any, out: Any, **parameters: Any) -> Any:
    shape = (out.shape if out is not None else (1,)) if shape is _Null or shape is None else shape
    dtype = None if dtype is _Null or dtype is None else dtype
    if out is not None and dtype is None:
        dtype = out.dtype
    context = _device.resolve(ctx) if out is None else out.context
    return _internal[name](shape=shape, dtype=dtype, ctx=context, out=out, **parameters)


def uniform(low: Any = 0, high: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
            **kwargs: Any) -> Any:
    """Uniform numbers in ``[low, high)``."""
    return _draw("_random_uniform", shape, dtype, ctx, out, low=low, high=high)


def normal(loc: Any = 0, scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
           **kwargs: Any) -> Any:
    """Normal numbers with mean `loc` and standard deviation `scale`."""
    return _draw("_random_normal", shape, dtype, ctx, out, loc=loc, scale=scale)


def randn(*shape: int, **kwargs: Any) -> Any:
    """Normal numbers in an array of the given sizes."""
    return normal(kwargs.pop("loc", 0), kwargs.pop("scale", 1), shape or (1,), **kwargs)


def randint(low: int, high: int, shape: Any = _Null, dtype: Any = _Null, ctx: Any = None, out: Any = None,
            **kwargs: Any) -> Any:
    """Integers in ``[low, high)``."""
    return _draw("_random_randint", shape, dtype, ctx, out, low=low, high=high)


def shuffle(data: Any, **kwargs: Any) -> Any:
    """The rows of `data` in random order."""
    return _internal["_shuffle"](data, **kwargs)
