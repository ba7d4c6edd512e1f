"""Functions that create arrays from numbers, shapes and other arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from .._frontend import short
from .._frontend.results import wrap
from .._ops.opdef import find
from .._runtime import device
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from ..ndarray import _convert
from ..ndarray._array import NDArray
from ._operators import NUMBERS, check_order, in_short, is_array, on_symbols, operator, sizes
from .multiarray import ndarray

_new = object.__new__
Make = Callable[[str], Callable[..., Any]]
_full_like, _copy, _broadcast_to, _cast = (operator(name) for name in (
    "_npi_full_like", "_np_copy", "_npi_broadcast_to", "_npi_cast"))


def on_arrays(name: str) -> Callable[..., Any]:
    """Return the function that creates an array with an operator without inputs."""
    return short.make(find(name), ndarray)


def array(object: Any, dtype: Any = None, ctx: Any = None) -> ndarray:
    """Create an array. The default dtype is float32 for lists and numbers, or the dtype of the source."""
    context = device.resolve(ctx)
    if isinstance(object, NDArray):
        torch_dtype = object._data.dtype if dtype is None else dtypes.to_torch(dtype)
        tensor = object._data.detach().to(device=device.torch_device(context), dtype=torch_dtype, copy=True)
        return wrap(ndarray, tensor, context)
    if dtype is None:
        dtype = object.dtype if isinstance(object, (np.ndarray, np.generic)) else np.float32
    try:
        values = np.asarray(_plain(object))
        return wrap(ndarray, _convert.from_numpy(values, dtypes.to_torch(dtype), context), context)
    except ValueError as error:
        raise TypeError(f"array: object must be array like: {error}") from None


def _plain(object: Any) -> Any:
    if isinstance(object, (list, tuple)):
        if object and type(object[0]) in (int, float):
            return object  # NumPy converts other objects
        return [_plain(element) for element in object]
    return object.asnumpy() if isinstance(object, NDArray) else object


def copy(a: Any, out: Any = None) -> Any:
    """Return a copy on the same device. Autograd records it."""
    return _copy(a) if out is None else _copy(a, out=out)


def _like(a: Any, value: Any, dtype: Any, order: str, ctx: Any, out: Any) -> Any:
    check_order("full_like", order)
    if isinstance(a, NUMBERS):
        return value
    options: dict[str, Any] = {} if out is None else {"out": out}
    if dtype is not None:
        options["dtype"] = dtype
    result = _full_like(a, fill_value=float(value), **options)
    return result if ctx is None or not isinstance(result, ndarray) else result.as_in_ctx(device.resolve(ctx))


@in_short("zeros_like")
def zeros_like(a: Any, dtype: Any = None, order: str = "C", ctx: Any = None, out: Any = None) -> Any:
    """Return zeros with the shape and dtype of `a`."""
    return _like(a, 0, dtype, order, ctx, out)


@in_short("ones_like")
def ones_like(a: Any, dtype: Any = None, order: str = "C", ctx: Any = None, out: Any = None) -> Any:
    """Return ones with the shape and dtype of `a`."""
    return _like(a, 1, dtype, order, ctx, out)


def full_like(a: Any, fill_value: Any, dtype: Any = None, order: str = "C", ctx: Any = None, out: Any = None) -> Any:
    """Return an array with the shape and dtype of `a`, filled with a number."""
    return _like(a, fill_value, dtype, order, ctx, out)


def empty_like(prototype: Any, dtype: Any = None, order: str = "C", subok: bool = False, shape: Any = None) -> Any:
    """Return an array with the shape and dtype of `prototype`. Its elements are undefined, here zeros."""
    if subok or shape is not None:
        raise NotImplementedError(f"empty_like: subok={subok} and shape={shape} are not supported")
    return _like(prototype, 0, dtype, order, None, None)


def meshgrid(*xi: Any, **kwargs: Any) -> Any:
    """Return coordinate matrices from coordinate vectors."""
    indexing, sparse, copied = kwargs.pop("indexing", "xy"), kwargs.pop("sparse", False), kwargs.pop("copy", True)
    if kwargs:
        raise TypeError(f"meshgrid: unknown arguments {', '.join(kwargs)}")
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    if not copied:
        raise NotImplementedError("meshgrid: the results are always copies, so copy must be True")
    rank = len(xi)
    places = [1 - i if indexing == "xy" and rank > 1 and i < 2 else i for i in range(rank)]
    shaped = [x.reshape([1] * place + [-1] + [1] * (rank - 1 - place)) for x, place in zip(xi, places, strict=True)]
    if sparse:
        return shaped
    shape = np.broadcast_shapes(*[x.shape for x in shaped])
    return [_broadcast_to(x, shape=shape) for x in shaped]


class Creation:
    """Functions that create arrays or symbols from shapes and numbers. `make` creates the operators."""

    def __init__(self, make: Make) -> None:
        self._is_eager = make is on_arrays
        self._zeros, self._ones, self._full, self._identity = (make(f"_npi_{name}") for name in (
            "zeros", "ones", "full", "identity"))
        self._arange, self._linspace, self._logspace, self._eye = (make(f"_npi_{name}") for name in (
            "arange", "linspace", "logspace", "eye"))
        self._indices, self._blackman, self._hamming, self._hanning = (make(f"_npi_{name}") for name in (
            "indices", "blackman", "hamming", "hanning"))

    def zeros(self, shape: Any, dtype: Any = None, order: str = "C", ctx: Any = None) -> Any:
        """Return an array of zeros."""
        check_order("zeros", order)
        return self._zeros(shape=sizes(shape), dtype=_type(dtype), ctx=device.resolve(ctx))

    def ones(self, shape: Any, dtype: Any = np.float32, order: str = "C", ctx: Any = None) -> Any:
        """Return an array of ones."""
        check_order("ones", order)
        return self._ones(shape=sizes(shape), dtype=_type(dtype), ctx=device.resolve(ctx))

    def full(self, shape: Any, fill_value: Any, dtype: Any = None, order: str = "C", ctx: Any = None,
             out: Any = None) -> Any:
        """Return an array filled with a number, or with an array that broadcasts to the shape."""
        check_order("full", order)
        if is_array(fill_value):
            return _fill_from_array(fill_value, sizes(shape), dtype, out)
        if dtype is None and isinstance(fill_value, (bool, np.bool_)):
            dtype = np.bool_
        options = {} if out is None else {"out": out}
        return self._full(shape=sizes(shape), value=float(fill_value), dtype=_type(dtype), ctx=device.resolve(ctx),
                          **options)

    def identity(self, n: int, dtype: Any = None, ctx: Any = None) -> Any:
        """Return a square matrix with ones on its diagonal."""
        if not isinstance(n, (int, np.integer)):
            raise TypeError(f"identity: n must be an integer, received {n!r}")
        if n < 0:
            raise ValueError(f"identity: n must not be negative, received {n}")
        return self._identity(shape=(n, n), dtype=_type(dtype), ctx=device.resolve(ctx))

    def arange(self, start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None) -> Any:
        """Return evenly spaced values in ``[start, stop)``. The default dtype is float32."""
        if start is None and stop is None:
            raise ValueError("arange: start and stop must not both be None")
        if step == 0:
            raise ZeroDivisionError("arange: step must not be 0")
        first, last = (0, start) if stop is None else (start or 0, stop)
        if self._is_eager and type(first) is type(last) is int and step == 1 and first < last and dtype is ctx is None:
            return _create_float32(torch.arange, (float(first), float(last)))
        return self._arange(start=float(first), stop=float(last), step=float(1 if step is None else step),
                            dtype=_type(dtype), ctx=device.resolve(ctx))

    def linspace(self, start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False,
                 dtype: Any = None, axis: int = 0, ctx: Any = None) -> Any:
        """Return `num` evenly spaced values from `start` to `stop`. With `retstep`, also return the step."""
        _check_ends("linspace", start, stop, axis)
        result = self._linspace(start=float(start), stop=float(stop), num=num, endpoint=endpoint, dtype=_type(dtype),
                                ctx=device.resolve(ctx))
        if not retstep:
            return result
        gaps = num - 1 if endpoint else num
        return result, (stop - start) / gaps if gaps else float("nan")

    def logspace(self, start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: float = 10.0,
                 dtype: Any = None, axis: int = 0, ctx: Any = None) -> Any:
        """Return `num` values from ``base ** start`` to ``base ** stop`` with evenly spaced exponents."""
        _check_ends("logspace", start, stop, axis)
        return self._logspace(start=float(start), stop=float(stop), num=num, endpoint=endpoint, base=float(base),
                              dtype=_type(dtype), ctx=device.resolve(ctx))

    def eye(self, N: int, M: int | None = None, k: int = 0, dtype: Any = np.float32, ctx: Any = None) -> Any:
        """Return a matrix with ones on diagonal `k`."""
        return self._eye(N=N, M=N if M is None else M, k=k, dtype=_type(dtype), ctx=device.resolve(ctx))

    def indices(self, dimensions: Any, dtype: Any = np.int32, ctx: Any = None) -> Any:
        """Return the positions of all elements of an array. The first axis is the axis of the position."""
        if not isinstance(dimensions, (tuple, list)):
            raise ValueError("The dimensions must be sequence of ints")
        return self._indices(dimensions=tuple(dimensions), dtype=_type(dtype), ctx=device.resolve(ctx))

    def blackman(self, M: int, dtype: Any = np.float32, ctx: Any = None) -> Any:
        """Return the Blackman window with `M` points."""
        return self._blackman(M=M, dtype=_type(dtype), ctx=device.resolve(ctx))

    def hamming(self, M: int, dtype: Any = np.float32, ctx: Any = None) -> Any:
        """Return the Hamming window with `M` points."""
        return self._hamming(M=M, dtype=_type(dtype), ctx=device.resolve(ctx))

    def hanning(self, M: int, dtype: Any = np.float32, ctx: Any = None) -> Any:
        """Return the Hann window with `M` points."""
        return self._hanning(M=M, dtype=_type(dtype), ctx=device.resolve(ctx))


def _create_float32(create: Callable[..., torch.Tensor], arguments: tuple[Any, ...]) -> ndarray:
    """Create a float32 tensor with torch on the current context."""
    context = device.current_context()
    try:
        tensor = (create(*arguments) if context.device_typeid != 2
                  else create(*arguments, device=device.torch_device(context)))
    except (RuntimeError, TypeError) as error:
        raise MXNetError(f"operator {create.__name__}: {error}") from error
    array = _new(ndarray)
    array._data, array._ctx, array._tape = tensor, context, None
    return array


def _type(dtype: Any) -> str:
    """Return the name of a dtype, float32 for None."""
    return "float32" if dtype is None else dtypes.name_of(dtypes.to_torch(dtype))


def _check_ends(name: str, start: Any, stop: Any, axis: int) -> None:
    if isinstance(start, (list, np.ndarray, NDArray)) or isinstance(stop, (list, np.ndarray, NDArray)):
        raise NotImplementedError(f"{name}: start and stop must be numbers")
    if axis != 0:
        raise NotImplementedError(f"{name}: axis must be 0, received {axis}")


def _fill_from_array(value: Any, shape: tuple[int, ...], dtype: Any, out: Any) -> Any:
    result = _broadcast_to(value, shape=shape)
    if dtype is not None:
        result = _cast(result, dtype=_type(dtype))
    if out is None:
        return result
    out[...] = result
    return out


def full_of_numbers(shape: tuple[int, ...], value: float, dtype: Any, ctx: Any) -> Any:
    """Return an array filled with a number."""
    return full(shape, value, dtype, ctx=ctx)


FUNCTIONS = Creation(on_arrays)


def zeros(shape: Any, dtype: Any = None, order: str = "C", ctx: Any = None) -> Any:
    """Return an array of zeros."""
    if type(shape) is tuple and shape and dtype is ctx is None and order == "C":
        return _create_float32(torch.zeros, shape)
    return FUNCTIONS.zeros(shape, dtype, order, ctx)


def ones(shape: Any, dtype: Any = np.float32, order: str = "C", ctx: Any = None) -> Any:
    """Return an array of ones."""
    if type(shape) is tuple and shape and dtype is np.float32 and ctx is None and order == "C":
        return _create_float32(torch.ones, shape)
    return FUNCTIONS.ones(shape, dtype, order, ctx)


def empty(shape: Any, dtype: Any = np.float32, order: str = "C", ctx: Any = None) -> Any:
    """Return an array with undefined elements, here zeros."""
    return zeros(shape, None if dtype is np.float32 else dtype, order, ctx)


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C", ctx: Any = None, out: Any = None) -> Any:
    """Return an array filled with a number, or with an array that broadcasts to the shape."""
    if type(shape) is tuple and type(fill_value) is float and dtype is ctx is out is None and order == "C":
        return _create_float32(torch.full, (shape, fill_value))
    return FUNCTIONS.full(shape, fill_value, dtype, order, ctx, out)


SYMBOLIC = Creation(on_symbols)
