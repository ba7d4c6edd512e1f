"""MXNet type codes and names, and the numpy and torch types they stand for."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .error import MXNetError
from .storage import ArrayBase

# (code in files and attributes, name, torch type, numpy type)
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
    """Stands for the 16 bit brain float type, which numpy lacks; arrays show its bits as uint16."""


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
    """The torch type for anything users write as a dtype.

    Raises
    ------
    TypeError
        If the type is unknown, naming it.
    """
    if isinstance(dtype, ArrayBase):  # programs write x.astype(y) for x.astype(y.dtype), which NumPy 1 understood
        return to_torch(getattr(dtype, "dtype"))  # noqa: B009
    found = _TORCH_OF_NUMPY.get(dtype) if isinstance(dtype, type) else TORCH_OF_NAME.get(str(dtype))
    if found is not None:
        return found
    if isinstance(dtype, torch.dtype):
        return dtype
    try:
        return TORCH_OF_NAME[np.dtype(dtype).name]
    except (TypeError, KeyError):
        raise TypeError(f"data type {dtype!r} not understood; one of {sorted(TORCH_OF_NAME)}") from None


def name_of(dtype: Any) -> str:
    """MXNet's name ('float32') of a type given in any form."""
    return NAME_OF_TORCH[to_torch(dtype)]


def default_of_none(dtype: Any) -> torch.dtype:
    """As `to_torch`, with float32 for None."""
    return torch.float32 if dtype is None else to_torch(dtype)


def of_attribute(variable: str, text: str | None) -> torch.dtype | None:
    """The type that the attribute ``__dtype__`` of a variable says, if it says one."""
    if text is None or text == "-1":
        return None
    try:
        return TORCH_OF_CODE[int(text)]
    except (ValueError, KeyError):
        raise MXNetError(f"variable {variable}: its attribute __dtype__ is {text[:80]!r}, which is the number of no "
                         "type") from None
