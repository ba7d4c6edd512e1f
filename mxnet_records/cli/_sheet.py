"""Contact sheet of ``mxnet rec``: small images with their keys, labels and boxes."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from .. import files
from ..error import MXNetError
from ..labels import detection_objects
from ..pixels import opencv
from ..record_images import IRHeader, decode_image

_TILE, _GAP, _CAPTION = 176, 8, 18
# Colour-blind safe colours, in BGR order.
_COLOURS = ((178, 114, 0), (0, 159, 230), (115, 158, 0), (167, 121, 204), (0, 94, 213), (80, 80, 80))
_INK, _PAPER = (60, 60, 60), 255


def draw_sheet(path: str, items: Iterable[tuple[IRHeader, bytes]], detection: bool) -> int:
    """Write a PNG file with the images among the records, and return their number."""
    tiles = [tile for tile in (_tile(header, content, detection) for header, content in items) if tile is not None]
    if not tiles:
        raise MXNetError("none of the records contains an image that can be drawn")
    columns = math.ceil(math.sqrt(1.6 * len(tiles)))
    height, width = tiles[0].shape[:2]
    sheet = np.full((math.ceil(len(tiles) / columns) * (height + _GAP) + _GAP,
                     min(columns, len(tiles)) * (width + _GAP) + _GAP, 3), _PAPER, np.uint8)
    for number, tile in enumerate(tiles):
        top, left = _GAP + number // columns * (height + _GAP), _GAP + number % columns * (width + _GAP)
        sheet[top : top + height, left : left + width] = tile
    encoded = opencv().imencode(".png", sheet)[1].tobytes()
    with files.write(path) as file:
        file.write(encoded)
    return len(tiles)


def _tile(header: IRHeader, content: bytes, detection: bool) -> np.ndarray | None:
    """Draw an image into a square with a caption. Return None for records without an image."""
    cv2 = opencv()
    try:
        image = decode_image(content, cv2.IMREAD_COLOR)
    except MXNetError:
        return None
    scale = _TILE / max(image.shape[:2])
    height, width = (max(1, round(size * scale)) for size in image.shape[:2])
    image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_NEAREST)
    objects = detection_objects(header.label) if detection else None
    for row in () if objects is None else objects:
        _draw_box(image, row)
    tile = np.full((_TILE + _CAPTION, _TILE, 3), _PAPER, np.uint8)
    top, left = (_TILE - height) // 2, (_TILE - width) // 2
    tile[top : top + height, left : left + width] = image
    _write(tile, _caption(header, objects), (0, _TILE + _CAPTION - 5), _INK)
    return tile


def _draw_box(image: np.ndarray, row: np.ndarray) -> None:
    height, width = image.shape[:2]
    corners = np.nan_to_num(row[1:5]).clip(-1, 2) * (width - 1, height - 1, width - 1, height - 1)
    left, top, right, bottom = (round(float(corner)) for corner in corners)
    label = int(row[0]) if np.isfinite(row[0]) else -1
    colour = _COLOURS[label % len(_COLOURS)]
    cv2 = opencv()
    cv2.rectangle(image, (left, top), (right, bottom), colour, 2)
    cv2.rectangle(image, (left, top), (left + 10 * len(str(label)) + 4, top + 16), colour, -1)
    _write(image, str(label), (left + 3, top + 12), (255, 255, 255))


def _caption(header: IRHeader, objects: np.ndarray | None) -> str:
    if objects is not None:
        return f"{header.id}: {len(objects)} object{'s' * (len(objects) != 1)}"
    labels = " ".join(f"{value:g}" for value in np.ravel(header.label))
    text = f"{header.id}: {labels}"
    return text if len(text) <= 24 else f"{text[:21]}..."


def _write(image: np.ndarray, text: str, place: tuple[int, int], colour: tuple[int, int, int]) -> None:
    cv2 = opencv()
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)
