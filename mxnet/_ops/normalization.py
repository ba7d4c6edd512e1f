"""Normalization layers."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .opdef import ShapeLike, register
from .params import Bool, Float, Int, OptFloat, Training


def channel_shapes(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    """All inputs but the first are vectors as long as the normalized axis."""
    if shapes[0] is None:
        return shapes
    size = shapes[0][params["axis"]]
    return [shapes[0]] + [(size,) if size else s for s in shapes[1:]]


def _update_moving(moving: Tensor, batch: Tensor, momentum: float) -> None:
    moving.data.mul_(momentum).add_(batch.detach(), alpha=1.0 - momentum)


@register("BatchNorm", fill=channel_shapes, aux=("moving_mean", "moving_var"), outputs=3,
          visible=lambda p: 3 if p["output_mean_var"] else 1, output_names=("output", "mean", "var"))
def batch_norm(data: Tensor, gamma: Tensor, beta: Tensor, moving_mean: Tensor, moving_var: Tensor, *,
               eps: Float = 1e-3, momentum: Float = 0.9, fix_gamma: Bool = True, use_global_stats: Bool = False,
               output_mean_var: Bool = False, axis: Int = 1, cudnn_off: Bool = False,
               min_calib_range: OptFloat = None, max_calib_range: OptFloat = None,
               training: Training = False) -> tuple[Tensor, Tensor, Tensor]:
    """Normalize `axis` by batch statistics in training and by moving ones in prediction.

    The moving variance follows the biased batch variance. With `fix_gamma`, gamma counts as 1.
    """
    if fix_gamma:
        gamma = torch.ones_like(gamma)
    moved = axis % data.ndim != 1 and data.ndim > 1
    if moved:
        data = data.movedim(axis, 1)
    batch = training and not use_global_stats
    result, mean, scale = torch.native_batch_norm(data, gamma, beta, moving_mean.detach(), moving_var.detach(), batch,
                                                  0.0, eps)
    if batch:
        variance = scale.detach() ** -2 - eps
        _update_moving(moving_mean, mean, momentum)
        _update_moving(moving_var, variance, momentum)
    else:
        mean, scale = moving_mean, torch.rsqrt(moving_var + eps)
    return (result.movedim(1, axis) if moved else result), mean, scale
