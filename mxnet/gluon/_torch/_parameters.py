"""Parameters that share memory with torch parameters."""

from __future__ import annotations

from typing import Any

import torch

from ..._runtime import device, storage
from ..._runtime import dtype as dtypes
from ..._runtime.device import Context
from ...base import MXNetError
from ...ndarray import NDArray, from_torch
from ..parameter import Parameter, _contexts


def memory_of(parameter: Parameter) -> torch.Tensor:
    """Return the detached tensor of a parameter. Raise MXNetError if there is not exactly one tensor."""
    if parameter.stype != "default":
        raise MXNetError(f"as_torch: Parameter '{parameter.name}' has storage type {parameter.stype!r}, but torch "
                         "modules only support dense parameters")
    arrays = parameter._data
    if arrays is None:
        raise MXNetError(f"as_torch: Parameter '{parameter.name}' has no values yet; call initialize() and run the "
                         "block once, to infer all shapes")
    if len(arrays) != 1:
        raise MXNetError(f"as_torch: Parameter '{parameter.name}' is on {len(arrays)} contexts, "
                         f"{parameter.list_ctx()}, but a torch module uses only one; call reset_ctx first")
    return storage.share_outside(storage.in_rows(arrays[0]._data)).detach()


def with_axes(tensor: torch.Tensor) -> torch.Tensor:
    """Return the detached tensor with at least one axis, because files do not support scalars."""
    return tensor.detach() if tensor.ndim else tensor.detach().reshape(1)


def share(parameter: Parameter, tensor: torch.Tensor) -> None:
    """Make a parameter share the memory of `tensor`, if it does not already."""
    arrays: Any = parameter._data
    tensor = with_axes(tensor)
    if arrays is not None and len(arrays) == 1 and arrays[0]._data.is_set_to(tensor):
        return
    array = from_torch(tensor)
    if arrays is not None and array._data.device == arrays[0]._data.device:
        array._ctx = arrays[0]._ctx
    parameter._shape, parameter._dtype, parameter._var = array.shape, array.dtype, None
    parameter._deferred_init = ()
    parameter._set_arrays([array])


class TorchParameter(Parameter):
    """A parameter or buffer of a torch module. It always shares the module's memory.

    Its initial values come from the module. ``initialize`` only draws new values with ``force_reinit=True``. The module
    has a single copy, so the parameter is on one context.
    """

    def __init__(self, name: str, tensor: torch.Tensor) -> None:
        trained = isinstance(tensor, torch.nn.Parameter)
        self.tensor = tensor
        super().__init__(name, "write" if tensor.requires_grad else "null", with_axes(tensor).shape,
                         dtypes.NUMPY_OF_TORCH[tensor.dtype], differentiable=trained)
        share(self, tensor)

    def is_shared(self, tensor: torch.Tensor) -> bool:
        """Whether `tensor` still shares memory with this parameter."""
        return self._data is not None and self._data[0]._data.is_set_to(with_axes(tensor))

    def initialize(self, init: Any = None, ctx: Any = None, default_init: Any = None,
                   force_reinit: bool = False) -> None:
        if force_reinit:
            super().initialize(init, ctx, default_init, force_reinit)
        else:
            self._init_impl(self._data[0], _contexts(ctx))  # type: ignore[index]

    def _init_impl(self, data: NDArray, contexts: list[Context]) -> None:
        if len(contexts) != 1:
            raise MXNetError(f"Parameter '{self.name}' belongs to a torch module and can only be on one context, "
                             f"received {contexts}")
        target = device.torch_device(contexts[0])
        if self.tensor.device != target:
            self.tensor.data = self.tensor.data.to(target)
        if not data._data.is_set_to(with_axes(self.tensor)):
            with_axes(self.tensor).copy_(data._data)
        self._share(contexts[0])

    def _share(self, context: Context) -> None:
        array = from_torch(with_axes(self.tensor))
        array._ctx = context
        self._set_arrays([array])

    def cast(self, dtype: Any) -> None:
        """Cast the parameter and the module's tensor. Integers, such as counters, keep their dtype."""
        if self.tensor.is_floating_point():
            self._dtype, self._var = dtype, None
            self.tensor.data = self.tensor.data.to(dtypes.to_torch(dtype))
            self._share(self.list_ctx()[0])
