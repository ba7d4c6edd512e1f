"""Anchors, training targets and detections of single-shot detectors (SSD)."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from .._runtime import storage
from .detection import constant, overlaps, survivors
from .facts import LEGACY_FUNCTION, Form, Precision
from .opdef import register
from .params import Bool, Float, Floats, Int

_INFINITY = float("inf")
_VARIANCES = (0.1, 0.1, 0.2, 0.2)


def _check_variances(variances: tuple[float, ...]) -> None:
    if len(variances) != 4:
        raise ValueError(f"variances must have 4 elements, received {variances}")


@register("_contrib_MultiBoxPrior", "_npx_multibox_prior", form=LEGACY_FUNCTION,
          precision=Precision("full", bfloat16="widest"))
def multibox_prior(data: Tensor, *, sizes: Floats = (1.0,), ratios: Floats = (1.0,), clip: Bool = False,
                   steps: Floats = (-1.0, -1.0), offsets: Floats = (0.5, 0.5)) -> Tensor:
    """Create anchor boxes around each position of a feature map, in fractions of the image.

    There is one box with the first ratio for each size, and one box with the first size for each further ratio.
    """
    if data.ndim != 4:
        raise ValueError(f"data must be (batch, channel, height, width), received {tuple(data.shape)}")
    if not sizes or not ratios or len(steps) != 2 or len(offsets) != 2:
        raise ValueError(f"sizes and ratios must not be empty, steps and offsets must be (y, x), received "
                         f"{sizes} {ratios} {steps} {offsets}")
    if steps[0] * steps[1] < 0:
        raise ValueError(f"Must specify both step_y and step_x, received steps={steps}")
    rows, columns = data.shape[2:]
    step_y, step_x = (1.0 / rows, 1.0 / columns) if steps[0] <= 0 or steps[1] <= 0 else steps
    lengths = np.array([*sizes, *[sizes[0]] * (len(ratios) - 1)])
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = np.sqrt([*[ratios[0]] * len(sizes), *ratios[1:]])
        half = data.new_tensor(np.stack([lengths * rows / columns * roots / 2, lengths / roots / 2], 1))
    down = (torch.arange(rows, dtype=data.dtype, device=data.device) + offsets[0]) * step_y
    along = (torch.arange(columns, dtype=data.dtype, device=data.device) + offsets[1]) * step_x
    middle = torch.stack(torch.meshgrid(down, along, indexing="ij")[::-1], -1).reshape(-1, 1, 2)
    boxes = torch.cat([middle - half, middle + half], -1).reshape(1, -1, 4)
    return constant(boxes.clamp(0.0, 1.0) if clip else boxes, data)


def _best_pairs(iou: np.ndarray, partner: np.ndarray) -> None:
    """Assign each label its best free anchor, starting with the largest overlap."""
    left = iou.copy()
    for _ in range(iou.shape[1]):
        place = int(left.argmax())
        anchor, label = divmod(place, iou.shape[1])
        if left[anchor, label] <= 1e-6:
            return
        partner[anchor] = label
        left[anchor, :] = -1.0
        left[:, label] = -1.0


def _negatives(scores: np.ndarray, iou: np.ndarray, positive: np.ndarray, ratio: float, threshold: float) -> np.ndarray:
    """Select the hardest negative anchors, `ratio` for each positive one."""
    chosen = np.zeros(len(positive), bool)
    count = min(int(np.float32(positive.sum()) * np.float32(ratio)), int((~positive).sum()))
    if count <= 0:
        return chosen
    candidates = np.flatnonzero(~positive & (iou.max(1) < threshold))
    if len(candidates) < count:
        raise ValueError(f"negative mining requires {count} anchors that overlap labels by less than "
                         f"negative_mining_thresh={threshold}, received {len(candidates)}")
    wide = np.exp(scores - scores.max(0))
    background = (wide[0] / wide.sum(0))[candidates]
    chosen[candidates[np.argsort(background, kind="stable")[:count]]] = True
    return chosen


def _encode(anchors: np.ndarray, boxes: np.ndarray, variances: tuple[float, ...]) -> np.ndarray:
    size, anchor_size = boxes[:, 2:] - boxes[:, :2], anchors[:, 2:] - anchors[:, :2]
    middle, anchor_middle = (boxes[:, :2] + boxes[:, 2:]) / 2, (anchors[:, :2] + anchors[:, 2:]) / 2
    return np.concatenate([(middle - anchor_middle) / anchor_size, np.log(size / anchor_size)], 1) / np.array(
        variances, anchors.dtype)


@register("_contrib_MultiBoxTarget", "_npx_multibox_target", outputs=3,
          form=Form(output_names=("loc_target", "loc_mask", "cls_target"), named_outputs=True, gradient_names="inputs"),
          precision=Precision("full", bfloat16="widest"))
def multibox_target(anchor: Tensor, label: Tensor, cls_pred: Tensor, *, overlap_threshold: Float = 0.5,
                    ignore_label: Float = -1.0, negative_mining_ratio: Float = -1.0,
                    negative_mining_thresh: Float = 0.5, minimum_negative_samples: Int = 0,
                    variances: Floats = _VARIANCES) -> tuple[Tensor, Tensor, Tensor]:
    """Compute the training targets of each anchor: box offsets, their mask, and class.

    `label` has rows (class, left, top, right, bottom, ...), padded with rows of -1. Class 0 is the background.
    """
    _check_variances(variances)
    count, batch = anchor.shape[1], label.shape[0]
    if anchor.ndim != 3 or anchor.shape[2] != 4 or label.ndim != 3 or label.shape[2] < 5 or cls_pred.ndim != 3:
        raise ValueError(f"anchor must be (1, count, 4), label (batch, labels, 5 or more), cls_pred (batch, classes, "
                         f"count), received {tuple(anchor.shape)} {tuple(label.shape)} {tuple(cls_pred.shape)}")
    if anchor.is_meta:
        return (anchor.new_empty(batch, count * 4), anchor.new_empty(batch, count * 4), anchor.new_empty(batch, count))
    boxes, rows, scores = (storage.own_memory(t.detach()).cpu().numpy() for t in (anchor[0], label, cls_pred))
    offsets, mask = np.zeros((batch, count, 4), boxes.dtype), np.zeros((batch, count, 4), boxes.dtype)
    classes = np.full((batch, count), ignore_label, boxes.dtype)
    for i in range(batch):
        ends = np.flatnonzero(rows[i, :, 0] == -1)
        truth = rows[i, :ends[0]] if len(ends) else rows[i]
        if not len(truth):
            continue
        iou = overlaps(torch.from_numpy(boxes), torch.from_numpy(np.ascontiguousarray(truth[:, 1:5]))).numpy()
        # NaN boxes have no overlap.
        iou[np.isnan(iou)] = -1.0
        partner = np.full(count, -1)
        _best_pairs(iou, partner)
        if overlap_threshold > 0:
            near = (partner < 0) & (iou.max(1) > overlap_threshold)
            partner[near] = iou.argmax(1)[near]
        positive = partner >= 0
        negative = ~positive if negative_mining_ratio <= 0 else _negatives(
            scores[i], iou, positive, negative_mining_ratio, negative_mining_thresh)
        classes[i, negative] = 0
        classes[i, positive] = truth[partner[positive], 0] + 1
        mask[i, positive] = 1
        offsets[i, positive] = _encode(boxes[positive], truth[partner[positive], 1:5], variances)
    targets = (torch.from_numpy(a.reshape(batch, -1)).to(anchor.device) for a in (offsets, mask, classes))
    first, second, third = (constant(t, anchor, label, cls_pred) for t in targets)
    return first, second, third


def _decode(offsets: Tensor, anchors: Tensor, variances: tuple[float, ...], clip: bool) -> Tensor:
    size, middle = anchors[:, 2:] - anchors[:, :2], (anchors[:, :2] + anchors[:, 2:]) / 2
    scaled = offsets * offsets.new_tensor(variances)
    place, half = scaled[:, :2] * size + middle, torch.exp(scaled[:, 2:]) * size / 2
    boxes = torch.cat([place - half, place + half], 1)
    return boxes.clamp(0.0, 1.0).nan_to_num_(1.0) if clip else boxes


def _suppress(rows: Tensor, nms_threshold: float, force: bool, topk: int) -> Tensor:
    """Sort detected objects by score and set the class of suppressed ones to -1."""
    if not len(rows) or not 0 < nms_threshold <= 1:
        return rows
    best = rows[torch.sort(rows[:, 1], descending=True, stable=True).indices]
    kept = topk if 0 < topk < len(rows) else len(rows)
    best = best[:kept]
    remain = survivors(best[:, 2:], None if force else best[:, 0], lambda overlap: overlap >= nms_threshold)
    # Rows beyond the best keep their content from before sorting, without a class.
    result = torch.cat([best, rows[kept:]])
    result[:kept, 0] = torch.where(remain, result[:kept, 0], -1.0)
    result[kept:, 0] = -1.0
    return result


@register("_contrib_MultiBoxDetection", "_npx_multibox_detection", form=LEGACY_FUNCTION,
          precision=Precision("full", bfloat16="widest"))
def multibox_detection(cls_prob: Tensor, loc_pred: Tensor, anchor: Tensor, *, clip: Bool = True,
                       threshold: Float = 0.01, background_id: Int = 0, nms_threshold: Float = 0.5,
                       force_suppress: Bool = False, variances: Floats = _VARIANCES, nms_topk: Int = -1) -> Tensor:
    """Return detections (class, score, left, top, right, bottom), best first; class -1 marks unused rows."""
    _check_variances(variances)
    if cls_prob.ndim != 3 or loc_pred.ndim != 2 or anchor.ndim != 3 or loc_pred.shape[1] != anchor.shape[1] * 4:
        raise ValueError(f"cls_prob must be (batch, classes, count), loc_pred (batch, 4 * count), anchor (1, count, 4),"
                         f" received {tuple(cls_prob.shape)} {tuple(loc_pred.shape)} {tuple(anchor.shape)}")
    batch, _, count = cls_prob.shape
    if cls_prob.is_meta:
        return cls_prob.new_empty(batch, count, 6)
    if cls_prob.shape[1] < 2:
        # Background is the only class.
        return constant(cls_prob.new_full((batch, count, 6), -1.0), cls_prob, loc_pred, anchor)
    results = []
    for scores, offsets in zip(cls_prob.detach(), loc_pred.detach(), strict=True):
        # Scores of at most -1 and NaN are ignored.
        score, number = scores[1:].nan_to_num(-1.0, _INFINITY, -_INFINITY).max(0)
        boxes = _decode(offsets.reshape(-1, 4), anchor.detach()[0], variances, clip)
        detected = (score >= threshold) & (score > -1.0)
        rows = torch.cat([number[:, None].to(boxes.dtype), score[:, None], boxes], 1)[detected]
        best = _suppress(rows, nms_threshold, force_suppress, nms_topk)
        results.append(torch.cat([best, best.new_full((count - len(best), 6), -1.0)]))
    return constant(torch.stack(results), cls_prob, loc_pred, anchor)
