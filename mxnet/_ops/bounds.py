"""Whether indices are within an axis, as MXNet checks it."""

from __future__ import annotations

import torch
from torch import Tensor


def out_of_bounds(indices: Tensor, size: int) -> bool:
    """Whether an index is outside of ``[0, size - 1]``; fractions count: -0.5 and 2.5 of three are outside.

    Nothing is known, and False returned, without values: on the meta device and while torch traces.
    """
    if not indices.numel() or indices.device.type == "meta" or torch.compiler.is_compiling():
        return False
    return bool(((indices < 0) | (indices > size - 1)).any())
