"""Sparse arrays: CSRNDArray and RowSparseNDArray."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import torch

from .._frontend import sparse as dispatch
from .._runtime import device, handles
from .._runtime import dtype as dtypes
from .._runtime.autograd import backward_pass, tape
from .._runtime.autograd.attach import attach
from .._runtime.device import Context
from .._runtime.error import MXNetError
from .._runtime.files import params_file
from .._runtime.storage import read_only
from .._runtime.storage.sparse import KINDS, NotDense, RowSparse, SparseMark, Stored, stored
from .._runtime.tracebacks import concise_module, user_level
from ..base import NotSupportedForSparseNDArray
from . import _convert
from ._array import NDArray, eager_functions


class BaseSparseNDArray(SparseMark, NDArray):
    """Base class of sparse arrays.

    Parameters
    ----------
    handle : default None
        Internal data; create arrays with functions such as `array`.
    writable : bool, default True
        Whether the array can be changed.

    Examples
    --------
    >>> isinstance(mx.nd.array([[0, 1]]).tostype('csr'), mx.nd.sparse.BaseSparseNDArray)
    True
    """

    __slots__ = ("_stored", "_twin")

    def __init__(self, handle: Any = None, writable: bool = True) -> None:
        """Wrap a `Csr`, a `RowSparse` or a handle. None creates an empty array that unpickling fills."""
        if not writable:
            read_only.mark(self)
        if handle is None:
            handle = self._stored_class.zeros((0, 0), torch.float32, None)
        self._stored = handle if isinstance(handle, Stored) else handles.take(handle, type(self), self)._stored
        self._twin, self._ctx, self._tape = None, device.current_context(), None

    @property
    def _stored_class(self) -> Any:
        return KINDS[self.stype]

    @property
    def _data(self) -> torch.Tensor:  # type: ignore[override]
        raise NotDense(f"{type(self).__name__} has no dense tensor; call tostype('default') for a dense copy")

    # Facts

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of all axes.

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 3)).shape
        (2, 3)
        """
        return self._stored.shape

    @property
    def size(self) -> int:
        """Not defined for sparse arrays.

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 3)).size
        Traceback (most recent call last):
            ...
        NotImplementedError: size of CSRNDArray
        """
        raise NotImplementedError(f"size of {type(self).__name__}")

    @property
    def ndim(self) -> int:
        """Number of axes.

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 3)).ndim
        2
        """
        return len(self._stored.shape)

    @property
    def dtype(self) -> Any:
        """Dtype of the elements, as a numpy class.

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 3), dtype='float16').dtype
        <class 'numpy.float16'>
        """
        return dtypes.NUMPY_OF_TORCH[self._stored.dtype]

    @property
    def data(self) -> NDArray:
        """Copy of the stored values.

        Examples
        --------
        >>> mx.nd.array([[0, 1], [2, 0]]).tostype('csr').data.asnumpy()
        array([1., 2.], dtype=float32)
        """
        return dispatch.wrap(self._stored.values.clone(), self._ctx)

    @property
    def indices(self) -> NDArray:
        """Copy of the stored indices: columns of a CSR array, rows of a row-sparse array.

        Examples
        --------
        >>> x = mx.nd.array([[0, 0], [3, 4]])
        >>> x.tostype('csr').indices.asnumpy(), x.tostype('row_sparse').indices.asnumpy()
        (array([0, 1]), array([1]))
        """
        return dispatch.wrap(self._stored.indices.clone(), self._ctx)

    @property
    def _num_aux(self) -> int:
        return len(self._aux_types)

    @property
    def _aux_types(self) -> list[Any]:
        return [np.int64] * (2 if self.stype == "csr" else 1)

    def _aux_type(self, i: int) -> Any:
        return self._aux_types[i]

    # Text and Python protocol

    def __repr__(self) -> str:
        sizes = "x".join(str(s) for s in self.shape)
        return f"\n<{type(self).__name__} {sizes} @{self._ctx}>"

    def __len__(self) -> int:
        return self.shape[0]

    def __bool__(self) -> bool:
        count = int(np.prod(self.shape))
        if count > 1:
            raise ValueError("the truth value of a sparse array with several elements is ambiguous, received shape "
                             f"{self.shape}")
        return bool(count) and bool(self._stored.dense().item())

    __nonzero__ = __bool__

    def __reduce__(self) -> Any:
        return type(self), (None,), self.__getstate__()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._ctx, self._tape, self._twin = device.current_context(), None, None
        saved = params_file.read_one(bytes(state["handle"]))
        self._ctx = _convert.context_of_saved(saved)
        self._stored = _convert.stored_of_saved(saved).convert(lambda t: t.to(device.torch_device(self._ctx)))

    # Conversions

    def asnumpy(self) -> np.ndarray:
        """Return a dense copy for NumPy.

        Returns
        -------
        numpy.ndarray

        Examples
        --------
        >>> mx.nd.sparse.csr_matrix(([5], [1], [0, 1, 1]), shape=(2, 2)).asnumpy()
        array([[0., 5.],
               [0., 0.]], dtype=float32)
        """
        return _convert.to_numpy(self._stored.dense())

    def asscalar(self) -> Any:
        """Raise NotImplementedError, because sparse arrays have no scalars.

        Returns
        -------
        None
            The method never returns.

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (1, 1)).asscalar()
        Traceback (most recent call last):
            ...
        NotImplementedError: asscalar of CSRNDArray
        """
        raise NotImplementedError(f"asscalar of {type(self).__name__}")

    def tolist(self) -> Any:
        """Return nested lists of Python numbers, including zeros.

        Returns
        -------
        list

        Examples
        --------
        >>> mx.nd.array([[0, 1], [2, 0]]).tostype('csr').tolist()
        [[0.0, 1.0], [2.0, 0.0]]
        """
        return self._stored.dense().tolist()

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """Cast to another dtype.

        Parameters
        ----------
        dtype : str or numpy.dtype
            New dtype.
        copy : bool
            Whether to copy an array that already has this dtype. Otherwise it is returned itself.

        Returns
        -------
        BaseSparseNDArray
            Array of the same storage type.

        Examples
        --------
        >>> mx.nd.array([[0, 1.7]]).tostype('csr').astype('int32').data.asnumpy()
        array([1], dtype=int32)
        """
        target = dtypes.to_torch(dtype)
        if not copy and target is self._stored.dtype:
            return self
        result = dispatch.wrap(self._stored_class.zeros(self.shape, target, self._stored.values.device), self._ctx)
        self.copyto(result)
        return result

    def copyto(self, other: Any) -> Any:
        """Copy to another array or device.

        Parameters
        ----------
        other : NDArray or Context
            Array of the same shape, dense or of the same storage type, or the device of a new array.

        Returns
        -------
        NDArray
            The array that received the elements.

        Examples
        --------
        >>> x = mx.nd.array([[0, 1], [2, 0]]).tostype('csr')
        >>> x.copyto(mx.nd.zeros((2, 2))).asnumpy()
        array([[0., 1.],
               [2., 0.]], dtype=float32)
        >>> x.copyto(mx.cpu(1)).context
        cpu(1)
        """
        if isinstance(other, Context):
            where = device.torch_device(other)
            return dispatch.wrap(self._stored.convert(lambda t: t.to(where, copy=True)), other)
        if not isinstance(other, NDArray):
            raise TypeError(f"copyto does not support type {type(other)}")
        if other.stype not in ("default", self.stype):
            raise TypeError(f"copyto: a {self.stype} array cannot be copied to one of stype {other.stype}")
        if other is self:
            warnings.warn("copyto has no effect, because source and target are the same array", RuntimeWarning,
                          stacklevel=user_level())
            return False
        if other.shape != self.shape:
            raise MXNetError(f"operator _copyto: cannot copy shape {self.shape} to shape {other.shape}")
        tape.check_assignable("_copyto", other)
        where = device.torch_device(other._ctx)
        dispatch.assign(other, self._stored.convert(lambda t: t.to(where)))
        return other

    def _copy_to_context(self, context: Context) -> Any:
        return self.copyto(context)

    def tostype(self, stype: str) -> Any:
        """Return a copy in another storage type.

        Parameters
        ----------
        stype : {'default', 'row_sparse', 'csr'}
            Either 'default', which is dense, or the storage type of this array.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 2)).tostype('default').asnumpy()
        array([[0., 0.],
               [0., 0.]], dtype=float32)
        """
        if stype != self.stype and stype in KINDS:
            raise ValueError(f"cast_storage from {self.stype} to {stype} is not supported")
        return eager_functions["cast_storage"](self, stype=stype)

    def to_dlpack_for_read(self, **kwargs: Any) -> Any:
        """Raise an error, because a sparse array consists of several arrays.

        Parameters
        ----------
        **kwargs
            Ignored.

        Returns
        -------
        None
            The method never returns.

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 2)).to_dlpack_for_read()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        mxnet.base.NotSupportedForSparseNDArray: ...
        """
        raise NotSupportedForSparseNDArray(self.to_dlpack_for_read, None)

    to_dlpack_for_write = to_torch = __dlpack__ = to_dlpack_for_read

    def reshape(self, *shape: Any, **kwargs: Any) -> Any:
        """Raise an error, because sparse arrays cannot change their shapes.

        Parameters
        ----------
        *shape, **kwargs
            Arguments of ``NDArray.reshape``.

        Returns
        -------
        None
            The method never returns.

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 2)).reshape((4,))  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        mxnet.base.NotSupportedForSparseNDArray: ...
        """
        raise NotSupportedForSparseNDArray(self.reshape, None, shape)

    def _at(self, idx: int) -> Any:
        raise NotSupportedForSparseNDArray(self._at, "[idx]", idx)

    def _slice(self, start: int, stop: int) -> Any:
        raise NotSupportedForSparseNDArray(self._slice, None, start, stop)

    def broadcast_to(self, shape: Any) -> Any:
        """Repeat axes of size 1 to match a shape. The result is dense.

        Parameters
        ----------
        shape : tuple of int
            New shape.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.array([[0, 1]]).tostype('csr').broadcast_to((2, 2)).asnumpy()
        array([[0., 1.],
               [0., 1.]], dtype=float32)
        """
        return self.tostype("default").broadcast_to(shape)

    def squeeze(self, axis: Any = None, inplace: bool = False) -> Any:
        """Remove axes of size 1. The result is dense.

        Parameters
        ----------
        axis : int or tuple of int, optional
            Axes to remove. By default all axes of size 1 are removed.
        inplace : bool
            Must be False, because sparse arrays have no views.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.array([[0, 1]]).tostype('csr').squeeze().asnumpy()
        array([0., 1.], dtype=float32)
        """
        self._check_not_inplace(self.squeeze, inplace)
        return eager_functions["squeeze"](self, axis=axis)

    def expand_dims(self, axis: int, inplace: bool = False) -> Any:
        """Insert an axis of size 1. The result is dense.

        Parameters
        ----------
        axis : int
            Position of the new axis.
        inplace : bool
            Must be False, because sparse arrays have no views.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 3)).expand_dims(0).shape
        (1, 2, 3)
        """
        self._check_not_inplace(self.expand_dims, inplace)
        return eager_functions["expand_dims"](self, axis=axis)

    def flatten(self, inplace: bool = False) -> Any:
        """Merge all axes except the first. The result is dense.

        Parameters
        ----------
        inplace : bool
            Must be False, because sparse arrays have no views.

        Returns
        -------
        NDArray

        Examples
        --------
        >>> mx.nd.sparse.zeros('row_sparse', (2, 3, 4)).flatten().shape
        (2, 12)
        """
        self._check_not_inplace(self.flatten, inplace)
        return eager_functions["flatten"](self)

    @staticmethod
    def _check_not_inplace(function: Any, inplace: bool) -> None:
        if inplace:  # a sparse array has no views with another shape
            raise NotSupportedForSparseNDArray(function, None, inplace)

    def check_format(self, full_check: bool = True) -> None:
        """Raise an error if the parts of the array do not fit together.

        Parameters
        ----------
        full_check : bool
            Also check that all indices are in range and in ascending order.

        Returns
        -------
        None

        Examples
        --------
        >>> x = mx.nd.sparse.csr_matrix(([5], [1], [0, 1, 1]), shape=(2, 2))
        >>> x.check_format()
        """
        reason = self._format_error(full_check)
        if reason:
            raise MXNetError(f"{type(self).__name__} of shape {self.shape}: {reason}")

    def _format_error(self, full: bool) -> str | None:
        raise NotImplementedError

    # Assignment

    def _assign_all(self, key: Any, value: Any) -> None:
        """``self[:] = value``."""
        if not isinstance(key, slice) or key != slice(None):
            raise ValueError(f"Assignment with slice for {type(self).__name__} is not implemented yet: only [:] "
                             f"is supported, received {key!r}")
        tape.check_assignable("_slice_assign", self)
        if isinstance(value, (np.ndarray, np.generic)):
            warnings.warn(f"Assigning non-NDArray object to {type(self).__name__} is not efficient", RuntimeWarning,
                          stacklevel=user_level())
            tensor = torch.from_numpy(_convert.numbers(np.array(value), self._stored.dtype)).to(self._stored.dtype)
            dispatch.assign(self, tensor.to(device.torch_device(self._ctx)).expand(self.shape))
        elif isinstance(value, NDArray):
            if value is not self:
                value.copyto(self)
        else:
            raise TypeError(f"type {type(value)} not supported")

    # Autograd

    def attach_grad(self, grad_req: str = "write", stype: str | None = None) -> None:
        """Attach a gradient array, to which `backward` writes.

        Parameters
        ----------
        grad_req : {'write', 'add', 'null'}
            Whether a backward pass replaces the gradient, adds to it, or computes none.
        stype : {'default', 'row_sparse', 'csr'}, optional
            Storage type of the gradient. The default is that of this array.

        Returns
        -------
        None

        Examples
        --------
        >>> x = mx.nd.array([[0, 0], [3, 4]]).tostype('row_sparse')
        >>> x.attach_grad()
        >>> x.grad.stype
        'row_sparse'
        """
        attach(self, zeros_like(self, stype or self.stype), grad_req)

    def _receive(self, gradient: torch.Tensor, add: bool) -> None:
        """Store or add a gradient from torch."""
        content = stored(gradient.detach(), self.stype)
        if add:
            places, before, more = self._stored.aligned(content)
            content = places.with_values(before + more)
        dtype = self._stored.dtype
        self._stored = content if content.dtype is dtype else content.with_values(content.values.to(dtype))
        self._twin = None

    def detach(self) -> Any:
        """Return an array with the same values that is not part of the recorded graph.

        Returns
        -------
        BaseSparseNDArray

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 2)).detach().stype
        'csr'
        """
        return dispatch.wrap(self._stored, self._ctx)

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
        >>> x = mx.nd.array([[0, 0], [3, 4]]).tostype('row_sparse')
        >>> x.attach_grad()
        >>> with mx.autograd.record():
        ...     y = x * 2
        >>> y.backward()
        >>> x.grad.indices.asnumpy(), x.grad.data.asnumpy()
        (array([0, 1]), array([[2., 2.],
               [2., 2.]], dtype=float32))
        """
        backward_pass.run((self,), (out_grad,), retain_graph, train_mode)

    def wait_to_read(self) -> None:
        """Wait until the values are computed.

        Returns
        -------
        None

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 2)).wait_to_read()
        """
        if self._stored.values.is_cuda:
            torch.cuda.synchronize(self._stored.values.device)

    wait_to_write = wait_to_read


class CSRNDArray(BaseSparseNDArray):
    """A matrix that stores only some elements, row by row.

    The values of row i are ``data[indptr[i]:indptr[i + 1]]`` in columns ``indices[indptr[i]:indptr[i + 1]]``.

    Parameters
    ----------
    handle : default None
        Internal data; create arrays with functions such as `array`.
    writable : bool, default True
        Whether the array can be changed.

    Examples
    --------
    >>> x = mx.nd.array([[0, 1], [2, 0]]).tostype('csr')
    >>> x.data.asnumpy()
    array([1., 2.], dtype=float32)
    >>> x.indices.asnumpy()
    array([1, 0])
    """

    __slots__ = ()

    @property
    def stype(self) -> str:
        """Storage type, 'csr'.

        Examples
        --------
        >>> mx.nd.sparse.zeros('csr', (2, 2)).stype
        'csr'
        """
        return "csr"

    @property
    def indptr(self) -> NDArray:
        """Copy of the start positions of the rows in the stored values.

        Examples
        --------
        >>> mx.nd.array([[0, 1], [2, 3]]).tostype('csr').indptr.asnumpy()
        array([0, 1, 3])
        """
        return dispatch.wrap(self._stored.indptr.clone(), self._ctx)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, (int, np.integer)) and not isinstance(key, bool):
            begin = self.shape[0] - 1 if key == -1 else int(key)
            return eager_functions["slice"](self, begin=begin, end=begin + 1)
        if isinstance(key, slice):
            if key.step is not None:
                raise ValueError("a CSRNDArray only supports slices with step 1")
            if key.start is None and key.stop is None:
                return self
            return eager_functions["slice"](self, begin=key.start or 0, end=key.stop or self.shape[0])
        if isinstance(key, tuple):
            raise ValueError("a sparse array can only be indexed along its first axis")
        raise ValueError(f"Undefined behaviour for {key}")

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    def __setitem__(self, key: Any, value: Any) -> None:
        read_only.check(self)
        if isinstance(value, (int, float)):
            raise ValueError(f"a CSRNDArray cannot be set to the number {value}; assign an array")
        self._assign_all(key, value)

    def asscipy(self) -> Any:
        """Return a copy for the package scipy.

        Returns
        -------
        scipy.sparse.csr_matrix

        Examples
        --------
        >>> mx.nd.array([[0, 1], [2, 3]]).tostype('csr').asscipy().nnz
        3
        """
        from scipy import sparse

        parts = (_convert.to_numpy(p) for p in (self._stored.values, self._stored.indices, self._stored.indptr))
        values, indices, indptr = (np.asarray(p) for p in parts)
        return sparse.csr_matrix((values, indices, indptr), shape=self.shape, dtype=self.dtype)

    def _format_error(self, full: bool) -> str | None:
        content = self._stored
        starts, columns, count = content.indptr, content.indices, content.values.numel()
        if len(content.shape) != 2 or starts.numel() != content.shape[0] + 1 or columns.numel() != count:
            return f"indptr has {starts.numel()}, indices {columns.numel()} and data {count} elements"
        if not full:
            return None
        if int(starts[0]) != 0 or bool((starts.diff() < 0).any()) or int(starts[-1]) != columns.numel():
            return f"indptr must increase from 0 to {columns.numel()}, received {starts.tolist()}"
        if bool(((columns < 0) | (columns >= content.shape[1])).any()):
            return f"indices must be within [0, {content.shape[1]})"
        keys = content.keys()
        return "indices of each row must increase" if bool((keys[1:] <= keys[:-1]).any()) else None


class RowSparseNDArray(BaseSparseNDArray):
    """An array that stores only some rows. ``data[i]`` is row ``indices[i]``.

    Parameters
    ----------
    handle : default None
        Internal data; create arrays with functions such as `array`.
    writable : bool, default True
        Whether the array can be changed.

    Examples
    --------
    >>> x = mx.nd.array([[0, 0], [1, 2]]).tostype('row_sparse')
    >>> x.indices.asnumpy()
    array([1])
    >>> x.data.asnumpy()
    array([[1., 2.]], dtype=float32)
    """

    __slots__ = ()

    @property
    def stype(self) -> str:
        """Storage type, 'row_sparse'.

        Examples
        --------
        >>> mx.nd.sparse.zeros('row_sparse', (2, 2)).stype
        'row_sparse'
        """
        return "row_sparse"

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice) and key == slice(None):
            return self
        if isinstance(key, tuple):
            raise ValueError("a sparse array can only be indexed along its first axis")
        raise Exception(f"RowSparseNDArray only supports [:] for __getitem__, received {key!r}")

    def __setitem__(self, key: Any, value: Any) -> None:
        read_only.check(self)
        if isinstance(key, slice) and key == slice(None) and isinstance(value, (int, float)):
            tape.check_assignable("_slice_assign", self)
            content = self._stored
            dispatch.assign(self, RowSparse(
                content.values.new_full(content.shape, value),
                torch.arange(content.shape[0], device=content.indices.device), content.shape))
            return
        if not isinstance(key, slice):
            raise TypeError("RowSparseNDArray only supports [:] for assignment")
        self._assign_all(key, value)

    def retain(self, *args: Any, **kwargs: Any) -> Any:
        """Keep only the given rows.

        Parameters
        ----------
        *args, **kwargs
            Indices of the rows, or all arguments of `mxnet.ndarray.sparse.retain`.

        Returns
        -------
        RowSparseNDArray

        Examples
        --------
        >>> x = mx.nd.array([[1, 2], [3, 4], [5, 6]]).tostype('row_sparse')
        >>> x.retain(mx.nd.array([0, 2])).indices.asnumpy()
        array([0, 2])
        """
        from .register import FUNCTIONS

        arguments = args if len(args) > 1 or "data" in kwargs else (self, *args)
        return FUNCTIONS["sparse"]["retain"](*arguments, **kwargs)

    def _format_error(self, full: bool) -> str | None:
        content = self._stored
        if content.values.shape != (content.indices.numel(), *content.shape[1:]):
            return f"data of shape {tuple(content.values.shape)} does not match {content.indices.numel()} indices"
        if not full:
            return None
        if bool(((content.indices < 0) | (content.indices >= content.shape[0])).any()):
            return f"indices must be within [0, {content.shape[0]}), received {content.indices.tolist()}"
        return "indices must increase" if bool((content.indices.diff() <= 0).any()) else None


def zeros_like(array: NDArray, stype: str) -> NDArray:
    """Return an array of zeros of any storage type, with the shape and dtype of another array."""
    content = array._stored.values if isinstance(array, BaseSparseNDArray) else array._data
    if stype == "default":
        return dispatch.wrap(torch.zeros(array.shape, dtype=content.dtype, device=content.device), array._ctx)
    return dispatch.wrap(KINDS[stype].zeros(array.shape, content.dtype, content.device), array._ctx)


for _class in (BaseSparseNDArray, CSRNDArray, RowSparseNDArray):
    _class.__module__ = "mxnet.ndarray.sparse"
dispatch.set_classes({"default": NDArray, "csr": CSRNDArray, "row_sparse": RowSparseNDArray})


concise_module(__name__)
