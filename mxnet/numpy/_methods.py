"""The methods and operators that arrays of ``mx.np`` and symbols in NumPy's form have in common."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .._frontend import short
from .._frontend.methods import install_operators
from .._ops.families import NUMPY_ARITHMETIC, NUMPY_COMPARISONS
from .._ops.opdef import find
from .._runtime import device, storage, tape
from .._runtime import dtype as dtypes
from .._runtime.error import MXNetError
from ..symbol import _numpy_symbol
from ..symbol._numpy_symbol import _Symbol
from . import _create, _elementwise, _manipulate, _products, _reduce, _search, _symbol_index
from ._operators import check_order, in_short, operator
from .multiarray import ndarray

_PLAIN: dict[str, Callable[..., Any]] = {
    "sum": _reduce.sum, "prod": _reduce.prod, "mean": _reduce.mean, "std": _reduce.std, "var": _reduce.var,
    "any": _reduce.any, "all": _reduce.all, "argmax": _reduce.argmax, "argmin": _reduce.argmin,
    "cumsum": _reduce.cumsum,
    "ravel": _manipulate.ravel, "flatten": _manipulate.ravel, "squeeze": _manipulate.squeeze,
    "swapaxes": _manipulate.swapaxes, "repeat": _manipulate.repeat, "broadcast_to": _manipulate.broadcast_to,
    "expand_dims": _manipulate.expand_dims, "tile": _manipulate.tile,
    "dot": _products.dot, "trace": _products.trace, "diagonal": _products.diagonal,
    "sort": _search.sort, "argsort": _search.argsort, "take": _search.take, "nonzero": _search.nonzero,
    "round": _elementwise.around,
}
_cast, _transpose = operator("_npi_cast"), operator("_np_transpose")


def _first_straight(name: str, *straight: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`in_short` for a method whose first argument may go to the operator as it is."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        form = short.make(find(name), ndarray, lambda *_: function, short.Straight(frozenset(straight), 1))
        return functools.wraps(function)(form)

    return decorate


@_first_straight("_np_reshape")
def reshape(self: Any, *shape: Any, order: str = "C", **kwargs: Any) -> Any:
    """The elements in another shape, of which one size may be -1."""
    if not shape and "newshape" in kwargs:
        shape = (kwargs.pop("newshape"),)
    elif not shape and "shape" in kwargs:
        shape = (kwargs.pop("shape"),)
    if kwargs:
        raise TypeError(f"reshape: unknown keyword arguments {', '.join(kwargs)}")
    if not shape:
        raise TypeError("reshape: the new shape must be given")
    single = len(shape) == 1 and not isinstance(shape[0], int)
    return _manipulate.reshape(self, shape[0] if single else shape, order)


@_first_straight("_np_transpose")
def transpose(self: Any, *axes: Any) -> Any:
    """Axes in another order, reversed without arguments."""
    if not axes or axes == (None,):
        return _manipulate.transpose(self)
    return _manipulate.transpose(self, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)


@in_short("_np_max", "axis", "keepdims")
def max(self: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Largest element along axes."""
    return _reduce.max(self, axis, keepdims, out)


@in_short("_np_min", "axis", "keepdims")
def min(self: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Smallest element along axes."""
    return _reduce.min(self, axis, keepdims, out)


def clip(self: Any, min: Any = None, max: Any = None, out: Any = None) -> Any:
    """With elements below `min` and above `max` replaced by these."""
    return _elementwise.clip(self, min, max, out)


def copy(self: Any, order: str = "C") -> Any:
    """A copy on the same device."""
    check_order("copy", order)
    return _create.copy(self)


@in_short("_npi_cast", "dtype")
def astype(self: Any, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True,
           copy: bool = True) -> Any:
    """The array in another type; without `copy`, itself if it has that type already."""
    if order not in (None, "K", "C") or casting != "unsafe" or not subok:
        raise ValueError(f"astype: order={order!r}, casting={casting!r}, subok={subok} is not supported")
    if not copy and isinstance(self, ndarray) and dtypes.to_torch(dtype) is self._data.dtype:
        return self
    return _cast(self, dtype=dtype if type(dtype) is str else dtypes.name_of(dtype))


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


def _put(owner: type, name: str, function: Callable[..., Any]) -> None:
    if hasattr(function, "__wrapped__"):  # a short form, which another call around it would make a long one
        setattr(owner, name, function)
        return

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return function(self, *args, **kwargs)

    method.__name__, method.__qualname__, method.__doc__ = name, f"{owner.__name__}.{name}", function.__doc__
    setattr(owner, name, method)


def _swapped(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: function(other, self)


def _put_on_symbols() -> None:
    named = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "mod": "mod",
             "pow": "power", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}
    for python, name in named.items():
        _put(_Symbol, f"__{python}__", getattr(_elementwise, name))
        _put(_Symbol, f"__r{python}__", _swapped(getattr(_elementwise, name)))
    compared = {"eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal", "lt": "less",
                "le": "less_equal"}
    for python, name in compared.items():
        _put(_Symbol, f"__{python}__", getattr(_elementwise, name))


_COMPUTING = (reshape, transpose, max, min, clip, copy, astype)
_FURTHER = ("__matmul__", "__rmatmul__", "__neg__", "__abs__", "__invert__")
# The methods of arrays that have one array as their result and write nothing.
ONE_RESULT = (*(set(_PLAIN) - {"nonzero"}), *(function.__name__ for function in _COMPUTING), *_FURTHER,
              *(f"__{prefix}{name}__" for name in NUMPY_ARITHMETIC for prefix in ("", "r")),
              *(f"__{name}__" for name in NUMPY_COMPARISONS))


def install() -> None:
    """Give `ndarray` and `_Symbol` their methods."""
    for owner in (ndarray, _Symbol):
        for name, function in _PLAIN.items():
            _put(owner, name, function)
        for function in (*_COMPUTING, as_in_ctx):
            _put(owner, function.__name__, function)
        _put(owner, "__matmul__", _products.matmul)
        _put(owner, "__rmatmul__", _swapped(_products.matmul))
        _put(owner, "__neg__", _elementwise.negative)
        _put(owner, "__abs__", _elementwise.abs)
        _put(owner, "__invert__", _elementwise.invert)
        setattr(owner, "T", property(_transpose, doc="With the axes in reverse order."))  # noqa: B010
    _put_on_symbols()
    _numpy_symbol.part_of = _symbol_index.part_of
    install_operators(ndarray, ndarray, NUMPY_ARITHMETIC, NUMPY_COMPARISONS)
    for name in (*NUMPY_ARITHMETIC, "matmul"):
        _put(ndarray, f"__i{name}__", _inplace(name, getattr(ndarray, f"__{name}__")))
