"""Optimizer steps as operators. They return the new weight and update their states in place."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from . import sparse_updates
from .checks import check_part
from .facts import NO_GRADIENT, UNLISTED, Effects, Form, Inference, Sparse, fixed_type
from .opdef import ONE_SHAPE, ShapeLike, register, same_shapes
from .optimizer_formulas import TENSOR, check_master, updated
from .params import Bool, Float, Int


@register("sgd_update", inference=ONE_SHAPE, form=Form(in_sparse=("sgd_update",)),
          sparse=Sparse(update=sparse_updates.lazy))
def sgd_update(weight: Tensor, grad: Tensor, *, lr: Float, wd: Float = 0.0, rescale_grad: Float = 1.0,
               clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Compute ``weight - lr * (grad + wd * weight)``."""
    return TENSOR.sgd(weight, grad, lr, wd, rescale_grad, clip_gradient)


@register("sgd_mom_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom",)),
          form=Form(in_sparse=("sgd_mom_update",)), sparse=Sparse(update=sparse_updates.lazy))
def sgd_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                   rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Apply a momentum step: ``mom = momentum * mom - lr * (grad + wd * weight)``, ``weight + mom``."""
    return updated(TENSOR.sgd_momentum, weight, grad, [mom], None, lr, wd, momentum, rescale_grad, clip_gradient)


@register("nag_mom_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom",)), precision=UNLISTED)
def nag_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                   rescale_grad: Float = 1.0, clip_gradient: Float = -1.0) -> Tensor:
    """Apply a Nesterov momentum step, which moves to the end point of the next momentum step."""
    return updated(TENSOR.nesterov, weight, grad, [mom], None, lr, wd, momentum, rescale_grad, clip_gradient)


@register("mp_sgd_update", inference=ONE_SHAPE, effects=Effects(mutates=("weight32",)))
def mp_sgd_update(weight: Tensor, grad: Tensor, weight32: Tensor, *, lr: Float, wd: Float = 0.0,
                  rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Compute `sgd_update` on the float32 copy `weight32`."""
    return updated(TENSOR.sgd, weight, grad, [], weight32, lr, wd, rescale_grad, clip_gradient)


@register("mp_sgd_mom_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom", "weight32")))
def mp_sgd_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, weight32: Tensor, *, lr: Float,
                      momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                      clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Compute `sgd_mom_update` on the float32 copy `weight32`."""
    return updated(TENSOR.sgd_momentum, weight, grad, [mom], weight32, lr, wd, momentum, rescale_grad, clip_gradient)


@register("mp_nag_mom_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom", "weight32")), precision=UNLISTED)
def mp_nag_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, weight32: Tensor, *, lr: Float,
                      momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                      clip_gradient: Float = -1.0) -> Tensor:
    """Compute `nag_mom_update` on the float32 copy `weight32`."""
    return updated(TENSOR.nesterov, weight, grad, [mom], weight32, lr, wd, momentum, rescale_grad, clip_gradient)


@register("signsgd_update", inference=ONE_SHAPE)
def signsgd_update(weight: Tensor, grad: Tensor, *, lr: Float, wd: Float = 0.0, rescale_grad: Float = 1.0,
                   clip_gradient: Float = -1.0) -> Tensor:
    """Apply a step of size `lr` against the sign of the gradient, which rescaling and clipping do not change."""
    return TENSOR.sign_sgd(weight, grad, lr, wd)


@register("signum_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom",)))
def signum_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                  rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, wd_lh: Float = 0.0) -> Tensor:
    """Apply a step of size `lr` along the sign of the momentum; `wd_lh` is decoupled weight decay."""
    return updated(TENSOR.signum, weight, grad, [mom], None, lr, wd, momentum, wd_lh, rescale_grad, clip_gradient)


@register("adam_update", inference=ONE_SHAPE, effects=Effects(mutates=("mean", "var")),
          form=Form(in_sparse=("adam_update",)), sparse=Sparse(update=sparse_updates.lazy))
def adam_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, *, lr: Float, beta1: Float = 0.9,
                beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Apply an Adam step without bias correction, which the caller includes in `lr`."""
    return updated(TENSOR.adam, weight, grad, [mean, var], None, lr, wd, beta1, beta2, epsilon, rescale_grad,
                   clip_gradient)


@register("rmsprop_update", inference=ONE_SHAPE, effects=Effects(mutates=("n",)))
def rmsprop_update(weight: Tensor, grad: Tensor, n: Tensor, *, lr: Float, gamma1: Float = 0.95,
                   epsilon: Float = 1e-8, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                   clip_weights: Float = -1.0) -> Tensor:
    """Apply a step divided by the root of the moving mean `n` of squared gradients."""
    return updated(TENSOR.rmsprop, weight, grad, [n], None, lr, wd, gamma1, epsilon, rescale_grad, clip_gradient,
                   clip_weights)


@register("rmspropalex_update", inference=ONE_SHAPE, effects=Effects(mutates=("n", "g", "delta")))
def rmspropalex_update(weight: Tensor, grad: Tensor, n: Tensor, g: Tensor, delta: Tensor, *, lr: Float,
                       gamma1: Float = 0.95, gamma2: Float = 0.9, epsilon: Float = 1e-8, wd: Float = 0.0,
                       rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                       clip_weights: Float = -1.0) -> Tensor:
    """Apply centered RMSProp with momentum, which divides by the moving standard deviation of gradients."""
    return updated(TENSOR.rmsprop_centered, weight, grad, [n, g, delta], None, lr, wd, gamma1, gamma2, epsilon,
                   rescale_grad, clip_gradient, clip_weights)


@register("ftrl_update", inference=ONE_SHAPE, effects=Effects(mutates=("z", "n")),
          form=Form(in_sparse=("ftrl_update",)), sparse=Sparse(update=sparse_updates.lazy_if_sparse))
def ftrl_update(weight: Tensor, grad: Tensor, z: Tensor, n: Tensor, *, lr: Float, lamda1: Float = 0.01,
                beta: Float = 1.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_gradient: Float = -1.0) -> Tensor:
    """Follow the regularized leader: weights whose `z` stays within `lamda1` become zero."""
    return updated(TENSOR.ftrl, weight, grad, [z, n], None, lr, wd, lamda1, beta, rescale_grad, clip_gradient)


@register("ftml_update", inference=ONE_SHAPE, effects=Effects(mutates=("d", "v", "z")))
def ftml_update(weight: Tensor, grad: Tensor, d: Tensor, v: Tensor, z: Tensor, *, lr: Float, beta1: Float = 0.6,
                beta2: Float = 0.999, epsilon: Float = 1e-8, t: Int, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_grad: Float = -1.0) -> Tensor:
    """Follow the moving leader at step `t`, counted from 1."""
    check_part("beta1", beta1)
    check_part("beta2", beta2)
    return updated(TENSOR.ftml, weight, grad, [d, v, z], None, lr, wd, beta1, beta2, epsilon, t, rescale_grad,
                   clip_grad)


@register("multi_lars", inference=ONE_SHAPE, effects=NO_GRADIENT, precision=UNLISTED)
def multi_lars(lrs: Tensor, weights_sum_sq: Tensor, grads_sum_sq: Tensor, wds: Tensor, *, eta: Float, eps: Float,
               rescale_grad: Float = 1.0) -> Tensor:
    """Scale the learning rates of many layers by the ratio of weight norms to gradient norms."""
    if lrs.dtype is not torch.float32:
        raise ValueError(f"lrs must be float32, received {lrs.dtype}")
    norm = torch.sqrt(weights_sum_sq)
    scaled = lrs * eta * norm / (torch.sqrt(grads_sum_sq) * rescale_grad + wds * norm + eps)
    return torch.where((norm > 0) & (grads_sum_sq > 0), scaled, lrs)


def _norm_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    filled = same_shapes(params, [shapes[0], shapes[1], *shapes[4:]])
    return [filled[0], filled[1], shapes[2] or (1,), shapes[3] or (1,), *filled[2:]]


@register("lamb_update_phase1", inference=ONE_SHAPE, effects=Effects(mutates=("mean", "var")), precision=UNLISTED)
def lamb_update_phase1(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, *, beta1: Float = 0.9,
                       beta2: Float = 0.999, epsilon: Float = 1e-6, t: Int, bias_correction: Bool = True, wd: Float,
                       rescale_grad: Float = 1.0, clip_gradient: Float = -1.0) -> Tensor:
    """Compute the direction of a LAMB step (phase 1); phase 2 needs its norm."""
    return updated(TENSOR.lamb_direction, weight, grad, [mean, var], None, wd, t, beta1, beta2, epsilon,
                   bias_correction, rescale_grad, clip_gradient)


@register("lamb_update_phase2", inference=Inference(fill=_norm_shapes), precision=UNLISTED)
def lamb_update_phase2(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor, *, lr: Float, lower_bound: Float = -1.0,
                       upper_bound: Float = -1.0) -> Tensor:
    """Apply a LAMB step (phase 2) along `g`, scaled by the weight norm `r1` over the direction norm `r2`."""
    _check_norms(weight, g, r1, r2)
    return weight - TENSOR.trust_rate(lr, r1.reshape(-1)[0], r2.reshape(-1)[0], lower_bound, upper_bound) * g


def _check_norms(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor) -> None:
    if g.shape != weight.shape or r1.shape[:1] != (1,) or r2.shape[:1] != (1,):
        raise ValueError(f"g must have the shape of weight {tuple(weight.shape)}, r1 and r2 one element, received "
                         f"g={tuple(g.shape)} r1={tuple(r1.shape)} r2={tuple(r2.shape)}")


@register("mp_lamb_update_phase1", inference=Inference(fill=same_shapes, result_types=fixed_type(torch.float32)),
          effects=Effects(mutates=("mean", "var")), precision=UNLISTED)
def mp_lamb_update_phase1(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, weight32: Tensor, *,
                          beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-6, t: Int,
                          bias_correction: Bool = True, wd: Float, rescale_grad: Float = 1.0,
                          clip_gradient: Float = -1.0) -> Tensor:
    """Compute `lamb_update_phase1` in float32."""
    check_master(weight, weight32)
    return updated(TENSOR.lamb_direction, weight32.data, grad.float(), [mean, var], None, wd, t, beta1, beta2, epsilon,
                   bias_correction, rescale_grad, clip_gradient)


@register("mp_lamb_update_phase2", inference=Inference(fill=_norm_shapes), precision=UNLISTED)
def mp_lamb_update_phase2(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor, weight32: Tensor, *, lr: Float,
                          lower_bound: Float = -1.0, upper_bound: Float = -1.0) -> Tensor:
    """Compute `lamb_update_phase2` from the float32 copy, which stays unchanged."""
    _check_norms(weight, g, r1, r2)
    rate = TENSOR.trust_rate(lr, r1.reshape(-1)[0], r2.reshape(-1)[0], lower_bound, upper_bound)
    return (weight32.data - rate * g).to(weight.dtype)


def _scale_shape(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return [*same_shapes(params, shapes[:-1]), shapes[-1] or (1,)]


@register("_adamw_update", inference=Inference(fill=_scale_shape), effects=Effects(mutates=("mean", "var")))
def adamw_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, rescale_grad: Tensor, *, lr: Float,
                 beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0, eta: Float,
                 clip_gradient: Float = -1.0) -> Tensor:
    """Apply Adam with decoupled weight decay; skip the step if the scale is zero or not finite."""
    return updated(TENSOR.adamw, weight, grad, [mean, var], None, lr, wd, eta, rescale_grad, beta1, beta2, epsilon,
                   clip_gradient)


@register("_mp_adamw_update", inference=Inference(fill=_scale_shape),
          effects=Effects(mutates=("mean", "var", "weight32")))
def mp_adamw_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, weight32: Tensor, rescale_grad: Tensor,
                    *, lr: Float, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0,
                    eta: Float, clip_gradient: Float = -1.0) -> Tensor:
    """Compute `_adamw_update` on the float32 copy `weight32`."""
    return updated(TENSOR.adamw, weight, grad, [mean, var], weight32, lr, wd, eta, rescale_grad, beta1, beta2, epsilon,
                   clip_gradient)
