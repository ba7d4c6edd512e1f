"""Counts, ranks and differences of elements."""

from __future__ import annotations

from typing import Annotated, Any

import torch
from torch import Tensor

from ..._runtime.error import ArgumentValueError
from ..facts import DETACHED, INT64, NO_GRADIENT, ZERO_GRADIENT, Inference, Params, TypeLike, Types
from ..opdef import register
from ..params import Bool, Choice, Int, OptFloat, OptInt, OptShape
from ..stopped import constant
from .reduce import merged, positive_axes, restored
from .twins import alike


def _wanted(params: Params) -> int:
    return 1 + params["return_index"] + params["return_inverse"] + params["return_counts"]


@register("_npi_unique", outputs=_wanted, effects=ZERO_GRADIENT)
def unique(data: Tensor, *, return_index: Bool = False, return_inverse: Bool = False, return_counts: Bool = False,
           axis: OptInt = None) -> Any:
    """Return the distinct elements in ascending order, and optionally their indices, inverse indices and counts."""
    if data.is_meta:
        raise NotImplementedError("the number of distinct elements depends on their values")
    if axis is not None:
        positive_axes(data.ndim, (axis,))
    flat = axis is None or not data.ndim or not data.numel()
    values, inverse, counts = torch.unique(data.detach().reshape(-1) if flat else data.detach(), return_inverse=True,
                                           return_counts=True, dim=0 if flat else axis)
    inverse = inverse.reshape(-1)
    # Indices of first occurrences: positions are written in reverse order, so the first one remains.
    first = torch.empty(counts.numel(), dtype=torch.int64, device=data.device)
    positions = torch.arange(inverse.numel(), device=data.device)
    first.scatter_reduce_(0, inverse, positions, "amin", include_self=False)
    values = constant(values, data)
    results = [values]
    results += [extra for extra, asked in ((first, return_index), (inverse, return_inverse), (counts, return_counts))
                if asked]
    return tuple(results) if len(results) > 1 else values


def _bincount_inputs(params: Params) -> tuple[str, ...]:
    return ("data", "weights") if params["has_weights"] else ("data",)


@register("_npi_bincount", present=_bincount_inputs, effects=ZERO_GRADIENT)
def bincount(data: Tensor, weights: Tensor | None = None, *, minlength: Int = 0, has_weights: Bool = False) -> Tensor:
    """Count the occurrences of each number from 0 on, or sum their weights."""
    if data.is_meta:
        raise NotImplementedError("the length of the result depends on the largest value")
    if data.is_floating_point():
        raise TypeError("bincount requires integers")
    if weights is None:
        return torch.bincount(data, minlength=minlength).to(data.dtype)
    return constant(torch.bincount(data, weights.detach(), minlength).to(weights.dtype), weights)


@register("_npi_diff")
def diff(a: Tensor, *, n: Int = 1, axis: Int = -1) -> Tensor:
    """Compute the `n`-th differences of adjacent elements."""
    if n < 0:
        raise ValueError(f"order must be non-negative, received {n}")
    if not a.ndim:
        raise ValueError("diff requires an array of at least one axis")
    return torch.diff(a, n=n, dim=axis) if n else a.clone()


def _ends(params: Params) -> tuple[str, ...]:
    return tuple(f"input{i + 1}" for i in range(1 + params["to_begin_arr_given"] + params["to_end_arr_given"]))


@register("_npi_ediff1d", present=_ends)
def ediff1d(input1: Tensor, input2: Tensor | None = None, input3: Tensor | None = None, *,
            to_begin_arr_given: Bool = False, to_end_arr_given: Bool = False, to_begin_scalar: OptFloat = None,
            to_end_scalar: OptFloat = None) -> Tensor:
    """Compute differences of adjacent elements of the flattened array, with optional elements before and after."""
    ends = iter(tensor for tensor in (input2, input3) if tensor is not None)

    def end(by_array: bool, number: float | None) -> list[Tensor]:
        if by_array:
            return [next(ends).to(input1.dtype).reshape(-1)]
        return [] if number is None else [torch.full((1,), number, device=input1.device).to(input1.dtype)]

    before = end(to_begin_arr_given, to_begin_scalar)
    after = end(to_end_arr_given, to_end_scalar)
    return torch.cat([*before, torch.diff(input1.reshape(-1)), *after])


def _percentile_inputs(params: Params) -> tuple[str, ...]:
    return ("a", "q") if params["q_scalar"] is None else ("a",)


def _percentile_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    return [None if known[0] is None else _percentile_kind(known[0])]


def _percentile_kind(dtype: torch.dtype) -> torch.dtype:
    return dtype if dtype is torch.float64 else torch.float32


def _at_places(ordered: Tensor, places: Tensor, interpolation: str, dtype: torch.dtype) -> Tensor:
    """Return the elements along the first axis at fractional positions, interpolated."""
    if interpolation in _WHOLE_PLACES:
        return ordered[_WHOLE_PLACES[interpolation](places).long()].to(dtype)
    if interpolation == "midpoint":
        places = (places.floor() + places.ceil()) / 2
    below = places.floor().long()
    above = (below + 1).clamp(max=ordered.shape[0] - 1)
    share = (places - below).reshape(-1, *[1] * (ordered.ndim - 1))
    return (ordered[below] * (1 - share) + ordered[above] * share).to(dtype)


_WHOLE_PLACES = {"lower": torch.floor, "higher": torch.ceil, "nearest": lambda places: (places + 0.5).floor()}
Interpolation = Annotated[str, Choice("higher", "linear", "lower", "midpoint", "nearest")]


@register("_npi_percentile", present=_percentile_inputs, inference=Inference(result_types=_percentile_type),
          form=DETACHED)
def percentile(a: Tensor, q: Tensor | None = None, *, axis: OptShape = None, interpolation: Interpolation = "linear",
               keepdims: Bool = False, q_scalar: OptFloat = None) -> Tensor:
    """Compute the values below which `q` percent of the elements along axes lie."""
    shares = torch.tensor(q_scalar, dtype=torch.float64, device=a.device) if q is None else q
    if shares.numel() and not shares.is_meta and not 0 <= shares.min().item() <= shares.max().item() <= 100:
        raise ValueError("percentiles must be in the range [0, 100]")
    axes = positive_axes(a.ndim, axis)
    ordered = torch.sort(merged(a, axes).movedim(-1, 0), dim=0).values
    places = ((shares * (ordered.shape[0] - 1)).reshape(-1).double() / 100)
    result = _at_places(ordered, places, interpolation, _percentile_kind(a.dtype))
    result = result.reshape((*shares.shape, *ordered.shape[1:]))
    if not keepdims:
        return result
    return result.reshape((*shares.shape, *restored(ordered[0], a, axes, True).shape))


@register("_npi_polyval")
def polyval(p: Tensor, x: Tensor) -> Tensor:
    """Evaluate the polynomial with coefficients `p`, highest power first, at `x`."""
    if p.ndim != 1:
        raise ValueError(f"coefficients must be a vector, received shape {tuple(p.shape)}")
    p, x = alike(p, x)
    result = torch.zeros_like(x)
    for coefficient in p:
        result = result * x + coefficient
    return result


@register("_npi_diag_indices_from", inference=INT64, effects=NO_GRADIENT)
def diag_indices_from(data: Tensor) -> Tensor:
    """Return the indices of the diagonal of an array whose axes have equal sizes, one row per axis."""
    if data.ndim < 2 or len(set(data.shape)) != 1:
        raise ArgumentValueError(f"data must have at least two axes of equal size, received {tuple(data.shape)}")
    return torch.arange(data.shape[0], device=data.device).repeat(data.ndim, 1)
