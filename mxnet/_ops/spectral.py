"""Fourier transforms and random projections of the last axis."""

from __future__ import annotations

import torch
from torch import Tensor

from .facts import FULL, LEGACY_FUNCTION
from .opdef import register
from .params import Int


@register("_contrib_fft", form=LEGACY_FUNCTION, precision=FULL)
def fft(data: Tensor, *, compute_size: Int = 128) -> Tensor:
    """Compute the Fourier transform of real rows; real and imaginary parts alternate in the result."""
    return torch.view_as_real(torch.fft.fft(data)).flatten(-2)


@register("_contrib_ifft", form=LEGACY_FUNCTION)
def ifft(data: Tensor, *, compute_size: Int = 128) -> Tensor:
    """Compute the real part of the inverse transform of `_contrib_fft`, without division by the length."""
    if data.shape[-1] % 2:
        raise ValueError(f"data must have real and imaginary parts in its last axis, received {data.shape[-1]}")
    pairs = torch.view_as_complex(data.unflatten(-1, (-1, 2)).contiguous())
    return torch.fft.ifft(pairs, norm="forward").real.contiguous()


@register("_contrib_count_sketch", form=LEGACY_FUNCTION, precision=FULL)
def count_sketch(data: Tensor, h: Tensor, s: Tensor, *, out_dim: Int, processing_batch_size: Int = 32) -> Tensor:
    """Multiply columns by the signs `s` and sum them at the indices `h`; only `data` has a gradient."""
    if h.numel() != data.shape[-1] or s.numel() != data.shape[-1]:
        raise ValueError(f"h and s must have {data.shape[-1]} elements, received {h.numel()} and {s.numel()}")
    places = h.detach().reshape(-1).long()
    return data.new_zeros(*data.shape[:-1], out_dim).index_add(-1, places, data * s.detach().reshape(-1))
