"""Rules for bounding boxes: overlap, suppression and coding.

Suppression is a loop over boxes, best first. ONNX's operator does not support classes that are only known at run time,
and compares overlaps differently. The loop decides as MXNet does.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .emit import Emitter, Unsupported, Value
from .rule import Params, rule

Exceeds = Callable[[Value], Value]
_INT = np.int64


def coordinates(g: Emitter, boxes: Value) -> list[Value]:
    """Return left, top, right and bottom, each with a last axis of size 1."""
    return g.split(boxes, [1, 1, 1, 1], -1)


def corners(g: Emitter, boxes: Value, layout: str) -> Value:
    """Convert boxes to (left, top, right, bottom)."""
    if layout == "corner":
        return boxes
    middle, size = g.split(boxes, [2, 2], -1)
    half = g("Mul", size, g.like(0.5, boxes))
    return g.concat([g("Sub", middle, half), g("Add", middle, half)], -1)


def _area(g: Emitter, parts: list[Value], extra: float) -> Value:
    sides = [g("Sub", parts[2], parts[0]), g("Sub", parts[3], parts[1])]
    if extra:
        sides = [g("Add", side, g.like(extra, side)) for side in sides]
    none = g("Or", *(g("Less", side, g.like(0.0, side)) for side in sides))
    return g.where(none, g.like(0.0, sides[0]), g("Mul", *sides))


def overlap(g: Emitter, first: list[Value], second: list[Value], extra: float = 0.0) -> Value:
    """Compute the intersection over union of boxes whose coordinates broadcast; `extra` counts pixels at both ends."""
    sides = []
    for start, end in ((0, 2), (1, 3)):
        side = g("Sub", g("Min", first[end], second[end]), g("Max", first[start], second[start]))
        side = g("Add", side, g.like(extra, side)) if extra else side
        sides.append(g("Max", side, g.like(0.0, side)))
    shared = g("Mul", *sides)
    union = g("Sub", g("Add", _area(g, first, extra), _area(g, second, extra)), shared)
    nothing = g("LessOrEqual", shared, g.like(0.0, shared))
    return g.where(nothing, g.like(0.0, shared), g("Div", shared, g.where(nothing, g.like(1.0, shared), union)))


def survivors(g: Emitter, boxes: Value, kept: Value, kinds: Value | None, count: Value, exceeds: Exceeds,
              extra: float = 0.0) -> Value:
    """Return a mask of the boxes (batch, count, 4), best first, that remain after suppression by overlap.

    Only boxes that are initially `kept` (batch, count) take part. Boxes of different `kinds` do not suppress each
    other.
    """
    parts = [g.squeeze(part, 2) for part in coordinates(g, boxes)]
    places = g.counting(count)

    def step(number: Value, states: list[Value]) -> list[Value]:
        at = g.unsqueeze(number, 0)
        own = [g("Gather", part, at, axis=1) for part in parts]
        removed = g("And", exceeds(overlap(g, own, parts, extra)), g("Greater", places, number))
        if kinds is not None:
            removed = g("And", removed, g("Equal", g("Gather", kinds, at, axis=1), kinds))
        removed = g("And", removed, g("Gather", states[0], at, axis=1))
        return [g("And", states[0], g("Not", removed))]

    return g.loop(count, [kept], step)[0]


@rule("_contrib_box_iou")
def box_iou(g: Emitter, p: Params, lhs: Value, rhs: Value) -> Value:
    first = coordinates(g, corners(g, g.reshape(lhs, [-1, 1, 4]), p["format"]))
    second = coordinates(g, corners(g, g.reshape(rhs, [1, -1, 4]), p["format"]))
    result = g.squeeze(overlap(g, first, second), 2)
    return g.reshape(result, [*g.sizes_of(lhs)[:-1], *g.sizes_of(rhs)[:-1]] or [1])


def first_places(g: Emitter, key: Value, count: Value) -> Value:
    """Return the indices (batch, count) of the largest numbers in order; ties keep their order."""
    _, places = g("TopK", key, count, axis=1, largest=1, sorted=1, outputs=2)
    places.dtype = np.dtype("int64")
    return places


def _least(g: Emitter, size: Value, limit: int) -> Value:
    known = size.array()
    if known is not None:
        return g.constant([min(int(known[0]), limit)], _INT)
    return g("Min", size, g.constant([limit], _INT))


def chosen(g: Emitter, mask: Value, places: Value) -> Value:
    """Reorder a mask (batch, count)."""
    return g("GatherElements", mask, places, axis=1)


def compacted(g: Emitter, rows: Value, kept: Value, count: Value, width: int) -> tuple[Value, Value]:
    """Move kept rows (batch, count, width) to the front in order; also return a mask of the kept rows."""
    places = first_places(g, g.cast(kept, "float32"), count)
    return g.rows_at(rows, places, width), chosen(g, kept, places)


def with_rest(g: Emitter, rows: Value, valid: Value, value: float) -> Value:
    """Fill invalid rows with a number."""
    return g.where(g.unsqueeze(valid, 2), rows, g.like(value, rows))


@rule("_contrib_box_nms")
def box_nms(g: Emitter, p: Params, data: Value) -> Value:
    width = data.sizes[-1]
    if width is None:
        raise Unsupported("the number of columns must be known")
    if p["topk"] == 0:
        return g("Identity", data)
    size = g.size(data, -2)
    known = data.sizes[-2]
    rows = g.reshape(data, [-1, size if known is None else known, width])
    score = g.column(rows, p["score_index"])
    valid = g("Greater", score, g.like(p["valid_thresh"], data))
    if p["id_index"] >= 0:
        background = g("Equal", g.column(rows, p["id_index"]), g.like(p["background_id"], data))
        valid = g("And", valid, g("Not", background))
    count = size if p["topk"] < 0 else _least(g, size, p["topk"])
    order = first_places(g, g.where(valid, score, g.like(-np.inf, data)), count)
    best, valid = g.rows_at(rows, order, width), chosen(g, valid, order)
    start = p["coord_start"]
    boxes = corners(g, g.part(best, 2, start, start + 4), p["in_format"])
    kinds = None
    if p["id_index"] >= 0 and not p["force_suppress"]:
        kinds = g.whole(g.column(best, p["id_index"]))
    limit = g.like(p["overlap_thresh"], data)
    kept = survivors(g, boxes, valid, kinds, count, lambda overlaps: g("Greater", overlaps, limit))
    result, valid = compacted(g, best, kept, count, width)
    if p["in_format"] != p["out_format"]:
        result = _convert(g, result, start, p["out_format"], width)
    result = with_rest(g, result, valid, -1.0)
    if p["topk"] > 0:
        missing = g("Sub", size, count)
        zero = g.constant([0], _INT)
        result = g("Pad", result, g("Concat", zero, zero, zero, zero, missing, zero, axis=0), g.like(-1.0, data))
    return g.reshape(result, g.shape_of(data))


def _convert(g: Emitter, rows: Value, start: int, layout: str, width: int) -> Value:
    """Convert the boxes of rows to the other layout; skip rows whose first number is negative."""
    boxes = g.part(rows, 2, start, start + 4)
    if layout == "center":
        low, high = g.split(boxes, [2, 2], -1)
        middle = g("Mul", g("Add", low, high), g.like(0.5, rows))
        other = g.concat([middle, g("Sub", high, low)], -1)
    else:
        other = corners(g, boxes, "center")
    negative = g("Less", g.part(boxes, 2, 0, 1), g.like(0.0, rows))
    parts = [g.where(negative, boxes, other)]
    if start:
        parts.insert(0, g.part(rows, 2, 0, start))
    if start + 4 < width:
        parts.append(g.part(rows, 2, start + 4, width))
    return g.concat(parts, 2)


@rule("_contrib_box_decode")
def box_decode(g: Emitter, p: Params, data: Value, anchors: Value) -> Value:
    base = g.reshape(anchors, [1, -1, 4])
    low, high = g.split(base, [2, 2], -1)
    size = g("Sub", high, low) if p["format"] == "corner" else high
    middle = g("Add", low, g("Mul", size, g.like(0.5, data))) if p["format"] == "corner" else low
    scales = np.array([p[f"std{i}"] for i in range(4)], data.kind)
    offsets, growth = g.split(g("Mul", data, g.constant(scales)), [2, 2], -1)
    place = g("Add", g("Mul", offsets, size), middle)
    if p["clip"] > 0:
        growth = g("Min", growth, g.like(p["clip"], data))
    half = g("Mul", g("Mul", g("Exp", growth), size), g.like(0.5, data))
    return g.concat([g("Sub", place, half), g("Add", place, half)], -1)


@rule("_contrib_box_encode")
def box_encode(g: Emitter, p: Params, samples: Value, matches: Value, anchors: Value, refs: Value, means: Value,
               stds: Value) -> list[Value]:
    boxes = g.rows_at(refs, g.whole(matches), 4)
    half = g.like(0.5, refs)
    (low, high), (base_low, base_high) = (g.split(v, [2, 2], -1) for v in (boxes, anchors))
    size, base_size = g("Sub", high, low), g("Sub", base_high, base_low)
    middle, base = (g("Add", start, g("Mul", sides, half)) for start, sides in ((low, size), (base_low, base_size)))
    coded = g.concat([g("Div", g("Sub", middle, base), base_size), g("Log", g("Div", size, base_size))], -1)
    counted = g("Greater", g.unsqueeze(samples, 2), g.like(0.5, samples))
    targets = g.where(counted, g("Div", g("Sub", coded, means), stds), g.like(0.0, refs))
    return [targets, g.expand(g.cast(counted, anchors.kind), g("Shape", coded))]
