"""Stopping gradients, which then are zeros and not missing."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

# Numbers the backward passes of torch.
_current_pass: Callable[[], int] = torch._C._current_graph_task_id


class Follower:
    """Something to do once in each backward pass through an operator, also if no gradient reaches it."""

    def __init__(self, action: Callable[[], None]) -> None:
        self._action, self._pass = action, -1

    def __call__(self, gradient: Tensor) -> None:
        """The gradient has arrived."""
        self._pass = _current_pass()
        self._action()

    def catch_up(self, number: int) -> None:
        """A backward pass is at its end. It comes here from each gradient that was stopped behind the operator."""
        if self._pass != number:
            self._pass = number
            self._action()


def follow(result: Tensor, action: Callable[[], None]) -> None:
    """Let `action` be done in the backward pass of the operator that gave `result`."""
    follower = Follower(action)
    result.register_hook(follower)
    result.grad_fn.metadata.setdefault("followers", []).append(follower)  # type: ignore[union-attr]


class _Stopped(torch.autograd.Function):
    """`value`, whose backward gives zeros to the leaves that it was computed from.

    They come straight from here, so nothing between is computed again, and nothing there can make them NaN. What
    else the backward pass does there (`Follower`) is done at its end.
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
            catch_up = functools.partial(follower.catch_up, _current_pass())
            torch.autograd.Variable._execution_engine.queue_callback(catch_up)
        zero = _zero_of(heads[0])
        return None, None, *(zero.to(where, kind).expand(shape) for shape, kind, where in ctx.leaves)


def _zero_of(head: Tensor) -> Tensor:
    """A zero that, where gradients are themselves differentiated, depends on the gradient it is made from."""
    if head.requires_grad and torch.is_grad_enabled():
        return torch.where(torch.zeros_like(head, dtype=torch.bool), head, 0).sum()
    return torch.zeros(())


def _behind(data: Tensor) -> tuple[list[Tensor], list[Follower]]:
    """The arrays with gradients that `data` was computed from, but those with gradients of some rows only.

    And what is done in the backward pass of the operators between.
    """
    if data.grad_fn is None:
        return [data], []
    found, todo = [], [data.grad_fn]
    followers: list[Follower] = []
    seen: set[Any] = {data.grad_fn}
    while todo:
        node: Any = todo.pop()
        leaf = getattr(node, "variable", None)
        if leaf is not None and not getattr(leaf, "row_sparse_gradient", False):
            found.append(leaf)
        followers += getattr(node, "metadata", {}).get("followers", ())
        for below, _ in node.next_functions:
            if below is not None and below not in seen:
                seen.add(below)
                todo.append(below)
    return found, followers


def stopped(data: Tensor) -> Tensor:
    """`data` as a constant; what it was computed from gets a gradient of zeros."""
    return constant(data, data)


def constant(value: Tensor, source: Tensor) -> Tensor:
    """`value`, which was made of `source`, as a constant; what `source` was computed from gets a gradient of zeros."""
    if not (source.requires_grad and torch.is_grad_enabled()):
        return value.detach()
    leaves, followers = _behind(source)
    return _Stopped.apply(value.detach(), followers, *leaves)
