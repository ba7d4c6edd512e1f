"""Bounds checks of indices that follow MXNet."""

from __future__ import annotations

import torch
from torch import Tensor

from mxnet_records import environment

from .._runtime.error import MXNetError


def out_of_bounds(indices: Tensor, size: int) -> bool:
    """Return whether any index lies outside of ``[0, size - 1]``. Fractions count: -0.5 and 2.5 are outside for size 3.

    Return False if values are not available: on the meta device and while torch traces.
    """
    if not indices.numel() or indices.device.type == "meta" or torch.compiler.is_compiling():
        return False
    return bool(((indices < 0) | (indices > size - 1)).any())


def check_labels(op: str, name: str, labels: Tensor, size: int, ignored: float | None = None) -> None:
    """Raise for labels outside of ``[0, size - 1]`` if ``MXNET_CHECK_LABELS`` is set. MXNet clips or ignores them.

    Labels equal to `ignored` are not checked.
    """
    if not environment.CHECK_LABELS.get():
        return
    checked = labels.detach() if ignored is None else labels.detach()[labels.detach() != ignored]
    if out_of_bounds(checked, size):
        raise MXNetError(f"operator {op}: {name} must be between 0 and {size - 1}, received values from "
                         f"{checked.min().item():g} to {checked.max().item():g}. Correct them, or unset "
                         "MXNET_CHECK_LABELS to go on as MXNet does")
