"""Arrays that an executor reads, writes and resizes."""

from __future__ import annotations

import math
from typing import Any

import torch

from .._frontend.results import wrap
from .._runtime import device, storage
from .._runtime.autograd.attach import Leaf, attach
from .._runtime.error import MXNetError
from .._runtime.storage import ArrayBase
from ..ndarray.ndarray import NDArray


class Slot(ArrayBase):
    """The input of a program for an array of an executor: its values, or a leaf in a recorded run."""

    __slots__ = ("_array", "_recorded")

    def __init__(self, array: NDArray, context: device.Context) -> None:
        self._array, self._ctx, self._tape = array, context, None
        self._recorded: torch.Tensor | None = None

    def read(self) -> None:
        """Read the values of the array."""
        self._data, self._recorded = self._array._data.detach(), None

    def record(self, grad: NDArray, req: str, in_place: bool) -> Leaf | None:
        """Read the values of the array as a leaf with gradient `grad`. Boolean arrays have no gradient."""
        tensor = self._array._data
        if self._recorded is not tensor:
            self._data, self._recorded = tensor.detach(), tensor
            if tensor.dtype is not torch.bool:
                attach(self, grad, req, in_place)
        return self._tape  # type: ignore[return-value]


def overwrite(name: str, target: NDArray, value: Any) -> None:
    """Write the values of a parameter."""
    if value.shape != target.shape:
        raise MXNetError(f"parameter {name} has shape {target.shape}, but the array to copy has shape "
                         f"{value.shape}")
    if isinstance(value, NDArray) and value.stype == "default" and target.stype == "default":
        with storage.writing(target._data) as memory:
            memory.copy_(value._data.detach())
    elif isinstance(value, NDArray):
        value.astype(target.dtype).copyto(target)
    else:
        target[:] = value


def resize(name: str, array: NDArray, shape: tuple[int, ...], allow_growth: bool) -> NDArray:
    """Return an array of another shape, in the same memory if it is large enough."""
    size = math.prod(shape)
    if size <= array.size and array._data.is_contiguous():
        return array.reshape((-1,))[:size].reshape(shape)
    if not allow_growth and size > array.size:
        raise MXNetError(f"New shape of arg: {name} is larger than original. First making a big executor and then "
                         "down sizing it is more efficient than the reverse. If you really want to up size, set "
                         "allow_up_sizing=True to enable allocation of new arrays.")
    return wrap(NDArray, torch.zeros(shape, dtype=array._data.dtype, device=array._data.device), array._ctx)
