"""A cheap test for data that needs more care than torch's kernels take."""

from __future__ import annotations

import torch
from torch import Tensor

_NARROW = (torch.float16, torch.bfloat16)
_FEW = 16


class NotFinite(ArithmeticError):
    """What was computed for numbers met NaN or infinity, and has to be computed with more care."""


def checked(data: Tensor) -> Tensor:
    """`data`, a result that is not recorded; raises `NotFinite` unless all elements are finite."""
    if data.is_meta:
        return data
    if data.ndim == 2 and data.numel() <= _FEW:  # a third of the time of a sum
        total = 0.0
        for row in data.tolist():
            total += sum(row)
    else:
        total = data.sum().item()
    if total - total != 0:
        raise NotFinite
    return data


def all_finite(data: Tensor) -> bool:
    """Whether the sum of all elements is finite, which no NaN and no infinity among them lets be.

    Half the cost of the cheapest elementwise operation. Other devices than the CPU are taken at their word: reading
    the sum would make the program wait for them. So is what ``torch.compile`` and ``torch.export`` trace.
    """
    if not data.is_cpu or not data.is_floating_point() or torch.compiler.is_compiling():
        return True
    values = data.detach() if data.requires_grad else data
    total = (values.sum(dtype=torch.float32) if values.dtype in _NARROW else values.sum()).item()
    return total - total == 0
