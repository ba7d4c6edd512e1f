"""Elements of arrays from and to bare addresses, as programs with memory of their own copy them."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from .._runtime import handles, storage
from .._runtime.error import MXNetError


def found(handle: Any) -> Any:
    """The array that a handle stands for."""
    from ..ndarray.ndarray import NDArray

    return handles.find(handle, NDArray)


def _memory(array: Any, address: Any, size: int) -> np.ndarray[Any, Any]:
    """The memory at an address, as elements of `array`, of which there must be `size`."""
    if size != array.size:
        raise MXNetError(f"copy of the elements of an array: memory size does not match, the array {array.shape} has "
                         f"{array.size} elements, received size={size}")
    place = address if isinstance(address, int) else ctypes.cast(address, ctypes.c_void_p).value
    dtype = np.dtype(array.dtype)
    if not place:
        if size:
            raise MXNetError("copy of the elements of an array: the address is a null pointer")
        return np.empty(array.shape, dtype)
    return np.frombuffer((ctypes.c_char * (size * dtype.itemsize)).from_address(place), dtype).reshape(array.shape)


def copy_to(array: Any, address: Any, size: int) -> None:
    """Write all elements of an array to an address, in the order of its rows."""
    _memory(array, address, size)[...] = array.asnumpy()


def copy_from(array: Any, address: Any, size: int) -> None:
    """Set all elements of an array to those at an address."""
    array[:] = _memory(array, address, size)


def address_of(array: Any) -> int:
    """Where the elements of an array are; it has to live as long as the address is used."""
    return int(storage.share_outside(storage.in_rows(array._data)).data_ptr())
