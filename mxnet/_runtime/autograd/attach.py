"""Arrays with a gradient: leaves of the tape, and the hooks that write gradients to their arrays."""

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
    """What ``attach_grad`` notes about an array: its gradient array and how it is written.

    ``written``, if set, is called after each backward pass has replaced the gradient, within that pass.
    """

    __slots__ = ("fresh", "grad", "req", "source", "written")
    heads: tuple[Any, ...] = ()
    special = passes_zeros = False

    def __init__(self, grad: ArrayBase | None, req: str) -> None:
        self.grad, self.req, self.fresh = grad, req, False
        self.source: Any = None
        self.written: Callable[[], None] | None = None


def attach(array: ArrayBase, grad: ArrayBase | None, req: str) -> None:
    """Make `array` a leaf whose gradient goes to `grad` as `req` says."""
    if req not in ("write", "add", "null"):
        raise MXNetError(f"grad_req must be 'write', 'add' or 'null', received {req!r}")
    leaf = array._tape = array._made = Leaf(grad, req)
    if isinstance(array, SparseMark):
        array._twin = None  # made, and watched, when it is first recorded
        return
    array._data = with_gradient(array._data.detach(), leaf)


def with_gradient(tensor: torch.Tensor, leaf: Leaf) -> torch.Tensor:
    """`tensor` with a hook that writes its gradient as `leaf` says."""
    if leaf.req == "null" or leaf.grad is None:
        return tensor
    if not (tensor.is_floating_point() or tensor.is_complex()):
        integers = integer_grad.integer_leaf(tensor)
        integers.source.register_post_accumulate_grad_hook(_integer_writer(leaf, leaf.grad, tensor.dtype))
        return integers
    tensor.requires_grad_(True)
    if isinstance(leaf.grad, SparseMark):
        # Read by operators that can produce row-sparse gradients.
        tensor.row_sparse_gradient = leaf.grad.stype == "row_sparse"  # type: ignore[attr-defined]
        hook = _converter(leaf)
    else:
        hook = _writer(leaf) if leaf.req == "write" else _adder(leaf)
    tensor.register_post_accumulate_grad_hook(hook)
    return tensor


def _integer_writer(leaf: Leaf, target: ArrayBase, dtype: torch.dtype) -> Any:
    def move_gradient(source: torch.Tensor) -> None:
        found = integer_grad.converted(torch.zeros_like(source) if source.grad is None else source.grad, dtype)
        if leaf.req == "add":
            with storage.writing(target._data) as memory:
                memory.add_(found)
        else:
            storage.rebind(target, found)
        source.grad = None
        leaf.fresh = True

    return move_gradient


def _converter(leaf: Leaf) -> Any:
    # A sparse array that is overwritten within a section stands for several tensors there: their gradients add up.
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
    def move_gradient(tensor: torch.Tensor) -> None:
        gradient = tensor.grad
        # Autograd leaves the gradient None if a function has none for this input.
        storage.rebind(leaf.grad, torch.zeros_like(tensor) if gradient is None else gradient)  # type: ignore[arg-type]
        tensor.grad = None
        leaf.fresh = True
        if leaf.written is not None:
            leaf.written()

    return move_gradient


def _adder(leaf: Leaf) -> Any:
    def add_gradient(tensor: torch.Tensor) -> None:
        total = leaf.grad._data  # type: ignore[union-attr]
        if tensor.grad is not None:
            with storage.writing(total) as memory:
                memory.add_(tensor.grad)
        tensor.grad = None
        leaf.fresh = True

    return add_gradient
