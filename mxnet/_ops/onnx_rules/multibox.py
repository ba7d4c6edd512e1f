"""Rules for single-shot detectors and region proposals."""

from __future__ import annotations

import numpy as np

from ..proposal import base_anchors
from .detection import chosen, compacted, first_places, survivors, with_rest
from .emit import Emitter, Unsupported, Value
from .rule import Params, rule

_INT = np.int64


@rule("_contrib_MultiBoxPrior")
def multibox_prior(g: Emitter, p: Params, data: Value) -> Value:
    """Write anchors, as constants if the size of the feature map is known."""
    sizes, ratios = p["sizes"], p["ratios"]
    lengths = np.array([*sizes, *[sizes[0]] * (len(ratios) - 1)])
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = np.sqrt([*[ratios[0]] * len(sizes), *ratios[1:]])
        halves = lengths * roots / 2, lengths / roots / 2
    given = None if min(p["steps"]) <= 0 else p["steps"]
    rows, columns = (g.cast(g.size(data, axis), data.kind) for axis in (2, 3))
    lines = []
    for axis, size in ((2, rows), (3, columns)):
        place = g("Add", g.counting(g.size(data, axis), data.kind), g.like(p["offsets"][axis - 2], data))
        lines.append(g("Div", place, size) if given is None else g("Mul", place, g.like(given[axis - 2], data)))
    half_width = g("Mul", g.constant(halves[0], data.kind), g("Div", rows, columns))
    half_height = g.constant(halves[1], data.kind)
    height, width = (g.size(data, axis) for axis in (2, 3))
    full = g.joined_sizes([height, width, len(lengths)])
    down = g.expand(g.reshape(lines[0], [-1, 1, 1]), full)
    along = g.expand(g.reshape(lines[1], [1, -1, 1]), full)
    parts = [g("Sub", along, half_width), g("Sub", down, half_height), g("Add", along, half_width),
             g("Add", down, half_height)]
    boxes = g.reshape(g.concat([g.unsqueeze(part, 3) for part in parts], 3), [1, -1, 4])
    return g("Min", g("Max", boxes, g.like(0.0, data)), g.like(1.0, data)) if p["clip"] else boxes


def _decode(g: Emitter, p: Params, offsets: Value, anchor: Value) -> Value:
    """Compute boxes (batch, count, 4) from offsets to anchors."""
    half = g.like(0.5, offsets)
    low, high = g.split(anchor, [2, 2], -1)
    size, middle = g("Sub", high, low), g("Mul", g("Add", low, high), half)
    scaled = g("Mul", g.reshape(offsets, [g.size(offsets, 0), -1, 4]), g.constant(p["variances"], offsets.kind))
    move, growth = g.split(scaled, [2, 2], -1)
    place, sides = g("Add", g("Mul", move, size), middle), g("Mul", g("Mul", g("Exp", growth), size), half)
    boxes = g.concat([g("Sub", place, sides), g("Add", place, sides)], 2)
    return g("Min", g("Max", boxes, g.like(0.0, boxes)), g.like(1.0, boxes)) if p["clip"] else boxes


@rule("_contrib_MultiBoxDetection")
def multibox_detection(g: Emitter, p: Params, cls_prob: Value, loc_pred: Value, anchor: Value) -> Value:
    count = g.size(cls_prob, 2)
    if cls_prob.sizes[1] == 1:
        shape = g.joined_sizes([g.size(cls_prob, 0), count, 6])
        return g.expand(g.like(-1.0, cls_prob), shape)
    scores = g.slice(cls_prob, [1], [np.iinfo(_INT).max], [1])
    score = g.reduce("ReduceMax", scores, [1], keepdims=False)
    number = g.cast(g("ArgMax", scores, axis=1, keepdims=0), cls_prob.kind)
    enough = g("GreaterOrEqual", score, g.like(p["threshold"], score))
    detected = g("And", enough, g("Greater", score, g.like(-1.0, score)))
    columns = [g.unsqueeze(number, 2), g.unsqueeze(score, 2), _decode(g, p, loc_pred, anchor)]
    rows = g.concat(columns, 2)
    if not 0 < p["nms_threshold"] <= 1:
        result, valid = compacted(g, rows, detected, count, 6)
        return with_rest(g, result, valid, -1.0)
    order = first_places(g, g.where(detected, score, g.like(-np.inf, score)), count)
    best, valid = g.rows_at(rows, order, 6), chosen(g, detected, order)
    return _suppress(g, p, rows, detected, best, valid, count)


def _suppress(g: Emitter, p: Params, rows: Value, detected: Value, best: Value, valid: Value, count: Value) -> Value:
    """Sort rows and set the class of suppressed ones to -1."""
    limit, topk = np.float32(p["nms_threshold"]), p["nms_topk"]
    kinds, boxes = g.column(best, 0), g.part(best, 2, 2, 6)
    taking_part, inside = valid, None
    if topk > 0:
        inside = g.unsqueeze(g("Less", g.counting(count), g.constant(topk, _INT)), 0)
        taking_part = g("And", valid, inside)
    kept = survivors(g, boxes, taking_part, None if p["force_suppress"] else kinds, count,
                     lambda overlap: g("GreaterOrEqual", overlap, g.like(float(limit), overlap)))
    kinds = g.unsqueeze(g.where(kept, kinds, g.like(-1.0, kinds)), 2)
    rest = g.part(best, 2, 1, 6)
    if inside is not None:
        # Rows beyond the best keep their content from before sorting.
        unsorted, _ = compacted(g, rows, detected, count, 6)
        rest = g.where(g.unsqueeze(inside, 2), rest, g.part(unsorted, 2, 1, 6))
    return with_rest(g, g.concat([kinds, rest], 2), valid, -1.0)


def _shift(g: Emitter, anchors: Value, deltas: Value, plain: bool) -> Value:
    """Shift anchors by the predicted deltas; `plain` means corner offsets."""
    if plain:
        return g("Add", anchors, deltas)
    one, half = g.like(1.0, deltas), g.like(0.5, deltas)
    low, high = g.split(anchors, [2, 2], -1)
    move, growth = g.split(deltas, [2, 2], -1)
    size = g("Add", g("Sub", high, low), one)
    middle = g("Add", g("Add", low, g("Mul", half, g("Sub", size, one))), g("Mul", move, size))
    sides = g("Mul", half, g("Sub", g("Mul", g("Exp", growth), size), one))
    return g.concat([g("Sub", middle, sides), g("Add", middle, sides)], -1)


def _anchor_grid(p: Params, height: int, width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Return the anchors of all cells, the rows and columns of their cells, and the number of anchors per cell."""
    base = base_anchors(p["feature_stride"], p["scales"], p["ratios"])
    down, along = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    shift = np.stack([along, down, along, down], -1).astype(np.float32) * p["feature_stride"]
    anchors = (shift[:, :, None] + base).reshape(1, -1, 4)
    each = len(base)
    return anchors, np.repeat(down.reshape(-1), each), np.repeat(along.reshape(-1), each), each


@rule("_contrib_Proposal", "_contrib_MultiProposal")
def proposal(g: Emitter, p: Params, cls_prob: Value, bbox_pred: Value, im_info: Value) -> list[Value]:
    height, width = cls_prob.sizes[2:]
    if height is None or width is None:
        raise Unsupported("anchors require a known height and width of the feature map")
    anchors, down, along, each = _anchor_grid(p, height, width)
    total = anchors.shape[1]
    batch = g.size(cls_prob, 0)
    deltas = g.reshape(bbox_pred, [batch, each, 4, height, width])
    deltas = g.reshape(g.transpose(deltas, [0, 3, 4, 1, 2]), [batch, total, 4])
    rows, columns, scale = (g.part(im_info, 1, i, i + 1) for i in range(3))
    edge = g("Sub", g.unsqueeze(g.concat([columns, rows, columns, rows], 1), 1), g.like(1.0, deltas))
    boxes = g("Max", g("Min", _shift(g, g.constant(anchors), deltas, p["iou_loss"]), edge), g.like(0.0, deltas))
    score = g.slice(cls_prob, [each], [np.iinfo(_INT).max], [1])
    score = g.reshape(g.transpose(score, [0, 2, 3, 1]), [batch, total])
    boxes, score = _without_small(g, p, boxes, score, (rows, columns, scale), down, along)
    before = min(p["rpn_pre_nms_top_n"], total) if p["rpn_pre_nms_top_n"] > 0 else total
    return _best(g, p, boxes, score, batch, before)


def _without_small(g: Emitter, p: Params, boxes: Value, score: Value, info: tuple[Value, Value, Value],
                   down: np.ndarray, along: np.ndarray) -> tuple[Value, Value]:
    """Set the scores of cells outside the image and of small boxes to -1, and enlarge small boxes."""
    rows, columns, scale = info
    stride, nothing = g.like(float(p["feature_stride"]), rows), g.like(-1.0, score)
    outside = [g("GreaterOrEqual", g.constant(cells, _INT), g.whole(g("Div", size, stride)))
               for cells, size in ((down, rows), (along, columns))]
    score = g.where(g("Or", *outside), nothing, score)
    least = g.unsqueeze(g("Mul", scale, g.like(float(p["rpn_min_size"]), scale)), 2)
    low, high = g.split(boxes, [2, 2], -1)
    sides = g("Add", g("Sub", high, low), g.like(1.0, boxes))
    small = g("Less", g.reduce("ReduceMin", sides, [2]), least)
    grown = g("Add", boxes, g("Mul", g("Mul", g.constant([-1, -1, 1, 1], boxes.kind), least), g.like(0.5, boxes)))
    return g.where(small, grown, boxes), g.where(g.squeeze(small, 2), nothing, score)


def _best(g: Emitter, p: Params, boxes: Value, score: Value, batch: Value, before: int) -> list[Value]:
    """Select the best boxes, suppress overlapping ones, and repeat the rest to the requested number."""
    wanted, limit = p["rpn_post_nms_top_n"], float(np.float32(p["threshold"]))
    count = g.constant([before], _INT)
    order = first_places(g, score, count)
    best = g.rows_at(g.concat([boxes, g.unsqueeze(score, 2)], 2), order, 5)
    everyone = g.expand(g.constant(True), g.joined_sizes([batch, before]))
    kept = survivors(g, g.part(best, 2, 0, 4), everyone, None, count,
                     lambda remaining: g("Greater", remaining, g.like(limit, remaining)), 1.0)
    rows, _ = compacted(g, best, kept, count, 5)
    remaining = g("Min", g.reduce("ReduceSum", g.whole(kept), [1]), g.constant(wanted, _INT))
    places = g("Mod", g.constant(np.arange(wanted).reshape(1, -1), _INT), remaining)
    rows = g.reshape(g.rows_at(rows, places, 5), [-1, 5])
    image = g.expand(g.reshape(g.counting(batch, boxes.kind), [-1, 1]), g.joined_sizes([batch, wanted]))
    parts = [g.reshape(image, [-1, 1]), g.part(rows, 1, 0, 4)]
    return [g.concat(parts, 1), g.part(rows, 1, 4, 5)]
