"""Pooling layers."""

from __future__ import annotations

import math
from typing import Annotated, Any

import torch
from torch import Tensor
from torch.nn import functional

from .convolution import check_layout, expand
from .facts import LEGACY, Effects, Form, Inference, Params, Precision, Size
from .max_pooling import max_pool
from .nonfinite import all_finite
from .opdef import register
from .params import Bool, Choice, OptBool, OptInt, Shape
from .shapes import windows

_MEAN: dict[int, Any] = {1: functional.avg_pool1d, 2: functional.avg_pool2d, 3: functional.avg_pool3d}
# Torch accumulates half precision means in single precision, but not sums.
_EXACT_SUMS = (torch.float32, torch.float64)
_FIRST = {1: "NCW", 2: "NCHW", 3: "NCDHW"}
PoolType = Annotated[str, Choice("avg", "lp", "max", "sum")]
Convention = Annotated[str, Choice("full", "same", "valid")]
PoolLayout = Annotated[str | None, Choice("NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", "NWC", optional=True)]
Sizes = tuple[int, ...]
Pairs = list[tuple[int, int]]


def _paddings(sizes: Sizes, kernel: Sizes, stride: Sizes, pad: Sizes, convention: str) -> Pairs:
    """Return the padding before and after each axis for which floor-mode windows match `convention`."""
    pairs = []
    for size, k, s, p in zip(sizes, kernel, stride, pad, strict=True):
        if convention == "valid":
            pairs.append((p, p))
            continue
        # 'same' keeps the start of every window inside the data and pads only at the end.
        count = -(-size // s) if convention == "same" else -(-(size + 2 * p - k) // s) + 1
        pairs.append((p, max(p, (count - 1) * s + k - size - p)))
    return pairs


def _pad(data: Tensor, pairs: Pairs, value: float) -> Tensor:
    if not any(before or after for before, after in pairs):
        return data
    flat = [n for pair in reversed(pairs) for n in pair]
    return functional.pad(data, flat, value=value)


def _symmetric(pairs: Pairs, kernel: Sizes) -> bool:
    """Return whether torch's padding supports these pairs."""
    return all(before == after and 2 * before <= k for (before, after), k in zip(pairs, kernel, strict=True))


def _window_sums(data: Tensor, kernel: Sizes, stride: Sizes) -> Tensor:
    if len(kernel) == 1:
        sums: Tensor = functional.avg_pool1d(data, kernel, stride) * kernel[0]
        return sums
    sums = _MEAN[len(kernel)](data, kernel, stride, divisor_override=1)
    return sums


def _counts(sizes: Sizes, outputs: Sizes, kernel: Sizes, stride: Sizes, pad: Sizes, include_pad: bool,
            like: Tensor) -> Tensor:
    """Count the elements that each window averages over, without elements beyond the declared padding.

    A window outside the data has the sum 0. Its mean is 0 too, but NaN over three axes.
    """
    none = 0 if len(sizes) == 3 else 1
    counts = torch.ones([1] * len(sizes), dtype=like.dtype, device=like.device)
    for axis, (size, count, k, s, p) in enumerate(zip(sizes, outputs, kernel, stride, pad, strict=True)):
        starts = [i * s - p for i in range(count)]
        ends = [min(start + k, size + p) for start in starts]
        if not include_pad:
            starts, ends = [max(start, 0) for start in starts], [min(end, size) for end in ends]
        lengths = torch.tensor([(e - b) or none for b, e in zip(starts, ends, strict=True)], dtype=like.dtype,
                               device=like.device)
        counts = counts * lengths.reshape([-1 if i == axis else 1 for i in range(len(sizes))])
    return counts


class _NumbersOnly(torch.autograd.Function):
    """Replace NaN and negative infinity by the lowest number; the gradient passes unchanged."""

    @staticmethod
    def forward(ctx: Any, data: Tensor) -> Tensor:
        lowest = torch.finfo(data.dtype).min
        return torch.nan_to_num(data, lowest, math.inf, lowest)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        return heads[0]


def _max_of_numbers(data: Tensor, pairs: Pairs, kernel: Sizes, stride: Sizes, first: bool) -> Tensor:
    """Compute maxima that ignore NaN; windows without numbers return the lowest number.

    In single precision, the gradient of such a window goes to its first element. Otherwise it is dropped.
    """
    lowest = torch.finfo(data.dtype).min
    result: Tensor = max_pool(_pad(_NumbersOnly.apply(data), pairs, lowest), kernel, stride)
    return result if first and data.dtype is torch.float32 else torch.where(result > lowest, result, lowest)


def _max_pool(data: Tensor, pairs: Pairs, kernel: Sizes, stride: Sizes, first: bool) -> Tensor:
    if _symmetric(pairs, kernel):
        result = max_pool(data, kernel, stride, tuple(before for before, _ in pairs))
    else:
        result = max_pool(_pad(data, pairs, torch.finfo(data.dtype).min), kernel, stride)
    return result if all_finite(result) else _max_of_numbers(data, pairs, kernel, stride, first)


def _spread_evenly(means: Tensor, sums: Tensor, kernel: Sizes, stride: Sizes, pad: Sizes) -> Tensor:
    """Return `means` with the gradient of complete windows.

    MXNet delegates the single precision backward pass to a library if the windows fit *the result* without a remainder,
    although it should check the data. That library divides by the kernel size.
    """
    sizes = tuple(means.shape[2:])
    if any((n + 2 * p - k) % s for n, k, s, p in zip(sizes, kernel, stride, pad, strict=True)):
        return means
    even = sums / math.prod(kernel)
    return even + (means - even).detach()


def _mean_pool(data: Tensor, pairs: Pairs, kernel: Sizes, stride: Sizes, pad: Sizes, include_pad: bool,
               first: bool) -> Tensor:
    # Over three axes torch requires data as large as the kernel, even if padding is sufficient.
    if _symmetric(pairs, kernel) and not (
            len(kernel) == 3 and any(n < k for n, k in zip(data.shape[2:], kernel, strict=True))):
        result: Tensor = _MEAN[len(kernel)](data, kernel, stride, tuple(before for before, _ in pairs), False,
                                            include_pad)
        return result
    sums = _window_sums(_pad(data, pairs, 0.0), kernel, stride)
    means = sums / _counts(tuple(data.shape[2:]), tuple(sums.shape[2:]), kernel, stride, pad, include_pad, sums)
    if first and include_pad and means.requires_grad and means.dtype is torch.float32:
        return _spread_evenly(means, sums, kernel, stride, pad)
    return means


def _root(sums: Tensor, power: int) -> Tensor:
    """Compute the real root, with a gradient of 0 at 0 as in MXNet."""
    if power == 1:
        return sums
    zero = sums == 0
    safe = sums.masked_fill(zero, 1.0)
    root = torch.sqrt(safe) if power == 2 else torch.sign(safe) * torch.abs(safe) ** (1.0 / 3.0)
    return root.masked_fill(zero, 0.0)


def _check_power(p_value: int | None) -> int:
    if p_value not in (1, 2, 3):
        raise ValueError(f"Lp pooling needs p_value 1, 2 or 3, received {p_value}")
    return p_value


def _lp_pool(data: Tensor, pairs: Pairs, kernel: Sizes, stride: Sizes, p_value: int | None) -> Tensor:
    power = _check_power(p_value)
    sums = _window_sums(_pad(data**power if power > 1 else data, pairs, 0.0), kernel, stride)
    return _root(sums, power)


def _pool(data: Tensor, kernel: Sizes, pool_type: str, convention: str, stride: Sizes, pad: Sizes,
          p_value: int | None, include_pad: bool, first: bool) -> Tensor:
    sizes = tuple(data.shape[2:])
    if len(sizes) != len(kernel):
        raise ValueError(f"data must have {len(kernel)} spatial axes for kernel {kernel}")
    for size, k, p in zip(sizes, kernel, pad, strict=True):
        if k > size + 2 * p:
            raise ValueError(f"kernel size {kernel} exceeds input {sizes} padded by {pad}")
    pairs = _paddings(sizes, kernel, stride, pad, convention)
    if pool_type == "max":
        return _max_pool(data, pairs, kernel, stride, first)
    # Torch lacks these kernels for half precision, where powers would underflow anyway.
    wide = data.float() if data.dtype is torch.float16 and (len(kernel) == 3 or pool_type == "lp") else data
    if pool_type == "avg":
        result = _mean_pool(wide, pairs, kernel, stride, pad, include_pad, first and wide is data)
    elif pool_type == "sum":
        result = _window_sums(_pad(wide, pairs, 0.0), kernel, stride)
    else:
        result = _lp_pool(wide, pairs, kernel, stride, p_value)
    return result if wide is data else result.to(data.dtype)


def _global_pool(data: Tensor, pool_type: str, p_value: int | None, first: bool) -> Tensor:
    sizes = tuple(data.shape[2:])
    if len(sizes) not in _MEAN:
        raise ValueError("data must have 1, 2 or 3 spatial axes")
    if pool_type == "max":
        # Unlike amax, this passes the gradient to the first of equal elements.
        return _max_pool(data, [(0, 0)] * len(sizes), sizes, sizes, first)
    axes = tuple(range(2, data.ndim))
    if pool_type == "avg":
        if data.dtype in _EXACT_SUMS:
            # Unlike torch's mean, this divides the gradient before it is expanded to the full image.
            return torch.sum(data, axes, True) / math.prod(sizes)
        return torch.mean(data, axes, True)
    if pool_type == "sum":
        return torch.sum(data, axes, True)
    power = _check_power(p_value)
    return _root(torch.sum(data**power, axes, True), power)


def _has_workspace(params: dict[str, Any]) -> bool:
    layout = params["layout"]
    return params["pool_type"] == "max" and bool(params["kernel"]) and (layout is None or layout.startswith("NC"))


def _pooling_shape(params: Params, shapes: list[Size]) -> Size | None:
    (data,) = shapes
    rank = len(data) - 2
    if rank < 1 or not (params["layout"] or "NC").startswith("NC") or params["pool_type"] not in ("max", "avg"):
        return None
    if params["global_pool"]:
        return (*data[:2], *(1,) * rank)
    kernel = tuple(params["kernel"])
    if len(kernel) != rank or params["pooling_convention"] != "valid":
        return None
    stride, pad = expand(params["stride"][:rank], rank, 1), expand(params["pad"][:rank], rank, 0)
    if any(p >= k for p, k in zip(pad, kernel, strict=True)):
        return None
    spatial = windows(data[2:], kernel, stride, pad, (1,) * rank)
    return (*data[:2], *spatial) if spatial else None


@register("Pooling", "_npx_pooling", inference=Inference(shapes=_pooling_shape),
          effects=Effects(fresh=True, overwritable=lambda params: not params["global_pool"], keeps_layout=True),
          form=Form(method=True, named_input=True, named_outputs=True, workspace=_has_workspace),
          precision=Precision(bfloat16="any"))
def pooling(data: Tensor, *, kernel: Shape = (), pool_type: PoolType = "max", global_pool: Bool = False,
            cudnn_off: Bool = False, pooling_convention: Convention = "valid", stride: Shape = (), pad: Shape = (),
            p_value: OptInt = None, count_include_pad: OptBool = None, layout: PoolLayout = None) -> Tensor:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    rank = len(kernel)
    if rank and not global_pool:
        stride, pad = stride[:rank], pad[:rank]  # MXNet ignores elements beyond the rank of the kernel
    if pool_type == "max" and pooling_convention == "valid" and layout in (None, _FIRST.get(rank)) and (
            data.ndim == rank + 2) and not (global_pool or any(pad)):
        # Fast path for the layers of most networks.
        direct = max_pool(data, kernel, expand(stride, rank, 1))
        if all_finite(direct):
            return direct
    last = check_layout("Pooling", layout, data.ndim - 2)
    if last:
        data = data.movedim(-1, 1)
    if pooling_convention == "same" and (data.ndim != 3 or any(pad)):
        raise ValueError(f"pooling_convention 'same' supports one spatial axis and no pad, received pad={pad}")
    if global_pool:
        result = _global_pool(data, pool_type, p_value, not last)
    elif not kernel:
        raise ValueError("kernel must be given unless global_pool is set")
    else:
        pads = expand(pad if any(pad) else (), rank, 0)
        # Torch has no mean of this dtype over three axes.
        wide = data.float() if rank == 3 and data.dtype is torch.bfloat16 else data
        result = _pool(wide, kernel, pool_type, pooling_convention, expand(stride, rank, 1), pads,
                       p_value, count_include_pad is not False, not last).to(data.dtype)
    return result.movedim(1, -1) if last else result


_PoolType = Annotated[str, Choice("avg", "max", "sum")]
_Convention = Annotated[str, Choice("full", "valid")]


def _windows(data: Tensor, offset: tuple[int, int], stride: Sizes, counts: Sizes) -> Tensor:
    """Return a view of the element at `offset` of every window."""
    rows, columns = offset[0] + stride[0] * (counts[0] - 1) + 1, offset[1] + stride[1] * (counts[1] - 1) + 1
    return data[:, :, offset[0]:rows:stride[0], offset[1]:columns:stride[1]]


class _MaxPool(torch.autograd.Function):
    """Max pooling whose gradient goes to every element that equals the maximum."""

    @staticmethod
    def forward(ctx: Any, data: Tensor, kernel: Sizes, stride: Sizes) -> Tensor:
        result: Tensor = functional.max_pool2d(data, kernel, stride)
        ctx.save_for_backward(data, result)
        ctx.kernel, ctx.stride = kernel, stride
        return result

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        data, result = ctx.saved_tensors
        gradient = torch.zeros_like(data)
        counts = tuple(result.shape[2:])
        for row in range(ctx.kernel[0]):
            for column in range(ctx.kernel[1]):
                place = (row, column)
                hit = _windows(data, place, ctx.stride, counts) == result
                _windows(gradient, place, ctx.stride, counts).add_(heads[0] * hit)
        return gradient, None, None


def _fill_up(data: Tensor, kernel: Sizes, stride: Sizes, convention: str, value: float) -> Tensor:
    """Pad the end of the data for the last, incomplete window of convention 'full'."""
    if convention == "valid":
        return data
    missing = [max(0, -(-(size - k) // s) * s + k - size)
               for size, k, s in zip(data.shape[2:], kernel, stride, strict=True)]
    return functional.pad(data, [0, missing[1], 0, missing[0]], value=value) if any(missing) else data


@register("Pooling_v1", form=LEGACY)
def pooling_v1(data: Tensor, *, kernel: Shape = (), pool_type: _PoolType = "max", global_pool: Bool = False,
               pooling_convention: _Convention = "valid", stride: Shape = (), pad: Shape = ()) -> Tensor:
    """Pool two spatial axes. Padding counts as zeros, and means divide by the kernel size."""
    if data.ndim != 4 or not (global_pool or len(kernel) == 2):
        raise ValueError(f"data and kernel must have two spatial axes, received kernel {kernel}")
    sizes = tuple(data.shape[2:]) if global_pool else kernel
    strides, pads = ((1, 1), (0, 0)) if global_pool else (expand(stride, 2, 1), expand(pad, 2, 0))
    if any(pads):
        data = functional.pad(data, [pads[1], pads[1], pads[0], pads[0]])
    if any(k > size for k, size in zip(sizes, data.shape[2:], strict=True)):
        raise ValueError(f"kernel size {sizes} exceeds padded input {tuple(data.shape[2:])}")
    lowest = float("-inf") if pool_type == "max" else 0.0
    data = _fill_up(data, sizes, strides, pooling_convention, lowest)
    if pool_type == "max":
        return _MaxPool.apply(data, sizes, strides)
    sums = functional.avg_pool2d(data, sizes, strides, divisor_override=1)
    return sums / (sizes[0] * sizes[1]) if pool_type == "avg" else sums
