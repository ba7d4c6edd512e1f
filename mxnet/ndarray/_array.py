"""NDArray, the array type of MXNet."""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from .. import util
from .._frontend.results import put_on_tape, record_into, wrap
from .._ops.matrix import infer_reshape
from .._ops.opdef import find
from .._runtime import deferred_error, device, handles, storage
from .._runtime import dtype as dtypes
from .._runtime.autograd import backward_pass, tape
from .._runtime.autograd.attach import Leaf, attach
from .._runtime.device import Context
from .._runtime.error import ArgumentTypeError, MXNetError, ShapeError
from .._runtime.files import params_file
from .._runtime.storage import ArrayBase, read_only
from .._runtime.storage.sparse import SparseMark
from .._runtime.tracebacks import concise_module, shorten, user_level
from . import _convert, _indexing
from ._fluent import FluentMethods

if TYPE_CHECKING:
    from typing_extensions import Self

_EVERYTHING = slice(None)
_copy_ = torch.Tensor.copy_
_state = tape.state
_COPY, _RESHAPE, _EXPAND = find("_copy"), find("Reshape"), find("expand_dims")


class NDArray(FluentMethods, ArrayBase):
    """An n-dimensional array on a device.

    Create one with functions such as ``nd.array``, ``nd.zeros`` or ``nd.random.normal``.

    Parameters
    ----------
    handle : default None
        Internal data; create arrays with functions such as `array`.
    writable : bool, default True
        Whether the array can be changed.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> x.shape
    (2, 2)
    >>> (x * 2)[0].asnumpy()
    array([2., 4.], dtype=float32)
    """

    __slots__ = ()
    __array_priority__ = 1000.0

    def __init__(self, handle: Any = None, writable: bool = True) -> None:
        """Wrap a torch tensor or a handle. None creates an empty array that unpickling fills."""
        if not writable:
            read_only.mark(self)
        self._ctx, self._tape = device.current_context(), None
        if handle is None or isinstance(handle, torch.Tensor):
            self._data = torch.empty(0) if handle is None else handle
            return
        source = handles.take(handle, NDArray, self)
        self._data, self._ctx, self._tape = source._data, source._ctx, source._tape
        if self._tape is not None:
            self._made = source._made

    # Facts

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of all axes.

        Examples
        --------
        >>> mx.nd.zeros((2, 3)).shape
        (2, 3)
        """
        return tuple(self._data.shape)

    @property
    def size(self) -> int:
        """Number of elements.

        Examples
        --------
        >>> mx.nd.zeros((2, 3)).size
        6
        """
        return self._data.numel()

    @property
    def ndim(self) -> int:
        """Number of axes.

        Examples
        --------
        >>> mx.nd.zeros((2, 3)).ndim
        2
        """
        return self._data.ndim

    @property
    def __numpy_dtype__(self) -> np.dtype[Any]:
        """Dtype for ``np.dtype(array)``. NumPy 2.4 no longer accepts the class in `dtype`."""
        return np.dtype(self.dtype)

    @property
    def dtype(self) -> Any:
        """Dtype of the elements, as a numpy class.

        Examples
        --------
        >>> mx.nd.zeros(2, dtype='float16').dtype
        <class 'numpy.float16'>
        """
        return dtypes.NUMPY_OF_TORCH[self._data.dtype]

    @property
    def context(self) -> Context:
        """Device of the array.

        Examples
        --------
        >>> mx.nd.zeros(2, ctx=mx.cpu(1)).context
        cpu(1)
        """
        return self._ctx

    ctx = context

    @property
    def stype(self) -> str:
        """Storage type, 'default' for dense arrays.

        Examples
        --------
        >>> x = mx.nd.zeros((2, 3))
        >>> x.stype, x.tostype('csr').stype
        ('default', 'csr')
        """
        return "default"

    @property
    def T(self) -> Self:
        """The array with reversed axes. An array with one axis is returned unchanged.

        Examples
        --------
        >>> mx.nd.array([[1, 2, 3], [4, 5, 6]]).T.asnumpy()
        array([[1., 4.],
               [2., 5.],
               [3., 6.]], dtype=float32)
        """
        return self if self.ndim < 2 else self.transpose()

    @property
    def handle(self) -> ctypes.c_void_p:
        """Handle of the array for the functions of ``mxnet.base._LIB``. `NDArray` accepts it.

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> mx.nd.NDArray(x.handle).asnumpy()
        array([1., 2.], dtype=float32)
        """
        return handles.of(self)

    @property
    def _as_parameter_(self) -> ctypes.c_void_p:
        return handles.of(self)  # used by ctypes, as in ctypes.cast(array, NDArrayHandle)

    @property
    def writable(self) -> bool:
        """Whether elements can be assigned.

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> x.writable, mx.nd.NDArray(x.handle, writable=False).writable
        (True, False)
        """
        return id(self) not in read_only.marked

    @property
    def grad(self) -> Any:
        """Gradient array created by `attach_grad`, or None.

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = x * x
        >>> y.backward()
        >>> x.grad.asnumpy()
        array([2., 4.], dtype=float32)
        """
        leaf = self._tape
        return leaf.grad if isinstance(leaf, Leaf) else None

    @property
    def _fresh_grad(self) -> bool:
        leaf = self._tape
        return isinstance(leaf, Leaf) and leaf.fresh

    @_fresh_grad.setter
    def _fresh_grad(self, fresh: bool) -> None:
        if isinstance(self._tape, Leaf):
            self._tape.fresh = bool(fresh)

    # Text and Python protocol

    def __repr__(self) -> str:
        sizes = "x".join(str(s) for s in self.shape)
        return f"\n{self.asnumpy()!s}\n<{type(self).__name__} {sizes} @{self._ctx}>"

    def __len__(self) -> int:
        return self._data.shape[0] if self._data.ndim else 1

    def __hash__(self) -> int:
        return id(self) // 16

    def __bool__(self) -> bool:
        count = self._data.numel()
        if count == 0:
            return False
        if count == 1:
            return bool(self._data.item())
        raise ValueError("the truth value of an NDArray with several elements is ambiguous, received shape "
                         f"{self.shape}; compare one element, or call asnumpy().any() or asnumpy().all()")

    __nonzero__ = __bool__

    def __float__(self) -> float:
        return float(self._single_element())

    def __int__(self) -> int:
        return int(self._single_element())

    def _single_element(self) -> Any:
        if self._data.numel() != 1:
            raise TypeError(f"only an array with one element can be converted to a number, received shape {self.shape}")
        return self._data.item()

    def __index__(self) -> int:
        if self._data.is_floating_point() or self._data.numel() != 1:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self._data.item())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError("converting an NDArray to a numpy array always copies; copy=False is not supported")
        values = self.asnumpy()
        return values if dtype is None else values.astype(dtype)

    def __iter__(self) -> Iterator[Self]:
        return (self[i] for i in range(len(self)))

    def __neg__(self) -> Self:
        return self.negative()

    def __abs__(self) -> Self:
        return self.abs()

    def __reduce__(self) -> Any:
        return type(self), (None,), self.__getstate__()

    def __getstate__(self) -> dict[str, Any]:
        return {"handle": bytearray(params_file.write_one(_convert.to_saved(self)))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["handle"] is None:
            tensor, context = torch.empty(0), device.current_context()
        else:
            saved = params_file.read_one(bytes(state["handle"]))
            tensor, context = _convert.tensor_of_saved(saved), _convert.context_of_saved(saved)
        if hasattr(self, "_data"):
            storage.rebind(self, tensor)
        else:
            self._data = tensor
        self._ctx, self._tape = context, None

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        duplicate = memo[id(self)] = self.copy()
        return duplicate

    # Indexing

    def __getitem__(self, key: Any) -> Self:
        try:
            if type(key) is slice and key == _EVERYTHING:
                return self
            return _indexing.get(self, key)
        except Exception as error:
            shorten(error)
            raise

    _basic_indexing_slice_is_contiguous = staticmethod(_indexing.slice_is_contiguous)

    def __setitem__(self, key: Any, value: Any) -> None:
        try:
            if read_only.marked:
                read_only.check(self)
            if self._tape is not None and _state.recording:
                tape.check_assignable("_slice_assign", self)
            if type(value) is NDArray and value._tape is None and type(key) is slice and key == _EVERYTHING and (
                    value._data.ndim <= self._data.ndim):
                try:
                    storage.write(self._data, _copy_, value._data)
                    return
                except MXNetError:
                    raise  # there is no value to copy
                except RuntimeError:
                    pass  # `put` raises the error for mismatched shapes
            _indexing.put(self, key, value, True)
        except Exception as error:
            shorten(error)
            raise

    def _sync_copyfrom(self, source_array: Any) -> None:
        """Copy a numpy array, or an object that converts to one, of the same shape into this array."""
        values = np.asarray(source_array)
        if values.shape != self.shape:
            raise ValueError(f"cannot copy an array of shape {values.shape} into one of shape {self.shape}")
        self[:] = values

    # Conversions

    def asnumpy(self) -> np.ndarray:
        """Return a copy of the array for NumPy.

        Returns
        -------
        numpy.ndarray

        Examples
        --------
        >>> mx.nd.array([1, 2]).asnumpy()
        array([1., 2.], dtype=float32)
        """
        try:
            return _convert.to_numpy(self._data)
        except Exception as error:
            shorten(error)
            raise

    def asscalar(self) -> Any:
        """Return the only element as a NumPy scalar.

        Returns
        -------
        numpy.generic

        Examples
        --------
        >>> print(mx.nd.array([2.5]).asscalar())
        2.5
        """
        try:
            if self._data.numel() != 1:
                raise ValueError(f"only an array with one element can be converted to a scalar, received shape "
                                 f"{self.shape}; call asnumpy() for all elements")
            return self.asnumpy().reshape(-1)[0]
        except Exception as error:
            shorten(error)
            raise

    def item(self, *index: Any) -> Any:
        """Return an element as a Python number.

        Parameters
        ----------
        *index : int
            Position of the element: one number that counts through all elements, or one for each axis. Arrays with one
            element do not need it.

        Returns
        -------
        int, float or bool

        Examples
        --------
        >>> x = mx.nd.array([[1, 2], [3, 4]])
        >>> x.item(1, 0), x.item(3)
        (3.0, 4.0)
        """
        return self.asnumpy().item(*index)

    def tolist(self) -> Any:
        """Return nested lists of Python numbers.

        Returns
        -------
        list, or a number for an array without axes

        Examples
        --------
        >>> mx.nd.array([[1, 2], [3, 4]]).tolist()
        [[1.0, 2.0], [3.0, 4.0]]
        """
        return self._data.tolist()

    def split_v2(self, *args: Any, **kwargs: Any) -> Any:
        """Split this array along an axis.

        Parameters
        ----------
        *args, **kwargs
            Arguments of `mxnet.ndarray.split_v2` after the array.

        Returns
        -------
        list of NDArray

        Examples
        --------
        >>> [part.asnumpy() for part in mx.nd.arange(5).split_v2((2, 3))]
        [array([0., 1.], dtype=float32), array([2.], dtype=float32), array([3., 4.], dtype=float32)]
        """
        from .utils import split_v2

        return split_v2(self, *args, **kwargs)

    def astype(self, dtype: Any, copy: bool = True) -> Self:
        """Cast to another dtype.

        Parameters
        ----------
        dtype : str or numpy.dtype
            New dtype.
        copy : bool
            Whether to copy an array that already has this dtype. Otherwise it is returned itself.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.array([1.7, 2.2]).astype('int32').asnumpy()
        array([1, 2], dtype=int32)
        """
        target = dtypes.to_torch(dtype)
        if not copy and target is self._data.dtype:
            return self
        return self.cast(dtype=dtype)

    def copy(self) -> Self:
        """Return a copy on the same device.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> y = x.copy()
        >>> y[0] = 5
        >>> x.asnumpy()
        array([1., 2.], dtype=float32)
        """
        return eager_functions["identity"](self)

    def copyto(self, other: Any) -> Any:
        """Copy to another array or device.

        Parameters
        ----------
        other : NDArray or Context
            Array of the same shape that receives the elements, or the device of a new array.

        Returns
        -------
        NDArray
            The array that received the elements.

        Examples
        --------
        >>> x, y = mx.nd.array([1, 2]), mx.nd.zeros(2)
        >>> x.copyto(y) is y
        True
        >>> x.copyto(mx.cpu(1)).context
        cpu(1)
        """
        if isinstance(other, Context):
            return self._copy_to_context(other)
        if not isinstance(other, NDArray):
            raise TypeError(f"copyto does not support type {type(other)}")
        if other is self:
            warnings.warn("copyto has no effect, because source and target are the same array", RuntimeWarning,
                          stacklevel=user_level())
            return False
        tape.check_assignable("_copyto", other)
        if other.shape != self.shape:
            raise MXNetError(f"operator _copyto: cannot copy shape {self.shape} to shape {other.shape}")
        if isinstance(other, SparseMark):
            return eager_functions["identity"](self.as_in_context(other._ctx), out=other)
        if self._tape is not None and _state.recording:
            tape.drop_if_consumed(self)
        record_into(other, self._data, (self,), _COPY, None)
        return other

    def as_in_context(self, context: Context) -> Self:
        """Return the array itself if it is on a device, otherwise a copy on the device.

        Parameters
        ----------
        context : Context
            Target device.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> x.as_in_context(mx.cpu(1)).context, x.as_in_context(x.context) is x
        (cpu(1), True)
        """
        try:
            if self._ctx is context or self._ctx == context:
                return self
            return self._copy_to_context(context)
        except Exception as error:
            shorten(error)
            raise

    as_in_ctx = as_in_context

    def _copy_to_context(self, context: Context) -> Any:
        source = self._data
        target = device.torch_device(context)
        tensor = source.clone() if source.device == target else source.to(target)
        result = wrap(type(self), tensor, context)
        if tensor.requires_grad and not put_on_tape(result, (self,), _COPY, None):
            return self._copy_to_context(context)
        return result

    def as_nd_ndarray(self) -> NDArray:
        """Return this array.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> x.as_nd_ndarray() is x
        True
        """
        return self

    def as_np_ndarray(self) -> Any:
        """Return an array of ``mx.np`` that shares this array's memory.

        Returns
        -------
        mxnet.numpy.ndarray

        Examples
        --------
        >>> mx.nd.array([1, 2]).as_np_ndarray()
        array([1., 2.])
        """
        from ..numpy.multiarray import ndarray, rewrapped

        return rewrapped(ndarray, self)

    def to_dlpack_for_read(self) -> Any:
        """Return a DLPack capsule that shares this array's memory.

        Returns
        -------
        PyCapsule

        Examples
        --------
        >>> capsule = mx.nd.array([1, 2]).to_dlpack_for_read()
        >>> mx.nd.from_dlpack(capsule).asnumpy()
        array([1., 2.], dtype=float32)
        """
        self.wait_to_read()
        return torch.utils.dlpack.to_dlpack(storage.share_outside(storage.in_rows(self._data).detach()))

    to_dlpack_for_write = to_dlpack_for_read

    def to_torch(self) -> torch.Tensor:
        """Return a tensor that shares this array's memory.

        While autograd or torch is recording, the tensor stays in the graph. Torch's ``backward`` then writes the
        gradients of attached arrays and parameters according to their ``grad_req``. Otherwise the tensor is a
        constant.

        Returns
        -------
        torch.Tensor

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     loss = (x * 3).to_torch().square().sum()
        >>> loss.backward()
        >>> x.grad.asnumpy()
        array([18., 36.], dtype=float32)
        """
        from ._torch import to_torch

        return to_torch(self)

    def __dlpack__(self, **kwargs: Any) -> Any:
        return storage.share_outside(storage.in_rows(self._data).detach()).__dlpack__(**kwargs)

    def __dlpack_device__(self) -> Any:
        return self._data.__dlpack_device__()

    def tostype(self, stype: str) -> Any:
        """Convert to another storage type.

        Parameters
        ----------
        stype : {'default', 'row_sparse', 'csr'}
            Storage type of the result.

        Returns
        -------
        NDArray, RowSparseNDArray or CSRNDArray

        Examples
        --------
        >>> x = mx.nd.array([[0, 1], [0, 0]]).tostype('csr')
        >>> x.data.asnumpy(), x.indices.asnumpy()
        (array([1.], dtype=float32), array([1]))
        """
        if stype == "csr" and self.ndim != 2:
            raise ValueError(f"tostype('csr') needs a matrix, received shape {self.shape}")
        return eager_functions["cast_storage"](self, stype=stype)

    # Shape

    def reshape(self, *shape: Any, **kwargs: Any) -> Self:
        """Return an array with another shape that shares memory.

        Parameters
        ----------
        *shape : int, or a tuple of int
            New shape. See `mxnet.ndarray.reshape` for the codes 0, -1, -2, -3 and -4.
        **kwargs
            ``shape`` is the new shape as a keyword. ``reverse=True`` applies the codes from the right.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> x = mx.nd.arange(6)
        >>> x.reshape((2, -1)).asnumpy()
        array([[0., 1., 2.],
               [3., 4., 5.]], dtype=float32)
        >>> x.reshape(3, 2).shape
        (3, 2)
        """
        try:
            if not kwargs and len(shape) == 1 and type(shape[0]) is tuple and min(shape[0], default=0) > 0:
                try:
                    tensor = storage.in_rows(self._data).reshape(*shape[0])  # a tuple takes torch a third longer
                    if self._tape is not None:
                        return _indexing.view_of(self, tensor, _RESHAPE, {"shape": shape[0]})
                except (RuntimeError, TypeError):
                    pass  # the slow path raises the error
                else:
                    return wrap(type(self), tensor, self._ctx)
            if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
                shape = tuple(shape[0])
            if not shape:
                shape = kwargs.pop("shape", ())
                shape = (shape,) if isinstance(shape, int) else tuple(shape)
                if not shape and not util.is_np_shape():
                    raise ArgumentTypeError("operator Reshape: Shape must be provided")
            reverse = kwargs.pop("reverse", False)
            if kwargs:
                raise TypeError(f"reshape takes 'shape' and 'reverse', not {', '.join(kwargs)}")
            source = self.shape
            try:
                target = shape if min(shape, default=0) > 0 else infer_reshape(source, tuple(map(int, shape)), reverse)
                tensor = storage.in_rows(self._data).reshape(target)
                return _indexing.view_of(self, tensor, _RESHAPE, {"shape": tuple(target)})
            except (RuntimeError, ValueError, IndexError, ZeroDivisionError):
                raise ShapeError(f"operator Reshape: cannot reshape {source} into {tuple(shape)}; it has "
                                 f"{self.size} elements") from None
        except Exception as error:
            shorten(error)
            raise

    def flatten(self, inplace: bool = False) -> Self:
        """Merge all axes except the first.

        Parameters
        ----------
        inplace : bool
            Whether the result shares memory with this array.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.zeros((2, 3, 4)).flatten().shape
        (2, 12)
        """
        if inplace:
            return self.reshape((0, -1))
        return eager_functions["flatten"](self)

    def expand_dims(self, axis: int, inplace: bool = False) -> Self:
        """Insert an axis of size 1.

        Parameters
        ----------
        axis : int
            Position of the new axis.
        inplace : bool
            Whether the result shares memory with this array.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.zeros((2, 3)).expand_dims(1).shape
        (2, 1, 3)
        """
        if inplace:
            return _indexing.view_of(self, storage.in_rows(self._data).unsqueeze(axis), _EXPAND, {"axis": axis})
        return eager_functions["expand_dims"](self, axis=axis)

    def squeeze(self, axis: Any = None, inplace: bool = False) -> Self:
        """Remove axes of size 1.

        Parameters
        ----------
        axis : int or tuple of int, optional
            Axes to remove. By default all axes of size 1 are removed.
        inplace : bool
            Whether the result shares memory with this array.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> x = mx.nd.zeros((1, 2, 1, 3))
        >>> x.squeeze().shape, x.squeeze(axis=0).shape
        ((2, 3), (2, 1, 3))
        """
        result = eager_functions["squeeze"](self, axis=axis)
        return self.reshape(result.shape) if inplace else result

    def broadcast_to(self, shape: Any) -> Self:
        """Repeat axes of size 1 to match a shape, and add missing leading axes.

        Parameters
        ----------
        shape : int or tuple of int
            New shape.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.array([1, 2]).broadcast_to((3, 2)).asnumpy()
        array([[1., 2.],
               [1., 2.],
               [1., 2.]], dtype=float32)
        """
        target = (shape,) if isinstance(shape, int) else tuple(shape)
        source = (1,) * (len(target) - self.ndim) + self.shape
        if len(source) != len(target) or any(s not in (1, t) and t != 0 for s, t in zip(source, target, strict=True)):
            raise ValueError(f"shape {self.shape} cannot be broadcast to the requested shape {target}")
        return eager_functions["broadcast_to"](self.reshape(source), shape=target)

    def broadcast_like(self, rhs: Any = None, lhs_axes: Any = None, rhs_axes: Any = None, out: Any = None,
                       name: Any = None, **kwargs: Any) -> Self:
        """Repeat axes of size 1 to match another array. Without explicit axes, also add missing leading axes.

        Parameters
        ----------
        rhs : NDArray
            Array with the target shape.
        lhs_axes, rhs_axes : tuple of int, optional
            Axes of this array to repeat, and the axes of `rhs` with their new sizes.
        out : NDArray, optional
            Array that receives the result.
        name : str, optional
            Accepted for compatibility with symbols.
        **kwargs
            Further arguments of `mxnet.ndarray.broadcast_like`.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.array([1, 2]).broadcast_like(mx.nd.zeros((3, 2))).shape
        (3, 2)
        """
        if lhs_axes is None and rhs_axes is None and out is None and not kwargs:
            return self.broadcast_to(rhs.shape)
        return eager_functions["broadcast_like"](self, rhs, lhs_axes=lhs_axes, rhs_axes=rhs_axes, out=out, **kwargs)

    def slice_assign_scalar(self, value: Any, begin: Any, end: Any, step: Any) -> Self:
        """Write a number to a slice.

        Parameters
        ----------
        value : float
            The number.
        begin, end : tuple of int or None
            First index and end of the slice on each axis.
        step : tuple of int or None
            Step on each axis. None and an empty tuple stand for steps of 1.

        Returns
        -------
        NDArray
            This array.

        Examples
        --------
        >>> mx.nd.zeros((2, 3)).slice_assign_scalar(5, (0, 1), (2, 3), ()).asnumpy()
        array([[0., 5., 5.],
               [0., 5., 5.]], dtype=float32)
        """
        return self._assign_part(value, begin, end, step)

    def slice_assign(self, rhs: Any, begin: Any, end: Any, step: Any) -> Self:
        """Write an array to a slice.

        Parameters
        ----------
        rhs : NDArray
            Array with the shape of the slice.
        begin, end : tuple of int or None
            First index and end of the slice on each axis.
        step : tuple of int or None
            Step on each axis. None and an empty tuple stand for steps of 1.

        Returns
        -------
        NDArray
            This array.

        Examples
        --------
        >>> mx.nd.zeros((2, 3)).slice_assign(mx.nd.ones((2, 2)), (0, 1), (2, 3), ()).asnumpy()
        array([[0., 1., 1.],
               [0., 1., 1.]], dtype=float32)
        """
        return self._assign_part(rhs, begin, end, step)

    def _assign_part(self, value: Any, begin: Any, end: Any, step: Any) -> Any:
        steps = step or (None,) * len(begin)
        self[tuple(slice(b, e, s) for b, e, s in zip(begin, end, steps, strict=True))] = value
        return self

    # Autograd

    def attach_grad(self, grad_req: str = "write", stype: str | None = None) -> None:
        """Attach a gradient array, to which `backward` writes.

        Parameters
        ----------
        grad_req : {'write', 'add', 'null'}
            Whether a backward pass replaces the gradient, adds to it, or computes none.
        stype : {'default', 'row_sparse', 'csr'}, optional
            Storage type of the gradient. The default is a dense gradient.

        Returns
        -------
        None

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = 3 * x
        >>> y.backward()
        >>> x.grad.asnumpy()
        array([3., 3.], dtype=float32)
        """
        if stype is not None and stype != "default":
            attach(self, eager_functions["zeros_like"](self.detach()).tostype(stype), grad_req)
            return
        zeros = wrap(type(self), torch.zeros_like(self._data, requires_grad=False), self._ctx)
        attach(self, zeros, grad_req)

    def detach(self) -> Self:
        """Return an array that shares memory but is not part of the recorded graph.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = x * x.detach()  # no gradient through the second factor
        >>> y.backward()
        >>> x.grad.asnumpy()
        array([1., 2.], dtype=float32)
        """
        return wrap(type(self), self._data.detach(), self._ctx)

    def backward(self, out_grad: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        """Compute gradients of the sum of this array, and write them to all attached arrays.

        Parameters
        ----------
        out_grad : NDArray, optional
            Weights of the elements in the sum. By default all are 1.
        retain_graph : bool
            Whether to keep the graph for another backward pass.
        train_mode : bool
            Whether layers such as batch normalization are differentiated as in training.

        Returns
        -------
        None

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = x * x
        >>> y.backward(mx.nd.array([1, 10]))
        >>> x.grad.asnumpy()
        array([ 2., 40.], dtype=float32)
        """
        try:
            if isinstance(out_grad, SparseMark):
                out_grad = backward_pass.dense_view(out_grad)
            if not backward_pass.run_single(self, out_grad, retain_graph, train_mode):
                backward_pass.run((self,), (out_grad,), retain_graph, train_mode)
        except Exception as error:
            shorten(error)
            raise

    # Synchronization

    def wait_to_read(self) -> None:
        """Wait until the elements are computed. Raise the error of the computation, if any.

        Returns
        -------
        None

        Examples
        --------
        >>> y = mx.nd.ones((100, 100)) * 2
        >>> y.wait_to_read()
        """
        deferred_error.raise_deferred(self._data)
        if self._data.is_cuda:
            torch.cuda.synchronize(self._data.device)

    wait_to_write = wait_to_read


NDArray.__module__ = "mxnet.ndarray.ndarray"
NDArray._plain = NDArray
eager_functions: dict[str, Any] = {}


def waitall() -> None:
    """Wait until all computations have finished. Raise the first error, if any."""
    deferred_error.raise_first()
    if torch.cuda.is_available():
        torch.cuda.synchronize()


concise_module(__name__,
               but=("asnumpy", "asscalar", "backward", "reshape", "detach", "copy", "as_nd_ndarray", "as_in_context"))
