"""Types and conversions for C calls, which old code imports from ``mxnet.base``."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

mx_int, mx_uint, mx_int64, mx_float = ctypes.c_int, ctypes.c_uint, ctypes.c_int64, ctypes.c_float
mx_float_p = ctypes.POINTER(mx_float)
mx_real_t = np.float32
NDArrayHandle = FunctionHandle = OpHandle = CachedOpHandle = SymbolHandle = ExecutorHandle = ctypes.c_void_p
DataIterCreatorHandle = DataIterHandle = KVStoreHandle = RecordIOHandle = RtcHandle = ctypes.c_void_p
CudaModuleHandle = CudaKernelHandle = ProfileHandle = DLPackHandle = ctypes.c_void_p


def py_str(x: bytes | str) -> str:
    """Decode bytes from C to a string."""
    return x.decode("utf-8") if isinstance(x, bytes) else str(x)


def c_str(string: str) -> ctypes.c_char_p:
    """Convert a string to a C string."""
    return ctypes.c_char_p(string.encode("utf-8"))


def c_str_array(strings: Sequence[str]) -> Any:
    """Convert strings to an array of C strings."""
    return (ctypes.c_char_p * len(strings))(*[s.encode("utf-8") for s in strings])


def c_array(ctype: Any, values: Sequence[Any]) -> Any:
    """Create a C array from values."""
    return (ctype * len(values))(*values)


def c_array_buf(ctype: Any, buf: Any) -> Any:
    """Create a C array over the memory of a buffer, such as an ``array.array``."""
    return (ctype * len(buf)).from_buffer(buf)


def c_handle_array(objs: Sequence[Any]) -> Any:
    """Create a C array of the handles of arrays or symbols."""
    return (ctypes.c_void_p * len(objs))(*[o.handle for o in objs])


def ctypes2buffer(cptr: Any, length: int) -> bytearray:
    """Copy the bytes at an address."""
    if not isinstance(cptr, ctypes.POINTER(ctypes.c_char)):
        raise TypeError(f"expected char pointer, received {type(cptr)}")
    return bytearray(ctypes.string_at(cptr, length))


def ctypes2numpy_shared(cptr: Any, shape: Sequence[int]) -> np.ndarray:
    """Create a NumPy array that shares the floats at an address."""
    if not isinstance(cptr, mx_float_p):
        raise RuntimeError(f"expected float pointer, received {type(cptr)}")
    return np.ctypeslib.as_array(cptr, shape=tuple(shape))
