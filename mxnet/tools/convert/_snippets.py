"""Operators with data-dependent results, as plain functions. Their source code is copied into converted models."""

from __future__ import annotations

import torch


def corner_boxes(boxes, layout):
    """Boxes as (left, top, right, bottom)."""
    if layout == "corner":
        return boxes
    half = boxes[..., 2:] / 2
    return torch.cat([boxes[..., :2] - half, boxes[..., :2] + half], -1)


def overlaps(box, boxes, extra):
    """Intersection over union of one box with others; `extra` counts pixels at both ends."""
    sides = (torch.minimum(box[2:], boxes[:, 2:]) - torch.maximum(box[:2], boxes[:, :2]) + extra).clamp(min=0)
    shared = sides[:, 0] * sides[:, 1]
    areas = [(b[..., 2:] - b[..., :2] + extra).clamp(min=0).prod(-1) for b in (box, boxes)]
    return torch.where(shared <= 0, torch.zeros_like(shared), shared / (areas[0] + areas[1] - shared))


def survivors(boxes, kinds, exceeds, extra=0.0):
    """Which of the boxes, best first, remain when each remaining one removes those it overlaps too much."""
    kept = torch.ones(len(boxes), dtype=torch.bool)
    for i in range(len(boxes)):
        if kept[i]:
            removed = exceeds(overlaps(boxes[i], boxes[i + 1:], extra))
            kept[i + 1:] &= ~(removed if kinds is None else removed & (kinds[i + 1:] == kinds[i]))
    return kept


def box_nms(data, overlap_thresh, valid_thresh, topk, coord_start, score_index, id_index, background_id, force_suppress,
            in_format, out_format):
    """Boxes that no better box overlaps too much, best first; the rest is -1."""
    if topk == 0:
        return data.clone()
    results = []
    columns = slice(coord_start, coord_start + 4)
    for rows in data.reshape(-1, *data.shape[-2:]):
        valid = rows[:, score_index] > valid_thresh
        if id_index >= 0:
            valid &= rows[:, id_index] != background_id
        best = rows[valid]
        best = best[torch.sort(best[:, score_index], descending=True, stable=True).indices]
        best = best[:topk] if topk > 0 else best
        kinds = best[:, id_index].trunc() if id_index >= 0 and not force_suppress else None
        best = best[survivors(corner_boxes(best[:, columns], in_format), kinds, lambda found: found > overlap_thresh)]
        if in_format != out_format:
            boxes = best[:, columns]
            other = corner_boxes(boxes, "center") if out_format == "corner" else torch.cat(
                [(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]], -1)
            best = best.clone()
            best[:, columns] = torch.where(boxes[:, :1] < 0, boxes, other)
        results.append(torch.cat([best, best.new_full((len(rows) - len(best), rows.shape[1]), -1.0)]))
    return torch.stack(results).reshape(data.shape)


def multibox_detection(cls_prob, loc_pred, anchor, clip, threshold, nms_threshold, force_suppress, variances, nms_topk):
    """Detections (class, score, left, top, right, bottom), best first; class -1 means none."""
    _batch, classes, count = cls_prob.shape
    results = []
    for scores, offsets in zip(cls_prob, loc_pred):
        if classes < 2:
            results.append(cls_prob.new_full((count, 6), -1.0))
            continue
        score, number = scores[1:].max(0)
        size, middle = anchor[0, :, 2:] - anchor[0, :, :2], (anchor[0, :, :2] + anchor[0, :, 2:]) / 2
        scaled = offsets.reshape(-1, 4) * offsets.new_tensor(variances)
        place, half = scaled[:, :2] * size + middle, torch.exp(scaled[:, 2:]) * size / 2
        boxes = torch.cat([place - half, place + half], 1)
        boxes = boxes.clamp(0.0, 1.0) if clip else boxes
        rows = torch.cat([number[:, None].to(boxes.dtype), score[:, None], boxes], 1)
        rows = rows[(score >= threshold) & (score > -1.0)]
        if len(rows) and 0 < nms_threshold <= 1:
            best = rows[torch.sort(rows[:, 1], descending=True, stable=True).indices]
            kept = nms_topk if 0 < nms_topk < len(rows) else len(rows)
            kinds = None if force_suppress else best[:kept, 0]
            remain = survivors(best[:kept, 2:], kinds, lambda found: found >= nms_threshold)
            rows = torch.cat([best[:kept], rows[kept:]])
            rows[:kept, 0] = torch.where(remain, rows[:kept, 0], -1.0)
            rows[kept:, 0] = -1.0
        results.append(torch.cat([rows, rows.new_full((count - len(rows), 6), -1.0)]))
    return torch.stack(results)


def proposals(cls_prob, bbox_pred, im_info, base, stride, before, wanted, threshold, min_size, plain):
    """Regions (image, left, top, right, bottom) that may hold objects, best first, and their scores."""
    base, found = cls_prob.new_tensor(base), []
    each, (height, width) = len(base), cls_prob.shape[2:]
    down, along = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
    anchors = (torch.stack([along, down, along, down], -1)[:, :, None] * stride + base).reshape(-1, 4)
    for image, (scores, deltas, info) in enumerate(zip(cls_prob[:, each:], bbox_pred, im_info)):
        moves = deltas.reshape(each, 4, height, width).permute(2, 3, 0, 1).reshape(-1, 4)
        size = anchors[:, 2:] - anchors[:, :2] + 1
        middle = anchors[:, :2] + 0.5 * (size - 1) + moves[:, :2] * size
        half = 0.5 * (torch.exp(moves[:, 2:]) * size - 1)
        boxes = anchors + moves if plain else torch.cat([middle - half, middle + half], 1)
        edge = torch.stack([info[1], info[0], info[1], info[0]]) - 1
        boxes = torch.maximum(torch.minimum(boxes, edge), torch.zeros_like(boxes))
        score = scores.permute(1, 2, 0).reshape(-1).clone()
        outside = (down >= int(info[0] / stride)) | (along >= int(info[1] / stride))
        score[outside.reshape(-1).repeat_interleave(each)] = -1
        least = min_size * info[2]
        small = ((boxes[:, 2:] - boxes[:, :2] + 1) < least).any(1)
        boxes[small] += boxes.new_tensor([-1, -1, 1, 1]) * least / 2
        score[small] = -1
        order = torch.sort(score, descending=True, stable=True).indices[:before if before > 0 else None]
        kept = order[survivors(boxes[order], None, lambda overlap: overlap > threshold, 1.0)][:wanted]
        rows = torch.cat([torch.full_like(score[:, None], image), boxes, score[:, None]], 1)[kept]
        found.append(rows[torch.arange(wanted) % len(rows)])
    whole = torch.cat(found)
    return whole[:, :5], whole[:, 5:]


def roi_pooling(data, rois, pooled_size, spatial_scale):
    """Maxima over a grid of bins in each region."""
    (bins_y, bins_x), (height, width) = pooled_size, data.shape[2:]
    result = data.new_zeros(len(rois), data.shape[1], bins_y, bins_x)
    for number, roi in enumerate(rois):
        corners = roi[1:] * spatial_scale
        left, top, right, bottom = (torch.sign(corners) * torch.floor(corners.abs() + 0.5)).tolist()
        image = int(roi[0])
        if not 0 <= image < len(data):
            continue
        step_y = max(bottom - top + 1, 1) / roi.new_tensor(bins_y)
        step_x = max(right - left + 1, 1) / roi.new_tensor(bins_x)
        for y in range(bins_y):
            low, high = (int(torch.floor(y * step_y) + top), int(torch.ceil((y + 1) * step_y) + top))
            rows = data[image, :, min(max(low, 0), height):min(max(high, 0), height)]
            for x in range(bins_x):
                low, high = (int(torch.floor(x * step_x) + left), int(torch.ceil((x + 1) * step_x) + left))
                area = rows[:, :, min(max(low, 0), width):min(max(high, 0), width)]
                if area.numel():
                    result[number, :, y, x] = area.amax((1, 2))
    return result


def roi_align(data, rois, pooled_size, spatial_scale, sample_ratio, position_sensitive, aligned):
    """Means of bilinear samples over a grid of bins in each region."""
    (bins_y, bins_x), (height, width) = pooled_size, data.shape[2:]
    results = []

    def weights(start, size, bins, samples, length):
        at = start + (torch.arange(bins * samples) + 0.5) * (size / bins / samples)
        inside = ((at >= -1.0) & (at <= length)).to(data.dtype)
        at = at.clamp(0.0, length - 1)
        low = at.floor().clamp(max=max(length - 2, 0))
        share = at - low
        line = data.new_zeros(bins * samples, length)
        line.scatter_add_(1, low.long()[:, None], (inside * (1.0 - share))[:, None])
        line.scatter_add_(1, (low.long() + 1).clamp(max=length - 1)[:, None], (inside * share)[:, None])
        return line.reshape(bins, samples, length).mean(1)

    for roi in rois:
        image = int(roi[0]) if len(roi) == 5 else 0
        left, top, right, bottom = roi[-4:] * spatial_scale - (0.5 if aligned else 0.0)
        sizes = [bottom - top, right - left]
        sizes = sizes if aligned else [size.clamp(min=1.0) for size in sizes]
        counts = [sample_ratio if sample_ratio > 0 else int(torch.ceil(size / bins))
                  for size, bins in zip(sizes, pooled_size)]
        rows = weights(top, sizes[0], bins_y, counts[0], height)
        columns = weights(left, sizes[1], bins_x, counts[1], width)
        if position_sensitive:
            maps = data[image].reshape(-1, bins_y, bins_x, height, width)
            results.append(torch.einsum("ph,qw,cpqhw->cpq", rows, columns, maps))
        else:
            results.append(rows @ data[image] @ columns.T)
    return torch.stack(results)
