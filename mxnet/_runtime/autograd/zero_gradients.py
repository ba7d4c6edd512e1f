"""Zero gradients that are passed on, as MXNet does, where torch cuts the graph.

In MXNet an operator without a gradient (`BlockGrad`, `argmax`, comparisons, the indices of `take`) gives its inputs a
gradient of zeros, and the backward pass goes on from there. This matters where an operator further back ignores the
gradient of its result, as losses like `SoftmaxOutput` do. Torch stops at such operators instead. So once a loss is
recorded, its `tape.Scope` is marked, and results recorded after it are tied to those inputs that torch left out. Graphs
without such losses never get here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch.autograd.graph import get_gradient_edge

from ..deferred_error import FailedTensor
from . import integer_grad


class _Tied(torch.autograd.Function):
    """Identity whose backward pass also gives zeros to `inputs`."""

    @staticmethod
    def forward(ctx: Any, result: torch.Tensor, takes_any_head: bool, *inputs: torch.Tensor) -> torch.Tensor:
        ctx.takes_any_head = takes_any_head
        ctx.inputs = [(t.shape, t.dtype, t.device) for t in inputs]
        return result.view_as(result)

    @staticmethod
    def backward(ctx: Any, *heads: torch.Tensor) -> Any:
        zeros = [torch.zeros(shape, dtype=kind, device=where) for shape, kind, where in ctx.inputs]
        return heads[0] if ctx.needs_input_grad[0] else None, None, *zeros


def takes_any_head(result: torch.Tensor) -> bool:
    """Whether the operator that computed `result`, such as a loss, ignores its head gradient."""
    node = result.grad_fn
    return bool(getattr(node, "takes_any_head", False)
                or getattr(getattr(node, "_forward_cls", None), "takes_any_head", False))


def _left_out(result: torch.Tensor, inputs: Iterable[torch.Tensor], indirectly: bool) -> list[torch.Tensor]:
    """Those of `inputs` that a backward pass from `result` does not reach, or only `indirectly` through another input.
    """
    wanted = {get_gradient_edge(t).node: t for t in inputs}
    if result.grad_fn is None:
        return list(wanted.values())
    todo = [result.grad_fn]
    seen = {result.grad_fn}
    while todo and wanted:
        node = todo.pop()
        if wanted.pop(node, None) is not None and not indirectly:
            continue
        for below, _ in node.next_functions:
            if below is not None and below not in seen:
                seen.add(below)
                todo.append(below)
    return list(wanted.values())


def tied(result: torch.Tensor, inputs: Iterable[torch.Tensor], indirectly: bool = False) -> torch.Tensor:
    """`result`, connected to all `inputs` of its operator: those without a gradient receive zeros.

    With `indirectly`, one that gets its gradient through another input counts as connected.
    """
    if not torch.is_grad_enabled() or isinstance(result, FailedTensor) or result.dtype is torch.bool:
        return result
    recorded = [t for t in map(integer_grad.differentiable, inputs) if t.requires_grad]
    missing = _left_out(integer_grad.differentiable(result), recorded, indirectly)
    if not missing:
        return result
    if result.is_floating_point():
        return _Tied.apply(result, takes_any_head(result), *missing)
    source = result.source if type(result) is integer_grad.IntegerTensor else torch.zeros(
        result.shape, dtype=torch.float64, device=result.device)
    return integer_grad.with_source(result, _Tied.apply(source, False, *missing))
