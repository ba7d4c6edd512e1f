"""Optimizer steps as operators. They return the new weight and write their states in place."""

from __future__ import annotations

import torch
from torch import Tensor

from .opdef import register, same_shapes
from .params import Bool, Float


def prepared(grad: Tensor, rescale_grad: float, clip_gradient: float) -> Tensor:
    """The gradient rescaled and, for a positive bound, clipped."""
    grad = grad * rescale_grad
    return grad.clamp(-clip_gradient, clip_gradient) if clip_gradient > 0 else grad


@register("sgd_update", fill=same_shapes, method=False)
def sgd_update(weight: Tensor, grad: Tensor, *, lr: Float, wd: Float = 0.0, rescale_grad: Float = 1.0,
               clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """``weight - lr * (grad + wd * weight)``."""
    return weight * (1.0 - lr * wd) - lr * prepared(grad, rescale_grad, clip_gradient)


@register("sgd_mom_update", fill=same_shapes, mutates=("mom",), method=False)
def sgd_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                   rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Momentum step: ``mom = momentum * mom - lr * (grad + wd * weight)``, ``weight + mom``."""
    step = prepared(grad, rescale_grad, clip_gradient) + wd * weight
    return weight + mom.data.mul_(momentum).sub_(step, alpha=lr)


@register("adam_update", fill=same_shapes, mutates=("mean", "var"), method=False)
def adam_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, *, lr: Float, beta1: Float = 0.9,
                beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Adam step without bias correction, which the caller puts into `lr`."""
    step = grad * rescale_grad + wd * weight
    if clip_gradient > 0:
        step = step.clamp(-clip_gradient, clip_gradient)
    mean.data.mul_(beta1).add_(step, alpha=1.0 - beta1)
    var.data.mul_(beta2).addcmul_(step, step, value=1.0 - beta2)
    return weight - lr * mean / (torch.sqrt(var) + epsilon)
