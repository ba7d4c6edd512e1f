"""Bounding boxes, as rows of class, left, top, right, bottom and more, and rules for random crops."""

from __future__ import annotations

import dataclasses

import numpy as np

from ..base import MXNetError
from ._arguments import Arguments

Box = tuple[float, float, float, float]
Bounds = tuple[float, float]


@dataclasses.dataclass
class CropRule:
    """Constraints of a random crop. Coverages are relative to the crop and the object, `overlaps` to their union."""

    scales: Bounds
    ratios: Bounds
    overlaps: Bounds
    sample_coverages: Bounds
    object_coverages: Bounds
    trials: int
    by_overlap: bool
    least_overlap: float


def _values(arguments: Arguments, name: str, default: float, count: int) -> list[float]:
    value = arguments._value(name, default)
    values = list(value) if isinstance(value, (tuple, list)) else [value]
    if len(values) not in (1, count):
        raise MXNetError(f"{arguments.iterator}: # of parameters/crop_samplers mismatch: {name} has {len(values)} "
                         f"values for num_crop_sampler={count}")
    return [float(one) for one in values] * (count // len(values) if len(values) < count else 1)


def crop_rules(arguments: Arguments) -> list[CropRule]:
    """Create the rules from the arguments of ``ImageDetRecordIter``."""
    count = arguments.integer("num_crop_sampler", 1)
    if count < 1:
        return []
    defaults = {"scales": 0.0, "aspect_ratios": 1.0, "overlaps": 0.0, "sample_coverages": 0.0, "object_coverages": 0.0}
    bounds = {limit: list(zip(_values(arguments, f"min_crop_{limit}", lowest, count),
                             _values(arguments, f"max_crop_{limit}", 1.0, count), strict=True))
              for limit, lowest in defaults.items()}
    for limit, pairs in bounds.items():
        if any(not 0 <= low <= high for low, high in pairs):
            raise MXNetError(f"{arguments.iterator}: min_crop_{limit} and max_crop_{limit} must be in order, received "
                             f"{pairs}")
    trials = _values(arguments, "max_crop_trials", 25, count)
    mode = str(arguments.values.get("crop_emit_mode", "center"))
    if mode not in ("center", "overlap"):
        raise MXNetError(f"{arguments.iterator}: crop_emit_mode must be 'center' or 'overlap', received {mode!r}")
    least = arguments.number("emit_overlap_thresh", 0.3)
    return [CropRule(bounds["scales"][i], bounds["aspect_ratios"][i], bounds["overlaps"][i],
                     bounds["sample_coverages"][i], bounds["object_coverages"][i], int(trials[i]), mode == "overlap",
                     least) for i in range(count)]


def project_boxes(objects: np.ndarray, box: Box) -> np.ndarray:
    """Transform objects to the coordinates of a box (left, top, width, height), and clip them."""
    left, top, width, height = box
    moved = objects.copy()
    moved[:, 1:5] = (objects[:, 1:5] - [left, top, left, top]) / [width, height, width, height]
    moved[:, 1:3] = np.maximum(moved[:, 1:3], 0)
    moved[:, 3:5] = np.minimum(moved[:, 3:5], 1)
    return moved


def flip_boxes(objects: np.ndarray) -> np.ndarray:
    """Flip the boxes of objects horizontally."""
    moved = objects.copy()
    moved[:, 1], moved[:, 3] = 1 - objects[:, 3], 1 - objects[:, 1]
    return moved


def crop_boxes(objects: np.ndarray, box: Box, rule: CropRule) -> np.ndarray | None:
    """Return the objects that a crop keeps, in its coordinates, or None if the rule rejects the crop."""
    if not len(objects):
        return objects
    left, top, width, height = box
    wide = np.minimum(objects[:, 3], left + width) - np.maximum(objects[:, 1], left)
    tall = np.minimum(objects[:, 4], top + height) - np.maximum(objects[:, 2], top)
    shared = np.maximum(wide, 0) * np.maximum(tall, 0)
    areas = (objects[:, 3] - objects[:, 1]) * (objects[:, 4] - objects[:, 2])
    fits = np.ones(len(objects), dtype=bool)
    for share, (lowest, highest) in ((shared / (areas + width * height - shared), rule.overlaps),
                                     (shared / (width * height), rule.sample_coverages),
                                     (shared / areas, rule.object_coverages)):
        if lowest > 0 or highest < 1:
            fits &= (share >= lowest) & (share <= highest)
    if rule.by_overlap:
        kept = shared / areas > rule.least_overlap
    else:
        x, y = (objects[:, 1] + objects[:, 3]) / 2, (objects[:, 2] + objects[:, 4]) / 2
        kept = (left <= x) & (x < left + width) & (top <= y) & (y < top + height)
    return project_boxes(objects[kept], box) if fits.any() and kept.any() else None
