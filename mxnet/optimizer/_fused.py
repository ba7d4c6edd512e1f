"""Updates of many weights with one torch call.

The fused kernels are private functions of torch that ``torch.optim`` uses. Formulas over lists replace them if
they are missing or not applicable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from .._ops.optimizer_lists import LISTS
from .._runtime.torch_private import fused_adam_, fused_sgd_

Tensors = list[torch.Tensor]

# Number of steps for which torch's bias correction is exactly one. MXNet applies it to the learning rate instead.
_UNBIASED = 1e9
# Dtypes of torch's kernel for SGD. It ignores most gradients of 16 bits.
_SGD_TYPES = (torch.float32, torch.float64)
# Smallest factor of a gradient. Torch receives 1 plus the factor, which rounds smaller ones too much.
_SMALLEST_FACTOR = 1e-8


def _has_gaps(tensor: torch.Tensor) -> bool:
    """Return whether the elements may not be next to each other in memory."""
    return not (tensor.is_contiguous() or tensor.is_contiguous(memory_format=torch.channels_last))


def fusible(weights: Tensors, *others: Tensors) -> bool:
    """Return whether fused kernels can be used. They ignore strides."""
    if not weights[0].is_floating_point() or any(map(_has_gaps, weights)):
        return False
    strides = list(map(torch.Tensor.stride, weights))
    return all(list(map(torch.Tensor.stride, other)) == strides for other in others)


def groups(keys: Sequence[Any]) -> Iterator[tuple[Any, list[int]]]:
    """Group positions with the same key, such as learning rate, decay and dtype."""
    positions: dict[Any, list[int]] = {}
    for position, key in enumerate(keys):
        positions.setdefault(key, []).append(position)
    return iter(positions.items())


def sgd(weights: Tensors, grads: Tensors, lr: float, wd: float, rescale: float, bound: float | None) -> None:
    """Run `Formulas.sgd`, with torch's kernel if possible."""
    grads, rescale = LISTS.scale_gradients(weights, grads, rescale, bound)
    # Applying the rescaling to rate and decay saves a pass over the gradients.
    if fused_sgd_ is not None and rescale != 0 and weights[0].dtype in _SGD_TYPES and fusible(weights, grads):
        fused_sgd_(weights, grads, [], weight_decay=wd / rescale, momentum=0.0, lr=lr * rescale, dampening=0.0,
                   nesterov=False, maximize=False, is_first_step=False)
    else:
        LISTS.sgd(weights, grads, lr, wd, rescale, None)


def sgd_momentum(weights: Tensors, grads: Tensors, momenta: Tensors, lr: float, wd: float, momentum: float,
                 rescale: float, bound: float | None) -> None:
    """Run `Formulas.sgd_momentum`, with torch's kernel if possible."""
    grads, rescale = LISTS.scale_gradients(weights, grads, rescale, bound)
    factor = lr * rescale
    if (fused_sgd_ is None or momentum <= 0 or abs(factor) < _SMALLEST_FACTOR or weights[0].dtype is not torch.float32
            or not fusible(weights, grads, momenta)):
        LISTS.sgd_momentum(weights, grads, momenta, lr, wd, momentum, rescale, None)
    else:
        # Torch computes m = momentum * m + (1 - dampening) * (g + weight_decay * w) and w - lr * m.
        fused_sgd_(weights, grads, momenta, weight_decay=wd / rescale, momentum=momentum, lr=-1.0,
                   dampening=1.0 + factor, nesterov=False, maximize=False, is_first_step=False)


def adam(weights: Tensors, grads: Tensors, means: Tensors, variances: Tensors, lr: float, wd: float, beta1: float,
         beta2: float, epsilon: float, rescale: float, bound: float | None) -> None:
    """Run `Formulas.adam`, with torch's kernel if possible."""
    if fused_adam_ is None or beta1 >= 1 or beta2 >= 1 or not fusible(weights, grads, means, variances):
        LISTS.adam(weights, grads, means, variances, lr, wd, beta1, beta2, epsilon, rescale, bound)
        return
    if bound is not None or rescale != 1.0:
        grads = LISTS.decayed(weights, grads, wd if bound is not None else 0.0, rescale, bound)
    count = torch.tensor(_UNBIASED, device=weights[0].device)
    fused_adam_(weights, grads, means, variances, [], [count] * len(weights), lr=lr, beta1=beta1, beta2=beta2,
                weight_decay=0.0 if bound is not None else wd, eps=epsilon, amsgrad=False, maximize=False)
