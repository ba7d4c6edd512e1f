"""Rules for convolutions, dense layers, activations and dropout."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..convolution import channels_last, expand
from .emit import Emitter, Unsupported, Value
from .rule import Params, rule


def to_channels_first(g: Emitter, data: Value) -> Value:
    """Move the last axis to position 1."""
    rank = data.rank
    moved = g.transpose(data, [0, rank - 1, *range(1, rank - 1)])
    moved.shape = (data.sizes[0], data.sizes[-1], *data.sizes[1:-1])
    return moved


def to_channels_last(g: Emitter, data: Value, rank: int) -> Value:
    return g.transpose(data, [0, *range(2, rank), 1])


def _pads(pad: tuple[int, ...]) -> list[int]:
    return [*pad, *pad]


def _floating(g: Emitter, *values: Value | None) -> None:
    if any(v is not None and not v.floating for v in values):
        raise Unsupported("ONNX supports this operator for floating point inputs only")


def _prepare(g: Emitter, p: Params, data: Value, weight: Value) -> tuple[Value, Value, tuple[int, ...], bool]:
    """Return data and weight with channels first, the kernel, and whether channels were last."""
    _floating(g, data, weight)
    last = channels_last(p["layout"])
    if last:
        data, weight = to_channels_first(g, data), to_channels_first(g, weight)
    return data, weight, tuple(p["kernel"]), last


@rule("Convolution", "Convolution_v1")
def convolution(g: Emitter, p: Params, data: Value, weight: Value, bias: Value | None = None) -> Value:
    data, weight, kernel, last = _prepare(g, p, data, weight)
    rank = len(kernel)
    result = g("Conv", data, weight, None if p["no_bias"] else bias, kernel_shape=list(kernel),
               strides=list(expand(p["stride"], rank, 1)), dilations=list(expand(p["dilate"], rank, 1)),
               pads=_pads(expand(p["pad"], rank, 0)), group=p["num_group"])
    return to_channels_last(g, result, rank + 2) if last else result


def _fit(g: Emitter, sizes: tuple[int | None, ...], p: Params, kernel: tuple[int, ...], stride: tuple[int, ...],
         dilate: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return padding and adjustment of a transposed convolution with `target_shape`."""
    pads, adjustments = [], []
    for size, wanted, k, s, d in zip(sizes, p["target_shape"], kernel, stride, dilate, strict=True):
        if size is None:
            raise Unsupported("target_shape requires known spatial sizes")
        surplus = s * (size - 1) + 1 + (k - 1) * d - wanted
        pads.append((surplus + 1) // 2)
        adjustments.append(surplus % 2)
    return tuple(pads), tuple(adjustments)


@rule("Deconvolution")
def deconvolution(g: Emitter, p: Params, data: Value, weight: Value, bias: Value | None = None) -> Value:
    data, weight, kernel, last = _prepare(g, p, data, weight)
    rank = len(kernel)
    strides, dilates = expand(p["stride"], rank, 1), expand(p["dilate"], rank, 1)
    pads, adjustments = expand(p["pad"], rank, 0), expand(p["adj"], rank, 0)
    if any(p["target_shape"]):
        pads, adjustments = _fit(g, data.sizes[2:], p, kernel, strides, dilates)
    # ONNX rejects an adjustment that is not below the stride: append rows of zeros and add the bias instead.
    inner = tuple(a if a < max(s, d) else 0 for a, s, d in zip(adjustments, strides, dilates, strict=True))
    beyond = [a - b for a, b in zip(adjustments, inner, strict=True)]
    with_bias = None if p["no_bias"] else bias
    result = g("ConvTranspose", data, weight, None if any(beyond) else with_bias, kernel_shape=list(kernel),
               strides=list(strides), dilations=list(dilates), pads=_pads(pads), output_padding=list(inner),
               group=p["num_group"])
    if any(beyond):
        result = g("Pad", result, [0, 0, *[0] * rank, 0, 0, *beyond])
        if with_bias is not None:
            result = g("Add", result, g.reshape(with_bias, [1, -1, *[1] * rank]))
    return to_channels_last(g, result, rank + 2) if last else result


@rule("FullyConnected")
def fully_connected(g: Emitter, p: Params, data: Value, weight: Value, bias: Value | None = None) -> Value:
    _floating(g, data, weight)
    bias = None if p["no_bias"] else bias
    if p["flatten"]:
        flat = data if data.rank == 2 else g("Flatten", data, axis=1)
        return g("Gemm", flat, weight, bias, transB=1)
    if data.rank == 2:
        return g("Gemm", data, weight, bias, transB=1)
    result = g("MatMul", data, g.transpose(weight, [1, 0]))
    return result if bias is None else g("Add", result, bias)


def _swapped(g: Emitter, value: Value, rank: int) -> Value:
    return g.transpose(value, [*range(rank - 2), rank - 1, rank - 2])


def product(g: Emitter, left: Value, right: Value, transpose_a: bool, transpose_b: bool) -> Value:
    """Multiply batches of matrices, each optionally transposed."""
    first = _swapped(g, left, left.rank) if transpose_a else left
    second = _swapped(g, right, right.rank) if transpose_b else right
    return g("MatMul", first, second)


@rule("batch_dot")
def batch_dot(g: Emitter, p: Params, lhs: Value, rhs: Value) -> Value:
    return product(g, lhs, rhs, p["transpose_a"], p["transpose_b"])


@rule("dot")
def dot(g: Emitter, p: Params, lhs: Value, rhs: Value) -> Value:
    """Contract the last axis of `lhs` with the first of `rhs` as a product of two matrices."""
    left_rank, right_rank = lhs.rank, rhs.rank
    left_sizes, right_sizes = g.sizes_of(lhs), g.sizes_of(rhs)
    if p["transpose_a"] and left_rank > 1:
        lhs = g.transpose(lhs, [*range(1, left_rank), 0])
        left_sizes = left_sizes[1:] + left_sizes[:1]
    if p["transpose_b"] and right_rank > 1:
        rhs = g.transpose(rhs, [right_rank - 1, *range(right_rank - 1)])
        right_sizes = right_sizes[-1:] + right_sizes[:-1]
    if left_rank == 1 and right_rank == 1:
        return g.unsqueeze(g("MatMul", lhs, rhs), 0)
    if right_rank <= 2:
        return g("MatMul", lhs, rhs)
    rows = g.reshape(lhs, [-1, left_sizes[-1]])
    columns = g.reshape(rhs, [right_sizes[0], -1])
    return g.reshape(g("MatMul", rows, columns), [*left_sizes[:-1], *right_sizes[1:]])


_ACTIVATIONS = {"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh", "softrelu": "Softplus", "softsign": "Softsign"}


@rule("Activation")
def activation(g: Emitter, p: Params, data: Value) -> Value:
    return g(_ACTIVATIONS[p["act_type"]], data)


def _gelu(g: Emitter, data: Value) -> Value:
    scaled = g("Erf", g("Div", data, g.like(math.sqrt(2.0), data)))
    return g("Mul", g("Mul", data, g.like(0.5, data)), g("Add", scaled, g.like(1.0, data)))


def slopes(g: Emitter, gamma: Value, data: Value) -> Value:
    """Return the slopes of PReLU in a shape that broadcasts with the channels instead of the last axis."""
    if gamma.rank == 1 and data.rank > 1:
        known = gamma.array()
        shape = [-1, *[1] * (data.rank - 2)]
        return g.constant(known.reshape(shape)) if known is not None else g.reshape(gamma, shape)
    return gamma


@rule("LeakyReLU")
def leaky_relu(g: Emitter, p: Params, data: Value, gamma: Value | None = None) -> Value | list[Value]:
    act_type = p["act_type"]
    if act_type == "prelu":
        assert gamma is not None
        return g("PRelu", data, slopes(g, gamma, data))
    if act_type == "selu":
        return g("Selu", data, alpha=1.6732631921768188, gamma=1.0507010221481323)
    if act_type == "gelu":
        return _gelu(g, data)
    if act_type == "elu":
        return g("Elu", data, alpha=float(p["slope"]))
    # In prediction, rrelu uses the mean of its slopes.
    slope = (p["lower_bound"] + p["upper_bound"]) / 2 if act_type == "rrelu" else p["slope"]
    result = g("LeakyRelu", data, alpha=float(np.float32(slope)))
    if len(g.results) == 1:
        return result
    return [result, g.expand(g.like(slope, data), g.shape_of(data))]


@rule("Dropout")
def dropout(g: Emitter, p: Params, data: Value) -> Value:
    if p["mode"] == "always" and p["p"] > 0:
        raise Unsupported("mode='always' also drops random elements in prediction")
    return g("Identity", data)


@rule("Embedding", "_contrib_SparseEmbedding")
def embedding(g: Emitter, p: Params, data: Value, weight: Value) -> Value:
    return g("Gather", weight, clipped(g, g.whole(data), p["input_dim"]), axis=0, result=weight.kind)


def clipped(g: Emitter, indices: Value, size: Any) -> Value:
    """Clip indices to an axis, as MXNet does."""
    zero = g.constant(0, np.int64)
    last = g.constant(size - 1, np.int64) if isinstance(size, int) else g("Sub", g.squeeze(size, 0),
                                                                           g.constant(1, np.int64))
    return g("Min", g("Max", indices, zero), last)
