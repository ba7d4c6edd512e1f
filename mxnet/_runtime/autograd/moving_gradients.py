"""Gradients of batch normalization in backward passes with ``train_mode=False``.

MXNet decides in the backward pass whether the statistics count as functions of the data. With ``train_mode=False`` they
do not, and the moving statistics replace those of the batch, even if the forward pass used the latter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

from .. import torch_private

_KEY = "moving statistics"


def note(result: Tensor, data: Tensor, gamma: Tensor, mean: Tensor, variance: Tensor, eps: float) -> None:
    """Attach the moving statistics to a result of torch's batch normalization."""
    node: Any = result.grad_fn
    # The node frees its saved tensors after the backward pass, and the metadata does not.
    inputs = None if torch_private.keeps_saved(node) else (data.detach(), gamma.detach())
    node.metadata[_KEY] = mean, variance, eps, inputs


class ByMovingStatistics:
    """Context manager that makes backward passes from `heads` treat statistics of batch normalization as constants."""

    def __init__(self, heads: Iterable[Tensor]) -> None:
        self._heads = [head.grad_fn for head in heads]
        self._hooks: list[Any] = []

    def __enter__(self) -> None:
        seen: set[Any] = set()
        todo: list[Any] = [node for node in self._heads if node is not None]
        while todo:
            node = todo.pop()
            if node in seen:
                continue
            seen.add(node)
            if _KEY in node.metadata:
                self._hooks.append(node.register_hook(_replacing(node)))
            todo.extend(following for following, _ in node.next_functions if following is not None)

    def __exit__(self, *error: object) -> None:
        for hook in self._hooks:
            hook.remove()


def _replacing(node: Any) -> Any:
    def replace(gradients: tuple[Tensor | None, ...], heads: tuple[Tensor, ...]) -> tuple[Tensor | None, ...]:
        mean, variance, eps, inputs = node.metadata[_KEY]
        data, gamma = inputs or torch_private.saved_in(node)
        return torch_private.batch_norm_backward(
            heads[0].contiguous(), data.contiguous(), gamma, mean, variance, mean,
            torch.rsqrt(variance + eps), False, eps, [gradient is not None for gradient in gradients])

    return replace
