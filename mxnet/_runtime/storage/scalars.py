"""Cache of numbers as 0-d tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

cache: dict[tuple[Any, torch.dtype], torch.Tensor] = {}
_UNSIGNED = frozenset({torch.uint8, torch.uint16, torch.uint32, torch.uint64})


def _as_integer(value: Any, dtype: torch.dtype) -> int:
    """Convert a number to an integer dtype as C does: outside of 32 (or 64) bits it becomes the smallest value."""
    if isinstance(value, np.generic):
        value = value.item()  # numpy would compare in the dtype of the number, which may not hold the limits
    bits = torch.iinfo(dtype).bits
    width = 64 if bits == 64 or dtype is torch.uint32 else 32
    lowest, highest = -(1 << width - 1), (1 << width - (dtype is not torch.uint64)) - 1
    integer = int(value) if lowest <= value <= highest else lowest
    integer &= (1 << bits) - 1
    return integer if dtype in _UNSIGNED or integer < 1 << bits - 1 else integer - (1 << bits)


def _make_scalar(value: Any, dtype: torch.dtype) -> torch.Tensor:
    if not dtype.is_floating_point and dtype is not torch.bool:
        value = _as_integer(value, dtype)
    return torch.tensor(value, dtype=dtype)


def scalar(value: Any, dtype: torch.dtype) -> torch.Tensor:
    """Return a cached 0-d tensor of `dtype`: torch takes twice as long with a Python number."""
    key = (value, dtype)
    tensor = cache.get(key)
    if tensor is None:
        tensor = _make_scalar(value, dtype)
        # A dict key does not distinguish -0.0 from 0.0 and cannot match NaN. Arithmetic with boolean arrays uses int64.
        # Tensors created while torch traces a graph have no memory.
        if value and value == value and dtype is not torch.bool and not torch.compiler.is_compiling():
            if len(cache) > 4096:
                cache.clear()
            cache[key] = tensor
    return tensor
