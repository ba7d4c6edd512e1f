"""The methods and operators of ``ndarray`` that are functions of ``mx.np``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._runtime import device, storage, tape
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from . import _create, _elementwise, _manipulate, _products, _reduce, _search
from ._call import invoke
from .multiarray import ndarray

_PLAIN: dict[str, Callable[..., Any]] = {
    "sum": _reduce.sum, "prod": _reduce.prod, "mean": _reduce.mean, "std": _reduce.std, "var": _reduce.var,
    "max": _reduce.max, "min": _reduce.min, "any": _reduce.any, "all": _reduce.all, "argmax": _reduce.argmax,
    "argmin": _reduce.argmin, "cumsum": _reduce.cumsum,
    "ravel": _manipulate.ravel, "flatten": _manipulate.ravel, "squeeze": _manipulate.squeeze,
    "swapaxes": _manipulate.swapaxes, "repeat": _manipulate.repeat, "broadcast_to": _manipulate.broadcast_to,
    "expand_dims": _manipulate.expand_dims,
    "dot": _products.dot, "trace": _products.trace, "diagonal": _products.diagonal,
    "sort": _search.sort, "argsort": _search.argsort, "take": _search.take, "nonzero": _search.nonzero,
    "round": _elementwise.around,
}
_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "add": _elementwise.add, "sub": _elementwise.subtract, "mul": _elementwise.multiply,
    "truediv": _elementwise.divide, "mod": _elementwise.mod, "pow": _elementwise.power,
    "and": _elementwise.bitwise_and, "or": _elementwise.bitwise_or, "xor": _elementwise.bitwise_xor,
    "matmul": _products.matmul,
}
_COMPARISONS: dict[str, Callable[..., Any]] = {
    "eq": _elementwise.equal, "ne": _elementwise.not_equal, "lt": _elementwise.less,
    "le": _elementwise.less_equal, "gt": _elementwise.greater, "ge": _elementwise.greater_equal,
}


def reshape(self: Any, *shape: Any, order: str = "C", **kwargs: Any) -> Any:
    """The elements in another shape, of which one size may be -1."""
    if not shape and "newshape" in kwargs:
        shape = (kwargs.pop("newshape"),)
    elif not shape and "shape" in kwargs:
        shape = (kwargs.pop("shape"),)
    if kwargs:
        raise TypeError(f"reshape: unknown keyword arguments {', '.join(kwargs)}")
    single = len(shape) == 1 and not isinstance(shape[0], int)
    return _manipulate.reshape(self, shape[0] if single else shape, order)


def transpose(self: Any, *axes: Any) -> Any:
    """Axes in another order, reversed without arguments."""
    if not axes or axes == (None,):
        return _manipulate.transpose(self)
    return _manipulate.transpose(self, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)


def clip(self: Any, min: Any = None, max: Any = None, out: Any = None) -> Any:
    """With elements below `min` and above `max` replaced by these."""
    return _elementwise.clip(self, min, max, out)


def copy(self: Any, order: str = "C") -> Any:
    """A copy on the same device."""
    if order != "C":
        raise NotImplementedError(f"copy: order must be 'C', received {order!r}")
    return _create.copy(self)


def astype(self: Any, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True,
           copy: bool = True) -> Any:
    """The array in another type; without `copy`, itself if it has that type already."""
    if order not in ("K", "C") or casting != "unsafe" or not subok:
        raise ValueError(f"astype: order={order!r}, casting={casting!r}, subok={subok} is not supported")
    target = dtypes.to_torch(dtype)
    if not copy and target is self._data.dtype:
        return self
    return invoke("astype", lambda t: t.to(target, copy=True), [self])


def as_in_ctx(self: Any, ctx: device.Context) -> Any:
    """Itself if it is on `ctx`, else a copy there."""
    return self.as_in_context(ctx)


def _inplace(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    symbol = f"__i{name}__"

    def method(self: Any, other: Any) -> Any:
        tape.check_assignable(symbol, self)
        computed = plain(self, other)
        result, target = computed._data, self._data
        if result.shape != target.shape:
            raise MXNetError(f"operator {symbol}: cannot write a result of shape {tuple(result.shape)} into "
                             f"{tuple(target.shape)}")
        if computed._tape is not None:
            raise MXNetError(f"operator {symbol}: {tape.INPLACE}")
        if result.is_floating_point() and not target.is_floating_point():
            raise MXNetError(f"operator {symbol}: cannot write {result.dtype} into an array of {target.dtype}")
        storage.writable(target).copy_(result)
        return self

    return method


def _put(name: str, function: Callable[..., Any]) -> None:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return function(self, *args, **kwargs)

    method.__name__, method.__qualname__, method.__doc__ = name, f"ndarray.{name}", function.__doc__
    setattr(ndarray, name, method)


def _swapped(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: function(other, self)


def install() -> None:
    """Give `ndarray` its methods."""
    for name, function in _PLAIN.items():
        _put(name, function)
    for function in (reshape, transpose, clip, copy, astype, as_in_ctx):
        _put(function.__name__, function)
    for name, function in _ARITHMETIC.items():
        _put(f"__{name}__", function)
        _put(f"__r{name}__", _swapped(function))
        _put(f"__i{name}__", _inplace(name, function))
    for name, function in _COMPARISONS.items():
        _put(f"__{name}__", function)
    _put("__neg__", _elementwise.negative)
    _put("__abs__", _elementwise.abs)
    _put("__invert__", _elementwise.invert)
