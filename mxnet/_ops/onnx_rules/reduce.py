"""Rules for reductions, sorting and top-k."""

from __future__ import annotations

import numpy as np

from ..reduce import reduced_axes
from .emit import FLOAT32, Emitter, Unsupported, Value
from .rule import Params, rule


def _restore_shape(g: Emitter, value: Value, axes: tuple[int, ...], rank: int, keepdims: bool) -> Value:
    """Give a full reduction the shape (1,)."""
    return g.unsqueeze(value, 0) if len(axes) == rank and not keepdims else value


def _reduce(g: Emitter, op_type: str, data: Value, axes: tuple[int, ...], keepdims: bool, rank: int) -> Value:
    if not axes:
        return g("Identity", data)
    return _restore_shape(g, g.reduce(op_type, data, axes, keepdims), axes, rank, keepdims)


def _declare(name: str, op_type: str) -> None:
    def write(g: Emitter, p: Params, data: Value) -> Value:
        axes = reduced_axes(data.rank, p["axis"], p["exclude"])
        wide = data
        if not data.floating:
            # Integer means are truncated, and ONNX has no 8-bit sums.
            wide = g.cast(data, "float64" if op_type == "ReduceMean" else "int64")
        return g.typed(_reduce(g, op_type, wide, axes, p["keepdims"], data.rank))

    rule(name)(write)


for _name, _kind in {"sum": "ReduceSum", "mean": "ReduceMean", "prod": "ReduceProd", "max": "ReduceMax",
                     "min": "ReduceMin", "_square_sum": "ReduceSumSquare"}.items():
    _declare(_name, _kind)


def _without_nan(g: Emitter, data: Value, value: float) -> Value:
    return g.where(g("IsNaN", data), g.like(value, data), data) if data.floating else data


@rule("nansum")
def nansum(g: Emitter, p: Params, data: Value) -> Value:
    axes = reduced_axes(data.rank, p["axis"], p["exclude"])
    return _reduce(g, "ReduceSum", _without_nan(g, data, 0.0), axes, p["keepdims"], data.rank)


@rule("nanprod")
def nanprod(g: Emitter, p: Params, data: Value) -> Value:
    axes = reduced_axes(data.rank, p["axis"], p["exclude"])
    return _reduce(g, "ReduceProd", _without_nan(g, data, 1.0), axes, p["keepdims"], data.rank)


@rule("norm")
def norm(g: Emitter, p: Params, data: Value) -> Value:
    axes = reduced_axes(data.rank, p["axis"])
    wide = data if data.floating else g.cast(data, "float64")
    wide = g.cast(wide, "float32") if wide.kind == np.float16 else wide
    op_type = "ReduceL1" if p["ord"] == 1 else "ReduceL2"
    return g.typed(_reduce(g, op_type, wide, axes, p["keepdims"], data.rank))


@rule("moments")
def moments(g: Emitter, p: Params, data: Value) -> list[Value]:
    axes = reduced_axes(data.rank, p["axes"])
    centre = g.reduce("ReduceMean", data, axes)
    centered = g("Sub", data, centre)
    squares = g("Mul", centered, centered)
    return [_reduce(g, "ReduceMean", value, axes, p["keepdims"], data.rank) for value in (data, squares)]


def _extreme(g: Emitter, op_type: str, data: Value, axis: int | None, keepdims: bool) -> Value:
    if axis is None:
        place = g(op_type, g.reshape(data, [-1]), axis=0, keepdims=1)
        return g.typed(g.reshape(place, [1] * data.rank) if keepdims else place)
    place = g(op_type, data, axis=axis, keepdims=int(keepdims))
    return g.typed(g.unsqueeze(place, 0) if data.rank == 1 and not keepdims else place)


@rule("argmax")
def argmax(g: Emitter, p: Params, data: Value) -> Value:
    return _extreme(g, "ArgMax", data, p["axis"], p["keepdims"])


@rule("argmin")
def argmin(g: Emitter, p: Params, data: Value) -> Value:
    return _extreme(g, "ArgMin", data, p["axis"], p["keepdims"])


@rule("argmax_channel")
def argmax_channel(g: Emitter, p: Params, data: Value) -> Value:
    return _extreme(g, "ArgMax", data, 1, False)


@rule("_np_cumsum")
def cumsum(g: Emitter, p: Params, a: Value) -> Value:
    data = g.reshape(a, [-1]) if p["axis"] is None else a
    data = g.typed(data)
    wide = data if data.floating else g.whole(data)
    return g("CumSum", wide, g.constant(p["axis"] or 0, np.int64))


# Dtypes supported by TopK of onnxruntime; others are converted before sorting.
_SORTED = {np.dtype(t) for t in ("float32", "float64", "int64", "int32")}


def sorted_axis(g: Emitter, data: Value, axis: int | None, ascending: bool, count: int = 0,
                ) -> tuple[Value, Value, int]:
    """Return `count` sorted values and indices along an axis (all by default), and the axis."""
    if axis is None:
        flat = g.reshape(data, [-1])
        size: int | None = 1
        for known in data.sizes:
            size = None if size is None or known is None else size * known
        flat.shape, data, axis = (size,), flat, 0
    axis %= data.rank
    wide = data if data.kind in _SORTED else g.cast(data, FLOAT32 if data.floating else "int32")
    wanted = g.constant([count], np.int64) if count else g.size(data, axis)
    values, places = g("TopK", wide, wanted, axis=axis, largest=int(not ascending), sorted=1, outputs=2)
    places.dtype = np.dtype("int64")
    values.shape = places.shape = tuple((count or s) if i == axis else s for i, s in enumerate(data.sizes))
    return g.cast(values, data.kind), places, axis


@rule("sort")
def sort(g: Emitter, p: Params, data: Value) -> Value:
    return sorted_axis(g, data, p["axis"], p["is_ascend"])[0]


@rule("argsort")
def argsort(g: Emitter, p: Params, data: Value) -> Value:
    return g.typed(sorted_axis(g, data, p["axis"], p["is_ascend"])[1])


@rule("topk")
def topk(g: Emitter, p: Params, data: Value) -> Value | list[Value]:
    """Write TopK. Ties keep their order, as ONNX guarantees: the lower index comes first."""
    ret_typ = p["ret_typ"]
    values, places, axis = sorted_axis(g, data, p["axis"], p["is_ascend"], max(p["k"], 0))
    if ret_typ == "value":
        return values
    if ret_typ == "indices":
        return g.typed(places)
    if ret_typ == "both":
        return [values, g.typed(places, 1)]
    if p["axis"] is None and any(size is None for size in data.sizes):
        raise Unsupported("a mask over all axes requires a known shape")
    flat = g.reshape(data, [-1]) if p["axis"] is None else data
    zeros = g.expand(g.like(0, data), g("Shape", flat))
    ones = g.expand(g.like(1, data), g("Shape", places))
    mask = g("ScatterElements", zeros, places, ones, axis=axis)
    return g.reshape(mask, g.shape_of(data)) if p["axis"] is None else mask
