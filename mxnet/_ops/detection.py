"""Bounding boxes: overlap, suppression, matching and coding.

Boxes are (left, top, right, bottom), or (x, y, width, height) with the center at (x, y) for the format 'center'.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import torch
from torch import Tensor

from .facts import DETACHED, UNLISTED, WIDEST, Form
from .loss_output import own_gradient
from .nonfinite import all_finite
from .opdef import register
from .params import Bool, Choice, Float, Int

Format = Annotated[str, Choice("center", "corner")]


class _Constant(torch.autograd.Function):
    takes_any_head = True

    @staticmethod
    def forward(ctx: Any, result: Tensor, *inputs: Tensor) -> Tensor:
        ctx.save_for_backward(*inputs)
        return result.view_as(result)

    @staticmethod
    def backward(ctx: Any, *heads: Tensor) -> Any:
        return None, *(torch.zeros_like(i) for i in ctx.saved_tensors)


def constant(result: Tensor, *inputs: Tensor) -> Tensor:
    """Return `result` with a zero gradient for the inputs, as in MXNet."""
    if torch.is_grad_enabled() and any(i.requires_grad for i in inputs):
        return _Constant.apply(result, *inputs)
    return result


def corners(boxes: Tensor, layout: str) -> Tensor:
    """Convert boxes to (left, top, right, bottom)."""
    if layout == "corner":
        return boxes
    half = boxes[..., 2:] / 2
    return torch.cat([boxes[..., :2] - half, boxes[..., :2] + half], -1)


def _area(boxes: Tensor) -> Tensor:
    sides = boxes[..., 2:] - boxes[..., :2]
    return torch.where((sides < 0).any(-1), 0.0, sides.prod(-1)).to(boxes.dtype)


def overlaps(first: Tensor, second: Tensor) -> Tensor:
    """Compute the intersection over union of (..., n, 4) with (..., m, 4) corner boxes."""
    # Compute each coordinate separately: arrays whose last axis has size 2 are slow.
    width, height = (
        (torch.minimum(first[..., :, None, end], second[..., None, :, end])
         - torch.maximum(first[..., :, None, start], second[..., None, :, start])).clamp(min=0)
        for start, end in ((0, 2), (1, 3)))
    shared = width * height
    union = _area(first)[..., :, None] + _area(second)[..., None, :] - shared
    return torch.where(shared <= 0, torch.zeros_like(shared), shared / union)


def _careful_overlaps(first: Tensor, second: Tensor, layout: str) -> Tensor:
    """Compute `overlaps` for boxes with infinite or NaN corners, where MXNet's comparisons select one box's corners."""
    ends, others = (corners(boxes, layout) for boxes in (first[:, None], second[None]))
    if layout == "center":
        ends, others = others, ends
    low = torch.where(ends[..., :2] > others[..., :2], ends[..., :2], others[..., :2])
    high = torch.where(ends[..., 2:] < others[..., 2:], ends[..., 2:], others[..., 2:])
    sides = high - low
    shared = torch.where(sides > 0, sides, 0.0).prod(-1)
    areas = [_area(b) if layout == "corner" else _area(torch.cat([torch.zeros_like(b[:, 2:]), b[:, 2:]], -1))
             for b in (first, second)]
    union = areas[0][:, None] + areas[1] - shared
    return torch.where(shared <= 0, torch.zeros_like(shared), shared / union)


@register("_contrib_box_iou", precision=WIDEST)
def box_iou(lhs: Tensor, rhs: Tensor, *, format: Format = "corner") -> Tensor:
    """Compute the intersection over union of every box in `lhs` with every box in `rhs`."""
    if lhs.shape[-1] != 4 or rhs.shape[-1] != 4:
        raise ValueError(f"lhs and rhs must have a last axis of size 4, received {tuple(lhs.shape)} and "
                         f"{tuple(rhs.shape)}")
    first, second = (b.detach().reshape(-1, 4) for b in (lhs, rhs))
    if all_finite(first) and all_finite(second):
        result = overlaps(corners(first, format), corners(second, format))
    else:
        result = _careful_overlaps(first, second, format)
    return constant(result.reshape(*lhs.shape[:-1], *rhs.shape[:-1]), lhs, rhs)


_LARGEST_MATRIX = 2000
_BLOCK = 256
# Above this number of classes, one pass over all pairs is faster than many small groups.
_MANY_KINDS = 128


def greedy(suppresses: np.ndarray) -> np.ndarray:
    """Return a mask of the boxes that remain after greedy suppression; boxes are sorted best first."""
    kept = np.ones(len(suppresses), bool)
    for i, row in enumerate(suppresses):
        if kept[i]:
            kept[i + 1:] &= ~row[i + 1:]
    return kept


def survivors(boxes: Tensor, kinds: Tensor | None, exceeds: Callable[[Tensor], Tensor]) -> Tensor:
    """Return a mask of the boxes that remain after greedy suppression by overlap; boxes are sorted best first.

    `exceeds` selects overlaps above the threshold. Boxes of different `kinds` do not suppress each other.
    """
    if kinds is None:
        return _survivors_of_one_kind(boxes, exceeds)
    different = kinds.unique()
    if len(different) > _MANY_KINDS and len(boxes) <= _LARGEST_MATRIX:
        removes = exceeds(overlaps(boxes, boxes)) & (kinds[:, None] == kinds)
        return torch.from_numpy(greedy(removes.cpu().numpy())).to(boxes.device)
    kept = torch.ones(len(boxes), dtype=torch.bool, device=boxes.device)
    for label in different:
        group = (kinds == label).nonzero().reshape(-1)
        kept[group] = _survivors_of_one_kind(boxes[group], exceeds)
    return kept


def _survivors_of_one_kind(boxes: Tensor, exceeds: Callable[[Tensor], Tensor]) -> Tensor:
    kept = torch.zeros(len(boxes), dtype=torch.bool, device=boxes.device)
    rest = torch.arange(len(boxes), device=boxes.device)
    # Work in blocks: most boxes are suppressed before all pairs are compared.
    while len(rest):
        block, rest = rest[:_BLOCK], rest[_BLOCK:]
        removes = exceeds(overlaps(boxes[block], boxes[block])).cpu().numpy()
        best = block[torch.from_numpy(greedy(removes)).to(boxes.device)]
        kept[best] = True
        if len(rest):
            rest = rest[~exceeds(overlaps(boxes[best], boxes[rest])).any(0)]
    return kept


def _remaining(rows: Tensor, coordinates: slice, score_index: int, id_index: int, background: int,
               overlap_thresh: float, valid_thresh: float, topk: int, force: bool, layout: str) -> Tensor:
    """Return the indices of the boxes of one image that survive, best first."""
    valid = rows[:, score_index] > valid_thresh
    if id_index >= 0:
        valid &= rows[:, id_index] != background
    index = valid.nonzero().reshape(-1)
    order = torch.sort(rows[index, score_index], descending=True, stable=True).indices
    index = index[order][:topk]
    chosen = rows[index]
    boxes = corners(chosen[:, coordinates], layout)
    kinds = chosen[:, id_index].trunc() if id_index >= 0 and not force else None
    return index[survivors(boxes, kinds, lambda overlap: overlap > overlap_thresh)]


def _convert(rows: Tensor, coordinates: slice, layout: str) -> Tensor:
    """Convert the boxes of rows to the other layout; skip rows whose first number is negative."""
    boxes = rows[..., coordinates]
    if layout == "center":
        other = torch.cat([(boxes[..., :2] + boxes[..., 2:]) / 2, boxes[..., 2:] - boxes[..., :2]], -1)
    else:
        other = corners(boxes, "center")
    result = rows.clone()
    result[..., coordinates] = torch.where(boxes[..., :1] < 0, boxes, other)
    return result


def _check_columns(width: int, coord_start: int, score_index: int, id_index: int) -> None:
    taken = range(coord_start, coord_start + 4)
    if coord_start < 0 or coord_start + 4 > width:
        raise ValueError(f"coord_start must leave 4 of {width} columns, received {coord_start}")
    if not 0 <= score_index < width or score_index in taken:
        raise ValueError(f"score_index must be one of the {width} columns and not a coordinate, received {score_index}")
    if id_index >= 0 and (id_index >= width or id_index in taken or id_index == score_index):
        raise ValueError(f"id_index must be one of the {width} columns that is not used otherwise, received {id_index}")


@register("_contrib_box_nms", "_contrib_box_non_maximum_suppression",
          form=Form(output_names=("output0",), workspace=lambda params: 1), precision=WIDEST)
def box_nms(data: Tensor, *, overlap_thresh: Float = 0.5, valid_thresh: Float = 0.0, topk: Int = -1,
            coord_start: Int = 2, score_index: Int = 1, id_index: Int = -1, background_id: Int = -1,
            force_suppress: Bool = False, in_format: Format = "corner", out_format: Format = "corner") -> Tensor:
    """Return the boxes that no better box overlaps by more than `overlap_thresh`, best first, padded with -1.

    Boxes of different classes (`id_index`) do not suppress each other unless `force_suppress` is set.
    """
    if data.ndim < 2 or data.shape[-1] < (6 if id_index >= 0 else 5):
        raise ValueError(f"data must be (..., boxes, columns) with a score and 4 coordinates, received "
                         f"{tuple(data.shape)}")
    _check_columns(data.shape[-1], coord_start, score_index, id_index)
    if topk == 0 or data.is_meta or not data.numel():
        return data.clone()
    coordinates = slice(coord_start, coord_start + 4)
    images = data.reshape(-1, *data.shape[-2:])
    most = data.shape[-2] if topk < 0 else min(topk, data.shape[-2])
    results = []
    for image in images:
        index = _remaining(image.detach(), coordinates, score_index, id_index, background_id, overlap_thresh,
                           valid_thresh, most, force_suppress, in_format)
        rest = image.new_full((image.shape[0] - index.shape[0], image.shape[1]), -1.0)
        results.append(torch.cat([image[index], rest]))
    result = torch.stack(results).reshape(data.shape)
    if in_format == out_format:
        return result
    # MXNet passes the gradient of converted boxes through unchanged.
    return own_gradient(result, _convert(result.detach(), coordinates, out_format), lambda head: head)


@register("_contrib_bipartite_matching", outputs=2)
def bipartite_matching(data: Tensor, *, is_ascend: Bool = False, threshold: Float,
                       topk: Int = -1) -> tuple[Tensor, Tensor]:
    """Match rows and columns greedily, best score first; return the indices of both matches, -1 for no match."""
    if data.ndim < 2:
        raise ValueError(f"data must be (..., rows, columns), received {tuple(data.shape)}")
    rows, columns = data.shape[-2:]
    row_shape, column_shape = data.shape[:-1], (*data.shape[:-2], columns)
    if data.is_meta:
        return data.new_empty(row_shape), data.new_empty(column_shape)
    scores = data.detach().cpu().reshape(-1, rows * columns)
    order = torch.sort(scores, dim=1, descending=not is_ascend, stable=True)
    matches = [_match(v, i, rows, columns, threshold, is_ascend, topk)
               for v, i in zip(order.values.double().numpy(), order.indices.numpy(), strict=True)]
    results = []
    for part, shape in enumerate((row_shape, column_shape)):
        values = torch.from_numpy(np.stack([f[part] for f in matches])).to(data.dtype).to(data.device)
        results.append(constant(values.reshape(shape), data))
    return results[0], results[1]


def _match(scores: np.ndarray, index: np.ndarray, rows: int, columns: int, threshold: float, ascending: bool,
           topk: int) -> tuple[np.ndarray, np.ndarray]:
    row_of, column_of = np.full(columns, -1.0), np.full(rows, -1.0)
    good = scores < np.float32(threshold) if ascending else scores > np.float32(threshold)
    count = 0
    for place, is_good in zip(index, good, strict=True):
        row, column = divmod(int(place), columns)
        if column_of[row] >= 0 or row_of[column] >= 0:
            continue
        if not is_good:
            break
        column_of[row], row_of[column] = column, row
        count += 1
        # MXNet makes one match more than topk.
        if 0 < topk < count:
            break
    return column_of, row_of


@register("_contrib_box_encode", outputs=2, form=DETACHED, precision=UNLISTED)
def box_encode(samples: Tensor, matches: Tensor, anchors: Tensor, refs: Tensor, means: Tensor,
               stds: Tensor) -> tuple[Tensor, Tensor]:
    """Compute offsets from anchors to their matched reference boxes, and a mask of valid ones (``samples > 0.5``)."""
    index = matches.long().unsqueeze(-1).expand(*matches.shape, 4)
    boxes = refs.gather(1, index)
    size, anchor_size = boxes[..., 2:] - boxes[..., :2], anchors[..., 2:] - anchors[..., :2]
    middle, anchor_middle = boxes[..., :2] + size * 0.5, anchors[..., :2] + anchor_size * 0.5
    coded = torch.cat([(middle - anchor_middle) / anchor_size, torch.log(size / anchor_size)], -1)
    counted = (samples > 0.5).unsqueeze(-1).expand_as(coded)
    targets = torch.where(counted, (coded - means) / stds, torch.zeros_like(coded)).detach()
    inputs = (samples, matches, anchors, refs, means, stds)
    return constant(targets, *inputs), constant(counted.to(anchors.dtype), *inputs)


@register("_contrib_box_decode", form=DETACHED, precision=UNLISTED)
def box_decode(data: Tensor, anchors: Tensor, *, std0: Float = 1.0, std1: Float = 1.0, std2: Float = 1.0,
               std3: Float = 1.0, clip: Float = -1.0, format: Format = "center") -> Tensor:
    """Compute corner boxes from offsets to anchors. A positive `clip` is the upper limit of the log sizes."""
    if data.ndim != 3 or data.shape[-1] != 4 or anchors.shape[-1] != 4 or anchors.shape[-2] != data.shape[1]:
        raise ValueError(f"data must be (batch, boxes, 4) and anchors (1, boxes, 4), received {tuple(data.shape)} and "
                         f"{tuple(anchors.shape)}")
    base = anchors.detach().reshape(1, -1, 4)
    size = base[..., 2:] - base[..., :2] if format == "corner" else base[..., 2:]
    middle = base[..., :2] + size * 0.5 if format == "corner" else base[..., :2]
    offsets = data.detach() * data.new_tensor([std0, std1, std2, std3])
    place, growth = offsets[..., :2] * size + middle, offsets[..., 2:]
    # Unlike clamp, fmin replaces NaN by the bound.
    half = torch.exp(torch.fmin(growth, growth.new_tensor(clip)) if clip > 0 else growth) * size * 0.5
    return constant(torch.cat([place - half, place + half], -1), data, anchors)
