"""Tests of image sizes from headers, and of the size limit."""

import io
import struct
import zlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, recordio
from mxnet_records.image_header import size_of, work_of

cv2 = pytest.importorskip("cv2")
FORMATS = [".jpg", ".png", ".bmp", ".webp", ".tiff", ".ppm", ".pgm", ".pbm", ".pam", ".pfm", ".hdr", ".ras", ".jp2",
           ".avif", ".gif"]


def image(height: int = 33, width: int = 57) -> np.ndarray:
    return (np.arange(height * width * 3) % 251).reshape(height, width, 3).astype(np.uint8)


@pytest.mark.parametrize("form", FORMATS)
def test_headers_of_what_opencv_writes(form: str) -> None:
    pixels = image()
    if form in (".pgm", ".pbm"):
        pixels = pixels[:, :, 0]
    if form in (".pfm", ".hdr"):
        pixels = pixels.astype(np.float32)
    try:
        done, content = cv2.imencode(form, pixels)
    except cv2.error:
        done = False
    if not done:
        pytest.skip(f"this OpenCV writes no {form}")
    assert size_of(content.tobytes()) == (57, 33)
    decoded = cv2.imdecode(content, cv2.IMREAD_UNCHANGED)
    assert decoded is None or decoded.shape[:2] == (33, 57)


def test_other_forms() -> None:
    pixels = np.full((5, 9, 3), 7, np.uint8)
    progressive = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    assert size_of(progressive) == (9, 5)
    assert size_of(b"\xff\xd8garbage\xff\xff" + progressive[2:]) == (9, 5)
    for lossless in (1, 101):
        assert size_of(cv2.imencode(".webp", pixels, [cv2.IMWRITE_WEBP_QUALITY, lossless])[1].tobytes()) == (9, 5)
    extended = b"RIFF\0\0\0\0WEBPVP8X" + struct.pack("<II", 10, 0) + b"\x08\0\0\x04\0\0"
    assert size_of(extended) == (9, 5)
    assert size_of(b"BM" + bytes(12) + struct.pack("<IHH", 12, 9, 5)) == (9, 5)
    assert size_of(b"BM" + bytes(12) + struct.pack("<Iii", 40, 9, -5)) == (9, 5)
    assert size_of(b"P6 # a comment\n9 # another\n5\n255\n") == (9, 5)
    assert size_of(b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 3) + b"".join(
        struct.pack("<HHII", tag, 4, 1, value) for tag, value in ((256, 9), (257, 5), (322, 4000)))) == (4000, 5)
    large = b"MM\0+" + struct.pack(">HHQ", 8, 0, 16) + struct.pack(">Q", 2) + b"".join(
        struct.pack(">HHQHxxxxxx", tag, 3, 1, value) for tag, value in ((256, 9), (257, 5)))
    assert size_of(large) == (9, 5)
    screen = b"GIF89a" + struct.pack("<HHBBB", 3, 4, 0x80, 0, 0) + bytes(6) + b"\x21\xf9\x04abcd\0"
    assert size_of(screen + b"\x2c" + struct.pack("<HHHH", 0, 0, 9, 5)) == (9, 5) and size_of(screen + b";") == (3, 4)


@pytest.mark.parametrize("content", [b"", b"\xff\xd8", b"\x89PNG", b"BM", b"GIF8", b"II*\0", b"P6", b"P7", b"#?",
                                     b"text",
                                     b"RIFF\0\0\0\0WEBP", b"\xff\xd8\xff", b"II*\0\xff\xff\xff\xff", b"\0\0\0\x0cjP",
                                     b"GIF89a\0\0\0\0\x87", b"P6 1", b"\0\0\0\0ftypispe\0\0\0\0"])
def test_headers_that_are_cut_off(content: bytes) -> None:
    assert size_of(content) is None and work_of(content) == 0


def bomb(width: int, height: int) -> bytes:
    """Create a PNG of this size in a few bytes."""
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b""))


def readers(content: bytes, tmp_path) -> list:
    name = str(tmp_path / "x.png")
    with open(name, "wb") as file:
        file.write(content)
    record = recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), content)
    path = str(tmp_path / "x.rec")
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "x.idx"), path, "w")
    writer.write_idx(0, record)
    writer.close()

    def records() -> None:
        next(iter(mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 8, 8), batch_size=1)))

    def images() -> None:
        next(iter(mx.image.ImageIter(batch_size=1, data_shape=(3, 8, 8), path_imgrec=path)))

    def dataset() -> None:
        mx.gluon.data.vision.ImageRecordDataset(path)[0]

    return [lambda: mx.image.imdecode(content), lambda: mx.image.imread(name), lambda: nd.imdecode(content),
            lambda: recordio.unpack_img(record), records, images, dataset,
            lambda: mx.image.imdecode(nd.array(np.frombuffer(content, np.uint8), dtype="uint8"))]


@pytest.mark.parametrize("number", range(8))
def test_large_images_are_refused_everywhere(number: int, tmp_path) -> None:
    with pytest.raises(RuntimeError, match="60000 x 60000 pixels .* limit of 134217728; set MXNET_MAX_IMAGE_PIXELS"):
        readers(bomb(60000, 60000), tmp_path)[number]()


def test_the_limit_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    content = cv2.imencode(".png", image(20, 20))[1].tobytes()
    monkeypatch.setenv("MXNET_MAX_IMAGE_PIXELS", "399")
    with pytest.raises(mx.MXNetError, match="20 x 20"):
        mx.image.imdecode(content)
    monkeypatch.setenv("MXNET_MAX_IMAGE_PIXELS", "400")
    assert mx.image.imdecode(content).shape == (20, 20, 3)


def test_many_scans_count_as_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each scan of a progressive JPEG processes all pixels but may have only a few bytes."""
    content = cv2.imencode(".jpg", image(20, 20))[1].tobytes()
    assert work_of(content) == 400
    with io.BytesIO(content) as file:
        start = file.getvalue().index(b"\xff\xda")
    assert work_of(content[:start] + b"\xff\xda\0\x08\x01\x01\0\0\x3f\0" * 160 + content[start:]) == 4000


def test_scans_behind_the_only_one_that_is_decoded_do_not_count() -> None:
    scan = b"\xff\xda\0\x08\x01\x01\0\0\x3f\0"
    sequential = cv2.imencode(".jpg", image(20, 20))[1].tobytes()
    assert work_of(sequential[:-2] + scan * 160 + sequential[-2:]) == 400
    progressive = cv2.imencode(".jpg", image(20, 20), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    assert work_of(progressive[:-2] + scan * 160 + progressive[-2:]) >= 4000


def test_chunks_that_announce_too_much() -> None:
    content = bytearray(cv2.imencode(".png", image(20, 20))[1].tobytes())
    place = content.index(b"IDAT") - 4
    content[place:place + 4] = struct.pack(">I", 2**31 - 1)
    assert work_of(bytes(content)) == 2**31 - 1
    with pytest.raises(mx.MXNetError, match="takes 2147483647 steps"):
        mx.image.imdecode(bytes(content))
