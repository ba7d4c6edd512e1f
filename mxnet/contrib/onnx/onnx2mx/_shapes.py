"""Rules for shapes, slices, gathering and padding."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from .... import symbol
from ...._ops.onnx_rules import Unsupported
from ....onnx.mx2onnx._proto import load_onnx
from ._elementwise import broadcast_to
from ._importer import Attributes, Imported, Importer, rule
from ._layers import pad_spatial
from ._sizes import as_sizes, filled, limit, reshape_to, resolve_codes, sliced_to, tile_to
from ._worlds import Size, Sizes, Varying, in_worlds, joint, size_of

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol

_LARGE = 2**62


@rule("Reshape")
def reshape(m: Importer, a: Attributes, x: Imported, shape: Imported | None = None) -> Any:
    """Reshape to a constant or size-dependent shape, or to the result shape that ONNX infers."""
    if shape is None or shape.array is not None:
        given = a.ints("shape") if shape is None else m.ints(shape, "shape")
        if a.get("allowzero", 0) and 0 in given:
            raise Unsupported("arrays without elements")
        return sym.reshape(m.symbol(x), shape=given or (1,))
    if shape.arrays is not None:
        wanted = resolve_codes(x.known_sizes, as_sizes(m, shape, "shape"), m.worlds.count)
        return reshape_to(m, m.symbol(x), x.known_sizes, wanted)
    return reshape_to(m, m.symbol(x), None if x.shape is None or None in x.shape else x.known_sizes,
                    m.results[0].known_sizes)


@rule("Flatten")
def flatten(m: Importer, a: Attributes, x: Imported) -> Any:
    axis = a.get("axis", 1)
    axis = axis + x.rank if axis < 0 else axis
    if axis == 1:
        return sym.Flatten(m.symbol(x))
    if axis == 0:
        return sym.reshape(m.symbol(x), shape=(1, -1))
    sizes = [in_worlds(size, m.worlds.count) for size in x.known_sizes]
    rows, columns = (size_of(np.prod(np.array(part, np.int64).reshape(-1, m.worlds.count), 0).tolist())
                     for part in (sizes[:axis], sizes[axis:]))
    return reshape_to(m, m.symbol(x), x.known_sizes, (rows, columns))


@rule("Transpose")
def transpose(m: Importer, a: Attributes, x: Imported) -> Any:
    return sym.transpose(m.symbol(x), axes=a.ints("perm"))


def _axes(m: Importer, a: Attributes, given: Imported | None, rank: int) -> tuple[int, ...]:
    axes = a.ints("axes") if given is None else m.ints(given, "axes")
    return tuple(sorted(axis % rank for axis in axes))


@rule("Squeeze")
def squeeze(m: Importer, a: Attributes, x: Imported, axes: Imported | None = None) -> Any:
    if axes is None and "axes" not in a:
        return sym.squeeze(m.symbol(x))
    chosen = _axes(m, a, axes, x.rank)
    return sym.squeeze(m.symbol(x), axis=chosen) if chosen else sym.identity(m.symbol(x))


@rule("Unsqueeze")
def unsqueeze(m: Importer, a: Attributes, x: Imported, axes: Imported | None = None) -> Any:
    count = len(a.ints("axes") if axes is None else m.ints(axes, "axes"))
    result = m.symbol(x)
    if x.rank == 0:  # MXNet stores it with one axis
        return sym.reshape(result, shape=(1,) * count)
    for axis in _axes(m, a, axes, x.rank + count):
        result = sym.expand_dims(result, axis=axis)
    return result


@rule("Concat")
def concat(m: Importer, a: Attributes, *values: Imported) -> Any:
    joined = [m.symbol(v) for v in values if v.shape is None or 0 not in v.shape]
    return sym.concat(*joined, dim=a.get("axis")) if len(joined) > 1 else sym.identity(joined[0])


@rule("Split")
def split(m: Importer, a: Attributes, x: Imported, sizes: Imported | None = None) -> Any:
    axis, count = a.get("axis", 0) % x.rank, len(m.results)
    given = a.ints("split") if sizes is None else m.ints(sizes, "split")
    if not given:
        length = x.sizes[axis]
        if not isinstance(length, int) or length % count == 0:
            parts = sym.split(m.symbol(x), num_outputs=count, axis=axis)
            return list(parts) if count > 1 else parts
        each = -(-length // count)
        given = (*(each,) * (count - 1), length - each * (count - 1))
    borders = np.cumsum([0, *given])
    return [sym.slice_axis(m.symbol(x), axis=axis, begin=int(low), end=int(high)) if high > low else
            np.zeros((*x.static[:axis], 0, *x.static[axis + 1:]), x.dtype or np.float32)
            for low, high in itertools.pairwise(borders)]


@rule("Slice")
def slice_(m: Importer, a: Attributes, x: Imported, starts: Imported | None = None, ends: Imported | None = None,
           axes: Imported | None = None, steps: Imported | None = None) -> Any:
    if starts is None:
        low: Sizes = a.ints("starts")
        high: Sizes = a.ints("ends")
        chosen, by = a.ints("axes", range(len(low))), (1,) * len(low)
    else:
        assert ends is not None
        low, high = as_sizes(m, starts, "starts"), as_sizes(m, ends, "ends")
        chosen = m.ints(axes, "axes") if axes is not None else tuple(range(len(low)))
        by = m.ints(steps, "steps") if steps is not None else (1,) * len(low)
    begin: list[Any] = [None] * x.rank
    end, step = list(begin), list(begin)
    cut = {}
    for axis, first, last, stride in zip(chosen, low, high, by, strict=True):
        axis %= x.rank
        size = x.sizes[axis]
        if isinstance(first, Varying) or isinstance(last, Varying):
            first, last = (_end(m, value, size) for value in (first, last))
        if isinstance(last, Varying) and first in (0, None) and stride == 1:
            cut[axis] = last
        elif isinstance(first, Varying) or isinstance(last, Varying):
            raise Unsupported("the ends of a slice depend on sizes")
        else:
            begin[axis], end[axis], step[axis] = _limits(first, last, stride, size)
    data = m.symbol(x)
    for axis, last in cut.items():
        data = sliced_to(m, data, x.known_sizes, axis, last)
    return sym.slice(data, begin=tuple(begin), end=tuple(end), step=tuple(step))


def _end(m: Importer, value: Size, size: Any) -> Any:
    if size is None:
        raise Unsupported("the size of the sliced axis is not known")
    return limit(value, size, m.worlds.count)


def _limits(first: int | None, last: int | None, stride: int, size: Any) -> tuple[int | None, int | None, int]:
    """Return Python slice limits, which MXNet also uses. Limits beyond any size become open ends."""
    if first is None or last is None:
        return first, last, stride
    if stride > 0:
        return (None if first <= -_LARGE else first), (None if last >= 2**31 - 1 else last), stride
    start = None if first >= 2**31 - 1 else first
    stop = None if last <= -(2**31) or (isinstance(size, int) and last < -size) else last
    return start, stop, stride


@rule("Gather")
def gather(m: Importer, a: Attributes, x: Imported, indices: Imported) -> Any:
    """Gather with wrap-around, because negative indices count from the end."""
    axis = a.get("axis", 0) % x.rank
    known = indices.array
    if known is not None and known.ndim == 0:
        place = int(known)
        one = sym.slice_axis(m.symbol(x), axis=axis, begin=place, end=None if place == -1 else place + 1)
        return sym.squeeze(one, axis=axis) if x.rank > 1 else one
    result = sym.take(m.symbol(x), m.symbol(indices), axis=axis, mode="wrap")
    if indices.rank == 0 and x.rank > 1:
        return sym.squeeze(result, axis=axis)
    return result


def _grid(shape: tuple[int, ...], axis: int, m: Importer, indices: Imported, size: int) -> Any:
    """Return the coordinates of elements that are selected by indices along one axis, stacked on the first axis."""
    name = m.results[0].name
    lines = []
    for i in range(len(shape)):
        if i == axis:
            wrapped = m.symbol(indices)
            wrapped = wrapped + (wrapped < 0) * size
            lines.append(sym.cast(wrapped, dtype="int64"))
        else:
            m.constants.spend(math.prod(shape))
            line = np.broadcast_to(np.arange(shape[i]).reshape([-1 if k == i else 1 for k in range(len(shape))]), shape)
            lines.append(m.variable(f"{name}_places{i}", np.ascontiguousarray(line)))
    return sym.stack(*lines, axis=0)


@rule("GatherElements")
def gather_elements(m: Importer, a: Attributes, x: Imported, indices: Imported) -> Any:
    axis = a.get("axis", 0) % x.rank
    return sym.gather_nd(m.symbol(x), _grid(indices.static, axis, m, indices, x.static[axis]))


@rule("ScatterElements", "Scatter")
def scatter_elements(m: Importer, a: Attributes, x: Imported, indices: Imported, updates: Imported) -> Any:
    axis = a.get("axis", 0) % x.rank
    if a.get("reduction", "none") != "none":
        m.constants.spend(math.prod(indices.static) * x.rank)
        known = np.indices(indices.static)
        known[axis] = m.known(indices, "indices of a reduction") % x.static[axis]
        return _combine(m, a, x, known.reshape(x.rank, -1).T, sym.reshape(m.symbol(updates), shape=(-1,)))
    places = _grid(indices.static, axis, m, indices, x.static[axis])
    return sym._internal._scatter_set_nd(m.symbol(x), m.symbol(updates), places, shape=x.static)


def _coordinates(m: Importer, indices: Imported) -> Any:
    rank = indices.rank
    return sym.transpose(m.symbol(indices), axes=(rank - 1, *range(rank - 1)))


_REDUCTIONS = {"add": sym.broadcast_add, "mul": sym.broadcast_mul, "max": sym.broadcast_maximum,
               "min": sym.broadcast_minimum}


def _combine(m: Importer, a: Attributes, x: Imported, places: np.ndarray, updates: Any) -> Any:
    """Combine `x` with updates at constant positions, in one pass per repetition of the most frequent position."""
    seen: dict[tuple[int, ...], int] = {}
    rounds: list[list[int]] = []
    for row, place in enumerate(map(tuple, places.tolist())):
        number = seen.get(place, 0)
        seen[place] = number + 1
        if number == len(rounds):
            rounds.append([])
        rounds[number].append(row)
    result, name = m.symbol(x), m.results[0].name
    for number, rows in enumerate(rounds):
        where = m.variable(f"{name}_places{number}", np.ascontiguousarray(places[rows].T))
        own = sym.take(updates, m.variable(f"{name}_rows{number}", np.array(rows, np.int64)), axis=0)
        combined = _REDUCTIONS[a.get("reduction")](sym.gather_nd(result, where), own)
        result = sym._internal._scatter_set_nd(result, combined, where, shape=x.static)
    return result


@rule("GatherND")
def gather_nd(m: Importer, a: Attributes, x: Imported, indices: Imported) -> Any:
    shared = a.get("batch_dims", 0)
    if not shared:
        return sym.gather_nd(m.symbol(x), _coordinates(m, indices))
    shape = indices.static[:-1]
    m.constants.spend(math.prod(shape) * len(shape))
    lines = np.indices(shape)[:shared].reshape(shared, *shape)
    places = m.variable(f"{m.results[0].name}_places", np.ascontiguousarray(lines))
    return sym.gather_nd(m.symbol(x), sym.concat(places, sym.cast(_coordinates(m, indices), dtype="int64"), dim=0))


@rule("ScatterND")
def scatter_nd(m: Importer, a: Attributes, x: Imported, indices: Imported, updates: Imported) -> Any:
    if a.get("reduction", "none") != "none":
        known = m.known(indices, "indices of a reduction")
        depth = known.shape[-1]
        places = known.reshape(-1, depth) % np.array(x.static[:depth])
        return _combine(m, a, x, places, sym.reshape(m.symbol(updates), shape=(len(places), *x.static[depth:])))
    return sym._internal._scatter_set_nd(m.symbol(x), m.symbol(updates), _coordinates(m, indices), shape=x.static)


@rule("Expand")
def expand(m: Importer, a: Attributes, x: Imported, shape: Imported) -> Any:
    if shape.array is None and shape.arrays is None:
        wanted = m.results[0].known_sizes
    else:
        wanted = joint([x.known_sizes, as_sizes(m, shape, "shape")])
    if wanted == x.shape:
        return sym.identity(m.symbol(x))
    return broadcast_to(m, x, m.symbol(x), wanted)


@rule("Tile")
def tile(m: Importer, a: Attributes, x: Imported, repeats: Imported) -> Any:
    counts = as_sizes(m, repeats, "repeats")
    if all(isinstance(count, int) for count in counts):
        return sym.tile(m.symbol(x), reps=counts)
    wanted = tuple(count if size == 1 else size for size, count in zip(x.known_sizes, counts, strict=True))
    if any(count != 1 and size != 1 for size, count in zip(x.known_sizes, counts, strict=True)):
        raise Unsupported("the number of repetitions depends on sizes")
    return tile_to(m, m.symbol(x), x.known_sizes, wanted)


@rule("Pad")
def pad(m: Importer, a: Attributes, x: Imported, pads: Imported | None = None, value: Imported | None = None,
        axes: Imported | None = None) -> Any:
    widths = a.ints("pads") if pads is None else m.ints(pads, "pads")
    number = a.get("value", 0.0) if value is None else float(m.known(value, "the value").reshape(-1)[0])
    mode, rank = a.get("mode", "constant"), x.rank
    chosen = [axis % rank for axis in m.ints(axes, "axes")] if axes is not None else list(range(rank))
    before, after = [0] * rank, [0] * rank
    for i, axis in enumerate(chosen):
        before[axis], after[axis] = widths[i], widths[i + len(chosen)]
    data = m.symbol(x)
    if min(before + after) < 0:
        cuts = [(axis, max(-b, 0), max(-e, 0)) for axis, (b, e) in enumerate(zip(before, after, strict=True))]
        for axis, low, high in cuts:
            if low or high:
                data = sym.slice_axis(data, axis=axis, begin=low, end=-high or None)
        before, after = [max(b, 0) for b in before], [max(e, 0) for e in after]
    if not any(before + after):
        return sym.identity(data)
    if mode in ("constant", "edge", "reflect") and rank in (3, 4, 5) and not any(before[:2] + after[:2]) and (
            x.dtype is None or x.dtype.kind == "f"):
        return pad_spatial(data, tuple(before[2:]), tuple(after[2:]), number, mode)
    return _pad_each(m, x, data, before, after, mode, number)


def _pad_each(m: Importer, x: Imported, data: Any, before: list[int], after: list[int], mode: str,
              number: float) -> Any:
    """Pad any axes: gather elements for edge and reflect modes, otherwise concatenate with constants."""
    data_sizes = m.worlds.sizes(data)
    if data_sizes is None:
        raise Unsupported("the shape of the data is not known")
    sizes = list(data_sizes)
    for axis, (low, high) in enumerate(zip(before, after, strict=True)):
        if not low and not high:
            continue
        name = f"{m.results[0].name}_axis{axis}"
        if mode == "constant":
            parts = [data]
            for count, place in ((low, 0), (high, 1)):
                if count:
                    shape = (*sizes[:axis], count, *sizes[axis + 1:])
                    border = filled(m, f"{name}_{place}", shape, number, x.dtype or np.float32)
                    parts.insert(0 if place == 0 else len(parts), border)
            data = sym.concat(*parts, dim=axis)
        else:
            size = sizes[axis]
            if not isinstance(size, int):
                raise Unsupported(f"mode {mode} along an axis whose size is not known")
            m.constants.spend(size + low + high)
            places = np.pad(np.arange(size), (low, high), mode=mode)  # type: ignore[call-overload]
            data = sym.take(data, m.variable(name, places.astype(np.int64)), axis=axis)
        sizes[axis] = size_of([own + low + high for own in in_worlds(sizes[axis], m.worlds.count)])
    return data


@rule("Shape")
def shape_of(m: Importer, a: Attributes, x: Imported) -> Any:
    chosen = x.known_sizes[a.get("start", 0):a.get("end", None)]
    return [[np.array([in_worlds(size, m.worlds.count)[i] for size in chosen], np.int64)
             for i in range(m.worlds.count)]]


@rule("Size")
def number_of_elements(m: Importer, a: Attributes, x: Imported) -> Any:
    return [[np.array(int(np.prod([in_worlds(size, m.worlds.count)[i] for size in x.known_sizes])), np.int64)
             for i in range(m.worlds.count)]]


@rule("Constant")
def constant(m: Importer, a: Attributes) -> Any:
    raise Unsupported("a constant of this kind")


@rule("ConstantOfShape")
def constant_of_shape(m: Importer, a: Attributes, shape: Imported) -> Any:
    value = a.get("value")
    number = np.zeros(1, np.float32) if value is None else m.constants.stored(value)
    known = shape.array is not None or shape.arrays is not None
    sizes = as_sizes(m, shape, "shape") if known else m.results[0].known_sizes
    return filled(m, m.results[0].name, sizes, number.reshape(-1)[0], number.dtype)


@rule("Range")
def range_(m: Importer, a: Attributes, *limits: Imported) -> Any:
    raise Unsupported("limits must be constant or depend on sizes alone")


@rule("Cast")
def cast(m: Importer, a: Attributes, x: Imported) -> Any:
    wanted = load_onnx().helper.tensor_dtype_to_np_dtype(a.get("to"))
    data = m.symbol(x)
    if wanted.kind == "b":
        return data != 0
    return sym.cast(data, dtype=wanted.name)


@rule("CastLike")
def cast_like(m: Importer, a: Attributes, x: Imported, like: Imported) -> Any:
    if like.dtype is None:
        raise Unsupported("the type to cast to is not known")
    return sym.cast(m.symbol(x), dtype=like.dtype.name)


@rule("OneHot")
def one_hot(m: Importer, a: Attributes, indices: Imported, depth: Imported, values: Imported) -> Any:
    count = int(m.known(depth, "depth").reshape(-1)[0])
    off, on = (float(v) for v in m.known(values, "values").reshape(-1))
    places = m.symbol(indices)
    places = sym.cast(places, dtype="float32")
    wrapped = places + (places < 0) * count
    dtype = "float32" if values.dtype is None else values.dtype.name
    result = sym.one_hot(wrapped, depth=count, on_value=on, off_value=off, dtype=dtype)
    axis = a.get("axis", -1) % (indices.rank + 1)
    if axis == indices.rank:
        return result
    order = list(range(indices.rank))
    order.insert(axis, indices.rank)
    return sym.transpose(result, axes=tuple(order))


@rule("Trilu")
def trilu(m: Importer, a: Attributes, x: Imported, k: Imported | None = None) -> Any:
    offset = 0 if k is None else int(m.known(k, "k").reshape(-1)[0])
    rows, columns = x.static[-2:]
    m.constants.spend(rows * columns)
    full = np.ones((rows, columns), np.float32)
    mask = np.triu(full, offset) if a.get("upper", 1) else np.tril(full, offset)
    kept = m.variable(f"{m.results[0].name}_mask", mask.astype(x.dtype or np.float32))
    return sym.broadcast_mul(m.symbol(x), kept)


@rule("EyeLike")
def eye_like(m: Importer, a: Attributes, x: Imported) -> Any:
    dtype = load_onnx().helper.tensor_dtype_to_np_dtype(a.get("dtype")) if "dtype" in a else x.dtype or np.float32
    rows, columns = x.static
    m.constants.spend(rows * columns)
    return np.eye(rows, columns, a.get("k", 0), dtype)


@rule("DepthToSpace")
def depth_to_space(m: Importer, a: Attributes, x: Imported) -> Any:
    size = a.get("blocksize")
    if a.get("mode", "DCR") == "DCR":
        return sym.depth_to_space(m.symbol(x), block_size=size)
    parts = sym.reshape(m.symbol(x), shape=(0, -4, -1, size * size, 0, 0))
    parts = sym.reshape(parts, shape=(0, 0, -4, size, size, 0, 0))
    moved = sym.transpose(parts, axes=(0, 1, 4, 2, 5, 3))
    return sym.reshape(moved, shape=(0, 0, -3, -3))


@rule("SpaceToDepth")
def space_to_depth(m: Importer, a: Attributes, x: Imported) -> Any:
    size = a.get("blocksize")
    if a.get("mode", "DCR") == "DCR":
        return sym.space_to_depth(m.symbol(x), block_size=size)
    parts = sym.reshape(m.symbol(x), shape=(0, 0, -4, -1, size, 0))
    parts = sym.reshape(parts, shape=(0, 0, 0, 0, -4, -1, size))
    moved = sym.transpose(parts, axes=(0, 1, 3, 5, 2, 4))
    return sym.reshape(sym.reshape(moved, shape=(0, -3, 0, 0, 0)), shape=(0, -3, 0, 0))
