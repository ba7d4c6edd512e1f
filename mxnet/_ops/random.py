"""Random numbers; each context draws from its own generator."""

from __future__ import annotations

import torch
from torch import Tensor

from .opdef import register
from .params import Device, Float, Generator, Int, OptDType, OptStr, Shape


def _empty(shape: tuple[int, ...], dtype: torch.dtype | None, device: torch.device | None) -> Tensor:
    if dtype is not None and not dtype.is_floating_point:
        raise ValueError(f"dtype must be a floating point type, received {dtype}")
    return torch.empty(shape or (1,), dtype=dtype or torch.float32, device=device)


@register("_random_uniform", "random_uniform", "uniform", method=False)
def random_uniform(*, low: Float = 0.0, high: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                   dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Uniform on ``[low, high)``."""
    return _empty(shape, dtype, device).uniform_(0.0, 1.0, generator=generator).mul_(high - low).add_(low)


@register("_random_normal", "random_normal", "normal", method=False)
def random_normal(*, loc: Float = 0.0, scale: Float = 1.0, shape: Shape = (), ctx: OptStr = None,
                  dtype: OptDType = None, device: Device = None, generator: Generator = None) -> Tensor:
    """Normal with mean `loc` and standard deviation `scale`."""
    if scale < 0:
        raise ValueError(f"scale must not be negative, received {scale}")
    return _empty(shape, dtype, device).normal_(loc, scale, generator=generator)


@register("_random_randint", "random_randint", method=False)
def random_randint(*, low: Int, high: Int, shape: Shape = (), ctx: OptStr = None, dtype: OptDType = None,
                   device: Device = None, generator: Generator = None) -> Tensor:
    """Integers in ``[low, high)``."""
    return torch.randint(low, high, shape or (1,), dtype=dtype or torch.int32, device=device, generator=generator)


@register("_shuffle", "shuffle", method=False)
def shuffle(data: Tensor, *, generator: Generator = None) -> Tensor:
    """The rows of `data` in random order."""
    return data[torch.randperm(data.shape[0], generator=generator, device=data.device)]
