"""Errors and small types that other modules and users import from here, and the functions of MXNet's C library."""

from __future__ import annotations

import ctypes
import os
import platform
from typing import Any

import numpy as np

from mxnet_records import environment

# First, because the __init__.py of another MXNet that overwrote ours imports this module.
from .._runtime import mixture as _mixture  # noqa: F401  # isort: skip

from .._frontend.signature import Null as _Null
from .._runtime.error import MXNetError as MXNetError
from ._c_library import LIBRARY as _LIB  # noqa: F401
from ._c_library import last_error as get_last_ffi_error
from ._c_types import CachedOpHandle as CachedOpHandle
from ._c_types import CudaKernelHandle as CudaKernelHandle
from ._c_types import CudaModuleHandle as CudaModuleHandle
from ._c_types import DataIterCreatorHandle as DataIterCreatorHandle
from ._c_types import DataIterHandle as DataIterHandle
from ._c_types import DLPackHandle as DLPackHandle
from ._c_types import ExecutorHandle as ExecutorHandle
from ._c_types import FunctionHandle as FunctionHandle
from ._c_types import KVStoreHandle as KVStoreHandle
from ._c_types import NDArrayHandle as NDArrayHandle
from ._c_types import OpHandle as OpHandle
from ._c_types import ProfileHandle as ProfileHandle
from ._c_types import RecordIOHandle as RecordIOHandle
from ._c_types import RtcHandle as RtcHandle
from ._c_types import SymbolHandle as SymbolHandle
from ._c_types import c_array as c_array
from ._c_types import c_array_buf as c_array_buf
from ._c_types import c_handle_array as c_handle_array
from ._c_types import c_str as c_str
from ._c_types import c_str_array as c_str_array
from ._c_types import ctypes2buffer as ctypes2buffer
from ._c_types import ctypes2numpy_shared as ctypes2numpy_shared
from ._c_types import mx_float as mx_float
from ._c_types import mx_float_p as mx_float_p
from ._c_types import mx_int as mx_int
from ._c_types import mx_int64 as mx_int64
from ._c_types import mx_real_t as mx_real_t
from ._c_types import mx_uint as mx_uint
from ._c_types import py_str as py_str

string_types = (str,)
numeric_types = (float, int, np.generic)
integer_types = (int, np.int32, np.int64)

__all__ = ["MXNetError", "NotImplementedForSymbol", "NotSupportedForSparseNDArray", "_Null"]


def data_dir_default() -> str:
    """Return the default folder for data sets and models, which ``MXNET_HOME`` overrides."""
    if platform.system() == "Windows":
        return os.path.join(environment.APPDATA.get(), "mxnet")
    return os.path.join(os.path.expanduser("~"), ".mxnet")


def data_dir() -> str:
    """Return the folder for data sets and models."""
    return environment.HOME.get() or data_dir_default()


def _as_list(values: Any) -> list[Any]:
    """Convert a tuple or a single value to a list."""
    return list(values) if isinstance(values, (list, tuple)) else [values]


def check_call(ret: int) -> None:
    """Raise the last error of `_LIB` if the return code is not 0."""
    if ret != 0:
        raise get_last_ffi_error()


error_types: dict[str, type[Exception]] = {}


def register_error(func_name: Any = None, cls: Any = None) -> Any:
    """Register an error class, by default under its own name. Also works as a decorator."""
    if isinstance(func_name, type):
        return register_error(func_name.__name__, func_name)

    def register(error_class: type[Exception]) -> type[Exception]:
        error_types[func_name or error_class.__name__] = error_class
        return error_class

    return register if cls is None else register(cls)


def c2pyerror(err_msg: str) -> tuple[str, str | None]:
    """Return the message of a C error with the stack trace in Python's order, and the name of the error type."""
    message: list[str] = []
    trace: list[str] = []
    in_trace = False
    lines = err_msg.removesuffix("\n").split("\n")
    for line in lines:
        in_trace = line.startswith("Stack trace") or (in_trace and line.startswith("  "))
        if not in_trace:
            message.append(line)
        elif line.startswith("  "):
            trace.append(line)
    error_type, colon, _ = lines[0].partition(":")
    known = bool(colon) and all(c.isalnum() or c in "_." for c in error_type)
    head = ["Traceback (most recent call last):", *reversed(trace)] if trace else []
    return "\n".join([*head, *message]), error_type if known else None


class MXCallbackList(ctypes.Structure):
    """Callback functions and their contexts, as a C structure."""

    _fields_ = (("num_callbacks", ctypes.c_int), ("callbacks", ctypes.POINTER(ctypes.CFUNCTYPE(ctypes.c_int))),
                ("contexts", ctypes.POINTER(ctypes.c_void_p)))


class classproperty:
    """A read-only property of a class."""

    def __init__(self, func: Any) -> None:
        self.fget = func

    def __get__(self, instance: object, owner: type) -> Any:
        return self.fget(owner)


class NotImplementedForSymbol(MXNetError):
    """A function of NDArray was called on a symbol, which does not support it.

    Parameters
    ----------
    function : callable or str
        The function.
    alias : str or None
        Name of its operator.
    *args
        The arguments, whose types are shown.

    Examples
    --------
    >>> print(mx.base.NotImplementedForSymbol('asnumpy', None))
    asnumpy is not implemented for Symbol; use an NDArray
    """

    def __init__(self, function: object, alias: str | None, *args: object) -> None:
        super().__init__()
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        self.args_types = [str(type(a)) for a in args]

    def __str__(self) -> str:
        instead = f" (namely operator {self.alias!r})" if self.alias else ""
        given = f" with arguments {self.args_types}" if self.args_types else ""
        return f"{self.function}{instead}{given} is not implemented for Symbol; use an NDArray"


class NotSupportedForSparseNDArray(MXNetError):
    """A function of dense arrays was called on a sparse array, which does not support it.

    Parameters
    ----------
    function : callable or str
        The function.
    alias : str or None
        Name of its operator.
    *args
        The arguments, whose types are shown.

    Examples
    --------
    >>> print(mx.base.NotSupportedForSparseNDArray('reshape', None))
    reshape is not supported for sparse arrays; use a dense NDArray
    """

    def __init__(self, function: object, alias: str | None, *args: object) -> None:
        name = getattr(function, "__name__", str(function))
        instead = f" (namely operator {alias!r})" if alias else ""
        given = f" with arguments {[str(type(a)) for a in args]}" if args else ""
        super().__init__(f"{name}{instead}{given} is not supported for sparse arrays; use a dense NDArray")
