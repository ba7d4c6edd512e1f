"""Conversion between arrays and torch tensors with shared memory, and a shared graph while recording."""

from __future__ import annotations

from typing import Any

import torch

from .._frontend.results import wrap
from .._runtime import device, storage, torch_private
from .._runtime import dtype as dtypes
from .._runtime.autograd import tape
from .._runtime.device import Context
from .._runtime.error import MXNetError
from .._runtime.tracebacks import concise_module
from ._array import NDArray


def context_of(tensor: torch.Tensor) -> Context:
    """Return the context of a tensor. On the host, this is the current context if it is also on the host."""
    if tensor.is_cuda:
        return Context("gpu", tensor.device.index)
    if tensor.device.type != "cpu":
        raise MXNetError(f"tensors on torch's device {tensor.device} are not supported; move the tensor to the CPU or "
                         "a CUDA device first")
    current = device.current_context()
    return current if device.torch_device(current).type == "cpu" else device.CPU


def check_sharable(tensor: Any) -> None:
    """Raise unless an array can share the memory of `tensor`."""
    if not isinstance(tensor, torch.Tensor):
        raise MXNetError(f"from_torch takes a torch.Tensor, received {type(tensor).__name__}")
    if tensor.layout is not torch.strided or not tensor.is_contiguous():
        raise MXNetError(f"from_torch only shares contiguous memory, received strides {_strides(tensor)} for shape "
                         f"{tuple(tensor.shape)}; pass tensor.contiguous() for a copy")
    if tensor.dtype not in dtypes.NUMPY_OF_TORCH:
        raise MXNetError(f"from_torch: the dtype {tensor.dtype} is not supported; convert the tensor first")


def _strides(tensor: torch.Tensor) -> Any:
    return tensor.stride() if tensor.layout is torch.strided else tensor.layout


def from_torch(tensor: torch.Tensor, array_cls: type[NDArray] = NDArray) -> NDArray:
    """Return an array that shares the memory of a tensor.

    A tensor that requires a gradient stays in torch's graph. `backward` of results recorded from the array continues
    through the computation of the tensor, and adds to the ``grad`` of torch's leaves, as in torch.

    Parameters
    ----------
    tensor : torch.Tensor
        Contiguous tensor on the CPU or a CUDA device.
    array_cls : type
        ``mx.np.ndarray`` for arrays of ``mx.np``.

    Examples
    --------
    >>> import torch
    >>> weight = torch.ones(2, requires_grad=True)
    >>> with mx.autograd.record():
    ...     loss = (mx.nd.from_torch(weight) * mx.nd.array([3, 4])).sum()
    >>> loss.backward()
    >>> weight.grad
    tensor([3., 4.])

    Returns
    -------
    NDArray
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
    # Outside ``record()``, an array with an attached gradient is a constant, regardless of torch's gradient mode.
    recorded = tensor.grad_fn is not None or tape.state.recording
    if not (tensor.requires_grad and torch.is_grad_enabled() and recorded):
        return tensor.detach().as_subclass(torch.Tensor)
    shared = tensor.view_as(tensor)
    scope, node, result = array._tape, tape.lasting_node(tensor), array._made
    if isinstance(scope, tape.Scope) and node is not None:

        def note_backward(_: torch.Tensor) -> None:
            tape.state.recent.append(result)
            if not torch_private.keeps_graph():
                scope.add_heads(node)

        shared.register_hook(note_backward)
    return shared


concise_module(__name__)
