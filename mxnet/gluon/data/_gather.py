"""Batches from one index operation, for datasets and transforms that support it.

A gatherer maps an array of indices to the result of the default batchify function, a tensor or a list of tensors. A
dataset class provides it in a method ``_gatherer``. A transform provides a method ``_apply_to_batch`` for tensors with
a leading batch axis. Both are only used if no subclass has changed how single samples are computed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..._runtime import overrides
from ..._runtime.device import Context, current_context
from ...ndarray import NDArray

Columns = Any  # torch.Tensor or list of torch.Tensor
Gatherer = Callable[[np.ndarray], Columns]
BatchTransform = Callable[[torch.Tensor], torch.Tensor]
_CALLS = ("__call__", "forward", "hybrid_forward")


def gatherer_of(dataset: Any) -> Gatherer | None:
    """Return the gatherer of a dataset, or None if its samples must be fetched one by one."""
    owner = next((klass for klass in type(dataset).__mro__ if "_gatherer" in klass.__dict__), None)
    if owner is None or type(dataset).__getitem__ is not owner.__dict__.get("__getitem__"):
        return None
    return dataset._gatherer()


def batch_transform_of(transform: Any) -> BatchTransform | None:
    """Return the batch form of a transform, or None."""
    return transform._apply_to_batch() if supports(transform, "_apply_to_batch") else None


def supports(transform: Any, form: str) -> bool:
    """Whether the class of a transform itself defines a form and no subclass changes single samples."""
    if form not in type(transform).__dict__ or not overrides.is_own(type(transform), _CALLS):
        return False
    return not (getattr(transform, "_forward_hooks", None) or getattr(transform, "_forward_pre_hooks", None))


def column_gatherer(column: Any) -> Gatherer | None:
    """Return the gatherer of one array of samples."""
    if type(column) is NDArray and column.stype == "default":
        tensor = column._data.detach()
        length = len(tensor)

        def gather_tensor(indices: np.ndarray) -> torch.Tensor:
            index = torch.from_numpy(check_indices(indices, length)).to(tensor.device)
            return tensor.index_select(0, index)

        return gather_tensor
    if type(column) is np.ndarray and column.dtype.kind in "fiub" and _is_supported(column.dtype):
        return lambda indices: torch.from_numpy(column.take(indices, axis=0))
    return None


def _is_supported(dtype: np.dtype) -> bool:
    try:
        torch.from_numpy(np.empty(0, dtype))
    except TypeError:
        return False
    return True


def check_indices(indices: np.ndarray, length: int) -> np.ndarray:
    """Check indices against ``length``, and count negative indices from the end."""
    if indices.size and (indices.min() < -length or indices.max() >= length):
        bad = indices[(indices < -length) | (indices >= length)][0]
        raise IndexError(f"index {bad} is out of bounds for a dataset of {length} samples")
    return np.where(indices < 0, indices + length, indices) if (indices < 0).any() else indices


def index_array(samples: Any) -> np.ndarray | None:
    """Convert indices to an array, or return None if they are not plain integers."""
    indices = np.asarray(samples)
    if indices.ndim != 1 or indices.dtype.kind not in "iu":
        return None
    return indices.astype(np.int64, copy=False)


def wrap(columns: Columns, context: Context | None = None) -> Any:
    """Convert tensors to NDArrays."""
    if isinstance(columns, list):
        return [wrap(column, context) for column in columns]
    array = object.__new__(NDArray)
    array._data = columns
    array._ctx = current_context() if context is None else context
    array._tape = None
    return array
