"""For damaged records, all readers raise an error with the file and the position, and never return a wrong label."""

from __future__ import annotations

import pathlib
import struct

import numpy as np
import pytest

import mxnet as mx
from mxnet import recordio
from mxnet.gluon.data import DataLoader
from mxnet.gluon.data.vision import ImageRecordDataset, transforms

cv2 = pytest.importorskip("cv2")
COUNT, BAD = 6, 3


def encoded(number: int, form: str = ".jpg") -> bytes:
    noise = np.random.RandomState(number).randint(0, 256, (20, 22, 3)).astype(np.uint8)
    return cv2.imencode(form, noise)[1].tobytes()


def header(number: int, label=None):
    return recordio.IRHeader(0, float(number) if label is None else label, number, 0)


GIANT = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBBI", 13, b"IHDR", 60000, 60000, 8, 2, 0, 0, 0, 0)
RECORDS = {
    "garbage": recordio.pack(header(BAD), b"this is no image"),
    "nothing": recordio.pack(header(BAD), b""),
    "giant": recordio.pack(header(BAD), GIANT),
    "short": b"abc",
    "labels": struct.pack("<IfQQ", 1 << 30, 0.0, BAD, 0) + b"12345678",
}
MESSAGES = {"garbage": "Decoding failed", "nothing": "empty buffer", "giant": "60000 x 60000", "short": "at least 24",
            "labels": "declares 1073741824 labels"}


@pytest.fixture(params=list(RECORDS))
def damaged(request, tmp_path: pathlib.Path) -> tuple[str, str]:
    """Write a file with a damaged record 3, and return its path and the expected error message."""
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    for number in range(COUNT):
        whole = recordio.pack(header(number), encoded(number))
        writer.write_idx(number, RECORDS[request.param] if number == BAD else whole)
    writer.close()
    return str(tmp_path / "a.rec"), MESSAGES[request.param]


def test_iterator(damaged: tuple[str, str]) -> None:
    path, message = damaged
    batches = mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 16, 16), batch_size=1)
    seen = []
    with pytest.raises(mx.MXNetError, match=rf"a\.rec, record {BAD} at byte .*{message}"):
        for batch in batches:
            seen.append(batch.label[0].asscalar())
    assert seen == [0, 1, 2]
    assert [batch.label[0].asscalar() for batch in batches] == [4, 5]  # reading continues after it


@pytest.mark.parametrize("workers", [0, 2])
def test_loader(damaged: tuple[str, str], workers: int) -> None:
    path, message = damaged
    dataset = ImageRecordDataset(path).transform_first(transforms.CenterCrop(16))
    batches, seen = iter(DataLoader(dataset, 1, num_workers=workers)), []
    with pytest.raises(mx.MXNetError, match=message):
        for _, label in batches:
            seen.append(label.asscalar())
    assert seen == [0, 1, 2]


def test_detection(tmp_path: pathlib.Path) -> None:
    box = [0, 0.1, 0.1, 0.5, 0.5]
    labels = [[2, 5, *box], [2, 5, 0, 0.1], [9, 5, *box], [2, 3, *box]]
    for label in labels[1:]:
        writer = recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
        for number, one in enumerate((labels[0], label)):
            writer.write(recordio.pack(header(number, one), encoded(number)))
        writer.close()
        batches = mx.io.ImageDetRecordIter(path_imgrec=tmp_path / "a.rec", data_shape=(3, 16, 16), batch_size=1)
        assert next(batches).label[0].asnumpy()[0, 4:6].tolist() == [2, 5]
        with pytest.raises(mx.MXNetError, match="a label must contain header width"):
            next(batches)


@pytest.mark.parametrize("cut", [1, 6000])
def test_truncated_file(tmp_path: pathlib.Path, cut: int) -> None:
    path = tmp_path / "a.rec"
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(path), "w")
    for number in range(COUNT):
        writer.write_idx(number, recordio.pack(header(number), bytes(5000)))
    writer.close()
    path.write_bytes(path.read_bytes()[:-cut])
    reader = recordio.MXRecordIO(str(path), "r")
    with pytest.raises(mx.MXNetError, match=r"a\.rec.*truncated"):
        while reader.read() is not None:
            pass
    indexed = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(path), "r")
    with pytest.raises(mx.MXNetError, match=r"a\.rec"):
        indexed.read_idx(COUNT - 1)


def test_wrong_magic(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.rec"
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(path), "w")
    for number in range(COUNT):
        writer.write_idx(number, recordio.pack(header(number), encoded(number)))
    position = writer.idx[2]
    writer.close()
    content = bytearray(path.read_bytes())
    content[position:position + 4] = b"\1\2\3\4"
    path.write_bytes(content)
    for options in ({}, {"path_imgidx": tmp_path / "a.idx"}):
        with pytest.raises(mx.MXNetError, match=r"begins with 0x04030201 instead of 0xced7230a"):
            for _ in mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 16, 16), batch_size=2, **options):
                pass


def test_index_that_points_elsewhere(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.rec"
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(path), "w")
    for number in range(COUNT):
        writer.write_idx(number, recordio.pack(header(number), encoded(number)))
    inside = writer.idx[3] + 4
    writer.close()
    for position, message in ((10**9, "which only has|no record at byte"), (inside, "begins with"), (-8, "at byte -8")):
        (tmp_path / "b.idx").write_text(f"0\t0\n1\t{position}\n")
        indexed = recordio.MXIndexedRecordIO(str(tmp_path / "b.idx"), str(path), "r")
        with pytest.raises(mx.MXNetError, match=message):
            indexed.read_idx(1)
        with pytest.raises(mx.MXNetError, match=message):
            for _ in mx.io.ImageRecordIter(path_imgrec=path, path_imgidx=tmp_path / "b.idx", data_shape=(3, 16, 16),
                                           batch_size=2):
                pass


def test_truncated_jpeg_is_decoded_as_far_as_it_goes() -> None:
    smooth = cv2.resize(np.random.RandomState(0).randint(0, 256, (6, 6, 3)).astype(np.uint8), (200, 160))
    whole = cv2.imencode(".jpg", smooth)[1].tobytes()
    expected = mx.image.imdecode(whole).asnumpy()
    np.testing.assert_array_equal(mx.image.imdecode(whole[:-2]).asnumpy(), expected)
    half = mx.image.imdecode(whole[:len(whole) // 2 + 200]).asnumpy()
    np.testing.assert_array_equal(half[:30], expected[:30])
    with pytest.raises(mx.MXNetError):
        mx.image.imdecode(whole[:100])


def test_labels_of_several_widths(tmp_path: pathlib.Path) -> None:
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    for number, label in enumerate((1.0, [2.0, 3.0])):
        writer.write_idx(number, recordio.pack(header(number, label), encoded(number)))
    writer.close()
    with pytest.raises(ValueError, match=r"the same shape, received \(\), \(2,\)"):
        next(iter(DataLoader(ImageRecordDataset(str(tmp_path / "a.rec")), 2)))
    with pytest.raises(mx.MXNetError, match="2-dimensional label but label_width is set to 1"):
        for _ in mx.io.ImageRecordIter(path_imgrec=tmp_path / "a.rec", data_shape=(3, 16, 16), batch_size=1):
            pass


@pytest.mark.parametrize("name", ["missing.rec", "."])
def test_unreadable_path(tmp_path: pathlib.Path, name: str) -> None:
    path = str(tmp_path / name)
    for read in (lambda: recordio.MXRecordIO(path, "r"), lambda: ImageRecordDataset(path),
                 lambda: recordio.RecordStream(path),
                 lambda: mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 8, 8), batch_size=1)):
        with pytest.raises(mx.MXNetError, match="cannot open"):
            read()
