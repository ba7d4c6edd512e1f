"""Arrays as tensors of torch and tensors as arrays: the same memory, and the same graph where both record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from .._frontend.results import wrap
from .._runtime import device, storage
from .._runtime import dtype as dtypes
from .._runtime.autograd import tape
from .._runtime.device import Context
from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module
from ._array import NDArray

_keeps_graph: Callable[[], bool] = torch._C._autograd._get_current_graph_task_keep_graph


def context_of(tensor: torch.Tensor) -> Context:
    """The context that memory of torch belongs to; on the host, the current one if it is there too."""
    if tensor.is_cuda:
        return Context("gpu", tensor.device.index)
    if tensor.device.type != "cpu":
        raise MXNetError(f"a tensor on torch's device {tensor.device} has no context; move it to the CPU or a CUDA "
                         "device first")
    current = device.current_context()
    return current if device.torch_device(current).type == "cpu" else device.CPU


def check_sharable(tensor: Any) -> None:
    """Raise unless an array can have the memory of `tensor`."""
    if not isinstance(tensor, torch.Tensor):
        raise MXNetError(f"from_torch takes a torch.Tensor, received {type(tensor).__name__}")
    if tensor.layout is not torch.strided or not tensor.is_contiguous():
        raise MXNetError(f"from_torch shares memory in rows only, received strides {_strides(tensor)} for shape "
                         f"{tuple(tensor.shape)}; pass tensor.contiguous(), which is a copy then")
    if tensor.dtype not in dtypes.NUMPY_OF_TORCH:
        raise MXNetError(f"from_torch: arrays have no type {tensor.dtype}; convert the tensor first")


def _strides(tensor: torch.Tensor) -> Any:
    return tensor.stride() if tensor.layout is torch.strided else tensor.layout


def from_torch(tensor: torch.Tensor, array_cls: type[NDArray] = NDArray) -> Any:
    """An array that shares the memory of a tensor.

    A tensor that requires a gradient stays in torch's graph: `backward` of what is recorded from the array goes on to
    what the tensor was computed from and adds to the ``grad`` of torch's leaves, as torch does.

    Parameters
    ----------
    tensor : torch.Tensor
        In rows (``tensor.is_contiguous()``), on the CPU or a CUDA device.
    array_cls : type
        ``mx.np.ndarray`` for arrays of ``mx.np``.

    Examples
    --------
    >>> weight = torch.ones(2, requires_grad=True)
    >>> with mx.autograd.record():
    ...     loss = (mx.nd.from_torch(weight) * mx.nd.array([3, 4])).sum()
    >>> loss.backward()
    >>> weight.grad
    tensor([3., 4.])
    """
    check_sharable(tensor)
    storage.share_outside(tensor)
    if not tensor.requires_grad:
        return wrap(array_cls, tensor.detach(), context_of(tensor))
    array = wrap(array_cls, tensor, context_of(tensor))
    array._tape, array._made = tape.state.scope or tape.Scope(), None
    return array


def to_torch(array: NDArray) -> torch.Tensor:
    """See `NDArray.to_torch`."""
    array.wait_to_read()
    tape.drop_if_consumed(array)
    tensor = storage.share_outside(storage.in_rows(array._data))
    # Outside of ``record()``, what has a gradient attached is a constant, whatever torch's gradient mode.
    recorded = tensor.grad_fn is not None or tape.state.recording
    if not (tensor.requires_grad and torch.is_grad_enabled() and recorded):
        return tensor.detach().as_subclass(torch.Tensor)
    shared = tensor.view_as(tensor)
    scope, node, made = array._tape, tape.lasting_node(tensor), array._made
    if isinstance(scope, tape.Scope) and node is not None:

        def note_backward(_: torch.Tensor) -> None:
            tape.state.recent.append(made)
            if not _keeps_graph():
                scope.add_heads(node)

        shared.register_hook(note_backward)
    return shared


concise_module(__name__)
