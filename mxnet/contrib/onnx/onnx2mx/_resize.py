"""Rules for resizing images, by MXNet's layer or by interpolation matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import symbol
from ...._ops.onnx_rules import Unsupported
from ._importer import Attributes, Imported, Importer, rule

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol


@rule("Resize", "Upsample")
def resize(m: Importer, a: Attributes, x: Imported, *rest: Imported | None) -> Any:
    """Use MXNet's layer for bilinear and integer nearest scaling, otherwise gather rows and columns."""
    if x.rank != 4:
        raise Unsupported("only images can be resized")
    sizes, target = x.spatial, _target(m, a, x, rest)
    how = a.get("coordinate_transformation_mode", "half_pixel" if a.kind == "Resize" else "asymmetric")
    mode, scales = a.get("mode", "nearest"), _scales(a, rest, sizes, target)
    if a.get("antialias", 0) or how == "tf_crop_and_resize":
        raise Unsupported("antialias" if a.get("antialias", 0) else f"coordinate_transformation_mode={how}")
    exact = all(np.isclose(s * size, goal) for s, size, goal in zip(scales, sizes, target, strict=True))
    if mode == "linear" and how in ("half_pixel", "pytorch_half_pixel", "align_corners") and exact and min(target) > 1:
        return sym.contrib.BilinearResize2D(m.symbol(x), height=target[0], width=target[1],
                                            align_corners=how == "align_corners")
    data = m.symbol(x)
    for axis, (size, goal, scale) in enumerate(zip(sizes, target, scales, strict=True), 2):
        m.constants.spend((size + 1) * goal)
        weights = _line(size, goal, scale, how, a)
        matrix = m.variable(f"{m.results[0].name}_axis{axis}", weights)
        moved = sym.dot(data if axis == 3 else sym.transpose(data, axes=(0, 1, 3, 2)), matrix)
        data = moved if axis == 3 else sym.transpose(moved, axes=(0, 1, 3, 2))
    return data


def _target(m: Importer, a: Attributes, x: Imported, rest: Any) -> tuple[int, ...]:
    """Return the new height and width."""
    wanted = m.results[0].shape
    if wanted is not None and all(isinstance(size, int) for size in wanted[2:]):
        changed = wanted[1] != x.sizes[1] or (isinstance(wanted[0], int) and wanted[0] != x.sizes[0])
        if changed:
            raise Unsupported("only height and width can be changed")
        return tuple(int(size) for size in wanted[2:] if isinstance(size, int))
    given = rest[0] if a.kind == "Upsample" or a.opset < 11 else (rest[1] if len(rest) > 1 else None)
    scales = m.known(given, "scales").reshape(-1)
    if scales.size != 4 or any(s != 1 for s in scales[:2]):
        raise Unsupported("only height and width can be changed")
    return tuple(int(np.floor(size * scale)) for size, scale in zip(x.spatial, scales[2:], strict=True))


def _scales(a: Attributes, rest: Any, sizes: tuple[int, ...], target: tuple[int, ...]) -> tuple[float, ...]:
    given = rest[0] if a.kind == "Upsample" or a.opset < 11 else (rest[1] if len(rest) > 1 else None)
    if given is not None and given.array is not None and given.array.size:
        return tuple(float(s) for s in given.array.reshape(-1)[-2:])
    if "scales" in a:
        return tuple(float(s) for s in a.get("scales")[-2:])
    return tuple(goal / size for goal, size in zip(target, sizes, strict=True))


def _places(size: int, goal: int, scale: float, how: str) -> np.ndarray:
    """Return the position of each new element on the old axis."""
    place = np.arange(goal, dtype=np.float64)
    if how == "align_corners":
        return place * (size - 1) / (scale * size - 1) if scale * size != 1 else place * 0
    if how == "asymmetric":
        return place / scale
    if how == "half_pixel_symmetric":
        adjustment = goal / (scale * size)
        return size / 2 * (1 - adjustment) + (place + 0.5) / scale - 0.5
    return (place + 0.5) / scale - 0.5 if goal > 1 or how == "half_pixel" else place * 0


def _line(size: int, goal: int, scale: float, how: str, a: Attributes) -> np.ndarray:
    """Return the interpolation weights of an axis as a matrix (old, new)."""
    at = _places(size, goal, scale, how)
    weights, columns = np.zeros((size, goal), np.float64), np.arange(goal)
    mode = a.get("mode", "nearest")
    if mode == "nearest":
        nearest = a.get("nearest_mode", "round_prefer_floor" if a.kind == "Resize" else "floor")
        rounded = {"round_prefer_floor": np.ceil(at - 0.5), "round_prefer_ceil": np.floor(at + 0.5),
                   "floor": np.floor(at), "ceil": np.ceil(at)}[nearest]
        weights[np.clip(rounded, 0, size - 1).astype(int), columns] = 1.0
        return weights.astype(np.float32)
    low = np.floor(at)
    share = at - low
    if mode == "linear":
        parts = {0: 1.0 - share, 1: share}
    else:
        parts = {step: _cubic(np.abs(share - step), a.get("cubic_coeff_a", -0.75)) for step in (-1, 0, 1, 2)}
    for step, part in parts.items():
        where = low + step
        if a.get("exclude_outside", 0):
            part = np.where((where < 0) | (where >= size), 0.0, part)
        np.add.at(weights, (np.clip(where, 0, size - 1).astype(int), columns), part)
    if a.get("exclude_outside", 0):
        weights /= weights.sum(0)
    return weights.astype(np.float32)


def _cubic(distance: np.ndarray, factor: float) -> np.ndarray:
    """Return the weights of Keys' cubic interpolation."""
    near = ((factor + 2) * distance - (factor + 3)) * distance * distance + 1
    far = ((distance - 5) * distance + 8) * distance * factor - 4 * factor
    return np.where(distance <= 1, near, np.where(distance < 2, far, 0.0))
