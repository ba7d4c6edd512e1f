"""What an NDArray holds, and how its memory is shared and written.

An array holds one torch tensor. Two MXNet rules shape this file:

* operators never return memory of their inputs, although torch's reshapes and transposes do:
  `private` gives such results copy-on-write memory;
* arrays may be overwritten between forward and backward: `writable` goes around torch's
  version counters, and packed copies of parameters are told about every write.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import torch

if TYPE_CHECKING:
    from .device import Context
    from .tape import Leaf, Scope


class ArrayBase:
    """The slots every kind of NDArray has.

    ``_tape`` is None for a constant, a `Leaf` after ``attach_grad``, and the `Scope` that
    recorded it for the result of a recorded operator.

    ``_made`` exists with ``_tape`` only: the `Leaf`, or for a recorded result its operator, bound
    parameters, where the inputs came from, and which of several results it is. It holds no arrays.

    ``_siblings`` exists for results of an operator with several: the autograd nodes of all of them.
    """

    __slots__ = ("__weakref__", "_ctx", "_data", "_made", "_siblings", "_tape")

    _data: torch.Tensor
    _ctx: Context
    _tape: Leaf | Scope | None
    _made: Any
    _siblings: tuple[Any, ...]


class PackedCopy(Protocol):
    """A derived copy of a tensor (transposed, prepacked) that a write makes stale."""

    stale: bool


_packed: dict[int, weakref.WeakSet[Any]] = {}

_lazy_clone = getattr(torch, "_lazy_clone", torch.clone)


def private(tensor: torch.Tensor) -> torch.Tensor:
    """The same values in memory of its own, which is copied when either side is first written."""
    try:
        return _lazy_clone(tensor)
    except RuntimeError:
        return tensor.clone()  # memory that torch did not allocate, such as numpy's, cannot be shared lazily


def watch(tensor: torch.Tensor, copy: PackedCopy) -> None:
    """Mark `copy` stale as soon as the memory of `tensor` is written."""
    _packed.setdefault(tensor.untyped_storage().data_ptr(), weakref.WeakSet()).add(copy)


def _notify(tensor: torch.Tensor) -> None:
    copies = _packed.pop(tensor.untyped_storage().data_ptr(), None)
    for copy in copies or ():
        copy.stale = True


def writable(tensor: torch.Tensor) -> torch.Tensor:
    """The same memory, for writing in place outside autograd's sight."""
    if _packed:
        _notify(tensor)
    return tensor.data


def in_rows(tensor: torch.Tensor) -> torch.Tensor:
    """The same tensor, laid out row by row from now on, so that its slices and reshapes can share its memory."""
    if not tensor.is_contiguous():
        if _packed:
            _notify(tensor)
        tensor.data = tensor.data.contiguous()
    return tensor


def notify_writes(tensors: list[torch.Tensor]) -> None:
    """Tell packed copies that fused updates wrote these tensors."""
    if _packed:
        for tensor in tensors:
            _notify(tensor)


_scalars: dict[tuple[Any, torch.dtype], torch.Tensor] = {}
_UNSIGNED = frozenset({torch.uint8, torch.uint16, torch.uint32, torch.uint64})


def _as_whole(value: Any, dtype: torch.dtype) -> int:
    """A number as C converts it: what does not fit 32 (or 64) bits is their smallest number, then low bits count."""
    if isinstance(value, np.generic):
        value = value.item()  # numpy would compare in the type of the number, which may be too small for the limits
    bits = torch.iinfo(dtype).bits
    width = 64 if bits == 64 or dtype is torch.uint32 else 32
    lowest, highest = -(1 << width - 1), (1 << width - (dtype is not torch.uint64)) - 1
    whole = int(value) if lowest <= value <= highest else lowest
    whole &= (1 << bits) - 1
    return whole if dtype in _UNSIGNED or whole < 1 << bits - 1 else whole - (1 << bits)


def _make_scalar(value: Any, dtype: torch.dtype) -> torch.Tensor:
    if not dtype.is_floating_point and dtype is not torch.bool:
        value = _as_whole(value, dtype)
    return torch.tensor(value, dtype=dtype)


def scalar(value: Any, dtype: torch.dtype) -> torch.Tensor:
    """A 0-d tensor of `dtype`, kept: torch takes twice as long with a Python number."""
    key = (value, dtype)
    found = _scalars.get(key)
    if found is None:
        found = _make_scalar(value, dtype)
        # A key cannot tell -0.0 from 0.0 nor find NaN again.
        if value and value == value and dtype is not torch.bool:  # arithmetic with boolean arrays is that of int64
            if len(_scalars) > 4096:
                _scalars.clear()
            _scalars[key] = found
    return found
