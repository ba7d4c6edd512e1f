"""Arrays from numbers, shapes and other arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .._runtime import device
from .._runtime import dtype as dtypes
from ..ndarray import _convert
from ..ndarray._array import NDArray
from ._call import invoke, make, require, sizes
from .multiarray import ndarray


def array(object: Any, dtype: Any = None, ctx: Any = None) -> ndarray:
    """An array with the given elements: float32 for lists and numbers, else of the type of the source."""
    context = device.resolve(ctx)
    if isinstance(object, NDArray):
        wanted = object._data.dtype if dtype is None else dtypes.to_torch(dtype)
        tensor = object._data.detach().to(device=device.torch_device(context), dtype=wanted, copy=True)
        return make(tensor, context)
    if dtype is None:
        dtype = object.dtype if isinstance(object, (np.ndarray, np.generic)) else np.float32
    try:
        values = np.asarray(_plain(object))
        return make(_convert.from_numpy(values, dtypes.to_torch(dtype), context), context)
    except ValueError as error:
        raise TypeError(f"array: object must be array like: {error}") from None


def _plain(object: Any) -> Any:
    if isinstance(object, (list, tuple)):
        return [_plain(element) for element in object]
    return object.asnumpy() if isinstance(object, NDArray) else object


def _filled(shape: Any, value: Any, dtype: Any, ctx: Any, order: str = "C") -> ndarray:
    if order != "C":
        raise NotImplementedError(f"order must be 'C', received {order!r}")
    context = device.resolve(ctx)
    wanted = dtypes.default_of_none(dtype)
    return make(torch.full(sizes(shape), value, dtype=wanted, device=device.torch_device(context)), context)


def zeros(shape: Any, dtype: Any = np.float32, order: str = "C", ctx: Any = None) -> ndarray:
    """An array of zeros."""
    return _filled(shape, 0, dtype, ctx, order)


def ones(shape: Any, dtype: Any = np.float32, order: str = "C", ctx: Any = None) -> ndarray:
    """An array of ones."""
    return _filled(shape, 1, dtype, ctx, order)


def empty(shape: Any, dtype: Any = np.float32, order: str = "C", ctx: Any = None) -> ndarray:
    """An array whose elements need not be set; here they are zeros."""
    return _filled(shape, 0, dtype, ctx, order)


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C", ctx: Any = None, out: Any = None) -> Any:
    """An array filled with a number, or with an array that broadcasts to the shape."""
    if isinstance(fill_value, ndarray):
        wanted = fill_value._data.dtype if dtype is None else dtypes.to_torch(dtype)
        result = invoke("full", lambda t: t.expand(sizes(shape)).to(wanted, copy=True), [fill_value])
    else:
        if dtype is None:
            dtype = np.bool_ if isinstance(fill_value, (bool, np.bool_)) else np.float32
        result = _filled(shape, fill_value, dtype, ctx, order)
    if out is None:
        return result
    out[...] = result
    return out


def _like(a: Any, value: Any, dtype: Any, ctx: Any) -> ndarray:
    require("full_like", a)
    return _filled(a.shape, value, a.dtype if dtype is None else dtype, a._ctx if ctx is None else ctx)


def zeros_like(a: Any, dtype: Any = None, order: str = "C", ctx: Any = None, out: Any = None) -> Any:
    """Zeros of the shape and type of `a`."""
    return full_like(a, 0, dtype, order, ctx, out)


def ones_like(a: Any, dtype: Any = None, order: str = "C", ctx: Any = None, out: Any = None) -> Any:
    """Ones of the shape and type of `a`."""
    return full_like(a, 1, dtype, order, ctx, out)


def empty_like(prototype: Any, dtype: Any = None, order: str = "C", ctx: Any = None) -> Any:
    """An array of the shape and type of `prototype` whose elements need not be set."""
    return full_like(prototype, 0, dtype, order, ctx)


def full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = "C", ctx: Any = None, out: Any = None) -> Any:
    """An array of the shape and type of `a`, filled with a number."""
    if order != "C":
        raise NotImplementedError(f"order must be 'C', received {order!r}")
    result = _like(a, fill_value, dtype, ctx)
    if out is None:
        return result
    out[...] = result
    return out


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None) -> ndarray:
    """Evenly spaced values in ``[start, stop)``, float32 unless `dtype` says otherwise."""
    if step == 0:
        raise ZeroDivisionError("arange: step must not be 0")
    first, last = (0, start) if stop is None else (start, stop)
    context = device.resolve(ctx)
    values = np.arange(first, last, step, dtype=np.float64)
    return make(_convert.from_numpy(values, dtypes.default_of_none(dtype), context), context)


def linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None,
             axis: int = 0, ctx: Any = None) -> Any:
    """`num` evenly spaced values from `start` to `stop`; with `retstep` their distance too."""
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    if axis != 0:
        raise NotImplementedError(f"linspace: axis must be 0, received {axis}")
    context = device.resolve(ctx)
    values, step = np.linspace(start, stop, num, endpoint=endpoint, retstep=True)
    result = make(_convert.from_numpy(values, dtypes.default_of_none(dtype), context), context)
    return (result, float(step)) if retstep else result


def logspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: float = 10.0, dtype: Any = None,
             axis: int = 0, ctx: Any = None) -> ndarray:
    """`num` values from ``base ** start`` to ``base ** stop``, evenly spaced in the exponent."""
    if axis != 0:
        raise NotImplementedError(f"logspace: axis must be 0, received {axis}")
    context = device.resolve(ctx)
    values = np.logspace(start, stop, num, endpoint=endpoint, base=base)
    return make(_convert.from_numpy(values, dtypes.default_of_none(dtype), context), context)


def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = np.float32, ctx: Any = None) -> ndarray:
    """A matrix with ones on diagonal `k`."""
    context = device.resolve(ctx)
    values = np.eye(N, M, k, dtype=np.float32)
    return make(_convert.from_numpy(values, dtypes.default_of_none(dtype), context), context)


def identity(n: int, dtype: Any = None, ctx: Any = None) -> ndarray:
    """A square matrix with ones on its diagonal."""
    return eye(n, dtype=dtype, ctx=ctx)


def copy(a: Any) -> Any:
    """A copy on the same device, recorded by autograd."""
    return invoke("copy", torch.clone, [a])


def meshgrid(*xi: Any, indexing: str = "xy", sparse: bool = False, copy: bool = True) -> Any:
    """Coordinate matrices of coordinate vectors."""
    if sparse or not copy:
        raise NotImplementedError(f"meshgrid: sparse={sparse}, copy={copy} is not available")
    return invoke("meshgrid", lambda *t: tuple(m.clone() for m in torch.meshgrid(*t, indexing=indexing)), xi)
