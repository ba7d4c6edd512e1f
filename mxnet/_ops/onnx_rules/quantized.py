"""Rules for 8-bit graphs, which become pairs of QuantizeLinear and DequantizeLinear around float layers.

A 32-bit integer result is represented by its real value (`Value.real`). The integers are written too, and removed again
unless an operator other than a requantization reads them. Scales follow MXNet, which divides by 127.5 when it quantizes
and by 127 when it multiplies.
"""

from __future__ import annotations

import math

import numpy as np

from ..quantize import HALF_STEP, INT32_RANGE
from .emit import FLOAT32, Emitter, Unsupported, Value
from .layers import convolution, fully_connected
from .pooling import pool
from .rule import Params, rule

_HALF = {np.dtype(str(kind).removeprefix("torch.")): half for kind, half in HALF_STEP.items()}
_LIMIT = {np.dtype("int8"): 127.0, np.dtype("uint8"): 255.0}
_INT32 = np.dtype("int32")


def _known(value: Value, what: str) -> np.ndarray:
    array = value.array()
    if array is None:
        raise Unsupported(f"{what} must be known; quantize the model with calibration")
    return np.asarray(array, np.float32)


def _largest(g: Emitter, low: Value, high: Value) -> np.float32:
    """Return the largest magnitude in a range."""
    return np.float32(max(abs(float(_known(v, "the range").reshape(-1)[0])) for v in (low, high)))


def _quantize(g: Emitter, data: Value, scale: float, dtype: np.dtype) -> Value:
    return g("QuantizeLinear", data, g.constant(scale, FLOAT32), g.constant(0, dtype), result=dtype)


def _real(g: Emitter, data: Value, scale: float) -> Value:
    result = g("DequantizeLinear", data, g.constant(scale, FLOAT32), g.constant(0, data.kind), result=FLOAT32)
    result.shape = data.shape
    return result


def _range(g: Emitter, low: float, high: float) -> list[Value]:
    return [g.constant([low], FLOAT32), g.constant([high], FLOAT32)]


def _sums(g: Emitter, real: Value, scale: float, top: float) -> list[Value]:
    """Return an int32 result with its range."""
    integers = g.cast(g("Round", g("Div", real, g.constant(scale, FLOAT32))), _INT32)
    integers.real = real
    return [integers, *_range(g, -top, top)]


def _with_range(g: Emitter, values: Value, dtype: np.dtype, real: float, low: float, high: float) -> list[Value]:
    return [values, *(_range(g, low, high) if dtype == np.uint8 else _range(g, -real, real))]


@rule("_contrib_quantize_v2")
def quantize_v2(g: Emitter, p: Params, data: Value) -> list[Value]:
    low, high = p["min_calib_range"], p["max_calib_range"]
    dtype = g.results[0].dtype
    if low is None or high is None:
        known = data.array()
        if known is None and data.floating:
            raise Unsupported("the range must be known; quantize the model with calibration")
        if not data.floating:
            low, high = (-_HALF[dtype] if dtype == np.int8 else 0.0), _HALF[dtype]
        else:
            assert known is not None
            low, high = float(known.min()), float(known.max())
    if not data.floating:
        return [g("Identity", data), *_range(g, low, high)]
    real = float(np.float32(max(abs(low), abs(high))))
    return _with_range(g, _quantize(g, data, real / _HALF[dtype], dtype), dtype, real, low, high)


@rule("_contrib_quantize")
def quantize(g: Emitter, p: Params, data: Value, min_range: Value, max_range: Value) -> list[Value]:
    dtype, real = g.results[0].dtype, float(_largest(g, min_range, max_range))
    low, high = (float(_known(v, "the range").reshape(-1)[0]) for v in (min_range, max_range))
    return _with_range(g, _quantize(g, data, real / _LIMIT[dtype], dtype), dtype, real, low, high)


@rule("_contrib_dequantize")
def dequantize(g: Emitter, p: Params, data: Value, min_range: Value, max_range: Value) -> Value:
    return _real(g, data, float(_largest(g, min_range, max_range)) / _HALF[data.kind])


@rule("_contrib_requantize")
def requantize(g: Emitter, p: Params, data: Value, min_range: Value, max_range: Value) -> list[Value]:
    source = float(_largest(g, min_range, max_range))
    if p["min_calib_range"] is None or p["max_calib_range"] is None:
        raise Unsupported("the range must be known; quantize the model with calibration")
    numbers = data.real or g("Mul", g.cast(data, FLOAT32), g.constant(source / INT32_RANGE, FLOAT32))
    dtype = g.results[0].dtype
    real = float(np.float32(max(abs(p["min_calib_range"]), abs(p["max_calib_range"]))))
    values = _quantize(g, numbers, real / _LIMIT[dtype], dtype)
    return [values, *_range(g, 0.0 if dtype == np.uint8 else -real, real)]


def _bias(g: Emitter, bias: Value, scale: float, step: float) -> Value:
    """Return the real values of the bias, rounded to steps of the sums."""
    steps = np.trunc(_known(bias, "the bias") * np.float32(step))
    return g.constant((steps * scale).astype(np.float32))


@rule("_contrib_quantized_conv")
def quantized_conv(g: Emitter, p: Params, data: Value, weight: Value, *rest: Value) -> list[Value]:
    bias, ranges = (None, rest) if p["no_bias"] else (rest[0], rest[1:])
    data_range, weight_range = (float(_largest(g, *ranges[i:i + 2])) for i in (0, 2))
    scales = data_range / 127.0, weight_range / 127.0
    real_bias = None
    if bias is not None:
        signed = data.kind == np.int8
        step = float(_largest(g, *ranges[4:6])) / 127.0 / (scales[0] * scales[1]) if signed else 1.0
        real_bias = _bias(g, bias, scales[0] * scales[1], step)
    real = convolution(g, p, _real(g, data, scales[0]), _real(g, weight, scales[1]), real_bias)
    return _sums(g, real, scales[0] * scales[1], scales[0] * scales[1] * INT32_RANGE)


@rule("_contrib_quantized_fully_connected")
def quantized_fully_connected(g: Emitter, p: Params, data: Value, weight: Value, *rest: Value) -> list[Value]:
    bias, ranges = (None, rest) if p["no_bias"] else (rest[0], rest[1:])
    data_range, weight_range = (float(_largest(g, *ranges[i:i + 2])) for i in (0, 2))
    scales = data_range / 127.0, weight_range / (127.0 if data.kind == np.int8 else 255.0)
    real_bias = None
    if bias is not None:
        inner = _HALF[data.kind] / data_range * (_HALF[np.dtype("int8")] / weight_range)
        step = inner * float(_largest(g, *ranges[4:6])) / _HALF[np.dtype("int8")]
        real_bias = _bias(g, bias, scales[0] * scales[1], step)
    real = fully_connected(g, p, _real(g, data, scales[0]), _real(g, weight, scales[1]), real_bias)
    return _sums(g, real, scales[0] * scales[1], scales[0] * scales[1] * INT32_RANGE)


@rule("_contrib_quantized_act")
def quantized_act(g: Emitter, p: Params, data: Value, min_data: Value, max_data: Value) -> list[Value]:
    return [_quantize(g, g("Relu", _real(g, data, 1.0)), 1.0, data.kind), min_data, max_data]


@rule("_contrib_quantized_flatten")
def quantized_flatten(g: Emitter, p: Params, data: Value, min_data: Value, max_data: Value) -> list[Value]:
    return [g("Flatten", data, axis=1), min_data, max_data]


@rule("_contrib_quantized_pooling")
def quantized_pooling(g: Emitter, p: Params, data: Value, min_data: Value, max_data: Value) -> list[Value]:
    """Pool integers. Windows that reach beyond the padding count as full windows."""
    whole = p["pool_type"] == "avg" and p["count_include_pad"] is not False and not p["global_pool"]
    pooled = pool(g, {**p, "pool_type": "sum"} if whole else p, _real(g, data, 1.0))
    if whole:
        pooled = g("Div", pooled, g.constant(float(math.prod(p["kernel"])), FLOAT32))
    return [_quantize(g, pooled, 1.0, data.kind), min_data, max_data]


@rule("_contrib_quantized_concat")
def quantized_concat(g: Emitter, p: Params, *data: Value) -> list[Value]:
    count = len(data) // 3
    lows, highs = data[count::2], data[count + 1::2]
    least = min(0.0, *(float(_known(v, "the range").reshape(-1)[0]) for v in lows))
    most = max(0.0, *(float(_known(v, "the range").reshape(-1)[0]) for v in highs))
    dtype, real = g.results[0].dtype, max(abs(least), abs(most))
    parts = [_real(g, value, float(_largest(g, low, high)) / _HALF[value.kind])
             for value, low, high in zip(data[:count], lows, highs, strict=True)]
    joined = g("Concat", *parts, axis=p["dim"])
    return [_quantize(g, joined, real / _HALF[dtype], dtype), *_range(g, least, most)]


@rule("_contrib_quantized_elemwise_add")
def quantized_add(g: Emitter, p: Params, lhs: Value, rhs: Value, *ranges: Value) -> list[Value]:
    left, right = (float(_largest(g, *ranges[i:i + 2])) for i in (0, 2))
    total = g("Add", _real(g, lhs, left / _HALF[lhs.kind]), _real(g, rhs, right / _HALF[rhs.kind]))
    low, high = p["min_calib_range"], p["max_calib_range"]
    if low is None or high is None:
        return _sums(g, total, (left + right) / INT32_RANGE, left + right)
    dtype = g.results[0].dtype
    return [_quantize(g, total, max(abs(low), abs(high)) / _HALF[dtype], dtype), *_range(g, low, high)]


@rule("_contrib_quantized_elemwise_mul")
def quantized_mul(g: Emitter, p: Params, lhs: Value, rhs: Value, *ranges: Value) -> list[Value]:
    left, right = (float(_largest(g, *ranges[i:i + 2])) for i in (0, 2))
    half = _HALF[np.dtype("int8")]
    product = g("Mul", g.cast(lhs, FLOAT32), g.cast(rhs, FLOAT32))
    if p["enable_float_output"]:
        return [g("Mul", product, g.constant(left / half * (right / half), FLOAT32))]
    low, high = p["min_calib_range"], p["max_calib_range"]
    if low is None or high is None:
        scale = left / 127.0 * (right / 127.0)
        return _sums(g, g("Mul", product, g.constant(scale, FLOAT32)), scale, scale * INT32_RANGE)
    scale = half / max(abs(low), abs(high)) * (left / half) * (right / half)
    # Truncate, and wrap around values that exceed 8 bits.
    integers = g.cast(g("Mul", product, g.constant(scale, FLOAT32)), _INT32)
    return [g.cast(integers, "int8"), *_range(g, low, high)]


@rule("_contrib_quantized_embedding")
def quantized_embedding(g: Emitter, p: Params, data: Value, weight: Value, low: Value, high: Value) -> list[Value]:
    places = g("Min", g("Max", g.whole(data), g.constant(0, np.int64)), g.constant(p["input_dim"] - 1, np.int64))
    return [g("Gather", weight, places, axis=0), low, high]


@rule("_contrib_quantized_batch_norm")
def quantized_batch_norm(g: Emitter, p: Params, data: Value, gamma: Value, beta: Value, mean: Value, variance: Value,
                         low: Value, high: Value) -> list[Value]:
    top = max(abs(p["min_calib_range"]), abs(p["max_calib_range"]))
    half = _HALF[np.dtype("int8")]
    scale, offset, centre, spread = (_known(v, "the parameters") for v in (gamma, beta, mean, variance))
    inverse = 1.0 / np.sqrt(spread.astype(np.float64) + p["eps"])
    view = [-1 if axis == p["axis"] % data.rank else 1 for axis in range(data.rank)]
    weight = scale * inverse * _largest(g, low, high) / top / math.sqrt(1.0 + p["eps"])
    shift = (offset - centre * scale * inverse) * half / top
    numbers = _real(g, data, 1.0)
    if data.kind == np.uint8:
        numbers = _real(g, _quantize(g, numbers, _HALF[data.kind] / half, np.dtype("int8")), 1.0)
    scaled = g("Mul", numbers, g.constant(weight.reshape(view), FLOAT32))
    moved = g("Add", scaled, g.constant(shift.reshape(view), FLOAT32))
    return [_quantize(g, moved, 1.0, np.dtype("int8")), *_range(g, p["min_calib_range"], p["max_calib_range"])]
