"""Rules for ``_ops/numpy/reduce.py`` and ``products.py``: reductions, sums of products and diagonals."""

from __future__ import annotations

import math

import numpy as np

from . import matrix
from .emit import BOOL, Emitter, Unsupported, Value
from .numpy_shapes import alike, axes_of
from .rule import Params, rule


def _reduce(g: Emitter, op_type: str, value: Value, p: Params, axes: list[int]) -> Value:
    return g.reduce(op_type, value, axes, p["keepdims"]) if axes else g("Identity", value)


def _declare_reduction(name: str, op_type: str, whole: str) -> None:
    """Declare a reduction; integers are computed in the dtype `whole`."""

    def write(g: Emitter, p: Params, a: Value) -> Value:
        if p.get("initial") is not None:
            raise Unsupported("initial")
        wide = np.promote_types(a.kind, g.results[0].dtype) if a.floating or g.results[0].dtype.kind == "f" else whole
        data = g.cast(a, wide)
        axes = [] if p["axis"] == () else axes_of(a, p["axis"])
        return g.typed(_reduce(g, op_type, data, p, axes))

    rule(name)(write)


_declare_reduction("_np_sum", "ReduceSum", "int64")
_declare_reduction("_npi_mean", "ReduceMean", "float64")
_declare_reduction("_np_prod", "ReduceProd", "int64")
_declare_reduction("_np_max", "ReduceMax", "int64")
_declare_reduction("_np_min", "ReduceMin", "int64")


def _declare_truth(name: str, op_type: str) -> None:
    def write(g: Emitter, p: Params, data: Value) -> Value:
        truth = g.cast(g.cast(data, BOOL), "int32")
        return g.cast(_reduce(g, op_type, truth, p, [] if p["axis"] == () else axes_of(data, p["axis"])), BOOL)

    rule(name)(write)


_declare_truth("_np_any", "ReduceMax")
_declare_truth("_np_all", "ReduceMin")


def _variance(g: Emitter, p: Params, a: Value) -> Value:
    """Compute the variance in a floating point dtype."""
    wide = g.cast(a, a.kind if a.floating else "float64")
    axes = [] if p["axis"] == () else axes_of(a, p["axis"])
    if None in (a.sizes[axis] for axis in axes):
        raise Unsupported("sizes of reduced axes must be known")
    count = math.prod(a.sizes[axis] or 0 for axis in axes)
    centered = g("Sub", wide, g.reduce("ReduceMean", wide, axes)) if axes else g("Sub", wide, wide)
    squares = _reduce(g, "ReduceSum", g("Mul", centered, centered), p, axes)
    return g("Div", squares, g.constant(float(count - p["ddof"]), wide.kind))


@rule("_npi_var")
def var(g: Emitter, p: Params, a: Value) -> Value:
    return g.typed(_variance(g, p, a))


@rule("_npi_std")
def std(g: Emitter, p: Params, a: Value) -> Value:
    return g.typed(g("Sqrt", _variance(g, p, a)))


def _declare_place(name: str, op_type: str) -> None:
    def write(g: Emitter, p: Params, data: Value) -> Value:
        numbers = data if data.kind != BOOL else g.cast(data, "int32")
        if p["axis"] is None or not data.rank:
            place = g(op_type, g.reshape(numbers, [-1]), axis=0, keepdims=0)
            return g.typed(g.reshape(place, [1] * data.rank) if p["keepdims"] else place)
        return g.typed(g(op_type, numbers, axis=p["axis"], keepdims=int(p["keepdims"])))

    rule(name)(write)


_declare_place("_npi_argmax", "ArgMax")
_declare_place("_npi_argmin", "ArgMin")


@rule("_npi_matmul")
def matmul(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    dtype = g.results[0].dtype if g.results[0].dtype != BOOL else np.dtype("int32")
    return g("MatMul", g.cast(a, dtype), g.cast(b, dtype))


@rule("_np_dot")
def dot(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    left, right = alike(g, (a, b))
    if not a.rank or not b.rank:
        return g("Mul", left, right)
    if b.rank <= 2:
        return g("MatMul", left, right)
    return _contract(g, left, right, [a.rank - 1], [b.rank - 2])


def _contract(g: Emitter, a: Value, b: Value, first: list[int], second: list[int]) -> Value:
    """Contract axes of both operands as a product of matrices."""
    rows = [axis for axis in range(a.rank) if axis not in first]
    columns = [axis for axis in range(b.rank) if axis not in second]
    left_sizes, right_sizes = g.sizes_of(a), g.sizes_of(b)
    known = [a.sizes[axis] for axis in first]
    if None in known:
        raise Unsupported("sizes of summed axes must be known")
    inner = math.prod(size or 0 for size in known)
    left = g.reshape(g.transpose(a, [*rows, *first]), [-1, inner])
    right = g.reshape(g.transpose(b, [*second, *columns]), [inner, -1])
    sizes = [left_sizes[axis] for axis in rows] + [right_sizes[axis] for axis in columns]
    return g.reshape(g("MatMul", left, right), sizes if sizes else g.constant(np.zeros(0, np.int64)))


@rule("_npi_tensordot")
def tensordot(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    left, right = alike(g, (a, b))
    return _contract(g, left, right, axes_of(a, p["a_axes_summed"]), axes_of(b, p["b_axes_summed"]))


@rule("_npi_tensordot_int_axes")
def tensordot_of_last(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    count = p["axes"]
    left, right = alike(g, (a, b))
    return _contract(g, left, right, list(range(a.rank - count, a.rank)), list(range(count)))


@rule("_npi_einsum")
def einsum(g: Emitter, p: Params, *data: Value) -> Value:
    return g("Einsum", *alike(g, data), equation=p["subscripts"].replace(" ", ""))


@rule("_np_diagonal")
def diagonal(g: Emitter, p: Params, data: Value) -> Value:
    return matrix.diag(g, {"k": p["offset"], "axis1": p["axis1"], "axis2": p["axis2"]}, data)


@rule("_np_trace")
def trace(g: Emitter, p: Params, data: Value) -> Value:
    elements = diagonal(g, p, data)
    wide = elements if data.floating else g.whole(elements)
    return g.typed(g.reduce("ReduceSum", wide, [data.rank - 2], keepdims=False))


@rule("_np_diag")
def diag(g: Emitter, p: Params, data: Value) -> Value:
    return matrix.diag(g, {"k": p["k"], "axis1": 0, "axis2": 1}, data)


@rule("_npi_tril")
def tril(g: Emitter, p: Params, data: Value) -> Value:
    if data.rank == 1:
        size = g.sizes_of(data)[0]
        data = g.expand(data, [size, size])
    return g("Trilu", data, g.constant(p["k"], np.int64), upper=0) if g.opset >= 14 else _mask(g, data, p["k"])


def _mask(g: Emitter, data: Value, k: int) -> Value:
    rows, columns = g.results[0].shape[-2:]
    if rows is None or columns is None:
        raise Unsupported("sizes must be known")
    return g.where(g.constant(np.tril(np.ones((rows, columns), bool), k)), data, g.like(0, data))
