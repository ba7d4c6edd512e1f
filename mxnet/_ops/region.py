"""Pooling of regions of interest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .checks import check_part
from .facts import LEGACY_FUNCTION, WIDEST, Form
from .nonfinite import all_finite
from .opdef import register
from .params import Bool, Float, Int, Shape
from .vision import check_maps

# Regions are processed in groups, because each needs a copy of its feature map.
_GROUP = 16
_LOWEST = torch.finfo(torch.float32).min


def map_groups(data: Tensor, batch: Tensor, work: Callable[[Tensor, slice], Tensor]) -> Tensor:
    """Apply `work` to the feature maps of each region, one group of regions at a time."""
    results = []
    for start in range(0, batch.shape[0], _GROUP):
        part = slice(start, start + _GROUP)
        results.append(work(data.index_select(0, batch[part]), part))
    return torch.cat(results)


def pair(name: str, size: tuple[int, ...]) -> tuple[int, int]:
    """Check that a size has two numbers."""
    if len(size) != 2 or min(size) < 1:
        raise ValueError(f"{name} must be (height, width) above 0, received {size}")
    return size[0], size[1]


def round_coordinates(values: Tensor) -> Tensor:
    """Round to the nearest integer, halves away from zero."""
    return torch.sign(values) * torch.floor(values.abs() + 0.5)


# The smallest integer, which is outside of every map; half precision has a smaller range.
_NOWHERE = {torch.float16: -65504.0}
_SMALLEST = -2.0**31


def _convert(values: Tensor) -> Tensor:
    """Convert values to integers; NaN and values out of range become the smallest integer."""
    nowhere = _NOWHERE.get(values.dtype, _SMALLEST)
    return values.masked_fill(~(values.abs() < -nowhere), nowhere)


def _as_integers(corners: Tensor) -> Tensor:
    """Convert corners to integers; a region with an invalid start also gets an invalid end."""
    integers = _convert(corners)
    starts, ends = integers[:, :2], integers[:, 2:]
    return torch.cat([starts, torch.where(starts == _NOWHERE.get(starts.dtype, _SMALLEST), starts, ends)], 1)


def _borders(start: Tensor, end: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Return the first position of `count` bins between `start` and `end`, and the one after each: (region, bin)."""
    size = (end - start + 1).clamp(min=1) / count
    index = torch.arange(count, dtype=start.dtype, device=start.device)
    return torch.floor(index * size[:, None]) + start[:, None], torch.ceil((index + 1) * size[:, None]) + start[:, None]


def _bins(start: Tensor, end: Tensor, count: int, length: int) -> Tensor:
    """Return a mask of the `length` positions in each of `count` bins from `start` to `end`: (region, bin, position).
    """
    low, high = _borders(start, end, count)
    place = torch.arange(length, dtype=start.dtype, device=start.device)
    return (place >= low[..., None]) & (place < high[..., None])


def _divides_evenly(start: Tensor, end: Tensor, count: int, length: int) -> Tensor:
    """Return which regions lie within `length` positions and have the bins of exact division, as torch's pooling."""
    low, high = _borders(start, end, count)
    index, size = torch.arange(count, device=start.device), (end - start + 1).long()[:, None]
    exact_low, exact_high = index * size // count, -(-(index + 1) * size // count)
    same = ((low - start[:, None]) == exact_low) & ((high - start[:, None]) == exact_high)
    return same.all(1) & (start >= 0) & (end >= start) & (end < length)


def _largest(values: Tensor, member: Tensor) -> Tensor:
    """Return maxima over the last axis of (region, channel, any, position) for each bin; ties select the first."""
    maxima = [values.masked_fill(~member[:, None, None, i], float("-inf")).max(-1).values
              for i in range(member.shape[1])]
    return torch.stack(maxima, -1)


@register("ROIPooling", "_npx_roi_pooling",
          form=Form(named_outputs=True, gradient_names="inputs", workspace=lambda params: 1))
def roi_pooling(data: Tensor, rois: Tensor, *, pooled_size: Shape, spatial_scale: Float) -> Tensor:
    """Compute maxima over a grid of bins in each region; `rois` has rows (image, left, top, right, bottom)."""
    check_maps("data", data)
    check_part("spatial_scale", spatial_scale)
    height, width = pair("pooled_size", pooled_size)
    if rois.ndim != 2 or rois.shape[1] != 5:
        raise ValueError(f"rois must be (count, 5), received {tuple(rois.shape)}")
    shape = (rois.shape[0], data.shape[1], height, width)
    if data.is_meta or rois.shape[0] == 0:
        return data.new_empty(shape)
    rois = rois.detach()
    batch = rois[:, 0].long()
    corners = _as_integers(round_coordinates(rois[:, 1:] * spatial_scale))
    left, top, right, bottom = corners.unbind(1)
    # As in MXNet, values not above the lowest number (NaN, minus infinity) are never selected.
    data = torch.where(data > _LOWEST, data, _LOWEST)
    valid = (batch >= 0) & (batch < data.shape[0])
    if bool((valid & _divides_evenly(top, bottom, height, data.shape[2])
             & _divides_evenly(left, right, width, data.shape[3])).all()):
        pool = torch.nn.functional.adaptive_max_pool2d
        places = zip(batch.tolist(), corners.long().tolist(), strict=True)
        return torch.stack([pool(data[image, :, y:y_end + 1, x:x_end + 1], (height, width))
                            for image, (x, y, x_end, y_end) in places])
    rows, columns = _bins(top, bottom, height, data.shape[2]), _bins(left, right, width, data.shape[3])
    full = rows.any(-1)[:, None, :, None] & columns.any(-1)[:, None, None, :] & valid[:, None, None, None]

    def pooled(maps: Tensor, part: slice) -> Tensor:
        along = _largest(maps, columns[part])
        best = _largest(along.transpose(2, 3), rows[part]).transpose(2, 3)
        return torch.where(full[part], best, torch.zeros_like(best))

    return map_groups(data, batch.clamp(0, data.shape[0] - 1), pooled)


class _Finite(torch.autograd.Function):
    """Zeros for non-finite elements; the gradient passes unchanged."""

    @staticmethod
    def forward(ctx: Any, data: Tensor) -> Tensor:
        return data.nan_to_num(0.0, 0.0, 0.0)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        return heads[0]


def _weighted(data: Tensor, work: Callable[[Tensor, str], Tensor]) -> Tensor:
    """Compute weighted sums by matrix products without spreading NaN and infinity to unrelated sums.

    `work` computes the sums with weights of one kind: 'real' weights, the number of times a position is 'seen', or the
    number of times it is seen with weight 'zero', which turns infinity into NaN.
    """
    if all_finite(data):
        return work(data, "real")
    result, values = work(_Finite.apply(data), "real"), data.detach()
    infinite = torch.isinf(values).to(data.dtype)
    lost = work(torch.isnan(values).to(data.dtype), "seen") + work(infinite, "zero") > 0
    result = result + torch.where(lost, float("nan"), 0.0)
    for infinity in (float("inf"), float("-inf")):
        added = work((values == infinity).to(data.dtype), "real") > 0
        result = result + torch.where(added, infinity, 0.0)
    return result.to(data.dtype)


def _line_weights(start: Tensor, size: Tensor, count: int, samples: Tensor, length: int, kind: str) -> Tensor:
    """Return the weights of `length` positions in the sample mean of each bin of an axis: (region, bin, position)."""
    most = int(samples.max())
    step = torch.arange(most, dtype=start.dtype, device=start.device)
    index = torch.arange(count, dtype=start.dtype, device=start.device)
    bin_size = (size / count)[:, None, None]
    at = (start[:, None, None] + index[:, None] * bin_size
          + (step + 0.5) * bin_size / samples[:, None, None].to(start.dtype))
    counted = (step < samples[:, None, None]) & (at >= -1.0) & (at <= length)
    at = at.clamp(min=0.0, max=length - 1)
    flat = start.new_zeros(start.shape[0], count, length)
    if kind != "real":
        low = at.floor().long()
        if kind == "seen":
            flat.scatter_add_(2, low, counted.to(start.dtype))
        # The next position has no weight if the sample lies exactly on this one.
        after = counted if kind == "seen" else counted & (at == low)
        return flat.scatter_add_(2, (low + 1).clamp(max=length - 1), after.to(start.dtype))
    low = at.floor().clamp(max=max(length - 2, 0))
    share = at - low
    weights = counted / samples[:, None, None].to(start.dtype)
    flat.scatter_add_(2, low.long(), weights * (1.0 - share))
    return flat.scatter_add_(2, (low.long() + 1).clamp(max=length - 1), weights * share)


def _by_image(data: Tensor, images: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Compute sums weighted by `rows` and `columns` of each region: (region, channel, row bin, column bin).

    Regions of the same image share its map as the right operand of one matrix product.
    """
    channels, height, width = data.shape[1:]
    results, regions = [], []
    for image in images.unique():
        places = data[image].movedim(1, 0).reshape(height, channels * width)
        for part in (images == image).nonzero().reshape(-1).split(_GROUP):
            count, bins, _ = rows[part].shape
            lines = (rows[part].reshape(-1, height) @ places).reshape(count, bins * channels, width)
            cells = torch.bmm(lines, columns[part].transpose(1, 2))
            results.append(cells.reshape(count, bins, channels, -1).transpose(1, 2))
            regions.append(part)
    return torch.cat(results)[torch.cat(regions).argsort()]


@register("_contrib_ROIAlign", form=Form(named_outputs=True), precision=WIDEST)
def roi_align(data: Tensor, rois: Tensor, *, pooled_size: Shape, spatial_scale: Float, sample_ratio: Int = -1,
              position_sensitive: Bool = False, aligned: Bool = False) -> Tensor:
    """Compute means of bilinear samples over a grid of bins in each region, without rounding its corners.

    `rois` has rows (image, left, top, right, bottom), or without the image. With `position_sensitive` each bin uses
    separate channels.
    """
    check_maps("data", data)
    check_part("spatial_scale", spatial_scale)
    height, width = pair("pooled_size", pooled_size)
    if rois.ndim != 2 or rois.shape[1] not in (4, 5):
        raise ValueError(f"rois must be (count, 5) or (count, 4), received {tuple(rois.shape)}")
    cells = height * width if position_sensitive else 1
    if data.shape[1] % cells:
        raise ValueError(f"data must have a multiple of {cells} channels, received {data.shape[1]}")
    shape = (rois.shape[0], data.shape[1] // cells, height, width)
    if data.is_meta or rois.shape[0] == 0:
        return data.new_empty(shape)
    rois = rois.detach()
    batch = rois[:, 0].long() if rois.shape[1] == 5 else rois.new_zeros(rois.shape[0], dtype=torch.long)
    left, top, right, bottom = (rois[:, -4:] * spatial_scale - (0.5 if aligned else 0.0)).unbind(1)
    sizes = [bottom - top, right - left]
    if not aligned:
        sizes = [s.clamp(min=1.0) for s in sizes]
    elif bool((torch.stack(sizes) <= 0).any()):
        raise ValueError("rois must have positive height and width with aligned")

    def lines(axis: int, kind: str) -> Tensor:
        start, size, count = ((top, sizes[0], height), (left, sizes[1], width))[axis]
        samples = torch.full_like(batch, sample_ratio) if sample_ratio > 0 else torch.ceil(size / count).long()
        return _line_weights(start, size, count, samples, data.shape[2 + axis], kind)

    def means(data: Tensor, kind: str) -> Tensor:
        if kind == "zero":
            return sums(data, lines(0, "zero"), lines(1, "seen")) + sums(data, lines(0, "seen"), lines(1, "zero"))
        return sums(data, lines(0, kind), lines(1, kind))

    def sums(data: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        rows = rows * (batch >= 0)[:, None, None]
        images = batch.clamp(0, data.shape[0] - 1)
        if not position_sensitive:
            return _by_image(data, images, rows, columns)

        def pooled(maps: Tensor, part: slice) -> Tensor:
            maps = maps.reshape(maps.shape[0], -1, height, width, *maps.shape[2:])
            return torch.einsum("rph,rqw,rcpqhw->rcpq", rows[part], columns[part], maps)

        return map_groups(data, images, pooled)

    return _weighted(data, means)


def _whole_bins(start: Tensor, size: Tensor, count: int, length: int) -> Tensor:
    """Return mean weights of the positions that touch each bin: (region, bin, position); zeros for empty bins."""
    index = torch.arange(count, dtype=start.dtype, device=start.device)
    step = (size / count)[:, None]
    low, high = torch.floor(index * step + start[:, None]), torch.ceil((index + 1) * step + start[:, None])
    low, high = (_convert(ends).clamp(0, length)[..., None] for ends in (low, high))
    place = torch.arange(length, dtype=start.dtype, device=start.device)
    return ((place >= low) & (place < high)) / (high - low).clamp(min=1)


# Regions per group, which limits intermediate results to some ten megabytes.
_MOST_REGIONS = 128


def _means(cells: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Compute weighted means of maps (cell, channel, row, column), cell by cell of a square grid, for each region."""
    count = rows.shape[1]
    along = columns.permute(1, 2, 0).repeat(count, 1, 1)  # cell, column, region
    down = rows.permute(1, 2, 0).repeat_interleave(count, 0)  # cell, row, region
    cell, channels, height, _ = cells.shape
    lines = torch.bmm(cells.flatten(1, 2), along).reshape(cell, channels, height, -1)
    return (lines * down[:, None]).sum(2).permute(2, 1, 0).reshape(-1, channels, count, count)


@register("_contrib_PSROIPooling", form=LEGACY_FUNCTION, precision=WIDEST)
def psroi_pooling(data: Tensor, rois: Tensor, *, spatial_scale: Float, output_dim: Int, pooled_size: Int,
                  group_size: Int = 0) -> Tensor:
    """Compute means over a grid of bins in each region; each cell of the grid uses separate channels."""
    check_maps("data", data)
    check_part("spatial_scale", spatial_scale)
    groups = group_size or pooled_size
    if rois.ndim != 2 or rois.shape[1] != 5 or data.shape[1] != output_dim * groups * groups:
        raise ValueError(f"rois must be (count, 5) and data have {output_dim * groups * groups} channels, received "
                         f"{tuple(rois.shape)} and {data.shape[1]}")
    if data.is_meta or rois.shape[0] == 0:
        return data.new_empty(rois.shape[0], output_dim, pooled_size, pooled_size)
    rois = rois.detach()
    batch = rois[:, 0].long()
    corners = round_coordinates(rois[:, 1:])
    starts = corners[:, :2] * spatial_scale
    left_top, sizes = starts.unbind(1), ((corners[:, 2:] + 1.0) * spatial_scale - starts).clamp(min=0.1).unbind(1)
    columns, rows = (_whole_bins(start, size, pooled_size, length)
                     for start, size, length in zip(left_top, sizes, (data.shape[3], data.shape[2]), strict=True))
    group = torch.arange(pooled_size, device=data.device) * groups // pooled_size

    images = set(batch.tolist())
    if min(images) < 0 or max(images) >= data.shape[0]:
        raise ValueError(f"rois must name images 0 to {data.shape[0] - 1}, received {sorted(images)}")

    def means(data: Tensor, kind: str) -> Tensor:
        if kind == "zero":
            return data.new_zeros(1)
        maps = data.reshape(data.shape[0], output_dim, groups, groups, *data.shape[2:])
        if pooled_size != groups:
            maps = maps[:, :, group][:, :, :, group]
        cells = maps.flatten(2, 3).transpose(1, 2)  # image, cell, channel, row, column
        if len(images) == 1 and len(batch) <= _MOST_REGIONS:
            return _means(cells[min(images)], rows, columns)
        result = data.new_zeros(rois.shape[0], output_dim, pooled_size, pooled_size)
        for image in images:
            for chosen in torch.nonzero(batch == image).squeeze(1).split(_MOST_REGIONS):
                result = result.index_copy(0, chosen, _means(cells[image], rows[chosen], columns[chosen]))
        return result

    return _weighted(data, means)
