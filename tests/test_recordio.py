"""Compare RecordIO files with bytes of MXNet 1.9.1."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import pickle
import random
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from golden_recordio import RECORDS

import mxnet as mx
from mxnet import recordio
from mxnet.base import _LIB, check_call

GOLDEN = Path(__file__).parent / "golden"


def write_all(path, records):
    writer = recordio.MXRecordIO(path, "w")
    for record in records:
        writer.write(record)
    writer.close()


def read_all(path):
    reader = recordio.MXRecordIO(path, "r")
    return list(iter(reader.read, None))


def test_bytes_of_mxnet(tmp_path):
    write_all(tmp_path / "a.rec", RECORDS)
    assert (tmp_path / "a.rec").read_bytes() == (GOLDEN / "records.rec").read_bytes()
    assert read_all(GOLDEN / "records.rec") == RECORDS


def test_indexed_bytes_of_mxnet(tmp_path):
    writer = recordio.MXIndexedRecordIO(tmp_path / "a.idx", tmp_path / "a.rec", "w")
    for number, record in enumerate(RECORDS):
        writer.write_idx(number * 3, record)
    writer.close()
    assert (tmp_path / "a.idx").read_bytes() == (GOLDEN / "records.idx").read_bytes()
    reader = recordio.MXIndexedRecordIO(GOLDEN / "records.idx", GOLDEN / "records.rec", "r")
    assert reader.keys == [3 * number for number in range(len(RECORDS))]
    for number in random.Random(0).sample(range(len(RECORDS)), len(RECORDS)):
        assert reader.read_idx(3 * number) == RECORDS[number]
    with pytest.raises(KeyError):
        reader.read_idx(1)


def test_reset_starts_again():
    reader = recordio.MXRecordIO(str(GOLDEN / "records.rec"), "r")
    assert [reader.read() for _ in range(3)] == RECORDS[:3]
    reader.reset()
    assert reader.read() == RECORDS[0]


def test_pickled_reader_opens_its_file_again():
    reader = recordio.MXIndexedRecordIO(GOLDEN / "records.idx", GOLDEN / "records.rec", "r")
    again = pickle.loads(pickle.dumps(reader))
    assert again.read_idx(6) == RECORDS[2]


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
def test_forked_reader():
    reader = recordio.MXIndexedRecordIO(GOLDEN / "records.idx", GOLDEN / "records.rec", "r")
    plain = recordio.MXRecordIO(GOLDEN / "records.rec", "r")
    ours, theirs = multiprocessing.Pipe()

    def child():
        try:
            plain.read()
        except RuntimeError as error:
            theirs.send((reader.read_idx(9), str(error)))

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    content, message = ours.recv()
    process.join()
    assert content == RECORDS[3] and "opened by another process" in message


def test_dataset(tmp_path):
    from mxnet.gluon.data import RecordFileDataset

    dataset = RecordFileDataset(str(GOLDEN / "records.rec"))
    assert len(dataset) == len(RECORDS) and dataset[4] == RECORDS[4]


@pytest.mark.parametrize("label", [4, 2.5, [1.0, 2.0], np.arange(3), np.float32(7)])
def test_pack_and_unpack(label):
    packed = recordio.pack(recordio.IRHeader(0, label, 2574, 5), b"content")
    header, content = recordio.unpack(packed)
    assert content == b"content" and (header.id, header.id2) == (2574, 5)
    np.testing.assert_array_equal(np.asarray(header.label), np.asarray(label, dtype="float32"))
    assert header.flag == (0 if np.isscalar(label) else len(label))


def test_packed_bytes_of_mxnet():
    assert recordio.pack((9, 1.5, 7, 0), b"xy") == bytes.fromhex("000000000000c03f070000000000000000000000000000007879")
    assert recordio.pack((0, [1, 2], 7, 1), b"xy") == bytes.fromhex(
        "0200000000000000070000000000000001000000000000000000803f000000407879"
    )


def test_images():
    pytest.importorskip("cv2", reason="images need OpenCV")
    image = np.random.RandomState(0).randint(0, 256, (12, 10, 3)).astype("uint8")
    header, again = recordio.unpack_img(recordio.pack_img((0, 3, 1, 0), image, 9, ".png"))
    np.testing.assert_array_equal(again, image)
    assert header.label == 3
    _, lossy = recordio.unpack_img(recordio.pack_img((0, 3, 1, 0), image, 80, ".jpg"))
    assert lossy.shape == image.shape


def test_damaged_files(tmp_path):
    content = (GOLDEN / "records.rec").read_bytes()
    generator = random.Random(3)
    for _ in range(300):
        damaged = bytearray(content[: generator.randrange(1, len(content))])
        for _ in range(generator.randint(0, 2)):
            damaged[generator.randrange(len(damaged))] = generator.randrange(256)
        path = tmp_path / "damaged.rec"
        path.write_bytes(damaged)
        try:
            records = read_all(path)
        except mx.MXNetError as error:
            assert "Invalid RecordIO File" in str(error)
        else:
            assert sum(map(len, records)) <= len(damaged)


@pytest.mark.parametrize(
    ("attempt", "error", "words"),
    [
        (lambda path: recordio.MXRecordIO(path / "none.rec", "r"), mx.MXNetError, "none.rec"),
        (lambda path: recordio.MXRecordIO(path / "a.rec", "a"), ValueError, "Invalid flag a"),
        (lambda path: recordio.MXRecordIO(path / "a.rec", "w").read(), AssertionError, "cannot read"),
        (
            lambda path: recordio.MXRecordIO(GOLDEN / "records.rec", "r").write(b""),
            AssertionError,
            "cannot write",
        ),
        (lambda path: recordio.unpack(b"short"), mx.MXNetError, "24 bytes"),
        (lambda path: recordio.unpack(struct.pack("<IfQQ", 99, 0, 0, 0)), mx.MXNetError, "99 labels"),
    ],
)
def test_errors(tmp_path, attempt, error, words):
    with pytest.raises(error, match=words):
        attempt(tmp_path)


def test_damaged_index(tmp_path):
    (tmp_path / "a.idx").write_text("0\t0\nnonsense\n")
    with pytest.raises(mx.MXNetError, match="line 2"):
        recordio.MXIndexedRecordIO(tmp_path / "a.idx", GOLDEN / "records.rec", "r")


_SCRIPT = """
import sys
import mxnet as mx
record = mx.recordio.MXIndexedRecordIO(sys.argv[1] + ".idx", sys.argv[1] + ".rec", "w")
record.write_idx(3, b"abc")
def never_called():
    return record
"""


def test_files_that_a_program_leaves_open_are_written_at_its_end(tmp_path):
    prefix = str(tmp_path / "left")
    (tmp_path / "script.py").write_text(_SCRIPT)
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(mx.__file__))}
    subprocess.run([sys.executable, str(tmp_path / "script.py"), prefix], check=True, env=environment)
    assert recordio.MXIndexedRecordIO(prefix + ".idx", prefix + ".rec", "r").read_idx(3) == b"abc"


def test_positions_through_the_name_of_the_c_function(tmp_path):
    path = str(tmp_path / "some.rec")
    writer = recordio.MXRecordIO(path, "w")
    for text in (b"a", b"abcdefgh"):
        writer.write(text)
    position = ctypes.c_size_t()
    check_call(_LIB.MXRecordIOWriterTell(writer.handle, ctypes.byref(position)))
    assert position.value == 28
    writer.close()
    reader = recordio.MXRecordIO(path, "r")
    reader.read()
    check_call(_LIB.MXRecordIOReaderTell(reader.handle, ctypes.byref(position)))
    assert position.value == 12
    check_call(_LIB.MXRecordIOReaderSeek(reader.handle, ctypes.c_size_t(0)))
    assert reader.read() == b"a"


@pytest.mark.parametrize(("index", "message"), [
    (b"\xff\xfe0\t0\n", r"a\.idx, line 1: expected a key and a position"),
    (b"0\t0\n\xff\t0\n", r"a\.idx, line [12]: expected a key and a position"),
    (b"0\n", r"a\.idx, line 1"),
    (b"0\t0\nx\t1\n", r"a\.idx, line 2"),
])
def test_index_of_other_bytes(tmp_path, index, message):
    (tmp_path / "a.rec").write_bytes(b"")
    (tmp_path / "a.idx").write_bytes(index)
    with pytest.raises(mx.MXNetError, match=message):
        recordio.MXIndexedRecordIO(tmp_path / "a.idx", tmp_path / "a.rec", "r")


@pytest.mark.parametrize("position", [-1, 10**6, 2**70])
def test_index_that_points_nowhere(tmp_path, position):
    (tmp_path / "a.idx").write_text(f"0\t{position}\n")
    reader = recordio.MXIndexedRecordIO(tmp_path / "a.idx", GOLDEN / "records.rec", "r")
    with pytest.raises(mx.MXNetError, match=rf"a\.idx: the record 0 is listed at byte {position}"):
        reader.read_idx(0)
    reader.close()


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", b"no image at all"])
def test_images_that_are_none(content):
    pytest.importorskip("cv2")
    with pytest.raises(mx.MXNetError, match=f"cannot decode an image of {len(content)} bytes"):
        recordio.unpack_img(recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), content))
