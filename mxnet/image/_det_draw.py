"""Visualization of images with bounding boxes."""

from __future__ import annotations

from typing import Any

import numpy as np

from mxnet_records.pixels import opencv

from .._runtime.tracebacks import concise_module

_FONT_SCALE = 0.5


def shown(image: np.ndarray, mean: Any, std: Any, clip: bool) -> np.ndarray:
    """Convert a normalized image to uint8 in BGR order for OpenCV."""
    if std is not None:
        image = image * std
    if mean is not None:
        image = image + mean
    image = image[:, :, ::-1]
    if clip:
        image = np.clip(image, 0, 255)
    return np.ascontiguousarray(image.astype(np.uint8))


def draw_boxes(image: np.ndarray, label: np.ndarray, color: Any, thickness: int, names: dict[int, str] | None) -> None:
    """Draw the boxes of a label into an image. `color` is in RGB order, or None for random colours."""
    cv2 = opencv()
    height, width = image.shape[:2]
    for row in label:
        left, top, right, bottom = (int(share * size) for share, size in zip(row[1:5], (width, height) * 2))
        if left < 0:
            continue
        edge = tuple(float(value) for value in (color[::-1] if color else np.random.rand(3) * 255))
        cv2.rectangle(image, (left, top), (right, bottom), edge, thickness)
        name = None if names is None else names.get(int(row[0]))
        if name is not None:
            font = cv2.FONT_HERSHEY_SIMPLEX
            tall = cv2.getTextSize(str(name), font, _FONT_SCALE, 2)[0][1]
            cv2.putText(image, str(name), (left + 5, top + tall + 5), font, _FONT_SCALE, (255, 255, 255), 2)


concise_module(__name__)
