"""Shape rules shared by many operators.

Shapes are inferred by running lowerings on ``meta`` tensors. However, torch implements many meta kernels in Python: the
first one takes two seconds to load, and each call takes up to a millisecond. Therefore the operators of most networks
also have rules (`Inference.shapes`). A rule returns None for anything unusual or invalid, and the lowering then
computes the shape or raises the error. ``tests/_ops/test_shapes.py`` compares every rule with the lowering.
"""

from __future__ import annotations

from .facts import Params, ShapeLike

Size = tuple[int, ...]


def same_shapes(params: Params, shapes: list[ShapeLike]) -> list[ShapeLike]:
    """Give all inputs the same shape; merge their known sizes."""
    ranks = {len(s) for s in shapes if s is not None}
    if len(ranks) != 1:
        return shapes
    merged = tuple(max(sizes) for sizes in zip(*[s for s in shapes if s is not None], strict=True))
    return [merged if s is None else tuple(m if d == 0 else d for d, m in zip(s, merged, strict=True)) for s in shapes]


def of_data(params: Params, shapes: list[Size]) -> Size:
    """Return the shape of the first input and ignore the others."""
    return shapes[0]


def of_all(params: Params, shapes: list[Size]) -> Size | None:
    """Return the shape shared by all inputs."""
    return shapes[0] if all(shape == shapes[0] for shape in shapes) else None


def broadcast(params: Params, shapes: list[Size]) -> Size | None:
    """Broadcast two shapes of equal rank."""
    left, right = shapes
    if len(left) != len(right):
        return None
    result = [max(a, b) if 1 in (a, b) else a for a, b in zip(left, right, strict=True)]
    fits = all(a == b or 1 in (a, b) for a, b in zip(left, right, strict=True))
    return tuple(result) if fits else None


def partly_broadcast(params: Params, shapes: list[ShapeLike]) -> ShapeLike:
    """Broadcast two shapes with unknown sizes: the rank of the result is known, but not these sizes.

    As in MXNet, an unknown size stays unknown for any size of the other shape. Keras needs the rank.
    """
    left, right = shapes
    if left is None or right is None:
        return None
    rank = max(len(left), len(right))
    pairs = list(zip((1,) * (rank - len(left)) + left, (1,) * (rank - len(right)) + right, strict=True))
    if any(a != b and not {a, b} & {0, 1} for a, b in pairs):
        return None
    return tuple(0 if 0 in pair else max(pair) for pair in pairs)


def windows(sizes: Size, kernel: Size, stride: Size, pad: Size, dilate: Size) -> Size | None:
    """Return the number of windows that fit into each axis, or None if there are none."""
    result = tuple((size + 2 * p - d * (k - 1) - 1) // s + 1
                   for size, k, s, p, d in zip(sizes, kernel, stride, pad, dilate, strict=True))
    return result if min(result) > 0 else None
