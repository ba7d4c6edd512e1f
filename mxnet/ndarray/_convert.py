"""Conversion between torch tensors, numpy arrays and the records of parameter files."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import torch

from .._runtime import device, storage
from .._runtime import dtype as dtypes
from .._runtime.files import params_file
from .._runtime.files.params_file import SavedArray
from .._runtime.storage.sparse import Csr, RowSparse, SparseMark, Stored


class OneElement(np.ndarray):
    """An array of one element that converts to a Python number, for any number of axes.

    MXNet has no arrays of rank 0, so its users print ``'%f' % loss.mean().asnumpy()``. Current
    numpy versions reject this for shape (1,).
    """

    def __float__(self) -> float:
        return float(self.item() if self.size == 1 else np.asarray(self))

    def __int__(self) -> int:
        return int(self.item() if self.size == 1 else np.asarray(self))

    def __array_wrap__(self, array: np.ndarray, context: Any = None, return_scalar: bool = False) -> Any:
        plain = np.asarray(array)
        if plain.ndim == 0:
            return plain[()]  # a numpy scalar, as for other arrays
        return plain.view(OneElement) if plain.size == 1 else plain

    def __reduce__(self) -> Any:
        return np.asarray(self).__reduce__()

    def __repr__(self) -> str:
        return repr(np.asarray(self))


def _numpy_converts_one_element() -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # NumPy 1.25 to 2.3 warn about it
            return float(np.ones(1)) == 1.0
    except (TypeError, DeprecationWarning):
        return False


_CONVERTS = _numpy_converts_one_element()


def _on_host(tensor: torch.Tensor) -> np.ndarray:
    """Return the elements as a numpy array, which may share memory with the tensor. bfloat16 appears as its bits."""
    source = tensor.detach()
    if source.dtype is torch.bfloat16:
        source = source.view(torch.uint16)
    return storage.own_memory(source).cpu().numpy(force=True)


def to_numpy(tensor: torch.Tensor) -> np.ndarray:
    """Return a C-contiguous numpy copy. bfloat16 appears as its bits."""
    values = np.array(_on_host(tensor), order="C", copy=True)
    return values if _CONVERTS or values.size != 1 or not values.ndim else values.view(OneElement)


def numbers(values: np.ndarray, dtype: torch.dtype) -> np.ndarray:
    """Convert the values to numbers in the native byte order.

    Strings and Python objects are parsed as numbers of the dtype. None is not a number.
    """
    if values.dtype.kind not in "OSU":
        return values if values.dtype.isnative else values.astype(values.dtype.newbyteorder("="))
    target = np.float32 if dtype is torch.bfloat16 else dtypes.NUMPY_OF_TORCH[dtype]
    try:
        return values.astype(target)
    except (TypeError, ValueError) as error:
        raise TypeError(f"elements of {values.dtype} must be numbers: {error}") from None


def from_numpy(values: np.ndarray, dtype: torch.dtype, context: device.Context) -> torch.Tensor:
    """Return a tensor with a copy of `values` on the context's device."""
    values = numbers(values, dtype)
    if any(s < 0 for s in values.strides) or not values.flags.writeable:
        values = np.array(values, order="C")
    if dtype is torch.float16 and values.dtype == np.float64:
        with np.errstate(over="ignore"):  # torch would round twice, first to single precision
            values = values.astype(np.float16)
    source = torch.from_numpy(np.ascontiguousarray(values)).reshape(values.shape)
    return source.to(device=device.torch_device(context), dtype=dtype, copy=True)


def to_saved(array: Any, np_shape: bool = False) -> SavedArray:
    """Return the file record of an array. Its values may share memory with the array."""
    if isinstance(array, SparseMark):
        return _sparse_saved(array)
    tensor, context = array._data, array._ctx
    code = dtypes.CODE_OF_TORCH[tensor.dtype]
    return SavedArray.dense(_on_host(tensor), code, context.device_typeid, context.device_id, np_shape)


def _sparse_saved(array: Any) -> SavedArray:
    stored, context = array._stored.sorted(), array._ctx
    csr = isinstance(stored, Csr)
    aux = (stored.indptr, stored.indices) if csr else (stored.indices,)
    return SavedArray(_on_host(stored.values), stored.shape, dtypes.CODE_OF_TORCH[stored.dtype],
                      context.device_typeid, context.device_id, params_file.CSR if csr else params_file.ROW_SPARSE,
                      tuple(_on_host(a) for a in aux))


def stored_of_saved(saved: SavedArray) -> Stored:
    """Return the content of a stored sparse array in host memory."""
    values = tensor_of_saved(saved)
    places = [torch.from_numpy(np.array(a, order="C", copy=True).astype(np.int64)) for a in saved.aux]
    if saved.stype == params_file.ROW_SPARSE:
        return RowSparse(values, places[0], saved.shape)
    if not places[0].numel():
        return Csr.zeros(saved.shape, values.dtype, None)
    return Csr(values, places[1], places[0], saved.shape)


def tensor_of_saved(saved: SavedArray) -> torch.Tensor:
    """Return the elements of a stored dense array in host memory."""
    if saved.data is None:
        return torch.empty(0)
    # NumPy requests huge pages, torch does not. This copies 256 MB in 0.02 s instead of 0.1 s.
    tensor = torch.from_numpy(np.array(saved.data, order="C", copy=True))
    return tensor.view(torch.bfloat16) if saved.type_code == dtypes.BFLOAT16_CODE else tensor


def context_of_saved(saved: SavedArray | params_file.DenseHeader) -> device.Context:
    """Return the context in a file if this machine has it, otherwise the CPU."""
    if saved.dev_type == 2 and saved.dev_id < device.num_gpus():
        return device.Context("gpu", saved.dev_id)
    return device.CPU
