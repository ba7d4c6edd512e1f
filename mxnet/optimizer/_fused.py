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


def write_targets(arrays: Sequence[NDArray]) -> Tensors:
    """The memory of arrays for writing."""
    return [storage.writable(a._data) for a in arrays]


def clipped(grads: Tensors, rescale: float, bound: float | None) -> tuple[Tensors, float]:
    """Gradients that are scaled and clipped, and the scale still to apply to them."""
    if not bound or bound <= 0:
        return grads, rescale
    scaled = torch._foreach_mul(grads, rescale)
    clamp_(list(scaled), bound)
    return list(scaled), 1.0


def sgd(weights: Tensors, grads: Tensors, lr: float, wd: float, rescale: float) -> None:
    """``w -= lr * (rescale * g + wd * w)``."""
    # Folding the rescaling into rate and decay saves a pass over the gradients.
    if _fused_sgd is not None and rescale != 0 and fusible(weights, grads):
        _fused_sgd(weights, grads, [], weight_decay=wd / rescale, momentum=0.0, lr=lr * rescale, dampening=0.0,
                   nesterov=False, maximize=False, is_first_step=False)
        return
    if wd:
        torch._foreach_mul_(weights, 1.0 - lr * wd)
    torch._foreach_add_(weights, grads, alpha=-lr * rescale)


def sgd_momentum(weights: Tensors, grads: Tensors, momenta: Tensors, lr: float, wd: float, momentum: float,
                 rescale: float) -> None:
    """``m = momentum * m - lr * (rescale * g + wd * w)``, ``w += m``."""
    torch._foreach_mul_(momenta, momentum)
    torch._foreach_add_(momenta, grads, alpha=-lr * rescale)
    if wd:
        torch._foreach_add_(momenta, weights, alpha=-lr * wd)
    torch._foreach_add_(weights, momenta)


def prepared(weights: Tensors, grads: Tensors, wd: float, rescale: float, bound: float | None) -> Tensors:
    """``rescale * g + wd * w``, clipped, in memory that may be written."""
    steps = list(torch._foreach_mul(grads, rescale))
    if wd:
        torch._foreach_add_(steps, weights, alpha=wd)
    if bound is not None and bound >= 0:
        clamp_(steps, bound)
    return steps


def clamp_(tensors: Tensors, bound: float) -> None:
    """Cut all values to ``[-bound, bound]``."""
    torch._foreach_clamp_max_(tensors, bound)
    torch._foreach_clamp_min_(tensors, -bound)


def adam(weights: Tensors, grads: Tensors, means: Tensors, variances: Tensors, lr: float, wd: float, beta1: float,
         beta2: float, epsilon: float, rescale: float, bound: float | None) -> None:
    """MXNet's Adam: decay joins the gradient before clipping, bias correction is part of `lr`."""
    if _fused_adam is not None and beta1 < 1 and beta2 < 1 and fusible(weights, grads, means, variances):
        if bound is not None or rescale != 1.0:
            grads = prepared(weights, grads, wd if bound is not None else 0.0, rescale, bound)
        count = torch.tensor(_UNBIASED, device=weights[0].device)
        _fused_adam(weights, grads, means, variances, [], [count] * len(weights), lr=lr, beta1=beta1, beta2=beta2,
                    weight_decay=0.0 if bound is not None else wd, eps=epsilon, amsgrad=False, maximize=False)
        return
    steps = prepared(weights, grads, wd, rescale, bound)
    torch._foreach_lerp_(means, steps, 1.0 - beta1)
    torch._foreach_mul_(variances, beta2)
    torch._foreach_addcmul_(variances, steps, steps, value=1.0 - beta2)
    roots = list(torch._foreach_sqrt(variances))
    torch._foreach_add_(roots, epsilon)
    torch._foreach_addcdiv_(weights, means, roots, value=-lr)


def nesterov(weights: Tensors, grads: Tensors, momenta: Tensors, lr: float, wd: float, momentum: float,
             rescale: float) -> None:
    """Move to where the next momentum step would end; as in MXNet, the momentum decays the new weight."""
    ahead = 1.0 + momentum
    torch._foreach_mul_(momenta, momentum)
    if wd:
        torch._foreach_mul_(weights, 1.0 - ahead * lr * wd)
    torch._foreach_add_(weights, momenta, alpha=momentum)
    torch._foreach_add_(weights, grads, alpha=-ahead * lr * rescale)
    torch._foreach_add_(momenta, grads, alpha=-lr * rescale)
    if wd:
        torch._foreach_add_(momenta, weights, alpha=-lr * wd)


def sign_sgd(weights: Tensors, grads: Tensors, lr: float, wd: float) -> None:
    """``w -= lr * (sign(g) + wd * w)``."""
    torch._foreach_mul_(weights, 1.0 - lr * wd)
    torch._foreach_add_(weights, torch._foreach_sign(grads), alpha=-lr)


def signum(weights: Tensors, grads: Tensors, momenta: Tensors, lr: float, wd: float, momentum: float, rescale: float,
           decoupled_wd: float) -> None:
    """``m`` averages ``-(rescale * g + wd * w)``; ``w += lr * sign(m)``."""
    torch._foreach_mul_(momenta, momentum)
    torch._foreach_add_(momenta, grads, alpha=-(1.0 - momentum) * rescale)
    if wd:
        torch._foreach_add_(momenta, weights, alpha=-(1.0 - momentum) * wd)
    if decoupled_wd:
        torch._foreach_mul_(weights, 1.0 - lr * decoupled_wd)
    torch._foreach_add_(weights, torch._foreach_sign(momenta), alpha=lr)


def adagrad(weights: Tensors, grads: Tensors, sums: Tensors, lr: float, wd: float, epsilon: float, rescale: float,
            bound: float | None) -> None:
    """Steps divided by the root of the sum of squared gradients."""
    steps = prepared(weights, grads, 0.0, rescale, bound)
    torch._foreach_addcmul_(sums, steps, steps)
    roots = torch._foreach_add(sums, epsilon)
    torch._foreach_sqrt_(roots)
    if wd:
        torch._foreach_mul_(weights, 1.0 - lr * wd)
    torch._foreach_addcdiv_(weights, steps, roots, value=-lr)


def rmsprop(weights: Tensors, grads: Tensors, squares: Tensors, lr: float, wd: float, gamma: float, epsilon: float,
            rescale: float, bound: float | None) -> None:
    """Steps divided by the root of the running mean of squared gradients."""
    steps = prepared(weights, grads, wd, rescale, bound)
    torch._foreach_mul_(squares, gamma)
    torch._foreach_addcmul_(squares, steps, steps, value=1.0 - gamma)
    roots = torch._foreach_add(squares, epsilon)
    torch._foreach_sqrt_(roots)
    torch._foreach_addcdiv_(weights, steps, roots, value=-lr)


def rmsprop_centered(weights: Tensors, grads: Tensors, squares: Tensors, means: Tensors, deltas: Tensors, lr: float,
                     wd: float, gamma1: float, gamma2: float, epsilon: float, rescale: float,
                     bound: float | None) -> None:
    """RMSProp with momentum that divides by the running standard deviation."""
    steps = prepared(weights, grads, wd, rescale, bound)
    torch._foreach_mul_(squares, gamma1)
    torch._foreach_addcmul_(squares, steps, steps, value=1.0 - gamma1)
    torch._foreach_lerp_(means, steps, 1.0 - gamma1)
    roots = torch._foreach_addcmul(squares, means, means, value=-1.0)
    torch._foreach_add_(roots, epsilon)
    torch._foreach_sqrt_(roots)
    torch._foreach_mul_(deltas, gamma2)
    torch._foreach_addcdiv_(deltas, steps, roots, value=-lr)
    torch._foreach_add_(weights, deltas)


def adadelta(weights: Tensors, grads: Tensors, squares: Tensors, deltas: Tensors, wd: float, rho: float,
             epsilon: float, rescale: float, bound: float | None) -> None:
    """Steps scaled by the ratio of the running sizes of former steps and of gradients; there is no learning rate."""
    steps = prepared(weights, grads, 0.0, rescale, bound)
    torch._foreach_mul_(squares, rho)
    torch._foreach_addcmul_(squares, steps, steps, value=1.0 - rho)
    ratios = torch._foreach_add(deltas, epsilon)
    torch._foreach_div_(ratios, torch._foreach_add(squares, epsilon))
    torch._foreach_sqrt_(ratios)
    torch._foreach_mul_(steps, ratios)
    torch._foreach_mul_(deltas, rho)
    torch._foreach_addcmul_(deltas, steps, steps, value=1.0 - rho)
    if wd:
        torch._foreach_mul_(weights, 1.0 - wd)
    torch._foreach_sub_(weights, steps)


def adamax(weights: Tensors, grads: Tensors, means: Tensors, maxima: Tensors, lr: float, wd: float, beta1: float,
           beta2: float, rescale: float, bound: float | None) -> None:
    """Adam with a decaying maximum in place of the root of the mean square."""
    steps = prepared(weights, grads, wd, rescale, bound)
    torch._foreach_lerp_(means, steps, 1.0 - beta1)
    torch._foreach_mul_(maxima, beta2)
    torch._foreach_maximum_(maxima, torch._foreach_abs(steps))
    torch._foreach_addcdiv_(weights, means, maxima, value=-lr)
