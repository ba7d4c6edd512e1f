"""MXNet type codes and names, and the corresponding NumPy and torch dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .error import MXNetError
from .storage import ArrayBase

# (code in files and attributes, name, torch dtype, NumPy dtype)
_TABLE: list[tuple[int, str, torch.dtype, Any]] = [
    (0, "float32", torch.float32, np.float32),
    (1, "float64", torch.float64, np.float64),
    (2, "float16", torch.float16, np.float16),
    (3, "uint8", torch.uint8, np.uint8),
    (4, "int32", torch.int32, np.int32),
    (5, "int8", torch.int8, np.int8),
    (6, "int64", torch.int64, np.int64),
    (7, "bool", torch.bool, np.bool_),
    (8, "int16", torch.int16, np.int16),
    (9, "uint16", torch.uint16, np.uint16),
    (10, "uint32", torch.uint32, np.uint32),
    (11, "uint64", torch.uint64, np.uint64),
]


class bfloat16(np.generic):
    """The 16-bit brain float dtype, which NumPy lacks; arrays show its bits as uint16."""


BFLOAT16_CODE = 12

TORCH_OF_NAME: dict[str, torch.dtype] = {name: t for _, name, t, _ in _TABLE}
TORCH_OF_NAME["bfloat16"] = torch.bfloat16
NAME_OF_TORCH: dict[torch.dtype, str] = {t: name for name, t in TORCH_OF_NAME.items()}
CODE_OF_TORCH: dict[torch.dtype, int] = {t: code for code, _, t, _ in _TABLE}
CODE_OF_TORCH[torch.bfloat16] = BFLOAT16_CODE
TORCH_OF_CODE: dict[int, torch.dtype] = {code: t for t, code in CODE_OF_TORCH.items()}
NUMPY_OF_TORCH: dict[torch.dtype, Any] = {t: n for _, _, t, n in _TABLE}
NUMPY_OF_TORCH[torch.bfloat16] = bfloat16
_TORCH_OF_NUMPY: dict[Any, torch.dtype] = {n: t for t, n in NUMPY_OF_TORCH.items()}
_TORCH_OF_NUMPY.update({float: torch.float64, int: torch.int64, bool: torch.bool})


def to_torch(dtype: Any) -> torch.dtype:
    """Return the torch dtype for any dtype specification.

    Raises
    ------
    TypeError
        If the dtype is unknown. The message names it.
    """
    if isinstance(dtype, ArrayBase):  # x.astype(y) instead of x.astype(y.dtype), as NumPy 1 accepted
        return to_torch(getattr(dtype, "dtype"))  # noqa: B009
    result = _TORCH_OF_NUMPY.get(dtype) if isinstance(dtype, type) else TORCH_OF_NAME.get(str(dtype))
    if result is not None:
        return result
    if isinstance(dtype, torch.dtype):
        return dtype
    try:
        return TORCH_OF_NAME[np.dtype(dtype).name]
    except (TypeError, KeyError):
        raise TypeError(f"data type {dtype!r} not understood; one of {sorted(TORCH_OF_NAME)}") from None


def name_of(dtype: Any) -> str:
    """Return MXNet's name ('float32') of a dtype given in any form."""
    return NAME_OF_TORCH[to_torch(dtype)]


def default_of_none(dtype: Any) -> torch.dtype:
    """Apply `to_torch`, with float32 for None."""
    return torch.float32 if dtype is None else to_torch(dtype)


def of_attribute(variable: str, text: str | None) -> torch.dtype | None:
    """Parse the attribute ``__dtype__`` of a variable; None if it is not set."""
    if text is None or text == "-1":
        return None
    try:
        return TORCH_OF_CODE[int(text)]
    except (ValueError, KeyError):
        raise MXNetError(f"variable {variable}: its attribute __dtype__ is {text[:80]!r}, which is the number of no "
                         "type") from None
