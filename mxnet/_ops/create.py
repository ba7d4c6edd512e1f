"""Operators without inputs, or that use only the shape of their input."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from .._runtime import dtype as dtypes
from .._runtime.storage import scalar as kept_scalar
from .facts import FLOAT32, UNLISTED, Inference, Params, TypeLike, Types
from .opdef import register
from .params import Bool, Device, DType, Float, Int, OptFloat, OptInt, OptStr, Shape


@register("_zeros")
def zeros(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """Return an array of zeros."""
    return torch.zeros(shape, dtype=dtype, device=device)


def _type_of_code(code: int) -> torch.dtype:
    return torch.float32 if code < 0 else dtypes.TORCH_OF_CODE[code]


def _coded_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [_type_of_code(params["dtype"])]


@register("_zeros_without_dtype", inference=Inference(result_types=_coded_type))
def zeros_without_dtype(*, shape: Shape = (), ctx: OptStr = None, dtype: Int = -1, device: Device = None) -> Tensor:
    """Return an array of zeros. `dtype` is a type code; -1 takes the dtype of ``out``."""
    return torch.zeros(shape, dtype=_type_of_code(dtype), device=device)


@register("_set_value", inference=FLOAT32)
def set_value(*, src: Float, device: Device = None) -> Tensor:
    """Fill the array passed as ``out`` with a scalar."""
    return torch.tensor(src, device=device)


@register("_ones")
def ones(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """Return an array of ones."""
    return torch.ones(shape, dtype=dtype, device=device)


@register("_full", "_npi_full")
def full(*, shape: Shape = (), ctx: OptStr = None, dtype: DType = torch.float32, value: Float,
         device: Device = None) -> Tensor:
    """Return an array filled with `value`."""
    return torch.full(shape, kept_scalar(value, dtype).item(), dtype=dtype, device=device)


def _space(position: Tensor, start: float, step: float, dtype: torch.dtype) -> Tensor:
    """Compute ``start + position * step`` in the arithmetic of `dtype`."""
    return position.to(dtype) * kept_scalar(step, dtype) + kept_scalar(start, dtype)


@register("_arange")
def arange(*, start: Float = 0.0, stop: OptFloat = None, step: Float = 1.0, repeat: Int = 1,
           infer_range: Bool = False, ctx: OptStr = None, dtype: DType = torch.float32,
           device: Device = None) -> Tensor:
    """Return evenly spaced values in ``[start, stop)``, each repeated `repeat` times.

    With `infer_range` and without `stop`, the length is inferred from the rest of the graph.
    """
    if stop is None and infer_range:
        if device is None or torch.device(device).type != "meta":
            raise ValueError("infer_range=True needs stop, or another operand in the graph that determines the length")
        return torch.empty(0, dtype=dtype, device=device)  # 0 marks an unknown size
    if stop is None:
        start, stop = 0.0, start
    if step == 0 or (stop - start) / step <= 0:
        raise ValueError(f"Invalid range (start, stop, step) = ({start}, {stop}, {step})")
    if math.isinf(stop - start):
        raise ValueError(f"start and stop must be finite, received start={start} and stop={stop}")
    if repeat <= 0:
        raise ValueError(f"Range only supports repeat > 0, received {repeat}")
    count = math.ceil((stop - start) / step)
    if dtype is torch.float32 and start % 1 == 0 and step % 1 == 0:  # torch.arange is exact here
        values = torch.arange(start, start + count * step, step, dtype=dtype, device=device)
    else:
        values = _space(torch.arange(count, device=device), start, step, dtype)
    return values if repeat == 1 else torch.repeat_interleave(values, repeat)


@register("_linspace", "_npi_linspace")
def linspace(*, start: Float, stop: OptFloat = None, num: Int, endpoint: Bool = True, ctx: OptStr = None,
             dtype: DType = torch.float32, device: Device = None) -> Tensor:
    """Return `num` evenly spaced values from `start` to `stop`; `endpoint` includes `stop`."""
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    if stop is None:
        start, stop = 0.0, start
    gaps = num - 1 if endpoint else num
    step = (stop - start) / gaps if gaps > 0 else 0.0
    return (torch.arange(num, dtype=torch.float64, device=device) * step + start).to(dtype)


@register("_eye")
def eye(*, N: Int, M: Int = 0, k: Int = 0, ctx: OptStr = None, dtype: DType = torch.float32,
        device: Device = None) -> Tensor:
    """Return a matrix with ones on diagonal `k`."""
    columns = M or N
    rows = torch.arange(N, device=device).unsqueeze(1)
    return (torch.arange(columns, device=device).unsqueeze(0) - rows == k).to(dtype)


@register("_contrib_arange_like", "_npx_arange_like", precision=UNLISTED)
def arange_like(data: Tensor, *, start: Float = 0.0, step: Float = 1.0, repeat: Int = 1, ctx: OptStr = None,
                axis: OptInt = None) -> Tensor:
    """Return evenly spaced values in the shape of `data`, or along one of its axes."""
    count = data.numel() if axis is None else data.shape[axis]
    position = torch.arange(count, device=data.device)
    if repeat != 1:
        position = torch.div(position, repeat, rounding_mode="trunc")
    values = _space(position, start, step, data.dtype)
    return values.reshape(data.shape) if axis is None else values
