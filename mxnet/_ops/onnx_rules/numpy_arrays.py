"""Rules of ``_ops/numpy``: shapes, joins, reductions, products, choices and arrays that are made from nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..numpy.shape import coded_shape
from .emit import BOOL, Emitter, Unsupported, Value
from .matrix import flipped
from .rule import RULES, Params, rule


def _axes(value: Value, axis: Any) -> list[int]:
    if axis is None:
        return list(range(value.rank))
    return [a % value.rank for a in ((axis,) if isinstance(axis, int) else axis)]


# Shapes


@rule("_np_reshape")
def reshape(g: Emitter, p: Params, a: Value) -> Value:
    return g.reshape(a, list(p["newshape"]))


@rule("_npx_reshape")
def coded_reshape(g: Emitter, p: Params, a: Value) -> Value:
    if None not in a.sizes:
        known = tuple(size or 0 for size in a.sizes)
        return g.reshape(a, list(coded_shape(known, tuple(p["newshape"]), p["reverse"])))
    return g.reshape(a, g.result_shape())


@rule("_np_transpose")
def transpose(g: Emitter, p: Params, a: Value) -> Value:
    axes = _axes(a, p["axes"]) if p["axes"] else list(range(a.rank))[::-1]
    return g("Transpose", a, perm=axes) if a.rank else g("Identity", a)


@rule("_np_moveaxis")
def moveaxis(g: Emitter, p: Params, a: Value) -> Value:
    source, target = _axes(a, p["source"]), _axes(a, p["destination"])
    order = [axis for axis in range(a.rank) if axis not in source]
    for place, axis in sorted(zip(target, source, strict=True)):
        order.insert(place, axis)
    return g("Transpose", a, perm=order)


@rule("_np_squeeze")
def squeeze(g: Emitter, p: Params, a: Value) -> Value:
    axes = [axis for axis, size in enumerate(a.sizes) if size == 1] if p["axis"] is None else _axes(a, p["axis"])
    return g.squeeze(a, *axes) if axes else g("Identity", a)


@rule("_npi_broadcast_to")
def broadcast_to(g: Emitter, p: Params, array: Value) -> Value:
    missing = len(p["shape"]) - array.rank
    sizes = [1] * missing + g.sizes_of(array)
    return g.expand(array, [have if size == -2 else size for size, have in zip(p["shape"], sizes, strict=True)])


@rule("_npi_flip")
def flip(g: Emitter, p: Params, data: Value) -> Value:
    return flipped(g, data, _axes(data, p["axis"]))


@rule("_npi_rot90")
def rot90(g: Emitter, p: Params, data: Value) -> Value:
    first, second = _axes(data, p["axes"] or (0, 1))
    turns = p["k"] % 4
    order = list(range(data.rank))
    order[first], order[second] = second, first
    if turns == 2:
        return flipped(g, data, [first, second])
    if turns == 0:
        return g("Identity", data)
    if turns == 1:
        return g("Transpose", flipped(g, data, [second]), perm=order)
    return flipped(g, g("Transpose", data, perm=order), [second])


@rule("_np_roll")
def roll(g: Emitter, p: Params, data: Value) -> Value:
    shift, axis = p["shift"], p["axis"]
    if axis is None:
        flat = g.reshape(data, [-1])
        flat.shape = (math.prod(data.sizes) if None not in data.sizes else None,)  # type: ignore[arg-type]
        return g.reshape(_rolled(g, flat, 0, sum(shift)), g.shape_of(data))
    result = data
    for place, steps in zip(_axes(data, axis), shift * len(axis) if len(shift) == 1 else shift, strict=True):
        shape = result.shape
        result = _rolled(g, result, place, steps)
        result.shape = shape
    return result


def _rolled(g: Emitter, value: Value, axis: int, steps: int) -> Value:
    size = value.sizes[axis]
    if size is None:
        raise Unsupported("the size of a rolled axis must be known")
    steps %= max(size, 1)
    if not steps:
        return g("Identity", value)
    return g.concat([g.part(value, axis, size - steps, size), g.part(value, axis, 0, size - steps)], axis)


@rule("_npi_pad")
def pad(g: Emitter, p: Params, data: Value) -> Value:
    if p["mode"] not in ("constant", "edge", "reflect"):
        raise Unsupported(f"mode={p['mode']}")
    widths = [before for before, _ in p["pad_width"]] + [after for _, after in p["pad_width"]]
    number = g.like(p["constant_value"], data) if p["mode"] == "constant" else None
    return g("Pad", data, widths, number, mode=p["mode"])


# Joins


def _alike(g: Emitter, data: tuple[Value, ...]) -> list[Value]:
    made = []
    for value in data:
        one = g.cast(value, g.results[0].dtype)
        one.shape = value.shape
        made.append(one)
    return made


@rule("_npi_concatenate")
def concatenate(g: Emitter, p: Params, *data: Value) -> Value:
    values = _alike(g, data)
    if p["axis"] is None:
        return g("Concat", *(g.reshape(value, [-1]) for value in values), axis=0)
    return g("Concat", *values, axis=p["axis"])


@rule("_npi_stack")
def stack(g: Emitter, p: Params, *data: Value) -> Value:
    axis = p["axis"] % (data[0].rank + 1)
    return g("Concat", *(g.unsqueeze(value, axis) for value in _alike(g, data)), axis=axis)


def _raised(g: Emitter, value: Value, rank: int) -> Value:
    """At least so many axes, as NumPy adds them."""
    places = {(0, 1): (0,), (0, 2): (0, 1), (0, 3): (0, 1, 2), (1, 2): (0,), (1, 3): (0, 2), (2, 3): (2,)}.get(
        (value.rank, rank))
    return g.unsqueeze(value, *places) if places else value


def _declare_join(name: str, rank: int, axis: Callable[[Value], int], column: bool = False) -> None:
    def write(g: Emitter, p: Params, *data: Value) -> Value:
        values = _alike(g, data)
        where = axis(values[0])
        if column:
            values = [g.reshape(v, [-1, 1]) if v.rank < 2 else v for v in values]
        return g("Concat", *(_raised(g, value, rank) if not column else value for value in values), axis=where)

    rule(name)(write)


_declare_join("_npi_vstack", 2, lambda value: 0)
_declare_join("_npi_hstack", 1, lambda value: 0 if value.rank < 2 else 1)
_declare_join("_npi_dstack", 3, lambda value: 2)
_declare_join("_npi_column_stack", 2, lambda value: 1, True)


def _declare_split(name: str, axis: Callable[[Value], int]) -> None:
    rule(name)(lambda g, p, data: RULES["_split_v2"](g, {**p, "axis": axis(data)}, data))


_declare_split("_npi_hsplit", lambda data: min(1, data.rank - 1))
_declare_split("_npi_dsplit", lambda data: 2)


def _declare_at_least(rank: int) -> None:
    def write(g: Emitter, p: Params, *arys: Value) -> list[Value]:
        raised = [_raised(g, value, rank) for value in arys]
        return [g("Identity", one) if one is value else one for one, value in zip(raised, arys, strict=True)]

    rule(f"_np_atleast_{rank}d")(write)


for _rank in (1, 2, 3):
    _declare_at_least(_rank)


# Reductions


def _reduced(g: Emitter, kind: str, value: Value, p: Params, axes: list[int]) -> Value:
    return g.reduce(kind, value, axes, p["keepdims"]) if axes else g("Identity", value)


def _declare_reduction(name: str, kind: str, whole: str) -> None:
    """A reduction; whole numbers are computed in the type `whole`."""

    def write(g: Emitter, p: Params, a: Value) -> Value:
        if p.get("initial") is not None:
            raise Unsupported("initial")
        wide = np.promote_types(a.kind, g.results[0].dtype) if a.floating or g.results[0].dtype.kind == "f" else whole
        data = g.cast(a, wide)
        axes = [] if p["axis"] == () else _axes(a, p["axis"])
        return g.typed(_reduced(g, kind, data, p, axes))

    rule(name)(write)


_declare_reduction("_np_sum", "ReduceSum", "int64")
_declare_reduction("_npi_mean", "ReduceMean", "float64")
_declare_reduction("_np_prod", "ReduceProd", "int64")
_declare_reduction("_np_max", "ReduceMax", "int64")
_declare_reduction("_np_min", "ReduceMin", "int64")


def _declare_truth(name: str, kind: str) -> None:
    def write(g: Emitter, p: Params, data: Value) -> Value:
        truth = g.cast(g.cast(data, BOOL), "int32")
        return g.cast(_reduced(g, kind, truth, p, [] if p["axis"] == () else _axes(data, p["axis"])), BOOL)

    rule(name)(write)


_declare_truth("_np_any", "ReduceMax")
_declare_truth("_np_all", "ReduceMin")


def _spread(g: Emitter, p: Params, a: Value) -> Value:
    """The variance in a floating point type."""
    wide = g.cast(a, a.kind if a.floating else "float64")
    axes = [] if p["axis"] == () else _axes(a, p["axis"])
    if None in (a.sizes[axis] for axis in axes):
        raise Unsupported("sizes of reduced axes must be known")
    count = math.prod(a.sizes[axis] or 0 for axis in axes)
    centered = g("Sub", wide, g.reduce("ReduceMean", wide, axes)) if axes else g("Sub", wide, wide)
    squares = _reduced(g, "ReduceSum", g("Mul", centered, centered), p, axes)
    return g("Div", squares, g.constant(float(count - p["ddof"]), wide.kind))


@rule("_npi_var")
def var(g: Emitter, p: Params, a: Value) -> Value:
    return g.typed(_spread(g, p, a))


@rule("_npi_std")
def std(g: Emitter, p: Params, a: Value) -> Value:
    return g.typed(g("Sqrt", _spread(g, p, a)))


def _declare_place(name: str, kind: str) -> None:
    def write(g: Emitter, p: Params, data: Value) -> Value:
        numbers = data if data.kind != BOOL else g.cast(data, "int32")
        if p["axis"] is None or not data.rank:
            place = g(kind, g.reshape(numbers, [-1]), axis=0, keepdims=0)
            return g.typed(g.reshape(place, [1] * data.rank) if p["keepdims"] else place)
        return g.typed(g(kind, numbers, axis=p["axis"], keepdims=int(p["keepdims"])))

    rule(name)(write)


_declare_place("_npi_argmax", "ArgMax")
_declare_place("_npi_argmin", "ArgMin")


# Products


@rule("_npi_matmul")
def matmul(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    kind = g.results[0].dtype if g.results[0].dtype != BOOL else np.dtype("int32")
    return g("MatMul", g.cast(a, kind), g.cast(b, kind))


@rule("_np_dot")
def dot(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    left, right = _alike(g, (a, b))
    if not a.rank or not b.rank:
        return g("Mul", left, right)
    if b.rank <= 2:
        return g("MatMul", left, right)
    return _contracted(g, left, right, [a.rank - 1], [b.rank - 2])


def _contracted(g: Emitter, a: Value, b: Value, first: list[int], second: list[int]) -> Value:
    """Sums over axes of both, as a product of matrices."""
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
    left, right = _alike(g, (a, b))
    return _contracted(g, left, right, _axes(a, p["a_axes_summed"]), _axes(b, p["b_axes_summed"]))


@rule("_npi_tensordot_int_axes")
def tensordot_of_last(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    count = p["axes"]
    left, right = _alike(g, (a, b))
    return _contracted(g, left, right, list(range(a.rank - count, a.rank)), list(range(count)))


@rule("_npi_einsum")
def einsum(g: Emitter, p: Params, *data: Value) -> Value:
    return g("Einsum", *_alike(g, data), equation=p["subscripts"].replace(" ", ""))


@rule("_np_diagonal")
def diagonal(g: Emitter, p: Params, data: Value) -> Value:
    return RULES["diag"](g, {"k": p["offset"], "axis1": p["axis1"], "axis2": p["axis2"]}, data)  # type: ignore[return-value]


@rule("_np_trace")
def trace(g: Emitter, p: Params, data: Value) -> Value:
    found = diagonal(g, p, data)
    wide = found if data.floating else g.whole(found)
    return g.typed(g.reduce("ReduceSum", wide, [data.rank - 2], keepdims=False))


@rule("_np_diag")
def diag(g: Emitter, p: Params, data: Value) -> Value:
    return RULES["diag"](g, {"k": p["k"], "axis1": 0, "axis2": 1}, data)  # type: ignore[return-value]


@rule("_npi_tril")
def tril(g: Emitter, p: Params, data: Value) -> Value:
    if data.rank == 1:
        size = g.sizes_of(data)[0]
        data = g.expand(data, [size, size])
    return g("Trilu", data, g.constant(p["k"], np.int64), upper=0) if g.opset >= 14 else _masked(g, data, p["k"])


def _masked(g: Emitter, data: Value, k: int) -> Value:
    rows, columns = g.results[0].shape[-2:]
    if rows is None or columns is None:
        raise Unsupported("sizes must be known")
    return g.where(g.constant(np.tril(np.ones((rows, columns), bool), k)), data, g.like(0, data))


# Choices


def _chosen(g: Emitter, condition: Value, x: Value, y: Value) -> Value:
    kind = g.results[0].dtype
    return g.where(g.cast(condition, BOOL), g.cast(x, kind), g.cast(y, kind))


@rule("_npi_where")
def where(g: Emitter, p: Params, condition: Value, x: Value, y: Value) -> Value:
    return _chosen(g, condition, x, y)


def _number(g: Emitter, value: float) -> Value:
    return g.constant(float(value), g.results[0].dtype)


@rule("_npi_where_lscalar")
def where_left(g: Emitter, p: Params, condition: Value, x: Value) -> Value:
    return _chosen(g, condition, _number(g, p["scalar"]), x)


@rule("_npi_where_rscalar")
def where_right(g: Emitter, p: Params, condition: Value, y: Value) -> Value:
    return _chosen(g, condition, y, _number(g, p["scalar"]))


@rule("_npi_where_scalar2")
def where_numbers(g: Emitter, p: Params, condition: Value) -> Value:
    return _chosen(g, condition, _number(g, p["x"]), _number(g, p["y"]))


@rule("_npi_boolean_mask_assign_scalar")
def mask_assign(g: Emitter, p: Params, data: Value, mask: Value) -> Value:
    start, behind = p["start_axis"], data.rank - p["start_axis"] - mask.rank
    chosen = g.cast(mask, BOOL)
    if start:
        chosen = g.unsqueeze(chosen, *range(start))
    if behind:
        chosen = g.unsqueeze(chosen, *range(start + mask.rank, data.rank))
    return g.where(chosen, g.like(p["value"], data), data)


# Arrays from nothing


def _filled(g: Emitter, number: float) -> Value:
    return g.expand(g.constant(number, g.results[0].dtype), g.known_result())


@rule("_npi_zeros")
def zeros(g: Emitter, p: Params) -> Value:
    return _filled(g, 0)


@rule("_npi_ones")
def ones(g: Emitter, p: Params) -> Value:
    return _filled(g, 1)


@rule("_npi_full_like")
def full_like(g: Emitter, p: Params, a: Value) -> Value:
    return g.expand(g.constant(float(p["fill_value"]), g.results[0].dtype), g.shape_of(a))


def _constant(g: Emitter, array: np.ndarray) -> Value:
    return g("Identity", g.constant(array.astype(g.results[0].dtype)))


@rule("_npi_eye")
def eye(g: Emitter, p: Params) -> Value:
    return _constant(g, np.eye(p["N"], p["M"], p["k"]))


@rule("_npi_identity")
def identity(g: Emitter, p: Params) -> Value:
    return _constant(g, np.eye(p["shape"][0]))


@rule("_npi_arange")
def arange(g: Emitter, p: Params) -> Value:
    start = 0.0 if p["stop"] is None else p["start"]
    (count,) = g.results[0].shape
    return _constant(g, start + np.arange(count or 0) * p["step"])


@rule("_npi_indices")
def indices(g: Emitter, p: Params) -> Value:
    return _constant(g, np.indices(tuple(p["dimensions"])))
