"""Rules for batch, layer, group, instance and local response normalization."""

from __future__ import annotations

from typing import Any

import numpy as np

from .emit import Emitter, Unsupported, Value
from .rule import Params, rule


def _ones(g: Emitter, like: Value) -> Value:
    known = like.sizes[0]
    if known is None:
        return g.expand(g.like(1, like), g.shape_of(like))
    return g.constant(np.ones(known, like.kind))


@rule("_contrib_BatchNormWithReLU")
def batch_norm_with_relu(g: Emitter, p: Params, *inputs: Value) -> Any:
    results = batch_norm(g, p, *inputs)
    if isinstance(results, list):
        return [g("Relu", results[0]), *results[1:]]
    return g("Relu", results)


@rule("_contrib_SyncBatchNorm")
def sync_batch_norm(g: Emitter, p: Params, *inputs: Value) -> Any:
    """Write `batch_norm`; the third result is the variance."""
    results = batch_norm(g, p, *inputs)
    return [*results[:2], g("Identity", inputs[4])] if isinstance(results, list) else results


@rule("BatchNorm", "BatchNorm_v1")
def batch_norm(g: Emitter, p: Params, data: Value, gamma: Value, beta: Value, mean: Value, variance: Value) -> Any:
    """Normalize by the moving statistics; `fix_gamma` replaces gamma by ones."""
    axis = p.get("axis", 1) % data.rank
    if p["fix_gamma"]:
        gamma = _ones(g, gamma)
    numbers = [g.cast(v, data.kind) for v in (gamma, beta, mean, variance)]
    if axis == 1 and data.rank > 1:
        result = g("BatchNormalization", data, *numbers, epsilon=float(p["eps"]))
    else:
        view = [-1 if i == axis else 1 for i in range(data.rank)]
        scale, offset, centre, spread = (g.reshape(v, view) for v in numbers)
        deviation = g("Sqrt", g("Add", spread, g.like(p["eps"], data)))
        result = g("Add", g("Mul", g("Div", g("Sub", data, centre), deviation), scale), offset)
    return result if len(g.results) == 1 else _with_moments(g, p, result, mean, variance)


def _with_moments(g: Emitter, p: Params, result: Value, mean: Value, variance: Value) -> list[Value]:
    root = g("Sqrt", g("Add", variance, g.like(p["eps"], variance)))
    return [result, g("Identity", mean), g("Reciprocal", root)]


def moments(g: Emitter, data: Value, axes: list[int]) -> tuple[Value, Value]:
    """Return the centered data and the mean; reduced axes keep size 1."""
    mean = g.reduce("ReduceMean", data, axes)
    return g("Sub", data, mean), mean


def deviation_of(g: Emitter, centered: Value, axes: list[int], eps: float) -> Value:
    variance = g.reduce("ReduceMean", g("Mul", centered, centered), axes)
    return g("Sqrt", g("Add", variance, g.like(eps, centered)))


@rule("LayerNorm")
def layer_norm(g: Emitter, p: Params, data: Value, gamma: Value, beta: Value) -> Any:
    axis = p["axis"] % data.rank
    moved = len(g.results) > 1
    if axis == data.rank - 1 and g.opset >= 17 and not moved:
        return g("LayerNormalization", data, gamma, beta, axis=-1, epsilon=float(p["eps"]))
    centered, mean = moments(g, data, [axis])
    deviation = deviation_of(g, centered, [axis], p["eps"])
    view = [-1 if i == axis else 1 for i in range(data.rank)]
    scaled = g("Mul", g("Div", centered, deviation), g.reshape(gamma, view))
    result = g("Add", scaled, g.reshape(beta, view))
    return [result, mean, deviation] if moved else result


def _by_groups(g: Emitter, data: Value, gamma: Value, beta: Value, groups: int, eps: float,
               per_group: bool) -> tuple[Value, Value, Value]:
    """Normalize groups of channels with scales per group or per channel; also return the moments of the groups."""
    batch, channels = g.sizes_of(data)[:2]
    if not isinstance(channels, int):
        raise Unsupported("the number of channels must be known")
    rows = g.reshape(data, [batch, groups, -1])
    centered, mean = moments(g, rows, [2])
    deviation = deviation_of(g, centered, [2], eps)
    result = g("Div", centered, deviation)
    if per_group:
        result = g("Add", g("Mul", result, g.reshape(gamma, [1, groups, 1])), g.reshape(beta, [1, groups, 1]))
    result = g.reshape(result, g.shape_of(data))
    if not per_group:
        view = [1, -1, *[1] * (data.rank - 2)]
        result = g("Add", g("Mul", result, g.reshape(gamma, view)), g.reshape(beta, view))
    return result, g.squeeze(mean, 2), g.squeeze(deviation, 2)


@rule("GroupNorm")
def group_norm(g: Emitter, p: Params, data: Value, gamma: Value, beta: Value) -> Any:
    """Normalize groups; gamma and beta have one element per group."""
    results = _by_groups(g, data, gamma, beta, p["num_groups"], p["eps"], True)
    return list(results) if len(g.results) > 1 else results[0]


@rule("InstanceNorm")
def instance_norm(g: Emitter, p: Params, data: Value, gamma: Value, beta: Value) -> Value:
    return g("InstanceNormalization", data, gamma, beta, epsilon=float(p["eps"]))


@rule("L2Normalization")
def l2_normalization(g: Emitter, p: Params, data: Value) -> Value:
    rank = data.rank
    axes = {"instance": range(1, rank), "channel": range(1, 2), "spatial": range(2, rank)}[p["mode"]]
    total = g.reduce("ReduceSum", g("Mul", data, data), list(axes))
    return g("Div", data, g("Sqrt", g("Add", total, g.like(p["eps"], data))))


@rule("LRN")
def lrn(g: Emitter, p: Params, data: Value) -> Value:
    return g("LRN", data, alpha=float(p["alpha"]), beta=float(p["beta"]), bias=float(p["knorm"]), size=p["nsize"])
