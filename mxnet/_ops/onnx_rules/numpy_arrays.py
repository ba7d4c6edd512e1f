"""Rules for ``_ops/numpy/select.py`` and ``create.py``: selection and array creation."""

from __future__ import annotations

import numpy as np

from .emit import BOOL, Emitter, Value
from .rule import Params, rule

# Selection


def _chosen(g: Emitter, condition: Value, x: Value, y: Value) -> Value:
    dtype = g.results[0].dtype
    return g.where(g.cast(condition, BOOL), g.cast(x, dtype), g.cast(y, dtype))


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


# Array creation


def _fill(g: Emitter, number: float) -> Value:
    return g.expand(g.constant(number, g.results[0].dtype), g.known_result())


@rule("_npi_zeros")
def zeros(g: Emitter, p: Params) -> Value:
    return _fill(g, 0)


@rule("_npi_ones")
def ones(g: Emitter, p: Params) -> Value:
    return _fill(g, 1)


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
