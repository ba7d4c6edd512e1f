"""Rules for pooling layers.

The rounding of ONNX differs between versions and runtimes. If windows do not start and end exactly at the declared
padding, the data is padded first.
"""

from __future__ import annotations

import math

import numpy as np

from ..convolution import channels_last, expand
from .emit import Emitter, Unsupported, Value
from .layers import to_channels_first, to_channels_last
from .rule import Params, rule

Sizes = tuple[int, ...]
Ends = list[int | Value]


def _pad(g: Emitter, data: Value, before: list[int], after: Ends, value: float) -> Value:
    """Pad the spatial axes of the data."""
    if not any(before) and all(end == 0 for end in after if isinstance(end, int)) and all(
            isinstance(end, int) for end in after):
        return data
    ends = g.joined_sizes([0, 0, *before, 0, 0, *after])
    return g("Pad", data, ends, g.like(value, data))


def _after(g: Emitter, data: Value, kernel: Sizes, stride: Sizes, pad: Sizes, convention: str) -> Ends:
    """Return the padding after the data of each axis."""
    ends: Ends = []
    for axis, (size, k, s, p) in enumerate(zip(data.sizes[2:], kernel, stride, pad, strict=True)):
        if convention == "valid":
            ends.append(p)
        elif size is not None:
            count = -(-size // s) if convention == "same" else -(-(size + 2 * p - k) // s) + 1
            ends.append(max(p, (count - 1) * s + k - size - p))
        else:
            # The same computation inside the graph: division of positive numbers rounds down.
            length, step = g.size(data, axis + 2), g.constant([s], np.int64)
            rest = s - 1 if convention == "same" else 2 * p - k + s - 1
            count = g("Div", g("Add", length, g.constant([rest], np.int64)), step)
            last = g("Sub", count, g.constant([1], np.int64)) if convention == "same" else count
            covered = g("Add", g("Mul", last, step), g.constant([k - p], np.int64))
            ends.append(g("Max", g.constant([p], np.int64), g("Sub", covered, length)))
    return ends


def _within(pad: Sizes, after: Ends, kernel: Sizes) -> bool:
    """Return whether ONNX's padding applies: equal on both sides and smaller than the kernel."""
    return all(end == p and p < k for p, end, k in zip(pad, after, kernel, strict=True))


def _mean(g: Emitter, data: Value, kernel: Sizes, stride: Sizes) -> Value:
    return g("AveragePool", data, kernel_shape=list(kernel), strides=list(stride))


def _sum(g: Emitter, data: Value, kernel: Sizes, stride: Sizes) -> Value:
    # Multiply first: onnxruntime fuses padding into a following layer, even if the layer cannot hold it.
    return _mean(g, g("Mul", data, g.like(float(math.prod(kernel)), data)), kernel, stride)


def _count(g: Emitter, data: Value, kernel: Sizes, stride: Sizes, pad: Sizes, after: Ends, include: bool) -> Value:
    """Count the elements that each window averages over, including the declared padding if `include` is set."""
    ones = g.expand(g.like(1.0, data), g.joined_sizes([1, 1, *g.sizes_of(data)[2:]]))
    declared = list(pad)
    ones = _pad(g, ones, declared, list(declared), 1.0 if include else 0.0)
    beyond: Ends = [end - p if isinstance(end, int) else g("Sub", end, g.constant([p], np.int64))
                    for end, p in zip(after, pad, strict=True)]
    ones = _pad(g, ones, [0] * len(pad), beyond, 0.0)
    # A window outside of all data has the sum 0 and the mean 0; over three axes it is NaN.
    counts = g("Round", _sum(g, ones, kernel, stride))
    return counts if len(kernel) == 3 else g("Max", counts, g.like(1.0, data))


def _average(g: Emitter, data: Value, kernel: Sizes, stride: Sizes, pad: Sizes, after: Ends, include: bool) -> Value:
    if _within(pad, after, kernel):
        return g("AveragePool", data, kernel_shape=list(kernel), strides=list(stride), pads=[*pad, *pad],
                 count_include_pad=int(include))
    sums = _sum(g, _pad(g, data, list(pad), after, 0.0), kernel, stride)
    return g("Div", sums, _count(g, data, kernel, stride, pad, after, include))


def _root(g: Emitter, sums: Value, power: int) -> Value:
    if power == 1:
        return sums
    if power == 2:
        return g("Sqrt", sums)
    return g("Mul", g("Sign", sums), g("Pow", g("Abs", sums), g.like(1.0 / 3.0, sums)))


def _raise_to_power(g: Emitter, data: Value, power: int) -> Value:
    result = data
    for _ in range(power - 1):
        result = g("Mul", result, data)
    return result


def _global(g: Emitter, p: Params, data: Value) -> Value:
    pool_type = p["pool_type"]
    if pool_type in ("max", "avg"):
        return g("GlobalMaxPool" if pool_type == "max" else "GlobalAveragePool", data)
    axes = list(range(2, data.rank))
    if pool_type == "sum":
        return g.reduce("ReduceSum", data, axes)
    return _root(g, g.reduce("ReduceSum", _raise_to_power(g, data, p["p_value"]), axes), p["p_value"])


def _largest(g: Emitter, data: Value, kernel: Sizes, stride: Sizes, pad: Sizes, after: Ends) -> Value:
    """Compute maxima. Padding has the lowest value, which is also the result of windows with padding only."""
    if all(isinstance(end, int) and p < k and end < k for p, end, k in zip(pad, after, kernel, strict=True)):
        return g("MaxPool", data, kernel_shape=list(kernel), strides=list(stride), pads=[*pad, *after])
    lowest = float(np.finfo(data.kind).min)
    padded = g("Max", _pad(g, data, list(pad), after, lowest), g.like(lowest, data))
    return g("MaxPool", padded, kernel_shape=list(kernel), strides=list(stride))


def pool(g: Emitter, p: Params, data: Value) -> Value:
    """Pool data whose channels are axis 1."""
    if p["global_pool"]:
        return _global(g, p, data)
    kernel = tuple(p["kernel"])
    rank = len(kernel)
    stride, pad = expand(p["stride"][:rank], rank, 1), expand(p["pad"][:rank] if any(p["pad"]) else (), rank, 0)
    after = _after(g, data, kernel, stride, pad, p["pooling_convention"])
    pool_type = p["pool_type"]
    if pool_type == "max":
        return _largest(g, data, kernel, stride, pad, after)
    if pool_type == "avg":
        return _average(g, data, kernel, stride, pad, after, p["count_include_pad"] is not False)
    if pool_type == "sum":
        return _sum(g, _pad(g, data, list(pad), after, 0.0), kernel, stride)
    raised = _raise_to_power(g, data, p["p_value"])
    return _root(g, _sum(g, _pad(g, raised, list(pad), after, 0.0), kernel, stride), p["p_value"])


@rule("Pooling")
def pooling(g: Emitter, p: Params, data: Value) -> Value:
    if not data.floating:
        raise Unsupported("ONNX supports pooling of floating point inputs only")
    if not channels_last(p["layout"]):
        return pool(g, p, data)
    return to_channels_last(g, pool(g, p, to_channels_first(g, data)), data.rank)


@rule("Pooling_v1")
def pooling_v1(g: Emitter, p: Params, data: Value) -> Value:
    """Pool with padding counted as zeros, also for maxima; means divide by the kernel size."""
    if p["global_pool"]:
        return _global(g, p, data)
    kernel = tuple(p["kernel"])
    stride, pad = expand(p["stride"], 2, 1), expand(p["pad"], 2, 0)
    after = _after(g, data, kernel, stride, pad, p["pooling_convention"])
    pool_type = p["pool_type"]
    if pool_type != "max":
        padded = _pad(g, data, list(pad), after, 0.0)
        return _mean(g, padded, kernel, stride) if pool_type == "avg" else _sum(g, padded, kernel, stride)
    best = g("MaxPool", _pad(g, data, list(pad), after, float(np.finfo(data.kind).min)), kernel_shape=list(kernel),
             strides=list(stride))
    if not any(pad):
        return best
    if None in data.sizes[2:]:
        raise Unsupported("maxima over zero padding require a known height and width")
    # Do not pad with zeros: onnxruntime turns that into padding of the layer, which ignores it.
    edge = np.ones([size or 0 for size in data.sizes[2:]], bool)
    edge = np.pad(np.pad(~edge, [(q, q) for q in pad], constant_values=True),
                  [(0, int(end) - q) for end, q in zip(after, pad, strict=True)])  # type: ignore[arg-type]
    windows = np.lib.stride_tricks.sliding_window_view(edge, kernel)[::stride[0], ::stride[1]]
    return g.where(g.constant(windows.any((2, 3))), g("Max", best, g.like(0.0, data)), best)


@rule("_contrib_AdaptiveAvgPooling2D")
def adaptive_average_pooling(g: Emitter, p: Params, data: Value) -> Value:
    """Compute means over areas as products with two weight matrices."""
    wanted = tuple(p["output_size"])
    height, width = wanted if len(wanted) == 2 else (wanted or (1,)) * 2
    if (height, width) == (1, 1):
        return g("GlobalAveragePool", data)
    rows, columns = data.sizes[2:]
    if rows is None or columns is None:
        raise Unsupported("output_size requires a known height and width of the data")
    if rows % height == 0 and columns % width == 0:
        step = [rows // height, columns // width]
        return g("AveragePool", data, kernel_shape=step, strides=step)
    down, along = _areas(rows, height, data.kind), _areas(columns, width, data.kind)
    return g("MatMul", g("MatMul", g.constant(down), data), g.constant(np.ascontiguousarray(along.T)))


def _areas(size: int, count: int, dtype: np.dtype) -> np.ndarray:
    weights = np.zeros((count, size), dtype)
    for i in range(count):
        low, high = i * size // count, -(-(i + 1) * size // count)
        weights[i, low:high] = 1.0 / (high - low)
    return weights
