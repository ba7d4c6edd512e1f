"""Pooling of regions of interest that are rotated or have shifted bins, by bilinear samples."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from .checks import check_part
from .facts import FULL, NO_GRADIENT, UNLISTED, Form
from .opdef import register
from .params import Bool, Float, Int, Shape
from .region import pair, round_coordinates
from .vision import check_maps


def _sample(data: Tensor, start: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Sample the map that starts at `start` in the flattened data bilinearly, at positions within the map."""
    flat, width = data.reshape(-1), data.shape[3]
    top, left = rows.detach().floor(), columns.detach().floor()
    bottom, right = rows.detach().ceil(), columns.detach().ceil()

    def at(row: Tensor, column: Tensor) -> Tensor:
        index = start + row.long() * width + column.long()
        return flat.index_select(0, index.reshape(-1)).reshape(index.shape)

    down, along = rows - top, columns - left
    upper = at(top, left) * (1.0 - along) + at(top, right) * along
    lower = at(bottom, left) * (1.0 - along) + at(bottom, right) * along
    return upper * (1.0 - down) + lower * down


def _starts(data: Tensor, batch: Tensor, channels: Tensor) -> Tensor:
    """Return the offsets of the maps of these images and channels in the flattened data."""
    return (batch * data.shape[1] + channels) * (data.shape[2] * data.shape[3])


@register("_contrib_RROIAlign", effects=NO_GRADIENT, form=Form(named_outputs=True), precision=UNLISTED)
def rotated_roi_align(data: Tensor, rois: Tensor, *, pooled_size: Shape, spatial_scale: Float,
                      sampling_ratio: Int = -1) -> Tensor:
    """Compute `_contrib_ROIAlign` of rotated regions with rows (image, x, y, width, height, degrees)."""
    check_maps("data", data)
    check_part("spatial_scale", spatial_scale)
    height, width = pair("pooled_size", pooled_size)
    if rois.ndim != 2 or rois.shape[1] != 6:
        raise ValueError(f"rois must be (count, 6), received {tuple(rois.shape)}")
    if data.is_meta or rois.shape[0] == 0:
        return data.new_empty(rois.shape[0], data.shape[1], height, width)
    results = [_turned_region(data, roi, height, width, spatial_scale, sampling_ratio) for roi in rois.detach()]
    return torch.stack(results)


def _turned_region(data: Tensor, roi: Tensor, height: int, width: int, scale: float, ratio: int) -> Tensor:
    batch = roi[0].long()
    x, y = roi[1] * scale, roi[2] * scale
    sides = (roi[3:5] * scale).clamp(min=1.0)
    angle = roi[5] * (math.pi / 180.0)

    def places(size: Tensor, bins: int) -> Tensor:
        """Return the sample positions of each bin along an unrotated axis through the center: (bins, samples)."""
        wanted = float(size / bins)
        samples = ratio if ratio > 0 else math.ceil(wanted) if math.isfinite(wanted) else 0
        index = torch.arange(bins, dtype=data.dtype, device=data.device)[:, None]
        step = torch.arange(samples, dtype=data.dtype, device=data.device)
        return -size / 2.0 + index * (size / bins) + (step + 0.5) * (size / bins) / samples

    down = places(sides[1], height)[:, None, :, None]
    along = places(sides[0], width)[None, :, None, :]
    columns = along * torch.cos(angle) + down * torch.sin(angle) + x
    rows = down * torch.cos(angle) - along * torch.sin(angle) + y
    inside = (rows >= -1.0) & (rows <= data.shape[2]) & (columns >= -1.0) & (columns <= data.shape[3])
    channels = torch.arange(data.shape[1], device=data.device).reshape(-1, 1, 1, 1, 1)
    values = _sample(data, _starts(data, batch, channels), rows.clamp(0, data.shape[2] - 1),
                     columns.clamp(0, data.shape[3] - 1))
    return (values * inside).sum((-2, -1)) / max(values.shape[-2] * values.shape[-1], 1)


def _moved_inputs(params: dict[str, Any]) -> tuple[str, ...]:
    return ("data", "rois") if params["no_trans"] else ("data", "rois", "trans")


@register("_contrib_DeformablePSROIPooling", present=_moved_inputs,
          form=Form(named_outputs=True, gradient_names="inputs", workspace=lambda params: 1), precision=FULL)
def deformable_psroi_pooling(data: Tensor, rois: Tensor, trans: Tensor | None = None, *, spatial_scale: Float,
                             output_dim: Int, group_size: Int, pooled_size: Int, part_size: Int = 0,
                             sample_per_part: Int = 1, trans_std: Float = 0.0, no_trans: Bool = False) -> Tensor:
    """Compute `_contrib_PSROIPooling` by samples; `trans` shifts the bins, in fractions of the region."""
    check_maps("data", data)
    check_part("spatial_scale", spatial_scale)
    count = rois.shape[0]
    if rois.ndim != 2 or rois.shape[1] != 5 or data.shape[1] != output_dim * group_size * group_size:
        raise ValueError(f"rois must be (count, 5) and data have {output_dim * group_size * group_size} channels, "
                         f"received {tuple(rois.shape)} and {data.shape[1]}")
    if data.is_meta or count == 0:
        return data.new_empty(count, output_dim, pooled_size, pooled_size)
    rois = rois.detach()
    left, top = (round_coordinates(rois[:, i]) * spatial_scale - 0.5 for i in (1, 2))
    right, bottom = ((round_coordinates(rois[:, i]) + 1.0) * spatial_scale - 0.5 for i in (3, 4))
    cells = torch.arange(pooled_size, device=data.device)
    moves: Any = (0.0, 0.0)
    if not no_trans and trans is not None:
        moves = _moves(trans, cells, output_dim, part_size or pooled_size, pooled_size, trans_std)
    step = torch.arange(sample_per_part, dtype=data.dtype, device=data.device)

    def places(start: Tensor, end: Tensor, move: Any, view: tuple[int, ...], inner: tuple[int, ...]) -> Tensor:
        size = (end - start).clamp(min=0.1).reshape(-1, 1, 1, 1, 1, 1)
        cell = size / pooled_size
        return (start.reshape(-1, 1, 1, 1, 1, 1) + cells.to(data.dtype).reshape(view) * cell + move * size
                + step.reshape(inner) * cell / sample_per_part)

    rows = places(top, bottom, moves[1], (1, 1, -1, 1, 1, 1), (1, 1, 1, 1, -1, 1))
    columns = places(left, right, moves[0], (1, 1, 1, -1, 1, 1), (1, 1, 1, 1, 1, -1))
    inside = (rows >= -0.5) & (rows <= data.shape[2] - 0.5) & (columns >= -0.5) & (columns <= data.shape[3] - 0.5)
    group = cells * group_size // pooled_size
    channels = (torch.arange(output_dim, device=data.device)[:, None, None] * group_size
                + group[:, None]) * group_size + group
    start = _starts(data, rois[:, 0].long().reshape(-1, 1, 1, 1, 1, 1), channels[None, :, :, :, None, None])
    values = _sample(data, start, rows.clamp(0, data.shape[2] - 1), columns.clamp(0, data.shape[3] - 1))
    used = inside.to(data.dtype).sum((-2, -1))
    return (values * inside).sum((-2, -1)) / used.clamp(min=1.0)


def _moves(trans: Tensor, cells: Tensor, output_dim: int, parts: int, pooled_size: int,
           trans_std: float) -> tuple[Tensor, Tensor]:
    """Return the x and y shifts of each region, channel and cell: (region, channel, cell, cell, 1, 1)."""
    part = torch.floor(cells.to(trans.dtype) / pooled_size * parts).long()
    classes = trans.shape[1] // 2
    class_index = torch.arange(output_dim, device=trans.device) // (output_dim // classes)
    shifts = trans.reshape(trans.shape[0], classes, 2, *trans.shape[2:])[:, :, :, part][..., part]
    chosen = shifts[:, class_index] * trans_std
    return chosen[:, :, 0, :, :, None, None], chosen[:, :, 1, :, :, None, None]
