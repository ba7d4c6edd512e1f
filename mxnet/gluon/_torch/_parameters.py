"""Parameters and torch's over the same memory."""

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


def with_axes(tensor: torch.Tensor) -> torch.Tensor:
    """`tensor` outside of any graph, with an axis if it has none: files have no arrays without axes."""
    return tensor.detach() if tensor.ndim else tensor.detach().reshape(1)


def share(parameter: Parameter, tensor: torch.Tensor) -> None:
    """Let a parameter have the memory of `tensor`, if that is not so already."""
    arrays: Any = parameter._data
    tensor = with_axes(tensor)
    if arrays is not None and len(arrays) == 1 and arrays[0]._data.is_set_to(tensor):
        return
    array = from_torch(tensor)
    if arrays is not None and array._data.device == arrays[0]._data.device:
        array._ctx = arrays[0]._ctx
    parameter._shape, parameter._dtype, parameter._var = array.shape, array.dtype, None
    parameter._deferred_init = ()
    parameter._take([array])


class TorchParameter(Parameter):
    """A parameter or buffer of a module of torch, in its memory, which it never leaves.

    It has the values that the module has; ``initialize`` draws new ones with ``force_reinit=True`` only. The module
    has it once, so it is on one context.
    """

    def __init__(self, name: str, tensor: torch.Tensor) -> None:
        trained = isinstance(tensor, torch.nn.Parameter)
        self.tensor = tensor
        super().__init__(name, "write" if tensor.requires_grad else "null", with_axes(tensor).shape,
                         dtypes.NUMPY_OF_TORCH[tensor.dtype], differentiable=trained)
        share(self, tensor)

    def is_shared(self, tensor: torch.Tensor) -> bool:
        """Whether `tensor`, which the module has now, still is this parameter's memory."""
        return self._data is not None and self._data[0]._data.is_set_to(with_axes(tensor))

    def initialize(self, init: Any = None, ctx: Any = None, default_init: Any = None,
                   force_reinit: bool = False) -> None:
        if force_reinit:
            super().initialize(init, ctx, default_init, force_reinit)
        else:
            self._init_impl(self._data[0], _contexts(ctx))  # type: ignore[index]

    def _init_impl(self, data: NDArray, contexts: list[Context]) -> None:
        if len(contexts) != 1:
            raise MXNetError(f"Parameter '{self.name}' belongs to a module of torch and can be on one context only, "
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
        self._take([array])

    def cast(self, dtype: Any) -> None:
        """Change the type, in the module too; integers, which count and index, stay as they are."""
        if self.tensor.is_floating_point():
            self._dtype, self._var = dtype, None
            self.tensor.data = self.tensor.data.to(dtypes.to_torch(dtype))
            self._share(self.list_ctx()[0])
