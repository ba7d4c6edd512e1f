"""Rules for reading and writing elements by index, and for sequences of different lengths."""

from __future__ import annotations

import math

import numpy as np

from .emit import Emitter, Unsupported, Value
from .layers import clipped
from .matrix import flipped
from .rule import Params, rule


def _places(g: Emitter, indices: Value, data: Value, axis: int, mode: str) -> Value:
    """Convert indices to integers inside an axis by clipping or wrapping."""
    integers = g.whole(indices)
    size = g.size(data, axis)
    if mode == "wrap":
        return g("Mod", integers, g.squeeze(size, 0))
    known = data.sizes[axis]
    return clipped(g, integers, size if known is None else known)


@rule("take")
def take(g: Emitter, p: Params, a: Value, indices: Value) -> Value:
    """Select elements. In mode 'raise' the runtime reports indices out of range."""
    axis = p["axis"] % a.rank
    places = g.whole(indices) if p["mode"] == "raise" else _places(g, indices, a, axis, p["mode"])
    return g("Gather", a, places, axis=axis)


@rule("pick")
def pick(g: Emitter, p: Params, data: Value, index: Value) -> Value:
    axis = p["axis"] % data.rank
    places = _places(g, index, data, axis, p["mode"])
    if index.rank < data.rank:
        places = g.unsqueeze(places, axis)
    picked = g("GatherElements", data, places, axis=axis)
    if p["keepdims"]:
        return picked
    return g.squeeze(picked, axis) if data.rank > 1 else picked


@rule("batch_take")
def batch_take(g: Emitter, p: Params, a: Value, indices: Value) -> Value:
    size = a.sizes[-1]
    if size is None:
        raise Unsupported("the last size must be known")
    flat = g.reshape(a, [-1, size])
    chosen = g("GatherElements", flat, g.reshape(clipped(g, g.whole(indices), size), [-1, 1]), axis=1)
    return g.reshape(chosen, g.shape_of(indices))


@rule("one_hot")
def one_hot(g: Emitter, p: Params, indices: Value) -> Value:
    """Compare instead of using ONNX's OneHot, which accepts negative indices."""
    hit = g("Equal", g.unsqueeze(g.whole(indices), indices.rank), g.constant(np.arange(p["depth"])))
    dtype = g.results[0].dtype
    return g.where(hit, g.constant(p["on_value"], dtype), g.constant(p["off_value"], dtype))


@rule("_onehot_encode")
def onehot_encode(g: Emitter, p: Params, lhs: Value, rhs: Value) -> Value:
    hit = g("Equal", g.unsqueeze(g.whole(lhs), 1), g.counting(g.size(rhs, 1)))
    return g.cast(hit, rhs.kind)


def _coordinates(g: Emitter, indices: Value) -> Value:
    """Move the coordinate axis last, as in ONNX."""
    floored = g("Floor", indices) if indices.floating else indices
    floored.shape = indices.shape
    return g.transpose(g.whole(floored), [*range(1, indices.rank), 0])


@rule("gather_nd")
def gather_nd(g: Emitter, p: Params, data: Value, indices: Value) -> Value:
    return g("GatherND", data, _coordinates(g, indices))


@rule("scatter_nd")
def scatter_nd(g: Emitter, p: Params, data: Value, indices: Value) -> Value:
    zeros = g.expand(g.like(0, data), list(p["shape"]))
    return g("ScatterND", zeros, _coordinates(g, indices), data)


@rule("_scatter_set_nd")
def scatter_set_nd(g: Emitter, p: Params, lhs: Value, rhs: Value, indices: Value) -> Value:
    return g("ScatterND", lhs, _coordinates(g, indices), rhs)


@rule("fill_element_0index")
def fill_element_0index(g: Emitter, p: Params, lhs: Value, mhs: Value, rhs: Value) -> Value:
    return g("ScatterElements", lhs, g.unsqueeze(g.whole(rhs), 1), g.unsqueeze(mhs, 1), axis=1)


@rule("_contrib_index_copy")
def index_copy(g: Emitter, p: Params, old_tensor: Value, index_vector: Value, new_tensor: Value) -> Value:
    return g("ScatterND", old_tensor, g.unsqueeze(g.whole(index_vector), 1), new_tensor)


@rule("_contrib_index_array")
def index_array(g: Emitter, p: Params, data: Value) -> Value:
    axes = range(data.rank) if p["axes"] is None else [axis % data.rank for axis in p["axes"]]
    shape, grids = g.shape_of(data), []
    for axis in axes:
        line = g.reshape(g.counting(g.size(data, axis)), [-1 if i == axis else 1 for i in range(data.rank)])
        grids.append(g.unsqueeze(g.expand(line, shape), data.rank))
    return g("Concat", *grids, axis=data.rank)


@rule("_contrib_boolean_mask")
def boolean_mask(g: Emitter, p: Params, data: Value, index: Value) -> Value:
    return g("Compress", data, g.cast(index, "bool"), axis=0)


@rule("_ravel_multi_index")
def ravel_multi_index(g: Emitter, p: Params, data: Value) -> Value:
    shape = list(p["shape"])
    strides = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    scaled = g("Mul", g.whole(data), g.constant(np.array(strides, np.int64).reshape(-1, 1)))
    return g.cast(g.reduce("ReduceSum", scaled, [0], keepdims=False), data.kind)


@rule("_unravel_index")
def unravel_index(g: Emitter, p: Params, data: Value) -> Value:
    shape = list(p["shape"])
    flat, rows = g.whole(data), []
    for size in reversed(shape[1:]):
        rows.append(g("Mod", flat, g.constant(size, np.int64), fmod=1))
        flat = g("Div", flat, g.constant(size, np.int64))
    parts = [g.unsqueeze(row, 0) for row in [flat, *reversed(rows)]]
    return g.cast(g.concat(parts, 0), data.kind)


def _time(g: Emitter, data: Value, axis: int) -> Value:
    """Return steps along `axis` in a shape that broadcasts with (time, batch), or (batch, time) if time is axis 1."""
    steps = g.counting(g.size(data, axis))
    return g.unsqueeze(steps, 1 - axis)


def _lengths(g: Emitter, length: Value, axis: int) -> Value:
    return g.unsqueeze(g.whole(length), axis)


def _spread(g: Emitter, value: Value, rank: int) -> Value:
    """Add axes of size 1 for all axes after time and batch."""
    return g.unsqueeze(value, *range(2, rank)) if rank > 2 else value


@rule("SequenceMask")
def sequence_mask(g: Emitter, p: Params, data: Value, sequence_length: Value | None = None) -> Value:
    if sequence_length is None:
        return g("Identity", data)
    axis = p["axis"]
    inside = g("Less", _time(g, data, axis), _lengths(g, sequence_length, axis))
    return g.where(_spread(g, inside, data.rank), data, g.like(p["value"], data))


@rule("SequenceLast")
def sequence_last(g: Emitter, p: Params, data: Value, sequence_length: Value | None = None) -> Value:
    axis = p["axis"]
    if sequence_length is None:
        return g.squeeze(g.slice(data, [-1], [np.iinfo(np.int64).max], [axis]), axis)
    known = data.sizes[axis]
    last = clipped(g, g("Sub", g.whole(sequence_length), g.constant(1, np.int64)),
                   g.size(data, axis) if known is None else known)
    shape = [1 if i == axis else size for i, size in enumerate(g.sizes_of(data))]
    index = g.expand(_spread(g, g.unsqueeze(last, axis), data.rank), shape)
    return g.squeeze(g("GatherElements", data, index, axis=axis), axis)


@rule("SequenceReverse")
def sequence_reverse(g: Emitter, p: Params, data: Value, sequence_length: Value | None = None) -> Value:
    if sequence_length is None:
        return flipped(g, data, [0])
    return g("ReverseSequence", data, g.whole(sequence_length), time_axis=0, batch_axis=1)
