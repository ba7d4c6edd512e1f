"""LAMB and AdamW as operators, with and without a float32 copy of the weight."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .facts import FUNCTION, UNLISTED, Effects, Inference, fixed_type
from .opdef import ONE_SHAPE, ShapeLike, register, same_shapes
from .optimizer_formulas import TENSOR, check_master, updated
from .params import Bool, Float, Int


def _norm_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    filled = same_shapes(params, [shapes[0], shapes[1], *shapes[4:]])
    return [filled[0], filled[1], shapes[2] or (1,), shapes[3] or (1,), *filled[2:]]


@register("lamb_update_phase1", inference=ONE_SHAPE, effects=Effects(mutates=("mean", "var")), form=FUNCTION,
          precision=UNLISTED)
def lamb_update_phase1(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, *, beta1: Float = 0.9,
                       beta2: Float = 0.999, epsilon: Float = 1e-6, t: Int, bias_correction: Bool = True, wd: Float,
                       rescale_grad: Float = 1.0, clip_gradient: Float = -1.0) -> Tensor:
    """First half of a LAMB step: the direction, whose norm the second half needs."""
    return updated(TENSOR.lamb_direction, weight, grad, [mean, var], None, wd, t, beta1, beta2, epsilon,
                   bias_correction, rescale_grad, clip_gradient)


@register("lamb_update_phase2", inference=Inference(fill=_norm_shapes), form=FUNCTION, precision=UNLISTED)
def lamb_update_phase2(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor, *, lr: Float, lower_bound: Float = -1.0,
                       upper_bound: Float = -1.0) -> Tensor:
    """Second half of a LAMB step: along `g`, scaled by the weight's norm `r1` over the direction's `r2`."""
    _check_norms(weight, g, r1, r2)
    return weight - TENSOR.trust_rate(lr, r1.reshape(-1)[0], r2.reshape(-1)[0], lower_bound, upper_bound) * g


def _check_norms(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor) -> None:
    if g.shape != weight.shape or r1.shape[:1] != (1,) or r2.shape[:1] != (1,):
        raise ValueError(f"g must have the shape of weight {tuple(weight.shape)}, r1 and r2 one element, received "
                         f"g={tuple(g.shape)} r1={tuple(r1.shape)} r2={tuple(r2.shape)}")


@register("mp_lamb_update_phase1", inference=Inference(fill=same_shapes, result_types=fixed_type(torch.float32)),
          effects=Effects(mutates=("mean", "var")), form=FUNCTION, precision=UNLISTED)
def mp_lamb_update_phase1(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, weight32: Tensor, *,
                          beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-6, t: Int,
                          bias_correction: Bool = True, wd: Float, rescale_grad: Float = 1.0,
                          clip_gradient: Float = -1.0) -> Tensor:
    """`lamb_update_phase1` computed, and returned, in float32."""
    check_master(weight, weight32)
    return updated(TENSOR.lamb_direction, weight32.data, grad.float(), [mean, var], None, wd, t, beta1, beta2, epsilon,
                   bias_correction, rescale_grad, clip_gradient)


@register("mp_lamb_update_phase2", inference=Inference(fill=_norm_shapes), form=FUNCTION, precision=UNLISTED)
def mp_lamb_update_phase2(weight: Tensor, g: Tensor, r1: Tensor, r2: Tensor, weight32: Tensor, *, lr: Float,
                          lower_bound: Float = -1.0, upper_bound: Float = -1.0) -> Tensor:
    """`lamb_update_phase2` computed from the float32 copy, which it leaves as it is."""
    _check_norms(weight, g, r1, r2)
    rate = TENSOR.trust_rate(lr, r1.reshape(-1)[0], r2.reshape(-1)[0], lower_bound, upper_bound)
    return (weight32.data - rate * g).to(weight.dtype)


def _scale_shape(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    return [*same_shapes(params, shapes[:-1]), shapes[-1] or (1,)]


@register("_adamw_update", inference=Inference(fill=_scale_shape), effects=Effects(mutates=("mean", "var")),
          form=FUNCTION)
def adamw_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, rescale_grad: Tensor, *, lr: Float,
                 beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0, eta: Float,
                 clip_gradient: Float = -1.0) -> Tensor:
    """Adam with decoupled weight decay; skipped where the scale is zero or not finite."""
    return updated(TENSOR.adamw, weight, grad, [mean, var], None, lr, wd, eta, rescale_grad, beta1, beta2, epsilon,
                   clip_gradient)


@register("_mp_adamw_update", inference=Inference(fill=_scale_shape),
          effects=Effects(mutates=("mean", "var", "weight32")), form=FUNCTION)
def mp_adamw_update(weight: Tensor, grad: Tensor, mean: Tensor, var: Tensor, weight32: Tensor, rescale_grad: Tensor,
                    *, lr: Float, beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-8, wd: Float = 0.0,
                    eta: Float, clip_gradient: Float = -1.0) -> Tensor:
    """`_adamw_update` computed on the float32 copy `weight32`."""
    return updated(TENSOR.adamw, weight, grad, [mean, var], weight32, lr, wd, eta, rescale_grad, beta1, beta2, epsilon,
                   clip_gradient)
