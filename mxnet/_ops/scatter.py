"""Operators that write elements by index, and histograms."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .facts import METHOD, NO_GRADIENT, Form, Inference
from .opdef import register
from .params import OptFloats, OptInt, Shape


def _check_scatter(values: Tensor, indices: Tensor, shape: tuple[int, ...]) -> None:
    depth = indices.shape[0]
    if depth > len(shape) or tuple(values.shape) != (*indices.shape[1:], *shape[depth:]):
        raise ValueError(f"Invalid data, indices, and output shape combination: {tuple(values.shape)}, "
                         f"{tuple(indices.shape)}, {shape}")


@register("scatter_nd", inference=Inference(index_inputs=(1,)),
          form=Form(method=True, gradient_names=("{}_backward_output", "{}_backward_indices_output")))
def scatter_nd(data: Tensor, indices: Tensor, *, shape: Shape) -> Tensor:
    """Return an array of zeros with `data` written at the coordinates ``indices[:, i]``."""
    _check_scatter(data, indices, shape)
    zeros = torch.zeros(shape, dtype=data.dtype, device=data.device)
    return zeros.index_put(indices.long().unbind(0), data)


@register("_scatter_set_nd", "_npi_scatter_set_nd", effects=NO_GRADIENT)
def scatter_set_nd(lhs: Tensor, rhs: Tensor, indices: Tensor, *, shape: Shape) -> Tensor:
    """Return `lhs` with `rhs` written at the coordinates ``indices[:, i]``."""
    _check_scatter(rhs, indices, shape)
    return lhs.index_put(indices.long().unbind(0), rhs)


@register("fill_element_0index")
def fill_element_0index(lhs: Tensor, mhs: Tensor, rhs: Tensor) -> Tensor:
    """Return a copy of the matrix `lhs` with ``lhs[i, rhs[i]] = mhs[i]``."""
    if lhs.ndim != 2 or mhs.shape != lhs.shape[:1] or rhs.shape != lhs.shape[:1]:
        raise ValueError(f"lhs must be a matrix, mhs and rhs have one element for each row, received "
                         f"{tuple(lhs.shape)}, {tuple(mhs.shape)} and {tuple(rhs.shape)}")
    return lhs.scatter(1, rhs.long().unsqueeze(1), mhs.unsqueeze(1))


@register("_contrib_index_copy", inference=Inference(index_inputs=(1,)), form=METHOD)
def index_copy(old_tensor: Tensor, index_vector: Tensor, new_tensor: Tensor) -> Tensor:
    """Return a copy of `old_tensor` with the rows `index_vector` replaced by those of `new_tensor`."""
    if index_vector.ndim != 1 or new_tensor.shape != (index_vector.shape[0], *old_tensor.shape[1:]):
        raise ValueError(f"new_tensor must have one row of old_tensor={tuple(old_tensor.shape)} for each element of "
                         f"index_vector={tuple(index_vector.shape)}, received {tuple(new_tensor.shape)}")
    return torch.index_copy(old_tensor, 0, index_vector.long(), new_tensor)


@register("_histogram", "_npi_histogram", outputs=2,
          present=lambda p: ("data",) if p["bin_cnt"] is not None else ("data", "bins"),
          inference=Inference(result_types=lambda params, known, count: [torch.int64, known[0]]), effects=NO_GRADIENT,
          form=Form(output_names=("count", "bins")))
def histogram(data: Tensor, bins: Tensor | None = None, *, bin_cnt: OptInt = None, range: OptFloats = None) -> Any:
    """Count the elements in each bin; also return the edges of the bins. The last bin includes its right edge."""
    if (bin_cnt is None) != (range is None) or (bin_cnt is None) != (bins is not None):
        raise ValueError(f"bin_cnt and range must both be given, or bins, received bin_cnt={bin_cnt}, range={range}")
    if bins is None:
        edges = _uniform_edges(data, bin_cnt or 0, range or ())
    else:
        edges = bins.clone()
    flat, count = data.detach().reshape(-1), edges.shape[0] - 1
    place = torch.searchsorted(edges, flat, right=True) - 1
    place = torch.where(flat == edges[-1], count - 1, place)
    # Elements outside all bins are counted in an extra bin, which is cut off.
    outside = (place < 0) | (place >= count)
    counts = torch.zeros(count + 1, dtype=torch.int64, device=data.device)
    counts = counts.scatter_add(0, torch.where(outside, count, place), torch.ones_like(place))
    return counts[:count].clone(), edges


def _uniform_edges(data: Tensor, count: int, limits: tuple[float, ...]) -> Tensor:
    if count < 1 or len(limits) != 2 or limits[0] > limits[1]:
        raise ValueError(f"bin_cnt must be positive and range two increasing numbers, received {count} and {limits}")
    if limits[0] == limits[1]:
        limits = limits[0] - 0.5, limits[1] + 0.5
    steps = torch.arange(count + 1, dtype=torch.float64, device=data.device)
    return (limits[0] + steps * ((limits[1] - limits[0]) / count)).to(data.dtype)
