"""Updates of many weights in one torch call.

The fused kernels are torch's own, private but used by ``torch.optim``; formulas over lists stand in where
they are missing or do not apply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from .._ops.optimizer_lists import LISTS

Tensors = list[torch.Tensor]

_fused_sgd = getattr(torch, "_fused_sgd_", None)
_fused_adam = getattr(torch, "_fused_adam_", None)
# So many steps that torch's bias correction, which MXNet has in the learning rate, is exactly one.
_UNBIASED = 1e9


def fusible(weights: Tensors, *others: Tensors) -> bool:
    """Whether fused kernels, which walk through memory without regard to strides, may be used."""
    if not weights[0].is_floating_point():
        return False
    strides = list(map(torch.Tensor.stride, weights))
    return all(list(map(torch.Tensor.stride, other)) == strides for other in others)


def groups(keys: Sequence[Any]) -> Iterator[tuple[Any, list[int]]]:
    """Positions that share a key, such as learning rate, decay and type."""
    found: dict[Any, list[int]] = {}
    for position, key in enumerate(keys):
        found.setdefault(key, []).append(position)
    return iter(found.items())


def sgd(weights: Tensors, grads: Tensors, lr: float, wd: float, rescale: float, bound: float | None) -> None:
    """`Formulas.sgd` by torch's kernel if possible."""
    grads, rescale = LISTS.scale_gradients(weights, grads, rescale, bound)
    # Folding the rescaling into rate and decay saves a pass over the gradients.
    if _fused_sgd is not None and rescale != 0 and fusible(weights, grads):
        _fused_sgd(weights, grads, [], weight_decay=wd / rescale, momentum=0.0, lr=lr * rescale, dampening=0.0,
                   nesterov=False, maximize=False, is_first_step=False)
    else:
        LISTS.sgd(weights, grads, lr, wd, rescale, None)


def adam(weights: Tensors, grads: Tensors, means: Tensors, variances: Tensors, lr: float, wd: float, beta1: float,
         beta2: float, epsilon: float, rescale: float, bound: float | None) -> None:
    """`Formulas.adam` by torch's kernel if possible."""
    if _fused_adam is None or beta1 >= 1 or beta2 >= 1 or not fusible(weights, grads, means, variances):
        LISTS.adam(weights, grads, means, variances, lr, wd, beta1, beta2, epsilon, rescale, bound)
        return
    if bound is not None or rescale != 1.0:
        grads = LISTS.decayed(weights, grads, wd if bound is not None else 0.0, rescale, bound)
    count = torch.tensor(_UNBIASED, device=weights[0].device)
    _fused_adam(weights, grads, means, variances, [], [count] * len(weights), lr=lr, beta1=beta1, beta2=beta2,
                weight_decay=0.0 if bound is not None else wd, eps=epsilon, amsgrad=False, maximize=False)
