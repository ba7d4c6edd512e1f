"""The array of ``mx.np``, with NumPy's behavior for any rank and any size, including 0."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Container
from typing import Any

import numpy as np
import torch

from .._frontend.results import wrap
from .._runtime import dtype as dtypes
from .._runtime import storage
from .._runtime.autograd import tape
from .._runtime.autograd.attach import Leaf
from .._runtime.files import params_file
from .._runtime.tracebacks import concise_module, shorten, user_level
from ..ndarray import _convert, _indexing
from ..ndarray._array import NDArray
from ..ndarray._fluent import FluentMethods
from ._fluent import NumpyMethods

_DTYPES = {torch_dtype: dtype if torch_dtype is torch.bfloat16 else np.dtype(dtype)
           for torch_dtype, dtype in dtypes.NUMPY_OF_TORCH.items()}
# Dtypes that are not printed with an array.
_SILENT = (np.dtype("float32"), np.dtype("bool"))


_EVERYTHING = slice(None)


def rewrapped(array_class: type, array: Any) -> Any:
    """Return an array of another class with the same elements and the same tape entry."""
    result = wrap(array_class, array._data, array._ctx)
    if array._tape is not None:
        result._tape, result._made = array._tape, array._made
        result._siblings = getattr(array, "_siblings", ())
    return result


class ndarray(NumpyMethods, NDArray):  # type: ignore[misc]  # signatures differ from those of NDArray
    """An array with the behavior of ``numpy.ndarray``, on a device and with gradients.

    Create one with functions such as ``mx.np.array``, ``mx.np.zeros`` or ``mx.np.random.normal``.

    Parameters
    ----------
    handle : default None
        Internal data; create arrays with functions such as `array`.
    writable : bool, default True
        Whether the array can be changed.

    Examples
    --------
    >>> x = mx.np.array([[1, 2], [3, 4]])
    >>> x.shape
    (2, 2)
    >>> x.sum(axis=0)
    array([4., 6.])
    """

    __slots__ = ()
    __array_priority__ = 1000.0

    # Facts

    @property
    def dtype(self) -> Any:
        """Dtype of the elements, as a ``numpy.dtype``.

        Examples
        --------
        >>> mx.np.zeros(2, dtype='float16').dtype
        dtype('float16')
        """
        return _DTYPES[self._data.dtype]

    @property
    def grad(self) -> Any:
        """Gradient array created by `attach_grad`, or None.

        Examples
        --------
        >>> x = mx.np.array([1, 2])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = x * x
        >>> y.backward()
        >>> x.grad
        array([2., 4.])
        """
        if isinstance(self._tape, Leaf) and self._tape.req == "null":
            return None
        gradient = NDArray.grad.fget(self)  # type: ignore[attr-defined]
        return rewrapped(ndarray, gradient) if type(gradient) is NDArray else gradient

    # Text and Python protocol

    def __repr__(self) -> str:
        values = np.asarray(self.asnumpy())
        parts = [np.array2string(values, separator=", ", prefix="array(")]
        if not values.size and values.shape != (0,):
            parts.append(f"shape={values.shape}")
        if values.dtype not in _SILENT or (not values.size and values.dtype == bool):
            parts.append(f"dtype={values.dtype}")
        if self._ctx.device_type == "gpu":
            parts.append(f"ctx={self._ctx}")
        return f"array({', '.join(parts)})"

    def __str__(self) -> str:
        place = f" @{self._ctx}" if self._ctx.device_type == "gpu" else ""
        return f"{np.asarray(self.asnumpy())}{place}"

    def __format__(self, specification: str) -> str:
        if not self.ndim:
            return format(self.item(), specification)
        if specification:
            raise TypeError(f"unsupported format string {specification!r} for an array of rank {self.ndim}")
        return str(self)

    def __len__(self) -> int:
        if not self._data.ndim:
            raise TypeError("len() of unsized object")
        return self._data.shape[0]

    def __hash__(self) -> int:
        return id(self) // 16

    def __bool__(self) -> bool:
        count = self._data.numel()
        if count > 1:
            raise ValueError("the truth value of an ndarray with several elements is ambiguous, received shape "
                             f"{self.shape}")
        if not count:
            warnings.warn("the truth value of an array without elements is ambiguous; it is currently False",
                          DeprecationWarning, stacklevel=user_level())
            return False
        return bool(self._data.item())

    def __iter__(self) -> Any:
        if not self._data.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    def __getstate__(self) -> dict[str, Any]:
        # Without this mark, a shape of () would mean an array without a shape.
        saved = dataclasses.replace(_convert.to_saved(self), np_shape=True)
        return {"handle": bytearray(params_file.write_one(saved))}

    # Indexing

    def __getitem__(self, key: Any) -> Any:
        try:
            parts: tuple[Any, ...]
            flipped: list[int]
            if type(key) is ndarray and key._data.dtype is not torch.bool:
                parts, flipped, basic = (key._data.long(),), [], False
            else:
                parts, flipped, basic = _indexing._parse(self, _arrays_for_flags(key))

            def part_of(source: torch.Tensor) -> torch.Tensor:
                chosen = source[parts]
                return chosen.flip(flipped) if flipped else chosen

            try:
                tensor = part_of(storage.in_rows(self._data) if basic else self._data)
            except (RuntimeError, TypeError) as error:
                raise IndexError(f"cannot index shape {self.shape} with {key!r}: {error}") from None
            if basic and not tensor.is_contiguous():
                tensor = storage.copy_on_write(tensor)
            return _indexing.view_of(self, tensor, None, part_of)
        except Exception as error:
            shorten(error)
            raise

    def __setitem__(self, key: Any, value: Any) -> None:
        try:
            if self._tape is not None and tape.state.recording:
                tape.check_assignable("_slice_assign", self)
            if type(value) is ndarray and value._tape is None and type(key) is slice and key == _EVERYTHING and (
                    value._data.shape == self._data.shape):
                storage.write(self._data, torch.Tensor.copy_, value._data)
                return
            _indexing.put(self, _arrays_for_flags(key), value)
        except Exception as error:
            shorten(error)
            raise

    # Conversions

    def item(self, *index: Any) -> Any:
        """Return an element as a Python number. Without arguments, the array must have one element.

        Parameters
        ----------
        *index : int
            Position of the element: one number that counts through all elements, or one for each axis.

        Returns
        -------
        int, float or bool

        Examples
        --------
        >>> x = mx.np.array([[1, 2], [3, 4]])
        >>> x.item(1, 0), x.item(3)
        (3.0, 4.0)
        """
        return self.asnumpy().item(*index)

    def copyto(self, other: Any) -> Any:
        """Copy to another array of ``mx.np``, or to a new array on a device.

        Parameters
        ----------
        other : ndarray or Context
            Array of the same shape that receives the elements, or the device of a new array.

        Returns
        -------
        ndarray
            The array that received the elements.

        Examples
        --------
        >>> x, y = mx.np.array([1, 2]), mx.np.zeros(2)
        >>> x.copyto(y)
        array([1., 2.])
        >>> x.copyto(mx.cpu(1)).ctx
        cpu(1)
        """
        source = rewrapped(NDArray, self)
        if not isinstance(other, ndarray):
            return rewrapped(ndarray, source.copyto(other))
        target = source.copyto(rewrapped(NDArray, other))
        if target._tape is not other._tape:  # a recorded copy
            other._data, other._tape, other._made = target._data, target._tape, target._made
        return other

    def reshape_view(self, *shape: Any, **kwargs: Any) -> ndarray:
        """Return an array with another shape that shares memory.

        Parameters
        ----------
        *shape : int, or a tuple of int
            New shape. The codes 0, -1, -2, -3 and -4 are those of `mxnet.ndarray.reshape`.
        **kwargs
            See ``NDArray.reshape``.

        Returns
        -------
        ndarray

        Examples
        --------
        >>> x = mx.np.zeros((2, 3, 4))
        >>> x.reshape_view(-1, 4).shape, x.reshape_view(0, -3).shape
        ((6, 4), (2, 12))
        """
        return rewrapped(ndarray, NDArray.reshape(rewrapped(NDArray, self), *shape, **kwargs))

    def as_nd_ndarray(self) -> NDArray:
        """Return an array of ``mx.nd`` that shares this array's memory.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.np.array([1, 2]).as_nd_ndarray().sqrt().shape
        (2,)
        """
        return rewrapped(NDArray, self)

    def as_np_ndarray(self) -> ndarray:
        """Return this array.

        Returns
        -------
        ndarray

        Examples
        --------
        >>> x = mx.np.array([1, 2])
        >>> x.as_np_ndarray() is x
        True
        """
        return self

    # Autograd

    def attach_grad(self, grad_req: str = "write") -> None:  # type: ignore[override]
        """Attach a gradient array, to which `backward` writes.

        Parameters
        ----------
        grad_req : {'write', 'add', 'null'}
            Whether a backward pass replaces the gradient, adds to it, or computes none.

        Returns
        -------
        None

        Examples
        --------
        >>> x = mx.np.array([1, 2])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = 3 * x
        >>> y.backward()
        >>> x.grad
        array([3., 3.])
        """
        NDArray.attach_grad(self, grad_req)


def _arrays_for_flags(key: Any) -> Any:
    """Convert True and False in an index to masks of rank 0."""
    if isinstance(key, bool):
        return np.asarray(key)
    if isinstance(key, tuple):
        return tuple(np.asarray(part) if isinstance(part, bool) else part for part in key)
    return key


def _absent(name: str) -> Any:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise AttributeError(f"mxnet.numpy.ndarray object has no attribute {name}")

    method.__name__ = name
    return method


# Methods of NDArray that numpy.ndarray does not have. They would return legacy arrays.
_ABSENT = [name for name in (*vars(FluentMethods), "asscalar") if name[0] != "_" and name not in vars(ndarray)]
for _name in _ABSENT:
    setattr(ndarray, _name, _absent(_name))

_ABSENT_HELP = """Raise AttributeError, as in MXNet. Call {instead} instead.

Parameters
----------
*args, **kwargs
    Ignored.

Returns
-------
None
    The method never returns.

Examples
--------
>>> mx.np.ones(2).{name}()
Traceback (most recent call last):
    ...
AttributeError: mxnet.numpy.ndarray object has no attribute {name}
"""
_INSTEAD = {"asscalar": "`item`", "norm": "``mx.np.linalg.norm``"}


def document_absent_methods(functions: Container[str], extensions: Container[str]) -> None:
    """Write the help of methods that arrays do not have. It names a function of ``mx.np`` or ``mx.npx``."""
    for name in _ABSENT:
        method = vars(ndarray)[name]
        package = "np" if name in functions else "npx"
        if package == "np" or name in extensions:
            instead = f"``mx.{package}.{name}``"
        else:
            instead = _INSTEAD.get(name, f"``as_nd_ndarray().{name}``")
        if method.__qualname__.startswith("_absent"):  # others have been installed since
            method.__doc__ = _ABSENT_HELP.format(name=name, instead=instead)

ndarray.__module__ = "mxnet.numpy"
ndarray._plain = ndarray

concise_module(__name__, but=("as_nd_ndarray", "as_np_ndarray"))
