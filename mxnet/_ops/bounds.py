"""Whether indices are within an axis, as MXNet checks it."""

from __future__ import annotations

import torch
from torch import Tensor

from mxnet_records import environment

from .._runtime.error import MXNetError


def out_of_bounds(indices: Tensor, size: int) -> bool:
    """Whether an index is outside of ``[0, size - 1]``; fractions count: -0.5 and 2.5 of three are outside.

    Nothing is known, and False returned, without values: on the meta device and while torch traces.
    """
    if not indices.numel() or indices.device.type == "meta" or torch.compiler.is_compiling():
        return False
    return bool(((indices < 0) | (indices > size - 1)).any())


def check_labels(op: str, name: str, labels: Tensor, size: int, ignored: float | None = None) -> None:
    """Raise for labels outside of ``[0, size - 1]`` if ``MXNET_CHECK_LABELS`` asks for it; MXNet clips or ignores them.

    Labels equal to `ignored` may be anything.
    """
    if not environment.CHECK_LABELS.get():
        return
    checked = labels.detach() if ignored is None else labels.detach()[labels.detach() != ignored]
    if out_of_bounds(checked, size):
        raise MXNetError(f"operator {op}: {name} must be between 0 and {size - 1}, received values from "
                         f"{checked.min().item():g} to {checked.max().item():g}. Correct them, or unset "
                         "MXNET_CHECK_LABELS to go on as MXNet does")
