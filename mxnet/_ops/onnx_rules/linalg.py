"""Rules for products, diagonals, triangles and determinants of batches of matrices."""

from __future__ import annotations

import math

import numpy as np

from .emit import Emitter, Unsupported, Value
from .layers import product
from .rule import Params, rule


def _scale(g: Emitter, value: Value, factor: float) -> Value:
    return value if factor == 1.0 else g("Mul", value, g.like(factor, value))


def _rows_last_but_one(g: Emitter, value: Value, axis: int) -> Value:
    """Move the axis of rows to the position that products expect."""
    rank, rows = value.rank, axis % value.rank
    if rows == rank - 2:
        return value
    order = [a for a in range(rank) if a != rows]
    order.insert(rank - 2, rows)
    moved = g.transpose(value, order)
    moved.shape = tuple(value.sizes[a] for a in order)
    return moved


def _multiply(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    rank, rows = a.rank, p["axis"] % a.rank
    first, second = (_rows_last_but_one(g, v, p["axis"]) for v in (a, b))
    result = _scale(g, product(g, first, second, p["transpose_a"], p["transpose_b"]), p["alpha"])
    if rows == rank - 2:
        return result
    order = list(range(rank - 2)) + [rank - 1]
    order.insert(rows, rank - 2)
    return g.transpose(result, order)


@rule("_linalg_gemm2")
def gemm2(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    return _multiply(g, p, a, b)


@rule("_linalg_gemm")
def gemm(g: Emitter, p: Params, a: Value, b: Value, c: Value) -> Value:
    return g("Add", _multiply(g, p, a, b), _scale(g, c, p["beta"])) if p["beta"] else _multiply(g, p, a, b)


@rule("_linalg_syrk")
def syrk(g: Emitter, p: Params, a: Value) -> Value:
    return _scale(g, product(g, a, a, p["transpose"], not p["transpose"]), p["alpha"])


def _triangle(g: Emitter, a: Value, lower: bool) -> Value:
    size = a.sizes[-1]
    if size is None:
        raise Unsupported("the number of rows must be known")
    mask = np.tril(np.ones((size, size), bool)) if lower else np.triu(np.ones((size, size), bool))
    kept = g.where(g.constant(mask), a, g.like(0.0, a))
    kept.shape = a.shape
    return kept


@rule("_linalg_trmm")
def trmm(g: Emitter, p: Params, a: Value, b: Value) -> Value:
    triangle = _triangle(g, a, p["lower"])
    if p["rightside"]:
        return _scale(g, product(g, b, triangle, False, p["transpose"]), p["alpha"])
    return _scale(g, product(g, triangle, b, p["transpose"], False), p["alpha"])


def _flat(g: Emitter, a: Value) -> tuple[Value, int]:
    """Flatten matrices to vectors; also return the number of rows."""
    size = a.sizes[-1]
    if size is None:
        raise Unsupported("the number of rows must be known")
    return g.reshape(a, [*g.sizes_of(a)[:-2], size * size]), size


def _pick(g: Emitter, a: Value, rows: np.ndarray, columns: np.ndarray) -> Value:
    flat, size = _flat(g, a)
    return g("Gather", flat, g.constant((rows * size + columns).astype(np.int64)), axis=-1)


def _diagonal(size: int, offset: int) -> tuple[np.ndarray, np.ndarray]:
    along = np.arange(size - abs(offset))
    return along + max(-offset, 0), along + max(offset, 0)


@rule("_linalg_extractdiag")
def extractdiag(g: Emitter, p: Params, a: Value) -> Value:
    return _pick(g, a, *_diagonal(a.sizes[-1] or 0, p["offset"]))


@rule("_linalg_sumlogdiag")
def sumlogdiag(g: Emitter, p: Params, a: Value) -> Value:
    diagonal = g("Log", _pick(g, a, *_diagonal(a.sizes[-1] or 0, 0)))
    return g.reduce("ReduceSum", diagonal, [a.rank - 2], keepdims=a.rank == 2 and g.results[0].shape == (1,))


def _triangle_places(size: int, offset: int, lower: bool) -> tuple[np.ndarray, np.ndarray]:
    below, along = np.tril_indices(size - abs(offset))
    below = below + abs(offset)
    return (along, below) if offset > 0 or (offset == 0 and not lower) else (below, along)


@rule("_linalg_extracttrian")
def extracttrian(g: Emitter, p: Params, a: Value) -> Value:
    return _pick(g, a, *_triangle_places(a.sizes[-1] or 0, p["offset"], p["lower"]))


def _place(g: Emitter, a: Value, size: int, rows: np.ndarray, columns: np.ndarray) -> Value:
    """Write vectors into matrices of zeros, as a product with a matrix of zeros and ones."""
    places = np.zeros((len(rows), size * size), a.kind)
    places[np.arange(len(rows)), rows * size + columns] = 1
    flat = g("MatMul", a, g.constant(places))
    return g.reshape(flat, [*g.sizes_of(a)[:-1], size, size])


def _known_last(a: Value) -> int:
    size = a.sizes[-1]
    if size is None:
        raise Unsupported("the last size must be known")
    return size


@rule("_linalg_makediag")
def makediag(g: Emitter, p: Params, a: Value) -> Value:
    size = _known_last(a) + abs(p["offset"])
    return _place(g, a, size, *_diagonal(size, p["offset"]))


@rule("_linalg_maketrian")
def maketrian(g: Emitter, p: Params, a: Value) -> Value:
    count = _known_last(a)
    size = (math.isqrt(8 * count + 1) - 1) // 2 + abs(p["offset"])
    return _place(g, a, size, *_triangle_places(size, p["offset"], p["lower"]))


def _at_least_vector(g: Emitter, value: Value) -> Value:
    """Add an axis of size 1 unless NumPy shapes are active."""
    return g.unsqueeze(value, 0) if g.results[0].shape == (1,) else value


@rule("_linalg_det")
def det(g: Emitter, p: Params, a: Value) -> Value:
    return _at_least_vector(g, g("Det", a))


@rule("_linalg_slogdet")
def slogdet(g: Emitter, p: Params, a: Value) -> list[Value]:
    determinant = det(g, p, a)
    return [g("Sign", determinant), g("Log", g("Abs", determinant))]
