"""Updates of many weights in one torch call.

The fused kernels are torch's own, private but used by ``torch.optim``; foreach functions stand
in where they are missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from .._runtime import storage
from ..ndarray.ndarray import NDArray

_fused_sgd = getattr(torch, "_fused_sgd_", None)


def groups(keys: Sequence[Any]) -> Iterator[tuple[Any, list[int]]]:
    """Positions that share a key, such as learning rate, decay and type."""
    found: dict[Any, list[int]] = {}
    for position, key in enumerate(keys):
        found.setdefault(key, []).append(position)
    return iter(found.items())


def write_targets(arrays: Sequence[NDArray]) -> list[torch.Tensor]:
    """The memory of arrays for writing."""
    return [storage.writable(a._data) for a in arrays]


def clipped(grads: list[torch.Tensor], rescale: float, bound: float | None) -> tuple[list[torch.Tensor], float]:
    """Gradients that are scaled and clipped, and the scale still to apply to them."""
    if not bound or bound <= 0:
        return grads, rescale
    scaled = torch._foreach_mul(grads, rescale)
    torch._foreach_clamp_max_(scaled, bound)
    torch._foreach_clamp_min_(scaled, -bound)
    return list(scaled), 1.0


def sgd(weights: list[torch.Tensor], grads: list[torch.Tensor], lr: float, wd: float, rescale: float) -> None:
    """``w -= lr * (rescale * g + wd * w)``."""
    # Folding the rescaling into rate and decay saves a pass over the gradients.
    if _fused_sgd is not None and rescale != 0 and weights[0].is_floating_point():
        _fused_sgd(weights, grads, [], weight_decay=wd / rescale, momentum=0.0, lr=lr * rescale, dampening=0.0,
                   nesterov=False, maximize=False, is_first_step=False)
        return
    if wd:
        torch._foreach_mul_(weights, 1.0 - lr * wd)
    torch._foreach_add_(weights, grads, alpha=-lr * rescale)


def sgd_momentum(weights: list[torch.Tensor], grads: list[torch.Tensor], momenta: list[torch.Tensor], lr: float,
                 wd: float, momentum: float, rescale: float) -> None:
    """``m = momentum * m - lr * (rescale * g + wd * w)``, ``w += m``."""
    torch._foreach_mul_(momenta, momentum)
    torch._foreach_add_(momenta, grads, alpha=-lr * rescale)
    if wd:
        torch._foreach_add_(momenta, weights, alpha=-lr * wd)
    torch._foreach_add_(weights, momenta)


def adam(weights: list[torch.Tensor], grads: list[torch.Tensor], means: list[torch.Tensor],
         variances: list[torch.Tensor], lr: float, wd: float, beta1: float, beta2: float, epsilon: float,
         rescale: float, bound: float | None) -> None:
    """MXNet's Adam: decay joins the gradient before clipping, bias correction is part of `lr`."""
    steps = list(torch._foreach_mul(grads, rescale))
    if wd:
        torch._foreach_add_(steps, weights, alpha=wd)
    if bound and bound > 0:
        torch._foreach_clamp_max_(steps, bound)
        torch._foreach_clamp_min_(steps, -bound)
    torch._foreach_lerp_(means, steps, 1.0 - beta1)
    torch._foreach_mul_(variances, beta2)
    torch._foreach_addcmul_(variances, steps, steps, value=1.0 - beta2)
    roots = list(torch._foreach_sqrt(variances))
    torch._foreach_add_(roots, epsilon)
    torch._foreach_addcdiv_(weights, means, roots, value=-lr)
