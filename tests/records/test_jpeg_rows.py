"""Tests that partial decoding of a JPEG gives the same upper rows."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from mxnet_records import pixels
from mxnet_records.jpeg_rows import UpperRows, frame_of
from mxnet_records.pixels import decoded_pixels, refuses_cut_files

SAMPLINGS = {
    "411": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_411,
    "420": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    "422": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    "440": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_440,
    "444": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
}


def encoded(height: int, width: int, *options: int, channels: int = 3) -> bytes:
    image = np.random.randint(0, 256, (height, width, channels)).astype(np.uint8)
    return cv2.imencode(".jpg", image, options)[1].tobytes()


def upper(content: bytes, rows: int, flag: int = 1) -> np.ndarray:
    frame = frame_of(content)
    assert frame is not None
    return decoded_pixels(np.frombuffer(content, np.uint8), flag, True, UpperRows(frame, rows))


def whole(content: bytes, flag: int = 1) -> np.ndarray:
    return decoded_pixels(np.frombuffer(content, np.uint8), flag, True)


@pytest.mark.parametrize("flag", [0, 1])
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_rows_are_those_of_the_whole(sampling, flag, capfd):
    for width in (1, 50, 256, 261):
        content = encoded(75, width, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, SAMPLINGS[sampling])
        expected = whole(content, flag)
        for rows in range(1, 76):
            part = upper(content, rows, flag)
            assert rows <= len(part) <= (rows + 4 if rows < 60 and width >= 256 and refuses_cut_files() else 75)
            np.testing.assert_array_equal(part[:rows], expected[:rows])
    assert capfd.readouterr().err == ""  # libjpeg prints warnings to stderr


@pytest.mark.parametrize("colour", [0, 255])
def test_grey_and_flat_images(colour):
    for channels in (1, 3):
        content = cv2.imencode(".jpg", np.full((70, 256, channels), colour, np.uint8))[1].tobytes()
        for rows in (1, 20, 51, 60):
            np.testing.assert_array_equal(upper(content, rows)[:rows], whole(content)[:rows])


def test_data_that_do_not_suffice():
    """The file has an end marker but misses rows. The result equals that of the whole image."""
    content = encoded(200, 256)
    cut = content[:len(content) // 3] + b"\xff\xd9"
    for rows in (40, 66, 67, 68, 100, 150):
        np.testing.assert_array_equal(upper(cut, rows)[:rows], whole(cut)[:rows])


def test_frame():
    frame = frame_of(encoded(40, 30))
    assert frame is not None
    assert (frame.height, frame.width, frame.unit, frame.context) == (40, 30, 16, 4)


@pytest.mark.parametrize("options", [(cv2.IMWRITE_JPEG_PROGRESSIVE, 1), (cv2.IMWRITE_JPEG_RST_INTERVAL, 2)],
                         ids=["progressive", "restarts"])
def test_other_kinds_are_decoded_whole(options):
    assert frame_of(encoded(40, 30, *options)) is None


def with_changed_frame(content: bytes, offset: int, value: int) -> bytes:
    changed = bytearray(content)
    changed[content.index(b"\xff\xc0") + offset] = value
    return bytes(changed)


def test_files_that_are_not_in_order_are_decoded_whole():
    content = encoded(40, 30)
    camera = content[:2] + b"\xff\xe1" + struct.pack(">H", 8) + b"Exif\0\0" + content[2:]
    broken = {
        "cut off": content[:-2], "nothing": b"", "start": content[:2], "header": content[:200] + b"\xff\xd9",
        "two pictures": content + content, "camera": camera, "png": b"\x89PNG" + content,
        "no rows": with_changed_frame(content, 6, 0), "no columns": with_changed_frame(content, 8, 0),
        "no factor": with_changed_frame(encoded(40, 30, channels=1), 11, 0x10),
        "other components": with_changed_frame(content, 9, 1),
        "no scan": content[:content.index(b"\xff\xda")] + b"\xff\xd9",
        "two frames": content[:20] + content[content.index(b"\xff\xc0"):content.index(b"\xff\xc4")] + content[20:],
    }
    for name, file in broken.items():
        assert frame_of(file) is None, name


def test_an_image_over_the_limit_is_refused(monkeypatch):
    content = encoded(40, 30)
    monkeypatch.setenv("MXNET_MAX_IMAGE_PIXELS", "1000")
    with pytest.raises(ValueError, match="image of 30 x 40 pixels takes 1200 steps"):
        upper(content, 2)


def test_an_opencv_that_does_not_refuse_cut_files_decodes_the_whole(monkeypatch):
    monkeypatch.setattr(pixels, "refuses_cut_files", lambda: False)
    assert upper(encoded(80, 300), 10).shape == (80, 300, 3)
