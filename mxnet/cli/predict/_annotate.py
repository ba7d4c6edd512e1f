"""Pictures of ``mxnet predict``: copies of the images with their classes or boxes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mxnet_records import saving
from mxnet_records.pixels import opencv

from ._results import Result

# Colour-blind safe colours, in RGB order.
_COLOURS = ((0, 114, 178), (230, 159, 0), (0, 158, 115), (204, 121, 167), (213, 94, 0), (80, 80, 80))
_LEAST_SIDE = 240  # smaller images are enlarged, so that the text is readable
_PAPER, _INK = (255, 255, 255), (40, 40, 40)
_SHOWN = 3


class Annotator:
    """Write annotated pictures into a folder, as PNG files with the names of the images."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._used: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def write(self, result: Result, pixels: np.ndarray) -> Path:
        """Draw a result into an image of shape (height, width, 1 or 3) in RGB order."""
        cv2 = opencv()
        pixels = np.repeat(pixels, 3, axis=2) if pixels.shape[2] == 1 else np.ascontiguousarray(pixels)
        scale = max(1, -(-_LEAST_SIDE // max(pixels.shape[:2])))
        if scale > 1:
            pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
        drawn = _draw_boxes(pixels.copy(), result, scale) if result.kind == "objects" else _add_caption(pixels, result)
        path = self._folder / self._name(result.name)
        encoded = cv2.imencode(".png", drawn[..., ::-1])[1].tobytes()
        with saving.write(str(path)) as file:
            file.write(encoded)
        return path

    def _name(self, name: str) -> str:
        stem = Path(name).name.replace("[", "-").replace("]", "")
        stem = Path(stem).stem if Path(stem).suffix.lower() != ".rec" and ".rec-" not in stem else stem
        free, number = stem, 1
        while free in self._used:
            number += 1
            free = f"{stem}-{number}"
        self._used.add(free)
        return f"{free}.png"


def _text(label: str, index: int) -> str:
    """Return a class name, or its number if OpenCV has no letters for the name."""
    return label if label.isascii() else f"#{index}"


def _draw_boxes(image: np.ndarray, result: Result, scale: int) -> np.ndarray:
    cv2 = opencv()
    thickness = max(2, round(max(image.shape[:2]) / 400))
    size = max(0.45, max(image.shape[:2]) / 1600)
    for row in reversed(result.rows):  # the best object is drawn last
        colour = _COLOURS[row["index"] % len(_COLOURS)]
        left, top, right, bottom = (round(corner * scale) for corner in row["box"])
        cv2.rectangle(image, (left, top), (right, bottom), colour, thickness)
        text = f"{_text(row['class'], row['index'])} {100 * row['score']:.0f} %"
        (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
        base = top if top - height - 2 * below > 0 else top + height + 2 * below  # inside if there is no space above
        cv2.rectangle(image, (left, base - height - 2 * below), (left + width + 6, base), colour, -1)
        cv2.putText(image, text, (left + 3, base - below), cv2.FONT_HERSHEY_SIMPLEX, size, _PAPER, 1, cv2.LINE_AA)
    return image


def _add_caption(image: np.ndarray, result: Result) -> np.ndarray:
    """Add a strip with the best classes below the image."""
    cv2 = opencv()
    size = max(0.45, max(image.shape[:2]) / 1600)
    line = round(42 * size)
    strip = np.full((line * max(1, min(_SHOWN, len(result.rows))) + line // 2, image.shape[1], 3), _PAPER, np.uint8)
    for number, row in enumerate(result.rows[:_SHOWN] if result.kind == "classes" else []):
        text = f"{100 * row['probability']:.1f} % {_text(row['class'], row['index'])}"
        cv2.putText(strip, text, (6, line * (number + 1) - line // 6), cv2.FONT_HERSHEY_SIMPLEX, size, _INK,
                    2 if not number and size > 0.6 else 1, cv2.LINE_AA)
    return np.concatenate([image, strip])
