"""Errors and small types that other modules and users import from here."""

from __future__ import annotations

import numpy as np

from ._frontend.signature import Null as _Null
from ._runtime.error import MXNetError as MXNetError

string_types = (str,)
numeric_types = (float, int, np.generic)
integer_types = (int, np.int32, np.int64)
py_str = str

__all__ = ["MXNetError", "NotImplementedForSymbol", "NotSupportedForSparseNDArray", "_Null"]


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
