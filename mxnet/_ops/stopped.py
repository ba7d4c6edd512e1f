"""Stopping gradients, which then are zeros and not missing."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


class _Stopped(torch.autograd.Function):
    """`value`, whose backward gives zeros to the leaves that it was computed from.

    They come straight from here, so nothing between is computed again, and nothing there can make them NaN.
    """

    @staticmethod
    def forward(ctx: Any, value: Tensor, *leaves: Tensor) -> Tensor:
        ctx.leaves = [(leaf.shape, leaf.dtype, leaf.device) for leaf in leaves]
        return value.view_as(value)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        return None, *(torch.zeros((), dtype=kind, device=where).expand(shape) for shape, kind, where in ctx.leaves)


def _leaves(data: Tensor) -> list[Tensor]:
    """The arrays with gradients that `data` was computed from, but those with gradients of some rows only."""
    if data.grad_fn is None:
        return [data]
    found, todo = [], [data.grad_fn]
    seen: set[Any] = {data.grad_fn}
    while todo:
        node: Any = todo.pop()
        leaf = getattr(node, "variable", None)
        if leaf is not None and not getattr(leaf, "row_sparse_gradient", False):
            found.append(leaf)
        for below, _ in node.next_functions:
            if below is not None and below not in seen:
                seen.add(below)
                todo.append(below)
    return found


def stopped(data: Tensor) -> Tensor:
    """`data` as a constant; what it was computed from gets a gradient of zeros."""
    if not (data.requires_grad and torch.is_grad_enabled()):
        return data.detach()
    return _Stopped.apply(data.detach(), *_leaves(data))
