"""Rules for operators without inputs, ranges and random numbers.

Random numbers are drawn in each run, from a different generator than MXNet's.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .emit import Emitter, Unsupported, Value
from .rule import Params, rule


def _fill(g: Emitter, number: float) -> Value:
    return g.expand(g.constant(number, g.results[0].dtype), g.known_result())


@rule("_zeros", "_zeros_without_dtype")
def zeros(g: Emitter, p: Params) -> Value:
    """Write zeros. Initial states of recurrent layers depend on the batch size; these layers need no tensor."""
    if None in g.results[0].shape:
        return Value(g.unique(f"{g.prefix}zeros"), None, g.results[0].dtype, fill=0.0)
    return _fill(g, 0)


@rule("_ones")
def ones(g: Emitter, p: Params) -> Value:
    return _fill(g, 1)


@rule("_full")
def full(g: Emitter, p: Params) -> Value:
    return _fill(g, p["value"])


@rule("_arange")
def arange(g: Emitter, p: Params) -> Value:
    start, stop = p["start"], p["stop"]
    (count,) = g.results[0].shape
    if stop is None and p["infer_range"]:
        if count is None:
            raise Unsupported("infer_range requires a known length")
    elif stop is None:
        start = 0.0
    steps = np.arange(count or 0) // p["repeat"]
    dtype = g.results[0].dtype
    return g("Identity", g.constant((steps.astype(dtype) * dtype.type(p["step"]) + dtype.type(start)).astype(dtype)))


@rule("_linspace")
def linspace(g: Emitter, p: Params) -> Value:
    start, stop = (0.0, p["start"]) if p["stop"] is None else (p["start"], p["stop"])
    return g("Identity", g.constant(np.linspace(start, stop, p["num"], p["endpoint"]).astype(g.results[0].dtype)))


@rule("_eye")
def eye(g: Emitter, p: Params) -> Value:
    return g("Identity", g.constant(np.eye(p["N"], p["M"] or p["N"], p["k"], g.results[0].dtype)))


@rule("_contrib_arange_like")
def arange_like(g: Emitter, p: Params, data: Value) -> Value:
    axis = p["axis"]
    if axis is None:
        count = g.unsqueeze(g("Size", data), 0) if None in data.sizes else g.constant(
            [math.prod(size or 0 for size in data.sizes)], np.int64)
    else:
        count = g.size(data, axis)
    steps = g.counting(count)
    if p["repeat"] != 1:
        steps = g("Div", steps, g.constant(p["repeat"], np.int64))
    values = g("Add", g("Mul", g.cast(steps, data.kind), g.like(p["step"], data)), g.like(p["start"], data))
    return g.reshape(values, g.shape_of(data)) if axis is None else values


def _draw(g: Emitter, op_type: str, **parameters: Any) -> Value:
    """Draw numbers in the dtype of the result; runtimes do not draw half precision."""
    wide = max(g.results[0].dtype, np.dtype("float32"), key=lambda dtype: dtype.itemsize)
    return g(op_type, shape=g.known_result(), dtype=wide, result=wide, **parameters)


@rule("_random_uniform")
def random_uniform(g: Emitter, p: Params) -> Value:
    return _draw(g, "RandomUniform", low=float(p["low"]), high=float(p["high"]))


@rule("_random_normal")
def random_normal(g: Emitter, p: Params) -> Value:
    return _draw(g, "RandomNormal", mean=float(p["loc"]), scale=float(p["scale"]))


@rule("_random_uniform_like")
def random_uniform_like(g: Emitter, p: Params, data: Value) -> Value:
    return g("RandomUniformLike", data, low=float(p["low"]), high=float(p["high"]))


@rule("_random_normal_like")
def random_normal_like(g: Emitter, p: Params, data: Value) -> Value:
    return g("RandomNormalLike", data, mean=float(p["loc"]), scale=float(p["scale"]))


@rule("_random_exponential_like")
def random_exponential_like(g: Emitter, p: Params, data: Value) -> Value:
    drawn = g("RandomUniformLike", data, low=float(np.finfo(np.float32).tiny), high=1.0)
    return g("Div", g("Neg", g("Log", drawn)), g.like(p["lam"], data))


@rule("_random_randint")
def random_randint(g: Emitter, p: Params) -> Value:
    drawn = g("RandomUniform", low=float(p["low"]), high=float(p["high"]), shape=g.known_result(),
              dtype=np.dtype("float64"), result=np.float64)
    return g.typed(g("Min", g("Floor", drawn), g.constant(float(p["high"] - 1), np.float64)))


@rule("_sample_multinomial")
def sample_multinomial(g: Emitter, p: Params, data: Value) -> Value:
    if p["get_prob"]:
        raise Unsupported("get_prob=True returns logarithms of probabilities, which ONNX does not")
    count = math.prod(p["shape"]) if p["shape"] else 1
    classes = data.sizes[-1]
    if classes is None:
        raise Unsupported("the number of classes must be known")
    rows = g("Log", g.reshape(data, [-1, classes]))
    drawn = g("Multinomial", rows, dtype=np.dtype("int32"), result=np.int32, sample_size=count)
    sizes = g.sizes_of(data)[:-1] + list(p["shape"])
    return g.typed(g.reshape(drawn, sizes or [1]))
