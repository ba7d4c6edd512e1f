"""Optimizer steps as operators. They return the new weight and write their states in place."""

from __future__ import annotations

import torch
from torch import Tensor

from . import sparse_updates
from .checks import check_part
from .facts import FUNCTION, NO_GRADIENT, UNLISTED, Effects, Form, Sparse
from .opdef import ONE_SHAPE, register
from .optimizer_formulas import TENSOR, updated
from .params import Bool, Float, Int


@register("sgd_update", inference=ONE_SHAPE, form=Form(method=False, in_sparse=("sgd_update",)),
          sparse=Sparse(update=sparse_updates.lazy))
def sgd_update(weight: Tensor, grad: Tensor, *, lr: Float, wd: Float = 0.0, rescale_grad: Float = 1.0,
               clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """``weight - lr * (grad + wd * weight)``."""
    return TENSOR.sgd(weight, grad, lr, wd, rescale_grad, clip_gradient)


@register("sgd_mom_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom",)),
          form=Form(method=False, in_sparse=("sgd_mom_update",)), sparse=Sparse(update=sparse_updates.lazy))
def sgd_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                   rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Momentum step: ``mom = momentum * mom - lr * (grad + wd * weight)``, ``weight + mom``."""
    return updated(TENSOR.sgd_momentum, weight, grad, [mom], None, lr, wd, momentum, rescale_grad, clip_gradient)


@register("nag_mom_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom",)), form=FUNCTION, precision=UNLISTED)
def nag_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                   rescale_grad: Float = 1.0, clip_gradient: Float = -1.0) -> Tensor:
    """Nesterov's momentum step: moves to where the next momentum step would end."""
    return updated(TENSOR.nesterov, weight, grad, [mom], None, lr, wd, momentum, rescale_grad, clip_gradient)


@register("mp_sgd_update", inference=ONE_SHAPE, effects=Effects(mutates=("weight32",)), form=FUNCTION)
def mp_sgd_update(weight: Tensor, grad: Tensor, weight32: Tensor, *, lr: Float, wd: Float = 0.0,
                  rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """`sgd_update` computed on the float32 copy `weight32`."""
    return updated(TENSOR.sgd, weight, grad, [], weight32, lr, wd, rescale_grad, clip_gradient)


@register("mp_sgd_mom_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom", "weight32")), form=FUNCTION)
def mp_sgd_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, weight32: Tensor, *, lr: Float,
                      momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                      clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """`sgd_mom_update` computed on the float32 copy `weight32`."""
    return updated(TENSOR.sgd_momentum, weight, grad, [mom], weight32, lr, wd, momentum, rescale_grad, clip_gradient)


@register("mp_nag_mom_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom", "weight32")), form=FUNCTION,
          precision=UNLISTED)
def mp_nag_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, weight32: Tensor, *, lr: Float,
                      momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                      clip_gradient: Float = -1.0) -> Tensor:
    """`nag_mom_update` computed on the float32 copy `weight32`."""
    return updated(TENSOR.nesterov, weight, grad, [mom], weight32, lr, wd, momentum, rescale_grad, clip_gradient)


@register("signsgd_update", inference=ONE_SHAPE, form=FUNCTION)
def signsgd_update(weight: Tensor, grad: Tensor, *, lr: Float, wd: Float = 0.0, rescale_grad: Float = 1.0,
                   clip_gradient: Float = -1.0) -> Tensor:
    """Step of size `lr` against the gradient's sign, which rescaling and clipping do not change."""
    return TENSOR.sign_sgd(weight, grad, lr, wd)


@register("signum_update", inference=ONE_SHAPE, effects=Effects(mutates=("mom",)), form=FUNCTION)
def signum_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                  rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, wd_lh: Float = 0.0) -> Tensor:
    """Step of size `lr` along the sign of the momentum; `wd_lh` is decoupled weight decay."""
    return updated(TENSOR.signum, weight, grad, [mom], None, lr, wd, momentum, wd_lh, rescale_grad, clip_gradient)


@register("adam_update", inference=ONE_SHAPE, effects=Effects(mutates=("mean", "var")),
          form=Form(method=False, in_sparse=("adam_update",)), sparse=Sparse(update=sparse_updates.lazy))
def adam_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, *, lr: Float, beta1: Float = 0.9,
                beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Adam step without bias correction, which the caller puts into `lr`."""
    return updated(TENSOR.adam, weight, grad, [mean, var], None, lr, wd, beta1, beta2, epsilon, rescale_grad,
                   clip_gradient)


@register("rmsprop_update", inference=ONE_SHAPE, effects=Effects(mutates=("n",)), form=FUNCTION)
def rmsprop_update(weight: Tensor, grad: Tensor, n: Tensor, *, lr: Float, gamma1: Float = 0.95,
                   epsilon: Float = 1e-8, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                   clip_weights: Float = -1.0) -> Tensor:
    """Step divided by the root of the moving mean `n` of squared gradients."""
    return updated(TENSOR.rmsprop, weight, grad, [n], None, lr, wd, gamma1, epsilon, rescale_grad, clip_gradient,
                   clip_weights)


@register("rmspropalex_update", inference=ONE_SHAPE, effects=Effects(mutates=("n", "g", "delta")), form=FUNCTION)
def rmspropalex_update(weight: Tensor, grad: Tensor, n: Tensor, g: Tensor, delta: Tensor, *, lr: Float,
                       gamma1: Float = 0.95, gamma2: Float = 0.9, epsilon: Float = 1e-8, wd: Float = 0.0,
                       rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                       clip_weights: Float = -1.0) -> Tensor:
    """Centred RMSProp with momentum: divides by the moving standard deviation of gradients."""
    return updated(TENSOR.rmsprop_centered, weight, grad, [n, g, delta], None, lr, wd, gamma1, gamma2, epsilon,
                   rescale_grad, clip_gradient, clip_weights)


@register("ftrl_update", inference=ONE_SHAPE, effects=Effects(mutates=("z", "n")),
          form=Form(method=False, in_sparse=("ftrl_update",)), sparse=Sparse(update=sparse_updates.lazy_if_sparse))
def ftrl_update(weight: Tensor, grad: Tensor, z: Tensor, n: Tensor, *, lr: Float, lamda1: Float = 0.01,
                beta: Float = 1.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_gradient: Float = -1.0) -> Tensor:
    """Follow the regularised leader: weights whose `z` stays within `lamda1` become zero."""
    return updated(TENSOR.ftrl, weight, grad, [z, n], None, lr, wd, lamda1, beta, rescale_grad, clip_gradient)


@register("ftml_update", inference=ONE_SHAPE, effects=Effects(mutates=("d", "v", "z")), form=FUNCTION)
def ftml_update(weight: Tensor, grad: Tensor, d: Tensor, v: Tensor, z: Tensor, *, lr: Float, beta1: Float = 0.6,
                beta2: Float = 0.999, epsilon: Float = 1e-8, t: Int, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_grad: Float = -1.0) -> Tensor:
    """Follow the moving leader, at step `t` counted from one."""
    check_part("beta1", beta1)
    check_part("beta2", beta2)
    return updated(TENSOR.ftml, weight, grad, [d, v, z], None, lr, wd, beta1, beta2, epsilon, t, rescale_grad,
                   clip_grad)


@register("multi_lars", inference=ONE_SHAPE, effects=NO_GRADIENT, form=FUNCTION, precision=UNLISTED)
def multi_lars(lrs: Tensor, weights_sum_sq: Tensor, grads_sum_sq: Tensor, wds: Tensor, *, eta: Float, eps: Float,
               rescale_grad: Float = 1.0) -> Tensor:
    """Learning rates scaled by the ratio of weight to gradient norms, of many layers at once."""
    if lrs.dtype is not torch.float32:
        raise ValueError(f"lrs must be float32, received {lrs.dtype}")
    norm = torch.sqrt(weights_sum_sq)
    scaled = lrs * eta * norm / (torch.sqrt(grads_sum_sq) * rescale_grad + wds * norm + eps)
    return torch.where((norm > 0) & (grads_sum_sq > 0), scaled, lrs)
