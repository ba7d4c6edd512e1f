"""Zero gradients that flow past operators at which torch cuts the graph, as in MXNet.

In MXNet, an operator without a gradient (`BlockGrad`, `argmax`, comparisons, the indices of `take`) gives its inputs a
gradient of zeros, and the backward pass continues from there. This matters if an earlier operator, such as the loss
`SoftmaxOutput`, ignores its head gradient. Torch stops at these operators. Therefore recording a loss marks its
`tape.Scope`, and later results are connected to the inputs that torch left out. Graphs without losses do not use this
module.
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
        zeros = [torch.zeros(shape, dtype=dtype, device=where) for shape, dtype, where in ctx.inputs]
        return heads[0] if ctx.needs_input_grad[0] else None, None, *zeros


def takes_any_head(result: torch.Tensor) -> bool:
    """Return whether the operator that computed `result`, such as a loss, ignores its head gradient."""
    node = result.grad_fn
    return bool(getattr(node, "takes_any_head", False)
                or getattr(getattr(node, "_forward_cls", None), "takes_any_head", False))


def _find_unreached(result: torch.Tensor, inputs: Iterable[torch.Tensor], indirectly: bool) -> list[torch.Tensor]:
    """Return the `inputs` that a backward pass from `result` does not reach, or reaches only `indirectly`."""
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
    """Connect `result` to all `inputs` of its operator: inputs without a gradient receive zeros.

    With `indirectly`, an input that gets its gradient through another input counts as connected.
    """
    if not torch.is_grad_enabled() or isinstance(result, FailedTensor) or result.dtype is torch.bool:
        return result
    recorded = [t for t in map(integer_grad.differentiable, inputs) if t.requires_grad]
    missing = _find_unreached(integer_grad.differentiable(result), recorded, indirectly)
    if not missing:
        return result
    if result.is_floating_point():
        return _Tied.apply(result, takes_any_head(result), *missing)
    source = result.source if type(result) is integer_grad.IntegerTensor else torch.zeros(
        result.shape, dtype=torch.float64, device=result.device)
    return integer_grad.with_source(result, _Tied.apply(source, False, *missing))
