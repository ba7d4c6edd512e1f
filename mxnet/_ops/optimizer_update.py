"""Optimizer steps as operators. They return the new weight and write their states in place."""

from __future__ import annotations

import ctypes
import functools

import torch
from torch import Tensor

from .._runtime import storage
from .opdef import register, same_shapes
from .params import Bool, Float, Int


@functools.lru_cache(maxsize=1024)
def one_less(beta: float, steps: int = 1) -> float:
    """``1 - beta ** steps`` of a parameter with single precision: of 0.999 the rest is 1.3e-5 off."""
    power = ctypes.c_float(ctypes.c_float(beta).value ** steps).value
    return ctypes.c_float(1.0 - power).value


def clipped(values: Tensor, bound: float) -> Tensor:
    """Values within ``[-bound, bound]``; a negative bound means none."""
    return values.clamp(-bound, bound) if bound >= 0 else values


def prepared(weight: Tensor, grad: Tensor, rescale_grad: float, clip_gradient: float) -> Tensor:
    """The gradient rescaled and clipped, after a check that it belongs to this weight."""
    if grad.shape != weight.shape:
        raise ValueError(f"grad must have the shape of weight {tuple(weight.shape)}, received {tuple(grad.shape)}")
    return clipped(grad * rescale_grad, clip_gradient)


def decayed(weight: Tensor, grad: Tensor, wd: float, rescale_grad: float, clip_gradient: float) -> Tensor:
    """Rescaled gradient plus weight decay, clipped together."""
    return clipped(prepared(weight, grad, rescale_grad, -1.0) + wd * weight, clip_gradient)


@register("sgd_update", fill=same_shapes, method=False)
def sgd_update(weight: Tensor, grad: Tensor, *, lr: Float, wd: Float = 0.0, rescale_grad: Float = 1.0,
               clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """``weight - lr * (grad + wd * weight)``."""
    return weight * (1.0 - lr * wd) - lr * prepared(weight, grad, rescale_grad, clip_gradient)


@register("sgd_mom_update", fill=same_shapes, mutates=("mom",), method=False)
def sgd_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                   rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Momentum step: ``mom = momentum * mom - lr * (grad + wd * weight)``, ``weight + mom``."""
    step = prepared(weight, grad, rescale_grad, clip_gradient) + wd * weight
    return weight + storage.writable(mom).mul_(momentum).sub_(step, alpha=lr)


@register("nag_mom_update", fill=same_shapes, mutates=("mom",), method=False)
def nag_mom_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                   rescale_grad: Float = 1.0, clip_gradient: Float = -1.0) -> Tensor:
    """Nesterov's momentum step: moves to where the next momentum step would end."""
    step = prepared(weight, grad, rescale_grad, clip_gradient)
    carried = storage.writable(mom).mul_(momentum)
    result = weight - carried + (momentum + 1.0) * (carried - lr * (step + wd * weight))
    # The original, which is called with the weight as `out`, decays the weight it has just written.
    storage.writable(mom).sub_(step + wd * result, alpha=lr)
    return result


@register("signsgd_update", fill=same_shapes, method=False)
def signsgd_update(weight: Tensor, grad: Tensor, *, lr: Float, wd: Float = 0.0, rescale_grad: Float = 1.0,
                   clip_gradient: Float = -1.0) -> Tensor:
    """Step of size `lr` against the gradient's sign, which rescaling and clipping do not change."""
    return weight * (1.0 - lr * wd) - lr * torch.sign(prepared(weight, grad, 1.0, -1.0))


@register("signum_update", fill=same_shapes, mutates=("mom",), method=False)
def signum_update(weight: Tensor, grad: Tensor, mom: Tensor, *, lr: Float, momentum: Float = 0.0, wd: Float = 0.0,
                  rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, wd_lh: Float = 0.0) -> Tensor:
    """Step of size `lr` along the sign of the momentum; `wd_lh` is decoupled weight decay."""
    step = prepared(weight, grad, rescale_grad, clip_gradient) + wd * weight
    storage.writable(mom).mul_(momentum).sub_(step, alpha=1.0 - momentum)
    return weight * (1.0 - lr * wd_lh) + lr * torch.sign(mom.data)


@register("adam_update", fill=same_shapes, mutates=("mean", "var"), method=False)
def adam_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, *, lr: Float, beta1: Float = 0.9,
                beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_gradient: Float = -1.0, lazy_update: Bool = True) -> Tensor:
    """Adam step without bias correction, which the caller puts into `lr`."""
    step = decayed(weight, grad, wd, rescale_grad, clip_gradient)
    storage.writable(mean).mul_(beta1).add_(step, alpha=one_less(beta1))
    storage.writable(var).mul_(beta2).addcmul_(step, step, value=one_less(beta2))
    return weight - lr * mean / (torch.sqrt(var) + epsilon)


@register("rmsprop_update", fill=same_shapes, mutates=("n",), method=False)
def rmsprop_update(weight: Tensor, grad: Tensor, n: Tensor, *, lr: Float, gamma1: Float = 0.95,
                   epsilon: Float = 1e-8, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                   clip_weights: Float = -1.0) -> Tensor:
    """Step divided by the root of the moving mean `n` of squared gradients."""
    step = decayed(weight, grad, wd, rescale_grad, clip_gradient)
    storage.writable(n).mul_(gamma1).addcmul_(step, step, value=1.0 - gamma1)
    return clipped(weight - lr * (step / torch.sqrt(n.data + epsilon)), clip_weights)


@register("rmspropalex_update", fill=same_shapes, mutates=("n", "g", "delta"), method=False)
def rmspropalex_update(weight: Tensor, grad: Tensor, n: Tensor, g: Tensor, delta: Tensor, *, lr: Float,
                       gamma1: Float = 0.95, gamma2: Float = 0.9, epsilon: Float = 1e-8, wd: Float = 0.0,
                       rescale_grad: Float = 1.0, clip_gradient: Float = -1.0,
                       clip_weights: Float = -1.0) -> Tensor:
    """Centred RMSProp with momentum: divides by the moving standard deviation of gradients."""
    step = decayed(weight, grad, wd, rescale_grad, clip_gradient)
    storage.writable(n).mul_(gamma1).addcmul_(step, step, value=1.0 - gamma1)
    storage.writable(g).mul_(gamma1).add_(step, alpha=1.0 - gamma1)
    storage.writable(delta).mul_(gamma2).sub_(lr * step / torch.sqrt(n.data - g.data * g.data + epsilon))
    return clipped(weight + delta.data, clip_weights)


@register("ftrl_update", fill=same_shapes, mutates=("z", "n"), method=False)
def ftrl_update(weight: Tensor, grad: Tensor, z: Tensor, n: Tensor, *, lr: Float, lamda1: Float = 0.01,
                beta: Float = 1.0, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_gradient: Float = -1.0) -> Tensor:
    """Follow the regularised leader: weights whose `z` stays within `lamda1` become zero."""
    step = prepared(weight, grad, rescale_grad, clip_gradient)
    squared = step * step
    storage.writable(z).add_(step - (torch.sqrt(n.data + squared) - torch.sqrt(n.data)) * weight / lr)
    storage.writable(n).add_(squared)
    moved = (torch.sign(z.data) * lamda1 - z.data) / ((beta + torch.sqrt(n.data)) / lr + wd)
    return moved * (z.data.abs() > lamda1)


@register("ftml_update", fill=same_shapes, mutates=("d", "v", "z"), method=False)
def ftml_update(weight: Tensor, grad: Tensor, d: Tensor, v: Tensor, z: Tensor, *, lr: Float, beta1: Float = 0.6,
                beta2: Float = 0.999, epsilon: Float = 1e-8, t: Int, wd: Float = 0.0, rescale_grad: Float = 1.0,
                clip_grad: Float = -1.0) -> Tensor:
    """Follow the moving leader, at step `t` counted from one."""
    step = decayed(weight, grad, wd, rescale_grad, clip_grad)
    storage.writable(v).mul_(beta2).addcmul_(step, step, value=one_less(beta2))
    scale = one_less(beta1, t) / lr * (torch.sqrt(v.data / one_less(beta2, t)) + epsilon)
    storage.writable(z).mul_(beta1).add_(step, alpha=one_less(beta1)).sub_((scale - beta1 * d.data) * weight)
    storage.writable(d).copy_(scale)
    return -z.data / scale


@register("multi_lars", fill=same_shapes, method=False)
def multi_lars(lrs: Tensor, weights_sum_sq: Tensor, grads_sum_sq: Tensor, wds: Tensor, *, eta: Float, eps: Float,
               rescale_grad: Float = 1.0) -> Tensor:
    """Learning rates scaled by the ratio of weight to gradient norms, of many layers at once."""
    if lrs.dtype is not torch.float32:
        raise ValueError(f"lrs must be float32, received {lrs.dtype}")
    norm = torch.sqrt(weights_sum_sq)
    scaled = lrs * eta * norm / (torch.sqrt(grads_sum_sq) * rescale_grad + wds * norm + eps)
    return torch.where((norm > 0) & (grads_sum_sq > 0), scaled, lrs)
