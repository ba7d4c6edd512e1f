"""Rules for slices, splits, concatenations and assignments to slices."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from .emit import Emitter, Unsupported, Value
from .rule import Params, rule

_FIRST, _LAST = int(np.iinfo(np.int64).min), int(np.iinfo(np.int64).max)


def _limits(p: Params) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return starts, ends, axes and steps of a slice; the default of an open end depends on the direction."""
    starts, ends, axes, steps = [], [], [], []
    for axis, (begin, end) in enumerate(zip(p["begin"], p["end"], strict=True)):
        step = p["step"][axis] if axis < len(p["step"]) and p["step"][axis] is not None else 1
        if begin is None and end is None and step == 1:
            continue
        starts.append((0 if step > 0 else _LAST) if begin is None else begin)
        ends.append((_LAST if step > 0 else _FIRST) if end is None else end)
        axes.append(axis)
        steps.append(step)
    return starts, ends, axes, steps


@rule("slice")
def slice_(g: Emitter, p: Params, data: Value) -> Value:
    starts, ends, axes, steps = _limits(p)
    return g.slice(data, starts, ends, axes, steps) if axes else g("Identity", data)


@rule("slice_axis")
def slice_axis(g: Emitter, p: Params, data: Value) -> Value:
    return g.slice(data, [p["begin"]], [_LAST if p["end"] is None else p["end"]], [p["axis"]])


@rule("slice_like")
def slice_like(g: Emitter, p: Params, data: Value, shape_like: Value) -> Value:
    axes = [a % data.rank for a in p["axes"]] or list(range(data.rank))
    ends = g.joined_sizes([g.sizes_of(shape_like)[a] for a in axes])
    return g.slice(data, [0] * len(axes), ends, axes)


@rule("Crop")
def crop(g: Emitter, p: Params, data: Value, like: Value | None = None) -> Value:
    height, width = g.results[0].shape[2:]
    rows, columns = data.sizes[2:]
    if height is None or width is None or (p["center_crop"] and (rows is None or columns is None)):
        raise Unsupported("the area requires a known height and width")
    top, left = p["offset"]
    if p["center_crop"]:
        top, left = ((rows or 0) - height) // 2, ((columns or 0) - width) // 2
    return g.slice(data, [top, left], [top + height, left + width], [2, 3])


@rule("Concat", "_rnn_param_concat")
def concat(g: Emitter, p: Params, *data: Value) -> Value:
    return g("Concat", *data, axis=p["dim"])


@rule("stack")
def stack(g: Emitter, p: Params, *data: Value) -> Value:
    axis = p["axis"] % (data[0].rank + 1)
    return g("Concat", *(g.unsqueeze(value, axis) for value in data), axis=axis)


def _parts(g: Emitter, data: Value, axis: int, sizes: list[int], squeeze: bool) -> list[Value]:
    if len(sizes) == 1:
        parts = [g("Identity", data)]
    else:
        parts = g.split(data, sizes, axis)
    return [g.squeeze(part, axis) for part in parts] if squeeze else parts


@rule("SliceChannel")
def slice_channel(g: Emitter, p: Params, data: Value) -> list[Value]:
    axis, count = p["axis"] % data.rank, p["num_outputs"]
    size = data.sizes[axis]
    if size is not None:
        return _parts(g, data, axis, [size // count] * count, p["squeeze_axis"])
    if g.opset >= 18:
        parts = g("Split", data, axis=axis, num_outputs=count, outputs=count)
    else:
        parts = g("Split", data, axis=axis, outputs=count)
    return list(parts) if count > 1 else [parts]


@rule("_split_v2")
def split_v2(g: Emitter, p: Params, data: Value) -> list[Value]:
    axis, sections = p["axis"] % data.rank, p["sections"]
    size = data.sizes[axis]
    if size is None and sections > 0:
        raise Unsupported("sections require an axis of known size")
    if sections > 0:
        small, larger = divmod(size or 0, sections)
        points: list[Any] = [i * small + min(i, larger) for i in range(sections + 1)]
    else:
        points = [*p["indices"], size]
    if size is not None:
        sizes = [end - begin for begin, end in itertools.pairwise(points)]
        return _parts(g, data, axis, sizes, p["squeeze_axis"])
    parts = [g.part(data, axis, begin, _LAST if end is None else end)
             for begin, end in itertools.pairwise(points)]
    return [g.squeeze(part, axis) for part in parts] if p["squeeze_axis"] else parts


def _region(p: Params, data: Value) -> np.ndarray:
    """Return the coordinates of the elements of a slice along the last axis."""
    if any(size is None for size in data.sizes):
        raise Unsupported("assigning to a slice requires a known shape")
    sizes = [size or 0 for size in data.sizes]
    step = [*p["step"], *[None] * (len(p["begin"]) - len(p["step"]))]
    chosen = tuple(slice(b, e, s) for b, e, s in zip(p["begin"], p["end"], step, strict=True))
    places = [np.arange(size)[chosen[axis]] if axis < len(chosen) else np.arange(size)
              for axis, size in enumerate(sizes)]
    return np.stack(np.meshgrid(*places, indexing="ij"), -1).astype(np.int64)


@rule("_slice_assign")
def slice_assign(g: Emitter, p: Params, lhs: Value, rhs: Value) -> Value:
    return g("ScatterND", lhs, g.constant(_region(p, lhs)), rhs)


@rule("_slice_assign_scalar")
def slice_assign_scalar(g: Emitter, p: Params, data: Value) -> Value:
    places = _region(p, data)
    return g("ScatterND", data, g.constant(places), g.constant(np.full(places.shape[:-1], p["scalar"], data.kind)))
