"""Parameters and torch's over the same memory."""

from __future__ import annotations

from typing import Any

import torch

from ..._runtime import storage
from ...base import MXNetError
from ...ndarray import from_torch
from ..parameter import Parameter


def memory_of(parameter: Parameter) -> torch.Tensor:
    """The tensor of a parameter outside of any graph; raises MXNetError if there is not exactly one."""
    if parameter.stype != "default":
        raise MXNetError(f"as_torch: Parameter '{parameter.name}' has storage type {parameter.stype!r}; torch's "
                         "modules have dense parameters only")
    arrays = parameter._data
    if arrays is None:
        raise MXNetError(f"as_torch: Parameter '{parameter.name}' has no values yet; call initialize() and run the "
                         "block once, so that all shapes are known")
    if len(arrays) != 1:
        raise MXNetError(f"as_torch: Parameter '{parameter.name}' is on {len(arrays)} contexts, "
                         f"{parameter.list_ctx()}; a module of torch has it once. Call reset_ctx first")
    return storage.share_outside(storage.in_rows(arrays[0]._data)).detach()


def share(parameter: Parameter, tensor: torch.Tensor) -> None:
    """Let a parameter have the memory of `tensor`, if that is not so already."""
    arrays: Any = parameter._data
    if arrays is not None and len(arrays) == 1 and arrays[0]._data.is_set_to(tensor):
        return
    array = from_torch(tensor.detach())
    if arrays is not None and array._data.device == arrays[0]._data.device:
        array._ctx = arrays[0]._ctx
    parameter._shape, parameter._dtype, parameter._var = array.shape, array.dtype, None
    parameter._deferred_init = ()
    parameter._take([array])
