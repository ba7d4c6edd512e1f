"""The upper rows of a JPEG, decoded alone, are those of the whole."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from mxnet_records.jpeg_rows import UpperRows, frame_of
from mxnet_records.pixels import decoded_pixels

SAMPLINGS = {
    "411": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_411,
    "420": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    "422": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    "440": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_440,
    "444": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
}


def encoded(height: int, width: int, *options: int, channels: int = 3) -> bytes:
    pixels = np.random.randint(0, 256, (height, width, channels)).astype(np.uint8)
    return cv2.imencode(".jpg", pixels, options)[1].tobytes()


def upper(content: bytes, rows: int, flag: int = 1) -> np.ndarray:
    frame = frame_of(content)
    assert frame is not None
    return decoded_pixels(np.frombuffer(content, np.uint8), flag, True, UpperRows(frame, rows))


def whole(content: bytes, flag: int = 1) -> np.ndarray:
    return decoded_pixels(np.frombuffer(content, np.uint8), flag, True)


@pytest.mark.parametrize("flag", [0, 1])
@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_rows_are_those_of_the_whole(sampling, flag, capfd):
    for width in (1, 9, 50):
        content = encoded(75, width, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, SAMPLINGS[sampling])
        pixels = whole(content, flag)
        for rows in range(1, 76):
            part = upper(content, rows, flag)
            assert rows <= len(part) <= rows + 8
            np.testing.assert_array_equal(part[:rows], pixels[:rows])
    assert capfd.readouterr().err == ""  # libjpeg complains there


@pytest.mark.parametrize("colour", [0, 255])
def test_grey_and_flat_images(colour):
    for channels in (1, 3):
        content = cv2.imencode(".jpg", np.full((70, 3, channels), colour, np.uint8))[1].tobytes()
        np.testing.assert_array_equal(upper(content, 20)[:20], whole(content)[:20])


def test_frame():
    frame = frame_of(encoded(40, 30))
    assert frame is not None
    assert (frame.height, frame.width, frame.context) == (40, 30, 4)


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


def test_what_opencv_refuses_is_decoded_whole(monkeypatch):
    content = encoded(40, 30)
    decode, seen = cv2.imdecode, []

    def refuse_shortened(buffer, flag):
        seen.append(buffer)
        return decode(buffer, flag) if bytes(buffer) == content else None

    monkeypatch.setattr(cv2, "imdecode", refuse_shortened)
    assert upper(content, 10).shape == (40, 30, 3)
    assert len(seen) == 2
