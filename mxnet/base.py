"""Errors and small types that other modules and users import from here."""

from __future__ import annotations

import os
import platform
from typing import Any

import numpy as np

from ._frontend.signature import Null as _Null
from ._runtime.error import MXNetError as MXNetError

mx_real_t = np.float32
mx_uint = int
string_types = (str,)
numeric_types = (float, int, np.generic)
integer_types = (int, np.int32, np.int64)
py_str = str

__all__ = ["MXNetError", "NotImplementedForSymbol", "NotSupportedForSparseNDArray", "_Null"]


def data_dir_default() -> str:
    """Where MXNet keeps data sets and models unless MXNET_HOME says otherwise."""
    if platform.system() == "Windows":
        return os.path.join(os.environ.get("APPDATA", os.path.expanduser("~")), "mxnet")
    return os.path.join(os.path.expanduser("~"), ".mxnet")


def data_dir() -> str:
    """Where MXNet keeps data sets and models."""
    return os.getenv("MXNET_HOME", data_dir_default())


def _as_list(values: Any) -> list[Any]:
    """A list of a tuple, or of a single value."""
    return list(values) if isinstance(values, (list, tuple)) else [values]


def check_call(ret: int) -> None:
    """Accepted for old code: nothing returns error codes here."""
    if ret != 0:
        raise MXNetError(f"return code {ret}")


class classproperty:
    """A property of a class."""

    def __init__(self, function: Any) -> None:
        self.fget = function

    def __get__(self, instance: object, owner: type) -> Any:
        return self.fget(owner)


class NotImplementedForSymbol(MXNetError):
    """A function that only arrays have was called on a symbol."""

    def __init__(self, function: object, alias: str | None, *args: object) -> None:
        super().__init__()
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        self.args_types = [str(type(a)) for a in args]

    def __str__(self) -> str:
        instead = f" (namely operator {self.alias!r})" if self.alias else ""
        given = f" with arguments {self.args_types}" if self.args_types else ""
        return f"Function {self.function}{instead}{given} is not implemented for Symbol and only available in NDArray."


class NotSupportedForSparseNDArray(MXNetError):
    """A function that dense arrays have was called on a sparse one."""

    def __init__(self, function: object, alias: str | None, *args: object) -> None:
        name = getattr(function, "__name__", str(function))
        instead = f" (namely operator {alias!r})" if alias else ""
        given = f" with arguments {[str(type(a)) for a in args]}" if args else ""
        super().__init__(f"Function {name}{instead}{given} is not supported for SparseNDArray and only available in "
                         "NDArray.")
