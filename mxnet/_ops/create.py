"""Operators without inputs."""

from __future__ import annotations

import torch
from torch import Tensor

from .opdef import register
from .params import Bool, Device, DType, Float, Int, OptFloat, OptStr, Shape


@register("_zeros", method=False)
def zeros(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """An array of zeros."""
    return torch.zeros(shape, dtype=dtype, device=device)


@register("_ones", method=False)
def ones(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """An array of ones."""
    return torch.ones(shape, dtype=dtype, device=device)


@register("_full", method=False)
def full(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, value: Float,
         device: Device = None) -> Tensor:
    """An array filled with `value`."""
    return torch.full(shape, value, dtype=dtype, device=device)


@register("_arange", method=False)
def arange(*, start: Float = 0.0, stop: OptFloat = None, step: Float = 1.0, repeat: Int = 1,
           infer_range: Bool = False, ctx: OptStr = None, dtype: DType = torch.float32,
           device: Device = None) -> Tensor:
    """Evenly spaced values in ``[start, stop)``, each repeated."""
    if stop is None:
        start, stop = 0.0, start
    if step == 0 or (stop - start) / step < 0:
        raise ValueError(f"start={start}, stop={stop}, step={step} describe no range")
    values = torch.arange(start, stop, step, dtype=torch.float64, device=device).to(dtype)
    return values if repeat == 1 else torch.repeat_interleave(values, repeat)


@register("_eye", method=False)
def eye(*, N: Int, M: Int = 0, k: Int = 0, ctx: OptStr = None, dtype: DType = torch.float32,
        device: Device = None) -> Tensor:
    """A matrix with ones on diagonal `k`."""
    columns = M or N
    rows = torch.arange(N, device=device).unsqueeze(1)
    return (torch.arange(columns, device=device).unsqueeze(0) - rows == k).to(dtype)


@register("_linspace", method=False)
def linspace(*, start: Float, stop: OptFloat = None, step: OptFloat = None, repeat: Int = 1,
             infer_range: Bool = False, ctx: OptStr = None, dtype: DType = torch.float32, num: Int = 0,
             endpoint: Bool = True, device: Device = None) -> Tensor:
    """`num` evenly spaced values from `start` to `stop`."""
    count = num if endpoint else num + 1
    values = torch.linspace(start, start if stop is None else stop, count, dtype=torch.float64, device=device)
    return values[:num].to(dtype)
