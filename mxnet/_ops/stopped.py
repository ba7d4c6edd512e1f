"""Operators that stop gradients, which are then zero instead of missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .._runtime.torch_private import current_pass


class Follower:
    """Action that runs once in each backward pass through an operator, even if no gradient reaches it."""

    def __init__(self, action: Callable[[], None]) -> None:
        self._action, self._pass = action, -1

    def __call__(self, gradient: Tensor | None = None) -> None:
        """Run the action when the gradient arrives, or when the first of them is stopped behind the operator."""
        current = current_pass()
        if self._pass != current:
            self._pass = current
            self._action()


def follow(result: Tensor, action: Callable[[], None]) -> None:
    """Run `action` in the backward pass of the operator that returned `result`."""
    follower = Follower(action)
    result.register_hook(follower)
    result.grad_fn.metadata.setdefault("followers", []).append(follower)  # type: ignore[union-attr]


class _Stopped(torch.autograd.Function):
    """Identity of `value` whose backward pass gives zeros to the leaves of its graph.

    The zeros skip all operators in between, so nothing is recomputed and they cannot become NaN. Other actions of the
    backward pass there (`Follower`) run immediately.
    """

    takes_any_head = True

    @staticmethod
    def forward(ctx: Any, value: Tensor, followers: list[Follower], *leaves: Tensor) -> Tensor:
        ctx.leaves = [(leaf.shape, leaf.dtype, leaf.device) for leaf in leaves]
        ctx.followers = followers
        return value.view_as(value)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        for follower in ctx.followers:
            follower()
        zero = _zero_of(heads[0])
        return None, None, *(zero.to(where, dtype).expand(shape) for shape, dtype, where in ctx.leaves)


def _zero_of(head: Tensor) -> Tensor:
    """Return a zero that depends on the head gradient, so that it can be differentiated again."""
    if head.requires_grad and torch.is_grad_enabled():
        return torch.where(torch.zeros_like(head, dtype=torch.bool), head, 0).sum()
    return torch.zeros(())


def _behind(data: Tensor) -> tuple[list[Tensor], list[Follower]]:
    """Return the leaves with gradients that `data` depends on, except those with row-sparse gradients.

    Also return the followers of the operators in between.
    """
    if data.grad_fn is None:
        return [data], []
    leaves, todo = [], [data.grad_fn]
    followers: list[Follower] = []
    seen: set[Any] = {data.grad_fn}
    while todo:
        node: Any = todo.pop()
        leaf = getattr(node, "variable", None)
        if leaf is not None and not getattr(leaf, "row_sparse_gradient", False):
            leaves.append(leaf)
        followers += getattr(node, "metadata", {}).get("followers", ())
        for below, _ in node.next_functions:
            if below is not None and below not in seen:
                seen.add(below)
                todo.append(below)
    return leaves, followers


def stopped(data: Tensor) -> Tensor:
    """Return `data` as a constant; its leaves get a gradient of zeros."""
    return constant(data, data)


def constant(value: Tensor, source: Tensor) -> Tensor:
    """Return `value`, computed from `source`, as a constant; the leaves of `source` get a gradient of zeros."""
    if not (source.requires_grad and torch.is_grad_enabled()):
        return value.detach()
    leaves, followers = _behind(source)
    return _Stopped.apply(value.detach(), followers, *leaves)
