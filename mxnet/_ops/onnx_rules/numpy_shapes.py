"""Rules for ``_ops/numpy/shape.py`` and ``join.py``: shapes, axes and joins."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..numpy.shape import coded_shape
from .emit import Emitter, Unsupported, Value
from .matrix import flipped, reshaped
from .rule import RULES, Params, rule


def axes_of(value: Value, axis: Any) -> list[int]:
    """Return the axes as non-negative numbers, all axes for None."""
    if axis is None:
        return list(range(value.rank))
    return [a % value.rank for a in ((axis,) if isinstance(axis, int) else axis)]



@rule("_np_reshape")
def reshape(g: Emitter, p: Params, a: Value) -> Value:
    return g.reshape(a, list(p["newshape"]))


# Codes of mx.nd for copying a size, copying the rest, merging two axes and splitting one.
_CODES_OF_ND = {-2: 0, -4: -2, -5: -3, -6: -4}


@rule("_npx_reshape")
def coded_reshape(g: Emitter, p: Params, a: Value) -> Value:
    if None not in a.sizes:
        known = tuple(size or 0 for size in a.sizes)
        return g.reshape(a, list(coded_shape(known, tuple(p["newshape"]), p["reverse"])))
    if -3 in p["newshape"] or 0 in p["newshape"]:
        return g.reshape(a, g.result_shape())
    return reshaped(g, a, tuple(_CODES_OF_ND.get(code, code) for code in p["newshape"]), p["reverse"])


@rule("_np_transpose")
def transpose(g: Emitter, p: Params, a: Value) -> Value:
    axes = axes_of(a, p["axes"]) if p["axes"] else list(range(a.rank))[::-1]
    return g("Transpose", a, perm=axes) if a.rank else g("Identity", a)


@rule("_np_moveaxis")
def moveaxis(g: Emitter, p: Params, a: Value) -> Value:
    source, target = axes_of(a, p["source"]), axes_of(a, p["destination"])
    order = [axis for axis in range(a.rank) if axis not in source]
    for place, axis in sorted(zip(target, source, strict=True)):
        order.insert(place, axis)
    return g("Transpose", a, perm=order)


@rule("_np_squeeze")
def squeeze(g: Emitter, p: Params, a: Value) -> Value:
    axes = [axis for axis, size in enumerate(a.sizes) if size == 1] if p["axis"] is None else axes_of(a, p["axis"])
    return g.squeeze(a, *axes) if axes else g("Identity", a)


@rule("_npi_broadcast_to")
def broadcast_to(g: Emitter, p: Params, array: Value) -> Value:
    missing = len(p["shape"]) - array.rank
    sizes = [1] * missing + g.sizes_of(array)
    return g.expand(array, [have if size == -2 else size for size, have in zip(p["shape"], sizes, strict=True)])


@rule("_npi_flip")
def flip(g: Emitter, p: Params, data: Value) -> Value:
    return flipped(g, data, axes_of(data, p["axis"]))


@rule("_npi_rot90")
def rot90(g: Emitter, p: Params, data: Value) -> Value:
    first, second = axes_of(data, p["axes"] or (0, 1))
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
        return g.reshape(_roll(g, flat, 0, sum(shift)), g.shape_of(data))
    result = data
    for place, steps in zip(axes_of(data, axis), shift * len(axis) if len(shift) == 1 else shift, strict=True):
        shape = result.shape
        result = _roll(g, result, place, steps)
        result.shape = shape
    return result


def _roll(g: Emitter, value: Value, axis: int, steps: int) -> Value:
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


def alike(g: Emitter, data: tuple[Value, ...]) -> list[Value]:
    """Cast all values to the dtype of the result."""
    casts = []
    for value in data:
        one = g.cast(value, g.results[0].dtype)
        one.shape = value.shape
        casts.append(one)
    return casts


@rule("_npi_concatenate")
def concatenate(g: Emitter, p: Params, *data: Value) -> Value:
    values = alike(g, data)
    if p["axis"] is None:
        return g("Concat", *(g.reshape(value, [-1]) for value in values), axis=0)
    return g("Concat", *values, axis=p["axis"])


@rule("_npi_stack")
def stack(g: Emitter, p: Params, *data: Value) -> Value:
    axis = p["axis"] % (data[0].rank + 1)
    return g("Concat", *(g.unsqueeze(value, axis) for value in alike(g, data)), axis=axis)


def _raise_rank(g: Emitter, value: Value, rank: int) -> Value:
    """Add axes up to the given rank, as NumPy does."""
    places = {(0, 1): (0,), (0, 2): (0, 1), (0, 3): (0, 1, 2), (1, 2): (0,), (1, 3): (0, 2), (2, 3): (2,)}.get(
        (value.rank, rank))
    return g.unsqueeze(value, *places) if places else value


def _declare_join(name: str, rank: int, axis: Callable[[Value], int], column: bool = False) -> None:
    def write(g: Emitter, p: Params, *data: Value) -> Value:
        values = alike(g, data)
        where = axis(values[0])
        if column:
            values = [g.reshape(v, [-1, 1]) if v.rank < 2 else v for v in values]
        return g("Concat", *(_raise_rank(g, value, rank) if not column else value for value in values), axis=where)

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
        raised = [_raise_rank(g, value, rank) for value in arys]
        return [g("Identity", one) if one is value else one for one, value in zip(raised, arys, strict=True)]

    rule(f"_np_atleast_{rank}d")(write)


for _rank in (1, 2, 3):
    _declare_at_least(_rank)
