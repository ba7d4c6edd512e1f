"""Optimizer steps with a float32 copy of a low precision weight, and LAMB and AdamW in both precisions."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .._runtime import storage
from .opdef import ShapeLike, register, same_shapes
from .optimizer_update import clipped, one_less, prepared
from .params import Bool, Float, Int


def stored(weight32: Tensor, result: Tensor, weight: Tensor) -> Tensor:
    """Keep `result` as the float32 weight and return it in the weight's own type."""
    return storage.writable(weight32).copy_(result).to(weight.dtype)


@register("mp_sgd_update", fill=same_shapes, mutates=("weight32",), method=False)
def mp_sgd_update(weight: Tensor, grad: Tensor, weight32: Tensor, *, lr: Float, wd: Float = 0.0,
                  rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """`sgd_update` computed on the float32 copy `weight32`."""
    step = prepared(weight, grad.float(), rescale_grad, clip_gradient)
    return stored(weight32, weight32.data * (1.0 - lr * wd) - lr * step, weight)


@register("mp_sgd_mom_update", fill=same_shapes, mutates=("mom", "weight32"), method=False)
def mp_sgd_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, weight32: Tensor, *, lr: Float,
                      momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                      clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """`sgd_mom_update` computed on the float32 copy `weight32`."""
    step = prepared(weight, grad.float(), rescale_grad, clip_gradient) + wd * weight32.data
    return stored(weight32, weight32.data + storage.writable(mom).mul_(momentum).sub_(step, alpha=lr), weight)


@register("mp_nag_mom_update", fill=same_shapes, mutates=("mom", "weight32"), method=False)
def mp_nag_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, weight32: Tensor, *, lr: Float,
                      momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                      clip_gradient: Float = -1.0) -> Tensor:
    """`nag_mom_update` computed on the float32 copy `weight32`; the momentum decays the new weight."""
    step = prepared(weight, grad.float(), rescale_grad, clip_gradient)
    carried = storage.writable(mom).mul_(momentum)
    ahead = carried - lr * (step + wd * weight32.data)
    result = weight32.data - carried + (momentum + 1.0) * ahead
    storage.writable(mom).sub_(step + wd * result, alpha=lr)
    return stored(weight32, result, weight)


def lamb_direction(weight: Tensor, step: Tensor, mean: Tensor, var: Tensor, beta1: float, beta2: float,
                    epsilon: float, t: int, bias_correction: bool, wd: float) -> Tensor:
    """Move the two moments and return Adam's direction plus weight decay."""
    average = storage.writable(mean).mul_(beta1).add_(step, alpha=one_less(beta1))
    square = storage.writable(var).mul_(beta2).addcmul_(step, step, value=one_less(beta2))
    if bias_correction:
        average, square = average / one_less(beta1, t), square / one_less(beta2, t)
    return average / (torch.sqrt(square) + epsilon) + wd * weight


def trust_rate(lr: float, weight_norm: Tensor, step_norm: Tensor, lower: float, upper: float) -> Tensor:
    """The learning rate times bounded weight norm over step norm; unscaled where either is zero."""
    if lower >= 0:
        weight_norm = weight_norm.clamp(min=lower)
    if upper >= 0:
        weight_norm = weight_norm.clamp(max=upper)
    usable = (weight_norm != 0) & (step_norm != 0)
    return torch.where(usable, lr * weight_norm / step_norm, torch.full_like(weight_norm, lr))


def _norm_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    filled = same_shapes(params, [shapes[0], shapes[1], *shapes[4:]])
    return [filled[0], filled[1], shapes[2] or (1,), shapes[3] or (1,), *filled[2:]]


@register("lamb_update_phase1", fill=same_shapes, mutates=("mean", "var"), method=False)
def lamb_update_phase1(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, *, beta1: Float = 0.9,
                       beta2: Float = 0.999, epsilon: Float = 1e-6, t: Int, bias_correction: Bool = True, wd: Float,
                       rescale_grad: Float = 1.0, clip_gradient: Float = -1.0) -> Tensor:
    """First half of a LAMB step: the direction, whose norm the second half needs."""
    step = prepared(weight, grad, rescale_grad, clip_gradient)
    return lamb_direction(weight, step, mean, var, beta1, beta2, epsilon, t, bias_correction, wd)


@register("lamb_update_phase2", fill=_norm_shapes, method=False)
def lamb_update_phase2(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor, *, lr: Float, lower_bound: Float = -1.0,
                       upper_bound: Float = -1.0) -> Tensor:
    """Second half of a LAMB step: along `g`, scaled by the weight's norm `r1` over the direction's `r2`."""
    _check_norms(weight, g, r1, r2)
    return weight - trust_rate(lr, r1.reshape(-1)[0], r2.reshape(-1)[0], lower_bound, upper_bound) * g


def _check_norms(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor) -> None:
    if g.shape != weight.shape or r1.shape[:1] != (1,) or r2.shape[:1] != (1,):
        raise ValueError(f"g must have the shape of weight {tuple(weight.shape)}, r1 and r2 one element, received "
                         f"g={tuple(g.shape)} r1={tuple(r1.shape)} r2={tuple(r2.shape)}")


@register("mp_lamb_update_phase1", fill=same_shapes, mutates=("mean", "var"), method=False)
def mp_lamb_update_phase1(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, weight32: Tensor, *,
                          beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-6, t: Int,
                          bias_correction: Bool = True, wd: Float, rescale_grad: Float = 1.0,
                          clip_gradient: Float = -1.0) -> Tensor:
    """`lamb_update_phase1` computed, and returned, in float32."""
    step = prepared(weight, grad.float(), rescale_grad, clip_gradient)
    return lamb_direction(weight32.data, step, mean, var, beta1, beta2, epsilon, t, bias_correction, wd)


@register("mp_lamb_update_phase2", fill=_norm_shapes, method=False)
def mp_lamb_update_phase2(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor, weight32: Tensor, *, lr: Float,
                          lower_bound: Float = -1.0, upper_bound: Float = -1.0) -> Tensor:
    """`lamb_update_phase2` computed from the float32 copy, which it leaves as it is."""
    _check_norms(weight, g, r1, r2)
    rate = trust_rate(lr, r1.reshape(-1)[0], r2.reshape(-1)[0], lower_bound, upper_bound)
    return (weight32.data - rate * g).to(weight.dtype)


def adamw_step(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, rescale_grad: Tensor, lr: float,
               beta1: float, beta2: float, epsilon: float, wd: float, eta: float, clip_gradient: float) -> Tensor:
    """The AdamW step in the type of `weight`; a scale that is zero or not finite leaves all as it was."""
    scale = rescale_grad.reshape(-1)[0].to(weight.dtype)
    usable = torch.isfinite(scale) & (scale != 0)
    step = clipped(prepared(weight, grad, 1.0, -1.0) * scale, clip_gradient)
    average = torch.where(usable, mean * beta1 + one_less(beta1) * step, mean)
    square = torch.where(usable, var * beta2 + one_less(beta2) * step * step, var)
    storage.writable(mean).copy_(average)
    storage.writable(var).copy_(square)
    moved = weight - eta * (lr * average / (torch.sqrt(square) + epsilon) + wd * weight)
    return torch.where(usable, moved, weight)


def _scale_shape(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return [*same_shapes(params, shapes[:-1]), shapes[-1] or (1,)]


@register("_adamw_update", fill=_scale_shape, mutates=("mean", "var"), method=False)
def adamw_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, rescale_grad: Tensor, *, lr: Float,
                 beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0, eta: Float,
                 clip_gradient: Float = -1.0) -> Tensor:
    """Adam with decoupled weight decay; skipped where the scale is zero or not finite."""
    return adamw_step(weight, grad, mean, var, rescale_grad, lr, beta1, beta2, epsilon, wd, eta, clip_gradient)


@register("_mp_adamw_update", fill=_scale_shape, mutates=("mean", "var", "weight32"), method=False)
def mp_adamw_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, weight32: Tensor, rescale_grad: Tensor,
                    *, lr: Float, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0,
                    eta: Float, clip_gradient: Float = -1.0) -> Tensor:
    """`_adamw_update` computed on the float32 copy `weight32`."""
    result = adamw_step(weight32.data, grad.float(), mean, var, rescale_grad, lr, beta1, beta2, epsilon, wd, eta,
                        clip_gradient)
    return stored(weight32, result, weight)
