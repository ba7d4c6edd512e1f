"""Conversion between float32 and 8 bits, and the choice of a range from a histogram.

A quantized array comes with two arrays of one element, the limits of its range. Results match MXNet's CPU build:
products in float32 are rounded to the nearest even integer and clipped to the limits of the dtype.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import torch
from torch import Tensor

from .facts import DETACHED, FLOAT32, UNLISTED, Form, Inference, Params, ResultTypes, TypeLike, Types
from .opdef import ShapeLike, register
from .params import Choice, Int, OptFloat

ByteType = Annotated[str, Choice("int8", "uint8")]
AutoType = Annotated[str, Choice("auto", "int8", "uint8")]
# Largest magnitudes. `quantize_v2` and later operators add half a step, so that rounding uses all values.
LIMITS = {torch.int8: (-128, 127), torch.uint8: (0, 255), torch.int32: (-(2 ** 31), 2 ** 31 - 1)}
HALF_STEP = {torch.int8: 127.5, torch.uint8: 255.5}
INT32_RANGE = float(2 ** 31 - 1)
OUTPUTS = ("output", "min_output", "max_output")
RANGED = Form(output_names=OUTPUTS, gradient_names="zeros")
_KINDS = {"int8": torch.int8, "uint8": torch.uint8}


def largest(low: Any, high: Any) -> Tensor:
    """Return the largest magnitude in a range with known limits."""
    return torch.maximum(low.abs(), high.abs())


def rounded(values: Tensor, dtype: torch.dtype) -> Tensor:
    """Round values and clip them to an integer dtype."""
    low, high = LIMITS[dtype]
    if dtype is torch.int32:
        # Float32 cannot represent the upper limit, so convert through float64 to avoid overflow.
        return torch.clamp(torch.round(values).to(torch.float64), low, high).to(dtype)
    return torch.clamp(torch.round(values), low, high).to(dtype)


def over(value: float, divisor: Tensor) -> Tensor:
    """Compute ``value / divisor`` with one rounding; torch multiplies by the rounded reciprocal of a divisor."""
    return torch.full_like(divisor, value) / divisor


def constant(like: Tensor, value: Any) -> Tensor:
    """Return a range limit: one float32 element on the device of `like`."""
    return torch.full((1,), value, dtype=torch.float32, device=like.device)


def checked(name: str, data: Tensor, *kinds: torch.dtype) -> Tensor:
    """Return `data`, which must have one of these dtypes. Meta tensors are converted to the first one."""
    if data.dtype in kinds:
        return data
    if data.is_meta:
        return data.to(kinds[0])
    wanted = " or ".join(str(k).removeprefix("torch.") for k in kinds)
    raise ValueError(f"{name} must be {wanted}, received {str(data.dtype).removeprefix('torch.')}")


def _all_first(params: Params, known: Types) -> TypeLike:
    return known[0]


def with_range(count: int, kind: Callable[[Params, Types], TypeLike] = _all_first) -> Inference:
    """Return rules for an operator with a range for each of its first `count` inputs and a result of dtype `kind`."""

    def fill(params: Params, shapes: list[ShapeLike]) -> list[ShapeLike]:
        return [*shapes[:count], *[(1,)] * (len(shapes) - count)]

    def input_types(params: Params, known: Types) -> list[TypeLike]:
        return [*known[:count], *[torch.float32] * (len(known) - count)]

    return Inference(fill=fill, input_types=input_types, result_types=result_with_range(kind))


def result_with_range(kind: Callable[[Params, Types], TypeLike]) -> ResultTypes:
    """Return a dtype rule: `kind` for the result, float32 for the limits of its range."""
    return lambda params, known, outputs: [kind(params, known), *[torch.float32] * (outputs - 1)]


def _chosen(out_type: str, low: float | None, high: float | None) -> torch.dtype:
    if out_type == "auto":
        return torch.uint8 if low is not None and high is not None and low >= 0 else torch.int8
    return _KINDS[out_type]


def _chosen_type(params: Params, known: Types) -> TypeLike:
    if known[0] in HALF_STEP:
        return known[0]
    return _chosen(params["out_type"], params.get("min_calib_range"), params.get("max_calib_range"))


@register("_contrib_quantize", outputs=3, inference=with_range(1, _chosen_type), form=DETACHED)
def quantize(data: Tensor, min_range: Tensor, max_range: Tensor, *, out_type: ByteType = "uint8") -> Any:
    """Quantize float32 data to 8-bit integers for the given range; return the integers and their range."""
    data = checked("data", data, torch.float32)
    dtype = _KINDS[out_type]
    real = largest(min_range, max_range)
    values = rounded(data * over(LIMITS[dtype][1], real), dtype)
    if dtype is torch.uint8:
        return values, min_range.clone(), max_range.clone()
    return values, -real, real


@register("_contrib_quantize_v2", outputs=3, inference=Inference(result_types=result_with_range(_chosen_type)))
def quantize_v2(data: Tensor, *, out_type: AutoType = "int8", min_calib_range: OptFloat = None,
                max_calib_range: OptFloat = None) -> Any:
    """Quantize float32 data to 8-bit integers for the calibrated or actual range; integers pass unchanged."""
    data = checked("data", data, torch.float32, torch.int8, torch.uint8)
    calibrated = min_calib_range is not None and max_calib_range is not None
    if data.dtype is not torch.float32:
        top = HALF_STEP[data.dtype]
        low, high = (min_calib_range, max_calib_range) if calibrated else (-top if data.dtype is torch.int8 else 0, top)
        return data.clone(), constant(data, low), constant(data, high)
    dtype = _chosen(out_type, min_calib_range, max_calib_range)
    if calibrated:
        least, most = constant(data, min_calib_range), constant(data, max_calib_range)
    elif data.numel():
        least, most = data.min().reshape(1), data.max().reshape(1)
    else:
        least, most = constant(data, 0.0), constant(data, 0.0)
    real = largest(least, most)
    values = rounded(data * over(HALF_STEP[dtype], real), dtype)
    return (values, least, most) if dtype is torch.uint8 else (values, -real, real)


@register("_contrib_quantize_asym", outputs=3,
          inference=Inference(result_types=result_with_range(lambda params, known: torch.uint8)),
          form=Form(output_names=("output", "scale", "shift")), precision=UNLISTED)
def quantize_asym(data: Tensor, *, min_calib_range: OptFloat = None, max_calib_range: OptFloat = None) -> Any:
    """Quantize float32 data to uint8 over its full range, ``data * scale + shift``; return it, scale and shift."""
    data = checked("data", data, torch.float32)
    if min_calib_range is not None and max_calib_range is not None:
        least, most = constant(data, min_calib_range), constant(data, max_calib_range)
    else:
        least, most = data.min().reshape(1), data.max().reshape(1)
    scale = over(255, most - least)
    shift = 255 - most * scale
    return rounded(data * scale + shift, torch.uint8), scale, shift


@register("_contrib_dequantize", inference=with_range(1, lambda params, known: torch.float32), form=DETACHED)
def dequantize(data: Tensor, min_range: Tensor, max_range: Tensor, *,
               out_type: Annotated[str, Choice("float32")] = "float32") -> Tensor:
    """Convert 8-bit integers to their float32 values."""
    data = checked("data", data, torch.int8, torch.uint8)
    return data.to(torch.float32) * (largest(min_range, max_range) / HALF_STEP[data.dtype])


@register("_contrib_requantize", outputs=3, inference=with_range(1, _chosen_type), form=DETACHED)
def requantize(data: Tensor, min_range: Tensor, max_range: Tensor, *, out_type: AutoType = "int8",
               min_calib_range: OptFloat = None, max_calib_range: OptFloat = None) -> Any:
    """Convert int32 sums to 8-bit integers for the calibrated range, or for the range of the data."""
    data = checked("data", data, torch.int32)
    dtype = _chosen(out_type, min_calib_range, max_calib_range)
    source = largest(min_range, max_range)
    if min_calib_range is not None and max_calib_range is not None:
        real = constant(data, max(abs(min_calib_range), abs(max_calib_range)))
    else:
        most = largest(data.min().to(torch.float32), data.max().to(torch.float32)).reshape(1)
        real = most * source / INT32_RANGE
    scale = (source / INT32_RANGE) * over(LIMITS[dtype][1], real)
    values = rounded(data.to(torch.float32) * scale, dtype)
    return values, (torch.zeros_like(real) if dtype is torch.uint8 else -real), real


@register("_contrib_calibrate_entropy", outputs=2, inference=FLOAT32,
          form=Form(output_names=("threshold", "divergence")), precision=UNLISTED)
def calibrate_entropy(hist: Tensor, hist_edges: Tensor, *, num_quantized_bins: Int = 255) -> Any:
    """Return the threshold with the smallest KL divergence after quantization to 8 bits, and that divergence.

    `hist` counts values in bins that are symmetric about zero, with the edges `hist_edges`.
    """
    hist = checked("hist", hist, torch.float32)
    if hist_edges.numel() != hist.numel() + 1:
        raise ValueError(f"hist_edges must have one more element than hist, received {hist_edges.numel()} and "
                         f"{hist.numel()}")
    if hist.is_meta:
        return hist.new_empty(1), hist.new_empty(1)
    counts, middle = hist.flatten().to("cpu"), hist.numel() // 2
    best, threshold = float(torch.finfo(torch.float32).max), hist_edges.flatten()[middle + num_quantized_bins // 2 + 1]
    for half in range(num_quantized_bins // 2, middle + 1):
        loss = _divergence(counts, middle - half, middle + half + 1, num_quantized_bins)
        if loss < best:
            best, threshold = loss, hist_edges.flatten()[middle + half + 1]
    return threshold.reshape(1).clone(), constant(hist, best)


def _divergence(counts: Tensor, start: int, stop: int, bins: int) -> float:
    """Return the KL divergence after cutting the distribution to bins [start, stop) and merging them into fewer."""
    size = stop - start
    inner = torch.zeros(size)
    inner[1:] = counts[start + 1:stop]
    cut = inner.clone()
    cut[0] = counts[:start + 1].sum()
    cut[-1] += counts[stop:].sum()
    width = size // bins
    group = torch.clamp(torch.arange(size) // width, max=bins - 1)
    total = torch.zeros(bins).index_add_(0, group, inner)
    filled = torch.zeros(bins).index_add_(0, group, (inner != 0).to(torch.float32))
    spread = torch.where((cut != 0) & (filled[group] > 0), (total / filled.clamp(min=1))[group], torch.zeros(()))
    first, second = _smooth(cut), _smooth(spread)
    if first is None or second is None:
        return float("inf")
    first, second = first / first.sum(), second / second.sum()
    return (first * torch.log(first / second)).sum().item()


def _smooth(counts: Tensor, epsilon: float = 0.0001) -> Tensor | None:
    """Move a small share of the nonzero counts to the empty bins; return None if that is impossible."""
    empty = counts == 0
    zeros = int(empty.sum())
    others = counts.numel() - zeros
    if not others or epsilon * zeros / others >= 1:
        return None
    return counts + torch.where(empty, epsilon, -epsilon * zeros / others)
