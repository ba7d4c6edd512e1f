"""Arrays with a gradient: leaves of the tape, and hooks that write gradients to their arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from .. import storage
from ..error import MXNetError
from ..storage import ArrayBase
from ..storage.sparse import SparseMark
from . import integer_grad
from .tape import state


class Leaf:
    """State of an array after ``attach_grad``: its gradient array and the way it is written.

    With ``in_place``, gradients are written into the memory of the gradient array. Otherwise the array takes over the
    memory of the gradient. ``written``, if set, is called in each backward pass after the gradient was replaced.
    """

    __slots__ = ("fresh", "grad", "in_place", "req", "source", "written")
    heads: tuple[Any, ...] = ()
    special = passes_zeros = False

    def __init__(self, grad: ArrayBase | None, req: str, in_place: bool = False) -> None:
        self.grad, self.req, self.in_place, self.fresh = grad, req, in_place, False
        self.source: Any = None
        self.written: Callable[[], None] | None = None

    def receive(self, gradient: torch.Tensor | None) -> None:
        """Write or add a gradient. Autograd passes None if a function has no gradient for this array."""
        target = self.grad
        assert target is not None
        if self.req == "add":
            if gradient is not None:
                storage.write(target._data, torch.Tensor.add_, gradient)
        elif self.in_place:
            storage.write(target._data, torch.Tensor.copy_, _ZERO if gradient is None else gradient)
        else:
            storage.rebind(target, torch.zeros_like(target._data) if gradient is None else gradient)
        self.fresh = True


_ZERO = torch.zeros(())


def attach(array: ArrayBase, grad: ArrayBase | None, req: str, in_place: bool = False) -> None:
    """Make `array` a leaf whose gradient is written to `grad` according to `req`."""
    if req not in ("write", "add", "null"):
        raise MXNetError(f"grad_req must be 'write', 'add' or 'null', received {req!r}")
    leaf = array._tape = array._made = Leaf(grad, req, in_place)
    if isinstance(array, SparseMark):
        array._twin = None  # created and hooked when it is first recorded
        return
    array._data = with_gradient(array._data.detach(), leaf)


def with_gradient(tensor: torch.Tensor, leaf: Leaf) -> torch.Tensor:
    """Add a hook to `tensor` that writes its gradient according to `leaf`."""
    if leaf.req == "null" or leaf.grad is None:
        return tensor
    if not (tensor.is_floating_point() or tensor.is_complex()):
        integers = integer_grad.integer_leaf(tensor)
        integers.source.register_post_accumulate_grad_hook(_integer_writer(leaf, tensor.dtype))
        return integers
    tensor.requires_grad_(True)
    if isinstance(leaf.grad, SparseMark):
        # Read by operators that can produce row-sparse gradients.
        tensor.row_sparse_gradient = leaf.grad.stype == "row_sparse"  # type: ignore[attr-defined]
        hook = _converter(leaf)
    else:
        hook = _writer(leaf)
    tensor.register_post_accumulate_grad_hook(hook)
    return tensor


def _integer_writer(leaf: Leaf, dtype: torch.dtype) -> Any:
    def write_gradient(source: torch.Tensor) -> None:
        gradient, source.grad = source.grad, None
        leaf.receive(None if gradient is None else integer_grad.converted(gradient, dtype))

    return write_gradient


def _converter(leaf: Leaf) -> Any:
    # A sparse array that is overwritten within a section corresponds to several tensors; their gradients are added.
    mine = (state.scope, object())

    def convert_gradient(tensor: torch.Tensor) -> None:
        last = leaf.source
        again = last is not None and last is not mine and last[0] is mine[0] and last[0] is not None
        gradient = torch.zeros_like(tensor) if tensor.grad is None else tensor.grad
        leaf.grad._receive(gradient, again or leaf.req == "add")  # type: ignore[union-attr]
        leaf.source = mine
        tensor.grad = None
        leaf.fresh = True

    return convert_gradient


def _writer(leaf: Leaf) -> Any:
    def write_gradient(tensor: torch.Tensor) -> None:
        gradient, tensor.grad = tensor.grad, None
        leaf.receive(gradient)
        if leaf.written is not None:
            leaf.written()

    return write_gradient
