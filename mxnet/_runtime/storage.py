"""What an NDArray holds, and how its memory is shared and written.

An array holds one torch tensor. Two MXNet rules shape this file:

* operators never return memory of their inputs, although torch's reshapes and transposes do:
  `copy_on_write` gives such results copy-on-write memory;
* arrays may be overwritten between forward and backward: `writable` goes around torch's
  version counters, and what was derived from parameters is told about every write.

Memory that others can write too, because it came from or went to DLPack or NumPy, is marked
(`share_outside`): nothing derived from it is kept, and nothing shares it lazily.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import torch

if TYPE_CHECKING:
    from .attach import Leaf
    from .device import Context
    from .tape import Scope


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
    """Something derived from tensors (transposed, prepacked) that a write to one of them makes stale."""

    stale: bool


# Both are kept on the Python object of a torch storage, of which there is one for all tensors that share it and which
# lives as long as it does. Its address would not do: it changes when copy-on-write memory is copied.
_COPIES, _SHARED = "_mxnet_packed_copies", "_mxnet_shared_outside"


class _Known:
    """Whether any storage has packed copies or is shared outside; until then look-ups are skipped."""

    copies = False
    shared = False


_lazy_clone = getattr(torch, "_lazy_clone", torch.clone)


def copy_on_write(tensor: torch.Tensor) -> torch.Tensor:
    """A copy-on-write clone: the memory is copied when either side is first written."""
    if _Known.shared and is_shared_outside(tensor):
        return tensor.clone()  # a write from outside would go around copy-on-write
    try:
        return _lazy_clone(tensor)
    except RuntimeError:
        return tensor.clone()  # memory that torch did not allocate, such as numpy's, cannot be shared lazily


def mark_stale_on_write(tensor: torch.Tensor, copy: PackedCopy) -> None:
    """Mark `copy` stale as soon as the memory of `tensor` is written."""
    _Known.copies = True
    facts = tensor.untyped_storage().__dict__
    if _COPIES not in facts:
        facts[_COPIES] = weakref.WeakSet()
    facts[_COPIES].add(copy)


def notify_write(tensor: torch.Tensor) -> None:
    """Mark packed copies stale before the memory of `tensor` is written or replaced."""
    if _Known.copies:
        for copy in tensor.untyped_storage().__dict__.pop(_COPIES, ()):
            copy.stale = True


def share_outside(tensor: torch.Tensor) -> torch.Tensor:
    """`tensor`, marked as memory that other libraries may write at any time (DLPack, NumPy)."""
    notify_write(tensor)
    _Known.shared = True
    tensor.untyped_storage().__dict__[_SHARED] = True
    return tensor


def is_shared_outside(tensor: torch.Tensor) -> bool:
    """Whether other libraries may write the memory of `tensor`."""
    return _Known.shared and _SHARED in tensor.untyped_storage().__dict__


def writable(tensor: torch.Tensor) -> torch.Tensor:
    """The same memory, for in-place writes that bypass autograd's version counter; packed copies become stale."""
    if _Known.copies:
        notify_write(tensor)
    return tensor.data


def rebind(array: ArrayBase, tensor: torch.Tensor) -> None:
    """Replace the memory of an array object that others may hold; packed copies of the old one become stale."""
    if _Known.copies:
        notify_write(array._data)
    array._data = tensor


def in_rows(tensor: torch.Tensor) -> torch.Tensor:
    """The same tensor object, made contiguous in place, so that slices and reshapes share its memory."""
    if not tensor.is_contiguous():
        notify_write(tensor)
        tensor.data = tensor.data.contiguous()
    return tensor


_scalars: dict[tuple[Any, torch.dtype], torch.Tensor] = {}
_UNSIGNED = frozenset({torch.uint8, torch.uint16, torch.uint32, torch.uint64})


def _as_integer(value: Any, dtype: torch.dtype) -> int:
    """A number converted to an integer type as C does: out of the range of 32 (or 64) bits it is their smallest."""
    if isinstance(value, np.generic):
        value = value.item()  # numpy would compare in the type of the number, which may be too small for the limits
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
    """A 0-d tensor of `dtype`, kept: torch takes twice as long with a Python number."""
    key = (value, dtype)
    found = _scalars.get(key)
    if found is None:
        found = _make_scalar(value, dtype)
        # A key cannot tell -0.0 from 0.0 nor find NaN again.
        # Arithmetic with boolean arrays is that of int64. What is made while torch traces a graph has no memory.
        if value and value == value and dtype is not torch.bool and not torch.compiler.is_compiling():
            if len(_scalars) > 4096:
                _scalars.clear()
            _scalars[key] = found
    return found
