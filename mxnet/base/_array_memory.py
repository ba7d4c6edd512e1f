"""Copies between arrays and raw memory addresses."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from .._runtime import handles, storage
from .._runtime.error import MXNetError


def array_of(handle: Any) -> Any:
    """Return the array of a handle."""
    from ..ndarray.ndarray import NDArray

    return handles.find(handle, NDArray)


def _memory(array: Any, address: Any, size: int) -> np.ndarray[Any, Any]:
    """View the memory at an address as `size` elements with the dtype of `array`."""
    if size != array.size:
        raise MXNetError(f"cannot copy array elements: memory size does not match, the array {array.shape} has "
                         f"{array.size} elements, received size={size}")
    place = address if isinstance(address, int) else ctypes.cast(address, ctypes.c_void_p).value
    dtype = np.dtype(array.dtype)
    if not place:
        if size:
            raise MXNetError("cannot copy array elements: the address is a null pointer")
        return np.empty(array.shape, dtype)
    return np.frombuffer((ctypes.c_char * (size * dtype.itemsize)).from_address(place), dtype).reshape(array.shape)


def copy_to(array: Any, address: Any, size: int) -> None:
    """Copy all elements of an array to an address, in row-major order."""
    _memory(array, address, size)[...] = array.asnumpy()


def copy_from(array: Any, address: Any, size: int) -> None:
    """Copy all elements of an array from an address."""
    array[:] = _memory(array, address, size)


def address_of(array: Any) -> int:
    """Return the address of the elements. The array must outlive the use of the address."""
    return int(storage.share_outside(storage.in_rows(array._data)).data_ptr())
