"""Reshape, tile and slice operations with sizes that depend on the sizes of the inputs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .... import symbol
from ...._ops.matrix import infer_reshape
from ...._ops.onnx_rules import Unsupported
from ._worlds import Size, Sizes, Varying, in_worlds, size_of

if TYPE_CHECKING:
    from ._importer import Imported, Importer

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol


def as_sizes(m: Importer, value: Imported, what: str) -> Sizes:
    """Return a vector of integers that depend only on sizes."""
    if value.array is not None:
        return tuple(int(v) for v in value.array.reshape(-1))
    if value.arrays is None or len({array.shape for array in value.arrays}) > 1:
        raise Unsupported(value.absent or f"{what} must be constant")
    return tuple(size_of(values) for values in zip(*(a.reshape(-1).tolist() for a in value.arrays), strict=True))


def _place(m: Importer, size: Varying) -> tuple[Any, int]:
    if size not in m.worlds.places:
        raise Unsupported("it needs a size that no array of the model has")
    return m.worlds.places[size]


def tile_to(m: Importer, data: Any, own: Sizes, wanted: Sizes) -> Any:
    """Tile axes of size 1 to other sizes. Varying sizes are read from an array that has them."""
    fixed = [(axis, size) for axis, (old, size) in enumerate(zip(own, wanted, strict=True))
             if old != size and isinstance(size, int)]
    if fixed:
        data = sym.broadcast_axis(data, axis=tuple(axis for axis, _ in fixed), size=tuple(size for _, size in fixed))
    for axis, (old, size) in enumerate(zip(own, wanted, strict=True)):
        if old != size and isinstance(size, Varying):
            like, place = _place(m, size)
            data = sym.broadcast_like(data, like, lhs_axes=(axis,), rhs_axes=(place,))
    return data


def filled(m: Importer, name: str, sizes: Sizes, number: Any, dtype: Any) -> Any:
    """Return a constant-filled array."""
    fixed = [size for size in sizes if isinstance(size, int)]
    if len(fixed) == len(sizes):
        m.constants.spend(math.prod(fixed))
        return m.variable(name, np.full(fixed or [1], number, dtype))
    one = m.variable(name, np.full((1,) * len(sizes), number, dtype))
    return tile_to(m, one, (1,) * len(sizes), sizes)


def reshape_to(m: Importer, data: Any, own: Sizes | None, wanted: Sizes) -> Any:
    """Reshape with MXNet's codes where possible, otherwise like an array of that shape."""
    if sum(isinstance(size, Varying) for size in wanted) <= 1:
        return sym.reshape(data, shape=tuple(-1 if isinstance(size, Varying) else size for size in wanted) or (1,))
    if own is not None:
        if _elements(own, m.worlds.count) != _elements(wanted, m.worlds.count):
            m.worlds.failed = True
            raise Unsupported("the shape has a different number of elements for some sizes of inputs")
        for codes, reverse in _candidates(own, wanted, m.worlds.count):
            if _means(codes, reverse, own, wanted, m.worlds.count):
                return sym.reshape(data, shape=codes, reverse=reverse)
    like = filled(m, f"{m.results[0].name}_like", wanted, 1.0, "float32")
    return sym.reshape_like(data, like)


def _numbers(sizes: Sequence[Size]) -> list[int]:
    return [-1 if isinstance(size, Varying) else size for size in sizes]


def _elements(sizes: Sequence[Size], count: int) -> list[int]:
    """Return the number of elements in each world."""
    return [math.prod(in_worlds(size, count)[i] for size in sizes) for i in range(count)]


def _candidates(own: Sizes, wanted: Sizes, count: int) -> list[tuple[tuple[int, ...], bool]]:
    """Return codes that may give the shape: sizes kept from the left or right, or neighbours merged and split."""
    left = next((i for i, (a, b) in enumerate(zip(own, wanted, strict=False)) if a != b), min(len(own), len(wanted)))
    pairs = zip(reversed(own), reversed(wanted), strict=False)
    right = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(own), len(wanted)))
    return [((0,) * left + tuple(_numbers(wanted[left:])), False),
            (tuple(_numbers(wanted[:len(wanted) - right])) + (0,) * right, True),
            (_joined_and_split(own, wanted, count), False)]


def _joined_and_split(own: Sizes, wanted: Sizes, count: int) -> tuple[int, ...]:
    """Return codes from left to right: copy one size (0), merge two (-3), or split one (-4)."""
    codes: list[int] = []
    i = j = 0
    while i < len(own) and j < len(wanted):
        if own[i] == wanted[j]:
            codes.append(0)
            i, j = i + 1, j + 1
        elif _elements(own[i:i + 2], count) == _elements(wanted[j:j + 1], count):
            codes.append(-3)
            i, j = i + 2, j + 1
        elif _elements(own[i:i + 1], count) == _elements(wanted[j:j + 2], count):
            codes += [-4, *_numbers(wanted[j:j + 2])]
            i, j = i + 1, j + 2
        else:
            break
    return tuple(codes)


def _means(codes: tuple[int, ...], reverse: bool, own: Sizes, wanted: Sizes, count: int) -> bool:
    """Return whether codes give the requested shape in all worlds."""
    try:
        return all(infer_reshape(tuple(in_worlds(size, count)[i] for size in own), codes, reverse)
                   == tuple(in_worlds(size, count)[i] for size in wanted) for i in range(count))
    except ValueError:
        return False


def resolve_codes(own: Sizes, codes: Sizes, count: int) -> Sizes:
    """Resolve ONNX's codes to a shape: 0 copies a size, -1 is inferred."""
    sizes = [own[i] if code == 0 else code for i, code in enumerate(codes)]
    if -1 not in sizes:
        return tuple(sizes)
    rests = _elements([size for size in sizes if size != -1], count)
    left = [total // max(rest, 1) for total, rest in zip(_elements(own, count), rests, strict=True)]
    return tuple(size_of(left) if size == -1 else size for size in sizes)


def as_symbol(m: Importer, value: Imported) -> Any:
    """Return values that depend on sizes as an array of the graph: ranges along an axis, or the sizes themselves."""
    assert value.arrays is not None
    arrays, name = value.arrays, value.name
    dtype = arrays[0].dtype
    if all(array.ndim == 1 for array in arrays) and len({array.shape for array in arrays}) > 1:
        first, step = arrays[0][0], arrays[0][1] - arrays[0][0] if len(arrays[0]) > 1 else 1
        if all(np.array_equal(array, first + step * np.arange(len(array))) for array in arrays):
            like, axis = _place(m, Varying(tuple(map(len, arrays))))
            places = sym.contrib.arange_like(sym.cast(like, dtype="float64"), start=float(first), step=float(step),
                                             axis=axis)
            return sym.cast(places, dtype=dtype.name)
        raise Unsupported("its values depend on sizes, but are not a range along an axis")
    parts = []
    for number, size in enumerate(as_sizes(m, value, name)):
        if isinstance(size, int):
            parts.append(m.variable(f"{name}_{number}", np.array([size], dtype)))
        else:
            like, axis = _place(m, size)
            one = sym.slice_axis(sym.shape_array(like), axis=0, begin=axis, end=axis + 1)
            parts.append(sym.cast(one, dtype=dtype.name))
    return parts[0] if len(parts) == 1 else sym.concat(*parts, dim=0)


def limit(value: Size, size: Size, count: int) -> Size | None:
    """Return an end of a slice: an integer counted from either side, or None for the end of the axis."""
    if isinstance(value, int):
        return value
    gaps = [v - s for v, s in zip(value.values, in_worlds(size, count), strict=True)]
    if len(set(gaps)) == 1 and gaps[0] <= 0:
        return gaps[0] or None
    return None if min(gaps) >= 0 else value


def sliced_to(m: Importer, data: Any, own: Sizes, axis: int, size: Varying) -> Any:
    """Slice an axis to the size of another array."""
    shape = tuple(size if i == axis else 1 for i in range(len(own)))
    like = filled(m, f"{m.results[0].name}_axis{axis}", shape, 1.0, "float32")
    return sym.slice_like(data, like, axes=(axis,))
