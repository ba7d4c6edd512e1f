"""Rules for shapes of results that many operators share.

Shapes come from running lowerings on ``meta`` tensors. But torch's kernels for those are Python programs: the first of
them loads for two seconds, and each takes up to a millisecond. So the operators that most networks are made of have
rules as well (`Inference.shapes`). A rule answers None whenever anything is unusual or wrong, which leaves the answer,
or the error, to the lowering; ``tests/_ops/test_shapes.py`` compares every rule with it.
"""

from __future__ import annotations

from .facts import Params, ShapeLike

Size = tuple[int, ...]


def same_shapes(params: Params, shapes: list[ShapeLike]) -> list[ShapeLike]:
    """Inputs of one shape: what is known of one is known of all."""
    ranks = {len(s) for s in shapes if s is not None}
    if len(ranks) != 1:
        return shapes
    merged = tuple(max(sizes) for sizes in zip(*[s for s in shapes if s is not None], strict=True))
    return [merged if s is None else tuple(m if d == 0 else d for d, m in zip(s, merged, strict=True)) for s in shapes]


def of_data(params: Params, shapes: list[Size]) -> Size:
    """The shape of the first input, whatever else there is."""
    return shapes[0]


def of_all(params: Params, shapes: list[Size]) -> Size | None:
    """The shape that all inputs have."""
    return shapes[0] if all(shape == shapes[0] for shape in shapes) else None


def broadcast(params: Params, shapes: list[Size]) -> Size | None:
    """Two shapes of as many axes, of which those of size 1 are repeated."""
    left, right = shapes
    if len(left) != len(right):
        return None
    result = [max(a, b) if 1 in (a, b) else a for a, b in zip(left, right, strict=True)]
    fits = all(a == b or 1 in (a, b) for a, b in zip(left, right, strict=True))
    return tuple(result) if fits else None


def partly_broadcast(params: Params, shapes: list[ShapeLike]) -> ShapeLike:
    """Two shapes of which one lacks sizes: there the size of the result is unknown, but not how many axes it has.

    As in MXNet, whatever the size of the other: Keras asks for the number of axes.
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
    """How many windows fit into each axis, if any do."""
    result = tuple((size + 2 * p - d * (k - 1) - 1) // s + 1
                   for size, k, s, p, d in zip(sizes, kernel, stride, pad, dilate, strict=True))
    return result if min(result) > 0 else None
