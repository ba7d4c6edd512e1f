"""Region proposals of Faster R-CNN."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .._runtime import storage
from .detection import constant
from .facts import WIDEST, Form, Inference
from .opdef import ShapeLike, register
from .params import Bool, Float, Floats, Int


def base_anchors(stride: int, scales: tuple[float, ...], ratios: tuple[float, ...]) -> np.ndarray:
    """Return anchors around the first cell, by ratio and then scale, as (left, top, right, bottom)."""
    middle, anchors = 0.5 * (stride - 1.0), []
    for ratio in ratios:
        side = math.floor(math.sqrt(math.floor(stride * stride / ratio)) + 0.5)
        for scale in scales:
            half = 0.5 * (side * scale - 1.0), 0.5 * (math.floor(side * ratio + 0.5) * scale - 1.0)
            anchors.append([middle - half[0], middle - half[1], middle + half[0], middle + half[1]])
    return np.array(anchors, np.float32)


def _shift(anchors: np.ndarray, deltas: np.ndarray, plain: bool) -> np.ndarray:
    """Shift anchors by the predicted deltas; `plain` means corner offsets."""
    if plain:
        return anchors + deltas
    size = anchors[:, 2:] - anchors[:, :2] + np.float32(1.0)
    middle = anchors[:, :2] + np.float32(0.5) * (size - 1) + deltas[:, :2] * size
    half = np.float32(0.5) * (np.exp(deltas[:, 2:]) * size - 1)
    return np.concatenate([middle - half, middle + half], 1)


def _best(boxes: np.ndarray, threshold: float, wanted: int) -> list[int]:
    """Return the first `wanted` boxes that no earlier one overlaps by more than the threshold.

    Pixels at both ends count. Suppressed boxes are dropped from the columns immediately: a matrix of all pairs of
    12,000 boxes takes 300 times as long.
    """
    one, limit = np.float32(1.0), np.float32(threshold)
    left, top, right, bottom = (np.ascontiguousarray(column) for column in boxes.T)
    area = (right - left + 1) * (bottom - top + 1)
    columns, names = np.stack([left, top, right, bottom, area]), np.arange(len(boxes))
    kept: list[int] = []
    while len(names) and len(kept) < wanted:
        kept.append(int(names[0]))
        first, columns, names = columns[:, 0], columns[:, 1:], names[1:]
        wide = np.minimum(columns[2], first[2]) - np.maximum(columns[0], first[0]) + one
        high = np.minimum(columns[3], first[3]) - np.maximum(columns[1], first[1]) + one
        shared = np.maximum(wide, 0) * np.maximum(high, 0)
        # NaN overlaps do not suppress.
        apart = ~(shared / (first[4] + columns[4] - shared) > limit)
        if not apart.all():
            columns, names = columns[:, apart], names[apart]
    return kept


def _propose(scores: np.ndarray, deltas: np.ndarray, info: np.ndarray, options: dict[str, Any]) -> np.ndarray:
    """Return rows (left, top, right, bottom, score) of one image, repeated to the requested number."""
    count, height, width = scores.shape
    stride = options["feature_stride"]
    base = base_anchors(stride, options["scales"], options["ratios"])
    if len(base) != count:
        raise ValueError(f"cls_prob must have 2 channels for each of {len(base)} anchors, received {2 * count}")
    down, along = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    shift = np.stack([along, down, along, down], -1).astype(np.float32) * stride
    anchors = (shift[:, :, None] + base).reshape(-1, 4)
    moves = deltas.reshape(count, 4, height, width).transpose(2, 3, 0, 1).reshape(-1, 4)
    edge = np.array([info[1], info[0], info[1], info[0]], np.float32) - 1
    boxes = np.maximum(np.minimum(_shift(anchors, moves, options["iou_loss"]), edge), np.float32(0.0))
    score = scores.transpose(1, 2, 0).reshape(-1).copy()
    real = (int(info[0] / stride), int(info[1] / stride))
    if real[0] > height or real[1] > width:
        raise ValueError(f"im_info must describe an image of at most {height} x {width} cells, received {real}")
    padded = (down >= real[0]) | (along >= real[1])
    score[np.repeat(padded.reshape(-1), count)] = -1
    least = np.float32(options["rpn_min_size"]) * info[2]
    small = ((boxes[:, 2:] - boxes[:, :2] + 1) < least).any(1)
    boxes[small] += np.array([-1, -1, 1, 1], np.float32) * least / 2
    score[small] = -1
    before = options["rpn_pre_nms_top_n"] if options["rpn_pre_nms_top_n"] > 0 else len(score)
    order = np.argsort(-score, kind="stable")[:before]
    wanted = options["rpn_post_nms_top_n"]
    kept = order[_best(boxes[order], options["threshold"], wanted)]
    rows = np.concatenate([boxes, score[:, None]], 1)[kept]
    return rows[np.arange(wanted) % len(rows)]


def _proposals(cls_prob: Tensor, bbox_pred: Tensor, im_info: Tensor,
               options: dict[str, Any]) -> tuple[Tensor, Tensor]:
    batch, wanted = cls_prob.shape[0], options["rpn_post_nms_top_n"]
    if cls_prob.ndim != 4 or bbox_pred.ndim != 4 or bbox_pred.shape[1] != 2 * cls_prob.shape[1]:
        raise ValueError(f"cls_prob must be (batch, 2 * anchors, height, width) and bbox_pred have twice its channels, "
                         f"received {tuple(cls_prob.shape)} and {tuple(bbox_pred.shape)}")
    if im_info.shape != (batch, 3):
        raise ValueError(f"im_info must have height, width and scale of each image, ({batch}, 3), received "
                         f"{tuple(im_info.shape)}")
    if cls_prob.is_meta:
        return cls_prob.new_empty(batch * wanted, 5), cls_prob.new_empty(batch * wanted, 1)
    probabilities, deltas, info = (storage.own_memory(t.detach()).cpu().numpy() for t in (cls_prob, bbox_pred,
                                                                                                im_info))
    anchors = cls_prob.shape[1] // 2
    proposals = [_propose(probabilities[i, anchors:], deltas[i], info[i], options) for i in range(batch)]
    rows = np.concatenate(proposals).astype(np.float32)
    number = np.repeat(np.arange(batch, dtype=np.float32), wanted)[:, None]
    inputs = (cls_prob, bbox_pred, im_info)
    boxes, scores = (torch.from_numpy(a).to(cls_prob.dtype).to(cls_prob.device)
                     for a in (np.concatenate([number, rows[:, :4]], 1), np.ascontiguousarray(rows[:, 4:])))
    return constant(boxes, *inputs), constant(scores, *inputs)


def _shown(params: dict[str, Any]) -> int:
    return 2 if params["output_score"] else 1


def _fill(params: dict[str, Any], shapes: list[ShapeLike]) -> list[ShapeLike]:
    """Infer all shapes from the scores, which determine the number of images, anchors and cells."""
    scores = shapes[0]
    if scores is None or len(scores) != 4:
        return shapes
    return [scores, (scores[0], 2 * scores[1], *scores[2:]), (scores[0], 3)]


@register("_contrib_Proposal", outputs=2, visible=_shown, inference=Inference(fill=_fill),
          form=Form(output_names=("output", "score"), named_outputs=True, gradient_names="inputs"), precision=WIDEST)
def proposal(cls_prob: Tensor, bbox_pred: Tensor, im_info: Tensor, *, rpn_pre_nms_top_n: Int = 6000,
             rpn_post_nms_top_n: Int = 300, threshold: Float = 0.7, rpn_min_size: Int = 16,
             scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0), feature_stride: Int = 16,
             output_score: Bool = False, iou_loss: Bool = False) -> tuple[Tensor, Tensor]:
    """Return regions (0, left, top, right, bottom) that may contain objects in an image, best first, and scores."""
    if cls_prob.shape[0] != 1:
        raise ValueError(f"cls_prob must hold one image, received {cls_prob.shape[0]}; see _contrib_MultiProposal")
    return _proposals(cls_prob, bbox_pred, im_info, {
        "rpn_pre_nms_top_n": rpn_pre_nms_top_n, "rpn_post_nms_top_n": rpn_post_nms_top_n, "threshold": threshold,
        "rpn_min_size": rpn_min_size, "scales": scales, "ratios": ratios, "feature_stride": feature_stride,
        "iou_loss": iou_loss})


@register("_contrib_MultiProposal", outputs=2, visible=_shown, inference=Inference(fill=_fill),
          form=Form(output_names=("output", "score"), named_outputs=True, gradient_names="inputs"), precision=WIDEST)
def multi_proposal(cls_prob: Tensor, bbox_pred: Tensor, im_info: Tensor, *, rpn_pre_nms_top_n: Int = 6000,
                   rpn_post_nms_top_n: Int = 300, threshold: Float = 0.7, rpn_min_size: Int = 16,
                   scales: Floats = (4.0, 8.0, 16.0, 32.0), ratios: Floats = (0.5, 1.0, 2.0),
                   feature_stride: Int = 16, output_score: Bool = False,
                   iou_loss: Bool = False) -> tuple[Tensor, Tensor]:
    """Apply `_contrib_Proposal` to several images; the first column is the image index."""
    return _proposals(cls_prob, bbox_pred, im_info, {
        "rpn_pre_nms_top_n": rpn_pre_nms_top_n, "rpn_post_nms_top_n": rpn_post_nms_top_n, "threshold": threshold,
        "rpn_min_size": rpn_min_size, "scales": scales, "ratios": ratios, "feature_stride": feature_stride,
        "iou_loss": iou_loss})
