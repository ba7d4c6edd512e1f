"""Operators that create arrays from shapes and numbers."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from ..._runtime.storage import scalar as kept_scalar
from ..create import arange as arange_of_nd
from ..facts import ZERO_GRADIENT, Inference, Params, TypeLike, Types
from ..opdef import register
from ..params import Bool, Device, DType, Float, Int, OptDType, OptFloat, OptInt, OptStr, Shape


@register("_npi_zeros")
def zeros(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """Return an array of zeros."""
    return torch.zeros(shape, dtype=dtype, device=device)


@register("_npi_ones")
def ones(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """Return an array of ones."""
    return torch.ones(shape, dtype=dtype, device=device)


@register("_npi_identity")
def identity(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """Return a square matrix with ones on its diagonal."""
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"an identity matrix must be square, received shape {shape}")
    return torch.eye(shape[0], dtype=dtype, device=device)


def _like_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [params["dtype"] or known[0]]


@register("_npi_full_like", inference=Inference(result_types=_like_type), effects=ZERO_GRADIENT)
def full_like(a: Tensor, *, fill_value: Float, ctx: OptStr = None, dtype: OptDType = None) -> Tensor:
    """Return an array with the shape of `a`, filled with a number."""
    result_dtype = dtype or a.dtype
    return torch.full(a.shape, kept_scalar(fill_value, result_dtype).item(), dtype=result_dtype, device=a.device)


@register("_npi_arange")
def arange(*, start: Float, stop: OptFloat = None, step: Float = 1.0, repeat: Int = 1, infer_range: Bool = False,
           ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """Return evenly spaced values in ``[start, stop)``, possibly none."""
    first, last = (0.0, start) if stop is None else (start, stop)
    if step == 0:
        raise ValueError("the step must not be 0")
    if (last - first) / step <= 0:
        return torch.empty(0, dtype=dtype, device=device)
    return arange_of_nd(start=first, stop=last, step=step, repeat=repeat, infer_range=infer_range, dtype=dtype,
                        device=device)


@register("_npi_eye")
def eye(*, N: Int, M: OptInt = None, k: Int = 0, ctx: OptStr = None, dtype: DType = torch.float32,
        device: Device = None) -> Tensor:
    """Return a matrix with ones on diagonal `k`."""
    columns = N if M is None else M
    if N < 0 or columns < 0:
        raise ValueError(f"sizes must not be negative, received {N} and {columns}")
    rows = torch.arange(N, device=device).unsqueeze(1)
    return (torch.arange(columns, device=device).unsqueeze(0) - rows == k).to(dtype)


@register("_npi_indices")
def indices(*, dimensions: Shape, dtype: DType = torch.int32, ctx: OptStr = None, device: Device = None) -> Tensor:
    """Return the indices of all elements of an array of this shape, with the axis number as the first axis."""
    result = torch.empty((len(dimensions), *dimensions), dtype=dtype, device=device)
    for axis, size in enumerate(dimensions):
        sizes = [1] * len(dimensions)
        sizes[axis] = size
        result[axis] = torch.arange(size, device=device).reshape(sizes).to(dtype)
    return result


@register("_npi_logspace")
def logspace(*, start: Float, stop: Float, num: Int, endpoint: Bool = True, base: Float = 10.0, ctx: OptStr = None,
             dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """Return `num` values from ``base ** start`` to ``base ** stop``, evenly spaced in the exponent."""
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    gaps = num - 1 if endpoint else num
    step = (stop - start) / gaps if gaps > 0 else 0.0
    exponents = torch.arange(num, dtype=torch.float64, device=device) * step + start
    return torch.pow(kept_scalar(base, torch.float64), exponents).to(dtype)


def _window(name: str, weights: tuple[float, float, float]) -> None:
    constant, once, twice = weights

    def lower(*, M: OptInt = None, ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
        size = max(M or 0, 0)
        if size == 1:
            return torch.ones(1, dtype=dtype, device=device)
        if not dtype.is_floating_point:  # MXNet converts the factors, all below 1, before multiplying
            return torch.zeros(size, dtype=dtype, device=device)
        angle = torch.arange(size, dtype=torch.float64, device=device) * (2 * math.pi / max(size - 1, 1))
        values = constant - once * torch.cos(angle) + twice * torch.cos(2 * angle)
        return values.to(dtype)

    lower.__doc__ = f"Return the {name} window with `M` points."
    register(f"_npi_{name}")(lower)


_window("hanning", (0.5, 0.5, 0.0))
_window("hamming", (0.54, 0.46, 0.0))
_window("blackman", (0.42, 0.5, 0.08))
