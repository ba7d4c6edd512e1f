"""Methods and operators of both ``mx.np`` arrays and symbols in NumPy mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from .._frontend.methods import install_operators
from .._ops.families import NUMPY_ARITHMETIC, NUMPY_COMPARISONS
from .._runtime import device, storage
from .._runtime import dtype as dtypes
from .._runtime.autograd import tape
from .._runtime.error import TORCH_ERRORS, MXNetError
from ..symbol import _numpy_symbol
from ..symbol._numpy_symbol import _Symbol
from . import _create, _elementwise, _manipulate, _products, _reduce, _search, _symbol_index
from ._operators import check_order, in_short, operator
from .multiarray import ndarray

_PLAIN: dict[str, Callable[..., Any]] = {
    "sum": _reduce.sum, "prod": _reduce.prod, "mean": _reduce.mean, "std": _reduce.std, "var": _reduce.var,
    "any": _reduce.any, "all": _reduce.all, "argmax": _reduce.argmax, "argmin": _reduce.argmin,
    "cumsum": _reduce.cumsum,
    "ravel": _manipulate.ravel, "squeeze": _manipulate.squeeze,
    "swapaxes": _manipulate.swapaxes, "repeat": _manipulate.repeat, "broadcast_to": _manipulate.broadcast_to,
    "expand_dims": _manipulate.expand_dims, "tile": _manipulate.tile,
    "dot": _products.dot, "trace": _products.trace, "diagonal": _products.diagonal,
    "sort": _search.sort, "argsort": _search.argsort, "take": _search.take, "nonzero": _search.nonzero,
    "round": _elementwise.around,
}
_state = tape.state
_cast, _transpose, _flat, _broadcast_like = (operator(name) for name in (
    "_npi_cast", "_np_transpose", "_np_reshape", "broadcast_like"))


@in_short("_np_reshape", by_position=1, gathers=True)
def reshape(self: Any, *shape: Any, order: str = "C", **kwargs: Any) -> Any:
    """Return the elements in another shape. One size may be -1.

    Parameters
    ----------
    *shape : int, or a tuple of int
        New shape.
    order : {'C'}
        Order of the elements. Other orders raise an error.
    **kwargs
        The new shape as ``newshape`` or ``shape``.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.arange(6).reshape(2, -1)
    array([[0., 1., 2.],
           [3., 4., 5.]])
    """
    if not shape and "newshape" in kwargs:
        shape = (kwargs.pop("newshape"),)
    elif not shape and "shape" in kwargs:
        shape = (kwargs.pop("shape"),)
    if kwargs:
        raise TypeError(f"reshape: unknown keyword arguments {', '.join(kwargs)}")
    if not shape:
        raise TypeError("reshape: the new shape must be given")
    return _manipulate.reshape(self, shape[0] if len(shape) == 1 else shape, order)


@in_short("_np_transpose", by_position=1, gathers=True)
def transpose(self: Any, *axes: Any) -> Any:
    """Permute the axes, or reverse them without arguments.

    Parameters
    ----------
    *axes : int, or a tuple of int
        Axes of this array in their new order.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> x = mx.np.zeros((2, 3, 4))
    >>> x.transpose().shape, x.transpose(1, 0, 2).shape
    ((4, 3, 2), (3, 2, 4))
    """
    if not axes:
        return _manipulate.transpose(self)
    return _manipulate.transpose(self, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)


@in_short("_np_max", "axis", "keepdims")
def max(self: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the maximum along axes.

    Parameters
    ----------
    axis : int or tuple of int, optional
        Axes to reduce. The default is all axes.
    out : ndarray, optional
        Array that receives the result.
    keepdims : bool
        Whether to keep the reduced axes with size 1.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> x = mx.np.array([[1, 5], [3, 4]])
    >>> x.max(), x.max(axis=0)
    (array(5.), array([3., 5.]))
    """
    return _reduce.max(self, axis, keepdims, out)


@in_short("_np_min", "axis", "keepdims")
def min(self: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """Return the minimum along axes.

    Parameters
    ----------
    axis : int or tuple of int, optional
        Axes to reduce. The default is all axes.
    out : ndarray, optional
        Array that receives the result.
    keepdims : bool
        Whether to keep the reduced axes with size 1.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> x = mx.np.array([[1, 5], [3, 4]])
    >>> x.min(), x.min(axis=0)
    (array(1.), array([1., 4.]))
    """
    return _reduce.min(self, axis, keepdims, out)


@in_short("_npi_clip", by_position=2)
def clip(self: Any, min: Any = None, max: Any = None, out: Any = None) -> Any:
    """Replace elements below `min` by `min`, and elements above `max` by `max`.

    Parameters
    ----------
    min : float, optional
        Lower limit.
    max : float, optional
        Upper limit. At least one limit is needed.
    out : ndarray, optional
        Array that receives the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.array([-1, 0.5, 3]).clip(0, 1)
    array([0. , 0.5, 1. ])
    """
    return _elementwise.clip(self, min, max, out)


@in_short("_np_copy")
def copy(self: Any, order: str = "C") -> Any:
    """Return a copy on the same device.

    Parameters
    ----------
    order : {'C'}
        Order of the elements. Other orders raise an error.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> x = mx.np.array([1, 2])
    >>> y = x.copy()
    >>> y[0] = 5
    >>> x
    array([1., 2.])
    """
    check_order("copy", order)
    return _create.copy(self)


@in_short("_npi_cast", "dtype")
def astype(self: Any, dtype: Any, order: str = "K", casting: str = "unsafe", subok: bool = True,
           copy: bool = True) -> Any:
    """Cast to another dtype.

    Parameters
    ----------
    dtype : str or numpy.dtype
        New dtype.
    order : {'K', 'C'}
        Order of the elements. Other orders raise an error.
    casting : {'unsafe'}
        Other rules raise an error.
    subok : bool
        Only True is supported.
    copy : bool
        Whether to copy an array that already has this dtype. Otherwise it is returned itself.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.array([1.7, 2.2]).astype('int32')
    array([1, 2], dtype=int32)
    """
    if order not in (None, "K", "C") or casting != "unsafe" or not subok:
        raise ValueError(f"astype: order={order!r}, casting={casting!r}, subok={subok} is not supported")
    if not copy and isinstance(self, ndarray) and dtypes.to_torch(dtype) is self._data.dtype:
        return self
    return _cast(self, dtype=dtype if type(dtype) is str else dtypes.name_of(dtype))


def flatten(self: Any, order: str = "C") -> Any:
    """Return all elements along one axis.

    Parameters
    ----------
    order : {'C'}
        Order of the elements. Other orders raise an error.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.array([[1, 2], [3, 4]]).flatten()
    array([1., 2., 3., 4.])
    """
    check_order("flatten", order)
    return _flat(self, newshape=(-1,))


def broadcast_like(self: Any, other: Any) -> Any:
    """Broadcast to the shape of another array.

    Parameters
    ----------
    other : ndarray
        Array with the target shape and the same number of axes.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.array([[1], [2]]).broadcast_like(mx.np.zeros((2, 3)))
    array([[1., 1., 1.],
           [2., 2., 2.]])
    """
    return _broadcast_like(self, other)


_negative = _elementwise.negative


def negate(self: Any) -> Any:
    """Negate each element. Booleans are converted to integers."""
    try:
        return _negative(self)
    except MXNetError:
        if self._data.dtype is not torch.bool:
            raise
        return _elementwise.multiply(self, -1)


def as_in_ctx(self: Any, ctx: device.Context) -> Any:
    """Return the array itself if it is on a device, otherwise a copy on the device.

    Parameters
    ----------
    ctx : Context
        Target device.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.array([1, 2]).as_in_ctx(mx.cpu(1)).ctx
    cpu(1)
    """
    return self.as_in_context(ctx)


def _inplace(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    symbol = f"__i{name}__"

    def method(self: Any, other: Any) -> Any:
        target = self._data
        tape.check_assignable(symbol, self)
        computed = plain(self, other)
        result = computed._data
        if result.shape != target.shape:
            raise MXNetError(f"operator {symbol}: cannot write a result of shape {tuple(result.shape)} to shape "
                             f"{tuple(target.shape)}")
        if computed._tape is not None:
            raise MXNetError(f"operator {symbol}: {tape.INPLACE}")
        if result.is_floating_point() and not target.is_floating_point():
            raise MXNetError(f"operator {symbol}: cannot write {result.dtype} to an array of dtype {target.dtype}")
        with storage.writing(target) as memory:
            memory.copy_(result)
        return self

    return _fast_inplace(_IN_PLACE[name], method) if name in _IN_PLACE else method


_IN_PLACE = {"add": torch.Tensor.add_, "sub": torch.Tensor.sub_, "mul": torch.Tensor.mul_}


def _fast_inplace(compute: Callable[..., Any], general: Callable[..., Any]) -> Callable[..., Any]:
    """Use torch's in-place operation if nothing is recorded and the result is the same as that of `general`."""

    def method(self: Any, other: Any) -> Any:
        target = self._data
        if _state.recording or not target.is_floating_point():
            return general(self, other)
        if type(other) is ndarray:
            value = other._data
            if value.dtype is not target.dtype or self._ctx is not other._ctx:
                return general(self, other)
        elif type(other) is float or type(other) is int:
            value = storage.scalar(other, target.dtype)
        else:
            return general(self, other)
        try:
            storage.write(target, compute, value)
        except TORCH_ERRORS:
            return general(self, other)  # raises the error
        return self

    return method


def _swap_operands(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: function(other, self)


def _install_on_symbols() -> None:
    named = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide", "mod": "mod",
             "pow": "power", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor"}
    for python, name in named.items():
        setattr(_Symbol, f"__{python}__", getattr(_elementwise, name))
        setattr(_Symbol, f"__r{python}__", _swap_operands(getattr(_elementwise, name)))
    compared = {"eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal", "lt": "less",
                "le": "less_equal"}
    for python, name in compared.items():
        setattr(_Symbol, f"__{python}__", getattr(_elementwise, name))
    _Symbol.__neg__ = lambda self: _elementwise.multiply(self, -1.0)  # type: ignore[method-assign]


_T_HELP = """The array with reversed axes.

Examples
--------
>>> mx.np.array([[1, 2, 3], [4, 5, 6]]).T
array([[1., 4.],
       [2., 5.],
       [3., 6.]])
"""
_COMPUTING = (reshape, transpose, flatten, broadcast_like, max, min, clip, copy, astype)
_FURTHER = ("__matmul__", "__rmatmul__", "__neg__", "__abs__", "__invert__")
_PYTHON: dict[str, Any] = {
    "__matmul__": _products.matmul, "__rmatmul__": _swap_operands(_products.matmul), "__neg__": negate,
    "__abs__": _elementwise.abs, "__invert__": _elementwise.invert,
    "T": property(_transpose, doc=_T_HELP)}
# Methods of arrays with one array as result and without writes.
ONE_RESULT = (*(set(_PLAIN) - {"nonzero"}), *(function.__name__ for function in _COMPUTING), *_FURTHER,
              *(f"__{prefix}{name}__" for name in NUMPY_ARITHMETIC for prefix in ("", "r")),
              *(f"__{name}__" for name in NUMPY_COMPARISONS))


def install() -> None:
    """Add the methods to `ndarray` and `_Symbol`."""
    for owner in (ndarray, _Symbol):
        for name, function in _PLAIN.items():
            setattr(owner, name, function)
        for function in (*_COMPUTING, as_in_ctx):
            setattr(owner, function.__name__, function)
        for name, function in _PYTHON.items():
            setattr(owner, name, function)
    _install_on_symbols()
    _numpy_symbol.part_of = _symbol_index.part_of
    install_operators(ndarray, ndarray, NUMPY_ARITHMETIC, NUMPY_COMPARISONS)
    for name in (*NUMPY_ARITHMETIC, "matmul"):
        setattr(ndarray, f"__i{name}__", _inplace(name, getattr(ndarray, f"__{name}__")))
