"""Rules for operators that reshape, reorder or repeat elements."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..matrix import infer_reshape
from .emit import Emitter, Unsupported, Value
from .rule import Params, rule

Part = int | Value


def reshaped(g: Emitter, data: Value, target: tuple[int, ...], reverse: bool) -> Value:
    """Reshape by MXNet's codes; take sizes that depend on the input from the input."""
    if data.shape is not None and None not in data.shape:
        return g.reshape(data, list(infer_reshape(tuple(s or 0 for s in data.shape), target, reverse)))
    sizes, codes = g.sizes_of(data), list(target)
    result = _apply_codes(g, sizes[::-1], _mirror(codes))[::-1] if reverse else _apply_codes(g, sizes, codes)
    return g.reshape(data, _with_one_open(result, g))


def _mirror(codes: list[int]) -> list[int]:
    return codes[::-1]


def _with_one_open(parts: list[Part], g: Emitter) -> list[Part]:
    """Replace a single symbolic size by -1."""
    unknown = [i for i, part in enumerate(parts) if isinstance(part, Value)]
    if len(unknown) == 1 and -1 not in parts:
        parts[unknown[0]] = -1
    return parts


def _times(g: Emitter, first: Part, second: Part) -> Part:
    if isinstance(first, int) and isinstance(second, int):
        return first * second
    values = [g.constant([v], np.int64) if isinstance(v, int) else v for v in (first, second)]
    return g("Mul", *values)


def _divide(g: Emitter, size: Part, by: int) -> Part:
    return size // by if isinstance(size, int) else g("Div", size, g.constant([by], np.int64))


def _apply_codes(g: Emitter, sizes: list[Part], codes: list[int]) -> list[Part]:
    result: list[Part] = []
    position = step = 0
    while step < len(codes):
        code = codes[step]
        if code == 0:
            result.append(sizes[position])
        elif code == -2:
            result.extend(sizes[position:])
            position = len(sizes) - 1
        elif code == -3:
            result.append(_times(g, sizes[position], sizes[position + 1]))
            position += 1
        elif code == -4:
            first, second = codes[step + 1:step + 3]
            result += [first if first > 0 else _divide(g, sizes[position], second),
                       second if second > 0 else _divide(g, sizes[position], first)]
            step += 2
        else:
            result.append(code)
        position += 1
        step += 1
    return result


@rule("Reshape")
def reshape(g: Emitter, p: Params, data: Value) -> Value:
    if p["shape"]:
        return reshaped(g, data, tuple(p["shape"]), p["reverse"])
    wanted = tuple(-1 if s == 0 else s for s in p["target_shape"])
    return reshaped(g, data, (0, *wanted[1:]) if p["keep_highest"] else wanted, False)


@rule("Flatten")
def flatten(g: Emitter, p: Params, data: Value) -> Value:
    return g("Flatten", data, axis=1) if data.rank > 1 else g.unsqueeze(data, 1)


@rule("transpose")
def transpose(g: Emitter, p: Params, data: Value) -> Value:
    return g("Transpose", data, perm=list(p["axes"]) or list(range(data.rank))[::-1])


@rule("SwapAxis")
def swap_axis(g: Emitter, p: Params, data: Value) -> Value:
    axes = list(range(data.rank))
    first, second = p["dim1"], p["dim2"]
    axes[first], axes[second] = axes[second], axes[first]
    return g("Transpose", data, perm=axes)


@rule("expand_dims")
def expand_dims(g: Emitter, p: Params, data: Value) -> Value:
    return g.unsqueeze(data, p["axis"])


@rule("squeeze")
def squeeze(g: Emitter, p: Params, data: Value) -> Value:
    axes = p["axis"]
    if axes is None:
        axes = [axis for axis, size in enumerate(data.sizes) if size == 1]
    kept = len(g.results[0].shape)
    # Keep at least one axis.
    axes = sorted(axis % data.rank for axis in axes)[: data.rank - kept]
    return g.squeeze(data, *axes) if axes else g("Identity", data)


@rule("reshape_like")
def reshape_like(g: Emitter, p: Params, lhs: Value, rhs: Value) -> Value:
    low, high, _ = slice(p["lhs_begin"], p["lhs_end"]).indices(lhs.rank)
    first, last, _ = slice(p["rhs_begin"], p["rhs_end"]).indices(rhs.rank)
    left, right = g.sizes_of(lhs), g.sizes_of(rhs)
    return g.reshape(lhs, _with_one_open(left[:low] + right[first:max(first, last)] + left[max(low, high):], g))


@rule("tile")
def tile(g: Emitter, p: Params, data: Value) -> Value:
    repeats, rank = list(p["reps"]), data.rank
    if len(repeats) > rank:
        data = g.unsqueeze(data, *range(len(repeats) - rank))
    return g("Tile", data, [*[1] * (rank - len(repeats)), *repeats])


@rule("repeat")
def repeat(g: Emitter, p: Params, data: Value) -> Value:
    """Insert an axis of size 1 after the repeated one, tile it and merge both."""
    count, axis = p["repeats"], p["axis"]
    if count == 0:
        return g.constant(np.zeros(0, data.kind))
    if axis is None:
        rows = g("Tile", g.reshape(data, [-1, 1]), [1, count])
        return g.reshape(rows, [-1])
    axis %= data.rank
    sizes = g.sizes_of(data)
    tiled = g("Tile", g.unsqueeze(data, axis + 1), [count if i == axis + 1 else 1 for i in range(data.rank + 1)])
    known = sizes[axis]
    merged: Part = known * count if isinstance(known, int) else _times(g, known, count)
    return g.reshape(tiled, _with_one_open([*sizes[:axis], merged, *sizes[axis + 1:]], g))


@rule("reverse")
def reverse(g: Emitter, p: Params, data: Value) -> Value:
    return flipped(g, data, list(p["axis"]))


def flipped(g: Emitter, data: Value, axes: list[int]) -> Value:
    if not axes:
        return g("Identity", data)
    return g.slice(data, [-1] * len(axes), [np.iinfo(np.int64).min] * len(axes), axes, [-1] * len(axes))


@rule("diag")
def diag(g: Emitter, p: Params, data: Value) -> Value:
    """Multiply a vector by a shifted identity, or gather a diagonal from the merged axes."""
    k = p["k"]
    if any(size is None for size in data.sizes):
        raise Unsupported("a diagonal requires known sizes")
    sizes: list[Any] = list(data.sizes)
    if data.rank == 1:
        size = sizes[0] + abs(k)
        place = np.zeros((sizes[0], size), bool)
        place[np.arange(sizes[0]), np.arange(sizes[0]) + max(k, 0)] = True
        rows = g.where(g.constant(place), g.unsqueeze(data, 1), g.like(0, data))
        return g("Pad", rows, [max(-k, 0), 0, max(k, 0), 0])
    first, second = p["axis1"] % data.rank, p["axis2"] % data.rank
    rest = [axis for axis in range(data.rank) if axis not in (first, second)]
    flat = g.reshape(g.transpose(data, [*rest, first, second]), [*[sizes[a] for a in rest], -1])
    places = np.arange(sizes[first] * sizes[second]).reshape(sizes[first], sizes[second]).diagonal(k)
    return g("Gather", flat, g.constant(np.ascontiguousarray(places)), axis=-1)


@rule("depth_to_space")
def depth_to_space(g: Emitter, p: Params, data: Value) -> Value:
    return g("DepthToSpace", data, blocksize=p["block_size"], mode="DCR")


@rule("space_to_depth")
def space_to_depth(g: Emitter, p: Params, data: Value) -> Value:
    return g("SpaceToDepth", data, blocksize=p["block_size"])


@rule("im2col")
def im2col(g: Emitter, p: Params, data: Value) -> Value:
    """Write a convolution whose filters each select one element of the window."""
    kernel = tuple(p["kernel"])
    channels, window = data.sizes[1], math.prod(kernel)
    if channels is None:
        raise Unsupported("the number of channels must be known")
    filters = np.tile(np.eye(window, dtype=data.kind).reshape(window, 1, *kernel), (channels, 1, 1, 1))
    stride, dilate, pad = (list(p[key]) or [default] * 2 for key, default in (("stride", 1), ("dilate", 1), ("pad", 0)))
    columns = g("Conv", data, g.constant(filters), kernel_shape=list(kernel), strides=stride, dilations=dilate,
                pads=[*pad, *pad], group=channels)
    return g.reshape(columns, [g.sizes_of(data)[0], channels * window, -1])


@rule("col2im")
def col2im(g: Emitter, p: Params, data: Value) -> Value:
    if g.opset < 18:
        raise Unsupported("ONNX supports Col2Im since opset 18")
    stride, dilate, pad = (list(p[key]) or [default] * 2 for key, default in (("stride", 1), ("dilate", 1), ("pad", 0)))
    return g("Col2Im", data, list(p["output_size"]), list(p["kernel"]), strides=stride, dilations=dilate,
             pads=[*pad, *pad])


@rule("khatri_rao")
def khatri_rao(g: Emitter, p: Params, *matrices: Value) -> Value:
    columns = matrices[0].sizes[1]
    if columns is None:
        raise Unsupported("the number of columns must be known")
    result = g("Identity", matrices[0])
    for matrix in matrices[1:]:
        result = g.reshape(g("Mul", g.unsqueeze(result, 1), g.unsqueeze(matrix, 0)), [-1, columns])
    return result


@rule("broadcast_to")
def broadcast_to(g: Emitter, p: Params, data: Value) -> Value:
    sizes = g.sizes_of(data)
    return g.expand(data, [size or have for size, have in zip(p["shape"], sizes, strict=True)])


@rule("broadcast_axis")
def broadcast_axis(g: Emitter, p: Params, data: Value) -> Value:
    sizes = g.sizes_of(data)
    for axis, size in zip(p["axis"], p["size"], strict=True):
        sizes[axis] = size
    return g.expand(data, sizes)


@rule("broadcast_like")
def broadcast_like(g: Emitter, p: Params, lhs: Value, rhs: Value) -> Value:
    if p["lhs_axes"] is None:
        return g.expand(lhs, g.shape_of(rhs))
    sizes, others = g.sizes_of(lhs), g.sizes_of(rhs)
    for left, right in zip(p["lhs_axes"], p["rhs_axes"], strict=True):
        sizes[left] = others[right]
    return g.expand(lhs, sizes)


@rule("where")
def where(g: Emitter, p: Params, condition: Value, x: Value, y: Value) -> Value:
    """Select elements; a 1-d condition selects rows."""
    chosen = g.cast(condition, "bool")
    if condition.rank == 1 and x.rank > 1:
        chosen = g.reshape(chosen, [-1, *[1] * (x.rank - 1)])
    return g.where(chosen, x, y)


@rule("_identity_with_attr_like_rhs")
def identity_like(g: Emitter, p: Params, lhs: Value, rhs: Value) -> Value:
    return g("Identity", lhs)


@rule("shape_array")
def shape_array(g: Emitter, p: Params, data: Value) -> Value:
    return g("Identity", g.shape_of(data))


@rule("size_array")
def size_array(g: Emitter, p: Params, data: Value) -> Value:
    return g.unsqueeze(g("Size", data), 0)


@rule("_contrib_allclose")
def allclose(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    room = g("Add", g.like(p["atol"], a), g("Mul", g("Abs", b), g.like(p["rtol"], a)))
    close = g("Or", g("Equal", a, b), g("LessOrEqual", g("Abs", g("Sub", a, b)), room))
    if p["equal_nan"]:
        close = g("Or", close, g("And", g("IsNaN", a), g("IsNaN", b)))
    flags = g.reshape(g.cast(close, "int32"), [-1])
    return g.typed(g.reduce("ReduceMin", flags, [0], keepdims=False))
