"""Labels of object detection."""

from __future__ import annotations

from typing import Any

import numpy as np

_LEAST_HEADER, _LEAST_OBJECT = 2, 5


def detection_objects(label: Any) -> np.ndarray | None:
    """Return the objects of a detection label, or None if it is not one.

    The label is ``header width, object width, more header ..., objects ...``. An object is class, left, top, right,
    bottom and more values. Coordinates are relative to the size of the image.
    """
    raw = np.ravel(label)
    if raw.size < _LEAST_HEADER or not (np.isfinite(raw[:2]) & (raw[:2] == np.floor(raw[:2]))).all():
        return None
    header, width = int(raw[0]), int(raw[1])
    if header < _LEAST_HEADER or width < _LEAST_OBJECT or header > raw.size or (raw.size - header) % width:
        return None
    return raw[header:].reshape(-1, width)
